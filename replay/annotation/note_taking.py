"""Notes made ready to be written: checked, bound to their event, in their place among the others.

The one way in which notes come into a file, whoever writes them. Touches no file and reads no
clock: who writes says when.
"""

import unicodedata
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from senpu.logs.marks import By
from senpu.logs.notes import Note, NoteError, Notes, changed, checked, ordered
from senpu.replay.annotation.annotations import Digests, check_places, places_of
from senpu.replay.annotation.branches import Branch
from senpu.replay.core.timeline import Timeline


def one_line(text: str) -> str:
    """A typed text as the notation has it: composed, without blanks at its edges."""
    return unicodedata.normalize("NFC", text).strip(" ")


def made(
    timeline: Timeline, number: int, kind: str, text: str, by: By, source: str = ""
) -> Note:  # fmt: skip
    """A note on the event of that number: of the log, or of the what-if line that it will stand in.
    Raises NoteError."""
    text = one_line(text)
    if kind == "remark" and not text:
        raise NoteError("an empty remark says nothing")
    note = Note(
        event=number, kind=kind, text=text, source=one_line(source) if kind == "date" else "",
        author=by.author, time=by.time,
    )  # fmt: skip
    check_places(checked(note), places_of(timeline.rules.spec))
    return note


def added(
    timeline: Timeline,
    notes: Notes,
    new: Iterable[Note],
    branch: Branch | None = None,
    digests: Digests | None = None,
) -> Notes:
    """Notes with others on events of the log, or of a what-if line."""
    if branch is not None:
        inside = tuple(new)
        return edited(
            timeline, notes, branch.ident, lambda line: replace(line, notes=(*line.notes, *inside))
        )
    known = digests or Digests(timeline)
    bound = [replace(note, digest=known.at(note.event) or "") for note in new]
    return in_order(timeline, notes, (*notes.notes, *bound))


def replaced(
    timeline: Timeline,
    notes: Notes,
    author: str,
    new: Iterable[Note],
    digests: Digests | None = None,
) -> Notes:
    """Notes with those that an author wrote before on events of the log replaced by others. A
    what-if line stays inside which somebody else has written."""
    kept: list[Note] = []
    for note in notes.notes:
        others = tuple(each for each in note.notes if not _all_by(author, each))
        if note.author != author:
            kept.append(note)
        elif others:
            kept.append(replace(note, notes=others))
    there = {(note.event, note.text) for note in kept if note.author == author}
    fresh = [note for note in new if note.kind != "line" or (note.event, note.text) not in there]
    return added(timeline, replace(notes, notes=tuple(kept)), fresh, digests=digests)


def _all_by(author: str, note: Note) -> bool:
    return note.author == author and all(_all_by(author, each) for each in note.notes)


def edited(
    timeline: Timeline, notes: Notes, ident: str, change: Callable[[Note], Note | None]
) -> Notes:
    """Notes with the one of that id changed, or taken out."""
    return in_order(timeline, notes, changed(notes.notes, ident, change))


def in_order(timeline: Timeline, notes: Notes, entries: Iterable[Note]) -> Notes:
    """A file's notes with these entries, each in its place."""
    kept = list(entries)
    last = timeline.extend(max((each.event for each in kept), default=0) + 1)
    return replace(notes, game=timeline.headers.get("Game", ""), notes=ordered(kept, last))
