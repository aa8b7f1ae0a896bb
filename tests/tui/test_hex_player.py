"""The player on a map of hexes: keys, mouse, sizes, pictures."""

import re
from collections import Counter
from statistics import median
from time import process_time

import pytest
from rich.cells import cell_len
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from senpu.tui.screens.arrangement import OpenParts, arrange_hexes
from senpu.tui.screens.hex_player import HexPlayerScreen
from senpu.tui.widgets.clicks import ObjectHovered
from tests.tui.hex_game import ATTACK, CHEN, DICE, GAME, LAST, MOVE, RETREAT
from tests.tui.stage import part, perform, player, playing, rows, settled, text
from tests.tui.test_pictures import picture

SIZES = [
    (40, 12), (60, 20), (74, 20), (80, 24), (100, 30), (116, 24), (120, 40), (144, 50), (160, 50),
    (200, 60), (250, 80), (400, 120),
]  # fmt: skip


def hexes(pilot: Pilot[None]) -> HexPlayerScreen:
    screen = playing(pilot)
    assert isinstance(screen, HexPlayerScreen)
    return screen


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
def test_a_die_on_the_map(face: str, size: tuple[int, int]) -> None:
    app = player(GAME, DICE, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"hexes_{size[0]}x{size[1]}_{face}", app, size)
    if face == "ascii":
        assert all(row.isascii() for row in seen)


