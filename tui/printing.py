"""The gate for text that is printed, on standard output and on the error stream.

Text passes `make_printable`, so that no name, argument or line of a log controls the terminal.
On a terminal, no row is wider than the terminal, parts of texts have colours, and a long output is
read in a pager. Data in a format with its own escapes (JSON, HTML, SVG, a log) is printed
unchanged. If the output cannot be written, the command ends with an error, and nothing is printed
after that.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn

from senpu.notation.faults import Error, text_width
from senpu.notation.layout import (
    FILE_LAYOUT,
    MARKS,
    NARROWEST,
    NO_TERMINAL,
    STYLE_END,
    STYLES,
    Layout,
    get_layout,
    use_layout,
)
from senpu.notation.messages import SOURCE, program_catalogue
from senpu.notation.printable import make_rows_printable

if TYPE_CHECKING:
    from senpu.tui.pager import Pager

STREAMS = ("stdin", "stdout", "stderr")
COLOUR_CHOICES = ("auto", "always", "never")
"""The values of `--color`."""
COLOURS = {
    "valid": "32", "invalid": "31", "hint": "36", "heading": "1", "option": "1", "strong": "1",
    "emphasis": "4",
}  # fmt: skip
"""The parameters of the escape sequence that begins each style: colours of the user's theme."""
CODES = {STYLES[name]: f"\x1b[{code}m" for name, code in COLOURS.items()}
HEIGHT = 24
RESET = "\x1b[0m"


class PrintingError(Error):
    """Standard output cannot be written: the disk is full, or the device reports an error."""

    def __init__(self, why: OSError) -> None:
        super().__init__("notPrinted", why=why)
        self.why = why


class Terminal(NamedTuple):
    """The abilities of the two output streams."""

    has_colours: bool = False
    error_width: int = 0
    """The width of the terminal of the error stream; 0 if it is not a terminal."""
    has_error_colours: bool = False


class _Output:
    """The state of the gate: the terminal, and the pager of the running command."""

    terminal = Terminal()
    is_paged = False
    """True if the output of the command is read in a pager."""
    language = SOURCE
    """The language of the last line of the pager."""
    has_begun = False
    """True if the command has printed something on standard output."""
    pager: "Pager | None" = None


def prepare_streams() -> None:
    """Make the streams usable for a command: a closed one, and one that lacks some letters."""
    _Output.has_begun = False
    for name in STREAMS:
        if getattr(sys, name) is None:  # closed before the command started
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets a mark in its place, not a traceback.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")


@contextmanager
def open_terminal(colour: str = "auto") -> Iterator[None]:
    """Print inside the context in the layout of the terminal.

    Args:
        colour: A value of `COLOUR_CHOICES`: `auto` uses colours on a terminal, unless
            `$NO_COLOR` is set or `$TERM` is `dumb`.
    """
    colours = [_uses_colours(stream, colour) for stream in (sys.stdout, sys.stderr)]
    width, error_width = _find_width(sys.stdout), _find_width(sys.stderr)
    before = _Output.terminal
    _Output.terminal = Terminal(colours[0], error_width, colours[1])
    layout = Layout(max(width or NO_TERMINAL, NARROWEST), bool(width), any(colours), bool(width))
    try:
        with use_layout(layout):
            yield
    finally:
        _Output.terminal = before


def _uses_colours(stream: IO[str], colour: str) -> bool:
    if colour != "auto":
        return colour == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _find_width(stream: IO[str]) -> int:
    """Return `$COLUMNS`, else the width of a terminal; 0 if the stream is not a terminal."""
    named = os.environ.get("COLUMNS", "")
    if named.isascii() and named.isdigit() and int(named[:6]) > 0:
        return int(named[:6])
    if not stream.isatty():
        return 0
    try:
        return os.get_terminal_size(stream.fileno()).columns or NO_TERMINAL
    except OSError:
        return NO_TERMINAL


def is_terminal() -> bool:
    """Return whether standard output is a terminal, or a pager on one."""
    return _Output.pager is not None or sys.stdout.isatty()


