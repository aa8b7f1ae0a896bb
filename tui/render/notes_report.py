"""Notes as rows of a printed game: comments with their authors, dates, bookmarks, marks on the map,
and variations with the notes inside them.

A row has a place and a kind, not a layout: the page and the printed game differ. Glyphs are not
rows; they follow their event.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.marks import item_of
from senpu.logs.notes import Note, walk
from senpu.notation.lines import Remark
from senpu.notation.writer import format_event, format_item
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Annotation, Beside, Branch
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import GameLine

ON = ".."
"""The lead of a row that continues a variation after the notes inside it."""


class NoteRow(NamedTuple):
    """A row with a note, or with a part of a variation."""

    depth: int
    """The number of variations that contain it."""
    lead: str = ""
    """The kind of note, as text; empty for a comment."""
    code: str = ""
    """Notation."""
    text: str = ""
    """The text of the note."""


def glyphs(timeline: GameLine, notes: Annotations | None, number: int) -> list[str]:
    """Return the glyphs of an event: those in the log, then those in the notes."""
    return [*timeline.glyphs.get(number, ()), *(_glyphs(notes, number) if notes else ())]


def _glyphs(beside: Beside, number: int) -> list[str]:
    return [each.note.text for each in beside.notes(number) if each.note.kind == "glyph"]


def note_rows(notes: Annotations | None, number: int, say: Narrator) -> Iterator[NoteRow]:
    """Yield the rows of the notes on an event of the log (0: before the first event)."""
    if notes is not None:
        for each in notes.behind(number):
            yield from _note(each, number, str(number), say, 0)


def _note(
    each: Annotation, number: int, event: str, say: Narrator, depth: int
) -> Iterator[NoteRow]:  # fmt: skip
    note = each.note
    if each.branch is not None:
        goes_on = note.event == number
        lead = say.label("note_continuation") if goes_on else say.label("note_instead", event=event)
        yield from _line(each.branch, lead, say, depth)
    elif note.kind == "remark":
        yield NoteRow(depth, text=signed(note, say))
    elif note.kind in ("arrow", "highlight"):
        yield NoteRow(depth, say.label(f"note_{note.kind}"), note.text)
    elif note.kind == "bookmark":
        yield NoteRow(depth, say.label("note_bookmark"), text=note.text)
    elif note.kind == "date":
        source = say.label("note_source", source=note.source) if note.source else ""
        yield NoteRow(depth, note.text, text=source)


def signed(note: Note, say: Narrator) -> str:
    """Return a comment with its author."""
    if not note.author:
        return note.text
    return say.label("note_signed", text=note.text, author=note.author)


def _line(branch: Branch, lead: str, say: Narrator, depth: int) -> Iterator[NoteRow]:
    """Yield the rows of a variation, divided where a note is inside it."""
    parts: list[str] = []
    if inside := list(_inside(branch, 0, "", say, depth)):
        yield NoteRow(depth, lead)
        yield from inside
        lead = ON
    for letter, entry in branch.lettered():
        event = format_event(entry.event)
        parts += [f"{letter}:"] if letter else []
        parts += [event, *_glyphs(branch, entry.number)]
        if inside := list(_inside(branch, entry.number, event, say, depth)):
            yield NoteRow(depth, lead, " ".join(parts))
            yield from inside
            lead, parts = ON, []
    if parts:
        yield NoteRow(depth, lead, " ".join(parts))


def _inside(
    branch: Branch, number: int, event: str, say: Narrator, depth: int
) -> Iterator[NoteRow]:
    for each in branch.behind(number):
        yield from _note(each, number, event, say, depth + 1)


LEAST = 4
"""The least number of digits of an id that are shown."""


def list_notes(
    path: Path, shown: Iterable[Annotation], notes: Annotations, say: Narrator
) -> Iterator[str]:
    """Yield the number of notes, then a row for each note to show and for the notes inside it."""
    idents = [each.ident for each in walk(notes.file.notes)]
    yield f"{path.name}: {say.label('notes_count', n=len(idents))}"
    size = next(
        size for size in range(LEAST, 17) if len({each[:size] for each in idents}) == len(idents)
    )
    for each in shown:
        yield from _rows(each, size, "")


def _rows(each: Annotation, size: int, margin: str) -> Iterator[str]:
    note = each.note
    if each.branch is not None:
        text = f"( {each.branch.text} )"
    elif note.kind:
        text = format_item(item_of(note))
    else:
        text = format_item(Remark(", ".join(note.other)))
    yield f"{margin}{note.event:>5}  {each.ident[:size]}  {text}{by(note)}"
    for inner in each.branch.annotations if each.branch else ():
        yield from _rows(inner, size, f"{margin}    ")


def by(note: Note) -> str:
    """Return the author and the day of a note, in brackets."""
    who = ", ".join(filter(None, (note.author, note.time[:10])))
    return f"  ({who})" if who else ""
