"""Maps of hexes: numbering, neighbours, sides, lines, and walks over them. Knows no units.

Hexes stand on a corner; rows run straight from west to east, and every other row is shifted half
a hex to the east. A hex is numbered by its row and its column, two digits each: `0612`. Inside
the rules a hex is a small whole number, its place in :attr:`Grid.ids` (from the north-west, row
by row); `NOWHERE` is none. How a map stands in a game's data: `spec/hexes.md`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import Any

from senpu.spec.data import TableError

DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
"""The order of a hex's six neighbours."""
NOWHERE = -1

Walk = tuple[int, ...]
"""The hexes that a move enters, in order; the last one is its goal."""


class Grid:
    """The numbering of a map: which hexes there are, and which touch.

    `table` is the game's `grid` table: `top` and `bottom` are the numbers of the northernmost and
    the southernmost row (either may be the larger), `left` and `right` those of the outer columns,
    and `shifted` says whether the rows of `even` or of `odd` numbers stand half a hex further
    east. Numbers not among `places` are no hexes of the map.
    """

    def __init__(self, table: Mapping[str, Any], places: Iterable[str]) -> None:
        top, bottom, left, right = (int(table[n]) for n in ("top", "bottom", "left", "right"))
        shifted = table["shifted"]
        if shifted not in ("even", "odd"):
            raise TableError("badShift", given=str(shifted))
        self.high, self.wide = abs(bottom - top) + 1, right - left + 1
        step = 1 if bottom >= top else -1
        known = set(places)
        at = {
            f"{row:02}{column:02}": (abs(row - top), column - left)
            for row in range(top, bottom + step, step)
            for column in range(left, right + 1)
        }
        if strange := known - at.keys():
            raise TableError("hexOutsideGrid", hex=min(strange))
        self.ids = tuple(ident for ident in at if ident in known)
        self.index = {ident: number for number, ident in enumerate(self.ids)}
        self.at = tuple(at[ident] for ident in self.ids)
        """Row and column of each hex, both from 0 at the north-west."""
        self.first_shifted = (shifted == "odd") == (top % 2 == 1)
        number_at = {where: number for number, where in enumerate(self.at)}
        self.near = tuple(
            tuple(number_at.get(where, NOWHERE) for where in self._around(*here))
            for here in self.at
        )
        """Each hex's six neighbours in the order of DIRECTIONS."""

    def shift(self, row: int) -> int:
        """1 if the row, counted from 0 at the top, stands half a hex further east."""
        return int((row % 2 == 0) == self.first_shifted)

    def _around(self, row: int, column: int) -> tuple[tuple[int, int], ...]:
        west = column - 1 + self.shift(row)
        return (
            (row - 1, west + 1), (row, column + 1), (row + 1, west + 1),
            (row + 1, west), (row, column - 1), (row - 1, west),
        )  # fmt: skip

    def east(self, number: int) -> int:
        """How far east a hex lies, in half hexes."""
        row, column = self.at[number]
        return 2 * column + self.shift(row)

    def distance(self, one: int, other: int) -> int:
        """How many steps apart two hexes are, whatever lies between them."""
        down = abs(self.at[one][0] - self.at[other][0])
        across = abs(self.east(one) - self.east(other))
        return down + max(0, across - down) // 2

    def named(self, idents: Iterable[str]) -> tuple[int, ...]:
        """Hexes by number. Raises TableError for one that the map does not have."""
        found = []
        for ident in idents:
            if ident not in self.index:
                raise TableError("unknownHex", hex=ident)
            found.append(self.index[ident])
        return tuple(found)

    def ids_of(self, walk: Iterable[int]) -> tuple[str, ...]:
        return tuple([self.ids[number] for number in walk])


Across = tuple[frozenset[int], ...]
"""For each hex, the neighbours across a kind of side, or along a kind of line."""


def across(grid: Grid, named: Mapping[str, Iterable[str]]) -> Across:
    """The sides of a kind, written as their two hexes: `0612-0613`. Raises TableError for hexes
    that are not adjacent.
    """
    found: list[set[int]] = [set() for _ in grid.ids]
    for name, sides in named.items():
        for side in sides:
            first, _, second = side.partition("-")
            try:
                one, other = grid.named((first, second))
            except TableError as error:
                raise TableError("badHexSide", name=name, hexes=side, why=error.message) from None
            _join(grid, found, one, other, name)
    return tuple(frozenset(each) for each in found)


def land_neighbours(grid: Grid, land: Sequence[bool], closed: Across) -> tuple[Walk, ...]:
    """Return for each hex of land its neighbours of land in the grid's order, without those across
    a closed side.
    """
    return tuple(
        tuple(
            sorted(n for n in near if n != NOWHERE and land[h] and land[n] and n not in closed[h])
        )
        for h, near in enumerate(grid.near)
    )


