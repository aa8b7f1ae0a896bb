"""Verifying the log that a player shows, beside everything else that goes on."""

from typing import TYPE_CHECKING

from replay.verify import Verdict

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen


class Judging:
    """The verdict on a player's file, once it was asked for."""

    def __init__(self, screen: "PlayerScreen") -> None:
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
        from logs.seen import Seen
        from replay.verify import verify

        assert self.screen.source is not None
        verdict = verify(self.screen.source, seen=Seen())
        self.screen.app.call_from_thread(self._verified, verdict)

    def _verified(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.screen.panels.present()
