"""Notes in words and rows, for what is printed of a game: remarks with who wrote them, dates,
bookmarks, marks on the map, and what-if lines with what stands inside them.

Says where a row belongs and what it is, not how it looks: the page and the printed game differ.
Glyphs are no rows: they stand behind their event.
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
from senpu.replay.core.timeline import Line

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


def glyphs(timeline: Line, notes: Annotations | None, number: int) -> list[str]:
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


LEAST = 4
"""Digits of an id that are shown, if they are enough to tell it from the others."""


def listed(
    path: Path, shown: Iterable[Annotation], notes: Annotations, say: Narrator
) -> Iterator[str]:
    """The rows: how many notes there are, then those to be shown, each with those inside it."""
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
        said = f"( {each.branch.text} )"
    elif note.kind:
        said = format_item(item_of(note))
    else:
        said = format_item(Remark(", ".join(note.other)))
    yield f"{margin}{note.event:>5}  {each.ident[:size]}  {said}{by(note)}"
    for inner in each.branch.annotations if each.branch else ():
        yield from _rows(inner, size, f"{margin}    ")


def by(note: Note) -> str:
    """Who wrote it, and when."""
    who = ", ".join(filter(None, (note.author, note.time[:10])))
    return f"  ({who})" if who else ""
