"""A plan of areas as rectangles: a shared edge means adjacent, a shared corner does not.

The plan is checked against the adjacent pairs of the data, so that a corrected map is never drawn
wrong. Knows cells of the plan, no screen.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.replay.parts.areas import Neighbours, neighbours
from senpu.spec.loader import Area, Margin, Spec

UP, RIGHT, DOWN, LEFT = range(4)
"""The walls of a tile."""


class Box(NamedTuple):
    """A rectangle: its first column and row, and the ones after its last."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def wide(self) -> int:
        return self.right - self.left

    @property
    def high(self) -> int:
        return self.bottom - self.top


class Border(NamedTuple):
    """The edge that a tile shares with another: the wall, and from where to where."""

    way: int
    start: int
    end: int


class Plan(msgspec.Struct, frozen=True):
    """The tiles of a map."""

    columns: int
    rows: int
    tiles: dict[str, Box]
    margins: dict[str, Box]
    """Rectangles without an area, by the side whose things off the map are told there."""

    @property
    def even(self) -> bool:
        """Whether each tile is one cell."""
        return all(box.wide == box.high == 1 for box in self.tiles.values())

    @property
    def middling(self) -> tuple[float, float]:
        """Width and height of the tiles, on the average."""
        boxes, count = self.tiles.values(), len(self.tiles)
        return sum(box.wide for box in boxes) / count, sum(box.high for box in boxes) / count


def near_of(spec: Spec) -> Neighbours:
    """Each area's neighbours, from the data's table of adjacent pairs; nobody's, without one."""
    areas = [area.id for area in spec.game.area]
    pairs = spec.values.tables.get("adjacent", {})
    try:
        return neighbours(areas, {pair: bool(value.value) for pair, value in pairs.items()})
    except ValueError:
        return neighbours(areas, {})


def box_of(tile: Sequence[int]) -> Box:
    """>>> box_of((2, 1)), box_of((2, 1, 3, 1)).wide
    (Box(left=2, top=1, right=3, bottom=2), 3)
    """
    x, y, *size = tile
    wide, high = size or (1, 1)
    return Box(x, y, x + wide, y + high)


def border(one: Box, other: Box) -> Border | None:
    """The wall of `one` that leads to `other`; nothing where they touch at a corner or not.

    >>> border(Box(0, 0, 4, 1), Box(2, 1, 6, 2))
    Border(way=2, start=2, end=4)
    >>> border(Box(0, 0, 1, 1), Box(1, 1, 2, 2)) is None
    True
    """
    start, end = max(one.left, other.left), min(one.right, other.right)
    if start < end:
        if one.bottom == other.top:
            return Border(DOWN, start, end)
        if one.top == other.bottom:
            return Border(UP, start, end)
    start, end = max(one.top, other.top), min(one.bottom, other.bottom)
    if start < end:
        if one.right == other.left:
            return Border(RIGHT, start, end)
        if one.left == other.right:
            return Border(LEFT, start, end)
    return None


def _overlap(one: Box, other: Box) -> bool:
    return (
        max(one.left, other.left) < min(one.right, other.right)
        and max(one.top, other.top) < min(one.bottom, other.bottom)
    )  # fmt: skip


def plan_of(
    areas: tuple[Area, ...], near: Mapping[str, Sequence[str]], margins: tuple[Margin, ...] = ()
) -> Plan | None:
    """The plan of a map, or nothing if its tiles do not tell its adjacency.

    >>> a, b = Area("A", (0, 0)), Area("B", (1, 0, 2, 1))
    >>> plan_of((a, b), {"A": ("B",), "B": ("A",)}).columns
    3
    >>> plan_of((a, b), {"A": (), "B": ()}) is None
    True
    """
    tiles = {area.id: box_of(area.tile) for area in areas}
    beside = {margin.side: box_of(margin.tile) for margin in margins}
    boxes = [*tiles.values(), *beside.values()]
    if not tiles or any(_overlap(one, other) for one, other in combinations(boxes, 2)):
        return None
    for one, other in combinations(tiles, 2):
        if (border(tiles[one], tiles[other]) is not None) != (other in near[one]):
            return None
    columns, rows = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Plan(columns, rows, tiles, beside)


