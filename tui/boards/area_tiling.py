"""A plan of areas as rectangles: a shared edge means adjacent, a shared corner does not.

The plan is verified against the adjacent pairs of the data, so that no plan contradicts a corrected
map. Units are cells of the plan, not of a screen.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.replay.parts.areas import Neighbours, find_neighbours
from senpu.spec.game_file import Area, Margin
from senpu.spec.loader import Spec

UP, RIGHT, DOWN, LEFT = range(4)
"""The walls of a tile."""


class TileBox(NamedTuple):
    """A rectangle: first column and row, and the next column and row after it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def wide(self) -> int:
        """Return the width."""
        return self.right - self.left

    @property
    def high(self) -> int:
        """Return the height."""
        return self.bottom - self.top


class Border(NamedTuple):
    """The common edge of two tiles: the wall, its start and its end."""

    way: int
    start: int
    end: int


class TilePlan(msgspec.Struct, frozen=True):
    """The tiles of a map."""

    columns: int
    rows: int
    tiles: dict[str, TileBox]
    margins: dict[str, TileBox]
    """Rectangles without an area, by the side whose pieces off the map they show."""

    @property
    def is_even(self) -> bool:
        """Return whether each tile is one cell."""
        return all(box.wide == box.high == 1 for box in self.tiles.values())

    @property
    def middling(self) -> tuple[float, float]:
        """Return the average width and height of the tiles."""
        boxes, count = self.tiles.values(), len(self.tiles)
        return sum(box.wide for box in boxes) / count, sum(box.high for box in boxes) / count


def read_neighbours(spec: Spec) -> Neighbours:
    """Return each area's neighbours from the table of adjacent pairs; none without a table."""
    areas = [area.id for area in spec.areas]
    pairs = spec.values.tables.get("adjacent", {})
    try:
        return find_neighbours(areas, {pair: bool(value.value) for pair, value in pairs.items()})
    except ValueError:
        return find_neighbours(areas, {})


def build_box(tile: Sequence[int]) -> TileBox:
    """Return the rectangle of a tile.

    >>> build_box((2, 1)), build_box((2, 1, 3, 1)).wide
    (Box(left=2, top=1, right=3, bottom=2), 3)

    Returns:
        The rectangle.
    """
    x, y, *size = tile
    wide, high = size or (1, 1)
    return TileBox(x, y, x + wide, y + high)


