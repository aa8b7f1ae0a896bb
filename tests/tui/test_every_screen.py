"""Every screen at sizes from 1x1 to 400x120.

No screen crashes or writes past its edge, and all return to their first state.
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from senpu.logs.record import LIBRARY
from senpu.replay.openings.repertoire import edit_repertoire
from senpu.tui.app import SenpuApp
from senpu.tui.drill_schedule import noon
from senpu.tui.jobs.drill import DrillRequest, open_drill
from senpu.tui.screens.drill import DrillPage
from senpu.tui.screens.file_access import copy_log_text
from senpu.tui.user_files import RepertoireFiles
from tests.openings.shelves import build
from tests.openings.test_repertoire import CHINA, RULES, choose
from tests.tui import pairs
from tests.tui.recorder import pressed
from tests.tui.stage import CLUB_NIGHT, STUDY, library, perform, player, rows, study
from tests.tui.test_data_entry import make_form as data_entry
from tests.tui.test_side_by_side import both, copy_of

SIZES = [(40, 12), (12, 4), (120, 40), (400, 120)]
TINY = [(80, 3), (20, 5), (20, 2), (7, 3), (1, 1)]
KEYS = ("pagedown", "pageup", "end", "up", "home", "down")
FIRST = (80, 24)


def make_log(rule_set: str, at: int, language: str = "en") -> Callable[[Path], SenpuApp]:
    return lambda _: player(LIBRARY / rule_set / "learn.senpu", at, language)


def make_copy(rule_set: str, at: int) -> Callable[[Path], SenpuApp]:
    """Return a maker of a player at the end of a copy of a log up to an event."""

    def make(folder: Path) -> SenpuApp:
        path = folder / "copy.senpu"
        path.write_text(copy_log_text(LIBRARY / rule_set / "learn.senpu", at), "utf-8")
        return player(path, "end")

    return make


def make_history(rule_set: str) -> Callable[[Path], SenpuApp]:
    return lambda _: player(LIBRARY / rule_set / "historical.senpu", 19)


def make_pair(folder: Path) -> SenpuApp:
    return both(CLUB_NIGHT, copy_of(folder / "copy.senpu", "C: pass\n"))


def make_signed_pair(folder: Path) -> SenpuApp:
    one, other = pairs.write_copies(folder, anna=pairs.make_anna(), bo=pairs.make_bo())
    return both(one, other)


def make_tampered_pair(folder: Path) -> SenpuApp:
    texts = {"anna": pairs.make_anna(), "tampered": pairs.make_tampered()}
    one, other = pairs.write_copies(folder, **texts)
    return both(one, other)


def list_copies(folder: Path) -> SenpuApp:
    make_signed_pair(folder)
    make_tampered_pair(folder)
    return shelf(folder)


def shelf(folder: Path) -> SenpuApp:
    (folder / "club.senpu").write_bytes(CLUB_NIGHT.read_bytes())
    return library(folder)


def noted(folder: Path) -> SenpuApp:
    return player(copy_of(folder / "copy.senpu", "C: pass\n"))


def with_book(folder: Path) -> SenpuApp:
    app = noted(folder)
    app.book = folder / "b.sqlite"
    build(app.book, folder)
    return app


def with_repertoire(folder: Path) -> SenpuApp:
    """Return an app with a book whose set-up of China is in a repertoire."""
    app = with_book(folder)
    app.repertoires = RepertoireFiles(folder / "r.toml")
    edit_repertoire(folder / "r.toml", RULES, lambda _: choose(answer=CHINA, comment="Hold."))
    return app


def make_drill(folder: Path) -> SenpuApp:
    app = with_repertoire(folder)
    asked = DrillRequest(folder / "r.toml", noon(date(2026, 11, 27)), None)
    app.first_screen = partial(DrillPage, opened=open_drill(asked))
    return app


def make_study(_: Path) -> SenpuApp:
    return study(STUDY)


def make_form(rule_set: str, language: str = "en") -> Callable[[Path], SenpuApp]:
    return lambda folder: data_entry(folder, language, rule_set)


SCREENS: dict[str, tuple[Callable[[Path], SenpuApp], str]] = {
    "areas": (make_log("800", 30), ""),
    "tall areas": (make_log("incident1932", 40, "ja"), "w"),
    "hexes": (make_log("nanjing1937", 24, "ja"), ""),
    "hexes with cards": (make_log("russojapanese", 60), "w"),
    "recording": (lambda folder: make_pair(folder) and player(folder / "copy.senpu", "end"), "a"),
    "two logs": (make_pair, "right tab"),
    "verdict": (make_log("800", 30), "v"),
    "library": (shelf, ""),
    "preview and filter": (shelf, "p slash w o n colon"),
    "new game": (shelf, "n"),
    "help": (shelf, "question_mark"),
    "commands": (make_log("800", 30), "ctrl+p"),
    "themes": (shelf, "ctrl+p t h e m e enter"),
    "note": (noted, "j"),
    "comment": (noted, "apostrophe"),
    "search": (noted, "slash"),
    "typing": (noted, "end a colon"),
    "openings": (with_book, "O"),
    "games of an opening": (with_book, "O tab"),
    "openings without a book": (shelf, "O"),
    "openings with a repertoire": (with_repertoire, "O left a"),
    "positions without an answer": (with_repertoire, "O g"),
    "drill": (make_drill, ""),
    "question of a drill": (make_drill, "enter"),
    "answer of a drill": (make_drill, "enter x enter"),
    "recording on hexes": (make_copy("nanjing1937", 100), "a down"),
    "targets on hexes": (make_copy("russojapanese", 60), "a enter down"),
    "recording on tall areas": (make_copy("incident1932", 30), "a enter"),
    "set-up of areas": (make_copy("800", 0), "a space"),
    "every panel of areas": (make_log("800", 38), "w o v s quotation_mark"),
    "odds on hexes": (make_log("nanjing1937", 30), "w"),
    "legend of hexes": (make_log("nanjing1937", 30), "k"),
    "bright numbers": (make_log("nanjing1937", 30), "number_sign z"),
    "outlines": (make_log("russojapanese", 30), "m c"),
    "unit ids": (make_log("russojapanese", 40), "u"),
    "register of areas": (make_log("800", 30), "m"),
    "verdict on hexes": (make_log("nanjing1937", 10), "v"),
    "history": (make_history("incident1932"), "quotation_mark"),
    "guided entry": (make_form("800/bonsai-2021"), "a enter"),
    "guided entry on hexes": (make_form("russojapanese", "ja"), "a enter slash r a i l enter"),
    "history on hexes": (make_history("nanjing1937"), ""),
    "legal events": (make_log("nanjing1937", 40), "o"),
    "name of a side": (shelf, "n end up up up up up up enter"),
    "two signed logs": (make_signed_pair, "d"),
    "an invalid log and its copy": (make_tampered_pair, ""),
    "copies of a game": (list_copies, "down down"),
    "editor": (make_log("800", 30), "A"),
    "editor on hexes": (make_log("nanjing1937", 40), "A tab"),
    "a fault in the editor": (make_log("800", 30), "A enter J tab"),
    "a place in the editor": (make_log("russojapanese", 40, "ja"), "A enter 1 2"),
    "fields in the editor": (make_log("russojapanese", 40), "A tab 8 enter space"),
    "a decision in the editor": (make_log("incident1932", 40, "ja"), "A tab down enter"),
    "review": (make_log("800", 30), "R down"),
    "review on hexes": (make_log("russojapanese", 60, "ja"), "R tab"),
    "marks of a review": (make_log("incident1932", 40, "ja"), "R q percent_sign"),
    "candidates": (make_log("800", 38), "percent_sign C"),
    "study": (make_study, "down"),
    "studies": (lambda _: library(LIBRARY / "800"), "S"),
    "chapter": (make_study, "enter tab"),
    "leaving the editor": (make_log("nanjing1937", 40), "A delete enter escape"),
}


def mark_slow(*quick: str) -> list[object]:
    """Return all screens as parameters; only the named ones are quick."""
    return [pytest.param(each, marks=[] if each in quick else pytest.mark.slow) for each in SCREENS]


@pytest.mark.parametrize("screen", mark_slow(*list(SCREENS)[:11]))
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


@pytest.mark.parametrize("screen", mark_slow("commands"))
def test_a_screen_in_a_tiny_terminal(screen: str, tmp_path: Path) -> None:
    """Its keys do nothing that ends the program, also where it has no room at all."""
    make, keys = SCREENS[screen]

    async def script(pilot: Pilot[None]) -> None:
        await pressed(pilot, *keys.split())
        for size in TINY:
            await pilot.resize_terminal(*size)
            await pressed(pilot, *KEYS)
            seen = rows(pilot)
            assert len(seen) == size[1]
            assert all(cell_len(row) <= size[0] for row in seen)

    perform(make(tmp_path), script, (80, 3))
