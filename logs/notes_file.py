"""The notes file of a log: `game.notes.toml` for `game.senpu`.

The file is read whole, or its fault is reported. It is written whole, by one program at a time:
to a temporary file that replaces it atomically. Unknown keys are kept, TOML comments are not, as
the first row of the file says. The log is never changed.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NoReturn

import tomli_w
from msgspec.structs import replace as with_

from senpu.logs.inputs import read_file
from senpu.logs.journal import lock_file, replace_file
from senpu.logs.notes import (
    DEEPEST,
    DIGEST,
    KINDS,
    TRANSLATES,
    VERSION,
    NoteError,
    Notes,
    StoredNote,
    check_note,
    walk_notes,
)
from senpu.logs.notes import notes_path as notes_path
from senpu.notation.faults import LocatedError, make_fault
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut
from senpu.notation.printable import make_printable
from senpu.notation.reasons import split_place, translate_reason

HEADING = re.compile(r"^[ \t]*\[\[[ \t]*note(?:[ \t]*\.[ \t]*note)*[ \t]*\]\]", re.MULTILINE)
CONJECTURE = "conjecture"
"""The key of a variation that is a conjecture about a gap."""
COMMON = frozenset(("event", "digest", "author", "time", *KINDS))


class NotesFileError(LocatedError):
    """A notes file cannot be read."""


def edit_notes(path: Path, change: Callable[[Notes], Notes]) -> Notes:
    """Return the notes of a file after a change; an error of `change` leaves the file unchanged."""
    with lock_file(path):
        before = load_notes(path)
        after = change(before)
        if after != before:
            replace_file(path, format_notes(after, path).encode())
    return after


def load_notes(path: Path) -> Notes:
    """Return the notes in a file; no notes if it does not exist.

    Raises:
        NotesFileError: The file cannot be read.
    """

    def fail(
        ident: str, key: str = "message", row: int = 0, column: int = 0,
        hint: Message | str | None = "hint", **fields: Any,
    ) -> NoReturn:  # fmt: skip
        fault = make_fault(ident, row, "", key, column, hint, "notes", **fields)
        raise NotesFileError.from_fault(fault, str(path)) from None

    try:
        text = read_file(path).decode("utf-8").replace("\r\n", "\n")
        raw = tomllib.loads(text)
    except FileNotFoundError:
        return Notes()
    except OSError as error:
        fail("notesUnreadable", "system", hint=None, why=error)
    except UnicodeDecodeError:
        fail("notesUnreadable", "text")
    except RecursionError:
        fail("notesUnreadable", "nested")
    except ValueError as error:  # also a date in a 13th month
        why, line, column = split_place(error)
        fail("notesUnreadable", "message", line, column, why=translate_reason(why))
    version = raw.pop("senpu-notes", None)
    if version != VERSION or isinstance(version, bool):
        fail("notesUnknown", "message", 1, version=VERSION)
    return _read_entries(raw, text, fail)


def _read_entries(raw: dict[str, Any], text: str, fail: Any) -> Notes:
    game, entries = raw.pop("game", ""), raw.pop("note", [])
    rows = [text.count("\n", 0, match.end()) + 1 for match in HEADING.finditer(text)]
    if len(rows) != _count_entries(entries):
        rows = []  # an unusual layout: the rows are unknown
    reader = _Reader()
    try:
        if not isinstance(game, str):
            raise NoteError("game")
        notes = tuple(reader.notes(entries, 0))
    except NoteError as error:
        row = rows[reader.number - 1] if rows and reader.number else 0
        why, number = error.message, reader.number
        if number:
            fail("noteMalformed", "inNote", row, hint=error.hint, n=number, why=why)
        fail("noteMalformed", "message", row, hint=error.hint, why=why)
    found = dict(zip((each.ident for each in walk_notes(notes)), rows, strict=False))
    return Notes(game, notes, raw, found)


def _count_entries(entries: Any) -> int:
    """Return the number of entries, including the entries inside others."""
    total, rest = 0, [entries]
    while rest:
        found = rest.pop()
        if isinstance(found, list):
            inner = [entry for entry in found if isinstance(entry, dict)]
            total += len(inner)
            rest += [entry.get("note") for entry in inner]
    return total


class _Reader:
    """Converts entries to notes, in the order of the file."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the current entry, from 1."""

    def notes(self, entries: Any, depth: int) -> Iterator[StoredNote]:
        if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
            raise NoteError("entries", heading=".".join(["note"] * (depth + 1)))
        for entry in entries:
            self.number += 1
            yield self._note(entry, depth)

    def _note(self, entry: dict[str, Any], depth: int) -> StoredNote:
        kinds = [kind for kind in KINDS if kind in entry]
        if len(kinds) > 1:
            raise NoteError("twoKinds", one=kinds[0], other=kinds[1])
        kind = kinds[0] if kinds else ""
        if kind == "variation" and depth >= DEEPEST:
            raise NoteError("tooDeep", most=DEEPEST)
        if kind == TRANSLATES and depth:
            raise NoteError("translatesInside")
        known = set(COMMON)
        known |= {"source"} if kind == "date" else set()
        known |= {"note"} if kind == "variation" else set()
        known |= {CONJECTURE} if kind else set()
        known |= {"translations"} if kind else set()
        other = {key: value for key, value in entry.items() if key not in known}
        if not kind and not other:
            raise NoteError("noKind", kinds=KINDS)
        event, digest = entry.get("event"), entry.get("digest", "")
        if type(event) is not int or event < 0:
            raise NoteError("event")
        if depth and digest:
            raise NoteError("digestInside")
        conjecture = entry.get(CONJECTURE, False) if kind else False
        if type(conjecture) is not bool:
            raise NoteError("conjecture")
        if depth and conjecture:
            raise NoteError("conjectureInside")
        if not depth and not (isinstance(digest, str) and DIGEST.fullmatch(digest)):
            raise NoteError("digest")
        note = StoredNote(
            event=event, digest=digest, kind=kind, text=_read_text(entry, kind) if kind else "",
            source=_read_text(entry, "source") if kind == "date" else "",
            author=_read_text(entry, "author"), time=_read_text(entry, "time"),
            translations=_read_translations(entry) if kind else {}, other=other,
            conjecture=conjecture,
        )  # fmt: skip
        check_note(note)
        if kind != "variation":
            return note
        return with_(note, notes=tuple(self.notes(entry.get("note", []), depth + 1)))