def find_height() -> int:
    """Return the number of rows of the terminal; 24 if there is none."""
    with suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stdout.fileno()).lines or HEIGHT
    return HEIGHT


@contextmanager
def open_pager(is_wanted: bool, language: str = SOURCE) -> Iterator[None]:
    """Show what is printed inside the context in a pager, if it is wanted on a terminal.

    The pager starts with the first text. The user can leave it before the end.

    Args:
        is_wanted: Whether a pager is wanted.
        language: The language of its last line, which names the keys.
    """
    _Output.language = language
    _Output.is_paged = is_wanted and sys.stdout.isatty() and sys.stdin.isatty()
    try:
        yield
    finally:
        _Output.is_paged = False
        if _Output.pager is not None:
            pager, _Output.pager = _Output.pager, None
            with suppress(BrokenPipeError):
                flush_output()
            pager.close()


def is_in_pager() -> bool:
    """Return whether a pager shows what is printed."""
    return _Output.pager is not None


def print_text(text: str = "", end: str = "\n") -> None:
    """Print rows of text.

    Raises:
        PrintingError: Standard output cannot be written.
        BrokenPipeError: The reader of a pipe is gone.
    """
    layout = get_layout()
    width = layout.width if layout.is_bounded else 0
    print_data(_render(text, width, _Output.terminal.has_colours) + end)


def print_record(text: str, end: str = "\n") -> None:
    """Print rows of text for programs, such as a position text: never wrapped, without colours.

    Raises:
        PrintingError: Standard output cannot be written.
        BrokenPipeError: The reader of a pipe is gone.
    """
    with use_layout(FILE_LAYOUT):
        print_text(text, end)


def print_data(data: str | bytes) -> None:
    """Print data of a format with its own escapes.

    Raises:
        PrintingError: Standard output cannot be written.
        BrokenPipeError: The reader of a pipe is gone.
    """
    if _Output.is_paged:
        _Output.is_paged = False
        from senpu.tui.pager import start_pager  # without a terminal there is none

        flush_output()
        _Output.pager = start_pager(
            program_catalogue(_Output.language).render("screens.pager_keys", {})
        )
    _Output.has_begun = True
    try:
        if isinstance(data, bytes):
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
        else:
            sys.stdout.write(data)
    except OSError as error:
        _give_up(error)


def has_output() -> bool:
    """Return whether the command has printed something on standard output."""
    return _Output.has_begun


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
    terminal = _Output.terminal
    width = terminal.error_width if get_layout() != FILE_LAYOUT else 0
    _write_error(_render(text, width, terminal.has_error_colours) + "\n")


def draw_progress(text: str) -> None:
    """Draw a text over the last row of the error stream, a terminal."""
    text = make_rows_printable(text)
    while text and text_width(text) >= (_Output.terminal.error_width or NO_TERMINAL):
        text = text[:-1]
    _write_error(f"\r{text}\x1b[K")


def end_progress() -> None:
    """Begin a new row after the progress."""
    _write_error("\n")


def _render(text: str, width: int, has_colours: bool) -> str:
    """Return rows of text in their printed form: printable, in a width (0: any), with colours."""
    text = make_rows_printable(text)
    if width and any(map(width.__lt__, map(text_width, text.split("\n")))):
        from senpu.tui.render.text_layout import fit_rows  # most texts fit

        text = "\n".join(fit_rows(text.split("\n"), width))
    if not get_layout().has_styles:
        return text
    return "\n".join(_paint_rows(text.split("\n"), has_colours))


def _paint_rows(rows: list[str], has_colours: bool) -> Iterator[str]:
    """Yield rows with colours in place of the marks of styles. No colour passes the end of a row.

    A style that does not end in its row continues in the next one.
    """
    style = ""
    for row in rows:
        painted = style
        for char in row:
            if char not in MARKS:
                painted += char
                continue
            style = CODES.get(char, "") if char != STYLE_END and has_colours else ""
            painted += style or (RESET if has_colours else "")
        yield painted + RESET if style else painted


def _write_error(text: str) -> None:
    stream = sys.stderr
    if _Output.pager is not None and stream.isatty():
        stream = sys.stdout  # the pager covers the terminal
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        _discard(stream)


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
