"""The gate for text that is printed, on standard output and on the error stream.

Text passes `make_printable`, so that no name, argument or line of a log controls the terminal.
Data in a format with its own escapes (JSON, HTML, SVG, a log) is printed unchanged. If the
output cannot be written, the command ends with an error, and nothing is printed after that.
"""

import os
import sys
from contextlib import suppress
from typing import IO, NoReturn

from senpu.notation.faults import Error
from senpu.notation.printable import make_rows_printable

STREAMS = ("stdin", "stdout", "stderr")


class PrintingError(Error):
    """Standard output cannot be written: the disk is full, or the device reports an error."""

    def __init__(self, why: OSError) -> None:
        super().__init__("notPrinted", why=why)
        self.why = why


def prepare_streams() -> None:
    """Make the streams usable: a closed one, and one that lacks some letters."""
    for name in STREAMS:
        if getattr(sys, name) is None:  # closed before the command started
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets a mark in its place, not a traceback.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")


def print_text(text: str = "", end: str = "\n") -> None:
    """Print rows of text.

    Raises:
        PrintingError: Standard output cannot be written.
        BrokenPipeError: The reader of a pipe is gone.
    """
    print_data(make_rows_printable(text) + end)


def print_data(data: str | bytes) -> None:
    """Print data of a format with its own escapes.

    Raises:
        PrintingError: Standard output cannot be written.
        BrokenPipeError: The reader of a pipe is gone.
    """
    try:
        if isinstance(data, bytes):
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
        else:
            sys.stdout.write(data)
    except OSError as error:
        _give_up(error)


def flush_output() -> None:
    """Print what is still in memory.

    Raises:
        PrintingError: Standard output cannot be written.
        BrokenPipeError: The reader of a pipe is gone.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        _give_up(error)


def print_notice(text: str) -> None:
    """Print rows of text on the error stream. An error of the stream itself is ignored."""
    _write_error(make_rows_printable(text) + "\n")


def draw_progress(text: str) -> None:
    """Draw a text over the last row of the error stream, a terminal."""
    _write_error(f"\r{make_rows_printable(text)}\x1b[K")


def end_progress() -> None:
    """Begin a new row after the progress."""
    _write_error("\n")


def _write_error(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _give_up(error: OSError) -> NoReturn:
    """Raise the error that ends the command. The rest of the output is discarded."""
    _discard(sys.stdout)
    if isinstance(error, BrokenPipeError):
        raise error
    raise PrintingError(error) from None


def _discard(stream: IO[str]) -> None:
    """Send what is still in memory nowhere: another attempt at exit would fail too."""
    with suppress(OSError, ValueError):  # a stream that is not a file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
