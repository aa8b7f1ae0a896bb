"""Following a log that others append to while it is shown.

The file is looked at once a second, and read only where it is another than before. Whoever
stands at the end goes on with it; whoever looks back stays where they are.
"""

from typing import TYPE_CHECKING

from textual.timer import Timer

from logs.growth import Growth, News

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen

EVERY = 1.0
"""Seconds between two looks."""


class Following:
    """What the file of a player's log has come to."""

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen
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
        shown = self._growth and screen.desk.at_end and going_on
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
            await screen.reading.read_on()
        finally:
            self.reading = False
        screen.log_went_on()
        if stood == screen.position == before and not aside:
            screen.go_to(timeline.last)
        elif timeline.last > before:
            screen.say(screen.look.word("went_on", n=timeline.last - before))
