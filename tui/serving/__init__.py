"""`senpu view --serve`: the full-screen program for a browser, through textual-serve.

Each visitor gets a separate program, which starts with the given arguments and ends with the page.
There is no password: all users who can reach the port can watch. The page loads its files from
this server only, and the server answers only its own pages.
"""

import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from senpu.notation.extras import format_install
from senpu.notation.faults import Error


class ServingError(Error):
    """The address cannot be served, or the package for it is not installed."""


def serve(arguments: Sequence[str], host: str, port: int, writing: bool, language: str) -> int:
    """Serve `senpu view` with these arguments until it is interrupted. Raises ServingError."""
    if find_spec("textual_serve") is None:
        raise ServingError("serveNotInstalled", install=format_install("serve"))
    _probe_port(host, port)
    from senpu.tui.serving.server import ViewServer

    server = ViewServer(make_command(arguments), host, port, writing, language)
    try:
        server.serve()
    except OSError as error:
        raise ServingError("fileSystem", path=f"{host}:{port}", why=error) from None
    return 0


def make_command(arguments: Sequence[str]) -> str:
    """Return the command of each visitor's program, as a line for the shell of the system."""
    words = [sys.executable, "-m", "senpu", "view", *arguments]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _probe_port(host: str, port: int) -> None:
    """Check that a server can listen at an address. Raises ServingError."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # the second one for a name that no host can have
        raise ServingError("serveHost", host=host) from None
    for family, kind, protocol, _, address in found:
        with socket.socket(family, kind, protocol) as probe:
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
            except PermissionError:
                raise ServingError("servePortReserved", port=port) from None
            except OverflowError:
                raise ServingError("servePortInvalid", port=port) from None
            except OSError as error:
                raise ServingError(
                    "servePort", port=port, why=error, other=port % 65535 + 1
                ) from None
