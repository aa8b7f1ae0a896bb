"""The columns of the list of events, and the lines of a row in them.

An act is never cut: it continues on the next line, after a `+` or a `>` if it is longer than a
line. Dice are never cut either. Results are cut on request.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len

from senpu.tui.widgets.event_rows import RowPiece
from senpu.tui.widgets.painting import wrap_cells

SIDE, ACT = 2, 4
"""The cells from the number to the side and to the act."""
LEAST_ACT, BEST_ACT, LEAST_RESULT = 11, 24, 9
"""The cells of an act at least, the cells that suffice for most, the cells of a result at least."""
ROOMY = 60
"""The cells of act, dice and result from which two rolls are next to each other."""
ATOM = re.compile(r"[^+> ]*[+> ]|[^+> ]+")
"""A part of a text after which a line can end."""


class EventColumns(NamedTuple):
    """The first cells of the columns."""

    number: int
    """The cell after the number; the sign of a note is in it."""
    act: int
    dice: int
    """The same as `act` if dice and result follow the act and have no columns."""
    result: int
    end: int

    @property
    def has_cells(self) -> bool:
        """Return whether dice and result have columns."""
        return self.dice > self.act


def compute_columns(width: int, last: int, roll: int) -> EventColumns:
    """Return the columns.

    Args:
        width: The cells of the list.
        last: The number of the last event.
        roll: The cells of the longest roll, or of the heading of the dice.

    Returns:
        The columns.
    """
    number = 2 + max(len(str(last)), 3)
    act = number + ACT
    room = width - act
    dice = 2 * roll + 1 if room >= ROOMY else roll
    rest = room - dice - 2
    result = max(min(rest - BEST_ACT, rest * 9 // 20), LEAST_RESULT)
    if rest - result < LEAST_ACT:
        return EventColumns(number, act, act, act, width)
    at = width - result
    return EventColumns(number, act, at - dice - 1, at, width)


class RowLines(NamedTuple):
    """The lines of a row in its columns."""

    act: Sequence[Sequence[RowPiece]]
    dice: Sequence[Sequence[RowPiece]]
    result: Sequence[Sequence[RowPiece]]
    least: int
    """The lines that the row has at least: all of its act and dice."""

    @property
    def height(self) -> int:
        """Return the lines of the whole row."""
        return max(len(self.act), len(self.dice), len(self.result), 1)


def arrange_row(
    act: Sequence[RowPiece],
    dice: Sequence[RowPiece],
    result: Sequence[RowPiece],
    columns: EventColumns,
) -> RowLines:
    """Return the lines of a row."""
    if not columns.has_cells:
        width = columns.end - columns.act
        lines = break_pieces((*act, *dice, *result), width)
        return RowLines(lines, (), (), max(len(break_pieces(act, width)), 1))
    acts = break_pieces(act, columns.dice - columns.act - 1)
    rolls = break_pieces(dice, columns.result - columns.dice - 1)
    results = break_pieces(result, columns.end - columns.result)
    return RowLines(acts, rolls, results, max(len(acts), len(rolls), 1))


def break_pieces(pieces: Sequence[RowPiece], width: int) -> list[list[RowPiece]]:
    """Return pieces in lines of at most `width` cells.

    A space separates two pieces, except around a `+` piece. A piece that fits into a line is not
    broken. The pieces of a line include these spaces.

    Returns:
        The pieces of each line.
    """
    lines: list[list[RowPiece]] = []
    used = width
    joined = False
    for piece in pieces:
        tight = joined or piece.text == "+"
        joined = piece.text == "+"
        size = cell_len(piece.text)
        gap = 0 if tight or not used else 1
        if lines and used + gap + size <= width:
            lines[-1].append(replace(piece, text=" " * gap + piece.text))
            used += gap + size
            continue
        if size <= width:
            lines.append([piece])
            used = size
            continue
        for part in _break_text(piece.text, width):
            lines.append([replace(piece, text=part)])
            used = cell_len(part)
    return lines


def _break_text(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text; a part without `+` and `>` that is too long is split anywhere."""
    line = ""
    for atom in ATOM.findall(text):
        if cell_len(line) + cell_len(atom) <= width:
            line += atom
            continue
        if line:
            yield line
        *full, line = wrap_cells(atom, width)
        yield from full
    if line:
        yield line
