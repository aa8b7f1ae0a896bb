"""Changes to the notes file of a log.

Each change is checked, and written completely or not at all. The log is never changed.
"""

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from senpu.logs.dates import current_time
from senpu.logs.marks import Authorship
from senpu.logs.notes import DEEPEST, NoteError, Notes, StoredNote
from senpu.logs.notes_file import edit_notes
from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.replay.annotation.annotations import (
    add_conjecture,
    add_notes,
    edit_note,
    make_conjecture,
    make_note,
    normalize_text,
    translate_note,
)
from senpu.replay.annotation.branches import Branch
from senpu.replay.annotation.branches import EventSequence as Taken
from senpu.replay.annotation.variations import Variation
from senpu.replay.core.position_changes import LogGap
from senpu.replay.core.states import State
from senpu.tui.screens.file_access import find_write_block
from senpu.tui.user_files import find_default_author

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline
    from senpu.tui.screens.log_reading import Notebook


Change = Callable[[Notes], Notes]
TRIES = 3
"""The number of attempts at a change while another program writes the file."""


class StaleNoteError(Error):
    """The notes file changed since it was read; nothing was written."""


class NoteEditor:
    """The editor of the notes of a log, with undo."""

    def __init__(self, notebook: "Notebook") -> None:
        self.notebook = notebook
        self.screen = notebook.screen
        self.done: list[tuple[Notes, Notes]] = []
        """The notes before and after each change, oldest first."""

    @property
    def author(self) -> str:
        """The author of new notes."""
        app = self.screen.senpu
        return normalize_text(find_default_author(app.memory) if app.author is None else app.author)

    def is_own(self, note: StoredNote) -> bool:
        """Return whether the current author wrote a note, or it has no author."""
        return note.author in ("", self.author)

    def find_block(self) -> str:
        """Return the id of the reason why no note can be written; empty if one can."""
        notebook, path, why = self.notebook, self.notebook.path, find_write_block(self.screen)
        if path is None or why:
            return why
        if notebook.faults:
            return "blocked_invalid_notes"
        there = path if path.exists() else path.parent
        if not (os.access(there, os.W_OK) and os.access(path.parent, os.W_OK)):
            return "blocked_read_only"
        return "" if self.screen.timeline.is_complete else "blocked_reading"

    # ---- any change -------------------------------------------------------------------------

    async def change(self, change: Change) -> None:
        """Change the notes file, and show the result.

        Args:
            change: Returns the changed notes.

        Raises:
            NoteError: A note is invalid.
            StaleNoteError: Another program wrote the file at each of several attempts.
            Error: The file cannot be written.
        """
        for tries in range(TRIES):
            if self.notebook.is_stale or self.notebook.file is None:
                await self.notebook.read()
            if why := self.find_block():
                raise Error(Message(f"screens.{why}", {"key": self.screen.look.keyboard}))
            before = self.notebook.file or Notes()
            after = change(before)
            try:
                await asyncio.to_thread(self._write, before, after)
            except StaleNoteError:
                if tries + 1 == TRIES:
                    raise
                await self.notebook.read()
                continue
            self.done.append((before, after))
            await self.notebook.read()
            return

    def _write(self, before: Notes, after: Notes) -> None:
        path = self.notebook.path
        assert path is not None

        def change(found: Notes) -> Notes:
            if found != before:
                raise StaleNoteError("notesChanged", path=path)
            return after

        edit_notes(path, change)

    async def undo(self) -> bool:
        """Undo the last change if the file has not changed since; return whether it was undone."""
        await self.notebook.read()
        if not self.done or self.notebook.file is None:
            return False
        before, after = self.done[-1]
        if self.notebook.file.notes != after.notes:
            self.done.clear()
            return False
        await self.change(lambda notes: replace(notes, notes=before.notes))
        del self.done[-2:]
        return True

    # ---- notes on an event ------------------------------------------------------------------

    async def add(
        self, course: "AnyTimeline", number: int, kind: str, text: str, source: str = ""
    ) -> None:  # fmt: skip
        """Add a note on an event of a course; a glyph replaces the author's own glyph."""
        timeline, own = self.screen.timeline, course.find_owner(number)
        branch = own.branch if isinstance(own, Variation) else None
        note = make_note(timeline, number - own.fork, kind, text, self._stamp(), source)
        tree, digests = self.notebook.tree, self.notebook.digests
        judged = [
            each.ident
            for each in (tree.find_notes(own, number) if tree and kind == "glyph" else ())
            if each.note.kind == "glyph" and self.is_own(each.note)
        ]

        def change(notes: Notes) -> Notes:
            for ident in judged:
                notes = edit_note(timeline, notes, ident, lambda _: None)
            return add_notes(timeline, notes, (note,), branch, digests)

        await self.change(change)

    async def add_conjecture(self, gap: LogGap, text: str) -> None:
        """Add a way through a gap as a variation that is marked as a conjecture."""
        timeline, digests = self.screen.timeline, self.notebook.digests
        note = make_conjecture(timeline, gap, text, self._stamp())
        await self.change(lambda notes: add_conjecture(timeline, notes, note, digests))

    async def edit(self, ident: str, note: StoredNote, text: str, source: str = "") -> None:
        """Replace the text of a note in the language of the screen, and set its time to now.

        A note without a text in this language gets another original text.
        """
        by = Authorship(note.author or self.author, current_time())
        made_again = make_note(self.screen.timeline, note.event, note.kind, text, by, source)
        kept = replace(made_again, digest=note.digest, other=note.other)
        if source or note.kind != "date":  # a date without a source has nothing to translate
            kept = replace(kept, translations=note.translations)
        language = self.screen.look.language
        if language in kept.translations:
            is_date = note.kind == "date"
            kept = translate_note(kept, language, kept.source if is_date else kept.text)
            kept = replace(kept, **({"source": note.source} if is_date else {"text": note.text}))
        await self.change(
            lambda notes: edit_note(self.screen.timeline, notes, ident, lambda _: kept)
        )

    async def remove(self, ident: str) -> None:
        """Delete a note; of a variation, with all notes in it."""
        await self.change(
            lambda notes: edit_note(self.screen.timeline, notes, ident, lambda _: None)
        )

    def _stamp(self) -> Authorship:
        return Authorship(self.author, current_time())

    # ---- variations -------------------------------------------------------------------------

    async def go_on(
        self, course: "AnyTimeline", number: int, steps: list[tuple[Event, str]]
    ) -> "tuple[AnyTimeline, int]":
        """Append events to a course.

        At the end of the author's own variation they extend it; elsewhere they begin a variation.

        Args:
            course: The course.
            number: The number of the event before the new events.
            steps: The events, each with the letter of its side.

        Returns:
            The course of the new events, and the number of the last of them.

        Raises:
            NoteError: The variation is nested too deeply.
        """
        timeline, own = self.screen.timeline, course.find_owner(number)
        if isinstance(own, Variation) and number == own.last and self.is_own(own.branch.note):
            before = self._events(own.branch, own.branch.last)
            return await self._rewrite(own, [*before, *steps])
        parent = own.branch if isinstance(own, Variation) else None
        if parent is not None and parent.depth >= DEEPEST:
            raise NoteError(Message("screens.too_deep", {"n": DEEPEST}), hint=None)
        text = self._text(own.get_full_position(number).state, steps)
        note = make_note(timeline, number - own.fork, "variation", text, self._stamp())
        digests = self.notebook.digests
        await self.change(lambda notes: add_notes(timeline, notes, (note,), parent, digests))
        return self._found(note, number)

    async def cut(self, course: "AnyTimeline", count: int) -> "tuple[AnyTimeline, int]":
        """Delete the last events of a variation; the variation, if none is left.

        Args:
            course: The variation.
            count: The number of events to delete.

        Returns:
            The course that remains, and its last number.

        Raises:
            NoteError: Another author wrote the variation, or a deleted event has notes.
        """
        if not isinstance(course, Variation) or not self.is_own(course.branch.note):
            raise NoteError(Message("screens.not_own", {}), hint=None)
        branch, left = course.branch, course.branch.last - count
        if any(each.note.event > left for each in branch.annotations):
            raise NoteError(Message("screens.notes_depend", {}), hint=None)
        if left <= 0:
            await self.remove(branch.ident)
            return course.parent, course.fork
        return await self._rewrite(course, self._events(branch, left))

    async def _rewrite(
        self, course: Variation, events: list[tuple[Event, str]]
    ) -> "tuple[AnyTimeline, int]":
        """Replace the events of a variation; return its course and last number."""
        timeline, branch = self.screen.timeline, course.branch
        text = self._text(branch.get_full_position(0).state, events)
        await self.change(
            lambda notes: edit_note(
                timeline, notes, branch.ident,
                lambda found: replace(found, text=text, conjecture=False),
            )
        )  # fmt: skip
        return self._found(replace(branch.note, text=text, conjecture=False), course.fork)

    def _events(self, branch: Branch, last: int) -> list[tuple[Event, str]]:
        letters = self.screen.timeline.rules.letter
        entries = [branch.get_event(number) for number in range(1, last + 1)]
        return [(entry.event, letters.get(entry.actor, "")) for entry in entries]

    def _text(self, state: State, events: list[tuple[Event, str]]) -> str:
        """Return events after a position in the form of a variation."""
        taken = Taken(self.screen.timeline.rules, state)
        for event, letter in events:
            taken.take(event, letter)
        return taken.text()

    def _found(self, note: StoredNote, fork: int) -> "tuple[AnyTimeline, int]":
        """Return the course and last number of a variation that was just written."""
        tree = self.notebook.tree
        for each in tree.variations.values() if tree else ():
            found = each.branch.note
            same = (found.text, found.author, found.time) == (note.text, note.author, note.time)
            if same and each.fork == fork:
                return each, each.last
        return self.screen.timeline, min(fork, self.screen.timeline.last)
