"""Background work of the player: reading the log, following its growth, verifying it."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from textual.timer import Timer

from senpu.logs.growth import Growth, News
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.verdict import Verdict

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player


SLICE = 0.004
"""Seconds of reading between two chances for a key."""
STRIDE = 32
"""Events that are read between two looks at the clock."""


async def read_whole(timeline: Timeline) -> None:
    """Read a log to its end."""
    while not timeline.complete:
        _read_until(timeline, monotonic() + SLICE)
        await asyncio.sleep(0)


def _read_until(timeline: Timeline, until: float) -> None:
    while monotonic() < until and not timeline.complete:
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
        while not timeline.complete or losses.behind:
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
        going_on = timeline.open_ended and screen.scene.moment.state.outcome is None
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
        if growth is None or self.changed or self.reading or not screen.timeline.complete:
            return
        news = growth.look()
        if news.changed:
            self.changed = True
            screen.say("")
            screen.present()
        elif screen.timeline.open_ended and (
            news.added or (screen.timeline.fault is not None and not news.torn)
        ):
            self.reading = True
            screen.run_worker(self._read_on(news), group="reading")

    async def _read_on(self, news: News) -> None:
        """Take the new lines in."""
        screen, timeline = self.screen, self.screen.timeline
        before, stood = timeline.last, screen.position
        aside = screen.course is not timeline
        timeline.go_on(news.added)
        screen.losses.go_on()
        try:
            await self._log.read_on()
        finally:
            self.reading = False
        screen.log_went_on()
        if stood == screen.position == before and not aside:
            screen.go_to(timeline.last)
        elif timeline.last > before:
            screen.say(screen.look.word("went_on", n=timeline.last - before))


class Judging:
    """The verdict on a player's file, once it was asked for."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.verdict: Verdict | None = None

    def seen(self) -> Verdict | None:
        """The verdict, as far as who looks may know it."""
        return self.verdict and self.screen.timeline.sight.verdict(self.verdict)

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
        from senpu.replay.disputes.verdict import verify

        assert self.screen.source is not None
        verdict = verify(self.screen.source, seen=Seen())
        self.screen.app.call_from_thread(self._verified, verdict)

    def _verified(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.screen.panels.present()
