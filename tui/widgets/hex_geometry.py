"""Where hexes stand in a grid of cells. Knows no map, no colour, no pen.

A hex is W columns wide and W/2 rows high: a slanted row, which it shares with the hexes above,
then rows of text. A link to any neighbour is then a clean level or slanted line.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from senpu.replay.parts.hexes import NOWHERE, Grid

STEPS = (8, 6, 4)
"""The widths of a hex that can be drawn, the largest first."""
NE, E, SE, SW, W, NW = range(6)
Ground = int | str
"""What a cell belongs to: a hex by its number, or the role of what lies around the map."""
AROUND = "background"


class Spot(NamedTuple):
    """A cell of a side: `at` is its column within the hex below the slanted row, -1 on an
    upright side."""

    x: int
    y: int
    at: int


class Geometry:
    """The cells of a grid's hexes at one width."""

    def __init__(self, grid: Grid, wide: int) -> None:
        self.grid, self.wide, self.high = grid, wide, wide // 2
        self.width, self.height = size_of(grid, wide)
        half = wide // 2
        self.corners = tuple(
            (wide * column + half * grid.shift(row), self.high * row) for row, column in grid.at
        )
        """The left edge and the slanted row of each hex."""
        self.centres = tuple((x + half, y + (self.high + 1) // 2) for x, y in self.corners)
        """Where links meet, and where the upper counter stands."""
        self.heights = tuple(int((16 * min(t, wide - 1 - t) + 8) / wide + 0.5) for t in range(wide))
        """In a slanted row, how many eighths of each column the lower hex has."""
        self.ground: list[list[Ground]] = [[AROUND] * self.width for _ in range(self.height)]
        """What each cell belongs to, or for the most part."""
        for number, (x, y) in enumerate(self.corners):
            for row in range(y + 1, y + self.high):
                self.ground[row][x : x + wide] = [number] * wide
            for column in range(wide):
                if self.heights[column] >= 4:
                    self.ground[y][x + column] = number
                if self.heights[(column + half) % wide] < 4:
                    self.ground[y + self.high][x + column] = number

    def hex_at(self, x: int, y: int) -> int:
        """The hex that a cell belongs to; NOWHERE beside the map."""
        if 0 <= y < self.height and 0 <= x < self.width:
            ground = self.ground[y][x]
            if isinstance(ground, int):
                return ground
        return NOWHERE

    def middle(self, places: Iterable[str]) -> tuple[int, int]:
        """The cell in the middle of some places; of the map if none of them is on it."""
        index = self.grid.index
        spots = [self.centres[index[place]] for place in places if place in index]
        if not spots:
            return self.width // 2, self.height // 2
        xs, ys = zip(*spots, strict=True)
        return sorted(xs)[len(xs) // 2], sorted(ys)[len(ys) // 2]

    def side(self, number: int, way: int) -> list[Spot]:
        """The cells of a side. The upright ones stand in the column at its east."""
        x, y = self.corners[number]
        wide, half = self.wide, self.wide // 2
        if way in (E, W):
            column = x if way == W else x + wide
            return [Spot(column, row, -1) for row in range(y + 1, y + self.high)]
        first = 0 if way in (NW, SW) else half
        row = y if way in (NW, NE) else y + self.high
        turn = 0 if way in (NW, NE) else half
        return [Spot(x + t, row, (t + turn) % wide) for t in range(first, first + half)]

    def banks(self, number: int, way: int) -> tuple[Ground, Ground]:
        """What lies above and what below one of the slanted sides."""
        other = self.grid.near[number][way]
        beyond: Ground = AROUND if other == NOWHERE else other
        return (beyond, number) if way in (NW, NE) else (number, beyond)

    def crossing(self, number: int, way: int) -> tuple[int, int]:
        """The cell in which a link crosses a side."""
        x, y = self.centres[number]
        half = self.wide // 2
        if way in (E, W):
            return x + (half if way == E else -half), y
        up = way in (NE, NW)
        rise = y - self.corners[number][1] if up else self.high - (self.high + 1) // 2
        return x + (rise if way in (NE, SE) else -rise), y + (-rise if up else rise)

    def link(self, number: int, way: int) -> Iterator[tuple[int, int]]:
        """The cells between the centres of a hex and its neighbour, both left out."""
        x, y = self.centres[number]
        if way in (E, W):
            step = 1 if way == E else -1
            yield from ((x + step * t, y) for t in range(1, self.wide))
            return
        right = 1 if way in (NE, SE) else -1
        down = 1 if way in (SE, SW) else -1
        yield from ((x + right * t, y + down * t) for t in range(1, self.high))


def size_of(grid: Grid, wide: int) -> tuple[int, int]:
    """The columns and rows of a whole map; the last of each are the outer line's."""
    return wide * grid.wide + wide // 2 + 1, wide // 2 * grid.high + 1


def window(at: int, room: int, size: int) -> int:
    """Where a window of some room begins on something of some size: centred if that fits."""
    if size <= room:
        return -((room - size) // 2)
    return max(0, min(at, size - room))
