"""The mouse: rows, track, map, wheel."""

from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot
from textual.widget import Widget

from tests.tui.stage import RETREAT, part, perform, player, playing, rows, text


def line_of(widget: Widget, words: str) -> int:
    return next(y for y, row in enumerate(part(widget)) if words in row)


def test_a_click_on_a_row_goes_to_its_last_event_and_on_a_piece_of_it_to_that_event() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        y = line_of(screen.list, "g1*E.c2")
        row = part(screen.list)[y]
        for words, goal in (("g1*E.c2", 36), ("[5 6]", 37), ("c2<G", 38), ("J g1", 36)):
            await pilot.click(screen.list, offset=(row.index(words), y))
            await pilot.pause()
            assert screen.position == goal
            y = line_of(screen.list, "g1*E.c2")
        await pilot.click(screen.list, offset=(78, y))
        await pilot.pause()
        assert screen.position == RETREAT

    perform(player(at=35), script)


def test_a_click_on_the_track_and_a_drag_along_it() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await pilot.click(screen.track, offset=(1, 0))
        await pilot.pause()
        assert screen.position == 0
        await pilot.click(screen.track, offset=(78, 0))
        await pilot.pause()
        assert screen.position == 170
        await pilot.mouse_down(screen.track, offset=(20, 0))
        await pilot.hover(screen.track, offset=(40, 0))
        await pilot.pause()
        middle = screen.position
        assert 60 < middle < 110
        await pilot.mouse_up(screen.track, offset=(40, 0))
        await pilot.hover(screen.track, offset=(70, 0))
        await pilot.pause()
        assert screen.position == middle

    perform(player(at=35), script)


def test_a_click_on_a_counter_tells_of_the_unit_and_a_key_of_its_sources() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        y = line_of(screen.map, "(c2 ")
        x = part(screen.map)[y].index("(c2 ")
        await pilot.click(screen.map, offset=(x + 1, y))
        await pilot.pause()
        seen = text(pilot)
        message = (
            "2nd Company (c2): China, 1 of 2 points*, defence 7/6*, infantry*, Sihang Warehouse (G)"
        )
        assert message in seen
        assert "placeholder: " not in seen
        await pilot.press("i")
        await pilot.pause()
        assert "placeholder: points, defence" in text(pilot)
        await pilot.press("i", "escape")
        await pilot.pause()
        assert "(c2): China" not in text(pilot)

    perform(player(at=RETREAT), script, (120, 40))


def test_a_click_on_an_area_tells_its_neighbours_and_who_is_there() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await pilot.click(screen.map, offset=(20, 9))
        await pilot.pause()
        assert "C: adjacent to B E, " in text(pilot)
        await pilot.press("right")
        await pilot.pause()
        assert "C: adjacent to B E" not in text(pilot)

    perform(player(at=RETREAT), script)


def test_a_click_in_the_register_tells_of_the_area() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        await pilot.press("m")
        await pilot.pause()
        y = next(y for y, row in enumerate(part(screen.map)) if row.startswith(" C "))
        await pilot.click(screen.map, offset=(5, y))
        await pilot.pause()
        assert "C: adjacent to B E" in text(pilot)

    perform(player(at=RETREAT), script)


def test_the_wheel_scrolls_the_list_and_leaves_the_position() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        before = part(screen.list)
        screen.list.post_message(wheel(screen.list, down=True))
        await pilot.pause()
        assert part(screen.list)[1:] != before[1:]
        assert screen.position == RETREAT
        screen.list.post_message(wheel(screen.list, down=False))
        await pilot.pause()
        assert part(screen.list) == before

    perform(player(at=RETREAT), script)


def test_the_wheel_scrolls_the_panel_that_it_is_over() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await pilot.pause()
        panels = playing(pilot).panels
        before = part(panels)
        panels.post_message(wheel(panels, down=True))
        await pilot.pause()
        assert part(panels)[0] == before[0]
        assert part(panels)[1:] != before[1:]

    perform(player(at=RETREAT + 1), script, (80, 15))


def test_the_pointer_over_a_counter_names_its_unit_and_elsewhere_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        before = part(screen.sentences)
        y = line_of(screen.map, "(c2 ")
        await pilot.hover(screen.map, offset=(part(screen.map)[y].index("(c2 ") + 1, y))
        await pilot.pause()
        assert "2nd Company (c2): China" in "\n".join(part(screen.sentences))
        await pilot.hover(screen.list)
        await pilot.pause()
        assert part(screen.sentences) == before

    perform(player(at=RETREAT), script)


def wheel(widget: Widget, down: bool, x: int = 3) -> MouseScrollDown | MouseScrollUp:
    kind = MouseScrollDown if down else MouseScrollUp
    return kind(widget, x, 3, 0, 3 if down else -3, 0, False, False, False)


def test_a_click_outside_everything_does_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = playing(pilot)
        screen.map.post_message(Click(screen.map, 77, 3, 0, 0, 1, False, False, False))
        screen.list.post_message(Click(screen.list, 3, 60, 0, 0, 1, False, False, False))
        await pilot.pause()
        assert screen.position == RETREAT
        assert rows(pilot)

    perform(player(at=RETREAT), script)
