"""Wait until a program rests, without waiting any longer. Parse style sheets once.

Textual's pilot sleeps for 20 ms at a time, twice for every key, until the process uses little time
of the processor: what the program shows then depends on the load of the machine. Here the event
loop itself reports that nothing is due soon, and no background work counts as rest.
"""

import asyncio
from selectors import SelectorKey, SelectSelector
from typing import Any

import textual.app
import textual.pilot
from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

SOON = 0.02
"""Seconds. A timer that is due earlier is waited for."""
LONGEST = 60.0
"""Seconds. A program that does not rest before that fails its test."""


parse_rules = Stylesheet._parse_rules
parsed: dict[object, list[RuleSet]] = {}
"""Rules of style sheets: Textual parses them for each program and theme, and never changes them."""


def find_parsed_rules(sheet: Stylesheet, css: str, **place: Any) -> list[RuleSet]:
    """Return the rules of a style sheet, parsed once for all programs."""
    key = (css, *place.items(), frozenset(sheet._variables.items()))
    if key not in parsed:
        parsed[key] = parse_rules(sheet, css, **place)
    return parsed[key]


Stylesheet._parse_rules = find_parsed_rules  # type: ignore[assignment, method-assign]  # for speed


def unfinished(app: textual.app.App[Any]) -> list[str]:
    """Return the work that a program has not finished."""
    work = [
        f"{worker.group}: {worker.description}" for worker in app.workers if not worker.is_finished
    ]
    if app._batch_count and not app._exit:
        work.append("a delayed picture")  # as after a change of screens
    return work


class Idling(SelectSelector):
    """Knows that a program rests: the event loop asks to sleep, and no work is unfinished."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[textual.app.App[Any], asyncio.Future[None]]] = []

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Sleep for at most `timeout` seconds; not at all if a program rests that is awaited."""
        if timeout is not None and timeout <= SOON:
            return super().select(timeout)
        resting = [each for each in self.waiting if not unfinished(each[0])]
        if not resting:
            return super().select(timeout)
        found = super().select(0)
        if not found:
            for each in resting:
                self.waiting.remove(each)
                if not each[1].done():
                    each[1].set_result(None)
        return found


def run(main: Any) -> None:
    """Run a coroutine on a loop that knows when the program in it rests."""
    selector = Idling()

    async def wait_for_idle(min_sleep: float = 0, max_sleep: float = LONGEST) -> None:
        del min_sleep
        app = active_app.get()
        future = asyncio.get_running_loop().create_future()
        selector.waiting.append((app, future))
        try:
            await asyncio.wait_for(future, max_sleep)
        except TimeoutError:
            raise AssertionError(f"The program does not rest: {unfinished(app)}") from None

    for module in (textual.app, textual.pilot):
        vars(module)["wait_for_idle"] = wait_for_idle
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
        runner.run(main)
