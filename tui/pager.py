"""The program that shows a long output a screen at a time, as Git does."""

import os
import re
import shlex
import signal
import subprocess
from contextlib import suppress

DEFAULT = "less"
ENVIRONMENT = {"LESS": "FRX", "LESSCHARSET": "utf-8"}
"""Settings of `less` if the user has none: no pager for one screen, colours, the text remains."""
SPECIAL, ESCAPED = re.compile(r"[?:.%\\$]"), r"\\\g<0>"
"""The signs with a meaning in a prompt of `less`, and how they are written."""
OUTPUT = 1
"""The descriptor of standard output."""


class Pager:
    """A running pager. Standard output goes to it until it is closed.

    Args:
        process: The process, whose standard input is a pipe.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._terminal = os.dup(OUTPUT)
        assert process.stdin is not None
        os.dup2(process.stdin.fileno(), OUTPUT)
        process.stdin.close()

    def close(self) -> None:
        """Wait until the user leaves the pager. What is printed afterwards goes to the terminal."""
        os.dup2(self._terminal, OUTPUT)
        os.close(self._terminal)
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pager obeys it
        try:
            self._process.wait()
        finally:
            signal.signal(signal.SIGINT, before)


def find_pager_command() -> list[str]:
    """Return the words of `$SENPU_PAGER`, else `$PAGER`, else `less`; empty for no pager."""
    for name in ("SENPU_PAGER", "PAGER"):
        named = os.environ.get(name)
        if named is not None:
            with suppress(ValueError):  # an open quotation mark
                words = shlex.split(named)
                return [] if words == ["cat"] else words
    return [DEFAULT]


def start_pager(keys: str) -> Pager | None:
    """Return the pager with standard output connected to it; None if none can be started.

    Nothing that was printed before may be in memory.

    Args:
        keys: What the user can press, for the last line of `less`.
    """
    words = find_pager_command()
    if not words:
        return None
    try:
        prompt = {"LESS": f"{ENVIRONMENT['LESS']}Ps{SPECIAL.sub(ESCAPED, keys)}?e (END).$"}
        variables = {**ENVIRONMENT, **prompt, **os.environ}
        process = subprocess.Popen(words, stdin=subprocess.PIPE, env=variables)
    except OSError:
        return None
    return Pager(process)
