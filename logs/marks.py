"""Notes as parts of an annotated text: comments that begin with `%` (`spec/en/reference/notes.md`).

    {%arrow A>D}   {%highlight D+E}   {%bookmark NAME}   {%date 1904-05-01 SOURCE}
    {%in ja TEXT}       the text of the previous note in another language
    {%translates 1 ja TEXT}   the text of the first comment of the log here in another language
    {%by TIME AUTHOR}   author of the following notes, up to the next `%by`
    {%then}             a variation continues from the previous event
    {%conjecture}       a variation is a possible way through a gap
    {%%...}             a comment that begins with %

The module knows no game and no log.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from senpu.logs.notes import TRANSLATES, NoteError, StoredNote
from senpu.notation.lines import Comment, Glyph, Item, VariationEnd, VariationStart
from senpu.notation.mistakes import cut

MARKS = ("arrow", "highlight", "bookmark", "date")
"""The kinds of note that are written as a comment with their name."""
THEN = Comment("%then")
CONJECTURE = Comment("%conjecture")


class Authorship(NamedTuple):
    """The author and time of notes."""

    author: str = ""
    time: str = ""


class CommentMark(NamedTuple):
    """The meaning of a comment in an annotated text."""

    kind: str
    """The kind of a note, `by`, `in`, `then` or `conjecture`."""
    text: str = ""
    source: str = ""
    """The rest after the first word: the source of a date, or a translation."""


def format_note(note: StoredNote) -> Item:
    """Return a note other than a variation, without translations, as an item of a text."""
    if note.kind == "glyph":
        return Glyph(note.text)
    if note.kind == "comment":
        return Comment(f"%{note.text}" if note.text.startswith("%") else note.text)
    return Comment(f"%{note.kind} {note.text} {note.source}".rstrip(" "))


def format_note_items(note: StoredNote) -> list[Item]:
    """Return a note other than a variation as items of a text, one for each language."""
    translations = [f"{language} {text}" for language, text in note.translations.items()]
    if note.kind == TRANSLATES:
        first: Item = Comment(f"%{TRANSLATES} {note.text} {translations.pop(0)}")
    else:
        first = format_note(note)
    return [first, *(Comment(f"%in {text}") for text in translations)]


def format_authorship(by: Authorship) -> Comment:
    """Return the mark of the author of the following notes; a hyphen is an unknown time."""
    found = (by.time or "-", by.author) if by.author else (by.time,) if by.time else ()
    return Comment(" ".join(("%by", *found)))


def parse_mark(remark: Comment) -> CommentMark:
    """Return the meaning of a comment in an annotated text.

    Raises:
        NoteError: The mark is unknown.
    """
    if not remark.text.startswith("%"):
        return CommentMark("comment", remark.text)
    if remark.text.startswith("%%"):
        return CommentMark("comment", remark.text[1:])
    word, _, rest = remark.text[1:].partition(" ")
    if word in ("date", "in", TRANSLATES):
        text, _, source = rest.partition(" ")
        return CommentMark(word, text, source)
    if word in (*MARKS, "by") or remark in (THEN, CONJECTURE):
        return CommentMark(word, rest)
    raise NoteError("mark", word=cut(word))


def comment_text(remark: Comment) -> str | None:
    """Return the text of a comment of a log for the reader; None for a mark.

    A comment with a `%` that is not a mark is returned unchanged.
    """
    try:
        found = parse_mark(remark)
    except NoteError:
        return remark.text
    return found.text if found.kind == "comment" else None


def parse_authorship(text: str) -> Authorship:
    """Return the author and time from a mark."""
    time, _, author = text.partition(" ")
    return Authorship(author, "" if time == "-" else time)


Segment = tuple[Item, ...]
"""An item of a line, or a variation from its bracket to the closing bracket."""


def split_variations(items: Iterable[Item]) -> Iterator[tuple[int, Segment]]:
    """Yield each segment of a line, with the index of its first item."""
    held: list[Item] = []
    depth = begun = 0
    for index, item in enumerate(items):
        depth += type(item) is VariationStart
        if not depth:
            yield index, (item,)
            continue
        begun = begun if held else index
        held.append(item)
        depth -= type(item) is VariationEnd
        if not depth:
            yield begun, tuple(held)
            held = []
