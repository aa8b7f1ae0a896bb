"""The `%position` line: a position text on indented rows, which ends with a full stop.

The full stop shows that no row is missing. Rows are joined with a space, except after a `+`, which
joins the units of a place.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256

from senpu.notation.events import StatedPosition
from senpu.notation.lines import Machine

POSITION = "position"
"""The word of the line."""
STOP = "."
"""The end of the text."""
ROW = 65
"""The columns of a row after its indent: with a tag of a hash chain it has 77."""
PART = re.compile(r"[^ +]*(?:\+| |$)")
"""A part of a text after which a row can end."""
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


def make_position_line(event: StatedPosition) -> Machine:
    """Return the line of a stated position in canonical form."""
    return Machine(POSITION, ("", *wrap_position(f"{event.text}{STOP}")))


def wrap_position(text: str) -> Iterator[str]:
    """Yield the rows of a text; only a part without a space or `+` may be longer than ROW."""
    row = ""
    for part in PART.findall(text):
        if row and len(f"{row}{part}".rstrip()) > ROW:
            yield row.rstrip()
            row = ""
        row += part
    yield row


def format_stated(event: StatedPosition) -> str:
    """Return a stated position as a list of events shows it; equal texts are equal."""
    return f"%{POSITION} {sha256(event.text.encode()).hexdigest()[:SHORT]}"
