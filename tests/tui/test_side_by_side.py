"""Two logs side by side, from where they part."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.logs.record import open_record
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.screens.side_by_side import SideBySide
from tests.tui.hex_game import hex_log
from tests.tui.noted import note
from tests.tui.stage import (
    CLUB_NIGHT,
    browsing,
    library,
    part,
    perform,
    playing,
    rows,
    settled,
    text,
)
from tests.tui.test_mouse import wheel
from tests.tui.test_pictures import picture


def copy_of(path: Path, end: str, lines: int = 24) -> Path:
    """The club night up to some lines of its game, and then something else."""
    head, _, body = CLUB_NIGHT.read_text("utf-8").partition("\n\n")
    kept = "".join(body.splitlines(keepends=True)[:lines])
    head = head.replace("Club night, round 2", "As it might have been")
    path.write_text(f"{head}\n\n{kept}{end}", "utf-8")
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copy_of(tmp_path / "copy.senpu", "C: pass\n")


def both(one: Path, other: Path, language: str = "en", ascii_only: bool = False) -> SenpuApp:
    app = SenpuApp(language=language, ascii_only=ascii_only)
    app.both = (open_timeline(open_record(one)), open_timeline(open_record(other))), (one, other)
    return app


def comparing(pilot: Pilot[None]) -> SideBySide:
    screen = pilot.app.screen
    assert isinstance(screen, SideBySide)
    return screen


def numbers(pilot: Pilot[None]) -> list[int]:
    return [pane.number for pane in comparing(pilot).panes]


def test_both_are_where_they_part_and_tell_what_each_goes_on_with(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        fork = comparing(pilot).common
        assert fork > 20
        assert numbers(pilot) == [fork, fork]
        assert f"Fork after event {fork}" in rows(pilot)[0]
        nexts = [row for row in rows(pilot) if row.startswith(f"▸{fork + 1:>4}")]
        assert len(nexts) == 1
        assert nexts[0].count(str(fork + 1)) == 2
        assert "C pass" in nexts[0]

    perform(both(CLUB_NIGHT, copy), script, (160, 50))


def test_one_key_moves_both_and_another_one_alone(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        fork = comparing(pilot).common
        await pilot.press("left", "left")
        assert numbers(pilot) == [fork - 2, fork - 2]
        await pilot.press("up")
        assert numbers(pilot) == [fork - 3, fork - 2]
        await pilot.press("tab", "down")
        assert numbers(pilot) == [fork - 3, fork - 1]
        await pilot.press("right")
        assert numbers(pilot) == [fork - 2, fork]
        await pilot.press("home")
        assert numbers(pilot) == [0, 0]
        await pilot.press("right_square_bracket")
        assert len(set(numbers(pilot))) == 1
        await pilot.press("end")
        assert numbers(pilot) == [170, fork + 1]
        await pilot.press("f")
        assert numbers(pilot) == [fork, fork]

    perform(both(CLUB_NIGHT, copy), script, (120, 40))


def test_in_a_narrow_terminal_one_is_in_front_and_the_other_below(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        fork = comparing(pilot).common
        assert rows(pilot)[1].startswith("▸Club night")
        assert rows(pilot)[-4].startswith(" As it might have been")
        assert rows(pilot)[-2].startswith(f"▸{fork + 1:>4} C pass")
        await pilot.press("tab")
        await pilot.pause()
        assert rows(pilot)[1].startswith("▸As it might have been")
        assert rows(pilot)[-4].startswith(" Club night")
        await pilot.click(comparing(pilot).panes[0].title)
        await pilot.pause()
        assert rows(pilot)[1].startswith("▸Club night")

    perform(both(CLUB_NIGHT, copy), script, (80, 24))


@pytest.mark.parametrize(
    ("end", "lines", "message"),
    [
        ("", 24, "Only club-night.senpu continues after event"),
        ("", 1000, "Identical"),
        ("C: c1>Q\n", 24, ", then copy.senpu is invalid"),
    ],
    ids=["prefix", "Identical", "fault"],
)
def test_how_they_compare_is_said(tmp_path: Path, end: str, lines: int, message: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert message in rows(pilot)[0]

    copy = copy_of(tmp_path / "copy.senpu", end, lines)
    perform(both(CLUB_NIGHT, copy), script, (120, 24))


def test_enter_opens_the_one_in_front_at_its_position_and_comes_back(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        fork = comparing(pilot).common
        await pilot.press("right", "tab", "enter")
        await settled(pilot)
        assert playing(pilot).source == copy
        assert playing(pilot).position == fork + 1
        await pilot.press("q")
        await pilot.pause()
        assert numbers(pilot) == [fork + 1, fork + 1]
        await pilot.press("question_mark")
        await pilot.pause()
        assert "step the active log only" in text(pilot)

    perform(both(CLUB_NIGHT, copy), script, (120, 40))


def test_two_games_of_the_library_are_marked_and_seen_side_by_side(copy: Path) -> None:
    (copy.parent / "club.senpu").write_bytes(CLUB_NIGHT.read_bytes())

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await pilot.pause()
        assert "compare with which game?" in rows(pilot)[-1]
        assert any(row.startswith("▸= ") for row in rows(pilot))
        await pilot.press("c")
        await pilot.pause()
        assert browsing(pilot).marked is None
        await pilot.press("c", "down", "c")
        await settled(pilot)
        assert comparing(pilot).common > 20
        await pilot.press("l", "q")
        await pilot.pause()
        assert "ライブラリ" in rows(pilot)[0]

    perform(library(copy.parent), script, (120, 40))


async def clicked(pilot: Pilot[None], pane: int, words: str) -> None:
    """A click on the row of one of the two that has some words."""
    course = comparing(pilot).panes[pane].course
    y = next(y for y, row in enumerate(part(course)) if words in row)
    await pilot.click(course, offset=(part(course)[y].index(words), y))
    await pilot.pause()


def test_a_click_on_a_row_brings_its_log_to_the_front_and_there_alone(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = comparing(pilot)
        fork = screen.common
        await clicked(pilot, 1, "C pass")
        assert (numbers(pilot), screen.front) == ([fork, fork + 1], 1)
        await clicked(pilot, 0, f"{fork - 1} ")
        assert (numbers(pilot), screen.front) == ([fork - 1, fork + 1], 0)
        await clicked(pilot, 1, "End of log")
        assert (numbers(pilot), screen.front) == ([fork - 1, fork + 1], 1)

    perform(both(CLUB_NIGHT, copy), script, (120, 40))


def test_in_a_narrow_terminal_a_click_on_what_comes_next_plays_it(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = comparing(pilot)
        fork = screen.common
        await clicked(pilot, 1, "C pass")
        assert (numbers(pilot), screen.front) == ([fork, fork + 1], 1)
        assert part(screen.panes[1].course)[3].startswith(f"▸  {fork + 1} C pass")

    perform(both(CLUB_NIGHT, copy), script, (80, 24))


def test_the_wheel_scrolls_a_list_and_steps_both_elsewhere(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = comparing(pilot)
        fork, course = screen.common, screen.panes[0].course
        before = part(course)
        for _ in range(30):
            course.post_message(wheel(course, down=True))
        await pilot.pause()
        assert numbers(pilot) == [fork, fork]
        assert any(row.startswith("  126") for row in part(course))
        for _ in range(60):
            course.post_message(wheel(course, down=False))
        await pilot.pause()
        assert any(row.startswith("    1") for row in part(course))
        for down, goal in ((False, fork - 1), (True, fork)):
            screen.panes[0].title.post_message(wheel(screen.panes[0].title, down))
            await pilot.pause()
            assert numbers(pilot) == [goal, goal]
        assert part(course) == before

    perform(both(CLUB_NIGHT, copy), script, (120, 40))


def test_a_click_on_the_map_tells_of_a_unit_until_escape(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        board = comparing(pilot).panes[1].map
        y = next(y for y, row in enumerate(part(board)) if "(c2 " in row)
        await pilot.click(board, offset=(part(board)[y].index("(c2 ") + 1, y))
        await pilot.pause()
        assert "c2: China, 1 of 2 points" in text(pilot)
        assert comparing(pilot).front == 1
        await pilot.press("escape")
        await pilot.pause()
        assert "c2: China" not in text(pilot)
        assert comparing(pilot)

    perform(both(CLUB_NIGHT, copy), script, (160, 40))


LONG = "No one saw it come, " * 9 + "and so it went."


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
def test_what_is_next_to_each_is_seen_with_it(copy: Path, size: tuple[int, int]) -> None:
    for kind, message in (
        ("comment", LONG),
        ("glyph", "?!"),
        ("arrow", "C>E"),
        ("variation", "C: pass"),
    ):
        note(copy, 38, kind, message)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        await pilot.pause()
        pane = comparing(pilot).panes[1]
        seen = part(pane.course)
        assert next(row for row in seen if "38?C c2<G?!" in row).endswith("..")
        assert next(row for row in seen if "39(" in row).endswith("( C: pass )")
        assert '" ?! / No one saw it come' in "\n".join(seen)
        assert "╎" in "\n".join(part(pane.map)) or "╌" in "\n".join(part(pane.map))
        await pilot.press("quotation_mark")
        assert "and so it went." in "\n".join(part(pane.course))
        await pilot.press("quotation_mark", "left")
        assert "╌" not in "\n".join(part(pane.map))
        assert "No one saw it come, No one" not in "\n".join(part(pane.course)[:3])
        assert "╌" not in "\n".join(part(comparing(pilot).panes[0].map))
        note(copy, 38, "bookmark", "So it went")
        comparing(pilot).read_notes()
        await settled(pilot)
        assert "=C c2<G?!" in "\n".join(part(pane.course))

    perform(both(CLUB_NIGHT, copy), script, size)


def test_notes_that_fit_neither_are_reported(copy: Path) -> None:
    sidecar = copy.with_name("copy.notes.toml")
    sidecar.write_text("senpu-notes = \n", "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        assert "1 invalid note" in rows(pilot)[0]

    perform(both(CLUB_NIGHT, copy), script, (120, 24))


def test_on_hexes_the_wheel_scrolls_the_map(tmp_path: Path) -> None:
    log = hex_log(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        board, before = comparing(pilot).panes[0].map, numbers(pilot)
        seen = part(board)
        board.post_message(wheel(board, down=True))
        await pilot.pause()
        assert (part(board) != seen, numbers(pilot)) == (True, before)
        await pilot.click(board, offset=(30, 5))
        await pilot.pause()
        rendered = [row for row in part(comparing(pilot).panes[0].course) if "clear" in row]
        assert rendered
        assert "{" in "\n".join(part(board)) or "▎" in "\n".join(part(board))
        await pilot.press("escape")
        assert "clear" not in "\n".join(part(comparing(pilot).panes[0].course))

    perform(both(log, log), script, (80, 24))


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
def test_pictures(copy: Path, face: str, size: tuple[int, int]) -> None:
    app = both(CLUB_NIGHT, copy, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"side_by_side_{size[0]}x{size[1]}_{face}", app, size, "right")
    if face == "ascii":
        assert all(row.isascii() for row in seen)
