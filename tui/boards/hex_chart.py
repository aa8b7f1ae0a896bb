"""A map of hexes in cells of a terminal: positions, terrain, borders and links."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from senpu.notation.faults import text_width
from senpu.replay.parts.hexes import (
    NOWHERE,
    HexGrid,
    HexLinks,
    find_connected,
    read_hex_lines,
    read_hex_sides,
)
from senpu.spec.game_file import Box, Tile
from senpu.spec.loader import Spec
from senpu.spec.names import Translations
from senpu.tui.boards.hex_boxes import place_tiles

STEPS = (8, 6, 4)
"""The possible widths of a hex, the largest first."""
NE, E, SE, SW, W, NW = range(6)
Ground = int | str
"""The owner of a cell: the number of a hex, or a role around the map."""
AROUND = "background"


class SideCell(NamedTuple):
    """A cell of a side; `at` is its column within the hex below the slanted row, -1 if upright."""

    x: int
    y: int
    at: int


class Geometry:
    """The cells of a grid's hexes at one width."""

    def __init__(self, grid: HexGrid, wide: int, extent: tuple[int, int] = (0, 0)) -> None:
        """Compute the cells; `extent` has the columns and rows that the drawing spans at least."""
        self.grid, self.wide, self.high = grid, wide, wide // 2
        columns, rows = max(grid.wide, extent[0]), max(grid.high, extent[1])
        self.width, self.height = compute_size(columns, rows, wide)
        half = wide // 2
        self.corners = tuple(
            (wide * column + half * grid.shift(row), self.high * row) for row, column in grid.at
        )
        """The left edge and the slanted row of each hex."""
        self.centres = tuple((x + half, y + (self.high + 1) // 2) for x, y in self.corners)
        """The cell of each hex for links and for the upper counter."""
        self.heights = tuple(int((16 * min(t, wide - 1 - t) + 8) / wide + 0.5) for t in range(wide))
        """In a slanted row, the eighths of each column that belong to the lower hex."""
        self.ground: list[list[Ground]] = [[AROUND] * self.width for _ in range(self.height)]
        """The owner of each cell, or of most of it."""
        for number, (x, y) in enumerate(self.corners):
            for row in range(y + 1, y + self.high):
                self.ground[row][x : x + wide] = [number] * wide
            for column in range(wide):
                if self.heights[column] >= 4:
                    self.ground[y][x + column] = number
                if self.heights[(column + half) % wide] < 4:
                    self.ground[y + self.high][x + column] = number

    def hex_at(self, x: int, y: int) -> int:
        """Return the hex of a cell, or NOWHERE."""
        if 0 <= y < self.height and 0 <= x < self.width:
            ground = self.ground[y][x]
            if isinstance(ground, int):
                return ground
        return NOWHERE

    def middle(self, places: Iterable[str]) -> tuple[int, int]:
        """Return the middle of some places; of the map, if none of them is on it."""
        index = self.grid.index
        spots = [self.centres[index[place]] for place in places if place in index]
        if not spots:
            return self.width // 2, self.height // 2
        xs, ys = zip(*spots, strict=True)
        return sorted(xs)[len(xs) // 2], sorted(ys)[len(ys) // 2]

    def side(self, number: int, way: int) -> list[SideCell]:
        """Return the cells of a side; upright ones are in the column of its east."""
        x, y = self.corners[number]
        wide, half = self.wide, self.wide // 2
        if way in (E, W):
            column = x if way == W else x + wide
            return [SideCell(column, row, -1) for row in range(y + 1, y + self.high)]
        first = 0 if way in (NW, SW) else half
        row = y if way in (NW, NE) else y + self.high
        turn = 0 if way in (NW, NE) else half
        return [SideCell(x + t, row, (t + turn) % wide) for t in range(first, first + half)]

    def banks(self, number: int, way: int) -> tuple[Ground, Ground]:
        """Return what is above and below a slanted side."""
        other = self.grid.neighbours[number][way]
        beyond: Ground = AROUND if other == NOWHERE else other
        return (beyond, number) if way in (NW, NE) else (number, beyond)

    def crossing(self, number: int, way: int) -> tuple[int, int]:
        """Return the cell in which a link crosses a side."""
        x, y = self.centres[number]
        half = self.wide // 2
        if way in (E, W):
            return x + (half if way == E else -half), y
        up = way in (NE, NW)
        rise = y - self.corners[number][1] if up else self.high - (self.high + 1) // 2
        return x + (rise if way in (NE, SE) else -rise), y + (-rise if up else rise)

    def link(self, number: int, way: int) -> Iterator[tuple[int, int]]:
        """Return the cells between the centres of two adjacent hexes."""
        x, y = self.centres[number]
        if way in (E, W):
            step = 1 if way == E else -1
            yield from ((x + step * t, y) for t in range(1, self.wide))
            return
        right = 1 if way in (NE, SE) else -1
        down = 1 if way in (SE, SW) else -1
        yield from ((x + right * t, y + down * t) for t in range(1, self.high))


def compute_size(columns: int, rows: int, wide: int) -> tuple[int, int]:
    """Return the cells of a map of some columns and rows of hexes, the outer line included."""
    return wide * columns + wide // 2 + 1, wide // 2 * rows + 1


def find_window(at: int, room: int, size: int) -> int:
    """Return the start of a window on a larger map: centred, if the map fits."""
    if size <= room:
        return -((room - size) // 2)
    return max(0, min(at, size - room))


SIDES = ("impassable", "water_side", "river", "major_river")
"""The tables of sides, in drawing order."""
PLACES = (("city", "@"), ("key", "@"), ("supply", "S"), ("port", "p"), ("town", "o"))
"""The kinds of places with a sign; a town's has the lowest precedence."""
BRIEF = 5
"""The most columns of a short name."""
SUPPLY = "supply_"
"""The prefix of the lists of a side's supply sources."""
WATER = frozenset(("sea", "lake"))


class Chart(NamedTuple):
    """A map by the numbers of its hexes in the grid."""

    grid: HexGrid
    terrain: tuple[str, ...]
    sides: tuple[tuple[str, HexLinks], ...]
    """Sides by table, in the order of SIDES."""
    bordering: tuple[frozenset[int], ...]
    """The neighbours across a side of any kind."""
    rail: HexLinks
    road: HexLinks
    signs: tuple[str, ...]
    """The sign of each hex: `@`, `p`, `@p`, `o` or an empty text."""
    kinds: tuple[tuple[str, ...], ...]
    """The kinds of each hex with a sign: `city`, `port`, `supply_china` …"""
    owners: dict[int, str]
    """The sides of supply sources, by hex."""
    names: dict[int, tuple[Translations, Translations]]
    """The names and the short names of hexes."""
    boxes: tuple[Box, ...]
    """The boxes for pieces off the map."""
    box_names: dict[str, Translations]
    """The names of boxes, by id."""
    legend: Tile
    """Rectangles for the legend; empty without room."""
    extent: tuple[int, int]
    """The columns and rows of hexes that the drawing spans, with the boxes."""
    coast: frozenset[int]
    """The hexes that the table `coast` lists."""

    def route(self, start: int, goal: int) -> tuple[int, ...]:
        """Return the hexes from one to another: direct, or along rails, or only these two."""
        if goal in self.grid.neighbours[start]:
            return (start, goal)
        before: dict[int, int] = {}

        def steps(here: int) -> Iterable[int]:
            """Return the next hexes."""
            for other in self.rail[here]:
                before.setdefault(other, here)
            return self.rail[here]

        if goal not in find_connected(start, steps):
            return (start, goal)
        way = [goal]
        while way[-1] != start:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    def way(self, one: int, other: int) -> int:
        """Return the direction of a neighbour, or -1."""
        near = self.grid.neighbours[one]
        return near.index(other) if other in near and other != NOWHERE else -1


def build_chart(spec: Spec) -> Chart:
    """Return the map of a game's data.

    Returns:
        The map.

    Raises:
        ValueError: The data contradict each other.
        DataError: A table of the map is invalid.
    """

    def table(name: str) -> dict[str, Any]:
        """Return a table of the data, or an empty one."""
        return spec.values.table(name) if name in spec.values.tables else {}

    terrain = spec.values.table("terrain")
    grid = HexGrid(spec.values.table("grid"), terrain)
    sides = tuple((name, read_hex_sides(grid, table(name), name)) for name in SIDES)
    every = range(len(grid.ids))
    kinds = _kinds(grid, table("place"))
    boxes = [box for box in spec.game.box if not box.switch or spec.switch.get(box.switch)]
    placed = place_tiles(grid, [box.tile for box in boxes], spec.game.legend)
    return Chart(
        grid,
        tuple(str(terrain[ident]) for ident in grid.ids),
        sides,
        tuple(frozenset().union(*(found[n] for _, found in sides)) for n in every),
        read_hex_lines(grid, table("rail"), "rail"),
        read_hex_lines(grid, table("road"), "road"),
        tuple(_sign(each) for each in kinds),
        kinds,
        {n: kind.removeprefix(SUPPLY) for n in every for kind in kinds[n] if SUPPLY in kind},
        {
            grid.index[place]: _names(spec, place)
            for place in spec.named_places
            if place in grid.index
        },
        tuple(replace(box, tile=tile) for box, tile in zip(boxes, placed.tiles, strict=True)),
        {box.id: spec.translate("box", box.id) for box in spec.game.box},
        placed.legend,
        (placed.columns, placed.rows),
        frozenset(n for hexes in table("coast").values() for n in grid.find_hexes(hexes)),
    )


def _names(spec: Spec, place: str) -> tuple[Translations, Translations]:
    """Return the name of a place and its short name; without one, the name in as many columns."""
    full = spec.translate("place", place)
    known = next(filter(None, full.values()), place)
    full = {language: name or known for language, name in full.items()}
    short = spec.translate("short", place)
    return full, {language: short[language] or shorten(full[language]) for language in full}


def shorten(name: str) -> str:
    """Return a name in at most `BRIEF` columns.

    >>> shorten("Wuxi"), shorten("The old town")
    ('Wuxi', 'The.')

    Returns:
        The name, or its beginning with a point.
    """
    if text_width(name) <= BRIEF:
        return name
    while text_width(name) > BRIEF - 1:
        name = name[:-1]
    return f"{name.rstrip()}."


def find_kind(name: str) -> str:
    """Return the kind of a list of the table `place`: `southern_port` is `port`.

    Returns:
        The kind, or an empty text.
    """
    for kind, _ in PLACES:
        if name == kind or name.endswith(f"_{kind}"):
            return kind
    return "supply" if name.startswith(SUPPLY) else name


def _kinds(grid: HexGrid, places: dict[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return the kinds of each hex, in the order of PLACES."""
    order = [kind for kind, _ in PLACES]
    found: list[set[str]] = [set() for _ in grid.ids]
    for name, hexes in places.items():
        sort = find_kind(name)
        if sort in order:
            for number in grid.find_hexes(hexes):
                found[number].add(name if sort == "supply" else sort)
    return tuple(
        tuple(sorted(each, key=lambda name: order.index(find_kind(name)))) for each in found
    )


def _sign(kinds: tuple[str, ...]) -> str:
    sorts = [find_kind(kind) for kind in kinds]
    signs = list(dict.fromkeys(sign for name, sign in PLACES if name in sorts))
    return "".join(signs if len(signs) < 2 else [sign for sign in signs if sign != "o"])


def iterate_links(lines: HexLinks) -> Iterable[tuple[int, int]]:
    """Yield each link of lines once."""
    for number, others in enumerate(lines):
        yield from ((number, other) for other in others if other > number)


def iterate_steps(walk: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Yield the pairs of hexes of a movement."""
    return pairwise(walk)
