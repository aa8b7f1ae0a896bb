"""Notes as rows of a game report.

Comments with their authors, dates, bookmarks, marks on the map, and variations with the notes
inside them. A row has a place and a kind, not a layout: page and report differ. Glyphs are not
rows; they follow their event.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.marks import CONJECTURE, format_note, format_note_items
from senpu.logs.notes import TRANSLATES, StoredNote, walk_notes
from senpu.notation.lines import Comment
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event, format_item
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Annotation, Branch, PlacedNotes
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import GameLine
from senpu.tui.render.text_layout import add_label, get_text

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


def format_glyphs(timeline: GameLine, notes: Annotations | None, number: int) -> list[str]:
    """Return the glyphs of an event: those in the log, then those in the notes."""
    return [*timeline.glyphs.get(number, ()), *(_list_glyphs(notes, number) if notes else ())]


def _list_glyphs(source: PlacedNotes, number: int) -> list[str]:
    return [each.note.text for each in source.find_notes(number) if each.note.kind == "glyph"]


def list_note_rows(notes: Annotations | None, number: int, narrator: Narrator) -> Iterator[NoteRow]:
    """Yield the rows of the notes on an event of the log (0: before the first event)."""
    if notes is not None:
        for each in notes.list_following(number):
            yield from _make_rows(each, number, str(number), narrator, 0)


def _make_rows(
    each: Annotation, number: int, event: str, narrator: Narrator, depth: int
) -> Iterator[NoteRow]:  # fmt: skip
    note = each.note.in_language(narrator.language)
    if each.branch is not None:
        lead = narrator.label("note_instead", event=event)
        if note.conjecture:
            lead = narrator.label("note_conjecture", event=event)
        elif note.event == number:
            lead = narrator.label("note_continuation")
        yield from _format_variation(each.branch, lead, narrator, depth)
    elif note.kind == "comment":
        yield NoteRow(depth, text=add_author(note, narrator))
    elif note.kind in ("arrow", "highlight"):
        yield NoteRow(depth, narrator.label(f"note_{note.kind}"), note.text)
    elif note.kind == "bookmark":
        yield NoteRow(depth, narrator.label("note_bookmark"), text=note.text)
    elif note.kind == "date":
        source = narrator.label("note_source", source=note.source) if note.source else ""
        yield NoteRow(depth, note.text, text=source)


def describe_places(note: StoredNote, narrator: Narrator) -> str:
    """Return the places of an arrow or highlight with their names: `Wusong (0513) to 0612`."""
    sign, word = (">", "arrow_to") if note.kind == "arrow" else ("+", "and")
    names = map(narrator.place, note.text.split(sign))
    return get_text(narrator.language, word).join(names)


def add_author(note: StoredNote, narrator: Narrator) -> str:
    """Return a comment with its author."""
    if not note.author:
        return note.text
    return narrator.label("note_signed", text=note.text, author=note.author)


def _format_variation(
    branch: Branch, lead: str, narrator: Narrator, depth: int
) -> Iterator[NoteRow]:
    """Yield the rows of a variation, divided where a note is inside it."""
    parts: list[str] = []
    if inside := list(_list_inner_rows(branch, 0, "", narrator, depth)):
        yield NoteRow(depth, lead)
        yield from inside
        lead = ON
    for letter, entry in branch.list_with_letters():
        event = format_event(entry.event)
        parts += [f"{letter}:"] if letter else []
        parts += [event, *_list_glyphs(branch, entry.number)]
        if inside := list(_list_inner_rows(branch, entry.number, event, narrator, depth)):
            yield NoteRow(depth, lead, " ".join(parts))
            yield from inside
            lead, parts = ON, []
    if parts:
        yield NoteRow(depth, lead, " ".join(parts))


def _list_inner_rows(
    branch: Branch, number: int, event: str, narrator: Narrator, depth: int
) -> Iterator[NoteRow]:
    for each in branch.list_following(number):
        yield from _make_rows(each, number, event, narrator, depth + 1)


LEAST = 4
"""The least number of digits of an id that are shown."""


def render_notes(
    path: Path, shown: Iterable[Annotation], notes: Annotations, narrator: Narrator
) -> Iterator[str]:
    """Yield the number of notes, then a row for each note to show and for the notes inside it."""
    idents = [each.ident for each in walk_notes(notes.file.notes)]
    count = narrator.label("notes_count", n=len(idents))
    yield add_label(narrator.language, make_printable(path.name), count)
    size = next(
        size for size in range(LEAST, 17) if len({each[:size] for each in idents}) == len(idents)
    )
    for each in shown:
        yield from _render_rows(each, size, "", narrator.language)


def _render_rows(each: Annotation, size: int, margin: str, language: str) -> Iterator[str]:
    note = each.note.in_language(language)
    if each.branch is not None:
        mark = f"{format_item(CONJECTURE)} " if note.conjecture else ""
        text = f"( {mark}{each.branch.text} )"
    elif note.kind == TRANSLATES:
        text = " ".join(map(format_item, format_note_items(note)))
    elif note.kind:
        text = format_item(format_note(note))
    else:
        text = format_item(Comment(", ".join(note.other)))
    yield f"{margin}{note.event:>5}  {each.ident[:size]}  {text}{format_author(note)}"
    for inner in each.branch.annotations if each.branch else ():
        yield from _render_rows(inner, size, f"{margin}    ", language)


def format_author(note: StoredNote) -> str:
    """Return the author and the day of a note, in brackets."""
    who = ", ".join(filter(None, (note.author, note.time[:10])))
    return f"  ({who})" if who else ""
