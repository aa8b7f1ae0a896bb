"""Gaps of a log on the screens: the player, the verdict, the library."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.replay.test_bridges import STATED as BRIDGED
from tests.replay.test_gaps import STATED, state_row
from tests.sealed import MOVES, PLAIN
from tests.tui.stage import Size, library, perform, player, rows, settled, until

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
