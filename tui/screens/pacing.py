"""Playing a log by itself: one event after the other, at a pace that can be changed."""

from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen

PACES = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
"""Events a second."""


class Pacing:
    """Whether a player's log is playing, and how fast."""

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen
        self._pace = PACES.index(1.0)
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        return self._timer is not None

    @property
    def sign(self) -> str:
        """What the last line says of it, if anything."""
        return self.screen.look.word("playing", pace=self._said()) if self.playing else ""

    def start(self) -> None:
        """Go on from here, if there is anything to go on to."""
        screen = self.screen
        if screen.position < screen.course.last:
            self._timer = screen.set_interval(1 / PACES[self._pace], self._tick)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change(self, by: int) -> None:
        """Faster or slower."""
        self._pace = max(0, min(self._pace + by, len(PACES) - 1))
        if self.playing:
            self.stop()
            self.start()
            self.screen.show_footer()
        else:
            self.screen.say(self._said())

    def _said(self) -> str:
        pace, word = PACES[self._pace], self.screen.look.word
        return word("pace", n=int(pace)) if pace >= 1 else word("pace_slow", n=int(1 / pace))

    def _tick(self) -> None:
        screen = self.screen
        if screen.position >= screen.course.last:
            screen.action_play()
        screen.go_to(screen.position + 1)
