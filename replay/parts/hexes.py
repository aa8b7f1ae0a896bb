"""Maps of hexes: numbers, neighbours, sides, lines, and walks. The module knows no units.

Hexes have a corner at the top; rows run straight from west to east, and every other row is shifted
half a hex to the east. A hex is numbered by its row and its column, two digits each: `0612`. In the
rules a hex is a small whole number, its index in :attr:`Grid.ids` (from the north-west, row by
row); `NOWHERE` means none. For maps in a game's data, see `spec/en/reference/hexes.md`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from senpu.spec.data import TableError

NOWHERE = -1

Walk = tuple[int, ...]
"""The hexes that a move enters, in order; the last one is its goal."""


class HexGrid:
    """The numbers of the hexes of a map, and their neighbours.

    `table` is the game's `grid` table: `top` and `bottom` are the numbers of the northernmost and
    the southernmost row (either may be larger), `left` and `right` are the outer columns, and
    `shifted` says which rows are half a hex further east: those with `even` or with `odd` numbers.
    Numbers that are not in `places` are outside the map.
    """

    def __init__(self, table: Mapping[str, Any], places: Iterable[str]) -> None:
        top, bottom, left, right = (int(table[n]) for n in ("top", "bottom", "left", "right"))
        shifted = table["shifted"]
        if shifted not in ("even", "odd"):
            raise TableError("badShift", given=str(shifted))
        self.shifted = shifted
        self.high, self.wide = abs(bottom - top) + 1, right - left + 1
        step = 1 if bottom >= top else -1
        known = set(places)
        at = {
            f"{row:02}{column:02}": (abs(row - top), column - left)
            for row in range(top, bottom + step, step)
            for column in range(left, right + 1)
        }
        if strange := known - at.keys():
            raise TableError(
                "hexOutsideGrid", hex=min(strange), left=left, right=right,
                least=min(top, bottom), most=max(top, bottom),
            )  # fmt: skip
        self.ids = tuple(ident for ident in at if ident in known)
        self.index = {ident: number for number, ident in enumerate(self.ids)}
        self.at = tuple(at[ident] for ident in self.ids)
        """The row and column of each hex, both from 0 at the north-west."""
        self.first_shifted = (shifted == "odd") == (top % 2 == 1)
        self.east = tuple(2 * column + self.shift(row) for row, column in self.at)
        """For each hex how far east it lies, in half hexes."""
        number_at = {where: number for number, where in enumerate(self.at)}
        self.neighbours = tuple(
            tuple(number_at.get(where, NOWHERE) for where in self._around(*here))
            for here in self.at
        )
        """The six neighbours of each hex, clockwise from the north-east."""

    def shift(self, row: int) -> int:
        """Return 1 if a row, counted from 0 at the top, is half a hex further east, else 0."""
        return int((row % 2 == 0) == self.first_shifted)

    def _around(self, row: int, column: int) -> tuple[tuple[int, int], ...]:
        west = column - 1 + self.shift(row)
        return (
            (row - 1, west + 1), (row, column + 1), (row + 1, west + 1),
            (row + 1, west), (row, column - 1), (row - 1, west),
        )  # fmt: skip

    def distance(self, one: int, other: int) -> int:
        """Return the number of steps between two hexes, regardless of the terrain."""
        down = abs(self.at[one][0] - self.at[other][0])
        across = abs(self.east[one] - self.east[other])
        return down + max(0, across - down) // 2

    def find_hexes(self, idents: Iterable[str]) -> tuple[int, ...]:
        """Return hexes by index.

        Returns:
            The indices.

        Raises:
            TableError: The map does not have a hex.
        """
        found = []
        for ident in idents:
            if ident not in self.index:
                raise TableError("unknownHex", hex=ident)
            found.append(self.index[ident])
        return tuple(found)

    def list_ids(self, walk: Iterable[int]) -> tuple[str, ...]:
        """Return the ids of hexes."""
        return tuple([self.ids[number] for number in walk])


HexLinks = tuple[frozenset[int], ...]
"""For each hex, its neighbours across sides of one kind, or along lines of one kind."""


def read_hex_sides(grid: HexGrid, named: Mapping[str, Iterable[str]], table: str) -> HexLinks:
    """Return the neighbours across hex sides, each written as its two hexes: `0612-0613`.

    Args:
        grid: The map.
        named: The sides by key.
        table: The name of the table, for errors.

    Returns:
        The neighbours, by hex.

    Raises:
        TableError: The hexes of a side are not adjacent.
    """
    found: list[set[int]] = [set() for _ in grid.ids]
    for name, sides in named.items():
        for side in sides:
            first, _, second = side.partition("-")
            try:
                one, other = grid.find_hexes((first, second))
            except TableError as error:
                raise TableError(
                    "badHexSide", name=f"{table}.{name}", hexes=side, why=error.message
                ) from None
            _join(grid, found, one, other, f"{table}.{name}")
    return tuple(frozenset(each) for each in found)


def find_land_neighbours(grid: HexGrid, land: Sequence[bool], closed: HexLinks) -> tuple[Walk, ...]:
    """Return the land neighbours of each land hex in grid order, except across closed sides."""
    return tuple(
        tuple(
            sorted(n for n in near if n != NOWHERE and land[h] and land[n] and n not in closed[h])
        )
        for h, near in enumerate(grid.neighbours)
    )


def read_hex_lines(grid: HexGrid, named: Mapping[str, Iterable[str]], table: str) -> HexLinks:
    """Return the neighbours along lines, each written as its hexes in order.

    Args:
        grid: The map.
        named: The lines by key.
        table: The name of the table, for errors.

    Returns:
        The neighbours, by hex.

    Raises:
        TableError: Consecutive hexes of a line are not adjacent.
    """
    found: list[set[int]] = [set() for _ in grid.ids]
    for name, line in named.items():
        try:
            hexes = grid.find_hexes(line)
        except TableError as error:
            raise TableError("badHexLine", name=f"{table}.{name}", why=error.message) from None
        for one, other in pairwise(hexes):
            _join(grid, found, one, other, f"{table}.{name}")
    return tuple(frozenset(each) for each in found)


def _join(grid: HexGrid, found: list[set[int]], one: int, other: int, name: str) -> None:
    if other not in grid.neighbours[one]:
        hexes = f"{grid.ids[one]}-{grid.ids[other]}"
        raise TableError("notAdjacentHexes", name=name, hexes=hexes, shifted=grid.shifted)
    found[one].add(other)
    found[other].add(one)


def find_connected(start: int, steps: Callable[[int], Iterable[int]]) -> set[int]:
    """Return the hexes that can be reached from a hex, which is included."""
    found = {start}
    queue = [start]
    for here in queue:
        for other in steps(here):
            if other not in found:
                found.add(other)
                queue.append(other)
    return found


WalkStep = tuple[int, int, int]
"""A step of a walk.

