"""Blocks of rows in balanced columns, on as few screens as possible."""

from collections.abc import Sequence
from typing import NamedTuple

from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import join_columns


class HelpBlock(NamedTuple):
    """Rows that belong together, the first of them a heading."""

    rows: Sequence[Row] = ()


class Page(NamedTuple):
    """A screen: columns of rows, and rows below them over the whole width."""

    columns: Sequence[Sequence[Row]]
    tail: Sequence[Row] = ()
    across: int = 1
    """The number of columns, some of which may be empty."""

    def render(self, look: Look, width: int) -> list[Row]:
        """Return the rows of the screen."""
        widths = [width // self.across] * len(self.columns)
        return [*join_columns(look, self.columns, widths), *self.tail]


def arrange_pages(
    blocks: Sequence[HelpBlock], tail: Sequence[HelpBlock], columns: int, height: int
) -> list[Page]:
    """Return blocks on as few screens as possible.

    Blocks remain whole, with an empty row between them, if that takes no further screen.

    Args:
        blocks: The blocks of the columns, in order.
        tail: The blocks below the columns of the last screen.
        columns: The number of columns.
        height: The rows of a screen.

    Returns:
        The screens.
    """
    ways = ((1, True), (0, True), (0, False))
    found = [_fill(blocks, tail, columns, height, gap, whole) for gap, whole in ways]
    return min(found, key=len)  # the first of the shortest


def _fill(
    blocks: Sequence[HelpBlock],
    tail: Sequence[HelpBlock],
    columns: int,
    height: int,
    gap: int,
    whole: bool,
) -> list[Page]:
    empty = [Row(block.rows[0].look) for block in blocks[:1]] * gap
    below = [row for block in tail for row in (*empty, *block.rows)]
    rest = [tuple(block.rows) for block in blocks]
    pages: list[Page] = []
    while rest:
        for room in range(1, height - len(below) + 1):
            placed, left = _pack(rest, columns, room, empty, whole)
            if not left:
                return [*pages, Page(placed, below, columns)]
        placed, rest = _pack(rest, columns, height, empty, whole)
        pages.append(Page(placed, (), columns))
    start = len(empty)
    for at in range(start, len(below), height):
        pages.append(Page((), below[at : at + height], columns))
    return pages


def _pack(
    blocks: Sequence[Sequence[Row]], columns: int, height: int, empty: list[Row], whole: bool
) -> tuple[list[list[Row]], list[tuple[Row, ...]]]:
    """Return the columns that blocks fill from the left, and the blocks that remain.

    A block that is longer than a column is split; without `whole`, any block.
    """
    placed: list[list[Row]] = [[] for _ in range(columns)]
    rest = [tuple(block) for block in blocks]
    for column in placed:
        while rest:
            first = rest[0]
            start = empty if column else []
            room = height - len(column) - len(start)
            if len(first) <= room:
                column += [*start, *rest.pop(0)]
                continue
            if (room > 2 or (room > 0 and height <= 2)) and (
                not whole or (len(first) > height and not column)
            ):
                column += [*start, *first[:room]]
                rest[0] = first[room:]
            break
    return placed, rest
