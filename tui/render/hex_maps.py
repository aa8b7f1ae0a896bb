"""A map of hexes as printed text, in ASCII: `_.-'` outlines, six columns by three rows a hex.

Knows the tables of a hex map (`spec/hexes.md`) and the board, no game. Two counters fit into a
hex; the name then gives way to the second.
"""

from collections.abc import Iterable

from senpu.notation.faults import cells
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece
from senpu.replay.parts.hexes import NOWHERE, Grid
from senpu.spec.loader import Spec
from senpu.tui.widgets.hex_boxes import laid, rect_of, standing, within
from senpu.tui.widgets.hex_chart import WATER, Chart, chart_of
from senpu.tui.widgets.signs import brackets

WIDE, HIGH = 6, 3
"""Columns and rows of a hex; its slanted row is shared with the hexes above, its right edge with
the one to the east."""
UPPER, LOWER = ".-'''-.", "''-.-''"
"""The upper edges of a hex, and the lower ones where nothing lies below."""
SIDES = {"impassable": "%", "river": "=", "water_side": ":", "major_river": "#"}
"""The sign of each kind of side, by its table; the later ones are drawn over the others."""
UPRIGHT = {"=": "!"}
"""The sign of an upright side, where it is another than that of a slanted one."""
GROUND = {"rough": "^", "woods": "&", "marsh": '"'}
CITY = "C"
LEGEND = ("legend", "legend_places", "legend_ground")
"""Texts that a game may have to explain its signs, a row each."""


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
    drawn = chart_of(spec)
    grid = drawn.grid
    sheet = Sheet(WIDE * grid.wide + WIDE // 2 + 1, HIGH * grid.high + 1)
    for x, y, sign in _ground(drawn):
        sheet.put(x, y, sign)
    sides = {side.id: at for at, side in enumerate(spec.sides)}
    units: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        if piece.place in grid.index:
            units.setdefault(piece.place, []).append(piece)
    crowds = []
    for number, ident in enumerate(grid.ids):
        x, y = corner(grid, number)
        here = units.get(ident, [])
        name = drawn.names[number][1][say.language] if number in drawn.names else ident
        if drawn.terrain[number] in WATER:
            name = ""
        rows = [counter(piece.id, sides[piece.side]) for piece in here]
        if len(rows) > 2:
            crowds.append(f"{ident}: {' '.join(piece.id for piece in here)}")
            rows[1:] = [counter(f"+{len(here) - 1}", sides[here[0].side])]
        if len(rows) < 2:
            sheet.put(x + 1, y + 1, name)
        rows = rows or [_sign(drawn, number, board, sides)]
        for line, text in enumerate(reversed(rows)):
            sheet.put(x + 1 + max(0, 5 - len(text)) // 2, y + 2 - line, text)
    _boxes(sheet, drawn, board, say, sides)
    legend = [say.label(ident) for ident in LEGEND if say.label(ident) != ident]
    return [*sheet.text(), *crowds, *legend]


def counter(ident: str, side: int) -> str:
    """`[d3]` for the first side, `(a1)` for the second."""
    left, right = brackets(side)
    return f"{left}{ident}{right}"


def _sign(drawn: Chart, number: int, board: Board, sides: dict[str, int]) -> str:
    """What stands in an empty hex: its sign, in the brackets of who holds it."""
    sign = CITY if "city" in drawn.kinds[number] else drawn.signs[number]
    holder = board.control.get(drawn.grid.ids[number]) or drawn.owners.get(number)
    return counter(sign, sides[holder]) if sign and holder else sign


def _boxes(
    sheet: Sheet, drawn: Chart, board: Board, say: Narrator, sides: dict[str, int]
) -> None:  # fmt: skip
    """The boxes off the map, where it has no hexes, with who stands in them."""
    for box in drawn.boxes:
        x, y, width, height = rect_of(box.tile, WIDE, HIGH)
        for row in (y, y + height - 1):
            sheet.put(x, row, f"+{'-' * (width - 2)}+")
        sheet.put(x + 1, y, f"- {box.name[say.language]} ")
        for row in range(y + 1, y + height - 1):
            sheet.put(x, row, "|")
            sheet.put(x + width - 1, row, "|")
        room = within(rect_of(box.tile, WIDE, HIGH), 1)
        here = standing(box, board.pieces)
        size = (room.width, room.height)
        for row, tokens in enumerate(laid(here, sides, size, _ident, False), room.y):
            for token in tokens:
                sheet.put(room.x + token.at, row, token.text + token.many)


def _ident(piece: Piece) -> str:
    return piece.id


def _ground(drawn: Chart) -> Iterable[tuple[int, int, str]]:
    """Everything that never moves, bottom layer first: outlines, sides, roads, rails, ground."""
    grid = drawn.grid
    every = range(len(grid.ids))
    yield from _outlines(grid)
    for name, sign in SIDES.items():
        sides = dict(drawn.sides)[name]
        for number in every:
            yield from _sides(grid, number, sides[number], sign)
    for number in every:
        yield from _roads(drawn, number)
    for number in every:
        yield from _rails(drawn, number)
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


def _rails(drawn: Chart, number: int) -> Iterable[tuple[int, int, str]]:
    """The line from a hex to its neighbours east and south; it passes under rivers."""
    links = drawn.rail[number]
    if not links:
        return
    x, y = corner(drawn.grid, number)
    _, east, south_east, south_west, _, _ = drawn.grid.near[number]
    wet = drawn.barred[number]
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
    ways = {drawn.grid.near[number].index(other) for other in links}
    straight = {frozenset((1, 4)): "-", frozenset((2, 5)): "\\", frozenset((0, 3)): "/"}
    yield x + 3, y + 2, straight.get(frozenset(ways), "+")


def _roads(drawn: Chart, number: int) -> Iterable[tuple[int, int, str]]:
    """The same for a road, in dots that leave the outlines whole."""
    links = drawn.road[number]
    if not links:
        return
    x, y = corner(drawn.grid, number)
    _, east, south_east, south_west, _, _ = drawn.grid.near[number]
    yield x + 3, y + 2, "."
    if east in links:
        yield x + 5, y + 2, "."
        yield x + 7, y + 2, "."
    for other, step in ((south_east, 1), (south_west, -1)):
        if other in links:
            if other not in drawn.barred[number]:
                yield x + 3 + step, y + 3, "."
            yield x + 3 + 2 * step, y + 4, "."