def along(grid: Grid, named: Mapping[str, Iterable[str]]) -> Across:
    """The links of lines, each written as its hexes in order. Raises TableError for a gap."""
    found: list[set[int]] = [set() for _ in grid.ids]
    for name, line in named.items():
        hexes = grid.named(line)
        for one, other in pairwise(hexes):
            _join(grid, found, one, other, name)
    return tuple(frozenset(each) for each in found)


def _join(grid: Grid, found: list[set[int]], one: int, other: int, name: str) -> None:
    if other not in grid.near[one]:
        hexes = f"{grid.ids[one]}-{grid.ids[other]}"
        raise TableError("notAdjacentHexes", name=name, hexes=hexes)
    found[one].add(other)
    found[other].add(one)


def connected(start: int, steps: Callable[[int], Iterable[int]]) -> set[int]:
    """Every hex that can be reached from one, itself included."""
    found = {start}
    queue = [start]
    for here in queue:
        for other in steps(here):
            if other not in found:
                found.add(other)
                queue.append(other)
    return found


Step = tuple[int, int, int]
"""One step of a walk: the hex entered, what is left of the allowance then, and the mark that
entering it leaves (0 for none)."""
Reached = tuple[int, int]
"""What a walk comes to, its goal and the marks that it leaves: walks that come to the same have the
same effect."""


def spread(
    start: int, allowance: int, steps: Callable[[int, int], Iterable[Step]]
) -> dict[Reached, Walk]:
    """Every effect that a walk can have, with the walk that stands for it: the shortest, and
    among those the one whose hexes come first in the grid's order.

    `steps(here, left)` gives the steps open from a hex in the grid's order; one that must
    stop has nothing left. Costs may differ from hex to hex. A walk may come back to its start.
    """
    found: dict[Reached, Walk] = {}
    best: dict[Reached, int] = {(start, 0): allowance}
    edge: list[tuple[int, int, int, Walk]] = [(start, allowance, 0, ())]
    while edge:
        further = []
        for here, left, marks, walk in edge:
            for h, rest, mark in steps(here, left):
                reached = (h, marks | mark)
                if reached not in found:
                    found[reached] = (*walk, h)
                if rest > best.get(reached, 0):
                    best[reached] = rest
                    further.append((h, rest, marks | mark, (*walk, h)))
        edge = further
    return found


def measured(grid: Grid) -> tuple[bytes, ...]:
    """How far apart any two hexes are, as :meth:`Grid.distance` has it: a row for each hex."""
    every = range(len(grid.ids))
    return tuple(bytes([grid.distance(one, other) for other in every]) for one in every)


def closest(rows: Iterable[bytes], others: Sequence[int], none: int) -> list[int]:
    """How far some hexes, given by their rows of :func:`measured`, are from the nearest of others;
    `none` if there are no others.
    """
    if not others:
        return [none for _ in rows]
    every = itemgetter(others[0], *others)  # of a single one it would give no tuple
    return [min(every(row)) for row in rows]


class Nearest(dict[tuple[int, ...], dict[int, int]]):
    """How far a hex is from the nearest of some others, kept once looked up: by these, then by
    the hex. Of no others at all nothing can be asked.
    """

    MOST = 512
    """So many choices of others are kept."""

    def __init__(self, distance: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self.distance = distance

    def __missing__(self, others: tuple[int, ...]) -> dict[int, int]:
        if len(self) >= self.MOST:
            self.clear()
        made = self[others] = _From(self.distance, others)
        return made


class _From(dict[int, int]):
    def __init__(self, distance: Sequence[Sequence[int]], others: tuple[int, ...]) -> None:
        super().__init__()
        self.distance, self.others = distance, others

    def __missing__(self, h: int) -> int:
        row = self.distance[h]
        made = self[h] = min([row[other] for other in self.others])
        return made


class Ways:
    """The walks between two hexes by their length: pure geometry, whatever is open to whom."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.of_length = cache(self._of_length)

    def _of_length(self, start: int, goal: int, length: int) -> tuple[Walk, ...]:
        """Every walk of so many steps, in the grid's order; there may be very many."""
        if self.grid.distance(start, goal) > length:
            return ()
        if length == 1:
            return ((goal,),) if goal in self.grid.near[start] else ()
        return tuple(
            (other, *rest)
            for other in sorted(self.grid.near[start])
            if other != NOWHERE
            for rest in self.of_length(other, goal, length - 1)
        )

    def before(self, start: int, walk: Walk) -> tuple[Walk, ...]:
        """The walks to the goal of `walk` that come before it: the shorter ones, then those of
        its length that stand before it in the grid's order.
        """
        goal, length = walk[-1], len(walk)
        least = max(1, self.grid.distance(start, goal))
        return tuple(
            way
            for steps in range(least, length + 1)
            for way in self.of_length(start, goal, steps)
            if steps < length or way < walk
        )