def test_a_walk_at_120x40() -> None:
    picture("hexes_walk_120x40_en", player(GAME, MOVE), (120, 40))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_size_shows_position_sentences_map_list_track_and_keys(language: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            seen, screen = rows(pilot), hexes(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)
            assert f"{RETREAT} / {LAST}" in seen[0]
            assert "a1<0609" in "\n".join(part(screen.list))
            assert "? " in seen[-1]
            assert part(screen.sentences)[0].strip()
            assert part(screen.sentences)[1].strip()
            assert screen.track.size.height
            assert "a1" in text(pilot)
            assert "(2" in "\n".join(part(screen.map)) or screen.map.size.height < 4

    perform(player(GAME, RETREAT, language), script)


def test_resizing_back_and_forth_loses_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        before = part(hexes(pilot).map)
        for size in ((40, 12), (400, 120), (20, 4), (160, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert len(rows(pilot)) == size[1]
        assert part(hexes(pilot).map) == before

    perform(player(GAME, RETREAT), script)


OPEN_PARTS = (
    OpenParts(), OpenParts(notes=False), OpenParts(panel="why"), OpenParts(panel="comments"),
    OpenParts(entry=True), OpenParts(cards=True),
)  # fmt: skip


def test_no_part_overlaps_another_at_any_size() -> None:
    sizes = [(109, 45), (82, 34), (55, 23)]
    for width in range(24, 420, 7):
        for height in range(6, 130, 3):
            for shown in OPEN_PARTS:
                regions = list(arrange_hexes(width, height, sizes, shown).regions.values())
                for at, region in enumerate(regions):
                    assert 0 <= region.x <= region.right <= width, (width, height)
                    assert 0 <= region.y <= region.bottom <= height, (width, height)
                    for other in regions[at + 1 :]:
                        assert not region.overlaps(other), (width, height, region, other)


def test_the_largest_zoom_that_shows_the_whole_map_is_chosen() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for size, wide in (((160, 50), 8), ((120, 40), 6), ((100, 30), 6), ((80, 24), 6)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            board = hexes(pilot).hexes
            assert board.zoom_for(*board.size) == wide

    perform(player(GAME, RETREAT), script)


# ---- keys -----------------------------------------------------------------------------------


def test_z_makes_hexes_larger_and_a_capital_one_smaller() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "| 07" not in text(pilot)
        for key, expected in (("z", "8x4"), ("z", "8x4"), ("Z", "6x3"), ("Z", "4x2"), ("Z", "4x2")):
            await pilot.press(key)
            await pilot.pause()
            assert f"Hexes {expected}" in rows(pilot)[-1]
            assert f"{RETREAT} / {LAST}" in rows(pilot)[0]
        assert "Suzh" not in text(pilot)

    perform(player(GAME, RETREAT, ascii_only=True), script)


def test_zones_are_shown_on_demand_for_both_sides_then_each() -> None:
    async def script(pilot: Pilot[None]) -> None:
        plain = part(hexes(pilot).map)
        seen = []
        for expected in ("ZOC: Japan, China", "ZOC: Japan", "ZOC: China", ""):
            await pilot.press("c")
            await pilot.pause()
            assert expected in rows(pilot)[-1]
            seen.append("\n".join(part(hexes(pilot).map)))
        assert seen[3] == "\n".join(plain)
        lefts, rights = ([shown.count(sign) for shown in seen] for sign in "[)")
        assert lefts[0] == lefts[1] > lefts[2] == lefts[3]
        assert rights[0] == rights[2] > rights[1] == rights[3]

    perform(player(GAME, RETREAT), script, (160, 50))


def test_ids_numbers_and_outlines_on_request() -> None:
    async def script(pilot: Pilot[None]) -> None:
        board = hexes(pilot).map
        assert "[d3]" not in "\n".join(part(board))
        await pilot.press("u")
        await pilot.pause()
        assert "[d3]" in "\n".join(part(board))
        await pilot.press("number_sign", "m")
        await pilot.pause()
        assert "⠅" in "\n".join(part(board))
        await pilot.press("l")
        await pilot.pause()
        assert "上海" in "\n".join(part(board))

    perform(player(GAME, RETREAT), script, (160, 50))


def test_the_cursor_walks_from_hex_to_hex_and_escape_ends_it() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        for key, place in (
            ("shift+right", "0609"), ("shift+right", "0610"), ("shift+up", "0511"),
            ("shift+left", "0510"), ("shift+down", "0609"),
        ):  # fmt: skip
            await pilot.press(key)
            await pilot.pause()
            assert screen.hexes.cursor == place
        assert "─ 0609 ─" in text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert screen.hexes.cursor == ""
        assert screen.is_current

    perform(player(GAME, RETREAT), script, (160, 50))


@pytest.mark.parametrize("key", ["w", "o", "s", "v", "k", "i"])
def test_a_panel_takes_the_pane_and_leaves_map_and_list(key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        before = part(screen.map), part(screen.list)
        await pilot.press(key)
        await settled(pilot)
        assert (part(screen.map), part(screen.list)) == before
        assert all(cell_len(row) <= 80 for row in rows(pilot))

    perform(player(GAME, DICE), script)


# ---- mouse ----------------------------------------------------------------------------------


def test_a_click_tells_of_a_hex_or_of_a_unit() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        y = next(y for y, row in enumerate(part(screen.map)) if "Suzhou" in row)
        x = part(screen.map)[y].index("Suzhou")
        await pilot.click(screen.map, offset=(x + 2, y))
        await pilot.pause()
        assert screen.hexes.cursor == "0509"
        assert "Suzhou (0509): town, clear, rail, " in text(pilot)
        assert "Under the cursor" in "\n".join(part(screen.score))
        y = next(y for y, row in enumerate(part(screen.map)) if "[3-3]" in row)
        x = part(screen.map)[y].index("[3-3]")
        await pilot.click(screen.map, offset=(x + 1, y))
        await pilot.pause()
        assert re.search(r"\(d(3|11)\): Japan, ", text(pilot))
        await pilot.press("right")
        await pilot.pause()
        assert ": Japan, " not in text(pilot)

    perform(player(GAME, RETREAT), script, (160, 56))


def test_the_pointer_over_a_stack_names_all_its_units() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        pieces = screen.scene.board.pieces
        counts = Counter(piece.place for piece in pieces if piece.place in screen.hexes.places)
        place = next(place for place, n in counts.items() if n > 1)
        before = part(screen.score)
        screen.on_object_hovered(ObjectHovered("area", place))
        seen = "\n".join(part(screen.score))
        assert "Under the cursor" in seen
        for piece in pieces:
            assert (f"({piece.id})" in seen) == (piece.place == place)
        screen.on_object_hovered(ObjectHovered("", ""))
        assert part(screen.score) == before

    perform(player(LIBRARY / "nanjing1937/historical.senpu", 102), script, (160, 50))


def test_the_wheel_scrolls_a_map_that_does_not_fit_and_a_step_brings_the_act_back() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        top = screen.hexes.top
        for _ in range(9):
            wheel = MouseScrollDown(screen.map, 3, 3, 0, -3, 0, False, False, False)
            screen.map.post_message(wheel)
        await pilot.pause()
        assert screen.hexes.top > top
        await pilot.press("left", "right")
        await pilot.pause()
        x, y = screen.hexes._ground(6).geometry.centres[screen.hexes.chart.grid.index["0609"]]
        assert screen.hexes.top < y < screen.hexes.top + screen.map.size.height
        assert screen.hexes.left < x < screen.hexes.left + screen.map.size.width

    perform(player(GAME, RETREAT), script)


# ---- the pane -------------------------------------------------------------------------------


def test_a_fight_names_its_terms_with_their_rules_and_lights_the_die() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        seen = "\n".join(part(screen.panels))
        assert "─ Combat ─" in seen
        assert " 0710   9.2.1 ─" in seen
        assert "[3-3] 3rd Division (d3)" in seen
        assert "9.2.1" in seen
        assert "[2]" not in seen
        screen.go_to(DICE)
        await pilot.pause()
        seen = "\n".join(part(screen.panels))
        assert "[2]" in seen
        assert "column +" in seen

    perform(player(GAME, ATTACK), script, (160, 50))


def test_the_column_is_the_one_that_the_die_was_read_in() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        seen = "\n".join(part(screen.panels))
        assert "column +3" in seen
        assert "Chen Cheng  " in seen
        screen.go_to(LAST)
        await pilot.pause()
        seen = "\n".join(part(screen.panels))
        assert "column +3" in seen
        assert "[4]" in seen

    perform(player(GAME, CHEN), script, (160, 50))


def test_a_step_is_quick() -> None:
    times: list[float] = []

    async def script(pilot: Pilot[None]) -> None:
        screen = hexes(pilot)
        for number in range(1, LAST + 1):
            before = process_time()
            screen.go_to(number)
            for each in screen.list_widgets():
                for y in range(each.size.height):
                    each.render_line(y)
            times.append(process_time() - before)

    perform(player(GAME), script, (160, 50))
    assert median(times) < 0.016
