"""Two logs side by side, from where they part."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from logs.record import open_record
from replay.timeline import Timeline
from tests.tui.stage import CLUB_NIGHT, browsing, library, perform, playing, rows, settled, text
from tests.tui.test_pictures import picture
from tui.app import SenpuApp
from tui.screens.side_by_side import SideBySide


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
    app.both = (Timeline(open_record(one)), Timeline(open_record(other))), (one, other)
    return app


def comparing(pilot: Pilot[None]) -> SideBySide:
    screen = pilot.app.screen
    assert isinstance(screen, SideBySide)
    return screen


def numbers(pilot: Pilot[None]) -> list[int]:
    return [pane.number for pane in comparing(pilot).panes]


def test_both_stand_where_they_part_and_tell_what_each_goes_on_with(copy: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        fork = comparing(pilot).common
        assert fork > 20
        assert numbers(pilot) == [fork, fork]
        assert f"they part after event {fork}" in rows(pilot)[0]
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
    ("end", "lines", "said"),
    [
        ("", 24, "only club-night.senpu goes on after event"),
        ("", 1000, "identical"),
    ],
    ids=["prefix", "identical"],
)
def test_how_they_compare_is_said(tmp_path: Path, end: str, lines: int, said: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert said in rows(pilot)[0]

    copy = copy_of(tmp_path / "copy.senpu", end, lines)
    perform(both(CLUB_NIGHT, copy), script, (120, 24))


def test_enter_opens_the_one_in_front_where_it_stands_and_comes_back(copy: Path) -> None:
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
        assert "one event in the log in front" in text(pilot)

    perform(both(CLUB_NIGHT, copy), script, (120, 40))


def test_two_games_of_the_library_are_marked_and_seen_side_by_side(copy: Path) -> None:
    (copy.parent / "club.senpu").write_bytes(CLUB_NIGHT.read_bytes())

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await pilot.pause()
        assert "beside which other?" in rows(pilot)[-1]
        assert any(row.startswith("▸= ") for row in rows(pilot))
        await pilot.press("c")
        await pilot.pause()
        assert browsing(pilot).marked is None
        await pilot.press("c", "down", "c")
        await settled(pilot)
        assert comparing(pilot).common > 20
        await pilot.press("l", "q")
        await pilot.pause()
        assert "棋譜庫" in rows(pilot)[0]

    perform(library(copy.parent), script, (120, 40))


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("face", ["en", "ja", "ascii"])
def test_pictures(copy: Path, face: str, size: tuple[int, int]) -> None:
    app = both(CLUB_NIGHT, copy, "ja" if face == "ja" else "en", face == "ascii")
    seen = picture(f"side_by_side_{size[0]}x{size[1]}_{face}", app, size, "right")
    if face == "ascii":
        assert all(row.isascii() for row in seen)