def _read_text(entry: dict[str, Any], key: str) -> str:
    """Return a value that must be a text; dates and times of TOML become texts."""
    value = entry.get(key, "")
    if key == TRANSLATES:
        if type(value) is not int:
            raise NoteError("translates", text=cut(str(value)))
        return str(value)
    if isinstance(value, datetime) and key == "time" and value.tzinfo and not value.microsecond:
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    if isinstance(value, datetime) and key == "date" and not (value.tzinfo or value.second):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date) and key == "date":
        return value.isoformat()
    if not isinstance(value, str):
        raise NoteError("text", field=key)
    return value


def _read_translations(entry: dict[str, Any]) -> dict[str, str]:
    """Return the texts by language tag; their tags and texts are checked with the note."""
    found = entry.get("translations", {})
    if not isinstance(found, dict) or ("translations" in entry and not found):
        raise NoteError("translations")
    for key, text in found.items():
        if not isinstance(text, str):
            raise NoteError("text", field=f"translations.{cut(key)}")
    return dict(found)


# ---- writing ---------------------------------------------------------------------------------


def format_notes(notes: Notes, path: Path) -> str:
    """Return the text of a notes file."""
    log = make_printable(path.name.replace(".notes.toml", ".senpu"))
    top = f"# Notes to {log}. Unknown keys are kept here; comments are not.\n"
    raw = {"senpu-notes": VERSION, "game": notes.game, **notes.other}
    entries = [_format_entry(note) for note in notes.notes]
    tables = {key: raw.pop(key) for key in list(raw) if _has_heading(raw[key])}
    rows = [
        top,
        tomli_w.dumps(raw),
        *(part for each in entries for part in _format_tables(each, "note")),
    ]
    rows.append(tomli_w.dumps(tables))
    text = "".join(rows)
    expected = {**raw, **tables} | ({"note": entries} if entries else {})
    if tomllib.loads(text) != expected:
        # An unknown key cannot be written with headings: use the plain form, which is complete.
        text = top + tomli_w.dumps(expected)
    return text


def _format_entry(note: StoredNote) -> dict[str, Any]:
    values = {
        "event": note.event, "digest": note.digest, note.kind: note.text, "source": note.source,
        "author": note.author, "time": note.time,
    }  # fmt: skip
    entry = {key: value for key, value in values.items() if key and value != ""}
    if note.kind:
        entry[note.kind] = int(note.text) if note.kind == TRANSLATES else note.text
    if note.conjecture:
        entry[CONJECTURE] = True
    if note.translations:
        entry["translations"] = dict(note.translations)
    entry |= note.other
    if note.notes:
        entry["note"] = [_format_entry(each) for each in note.notes]
    return entry


def _format_tables(entry: dict[str, Any], name: str) -> Iterator[str]:
    """Yield an entry with its heading, then its inner entries with their headings."""
    inner = entry.get("note", []) if "variation" in entry else []
    own = {key: value for key, value in entry.items() if value is not inner}
    tables = {key: own.pop(key) for key in list(own) if _has_heading(own[key])}
    yield f"\n[[{name}]]\n{tomli_w.dumps(own)}"
    for part in reversed(name.split(".")):
        tables = {part: tables} if tables else {}
    yield tomli_w.dumps(tables)
    for each in inner:
        yield from _format_tables(each, f"{name}.note")


def _has_heading(value: Any) -> bool:
    """Return whether TOML writes a value under its own headings."""
    return tomli_w.dumps({"key": value}).startswith("[")
