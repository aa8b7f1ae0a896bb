"""The boxes next to a map of hexes: their cells, and their counters in rows.

Counters without room are counted by kind: `(3-2)x7`.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from senpu.replay.core.rules import Piece
from senpu.replay.parts.hexes import HexGrid
from senpu.spec.game_file import Box, Tile
from senpu.tui.boards.signs import enclose

FRAMED = 5
"""Minimum rows of a box with a lower edge."""


class Rect(NamedTuple):
    """A rectangle of cells: column and row of the first, width, height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """Return the middle."""
        return self.x + self.width // 2, self.y + self.height // 2

    def has(self, x: int, y: int) -> bool:
        """Return whether a cell is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def nearest(self, spot: tuple[int, int]) -> tuple[int, int]:
        """Return the cell of the rectangle that is nearest to another.

        >>> Rect(2, 2, 4, 2).nearest((9, 0))
        (5, 2)

        Returns:
            Column and row.
        """
        x, y = spot
        right, low = self.x + self.width - 1, self.y + self.height - 1
        return max(self.x, min(x, right)), max(self.y, min(y, low))


class BoxToken(NamedTuple):
    """A counter in a row, or the number of several."""

    at: int
    """The column within the row."""
    text: str
    side: int
    unit: str
    """The unit, or the first of several interchangeable ones."""
    many: str = ""
    """The number of units, after the counter."""

    @property
    def end(self) -> int:
        """Return the column after the token."""
        return self.at + len(self.text) + len(self.many)


def compute_rect(tile: Tile, wide: int, high: int) -> Rect:
    """Return the cells of a tile without its first column and row, which separate it.

    Args:
        tile: The tile in hexes.
        wide: Columns of a hex.
        high: Rows of a hex.

    Returns:
        The cells.
    """
    column, row, columns, rows = tile
    return Rect(wide * column + 1, high * row + 1, wide * columns - 1, high * rows - 1)


def compute_inner(rect: Rect, pad: int) -> Rect:
    """Return the cells of a box for counters, at a distance from its sides."""
    framed = rect.height >= FRAMED
    edge = 1 + pad * framed
    return Rect(rect.x + edge, rect.y + 1, rect.width - 2 * edge, rect.height - 1 - framed)


class PlacedTiles(NamedTuple):
    """The tiles of boxes where the map has no hexes, and the hexes that the drawing spans."""

    tiles: tuple[Tile, ...]
    legend: Tile
    columns: int
    rows: int


def place_tiles(grid: HexGrid, tiles: Sequence[Tile], legend: Tile) -> PlacedTiles:
    """Return the tiles of boxes so that none covers a hex or another tile.

    A tile without room moves to the nearest free place around the hexes, or else below the map. A
    legend without room is left out.

    Args:
        grid: The hexes of the map.
        tiles: The tiles as the game's files give them.
        legend: The tile of the legend; empty without one.

    Returns:
        The tiles.
    """
    taken = {
        (row, half)
        for row, column in grid.at
        for half in range(2 * column + grid.shift(row), 2 * column + grid.shift(row) + 2)
    }
    columns = grid.wide
    found: dict[int, Tile] = {}

    def take(at: int, tile: Tile) -> bool:
        """Place a tile, if its cells are within the map and free."""
        cells = _list_halves(tile)
        column, row, wide, high = tile
        if column + wide > grid.wide or row + high > grid.high or cells & taken:
            return False
        taken.update(cells)
        found[at] = tile
        return True

    every = list(enumerate([*tiles, *([legend] if legend else [])]))
    moved = [(at, tile) for at, tile in every if not take(at, tile)]
    left, top, height = 0, grid.high, 0  # the next place below the map
    for at, (column, row, wide, high) in moved:
        places = [
            (x, y, wide, high)
            for y in range(grid.high - high + 1)
            for x in range(grid.wide - wide + 1)
        ]
        places.sort(key=lambda tile: (abs(tile[0] - column) + abs(tile[1] - row), tile))
        if any(take(at, tile) for tile in places) or at == len(tiles):
            continue
        if left and left + wide > grid.wide:
            left, top, height = 0, top + height, 0
        found[at] = (left, top, wide, high)
        left, height, columns = left + wide, max(height, high), max(columns, wide)
    placed = tuple(found[at] for at in range(len(tiles)))
    return PlacedTiles(placed, found.get(len(tiles), ()), columns, top + height)


def _list_halves(tile: Tile) -> set[tuple[int, int]]:
    """Return the cells of a tile: its rows and half columns of hexes."""
    column, row, wide, high = tile
    return {
        (y, x) for y in range(row, row + high) for x in range(2 * column, 2 * (column + wide))
    }  # fmt: skip


def find_pieces(box: Box, pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces in a box."""
    return [
        piece
        for piece in pieces
        if not piece.place and piece.fate == box.fate and box.side in ("", piece.side)
    ]


def lay_out_rows(
    pieces: Sequence[Piece], sides: dict[str, int], size: tuple[int, int],
    text: Callable[[Piece], str], count_same: bool,
) -> list[list[BoxToken]]:  # fmt: skip
    """Return the counters of a box in rows, each side from its own row."""
    width, height = size
    order = sorted(pieces, key=lambda piece: sides.get(piece.side, 0))
    each = [
        [BoxToken(0, enclose(text(piece), side), side, piece.id) for piece in group]
        for side, group in groupby(order, lambda piece: sides.get(piece.side, 0))
    ]
    rows: list[list[BoxToken]] = []
    for gap in (1, 0):
        rows = [row for tokens in each for row in _rows(tokens, width, gap)]
        if len(rows) <= height:
            return rows
    if count_same:
        rows = [row for tokens in each for row in _rows(_counted(tokens), width, 1)]
    return rows if len(rows) <= height else _cut(rows, width, height) if height > 0 else []


def _cut(rows: list[list[BoxToken]], width: int, height: int) -> list[list[BoxToken]]:
    """Return the rows that fit; the last counter shows the number of hidden ones."""
    hidden = sum(_many(token) for row in rows[height:] for token in row)
    kept = rows[:height]
    last = kept[-1]
    while len(last) > 1 and last[-1].end + len(f"+{hidden}") > width:
        hidden += _many(last.pop())
    last[-1] = last[-1]._replace(many=f"{last[-1].many}+{hidden}")
    return kept


def _many(token: BoxToken) -> int:
    return int(token.many.removeprefix("x") or 1)


def _counted(tokens: Iterable[BoxToken]) -> list[BoxToken]:
    """Return counters of the same text as one, with their number."""
    found: dict[str, list[BoxToken]] = {}
    for token in tokens:
        found.setdefault(token.text, []).append(token)
    return [
        same[0]._replace(many=f"x{len(same)}" if len(same) > 1 else "") for same in found.values()
    ]


def _rows(tokens: Iterable[BoxToken], width: int, gap: int) -> list[list[BoxToken]]:
    """Return counters one after another, in rows."""
    rows: list[list[BoxToken]] = []
    for token in tokens:
        at = rows[-1][-1].end + gap if rows else 0
        if not rows or at + len(token.text) + len(token.many) > width:
            rows.append([])
            at = 0
        rows[-1].append(token._replace(at=at))
    return rows
