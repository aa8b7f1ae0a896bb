"""Notes as parts of an annotated text: what the notation has no sign for stands in remarks that
begin with `%` (`spec/notes.md`).

    {%arrow A>D}   {%highlight D+E}   {%bookmark NAME}   {%date 1904-05-01 SOURCE}
    {%by TIME AUTHOR}   who wrote what follows, up to the next of its kind
    {%then}             a what-if line goes on from the event before it
    {%%...}             a remark that begins with %

Knows no game and no log.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from senpu.logs.notes import Note, NoteError
from senpu.notation.lines import Close, Glyph, Item, Open, Remark
from senpu.notation.mistakes import cut

MARKS = ("arrow", "highlight", "bookmark", "date")
"""The kinds of note that stand in a remark with their name."""
THEN = Remark("%then")


class By(NamedTuple):
    """Who wrote notes, and when."""

    author: str = ""
    time: str = ""


class Said(NamedTuple):
    """A remark of an annotated text, as what it is."""

    kind: str
    """That of a note, `by` or `then`."""
    text: str = ""
    source: str = ""


def item_of(note: Note) -> Item:
    """A note other than a what-if line, as it stands in an annotated text."""
    if note.kind == "glyph":
        return Glyph(note.text)
    if note.kind == "comment":
        return Remark(f"%{note.text}" if note.text.startswith("%") else note.text)
    return Remark(f"%{note.kind} {note.text} {note.source}".rstrip(" "))


def item_by(by: By) -> Remark:
    """The mark of who wrote what follows; a hyphen stands for a time that is not known."""
    said = (by.time or "-", by.author) if by.author else (by.time,) if by.time else ()
    return Remark(" ".join(("%by", *said)))


def said_in(remark: Remark) -> Said:
    """What a remark of an annotated text says. Raises NoteError for a mark that is unknown."""
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
    """What a remark of a log says to whoever reads the log; nothing for a mark. One with a `%` that
    is no mark is read as it stands.
    """
    try:
        said = said_in(remark)
    except NoteError:
        return remark.text
    return said.text if said.kind == "comment" else None


def read_by(text: str) -> By:
    """Who wrote what follows, from its mark."""
    time, _, author = text.partition(" ")
    return By(author, "" if time == "-" else time)


Segment = tuple[Item, ...]
"""One item of a line, or a what-if line from its bracket to the closing one."""


def segments(items: Iterable[Item]) -> Iterator[tuple[int, Segment]]:
    """The items of a line with what-if lines whole, and at which item each begins."""
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
