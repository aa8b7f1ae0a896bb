"""The background work of the player: read the log and its notes, watch both files.

A log without notes costs one check for a file. `note_changes` writes the notes.
"""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from textual.timer import Timer

from senpu.logs.growth import LogChanges, LogGrowth
from senpu.logs.inputs import Input
from senpu.logs.notes import file_stamp, notes_path
from senpu.notation.faults import Fault
from senpu.replay.core.timeline import Timeline

if TYPE_CHECKING:
    from pathlib import Path

    from senpu.logs.notes import Notes
    from senpu.replay.annotation.annotations import Digests
    from senpu.replay.annotation.branches import Annotation
    from senpu.replay.annotation.variations import AnyTimeline, VariationTree
    from senpu.tui.screens.interfaces import Player


SLICE = 0.004
"""The seconds of reading between two keys."""
STRIDE = 32
"""The events to read between two looks at the clock."""


def _read_until(timeline: Timeline, until: float) -> None:
    while monotonic() < until and not timeline.is_complete:
        timeline.extend(timeline.last + STRIDE)


class LogReader:
    """The reader of a player's log."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen

    async def read_on(self) -> None:
        """Read the rest of the log, and find its losses."""
        screen = self.screen
        timeline, losses = screen.timeline, screen.losses
        shown = monotonic()
        while not timeline.is_complete or losses.has_backlog:
            until = monotonic() + SLICE
            _read_until(timeline, until)
            screen.rows.grow()
            while monotonic() < until and losses.has_backlog:
                losses.examine_more(16)
            screen.events_read()
            if monotonic() - shown > 0.25:
                screen.grown()
                shown = monotonic()
            await asyncio.sleep(0)
        screen.whole_log_read()


EVERY = 1.0
"""The seconds between two checks of a file."""


class LogWatcher:
    """The watcher of a player's log file."""

    def __init__(self, screen: "Player", reading: LogReader) -> None:
        self.screen = screen
        self._log = reading
        self.listeners: list[Callable[[], None]] = []
        """The functions that are called after another program has appended events."""
        self.changed = False
        """True if the file no longer begins with the events that are shown."""
        self.reading = False
        """True if appended lines are being read; until then the file is not checked."""
        self._growth: LogGrowth | None = None
        self._timer: Timer | None = None

    @property
    def sign(self) -> str:
        """The state of the file for the last line; empty if there is nothing to report."""
        screen, timeline = self.screen, self.screen.timeline
        if self.changed:
            return screen.look.word("file_changed")
        is_ongoing = timeline.is_extensible and screen.scene.moment.state.outcome is None
        shown = self._growth and screen.at_end and is_ongoing
        return screen.look.word("following") if shown else ""

    @property
    def snapshot(self) -> Input:
        """The bytes of the log that is shown."""
        source = self.screen.timeline.record.source
        assert source is not None
        return source if self._growth is None else Input(source.path, self._growth.data)

    def start(self) -> None:
        """Watch the file; the log has been read to its end."""
        screen = self.screen
        if self._growth is None and screen.source is not None and screen.timeline.record.path:
            self._growth = LogGrowth(screen.timeline.record)
            self._timer = screen.set_interval(EVERY, self.look)

    def knows(self, data: bytes) -> bool:
        """Return whether the bytes of a file are exactly the events that are shown."""
        shown = len(data) == self.screen.timeline.record.size
        return shown and (self._growth is None or self._growth.knows(data))

    def stop(self) -> None:
        """Stop watching."""
        if self._timer is not None:
            self._timer.stop()
        self._growth = None

    def look(self) -> None:
        """Check whether the file has changed."""
        screen, growth = self.screen, self._growth
        if growth is None or self.changed or self.reading or not screen.timeline.is_complete:
            return
        news = growth.look()
        if news.changed:
            self.changed = True
            screen.show_message("")
            screen.present()
        elif screen.timeline.is_extensible and (
            news.added or (screen.timeline.record.has_incomplete_row and not news.torn)
        ):
            self.reading = True
            screen.run_worker(self._read_on(news), group="reading")

    async def _read_on(self, news: LogChanges) -> None:
        """Read the appended lines."""
        screen, timeline = self.screen, self.screen.timeline
        before, stood = timeline.last, screen.position
        is_variation = screen.course is not timeline
        timeline.continue_with(news.added)
        screen.losses.go_on()
        try:
            await self._log.read_on()
        finally:
            self.reading = False
        screen.log_went_on()
        for listener in self.listeners:
            listener()
        if stood == screen.position == before and not is_variation:
            screen.go_to(timeline.last)
        elif timeline.last > before:
            screen.show_message(screen.look.word("events_added", n=timeline.last - before))


