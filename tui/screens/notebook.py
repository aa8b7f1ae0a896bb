"""The notes beside the log that a player shows: read when the log is, read anew when their file
becomes another, and what is wrong with those that do not fit.

A log without notes costs one look for a file. Writes nothing: that is `tui/screens/note_writing`.
"""

import asyncio
from typing import TYPE_CHECKING

from textual.timer import Timer

from senpu.logs.notes import beside, stamp
from senpu.notation.faults import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from senpu.logs.notes import Notes
    from senpu.replay.annotation.annotations import Digests
    from senpu.replay.annotation.branches import Annotation
    from senpu.replay.annotation.variations import Course, Tree
    from senpu.tui.screens.interfaces import Player


EVERY = 1.0
"""Seconds between two looks at the file."""


class Notebook:
    """What stands beside a player's log."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.tree: Tree | None = None
        """The notes that fit, and the courses of their what-if lines; nothing without notes."""
        self.faults: list[Fault] = []
        """Why others do not fit, or why the file cannot be read."""
        self.file: Notes | None = None
        """All notes of the file, those that do not fit too."""
        self._digests: Digests | None = None
        self._seen: tuple[int, ...] = ()
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
        assert self.path is not None
        seen = stamp(self.path)
        grown = bool(seen) and timeline.last != self._for
        if seen != self._seen or grown:
            self._seen, self._for = seen, timeline.last
            self.screen.run_worker(self.read(), group="notes", exclusive=True)

    @property
    def stale(self) -> bool:
        """Whether the file is another than was read."""
        return self.path is None or stamp(self.path) != self._seen

    async def read(self) -> None:
        """Read the file, bind its notes to the log, and show what has become of them."""
        from senpu.tui.note_loading import bound

        assert self.path is not None
        async with self._reading:
            self._seen, self._for = stamp(self.path), self.screen.timeline.last
            known, before = len(self.faults), self.tree
            self.file, self.faults, self.tree = await bound(self.path, self.digests)
            if before is not None or self.tree is not None:
                self.screen.notes_changed()
            if len(self.faults) > known:
                self.screen.say(self.sign)

    @property
    def digests(self) -> "Digests":
        """Those of the log, as far as they were needed."""
        from senpu.replay.annotation.annotations import Digests

        if self._digests is None:
            self._digests = Digests(self.screen.timeline)
        return self._digests

    # ---- asking -----------------------------------------------------------------------------

    @property
    def sign(self) -> str:
        """How many notes do not fit, in a few words."""
        return self.screen.look.word("notes_amiss", n=len(self.faults)) if self.faults else ""

    def told_at_the_end(self) -> list[str]:
        """What `senpu show` tells of notes that do not fit, for when the screen is gone."""
        if not self.faults:
            return []
        from senpu.tui.render.fault_report import told

        rows = [told(self.faults[0], self.screen.look.language, str(self.path))]
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
        from senpu.replay.annotation.variations import Variation

        while isinstance(course, Variation):
            found = self.tree.variations.get(course.branch.ident) if self.tree else None
            if found is not None:
                return found, number
            course, number = course.before, min(number, course.fork)
        return course, number
