"""A map of hexes as printed text, in ASCII: `_.-'` outlines, six columns by three rows a hex.

Knows the tables of a hex map (`spec/hexes.md`) and the board, no game. Two counters fit into a
hex; the name then gives way to the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from notation.faults import cells
from replay.narration import Narrator
from replay.parts.hexes import NOWHERE, Across, Grid, across, along
from replay.rules import Board, Piece
from spec.data import Values
from spec.loader import Spec

WIDE, HIGH = 6, 3
"""Columns and rows of a hex; its slanted row is shared with the hexes above, its right edge with
the one to the east."""
UPPER, LOWER = ".-'''-.", "''-.-''"
"""The upper edges of a hex, and the lower ones where nothing lies below."""
SIDES = (
    ("impassable", "%"),
    ("river", "="),
    ("water_side", ":"),
    ("major_river", "#"),
)
"""The kinds of sides by their table, the stronger sign last."""
UPRIGHT = {"=": "!"}
"""The sign of an upright side, where it is another than that of a slanted one."""
GROUND = {"rough": "^", "woods": "&", "marsh": '"'}
WATER = frozenset(("sea", "lake"))
TOWN = "o"
LEGEND = ("legend", "legend_ground")
"""Texts that a game may have to explain its signs, a row each."""


class Chart(NamedTuple):
    """What a map always shows."""

    grid: Grid
    terrain: tuple[str, ...]
    sides: tuple[tuple[str, Across], ...]
    rail: Across
    places: Mapping[str, frozenset[int]]


def chart(values: Values) -> Chart:
    """The map of a game's data. Tables of sides and lines that a game does not have are empty."""

    def table(name: str) -> dict[str, Any]:
        return values.table(name) if name in values.tables else {}

    terrain = values.table("terrain")
    grid = Grid(values.table("grid"), terrain)
    return Chart(
        grid,
        tuple(str(terrain[ident]) for ident in grid.ids),
        tuple((sign, across(grid, table(name))) for name, sign in SIDES),
        along(grid, table("rail")),
        {name: frozenset(grid.named(at)) for name, at in table("place").items()},
    )


