"""Notes to a log: what one may say, in which order they stand, and what names them
(`spec/notes.md`).

Not how they stand in a file (see :mod:`senpu.logs.notes_file`), nor whether they fit a log and what
the rules make of their what-if lines (see `senpu.replay.annotation.annotations`).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace as with_

from senpu.notation.faults import FaultError, NotationError
from senpu.notation.lexer import GLYPHS, PLACE
from senpu.notation.lines import Actor, Close, Glyph, Item, Open, Play, Remark
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut
from senpu.notation.play import play_line
from senpu.notation.writer import format_line


def beside(log: Path) -> Path:
    """The file of notes of a log. By its real name: two names of one log have the same notes."""
    real = log.resolve()
    return real.with_name(f"{real.name.removesuffix('.senpu')}.notes.toml")


def stamp(notes: Path) -> tuple[int, ...]:
    """What is another when a file of notes has become another; empty where none is."""
    try:
        stat = notes.stat()
    except OSError:
        return ()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino


VERSION = 1
KINDS = ("comment", "glyph", "arrow", "highlight", "bookmark", "date", "variation")
"""What a note may be: the keys that say it."""
DEEPEST = 16
"""How many what-if lines may stand inside one another."""

DIGEST = re.compile(r"[0-9a-f]{16}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)
ARROW = re.compile(rf"{PLACE}(?:>{PLACE})+")
HIGHLIGHT = re.compile(rf"{PLACE}(?:\+{PLACE})*")


class NoteError(FaultError):
    """A note is malformed or does not fit the log."""

    def __init__(
        self,
        key: str | Message = "message",
        /,
        fault: str = "noteMalformed",
        hint: str | Message | None = "hint",
        **fields: Any,
    ) -> None:
        super().__init__(fault, key, hint=hint, **fields)


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """One thing said of a game."""

    event: int
    """The number of the event that it is about, 0 for the position before the first; of a what-if
    line the one after which it begins. Inside a what-if line its events are counted."""
    digest: str = ""
    """Of the events up to it; empty inside a what-if line, where they are at hand."""
    kind: str
    """One of KINDS; empty for what a later version may say."""
    text: str = ""
    source: str = ""
    """Who tells a date."""
    author: str = ""
    time: str = ""
    """When it was written, in UTC: `2026-11-27T10:00:00Z`."""
    notes: tuple["Note", ...] = ()
    """Of a what-if line: the notes inside it."""
    other: dict[str, Any] = {}
    """The keys of its entry that this version does not know."""


class Notes(msgspec.Struct, frozen=True):
    """A file of notes."""

    game: str = ""
    """The rule set of the log that they are about."""
    notes: tuple[Note, ...] = ()
    other: dict[str, Any] = {}
    rows: dict[str, int] = {}
    """For a note's id the row of the file where its entry begins, where that is known."""


# ---- what a note may say --------------------------------------------------------------------


def checked(note: Note) -> Note:
    """The note, if it says what its kind may say. Raises NoteError."""
    CHECKS[note.kind](note)
    if note.source and note.kind != "date":
        raise NoteError("source")
    for name, text in (("author", note.author), ("source", note.source)):
        if text:
            _check_name(name, text)
    if note.time:
        _check_time(note.time)
    return note


def _check_text(text: str) -> None:
    """That it can stand in a remark of the notation: on one line, of characters that show."""
    if len(text) < 4096 and text.isascii() and text.isprintable():
        return
    if "\n" in text:
        raise NoteError("lineBreak")
    try:
        format_line(Play((Remark(text),)))
    except NotationError as error:
        raise NoteError(error.message) from None


def _check_name(what: str, text: str) -> None:
    if not text or text != text.strip(" "):
        if text:
            raise NoteError("edges", field=what, text=cut(text))
        raise NoteError("empty", field=what)
    _check_text(text)


def _check_time(time: str) -> None:
    try:
        if not TIME.fullmatch(time):
            raise ValueError
        datetime.fromisoformat(time)
    except ValueError:
        raise NoteError("time", text=cut(time)) from None


def _check_glyph(note: Note) -> None:
    if note.text not in GLYPHS:
        raise NoteError("glyph", text=cut(note.text), glyphs=" ".join(sorted(GLYPHS)))
    if note.event == 0:
        raise NoteError("glyphAtStart")


def _check_arrow(note: Note) -> None:
    if not ARROW.fullmatch(note.text):
        raise NoteError("arrow", text=cut(note.text))


def _check_highlight(note: Note) -> None:
    places = note.text.split("+")
    if not HIGHLIGHT.fullmatch(note.text) or len(set(places)) < len(places):
        raise NoteError("highlight", text=cut(note.text))


