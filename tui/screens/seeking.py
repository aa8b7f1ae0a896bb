"""Going to a named position and finding words, in a log that may still be read.

Nothing here waits for the log: what cannot be answered yet is answered when it can be.
"""

import asyncio
import re
from time import monotonic
from typing import TYPE_CHECKING

from notation.writer import format_event
from replay.timeline import Timeline, UnknownPosition
from tui.screens.prompt import asked, closed

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen

SLICE = 0.01
"""Seconds of looking between two chances for a key."""


def known(timeline: Timeline, position: str) -> bool:
    """Whether a position can be told from what is read so far."""
    if timeline.complete or position == "start":
        return True
    if position.isascii() and position.isdigit():
        return int(position) <= timeline.last
    match = re.fullmatch(r"T(\d{1,6})(\.[A-Z])?", position)
    if not match:
        return position != "end"
    turn = int(match[1])
    return turn in timeline.turn_starts and (not match[2] or turn + 1 in timeline.turn_starts)


def spelled(text: str) -> str:
    """A position as it is written, from what was typed: `t3.c` is `T3.C`."""
    text = text.strip()
    return text.lower() if text.lower() in ("start", "end") else text.upper()


class Seeking:
    """What the player is on the way to."""

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen
        self.words = ""
        """What was sought last."""
        self._wanted = ""
        """The position to go to once it is read."""
        self._asking = ""

    # ---- asking ---------------------------------------------------------------------------

    def ask(self, what: str) -> None:
        """Open the prompt: `go` for a position, `find` for words."""
        screen = self.screen
        if self._asking or screen.footer.label:
            return
        self._asking = what
        screen.footer.label = screen.look.word(f"key_{what}")
        asked(screen, screen.look.word(f"{what}_prompt"), self.words if what == "find" else "")
        screen.footer.repaint()

    def close(self) -> bool:
        """Close the prompt, if it is open."""
        if not self._asking:
            return False
        self._asking = ""
        self.screen.footer.label = ""
        closed(self.screen)
        self.screen.footer.repaint()
        return True

    def answered(self, text: str) -> None:
        """What was typed into the prompt."""
        what = self._asking
        self.close()
        if not text.strip():
            return
        if what == "go":
            self.want(spelled(text))
        else:
            self.words = text.strip()
            self.again(1)

    # ---- positions ------------------------------------------------------------------------

    def want(self, position: str) -> None:
        """Go there as soon as it is read."""
        self._wanted = position
        self.read_on()
        if self._wanted:
            last = f"{self.screen.timeline.last:,}"
            self.screen.say(self.screen.look.word("read_so_far", n=last))

    def read_on(self) -> None:
        """More of the log is known: perhaps what is wanted is."""
        wanted, screen = self._wanted, self.screen
        if not wanted or not known(screen.timeline, wanted):
            return
        self._wanted = ""
        try:
            number = screen.timeline.find(wanted)
        except UnknownPosition:
            screen.say(screen.look.word("no_position", text=wanted))
            return
        screen.say("")
        screen.go_to(number)

    # ---- words ----------------------------------------------------------------------------

    def again(self, way: int) -> None:
        """Look for the words on from here, or back."""
        if not self.words:
            self.screen.say(self.screen.look.word("nothing_sought"))
            return
        self.screen.say(self.screen.look.word("finding", text=self.words))
        self.screen.run_worker(self._find(way), group="finding", exclusive=True)

    async def _find(self, way: int) -> None:
        screen, timeline = self.screen, self.screen.timeline
        words = self.words.casefold()
        start = screen.position
        number, wrapped = start, False
        until = monotonic() + SLICE
        while True:
            number += way
            if number > timeline.last and not timeline.complete:
                number -= way
                await asyncio.sleep(SLICE)
                continue
            if not 0 <= number <= timeline.last:
                if wrapped:
                    break
                number, wrapped = (0 if way > 0 else timeline.last), True
            if wrapped and (number - start) * way > 0:
                break
            if self._holds(number, words):
                screen.go_to(number)
                screen.say(screen.look.word("found", text=self.words, n=number))
                return
            if monotonic() > until:
                await asyncio.sleep(0)
                until = monotonic() + SLICE
        screen.say(screen.look.word("not_found", text=self.words))

    def _holds(self, number: int, words: str) -> bool:
        """Whether notation, remarks or sentences of an event hold the words."""
        timeline = self.screen.timeline
        if any(words in remark.casefold() for remark in timeline.remarks.get(number, ())):
            return True
        if not number:
            return False
        if words in format_event(timeline.entry(number).event).casefold():
            return True
        told = timeline.at(number).told
        return words in self.screen.narrator.story(told).casefold()
