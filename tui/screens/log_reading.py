"""Background work of the player: reading the log and its notes, watching both files, verifying.

A log without notes costs one look for a file. `note_changes` writes the notes.
"""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from textual.timer import Timer

from senpu.logs.growth import Growth, News
from senpu.logs.notes import beside, stamp
from senpu.notation.faults import Fault
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.verdict import Verdict, filter_verdict

if TYPE_CHECKING:
    from pathlib import Path

    from senpu.logs.notes import Notes
    from senpu.replay.annotation.annotations import Digests
    from senpu.replay.annotation.branches import Annotation
    from senpu.replay.annotation.variations import Course, Tree
    from senpu.tui.screens.interfaces import Player


SLICE = 0.004
"""Seconds of reading between two chances for a key."""
STRIDE = 32
"""Events that are read between two looks at the clock."""


async def read_whole(timeline: Timeline) -> None:
    """Read a log to its end."""
    while not timeline.is_complete:
        _read_until(timeline, monotonic() + SLICE)
        await asyncio.sleep(0)


def _read_until(timeline: Timeline, until: float) -> None:
    while monotonic() < until and not timeline.is_complete:
        timeline.extend(timeline.last + STRIDE)


class Reading:
    """What is not known yet of a player's log."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen

    async def read_on(self) -> None:
        """Read the rest of the log, and find its losses."""
        screen = self.screen
        timeline, losses = screen.timeline, screen.losses
        shown = monotonic()
        while not timeline.is_complete or losses.behind:
            until = monotonic() + SLICE
            _read_until(timeline, until)
            screen.rows.grow()
            while monotonic() < until and losses.behind:
                losses.look_on(16)
            screen.events_read()
            if monotonic() - shown > 0.25:
                screen.grown()
                shown = monotonic()
            await asyncio.sleep(0)
        screen.whole_log_read()


EVERY = 1.0
"""Seconds between two looks."""


class Following:
    """What the file of a player's log has come to."""

    def __init__(self, screen: "Player", reading: Reading) -> None:
        self.screen = screen
        self._log = reading
        self.changed = False
        """Whether the file no longer begins with what is shown."""
        self.reading = False
        """Whether lines that were found are being taken in; until then none are looked for."""
        self._growth: Growth | None = None
        self._timer: Timer | None = None

    @property
    def sign(self) -> str:
        """What the last line says of it, if anything."""
        screen, timeline = self.screen, self.screen.timeline
        if self.changed:
            return screen.look.word("file_changed")
        going_on = timeline.is_extensible and screen.scene.moment.state.outcome is None
        shown = self._growth and screen.at_end and going_on
        return screen.look.word("following") if shown else ""

    def start(self) -> None:
        """The log is read to its end: from now on its file is watched."""
        screen = self.screen
        if self._growth is None and screen.source is not None and screen.timeline.record.path:
            self._growth = Growth(screen.timeline.record)
            self._timer = screen.set_interval(EVERY, self.look)

    def knows(self, data: bytes) -> bool:
        """Whether a file's bytes are those that are shown, and nothing more."""
        shown = len(data) == self.screen.timeline.record.size
        return shown and (self._growth is None or self._growth.knows(data))

    def stop(self) -> None:
        """Watch no longer."""
        if self._timer is not None:
            self._timer.stop()
        self._growth = None

    def look(self) -> None:
        """See whether the file is still what is shown."""
        screen, growth = self.screen, self._growth
        if growth is None or self.changed or self.reading or not screen.timeline.is_complete:
            return
        news = growth.look()
        if news.changed:
            self.changed = True
            screen.say("")
            screen.present()
        elif screen.timeline.is_extensible and (
            news.added or (screen.timeline.fault is not None and not news.torn)
        ):
            self.reading = True
            screen.run_worker(self._read_on(news), group="reading")

    async def _read_on(self, news: News) -> None:
        """Take the new lines in."""
        screen, timeline = self.screen, self.screen.timeline
        before, stood = timeline.last, screen.position
        aside = screen.course is not timeline
        timeline.continue_with(news.added)
        screen.losses.go_on()
        try:
            await self._log.read_on()
        finally:
            self.reading = False
        screen.log_went_on()
        if stood == screen.position == before and not aside:
            screen.go_to(timeline.last)
        elif timeline.last > before:
            screen.say(screen.look.word("events_added", n=timeline.last - before))


class Judging:
    """The verdict on a player's file, once it was asked for."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.verdict: Verdict | None = None

    def seen(self) -> Verdict | None:
        """The verdict, as far as who looks may know it."""
        return self.verdict and filter_verdict(self.verdict, self.screen.timeline.view)

    def start_over(self) -> None:
        """The log is another than the verdict is on."""
        self.verdict = None
        if self.screen.panel == "verdict":
            self.start()

    def start(self) -> None:
        """Verify the file, if that is not done yet."""
        if self.verdict is None and self.screen.source is not None:
            self.screen.run_worker(self._verify, group="verifying", thread=True, exclusive=True)

    def _verify(self) -> None:
        from senpu.logs.witness import Seen
        from senpu.replay.disputes.verification import verify

        assert self.screen.source is not None
        verdict = verify(self.screen.source, witness=Seen())
        self.screen.app.call_from_thread(self._verified, verdict)

    def _verified(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.screen.panels.present()


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
        if not timeline.is_complete:
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
        return self.screen.look.word("invalid_notes", n=len(self.faults)) if self.faults else ""

    def told_at_the_end(self) -> list[str]:
        """What `senpu show` tells of notes that do not fit, for when the screen is gone."""
        if not self.faults:
            return []
        from senpu.tui.render.fault_report import told

        rows = [told(self.faults[0], self.screen.look.language, str(self.path))]
        if more := len(self.faults) - 1:
            rows.append(
                self.screen.look.word("more_invalid_notes", n=more, log=str(self.screen.source))
            )
        return rows

    def on(self, course: "Course", number: int) -> "list[Annotation]":
        """The notes on an event, what-if lines left out."""
        return self.tree.on(course, number) if self.tree else []

    def again(self, course: "Course", number: int) -> "tuple[Course, int]":
        """What is now in the place of an event that was shown before the notes were bound anew;
        where its line began, if that is gone.
        """
        if course.parent is None:
            return course, number
        from senpu.replay.annotation.variations import Variation

        while isinstance(course, Variation):
            found = self.tree.variations.get(course.branch.ident) if self.tree else None
            if found is not None:
                return found, number
            course, number = course.parent, min(number, course.fork)
        return course, number
