"""Gaps of a log on the screens: the player, the verdict, the library."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.jumping import FIRST, JUMPS
from tests.replay.test_bridges import STATED as BRIDGED
from tests.replay.test_gaps import STATED, state_row
from tests.sealed import MOVES, PLAIN
from tests.tui.recorder import chosen, pressed, recorder, typed
from tests.tui.stage import Size, library, perform, player, rows, settled, text, until

LOG = f"{PLAIN}\n{MOVES}{STATED}C: pass\n"
"""A log with a gap before event 6: another side begins turn 1."""


@pytest.mark.parametrize(
    ("size", "language", "ascii_only", "header", "row"),
    [
        ((160, 50), "en", False, "⋯ 1 gap", "⋯ gap"),
        ((80, 24), "en", True, "_ 1 gap", "_ gap"),
        ((80, 24), "ja", False, "⋯ 空白1か所", "⋯ 空白"),
    ],
)
def test_the_player_and_the_verdict_show_a_gap(
    tmp_path: Path, size: Size, language: str, ascii_only: bool, header: str, row: str
) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(LOG, "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        shown = rows(pilot)
        assert header.split()[0] in shown[0]
        assert any(row in each for each in shown[1:])
        await pilot.press("v")
        await settled(pilot)
        shown = rows(pilot)
        assert header in shown[0]
        assert any(f"{row} 1" in each or f"{row}1" in each for each in shown[2:])

    perform(player(path, 6, language, ascii_only=ascii_only), script, size)


LATER = (
    "Senpu 1 800/bonsai-2021; turn: 2; next: japan place; A: g2; B: i1+i2+i4+g1; D: i3-; "
    "E: c1+c2+c3+k1; F: x1; due: m1+t1+t2+h1; acts: china"
)
"""A position at the start of a turn."""


@pytest.mark.parametrize("size", [(160, 50), (80, 24)])
def test_a_gap_is_on_the_timeline(tmp_path: Path, size: Size) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(f"{PLAIN}\n{MOVES}{state_row(LATER)}J: m1@A\n", "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await until(lambda: any(re.search("▮─.*⋯", row) for row in rows(pilot)))

    perform(player(path, 0), script, size)


def test_the_library_marks_a_log_with_gaps(tmp_path: Path) -> None:
    (tmp_path / "game.senpu").write_text(LOG, "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        shown = rows(pilot)
        assert "⋯ 1 with gaps" in shown[0]
        assert any("⋯ gaps" in each for each in shown)

    perform(library(tmp_path), script, (120, 40))


def test_the_player_lists_ways_through_a_gap_and_notes_the_chosen_one(tmp_path: Path) -> None:
    path, notes = tmp_path / "game.senpu", tmp_path / "game.notes.toml"
    path.write_text(f"{BRIDGED}J: pass\n", "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await pilot.press("G")
        await until(lambda: any("Ways through gap 1" in each for each in rows(pilot)))
        await settled(pilot)
        assert any("▸1 J: i3+i4>D C: pass" in each for each in rows(pilot))
        assert not notes.exists()
        await pilot.press("enter")
        await until(notes.exists)
        await settled(pilot)

    perform(player(path, 6), script, (80, 24))
    assert "conjecture = true" in notes.read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "heading", "change", "lost"),
    [
        ("en", "⋯ Gap 1: turn 2 to turn 4", "- Tankette 2 (t2) was lost", "1 lost"),
        ("ja", "⋯ 空白1：第2ターンから第4ターンまで", "- 軽戦車2（t2）が失われた", "1 除去"),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_the_reading_pane_lists_what_a_gap_must_contain(
    tmp_path: Path, size: Size, language: str, heading: str, change: str, lost: str
) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(JUMPS, "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        shown = rows(pilot)
        assert any("⋯" in each and lost in each for each in shown)
        line = shown[-2] if size == (80, 24) else next(each for each in shown if "┷" in each)
        assert line.count("⋯") == 2
        if size != (80, 24):  # losses are found in idle time
            await until(lambda: any("t2✗" in each for each in rows(pilot)))
        await pilot.press("quotation_mark")
        await settled(pilot)
        opened = rows(pilot)
        assert any(heading in each for each in opened)
        assert any(change in each for each in opened)

    perform(player(path, FIRST, language), script, size)


@pytest.mark.parametrize(
    ("wanted", "shown"), [("t3", "turn 3 is in the gap"), ("t2.end", "6 / 12")]
)
def test_a_turn_is_found_where_it_is_stated(tmp_path: Path, wanted: str, shown: str) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(JUMPS, "utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        keys = ["full_stop" if key == "." else key for key in wanted]
        await pilot.press("g", *keys, "enter")
        await settled(pilot)
        assert shown in text(pilot)

    perform(player(path, FIRST), script, (120, 40))


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_the_legend_explains_a_gap(tmp_path: Path, size: Size) -> None:
    path = tmp_path / "game.senpu"

    async def script(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await pilot.press("k")
        await settled(pilot)
        assert ("⋯ gap: no events" in text(pilot)) == ("%position" in path.read_text("utf-8"))

    for log in (JUMPS, JUMPS.split("%position")[0]):
        path.write_text(log, "utf-8")
        perform(player(path, 1), script, size)


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "The log will state this position"), ("ja", "この局面をログに記載します")],
)
def test_the_page_before_a_stated_position_is_written_names_it(
    tmp_path: Path, language: str, title: str
) -> None:
    path = tmp_path / "game.senpu"
    path.write_text(JUMPS.partition("T1 C:")[0], "utf-8")
    stated = " ".join(JUMPS.split("%position")[1].partition(".\nT4")[0].split())

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, "colon")
        await typed(pilot, stated)
        await pressed(pilot, "enter")
        await settled(pilot)
        assert title in "\n".join(chosen(pilot))

    perform(recorder(path, language), script, (120, 36))