def lines(count: int, size: int) -> list[int]:
    """Where the lines between `count` columns or rows stand in `size` cells of a screen.

    >>> lines(4, 10), lines(4, 12)
    ([0, 2, 5, 8, 10], [0, 3, 6, 9, 12])
    """
    return [round(at * size / count) for at in range(count + 1)]


def least_size(count: int, spans: Iterable[tuple[int, int]], least: int) -> int:
    """The smallest size in which each span of columns or rows gets `least` cells.

    >>> least_size(3, [(0, 1), (1, 3)], 6)
    17
    """
    narrow = set(spans)
    size = count
    while True:
        at = lines(count, size)
        if all(at[end] - at[start] >= least for start, end in narrow):
            return size
        size += 1


def least_plan(plan: Plan, wide: int, high: int) -> tuple[int, int]:
    """The smallest width and height in which each tile gets so many cells, its left and upper
    wall counted, and the last walls too.
    """
    boxes = plan.tiles.values()
    width = least_size(plan.columns, ((box.left, box.right) for box in boxes), wide)
    height = least_size(plan.rows, ((box.top, box.bottom) for box in boxes), high)
    return width + 1, height + 1


NOMINAL = 4
"""How many counters a tile should hold with air between them."""
AIR = 2
"""Blank columns between counters, at most."""


class Form(msgspec.Struct, frozen=True):
    """A way to draw a counter, by its size; the cell before it is kept for a sign."""

    width: int
    rows: int

    def columns(self, wide: int) -> int:
        return wide // (self.width + 1)


class Stack(msgspec.Struct, frozen=True):
    """The counters of a tile: where each stands, from the tile's first inner cell."""

    form: Form
    spots: dict[str, tuple[int, int]]
    named: bool
    """Whether the first row is left to the area's name."""
    hidden: int = 0
    """How many found no room, and where their number may stand."""
    more: tuple[int, int] = (0, 0)


def holds(form: Form, wide: int, high: int, gap: int = 0) -> int:
    """How many counters find room."""
    return form.columns(wide) * ((high + gap) // (form.rows + gap))


def stacked(
    first: Sequence[str],
    others: Sequence[str],
    here: frozenset[str],
    forms: Sequence[Form],
    brief: Form,
    room: tuple[int, int],
    name: bool,
) -> Stack:
    """The counters of both sides in so many columns and rows. The last column stays blank where
    the tile still holds enough. Units that are no longer `here`
    keep their slots only where that crowds nobody out; what finds no room in any of the
    `forms` is drawn `brief`, and then counted. With a `name`, a row is left free if it can be.
    """
    wide, high = room
    pad = int(holds(forms[-1], wide - 1, high) >= NOMINAL)
    wide, room = wide - pad, (wide - pad, high)
    stay = [unit for unit in first if unit in here], [unit for unit in others if unit in here]
    for left, right in ((first, others), stay):
        count = len(left) + len(right)
        for form in forms:
            for above in (1, 0) if name else (0,):
                for gap in (1, 0):
                    wanted = max(count, NOMINAL) if gap else count
                    if holds(form, wide, high - above, gap) >= wanted:
                        return _placed(left, right, form, room, above, gap)
    left, right = stay
    hidden = len(left) + len(right) - holds(brief, wide, high)
    if hidden <= 0:
        return _placed(left, right, brief, room, 0, 0)
    hidden += 1  # the slot of the number itself
    kept = max(len(left) + len(right) - hidden, 0)
    left, right = left[:kept], right[: max(kept - len(left), 0)]
    stack = _placed([*left, ""], right, brief, room, 0, 0)
    more = stack.spots.pop("")
    return replace(stack, hidden=hidden, more=more)


def _placed(
    first: Sequence[str],
    others: Sequence[str],
    form: Form,
    room: tuple[int, int],
    above: int,
    gap: int,
) -> Stack:
    wide, high = room
    columns = max(form.columns(wide), 1)
    slack = max(wide - columns * (form.width + 1), 0)
    across = form.width + 1 + min(slack // columns, AIR)
    down = form.rows + gap
    deep = max((high - above + gap) // down, 1)
    spots = {}
    for at, unit in enumerate(first):
        column, row = divmod(at, deep)
        spots[unit] = (1 + column * across, above + row * down)
    for at, unit in enumerate(reversed(others)):
        column, row = divmod(at, deep)
        spots[unit] = (wide - form.width - column * across, high + gap - (row + 1) * down)
    return Stack(form, spots, bool(above))
