"""Notes as parts of an annotated text: comments that begin with `%` (`spec/notes.md`).

    {%arrow A>D}   {%highlight D+E}   {%bookmark NAME}   {%date 1904-05-01 SOURCE}
    {%by TIME AUTHOR}   author of the following notes, up to the next `%by`
    {%then}             a variation continues from the previous event
    {%%...}             a comment that begins with %

The module knows no game and no log.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from senpu.logs.notes import Note, NoteError
from senpu.notation.lines import Close, Glyph, Item, Open, Remark
from senpu.notation.mistakes import cut

MARKS = ("arrow", "highlight", "bookmark", "date")
"""The kinds of note that are written as a comment with their name."""
THEN = Remark("%then")


class By(NamedTuple):
    """The author and time of notes."""

    author: str = ""
    time: str = ""


class Said(NamedTuple):
    """The meaning of a comment in an annotated text."""

    kind: str
    """The kind of a note, `by` or `then`."""
    text: str = ""
    source: str = ""


def item_of(note: Note) -> Item:
    """Return a note other than a variation as an item of an annotated text."""
    if note.kind == "glyph":
        return Glyph(note.text)
    if note.kind == "comment":
        return Remark(f"%{note.text}" if note.text.startswith("%") else note.text)
    return Remark(f"%{note.kind} {note.text} {note.source}".rstrip(" "))


def item_by(by: By) -> Remark:
    """Return the mark of the author of the following notes; a hyphen is an unknown time."""
    found = (by.time or "-", by.author) if by.author else (by.time,) if by.time else ()
    return Remark(" ".join(("%by", *found)))


def said_in(remark: Remark) -> Said:
    """Return the meaning of a comment in an annotated text.

    Raises:
        NoteError: The mark is unknown.
    """
    if not remark.text.startswith("%"):
        return Said("comment", remark.text)
    if remark.text.startswith("%%"):
        return Said("comment", remark.text[1:])
    word, _, rest = remark.text[1:].partition(" ")
    if word == "date":
        text, _, source = rest.partition(" ")
        return Said(word, text, source)
    if word in (*MARKS, "by") or remark == THEN:
        return Said(word, rest)
    raise NoteError("mark", word=cut(word))


def plain(remark: Remark) -> str | None:
    """Return the text of a comment of a log for the reader; None for a mark.

    A comment with a `%` that is not a mark is returned unchanged.
    """
    try:
        found = said_in(remark)
    except NoteError:
        return remark.text
    return found.text if found.kind == "comment" else None


def read_by(text: str) -> By:
    """Return the author and time from a mark."""
    time, _, author = text.partition(" ")
    return By(author, "" if time == "-" else time)


Segment = tuple[Item, ...]
"""An item of a line, or a variation from its bracket to the closing bracket."""


def segments(items: Iterable[Item]) -> Iterator[tuple[int, Segment]]:
    """Yield each segment of a line, with the index of its first item."""
    held: list[Item] = []
    depth = begun = 0
    for index, item in enumerate(items):
        depth += type(item) is Open
        if not depth:
            yield index, (item,)
            continue
        begun = begun if held else index
        held.append(item)
        depth -= type(item) is Close
        if not depth:
            yield begun, tuple(held)
            held = []
