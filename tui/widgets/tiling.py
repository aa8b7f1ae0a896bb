"""A plan of areas as tiles, in which a shared edge is adjacency and a corner is not.

The drawing is checked against the adjacent pairs of the data: a map that an owner corrected
so that it cannot be tiled is never drawn falsely.
"""

from collections.abc import Mapping, Sequence

import msgspec

from replay.parts.areas import Neighbours, neighbours
from spec.loader import Area, Spec

Cell = tuple[int, int]


class Plan(msgspec.Struct, frozen=True):
    """The tiles of a map, by column and row."""

    columns: int
    rows: int
    tiles: dict[str, Cell]
    free: tuple[Cell, ...]
    """Cells of the rectangle without a tile: room for what is off the map."""

    @property
    def notches(self) -> tuple[Cell, Cell] | None:
        """The free cells for the first side (leftmost, lowest) and the other one."""
        if len(self.free) < 2:
            return None
        first = min(self.free, key=lambda cell: (cell[0], -cell[1]))
        rest = [cell for cell in self.free if cell != first]
        return first, max(rest, key=lambda cell: (cell[0], -cell[1]))


def near_of(spec: Spec) -> Neighbours:
    """Each area's neighbours, from the data's table of adjacent pairs; nobody's, without one."""
    areas = [area.id for area in spec.game.area]
    pairs = spec.values.tables.get("adjacent", {})
    try:
        return neighbours(areas, {pair: bool(value.value) for pair, value in pairs.items()})
    except ValueError:
        return neighbours(areas, {})


def plan_of(areas: tuple[Area, ...], near: Mapping[str, Sequence[str]]) -> Plan | None:
    """The plan of a map, or nothing if its tiles do not tell its adjacency.

    >>> a, b = Area("A", (0, 0)), Area("B", (1, 0))
    >>> plan_of((a, b), {"A": ("B",), "B": ("A",)}).columns
    2
    >>> plan_of((a, b), {"A": (), "B": ()}) is None
    True
    """
    tiles = {area.id: area.tile for area in areas}
    at = {tile: area for area, tile in tiles.items()}
    if not tiles or len(at) < len(tiles) or min(min(tile) for tile in at) < 0:
        return None
    shared = {
        area: tuple(
            sorted(
                at[beside]
                for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if beside in at
            )
        )
        for area, (x, y) in tiles.items()
    }
    if shared != {area: tuple(sorted(others)) for area, others in near.items()}:
        return None
    columns = max(x for x, _ in at) + 1
    rows = max(y for _, y in at) + 1
    free = tuple((x, y) for y in range(rows) for x in range(columns) if (x, y) not in at)
    return Plan(columns, rows, tiles, free)