class Sheet:
    """A sheet of characters; wide letters take two columns."""

    def __init__(self, wide: int, high: int) -> None:
        self.rows = [[" "] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str) -> None:
        row = self.rows[y]
        for sign in text:
            row[x] = sign
            if cells(sign) == 2:
                row[x + 1] = ""
            x += cells(sign)

    def blank(self, x: int, y: int) -> bool:
        return self.rows[y][x] == " "

    def text(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


def corner(grid: Grid, number: int) -> tuple[int, int]:
    """Where the drawing of a hex begins: its left edge and its slanted row."""
    row, column = grid.at[number]
    return WIDE * column + WIDE // 2 * grid.shift(row), HIGH * row


def plan(spec: Spec, board: Board, say: Narrator) -> list[str]:
    """The map with its counters, then the hexes that hold more of them than can be drawn."""
    drawn = chart(spec.values)
    grid = drawn.grid
    sheet = Sheet(WIDE * grid.wide + WIDE // 2 + 1, HIGH * grid.high + 1)
    for x, y, sign in _ground(drawn):
        sheet.put(x, y, sign)
    names = {site.id: site.short or site.name for site in spec.game.site}
    first = spec.sides[0].id
    units: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        if piece.place in grid.index:
            units.setdefault(piece.place, []).append(piece)
    crowds = []
    for number, ident in enumerate(grid.ids):
        x, y = corner(grid, number)
        here = units.get(ident, [])
        name = names[ident][say.language] if ident in names else ident
        if drawn.terrain[number] in WATER:
            name = ""
        rows = [counter(piece.id, piece.side == first) for piece in here]
        if len(rows) > 2:
            crowds.append(f"{ident}: {' '.join(piece.id for piece in here)}")
            rows[1:] = [counter(f"+{len(here) - 1}", here[0].side == first)]
        if len(rows) < 2:
            sheet.put(x + 1, y + 1, name)
        if not rows:
            rows = _sign(drawn, number, board.control.get(ident), first)
        for line, text in enumerate(reversed(rows)):
            sheet.put(x + 1 + max(0, 5 - len(text)) // 2, y + 2 - line, text)
    legend = [say.label(ident) for ident in LEGEND if say.label(ident) != ident]
    return [*sheet.text(), *crowds, *legend]


def counter(ident: str, square: bool) -> str:
    """`[d3]` for the first side, `(a1)` for the second."""
    return f"[{ident}]" if square else f"({ident})"


def _sign(drawn: Chart, number: int, holder: str | None, first: str) -> list[str]:
    """What stands in an empty hex: who holds a city or a port, or a town."""
    if holder is None:
        return [TOWN] if number in drawn.places.get("town", ()) else []
    letter = "C" if number in drawn.places.get("city", ()) else "p"
    return [counter(letter, holder == first) if holder else letter]


def _ground(drawn: Chart) -> Iterable[tuple[int, int, str]]:
    """Everything that never moves, bottom layer first: outlines, sides, rails, ground."""
    grid = drawn.grid
    every = range(len(grid.ids))
    yield from _outlines(grid)
    for sign, sides in drawn.sides:
        for number in every:
            yield from _sides(grid, number, sides[number], sign)
    rivers = [sides for _, sides in drawn.sides]
    for number in every:
        yield from _rails(grid, number, drawn.rail[number], rivers)
    for number in every:
        x, y = corner(grid, number)
        if ground := GROUND.get(drawn.terrain[number]):
            yield x + 5, y + 2, ground
        elif drawn.terrain[number] in WATER:
            yield x + 2, y + 1, "~"
            yield x + 4, y + 2, "~"


def _outlines(grid: Grid) -> Iterable[tuple[int, int, str]]:
    for number in range(len(grid.ids)):
        x, y = corner(grid, number)
        if grid.near[number][2] == NOWHERE or grid.near[number][3] == NOWHERE:
            yield x, y + HIGH, LOWER
    for number in range(len(grid.ids)):
        x, y = corner(grid, number)
        yield x, y, UPPER
        for row in (y + 1, y + 2):
            yield x, row, "|"
            yield x + WIDE, row, "|"


def _sides(
    grid: Grid, number: int, others: frozenset[int], sign: str
) -> Iterable[tuple[int, int, str]]:
    """The upper and the east side of a hex, where they are of a kind; the others belong to its
    neighbours."""
    x, y = corner(grid, number)
    north_east, east, _, _, _, north_west = grid.near[number]
    if north_west in others:
        yield x, y, sign * 4
    if north_east in others:
        yield x + 3, y, sign * 4
    if east in others:
        yield x + WIDE, y + 1, UPRIGHT.get(sign, sign)
        yield x + WIDE, y + 2, UPRIGHT.get(sign, sign)


def _rails(
    grid: Grid, number: int, links: frozenset[int], rivers: list[Across]
) -> Iterable[tuple[int, int, str]]:
    """The line from a hex to its neighbours east and south; it passes under rivers."""
    if not links:
        return
    x, y = corner(grid, number)
    _, east, south_east, south_west, _, _ = grid.near[number]
    wet = {other for sides in rivers for other in sides[number]}
    if east in links:
        yield x + 3, y + 2, "---"
        yield x + 7, y + 2, "--"
        if east not in wet:
            yield x + 6, y + 2, "-"
    for other, step, sign in ((south_east, 1, "\\"), (south_west, -1, "/")):
        if other in links:
            if other not in wet:
                yield x + 3 + step, y + 3, sign
            yield x + 3 + 2 * step, y + 4, sign
    ways = {grid.near[number].index(other) for other in links}
    straight = {frozenset((1, 4)): "-", frozenset((2, 5)): "\\", frozenset((0, 3)): "/"}
    yield x + 3, y + 2, straight.get(frozenset(ways), "+")
