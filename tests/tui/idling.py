"""Wait until a screen has nothing left to do, without waiting any longer.

Textual's pilot sleeps for 20 ms at a time, twice for every key, until the process uses little time
of the processor. Here the event loop itself reports that nothing is due soon.
"""

import asyncio
from contextlib import suppress
from selectors import DefaultSelector, SelectorKey
from typing import Any

import textual.app
import textual.pilot

SOON = 0.02
"""Seconds. A timer that is due earlier is waited for."""
LONGEST = 1.0
"""Seconds. A screen that is never idle is not waited for any longer."""


class Idling(DefaultSelector):
    """Knows that the event loop is idle: it asks to sleep."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[asyncio.Future[None]] = []

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Sleep for at most `timeout` seconds; not at all if the loop is idle and awaited."""
        if not self.waiting or (timeout is not None and timeout <= SOON):
            return super().select(timeout)
        found = super().select(0)
        if not found:
            for future in self.waiting:
                if not future.done():
                    future.set_result(None)
            self.waiting.clear()
        return found


def run(main: Any) -> None:
    """Run a coroutine on a loop that knows when it is idle."""
    selector = Idling()

    async def wait_for_idle(min_sleep: float = 0, max_sleep: float = LONGEST) -> None:
        del min_sleep
        future = asyncio.get_running_loop().create_future()
        selector.waiting.append(future)
        with suppress(TimeoutError):
            await asyncio.wait_for(future, max_sleep)

    for module in (textual.app, textual.pilot):
        vars(module)["wait_for_idle"] = wait_for_idle
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        runner.run(main)