The hex that is entered, the rest of the allowance, and the mark that entering it leaves (0 if
none).
"""
WalkEffect = tuple[int, int]
"""The effect of a walk: its goal and the marks that it leaves."""


def search_walks(
    start: int, allowance: int, steps: Callable[[int, int], Iterable[WalkStep]]
) -> dict[WalkEffect, Walk]:
    """Return every effect of a walk, with its canonical walk.

    The canonical walk is the shortest; among the shortest, the first in the grid's order. A walk
    may return to its start.

    Args:
        start: The hex at which walks begin.
        allowance: The allowance of a walk.
        steps: A function of a hex and the rest of the allowance, which returns the possible steps
            in
            the grid's order. A step after which the unit must stop has a rest of 0.

    Returns:
        The walks, by effect.
    """
    found: dict[WalkEffect, Walk] = {}
    best: dict[WalkEffect, int] = {(start, 0): allowance}
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


def measure_all(grid: HexGrid) -> tuple[bytes, ...]:
    """Return the distances between all hexes: a row for each hex."""
    every = range(len(grid.ids))
    return tuple(bytes([grid.distance(one, other) for other in every]) for one in every)


class GridWalks:
    """The walks between two hexes by their length, regardless of the terrain."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.of_length = cache(self._of_length)

    def _of_length(self, start: int, goal: int, length: int) -> tuple[Walk, ...]:
        """Return every walk of a length in the grid's order; there can be very many."""
        if self.grid.distance(start, goal) > length:
            return ()
        if length == 1:
            return ((goal,),) if goal in self.grid.neighbours[start] else ()
        return tuple(
            (other, *rest)
            for other in sorted(self.grid.neighbours[start])
            if other != NOWHERE
            for rest in self.of_length(other, goal, length - 1)
        )

    def list_preceding(self, start: int, walk: Walk) -> tuple[Walk, ...]:
        """Return the walks to the goal of a walk that precede it.

        These are the shorter walks, then walks of its length that are before it in the grid's
        order.

        Returns:
            The walks.
        """
        goal, length = walk[-1], len(walk)
        least = max(1, self.grid.distance(start, goal))
        return tuple(
            way
            for steps in range(least, length + 1)
            for way in self.of_length(start, goal, steps)
            if steps < length or way < walk
        )
