"""The notes beside the log that a player shows: read when the log is, read anew when their file
becomes another, and what is wrong with those that do not fit.

A log without notes costs one look for a file. Writes nothing: that is `tui/screens/note_writing`.
"""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from textual.timer import Timer

from logs.beside import beside
from notation.faults import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from logs.notes import Notes
    from replay.annotations import Digests
    from replay.branches import Annotation
    from replay.variations import Course, Tree
    from tui.screens.note_writing import NoteWriting
    from tui.screens.player import PlayerScreen

EVERY = 1.0
"""Seconds between two looks at the file."""
SLICE, SOME = 0.004, 512
"""Seconds of reckoning digests between two chances for a key, and how many events at a time."""
NOTHING: tuple[int, ...] = ()


class Notebook:
    """What stands beside a player's log."""

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen
        self.tree: Tree | None = None
        """The notes that fit, and the courses of their what-if lines; nothing without notes."""
        self.faults: list[Fault] = []
        """Why others do not fit, or why the file cannot be read."""
        self.file: Notes | None = None
        """All notes of the file, those that do not fit too."""
        self._writing: NoteWriting | None = None
        self._digests: Digests | None = None
        self._seen = NOTHING
        self._for = -1
        """The last event of the log that the notes were bound to."""
        self._reading = asyncio.Lock()
        """One reading after the other, so that the last one is what is shown."""
        self._timer: Timer | None = None

    @property
    def path(self) -> "Path | None":
        """Where they stand, or would stand."""
        return beside(self.screen.source) if self.screen.source else None

    # ---- reading ----------------------------------------------------------------------------

    def start(self) -> None:
        """The log is read to its end: read the notes, and watch their file from now on."""
        if self.screen.source is None:
            return
        if self._timer is None:
            self._timer = self.screen.set_interval(EVERY, self.look)
        self.look()

    def look(self) -> None:
        """See whether the file is another than before, or the log longer."""
        timeline = self.screen.timeline
        if not timeline.complete:
            return
        seen = self._stat()
        grown = bool(seen) and timeline.last != self._for
        if seen != self._seen or grown:
            self._seen, self._for = seen, timeline.last
            self.screen.run_worker(self.read(), group="notes", exclusive=True)

    def _stat(self) -> tuple[int, ...]:
        try:
            assert self.path is not None
            stat = self.path.stat()
        except OSError:
            return NOTHING
        return stat.st_size, stat.st_mtime_ns, stat.st_ino

    @property
    def stale(self) -> bool:
        """Whether the file is another than was read."""
        return self._stat() != self._seen

    async def read(self) -> None:
        """Read the file and bind its notes to the log."""
        from logs.notes import Notes
        from logs.notes_file import NotesFault, read

        assert self.path is not None
        async with self._reading:
            self._seen, self._for = self._stat(), self.screen.timeline.last
            try:
                notes, faults = read(self.path), list[Fault]()
            except NotesFault as error:
                notes, faults = Notes(), [error.fault]
            await self._bind(notes, faults)

    async def _bind(self, notes: "Notes", faults: list[Fault]) -> None:
        """Bind notes to the log, and show what has become of them."""
        from replay.annotations import Annotations
        from replay.variations import Tree

        timeline = self.screen.timeline
        self.file = notes
        digests = self.digests
        numbers = sorted({note.event for note in notes.notes if note.event <= timeline.last})
        until = monotonic() + SLICE
        for number in (*range(0, max(numbers, default=0), SOME), *numbers):
            digests.at(number)
            if monotonic() > until:
                await asyncio.sleep(0)
                until = monotonic() + SLICE
        known = len(self.faults)
        bound = Annotations(timeline, notes, faults, digests)
        self.faults = bound.faults
        before, self.tree = self.tree, None
        if notes.notes or self.faults:
            self.tree = Tree(bound)
        if before is not None or self.tree is not None:
            self.screen.notes_changed()
        if len(self.faults) > known:
            self.screen.say(self.sign)

    @property
    def digests(self) -> "Digests":
        """Those of the log, as far as they were needed."""
        from replay.annotations import Digests

        if self._digests is None:
            self._digests = Digests(self.screen.timeline)
        return self._digests

    @property
    def writing(self) -> "NoteWriting":
        """Who writes them."""
        if self._writing is None:
            from tui.screens.note_writing import NoteWriting  # most who look at games write none

            self._writing = NoteWriting(self)
        return self._writing

    # ---- asking -----------------------------------------------------------------------------

    @property
    def sign(self) -> str:
        """How many notes do not fit, in a few words."""
        return self.screen.look.word("notes_amiss", n=len(self.faults)) if self.faults else ""

    def told_at_the_end(self) -> list[str]:
        """What `senpu show` tells of notes that do not fit, for when the screen is gone."""
        if not self.faults:
            return []
        rows = [self.faults[0].render(str(self.path))]
        if more := len(self.faults) - 1:
            rows.append(f"  and {more} more; senpu note {self.screen.source} tells them")
        return rows

    def on(self, course: "Course", number: int) -> "list[Annotation]":
        """The notes on an event, what-if lines left out."""
        return self.tree.on(course, number) if self.tree else []

    def again(self, course: "Course", number: int) -> "tuple[Course, int]":
        """What is now in the place of an event that was shown before the notes were bound anew;
        where its line began, if that is gone."""
        if course.before is None:
            return course, number
        from replay.variations import Variation

        while isinstance(course, Variation):
            found = self.tree.variations.get(course.branch.ident) if self.tree else None
            if found is not None:
                return found, number
            course, number = course.before, min(number, course.fork)
        return course, number
