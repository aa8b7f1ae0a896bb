"""Writing what was chosen or typed into the log, the way that `senpu append` does, and waiting
until the player has it. Whoever looks on waits for nothing.
"""

import asyncio
from collections.abc import Callable
from random import SystemRandom
from time import monotonic
from typing import TYPE_CHECKING

from notation.faults import SenpuError
from replay.inscription import Declined, WentOn, Written, inscribe
from replay.reducer import Reducer
from replay.scribe import Draft, Scribe
from tui.screens import refusing
from tui.screens.writable import barred

if TYPE_CHECKING:
    from tui.screens.recording import Recording

WAIT, PAUSE = 3.0, 0.004
"""Seconds in which a player must find in the file what was written, and between two looks."""


class Writing:
    """What a recording has under way: one thing at a time."""

    def __init__(self, recording: "Recording") -> None:
        self.recording = recording
        self.busy = False
        self.ended = 0.0
        """When something was written last, by a clock of its own."""

    def text(self, text: str) -> None:
        """Have notation written."""
        self._start(lambda scribe, _: scribe.draft(text), text)

    def roll(self) -> None:
        """Have the program roll, or draw."""
        self._start(lambda scribe, _: scribe.roll(SystemRandom()), "")

    def _start(self, draft: Callable[[Scribe, Reducer], Draft], text: str) -> None:
        screen = self.recording.screen
        if not self.busy and not barred(screen):
            self.busy = True
            screen.say(screen.look.word("writing"))
            screen.run_worker(self._write(draft, text), group="writing")

    async def _write(self, draft: Callable[[Scribe, Reducer], Draft], text: str) -> None:
        screen, word = self.recording.screen, self.recording.screen.look.word
        try:
            written = await asyncio.to_thread(self._inscribe, draft)
            await self._seen(written.size)
        except Declined as declined:
            self._end("")
            refusing.refused(self.recording, declined, text)
        except WentOn:
            self._end(word("went_on_meanwhile"))
            screen.following.look()
        except (SenpuError, OSError) as error:
            self._end(word("not_written", why=str(error).splitlines()[0]))
        else:
            filled, self.ended = written.draft.filled, monotonic()
            self._end(word("filled_in", n=filled) if filled else "")
            self._go_on()

    def _inscribe(self, draft: Callable[[Scribe, Reducer], Draft]) -> Written:
        """Onto the file as the player knows it, and onto no other."""
        screen = self.recording.screen
        assert screen.source is not None
        rules, known = screen.timeline.rules, screen.following.knows
        return inscribe(screen.source, draft, opened=rules, known=known)

    def _end(self, said: str) -> None:
        self.busy = False
        self.recording.screen.say(said)

    def _go_on(self) -> None:
        """Behind what is on disk now."""
        recording, screen = self.recording, self.recording.screen
        if recording.typing is not None:
            recording.typing.wrote()
        screen.go_to(screen.timeline.last)
        if recording.typing is None:
            recording.reset()

    async def _seen(self, size: int) -> None:
        """Wait until the player has taken in what was written."""
        following, record = self.recording.screen.following, self.recording.screen.timeline.record
        for _ in range(int(WAIT / PAUSE)):
            following.look()
            if following.changed or (record.size >= size and not following.reading):
                return
            await asyncio.sleep(PAUSE)
