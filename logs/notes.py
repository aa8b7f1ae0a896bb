"""Notes on a log: their content, order and ids (`spec/en/reference/notes.md`).

For the file of notes see :mod:`senpu.logs.notes_file`. Whether notes fit a log and whether
their variations are legal is checked in `senpu.replay.annotation.annotations`.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace as with_

from senpu.logs.dates import find_historical_date_error
from senpu.notation.faults import FaultError, NotationError
from senpu.notation.lexer import GLYPHS, PLACE
from senpu.notation.lines import Actor, Comment, Glyph, Item, Play, VariationEnd, VariationStart
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut
from senpu.notation.play import parse_line
from senpu.notation.writer import format_line


def notes_path(log: Path) -> Path:
    """Return the notes file of a log, by its real name: all names of a log share the notes."""
    real = Path(os.path.realpath(log))
    return real.with_name(f"{real.name.removesuffix('.senpu')}.notes.toml")


def file_stamp(notes: Path) -> tuple[int, ...]:
    """Return a value that changes when a notes file changes; empty if there is no file."""
    try:
        stat = notes.stat()
    except OSError:
        return ()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino


VERSION = 1
KINDS = (
    "comment", "glyph", "arrow", "highlight", "bookmark", "date", "variation", "translates"
)  # fmt: skip
"""The kinds of notes: the keys of their texts."""
TRANSLATES = "translates"
"""The kind of an entry with translations of a comment in the log; its text is the number of the
comment after the event, from 1."""
TRANSLATED = ("comment", "bookmark", "date", TRANSLATES)
"""The kinds with translations: of the text, or of the source of a date."""
DEEPEST = 16
"""Maximum depth of variations inside variations."""

DIGEST = re.compile(r"[0-9a-f]{16}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[0-9A-Za-z]{2,8})*")
"""A language tag: `ja`, `pt-BR`."""
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


class StoredNote(msgspec.Struct, frozen=True, kw_only=True):
    """A note on a game."""

    event: int
    """The number of the event, 0 for the position before the first event.

    A variation begins after this event. Inside a variation, the events of the variation count.
    """
    digest: str = ""
    """Digest of the events up to the note; empty inside a variation, which has the events."""
    kind: str
    """The kind of KINDS; empty for a kind of a later version."""
    text: str = ""
    source: str = ""
    """The source of a date."""
    author: str = ""
    time: str = ""
    """The time of writing, in UTC: `2026-11-27T10:00:00Z`."""
    notes: tuple["StoredNote", ...] = ()
    """The notes inside a variation."""
    conjecture: bool = False
    """True for a variation that is a possible way through the gap after `event`."""
    translations: dict[str, str] = {}
    """The text, or the source of a date, by language tag."""
    other: dict[str, Any] = {}
    """The unknown keys of the entry."""

    def in_language(self, language: str) -> "StoredNote":
        """Return the note with its text, or the source of a date, in a language if it has one."""
        found = self.translations.get(language)
        if found is None or self.kind == TRANSLATES:
            return self
        return with_(self, source=found) if self.kind == "date" else with_(self, text=found)


class Notes(msgspec.Struct, frozen=True):
    """A file of notes."""

    game: str = ""
    """The rule set of the log."""
    notes: tuple[StoredNote, ...] = ()
    other: dict[str, Any] = {}
    rows: dict[str, int] = {}
    """The row of the file at which the entry of a note id begins, if known."""


# ---- content ---------------------------------------------------------------------------------


def check_note(note: StoredNote) -> StoredNote:
    """Return the note, if its content is valid for its kind.

    Raises:
        NoteError: The content is invalid.
    """
    CHECKS[note.kind](note)
    if note.source and note.kind != "date":
        raise NoteError("source")
    for name, text in (("author", note.author), ("source", note.source)):
        if text:
            _check_name(name, text)
    if note.time:
        _check_time(note.time)
    if note.conjecture and note.kind != "variation":
        raise NoteError("conjectureKind")
    if note.translations:
        _check_translations(note)
    return note


def _check_translations(note: StoredNote) -> None:
    if note.kind not in TRANSLATED or (note.kind == "date" and not note.source):
        raise NoteError("translatedKind")
    for language, text in note.translations.items():
        if not LANGUAGE.fullmatch(language):
            raise NoteError("language", text=cut(language))
        _check_name(f"translations.{language}", text)


def _check_text(text: str) -> None:
    """Check that a text can be a comment of the notation: one line of visible characters."""
    if len(text) < 4096 and text.isascii() and text.isprintable():
        return
    if "\n" in text:
        raise NoteError("lineBreak")
    try:
        format_line(Play((Comment(text),)))
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


def _check_glyph(note: StoredNote) -> None:
    if note.text not in GLYPHS:
        raise NoteError(
            "glyph", text=cut(note.text), glyphs=tuple(f"`{each}`" for each in sorted(GLYPHS))
        )
    if note.event == 0:
        raise NoteError("glyphAtStart")


def _check_arrow(note: StoredNote) -> None:
    if not ARROW.fullmatch(note.text):
        raise NoteError("arrow", text=cut(note.text))


def _check_highlight(note: StoredNote) -> None:
    places = note.text.split("+")
    if not HIGHLIGHT.fullmatch(note.text) or len(set(places)) < len(places):
        raise NoteError("highlight", text=cut(note.text))


def _check_date(note: StoredNote) -> None:
    if (error := find_historical_date_error(note.text)) is not None:
        raise NoteError("date", text=cut(note.text), why=error)


def _check_variation(note: StoredNote) -> None:
    if not any(type(item) is not Actor for item in variation_items(note.text)):
        raise NoteError("lineEmpty")


def _check_translates(note: StoredNote) -> None:
    if not re.fullmatch("[1-9][0-9]{0,8}", note.text):
        raise NoteError("translates", text=cut(note.text))
    if not note.translations:
        raise NoteError("noTranslation")


CHECKS: dict[str, Callable[[StoredNote], None]] = {
    "comment": lambda note: _check_text(note.text),
    "glyph": _check_glyph,
    "arrow": _check_arrow,
    "highlight": _check_highlight,
    "bookmark": lambda note: _check_name("bookmark", note.text),
    "date": _check_date,
    "variation": _check_variation,
    TRANSLATES: _check_translates,
    "": lambda _: None,
}


@lru_cache(1024)
def variation_items(text: str) -> tuple[Item, ...]:
    """Return the events and actors of a variation.

    Raises:
        NoteError: The variation is malformed.
    """
    play, faults = parse_line(1, text)
    if faults:
        raise NoteError("lineError", why=faults[0].message, column=faults[0].column)
    if play.turn is not None or play.tag:
        raise NoteError("lineMarks")
    if any(
        isinstance(item, Comment | Glyph | VariationStart | VariationEnd) for item in play.items
    ):
        raise NoteError("lineNotes")
    return play.items


def variation_length(note: StoredNote) -> int:
    """Return the number of events of a variation."""
    return sum(type(item) is not Actor for item in variation_items(note.text))


# ---- order and ids ---------------------------------------------------------------------------


def sort_notes(notes: Iterable[StoredNote], last: int) -> tuple[StoredNote, ...]:
    """Return notes in the order of an annotated text; the order in one place is unchanged.

    A variation is written after the event that it replaces. `last` is the number of the last event.
    """

    def place(note: StoredNote) -> int:
        return (
            min(note.event + 1, max(last, note.event)) if note.kind == "variation" else note.event
        )

    return tuple(
        with_(note, notes=sort_notes(note.notes, variation_length(note))) if note.notes else note
        for note in sorted(notes, key=place)
    )


def merge_notes(
    notes: Iterable[StoredNote], others: Iterable[StoredNote]
) -> tuple[StoredNote, ...]:
    """Return notes with the notes of `others` that they lack, also inside equal variations.

    No note is removed, and no text changed: a note gets only the translations that it lacks.
    """
    result = list(notes)
    left: dict[tuple[object, ...], list[int]] = {}
    for at, note in enumerate(result):
        left.setdefault(_note_content(note), []).append(at)
    for other in others:
        if same := left.get(_note_content(other)):
            at = same.pop(0)
            result[at] = with_(
                result[at],
                notes=merge_notes(result[at].notes, other.notes),
                translations={**other.translations, **result[at].translations},
            )
        else:
            result.append(other)
    return tuple(result)


def _note_content(note: StoredNote) -> tuple[object, ...]:
    """Return the content of a note without inner notes, translations and unknown keys."""
    return (
        note.event, note.digest, note.kind, note.text, note.source, note.author, note.time,
        note.conjecture,
    )  # fmt: skip


class IdentifiedNote(NamedTuple):
    """A note of a file, with its id."""

    ident: str
    note: StoredNote
    inside: str = ""
    """The id of the variation that contains it; empty for the log itself."""


def identify_notes(notes: Iterable[StoredNote], inside: str = "") -> Iterator[IdentifiedNote]:
    """Yield each note with its id, without the notes inside variations.

    An id is made of the content and the place of the note, so it is the same in every file and
    for every language. It does not depend on the events of the log, so it reveals nothing that is
    hidden from a side.
    """
    counts: Counter[tuple[object, ...]] = Counter()
    for note in notes:
        content: tuple[object, ...] = (
            inside, note.event, note.kind, note.text, note.source, note.author, note.time,
            *(("conjecture",) if note.conjecture else ()),
        )  # fmt: skip
        counts[content] += 1
        data = msgspec.json.encode((*content, counts[content]))
        yield IdentifiedNote(sha256(data).hexdigest()[:16], note, inside)


def walk_notes(notes: Iterable[StoredNote], inside: str = "") -> Iterator[IdentifiedNote]:
    """Yield each note with its id, a variation before the notes inside it."""
    for found in identify_notes(notes, inside):
        yield found
        yield from walk_notes(found.note.notes, found.ident)


def find_note(notes: Iterable[StoredNote], ident: str) -> IdentifiedNote:
    """Return the note with an id prefix.

    Raises:
        NoteError: No note has the prefix, or more than one.
    """
    fitting = [each for each in walk_notes(notes) if ident and each.ident.startswith(ident)]
    if len(fitting) != 1:
        if fitting:
            raise NoteError("manyNotes", ident=cut(ident), n=len(fitting))
        raise NoteError("noNote", ident=cut(ident))
    return fitting[0]


def change_note(
    notes: Iterable[StoredNote],
    ident: str,
    change: Callable[[StoredNote], StoredNote | None],
    inside: str = "",
) -> tuple[StoredNote, ...]:
    """Return notes with the note of an id changed, or deleted if `change` returns None."""
    result: list[StoredNote] = []
    for found in identify_notes(notes, inside):
        note: StoredNote | None = found.note
        if found.ident == ident:
            note = change(found.note)
        elif found.note.notes:
            inner = change_note(found.note.notes, ident, change, found.ident)
            note = with_(found.note, notes=inner)
        if note is not None:
            result.append(note)
    return tuple(result)
