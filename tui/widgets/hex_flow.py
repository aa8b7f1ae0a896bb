"""Pieces of text that are not broken, one after the other in as many rows as they need."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len

from tui.widgets.painting import Look, Row


class Said(NamedTuple):
    """A piece of text that is not broken."""

    text: str
    role: str = "text"
    how: str = ""
    on: str = ""


Group = Iterable[Said]
"""Pieces that stay together."""


def flowing(look: Look, groups: Iterable[Group], width: int, indent: int) -> list[Row]:
    """Groups of pieces in rows of some width, the rows after the first further in."""
    room = width - 1 - len(look.signs.more)
    rows = [Row(look).add(" ")]
    begun = False  # whether a group stands in the last row
    for group in groups:
        group = list(group)
        size = sum(cell_len(piece.text) for piece in group)
        row = rows[-1]
        gap = "  " if begun else ""
        if row.width + len(gap) > indent + 1 and row.width + len(gap) + size > room:
            row, gap = Row(look).add(" " * (indent + 1)), ""
            rows.append(row)
        row.add(gap)
        for text, role, how, on in group:
            row.add(look.clip(text, max(width - row.width, 0)), role, how, on)
        begun = True
    return rows


def in_columns(groups: Iterable[Group], width: int) -> list[list[tuple[int, Said]]]:
    """Groups in columns that stand below each other, as many as find room: rows of pieces, each
    with the cell at which it begins."""
    every = [list(group) for group in groups]
    sizes = [sum(cell_len(piece.text) for piece in group) for group in every]
    rows: list[list[tuple[int, Said]]] = []
    for across in range(len(every), 0, -1):
        down = -(-len(every) // across)
        columns = [range(at, min(at + down, len(every))) for at in range(0, len(every), down)]
        widths = [max(sizes[n] for n in column) for column in columns]
        if sum(widths) + 2 * (len(columns) - 1) > width and across > 1:
            continue
        rows = [[] for _ in range(down)]
        x = 0
        for column, size in zip(columns, widths, strict=True):
            for row, n in zip(rows, column, strict=False):
                at = x
                for piece in every[n]:
                    row.append((at, piece))
                    at += cell_len(piece.text)
            x += size + 2
        break
    return rows
