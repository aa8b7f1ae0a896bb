"""The server of textual-serve with a page that loads nothing from other hosts.

It rejects requests from the pages of other sites.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from senpu.notation.messages import program_catalogue
from senpu.tui.printing import flush_output, print_text
from senpu.tui.render.text_layout import get_text
from senpu.tui.serving.driver import NAME as DRIVER

LOOPBACK = ("localhost", "127.0.0.1", "::1")
HERE = Path(__file__).parent
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; img-src 'self' data:"
)
"""No content from other hosts; the script of the terminal evaluates its own parts."""


SIZE = (("width", 80), ("height", 24))
"""The size of a terminal if its page sends none."""
PATIENCE = 3.0
"""The seconds until a program must end after the request to end."""


class VisitorProgram(AppService):
    """The program of a visitor, which ends with the server."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return super()._build_environment(width, height) | {"TEXTUAL_DRIVER": DRIVER}


class ViewServer(Server):
    """A server of one command."""

    def __init__(self, command: str, host: str, port: int, writing: bool, language: str) -> None:
        super().__init__(command, host, port, title="Senpu", templates_path=HERE)
        self.writing = writing
        self.language = language
        self.visitors: set[web.WebSocketResponse] = set()

    def initialize_logging(self) -> None:
        """Log no visitor."""

    async def on_startup(self, app: web.Application) -> None:
        """Print the address, and a warning if other machines can connect."""
        del app
        host = f"[{self.host}]" if ":" in self.host else self.host
        message = program_catalogue(self.language).render
        ident = "screens.serving_write" if self.writing else "screens.serving"
        print_text(message(ident, {"address": f"http://{host}:{self.port}"}))
        if self.host not in LOOPBACK:
            print_text(message("screens.serving_open", {}))
        flush_output()

    async def on_shutdown(self, app: web.Application) -> None:
        """Close the open pages, so that the server can end."""
        del app
        for visitor in [*self.visitors]:
            with suppress(Exception):
                await asyncio.wait_for(visitor.close(), PATIENCE)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Start a program for a visitor; stop it when the visitor leaves."""
        visitor = web.WebSocketResponse(heartbeat=15)
        await visitor.prepare(request)

        async def close() -> None:
            await visitor.close()

        program = VisitorProgram(
            self.command,
            write_bytes=visitor.send_bytes,
            write_str=visitor.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        self.visitors.add(visitor)
        try:
            size = (to_int(request.query.get(name, ""), least) for name, least in SIZE)
            await program.start(*size)
            await self._process_messages(visitor, program)
        finally:
            self.visitors.discard(visitor)
            with suppress(TimeoutError):
                await asyncio.wait_for(program.stop(), PATIENCE)
        return visitor

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._door)
        return app

    def _text(self, ident: str, name: str) -> str:
        return get_text(self.language, ident, name=name) + "\n"

    @property
    def _door(self) -> Middleware:
        here, loopback = self.host, self.host in LOOPBACK

        @web.middleware
        async def door(request: web.Request, handler: Handler) -> web.StreamResponse:
            """Reject requests for another host name or from another page. Raises HTTPForbidden."""
            named = urlsplit(f"//{request.host}").hostname or ""
            if loopback and named not in (*LOOPBACK, here):
                raise web.HTTPForbidden(text=self._text("serving_name", named))
            origin = request.headers.get("Origin")
            if origin is not None and urlsplit(origin).netloc != request.host:
                raise web.HTTPForbidden(text=self._text("serving_origin", origin))
            response = await handler(request)
            if not response.prepared:
                response.headers["Content-Security-Policy"] = POLICY
                response.headers["X-Frame-Options"] = "DENY"
            return response

        return door