def find_border(one: TileBox, other: TileBox) -> Border | None:
    """Return the wall of `one` that leads to `other`.

    >>> find_border(Box(0, 0, 4, 1), Box(2, 1, 6, 2))
    Border(way=2, start=2, end=4)
    >>> find_border(Box(0, 0, 1, 1), Box(1, 1, 2, 2)) is None
    True

    Returns:
        The border, or None if they share at most a corner.
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


def _overlap(one: TileBox, other: TileBox) -> bool:
    return (
        max(one.left, other.left) < min(one.right, other.right)
        and max(one.top, other.top) < min(one.bottom, other.bottom)
    )  # fmt: skip


def build_plan(
    areas: tuple[Area, ...], near: Mapping[str, Sequence[str]], margins: tuple[Margin, ...] = ()
) -> TilePlan | None:
    """Return the plan of a map.

    >>> a, b = Area("A", (0, 0)), Area("B", (1, 0, 2, 1))
    >>> plan_of((a, b), {"A": ("B",), "B": ("A",)}).columns
    3
    >>> plan_of((a, b), {"A": (), "B": ()}) is None
    True

    Returns:
        The plan, or None if its tiles do not match the adjacent pairs.
    """
    tiles = {area.id: build_box(area.tile) for area in areas}
    margin_boxes = {margin.side: build_box(margin.tile) for margin in margins}
    boxes = [*tiles.values(), *margin_boxes.values()]
    if not tiles or any(_overlap(one, other) for one, other in combinations(boxes, 2)):
        return None
    for one, other in combinations(tiles, 2):
        if (find_border(tiles[one], tiles[other]) is not None) != (other in near[one]):
            return None
    columns, rows = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return TilePlan(columns, rows, tiles, margin_boxes)


def compute_lines(count: int, size: int) -> list[int]:
    """Return the lines between `count` columns or rows in `size` cells of a screen.

    >>> lines(4, 10), lines(4, 12)
    ([0, 2, 5, 8, 10], [0, 3, 6, 9, 12])

    Returns:
        The positions of the lines.
    """
    return [round(at * size / count) for at in range(count + 1)]


def compute_least_size(count: int, spans: Iterable[tuple[int, int]], least: int) -> int:
    """Return the smallest size in which each span of columns or rows gets `least` cells.

    >>> compute_least_size(3, [(0, 1), (1, 3)], 6)
    17

    Returns:
        The size in cells.
    """
    narrow = set(spans)
    size = count
    while True:
        at = compute_lines(count, size)
        if all(at[end] - at[start] >= least for start, end in narrow):
            return size
        size += 1


def compute_least_plan(plan: TilePlan, wide: int, high: int) -> tuple[int, int]:
    """Return the smallest width and height for tiles of a size with their left and upper walls."""
    boxes = plan.tiles.values()
    width = compute_least_size(plan.columns, ((box.left, box.right) for box in boxes), wide)
    height = compute_least_size(plan.rows, ((box.top, box.bottom) for box in boxes), high)
    return width + 1, height + 1


NOMINAL = 4
"""Nominal number of counters in a tile with gaps between them."""
AIR = 2
"""Maximum columns between counters."""


class CounterShape(msgspec.Struct, frozen=True):
    """The size of a counter; the cell before it may have a sign."""

    width: int
    rows: int

    def columns(self, wide: int) -> int:
        """Return the number of counters side by side in a width."""
        return wide // (self.width + 1)


class TileCounters(msgspec.Struct, frozen=True):
    """The counters of a tile with their positions from the tile's first inner cell."""

    form: CounterShape
    spots: dict[str, tuple[int, int]]
    named: bool
    """True if the first row is left for the area's name."""
    hidden: int = 0
    """The number of hidden counters, and the position of that number."""
    more: tuple[int, int] = (0, 0)


def count_slots(form: CounterShape, wide: int, high: int, gap: int = 0) -> int:
    """Return the number of counters that fit."""
    return form.columns(wide) * ((high + gap) // (form.rows + gap))


def stack_counters(
    first: Sequence[str],
    others: Sequence[str],
    here: frozenset[str],
    forms: Sequence[CounterShape],
    brief: CounterShape,
    room: tuple[int, int],
    name: bool,
) -> TileCounters:
    """Return the counters of both sides in a number of columns and rows.

    The last column stays free if the rest is large enough. Units that are not `here` keep their
    slots only if all others fit.

    `first` fills from the top left, `others` from the bottom right. `forms` are sizes of counters,
    the largest first; if none fits, counters have the size `brief`, and the rest is a number.
    With a `name`, a row is left free if possible.

    Returns:
        The counters.
    """
    wide, high = room
    pad = int(count_slots(forms[-1], wide - 1, high) >= NOMINAL)
    wide, room = wide - pad, (wide - pad, high)
    stay = [unit for unit in first if unit in here], [unit for unit in others if unit in here]
    for left, right in ((first, others), stay):
        count = len(left) + len(right)
        for form in forms:
            for above in (1, 0) if name else (0,):
                for gap in (1, 0):
                    wanted = max(count, NOMINAL) if gap else count
                    if count_slots(form, wide, high - above, gap) >= wanted:
                        return _placed(left, right, form, room, above, gap)
    left, right = stay
    hidden = len(left) + len(right) - count_slots(brief, wide, high)
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
    form: CounterShape,
    room: tuple[int, int],
    above: int,
    gap: int,
) -> TileCounters:
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
    return TileCounters(form, spots, bool(above))