def _check_date(note: Note) -> None:
    try:
        if not DATE.fullmatch(note.text):
            raise ValueError
        date.fromisoformat(f"{note.text}-01-01"[:10])
    except ValueError:
        raise NoteError("date", text=cut(note.text)) from None


def _check_variation(note: Note) -> None:
    if not any(type(item) is not Actor for item in line_items(note.text)):
        raise NoteError("lineEmpty")


CHECKS: dict[str, Callable[[Note], None]] = {
    "comment": lambda note: _check_text(note.text),
    "glyph": _check_glyph,
    "arrow": _check_arrow,
    "highlight": _check_highlight,
    "bookmark": lambda note: _check_name("bookmark", note.text),
    "date": _check_date,
    "variation": _check_variation,
    "": lambda _: None,
}


@lru_cache(1024)
def line_items(text: str) -> tuple[Item, ...]:
    """The events of a what-if line and who acts, without what stands around them. Raises
    NoteError.
    """
    play, faults = play_line(1, text)
    if faults:
        raise NoteError("lineError", why=faults[0].message, column=faults[0].column)
    if play.turn is not None or play.tag:
        raise NoteError("lineMarks")
    if any(isinstance(item, Remark | Glyph | Open | Close) for item in play.items):
        raise NoteError("lineNotes")
    return play.items


def length(note: Note) -> int:
    """How many events a what-if line has."""
    return sum(type(item) is not Actor for item in line_items(note.text))


# ---- order and names ------------------------------------------------------------------------


def ordered(notes: Iterable[Note], last: int) -> tuple[Note, ...]:
    """Notes in the order of an annotated text, those at one place as they were given: a what-if
    line stands with the event whose place it takes. `last` is the number of the last event.
    """

    def place(note: Note) -> int:
        return (
            min(note.event + 1, max(last, note.event)) if note.kind == "variation" else note.event
        )

    return tuple(
        with_(note, notes=ordered(note.notes, length(note))) if note.notes else note
        for note in sorted(notes, key=place)
    )


def merged(notes: Iterable[Note], others: Iterable[Note]) -> tuple[Note, ...]:
    """Notes with those of `others` that are not among them; inside a what-if line that stands in
    both likewise. Nothing is taken away or written over.
    """
    result = list(notes)
    left: dict[tuple[object, ...], list[int]] = {}
    for at, note in enumerate(result):
        left.setdefault(_said(note), []).append(at)
    for other in others:
        if alike := left.get(_said(other)):
            at = alike.pop(0)
            result[at] = with_(result[at], notes=merged(result[at].notes, other.notes))
        else:
            result.append(other)
    return tuple(result)


def _said(note: Note) -> tuple[object, ...]:
    """Everything of a note but what stands inside it, and what this version does not know."""
    return (
        note.event, note.digest, note.kind, note.text, note.source, note.author, note.time
    )  # fmt: skip


class Found(NamedTuple):
    """A note of a file, with what names it."""

    ident: str
    note: Note
    inside: str = ""
    """The id of the what-if line that it stands in; empty for the log itself."""


def named(notes: Iterable[Note], inside: str = "") -> Iterator[Found]:
    """Each note with its id, those inside what-if lines left out. An id is made of what the note
    says and where, so that it is the same in every file, and of no event of the log: it gives
    away nothing that a side may not know.
    """
    counts: Counter[tuple[object, ...]] = Counter()
    for note in notes:
        said = (
            inside, note.event, note.kind, note.text, note.source, note.author, note.time
        )  # fmt: skip
        counts[said] += 1
        data = msgspec.json.encode((*said, counts[said]))
        yield Found(sha256(data).hexdigest()[:16], note, inside)


def walk(notes: Iterable[Note], inside: str = "") -> Iterator[Found]:
    """Each note with its id, a what-if line before those inside it."""
    for found in named(notes, inside):
        yield found
        yield from walk(found.note.notes, found.ident)


def find(notes: Iterable[Note], ident: str) -> Found:
    """The note whose id begins so. Raises NoteError if there is none, or more than one."""
    fitting = [each for each in walk(notes) if ident and each.ident.startswith(ident)]
    if len(fitting) != 1:
        if fitting:
            raise NoteError("manyNotes", ident=cut(ident), n=len(fitting))
        raise NoteError("noNote", ident=cut(ident))
    return fitting[0]


def changed(
    notes: Iterable[Note], ident: str, change: Callable[[Note], Note | None], inside: str = ""
) -> tuple[Note, ...]:
    """Notes with the one of that id changed, or taken out."""
    result: list[Note] = []
    for found in named(notes, inside):
        note: Note | None = found.note
        if found.ident == ident:
            note = change(found.note)
        elif found.note.notes:
            inner = changed(found.note.notes, ident, change, found.ident)
            note = with_(found.note, notes=inner)
        if note is not None:
            result.append(note)
    return tuple(result)


def now() -> str:
    """The time, as notes have it."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
