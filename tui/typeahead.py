"""Keys that arrive faster than they are answered, as from a paste: each waits until the one before
has done what it does, so that a line which one key opens has the next.
"""

from collections import deque
from collections.abc import Awaitable, Callable

from textual.app import App
from textual.events import Key, Paste
from textual.message_pump import MessagePump

TIMES = 2
"""A key goes from who has the focus up to the program, where its action is run; what the action
then asks for goes the same way once more, as a change of focus does."""


class Typeahead:
    """The keys of a program which have not been answered, in their order; `send` has one taken to
    who has the focus."""

    def __init__(self, app: App[None], send: Callable[[Key | Paste], Awaitable[None]]) -> None:
        self._app, self._send = app, send
        self._waiting: deque[Key | Paste] = deque()
        self._under_way = False

    async def take(self, event: Key | Paste) -> None:
        """Send a key, behind those that came before."""
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
        """Go behind what was sent: each on its way has messages answered in their order. Who is
        gone answers none."""
        while path and not path[0].call_later(self._passed, path[1:]):
            path = path[1:]

    async def _passed(self, path: list[MessagePump]) -> None:
        if path:
            self._follow(path)
        else:
            await self._next()
