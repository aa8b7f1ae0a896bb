"""The keys that were pressed and not yet processed: each acts before the next one is sent."""

from collections import deque
from collections.abc import Awaitable, Callable

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

TIMES = 2
"""The number of rounds of messages after a key.

The first round carries the key from the focused widget to the program, where its action runs. The
second one carries what the action posts, for example a change of focus.
"""


class Typeahead:
    """The keys that are not yet processed, in order; `send` sends one to the focused widget."""

    def __init__(
        self, app: App[None], send: Callable[[events.Key | events.Paste], Awaitable[None]]
    ) -> None:
        self._app, self._send = app, send
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._under_way = False

    async def take(self, event: events.Key | events.Paste) -> None:
        """Send a key after all previous keys."""
        self._waiting.append(event)
        if not self._under_way:
            self._under_way = True
            await self._next()

    async def _next(self) -> None:
        if not self._waiting:
            self._under_way = False
            return
        await self._send(self._waiting.popleft())
        path: list[MessagePump] = [*(self._app.focused or self._app.screen).ancestors_with_self]
        self._follow(path * TIMES)

    def _follow(self, path: list[MessagePump]) -> None:
        """Wait until each widget on the path has processed its messages."""
        while path and not path[0].call_later(self._pass_messages, path[1:]):
            path = path[1:]

    async def _pass_messages(self, path: list[MessagePump]) -> None:
        if path:
            self._follow(path)
        else:
            await self._next()
