"""A game with notes, in the viewer."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.logs.marks import Authorship
from senpu.logs.notes import Notes, StoredNote, notes_path
from senpu.logs.notes_file import edit_notes, load_notes
from senpu.logs.record import open_record
from senpu.replay.annotation.annotations import Annotations, add_notes, make_note
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.app import SenpuApp
from senpu.tui.screens import page_stack as pages_screen
from senpu.tui.screens.note_entry import NoteEntry
from senpu.tui.widgets.painting import Row
from tests.tui.recorder import pressed
from tests.tui.stage import player, playing, rows, settled

GAME = """Senpu: 1
Game: 800/bonsai-2021
Rules: 1
Event: Club night

C: x1+c1@D c2+c3+k1@C
J: i1+i2+g1@A i3+i4+g2@B
T1 [J5 C3]
J: i3+i4>D
C: k1*B.g2 [2 3] reroll [6 5] J: g2<A
J: i3*D.c1 [4 4] C: c1<E
C: pass
J: pass
"""
"""1-4 set-up, 5 initiative, 6 a move, 7-11 and 12-14 attacks, 15 and 16 passes."""
ANNA = Authorship("Anna", "2026-11-27T10:00:00Z")
INSIDE = 12
"""The first of the three events of the first variation below."""


def plain_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game without notes; Anna writes."""
    monkeypatch.setenv("SENPU_AUTHOR", "Anna")
    path = folder / "game.senpu"
    path.write_text(GAME, "utf-8")
    return path


def writer(
    path: Path, at: int = 6, ascii_only: bool = False, language: str = "en"
) -> SenpuApp:  # fmt: skip
    """The viewer at an event of a log."""
    pages_screen.STILL = 0.0  # no key is pressed here by mistake
    return player(path, at, language, ascii_only)


def noted_game(folder: Path) -> Path:
    """Write the game with notes of each kind and three variations, one of them nested."""
    path = folder / "game.senpu"
    path.write_text(GAME, "utf-8")
    note(path, 6, "comment", "Bold, and early")
    note(path, 6, "glyph", "!?")
    note(path, 6, "arrow", "B>D")
    note(path, 6, "highlight", "D+E")
    note(path, 6, "bookmark", "The first push")
    note(path, 6, "date", "1937-10-27", "War diary, p. 12")
    note(path, 11, "variation", "J: i3*D.c1 [6 6] C: c1<F")
    note(path, 11, "variation", "J: pass")
    note(path, 1, "variation", "[1 1]", inside="J: i3*D.c1 [6 6] C: c1<F")
    note(path, 2, "comment", "so far away", inside="J: i3*D.c1 [6 6] C: c1<F")
    note(path, 7, "glyph", "??")
    return path


def note(
    path: Path, number: int, kind: str, text: str, source: str = "", inside: str = ""
) -> Annotations:
    """Add a note to a log, or to the variation with the text `inside`."""
    timeline = open_timeline(open_record(path))
    found = make_note(timeline, number, kind, text, ANNA, source)

    def change(notes: Notes) -> Notes:
        bound = Annotations(timeline, notes)
        ident = next((i for i, each in bound.found.items() if each.note.text == inside), "")
        return add_notes(timeline, notes, (found,), bound.find_variation(ident) if inside else None)

    return Annotations(timeline, edit_notes(notes_path(path), change))


def notes_of(path: Path) -> tuple[StoredNote, ...]:
    """Return the notes of a log."""
    return load_notes(notes_path(path)).notes


def list_texts(notes: Iterable[StoredNote]) -> list[tuple[int, str, str]]:
    return [(each.event, each.kind, each.text) for each in notes]


async def wait_until_read(pilot: Pilot[None]) -> list[str]:
    """The screen, once all is there."""
    await settled(pilot)
    await settled(pilot)
    return rows(pilot)


def note_entry(pilot: Pilot[None]) -> NoteEntry:
    return playing(pilot).entry_controller.note_entry


async def type_in(pilot: Pilot[None], text: str) -> None:
    """Type a text into the line that is open, and Enter."""
    line = note_entry(pilot)._line
    assert line is not None
    line.value = text
    await pressed(pilot, "enter")
    await settled(pilot)


async def take(pilot: Pilot[None], words: str) -> None:
    """Go to a line of the notes and take it."""
    entry_controller = note_entry(pilot)
    for at, entry in enumerate(entry_controller.page.entries):
        row = Row(entry_controller.screen.look)
        entry.paint(row, 160)
        if words in row.strip(160).text:
            entry_controller.pick(at)
            await pressed(pilot, "enter")
            return
    raise AssertionError(f"no line says {words}: {chooser_rows(pilot)}")


def chooser_rows(pilot: Pilot[None]) -> list[str]:
    """Return the rows of the chooser of notes."""
    chooser = note_entry(pilot).chooser
    assert chooser is not None
    return [chooser.render_line(y).text.rstrip() for y in range(chooser.size.height)]