class VerdictOpener:
    """Opens the page with the verdict by itself, if it is the first page of the log."""

    def __init__(self, screen: "Player", watcher: LogWatcher) -> None:
        self.screen, self._watcher = screen, watcher
        self.is_wanted = False
        """True if an invalid, forked or sealed log opens with its verdict."""

    def open_at_once(self) -> None:
        """Open the page of an invalid or a sealed log; the log has been read to its end.

        The page of a log that a copy contradicts opens when the copy is found.
        """
        screen = self.screen
        is_wanted, self.is_wanted = self.is_wanted, False
        if not is_wanted or screen.source is None or not self._is_untouched:
            return
        record = screen.timeline.record
        if screen.timeline.fault is not None or (record.chain.on and record.seals.made):
            screen.senpu.open_verdict(screen, self._watcher, opened_itself=True)
        elif screen.timeline.view.is_unrestricted:
            screen.run_worker(self._look_for_forks(), group="copies")

    async def _look_for_forks(self) -> None:
        """Open the page if another copy contradicts the log."""
        from senpu.replay.disputes.copies import has_fork

        screen = self.screen
        assert screen.source is not None
        files = [*screen.senpu.list_copy_files(screen.source)]
        log, data = self._watcher.snapshot, screen.senpu.data
        if await asyncio.to_thread(has_fork, log, files, data) and self._is_untouched:
            screen.senpu.open_verdict(screen, self._watcher, opened_itself=True)

    @property
    def _is_untouched(self) -> bool:
        """Return whether the user has not begun to read."""
        screen = self.screen
        return screen.is_current and not screen.position and not screen.panel


class Notebook:
    """The notes file of a player's log."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.tree: VariationTree | None = None
        """The matching notes with the courses of their variations; None without notes."""
        self.has_file = self.path is not None and self.path.exists()
        self.faults: list[Fault] = []
        """The reasons why other notes do not match, or why the file is unreadable."""
        self.file: Notes | None = None
        """All notes of the file, matching or not."""
        self._digests: Digests | None = None
        self._seen: tuple[int, ...] = ()
        self._for = -1
        """The last event of the log to which the notes were bound."""
        self._reading = asyncio.Lock()
        """A lock, so that the last of several readings is the one shown."""
        self._timer: Timer | None = None

    @property
    def path(self) -> "Path | None":
        """The path of the notes file, whether it exists or not."""
        return notes_path(self.screen.source) if self.screen.source else None

    # ---- reading ----------------------------------------------------------------------------

    def start(self) -> None:
        """Read the notes and watch their file; the log has been read to its end."""
        if self.screen.source is None:
            return
        if self._timer is None:
            self._timer = self.screen.set_interval(EVERY, self.look)
        self.look()

    def look(self) -> None:
        """Check whether the notes file or the log has changed."""
        timeline = self.screen.timeline
        if not timeline.is_complete:
            return
        assert self.path is not None
        seen = file_stamp(self.path)
        self.has_file = bool(seen)
        grown = bool(seen) and timeline.last != self._for
        if seen != self._seen or grown:
            self._seen, self._for = seen, timeline.last
            self.screen.run_worker(self.read(), group="notes", exclusive=True)

    @property
    def is_stale(self) -> bool:
        """Return whether the file has changed since it was read."""
        return self.path is None or file_stamp(self.path) != self._seen

    async def read(self) -> None:
        """Read the file, bind its notes to the log, and show the result."""
        from senpu.tui.note_loading import bind_notes

        assert self.path is not None
        async with self._reading:
            self._seen, self._for = file_stamp(self.path), self.screen.timeline.last
            self.has_file = bool(self._seen)
            known, before = len(self.faults), self.tree
            self.file, self.faults, self.tree = await bind_notes(self.path, self.digests)
            if before is not None or self.tree is not None:
                self.screen.notes_changed()
            if len(self.faults) > known:
                self.screen.show_message(self.sign)

    @property
    def digests(self) -> "Digests":
        """The digests of the positions of the log that were needed so far."""
        from senpu.replay.annotation.annotations import Digests

        if self._digests is None:
            self._digests = Digests(self.screen.timeline)
        return self._digests

    # ---- asking -----------------------------------------------------------------------------

    @property
    def sign(self) -> str:
        """A short text with the number of notes that do not match."""
        return self.screen.look.word("invalid_notes", n=len(self.faults)) if self.faults else ""

    def render_invalid_notes(self) -> list[str]:
        """Return the report on invalid notes of `senpu show`, for the end of the program."""
        if not self.faults:
            return []
        rows = [self.faults[0].render(str(self.path), self.screen.look.language)]
        if more := len(self.faults) - 1:
            rows.append(
                self.screen.look.word("more_invalid_notes", n=more, log=str(self.screen.source))
            )
        return rows

    def find_notes(self, course: "AnyTimeline", number: int) -> "list[Annotation]":
        """Return the notes on an event, without variations."""
        return self.tree.find_notes(course, number) if self.tree else []

    def find_again(self, course: "AnyTimeline", number: int) -> "tuple[AnyTimeline, int]":
        """Find an event again after the notes were bound again.

        Args:
            course: The course of the event.
            number: The number of the event.

        Returns:
            The new course and number; the start of the variation if that was deleted.
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
