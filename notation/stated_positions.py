"""The `%position` line: a position text on indented rows, which ends with a full stop.

The full stop shows that no row is missing. Rows are joined with a space, except after a `+`, which
joins the units of a place.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from senpu.notation.events import StatedPosition
from senpu.notation.lines import Machine

POSITION = "position"
"""The word of the line."""
STOP = "."
"""The end of the text."""
INDENT = 2
SHORT = 8
"""The digits of the digest that stands for the text in a list of events."""


def is_whole_position(rows: Sequence[str]) -> bool:
    """Return whether the rows of a line have the end of the text."""
    return bool(rows) and rows[-1].endswith(STOP)


def join_position(rows: Sequence[str]) -> str:
    """Return the text of a line in one row, without its full stop."""
    text = ""
    for row in rows:
        text += row if not text or text.endswith("+") else f" {row}"
    return text.removesuffix(STOP)


def find_row(rows: Sequence[str], column: int) -> tuple[int, int]:
    """Return the place of a column of the joined text: the index of its row, and its column there.

    Args:
        rows: The rows.
        column: The column in the joined text, from 1.

    Returns:
        The index, from 0, and the column, from 1.
    """
    joined = ""
    for at, row in enumerate(rows):
        start = len(joined) + bool(joined and not joined.endswith("+"))
        joined = f"{joined:{start}}{row}"
        if column <= len(joined) or at + 1 == len(rows):
            return at, max(column - start, 1)
    return 0, 1


def make_position_line(event: StatedPosition, width: int) -> Machine:
    """Return the line of a stated position, in rows of at most `width` columns."""
    return Machine(POSITION, ("", *_wrap(f"{event.text}{STOP}", width - INDENT)))


def _wrap(text: str, width: int) -> Iterator[str]:
    """Yield the rows of a text; only a part without a space or `+` may be longer."""
    while len(text) > width:
        ends = [at for at in (text.rfind(" ", 0, width + 1), text.rfind("+", 0, width) + 1) if at > 0]
        if not ends:
            ends = [at for at in (text.find(" "), text.find("+") + 1) if at > 0]
        if not ends:
            break
        end = max(ends) if max(ends) <= width else min(ends)
        yield text[:end]
        text = text[end:].lstrip(" ")
    yield text


def format_stated(event: StatedPosition) -> str:
    """Return a stated position as a list of events shows it; equal texts are equal."""
    return f"%{POSITION} {sha256(event.text.encode()).hexdigest()[:SHORT]}"
