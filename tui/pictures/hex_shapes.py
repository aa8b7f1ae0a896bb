"""Where hexes stand in a picture, and their sides and lines as paths. Knows no map's meaning.

Hexes stand on a corner, as on the screens: a row is three quarters of a hex high.
"""

from collections.abc import Iterable, Sequence

from replay.parts.hexes import NOWHERE, Across, Grid
from tui.pictures.elements import Frame, Point, path, rounded
from tui.widgets.hex_chart import links

WIDE = 64.0
"""The width of a hex."""
REACH = 37.0
"""From its centre to a corner."""
STEP = 55.5
"""From a row to the next."""
CORNERS = (
    Point(0, -REACH), Point(WIDE / 2, -REACH / 2), Point(WIDE / 2, REACH / 2),
    Point(0, REACH), Point(-WIDE / 2, REACH / 2), Point(-WIDE / 2, -REACH / 2),
)  # fmt: skip
"""From the north on, clockwise: side k of a grid's directions goes from corner k to the next."""

Line = tuple[Point, ...]


class HexShapes:
    """The hexes of a grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.width = WIDE * grid.wide + WIDE / 2
        self.height = STEP * (grid.high - 1) + 2 * REACH
        self.centres = tuple(
            Point(WIDE * column + WIDE / 2 * (1 + grid.shift(row)), STEP * row + REACH)
            for row, column in grid.at
        )

    def corner(self, hexagon: int, at: int) -> Point:
        x, y = self.centres[hexagon]
        return Point(x + CORNERS[at % 6].x, y + CORNERS[at % 6].y)

    def outline(self, hexagon: int, inset: float = 0) -> str:
        """The edge of a hex, or a line so far within it."""
        x, y = self.centres[hexagon]
        size = 1 - inset / (WIDE / 2)
        return path([Point(x + size * dx, y + size * dy) for dx, dy in CORNERS], closed=True)

    def side(self, one: int, other: int) -> tuple[Point, Point]:
        """The ends of the side between two hexes that touch."""
        way = self.grid.near[one].index(other)
        return self.corner(one, way), self.corner(one, way + 1)

    def shore(self) -> str:
        """The sides beyond which the map has no hex."""
        ends = [
            (self.corner(each, way), self.corner(each, way + 1))
            for each in range(len(self.grid.ids))
            for way, other in enumerate(self.grid.near[each])
            if other == NOWHERE
        ]
        return "".join(path(line, closed=line[0] == line[-1]) for line in chained(ends))

    def sides(self, sides: Across) -> str:
        """Sides of a kind, those that meet as one line with its corners cut: it follows each side
        around the middle."""
        ends = [self.side(one, other) for one, other in links(sides)]
        return "".join(rounded(line, 0.34) for line in chained(ends))

    def lines(self, lines: Across) -> str:
        """Lines from hex to hex, through the middle of the sides between them."""
        ends = [(self.centres[one], self.centres[other]) for one, other in links(lines)]
        return "".join(rounded(line, 0.3) for line in chained(ends))

    def tile(self, tile: Sequence[int], gap: float) -> Frame:
        """A rectangle counted in columns and rows of hexes, with a gap at its west and north."""
        column, row, columns, rows = tile
        return Frame(WIDE * column + gap, STEP * row + gap, WIDE * columns - gap, STEP * rows - gap)


def chained(links: Iterable[tuple[Point, Point]]) -> list[Line]:
    """Links that share ends as lines that are as long as can be; where three meet, they end.

    >>> a, b, c = Point(0, 0), Point(1, 0), Point(2, 0)
    >>> [[at.x for at in line] for line in chained([(b, c), (a, b)])]
    [[0, 1, 2]]
    """
    near: dict[tuple[float, float], list[Point]] = {}
    for one, other in links:
        near.setdefault(_key(one), []).append(other)
        near.setdefault(_key(other), []).append(one)
    points = {_key(each): each for others in near.values() for each in others}
    done: set[frozenset[tuple[float, float]]] = set()
    lines = []
    ends = [key for key in sorted(near) if len(near[key]) != 2]
    for start in (*ends, *sorted(near)):  # what has no end is a ring
        for second in sorted(near[start], key=_key):
            line = [points[start]]
            here = second
            while frozenset((_key(line[-1]), _key(here))) not in done:
                done.add(frozenset((_key(line[-1]), _key(here))))
                line.append(points[_key(here)])
                onward = [
                    other for other in near[_key(here)]
                    if frozenset((_key(here), _key(other))) not in done
                ]  # fmt: skip
                if len(near[_key(here)]) != 2 or not onward:
                    break
                here = onward[0]
            if len(line) > 1:
                lines.append(tuple(line))
    return lines


def _key(point: Point) -> tuple[float, float]:
    return round(point.x, 2), round(point.y, 2)
