"""Having what was chosen or typed written at the end that a recording goes on with: one thing at a
time, and whoever looks on waits for nothing.
"""

from collections.abc import Coroutine
from random import SystemRandom
from time import monotonic
from typing import TYPE_CHECKING

from notation.faults import SenpuError
from replay.inscription import Declined, WentOn
from tui.screens import refusing
from tui.screens.ends import Drafting, LineEnd

if TYPE_CHECKING:
    from tui.screens.recording import Recording


class Writing:
    """What a recording has under way: one thing at a time."""

    def __init__(self, recording: "Recording") -> None:
        self.recording = recording

    def text(self, text: str) -> None:
        """Have notation written."""
        self._start(lambda scribe, _: scribe.draft(text), text)

    def roll(self) -> None:
        """Have the program roll, or draw."""
        self._start(lambda scribe, _: scribe.roll(SystemRandom()), "")

    def cut(self, count: int) -> None:
        """Have the last events of a what-if line taken out."""
        end = self.recording.end
        if isinstance(end, LineEnd):
            self._begin(end.cut(count), "")

    def _start(self, draft: Drafting, text: str) -> None:
        self._begin(self.recording.end.write(draft), text)

    def _begin(self, work: Coroutine[None, None, int], text: str) -> None:
        recording, screen = self.recording, self.recording.screen
        if recording.busy or recording.end.barred():
            work.close()
            return
        recording.busy = True
        screen.say(screen.look.word("writing"))
        screen.run_worker(self._write(work, text), group="writing")

    async def _write(self, work: Coroutine[None, None, int], text: str) -> None:
        screen, word = self.recording.screen, self.recording.screen.look.word
        try:
            filled = await work
        except Declined as declined:
            self._end("")
            refusing.refused(self.recording, declined, text)
        except WentOn:
            self._end(word("went_on_meanwhile"))
            screen.following.look()
        except (SenpuError, OSError) as error:
            self._end(word("not_written", why=str(error).splitlines()[0]))
        else:
            self.recording.ended = monotonic()
            self._end(word("filled_in", n=filled) if filled else "")
            self._go_on()

    def _end(self, said: str) -> None:
        self.recording.busy = False
        self.recording.screen.say(said)

    def _go_on(self) -> None:
        """Behind what is on disk now."""
        recording = self.recording
        if recording.typing is not None:
            recording.typing.wrote()
        recording.reset()
        recording.go_to_end()
