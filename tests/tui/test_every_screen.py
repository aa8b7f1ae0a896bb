"""Every screen at sizes from 12x4 to 400x120.

No screen crashes or writes past its edge, and all return to their first state.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from senpu.tui.app import SenpuApp
from tests.tui.stage import CLUB_NIGHT, library, perform, player, rows
from tests.tui.test_side_by_side import both, copy_of

SIZES = [(40, 12), (12, 4), (60, 20), (120, 40), (160, 50), (400, 120)]
FIRST = (80, 24)


def make_log(rule_set: str, at: int, language: str = "en") -> Callable[[Path], SenpuApp]:
    return lambda _: player(LIBRARY / rule_set / "learn.senpu", at, language)


def make_pair(folder: Path) -> SenpuApp:
    return both(CLUB_NIGHT, copy_of(folder / "copy.senpu", "C: pass\n"))


def shelf(folder: Path) -> SenpuApp:
    (folder / "club.senpu").write_bytes(CLUB_NIGHT.read_bytes())
    return library(folder)


SCREENS: dict[str, tuple[Callable[[Path], SenpuApp], str]] = {
    "areas": (make_log("800", 30), ""),
    "tall areas": (make_log("incident1932", 40, "ja"), "w"),
    "hexes": (make_log("nanjing1937", 24, "ja"), ""),
    "hexes with cards": (make_log("russojapanese", 60), "w"),
    "recording": (lambda folder: make_pair(folder) and player(folder / "copy.senpu", "end"), "a"),
    "two logs": (make_pair, "right tab"),
    "library": (shelf, ""),
    "preview and filter": (shelf, "p slash w o n colon"),
    "new game": (shelf, "n"),
    "help": (shelf, "question_mark"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_at_every_size(screen: str, tmp_path: Path) -> None:
    make, keys = SCREENS[screen]

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys.split())
        await pilot.pause()
        before = rows(pilot)
        for size in (*SIZES, FIRST):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            seen = rows(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)
            assert seen[0]
        assert (seen[0], seen[-1]) == (before[0], before[-1])

    perform(make(tmp_path), script, FIRST)
