"""Reading a log on behind its first picture, a slice at a time, so that no key waits for it."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from replay.timeline import Timeline

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen

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

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen

    async def read_on(self) -> None:
        """Read the rest of the log, find its losses; then its notes, and watch its file."""
        screen = self.screen
        timeline, losses = screen.timeline, screen.losses
        shown = monotonic()
        while not timeline.complete or losses.behind:
            until = monotonic() + SLICE
            _read_until(timeline, until)
            screen.rows.grow()
            while monotonic() < until and losses.behind:
                losses.look_on(16)
            screen.seeking.read_on()
            if monotonic() - shown > 0.25:
                screen.grown()
                shown = monotonic()
            await asyncio.sleep(0)
        screen.seeking.read_on()
        screen.following.start()
        screen.notebook.start()
        screen.grown()
