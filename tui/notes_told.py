"""Notes in words and rows, for what is printed of a game: remarks with who wrote them, dates,
bookmarks, marks on the map, and what-if lines with what stands inside them.

Says where a row belongs and what it is, not how it looks: the page and the printed game differ.
Glyphs are no rows: they stand behind their event.
"""

from collections.abc import Iterator
from typing import NamedTuple

from logs.notes import Note
from notation.writer import format_event
from replay.annotations import Annotations
from replay.branches import Annotation, Beside, Branch
from replay.narration import Narrator
from replay.timeline import Timeline

ON = ".."
"""What a what-if line goes on with behind what was said inside it."""


class Told(NamedTuple):
    """A row that tells a note, or a part of a what-if line."""

    depth: int
    """How many what-if lines it stands in."""
    lead: str = ""
    """What it is, in a word or two."""
    code: str = ""
    """Notation."""
    text: str = ""
    """Somebody's words."""


def glyphs(timeline: Timeline, notes: Annotations | None, number: int) -> list[str]:
    """Every judgement of an event: the log's own, then those beside it."""
    return [*timeline.glyphs.get(number, ()), *(_glyphs(notes, number) if notes else ())]


def _glyphs(beside: Beside, number: int) -> list[str]:
    return [each.note.text for each in beside.notes(number) if each.note.kind == "glyph"]


def told(notes: Annotations | None, number: int, say: Narrator) -> Iterator[Told]:
    """The rows of what stands behind an event of the log (0: before the first)."""
    if notes is not None:
        for each in notes.behind(number):
            yield from _told(each, number, str(number), say, 0)


def _told(
    each: Annotation, number: int, event: str, say: Narrator, depth: int
) -> Iterator[Told]:  # fmt: skip
    note = each.note
    if each.branch is not None:
        goes_on = note.event == number
        lead = say.label("note_going_on") if goes_on else say.label("note_instead", event=event)
        yield from _line(each.branch, lead, say, depth)
    elif note.kind == "remark":
        yield Told(depth, text=signed(note, say))
    elif note.kind in ("arrow", "highlight"):
        yield Told(depth, say.label(f"note_{note.kind}"), note.text)
    elif note.kind == "bookmark":
        yield Told(depth, say.label("note_bookmark"), text=note.text)
    elif note.kind == "date":
        source = say.label("note_source", source=note.source) if note.source else ""
        yield Told(depth, note.text, text=source)


def signed(note: Note, say: Narrator) -> str:
    """A remark with who wrote it."""
    if not note.author:
        return note.text
    return say.label("note_signed", text=note.text, author=note.author)


def _line(branch: Branch, lead: str, say: Narrator, depth: int) -> Iterator[Told]:
    """A what-if line, broken where something stands inside it."""
    parts: list[str] = []
    if inside := list(_inside(branch, 0, "", say, depth)):
        yield Told(depth, lead)
        yield from inside
        lead = ON
    for letter, entry in branch.lettered():
        event = format_event(entry.event)
        parts += [f"{letter}:"] if letter else []
        parts += [event, *_glyphs(branch, entry.number)]
        if inside := list(_inside(branch, entry.number, event, say, depth)):
            yield Told(depth, lead, " ".join(parts))
            yield from inside
            lead, parts = ON, []
    if parts:
        yield Told(depth, lead, " ".join(parts))


def _inside(branch: Branch, number: int, event: str, say: Narrator, depth: int) -> Iterator[Told]:
    for each in branch.behind(number):
        yield from _told(each, number, event, say, depth + 1)
