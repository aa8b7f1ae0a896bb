"""Changes to the notes file of a log. Each is checked, and written whole or not at all. The log is
never changed.
"""

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from senpu.logs.marks import By
from senpu.logs.notes import DEEPEST, Note, NoteError, Notes, now
from senpu.logs.notes_file import edit
from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.annotation.annotations import added, edited, made, one_line
from senpu.replay.annotation.branches import Branch
from senpu.replay.annotation.branches import Course as Taken
from senpu.replay.annotation.variations import Variation
from senpu.replay.core.rules import State
from senpu.tui.screens.file_access import barred_at_all
from senpu.tui.user_files import usual_author

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import Course
    from senpu.tui.screens.log_reading import Notebook


Change = Callable[[Notes], Notes]
TRIES = 3
"""So often a change is made anew because another program wrote meanwhile."""


class StaleNoteError(Error):
    """The file is another than was read; nothing was written."""


class NoteWriting:
    """The changes to a log's notes, and the way back from each."""

    def __init__(self, notebook: "Notebook") -> None:
        self.notebook = notebook
        self.screen = notebook.screen
        self.done: list[tuple[Notes, Notes]] = []
        """The notes before each change and after it, the last one last."""

    @property
    def author(self) -> str:
        """Who writes."""
        app = self.screen.senpu
        return one_line(usual_author(app.memory.author) if app.author is None else app.author)

    def own(self, note: Note) -> bool:
        """Whether whoever writes wrote it, or nobody is named."""
        return note.author in ("", self.author)

    def barred(self) -> str:
        """Why nothing can be written, by the id of the words for it; empty where something can."""
        notebook, path, why = self.notebook, self.notebook.path, barred_at_all(self.screen)
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
        """Have the notes changed, and show them. Raises NoteError for a note that cannot stand so,
        Error where nothing can be written.
        """
        for tries in range(TRIES):
            if self.notebook.stale or self.notebook.file is None:
                await self.notebook.read()
            if why := self.barred():
                raise Error(self.screen.look.word(why))
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

        edit(path, change)

    async def undo(self) -> bool:
        """Take the last change back, if the file is as that left it; whether it was."""
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
        self, course: "Course", number: int, kind: str, text: str, source: str = ""
    ) -> None:  # fmt: skip
        """A note on an event of a course. A judgement takes the place of one's own."""
        timeline, own = self.screen.timeline, course.find_owner(number)
        branch = own.branch if isinstance(own, Variation) else None
        note = made(timeline, number - own.fork, kind, text, self._by(), source)
        tree, digests = self.notebook.tree, self.notebook.digests
        judged = [
            each.ident
            for each in (tree.on(own, number) if tree and kind == "glyph" else ())
            if each.note.kind == "glyph" and self.own(each.note)
        ]

        def change(notes: Notes) -> Notes:
            for ident in judged:
                notes = edited(timeline, notes, ident, lambda _: None)
            return added(timeline, notes, (note,), branch, digests)

        await self.change(change)

    async def edit(self, ident: str, note: Note, text: str, source: str = "") -> None:
        """Another text for a note; its time is of now."""
        by = By(note.author or self.author, now())
        anew = made(self.screen.timeline, note.event, note.kind, text, by, source)
        kept = replace(anew, digest=note.digest, other=note.other)
        await self.change(lambda notes: edited(self.screen.timeline, notes, ident, lambda _: kept))

    async def remove(self, ident: str) -> None:
        """Take a note out; of a what-if line everything inside it too."""
        await self.change(lambda notes: edited(self.screen.timeline, notes, ident, lambda _: None))

    def _by(self) -> By:
        return By(self.author, now())

    # ---- what-if lines ----------------------------------------------------------------------

    async def go_on(
        self, course: "Course", number: int, steps: list[tuple[Event, str]]
    ) -> "tuple[Course, int]":
        """Events behind one of a course: at the end of one's own line as a part of it, else as
        another line. The course that has them, and the number of the last of them.
        """
        timeline, own = self.screen.timeline, course.find_owner(number)
        if isinstance(own, Variation) and number == own.last and self.own(own.branch.note):
            before = self._events(own.branch, own.branch.last)
            return await self._rewrite(own, [*before, *steps])
        parent = own.branch if isinstance(own, Variation) else None
        if parent is not None and parent.depth >= DEEPEST:
            raise NoteError(self.screen.look.word("too_deep", n=DEEPEST))
        text = self._text(own.get_full_position(number).state, steps)
        note = made(timeline, number - own.fork, "variation", text, self._by())
        digests = self.notebook.digests
        await self.change(lambda notes: added(timeline, notes, (note,), parent, digests))
        return self._found(note, number)

    async def cut(self, course: "Course", count: int) -> "tuple[Course, int]":
        """A what-if line without its last events; without all of them it goes. Raises NoteError
        where something stands beside them. What is left of the course, and its last number.
        """
        if not isinstance(course, Variation) or not self.own(course.branch.note):
            raise NoteError(self.screen.look.word("not_own"))
        branch, left = course.branch, course.branch.last - count
        if any(each.note.event > left for each in branch.annotations):
            raise NoteError(self.screen.look.word("notes_depend"))
        if left <= 0:
            await self.remove(branch.ident)
            return course.parent, course.fork
        return await self._rewrite(course, self._events(branch, left))

    async def _rewrite(
        self, course: Variation, events: list[tuple[Event, str]]
    ) -> "tuple[Course, int]":
        """Other events for a what-if line. The course that has them, and its last number."""
        timeline, branch = self.screen.timeline, course.branch
        text = self._text(branch.get_full_position(0).state, events)
        await self.change(
            lambda notes: edited(
                timeline, notes, branch.ident, lambda found: replace(found, text=text)
            )
        )
        return self._found(replace(branch.note, text=text), course.fork)

    def _events(self, branch: Branch, last: int) -> list[tuple[Event, str]]:
        letters = self.screen.timeline.rules.letter
        entries = [branch.get_event(number) for number in range(1, last + 1)]
        return [(entry.event, letters.get(entry.actor, "")) for entry in entries]

    def _text(self, state: State, events: list[tuple[Event, str]]) -> str:
        """Events from a position on, as a what-if line has them."""
        taken = Taken(self.screen.timeline.rules, state)
        for event, letter in events:
            taken.take(event, letter)
        return taken.text()

    def _found(self, note: Note, fork: int) -> "tuple[Course, int]":
        """The course of a what-if line that was just written."""
        tree = self.notebook.tree
        for each in tree.variations.values() if tree else ():
            found = each.branch.note
            same = (found.text, found.author, found.time) == (note.text, note.author, note.time)
            if same and each.fork == fork:
                return each, each.last
        return self.screen.timeline, min(fork, self.screen.timeline.last)
