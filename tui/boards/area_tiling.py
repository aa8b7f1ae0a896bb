"""A plan of areas as rectangles: a shared edge means adjacent, a shared corner does not.

Any adjacent pairs have a plan: the edge between two tiles that are not adjacent is closed, and
adjacent areas whose tiles share no edge are linked. Units are cells of the plan, not of a screen.
"""

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, product
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
    closed: tuple[tuple[str, str], ...] = ()
    """The areas that share an edge and are not adjacent."""
    links: dict[str, tuple[str, ...]] = {}
    """The neighbours of an area that share no edge with it."""

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


def build_map_plan(spec: Spec) -> TilePlan:
    """Return the plan of a game's map."""
    return build_plan(spec.areas, read_neighbours(spec), spec.game.margin)


def build_box(tile: Sequence[int]) -> TileBox:
    """Return the rectangle of a tile.

    >>> build_box((2, 1)), build_box((2, 1, 3, 1)).wide
    (TileBox(left=2, top=1, right=3, bottom=2), 3)

    Returns:
        The rectangle.
    """
    x, y, *size = tile
    wide, high = size or (1, 1)
    return TileBox(x, y, x + wide, y + high)


def find_border(one: TileBox, other: TileBox) -> Border | None:
    """Return the wall of `one` that leads to `other`.

    >>> find_border(TileBox(0, 0, 4, 1), TileBox(2, 1, 6, 2))
    Border(way=2, start=2, end=4)
    >>> find_border(TileBox(0, 0, 1, 1), TileBox(1, 1, 2, 2)) is None
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


def find_corner(one: TileBox, other: TileBox) -> tuple[int, int, bool] | None:
    """Return the corner that two tiles share, and whether it leads down to the right.

    >>> find_corner(TileBox(0, 0, 1, 1), TileBox(1, 1, 2, 2))
    (1, 1, True)

    Returns:
        Column, row and direction, or None if they do not meet at a corner alone.
    """
    if one.left > other.left:
        one, other = other, one
    if one.right == other.left and one.bottom == other.top:
        return one.right, one.bottom, True
    if one.right == other.left and one.top == other.bottom:
        return one.right, one.top, False
    return None


def _overlap(one: TileBox, other: TileBox) -> bool:
    return (
        max(one.left, other.left) < min(one.right, other.right)
        and max(one.top, other.top) < min(one.bottom, other.bottom)
    )  # fmt: skip


MOST = 60, 30
"""The most columns and rows of a plan whose tiles have the proportions of the data."""


def build_plan(
    areas: Iterable[Area], near: Mapping[str, Sequence[str]], margins: Iterable[Margin] = ()
) -> TilePlan:
    """Return the plan of a map.

    A tile that overlaps an earlier one, and an area without a tile, get a free place next to their
    neighbours.

    >>> a, b = Area("A", (0, 0)), Area("B", (1, 0, 2, 1))
    >>> build_plan((a, b), {"A": ("B",), "B": ("A",)}).columns
    3
    >>> build_plan((a, b), {"A": (), "B": ()}).closed
    (('A', 'B'),)

    Args:
        areas: The areas with their tiles.
        near: The neighbours of each area.
        margins: The rectangles for the pieces off the map.

    Returns:
        The plan.
    """
    given = {area.id: build_box(area.tile) for area in areas if area.tile}
    tiles: dict[str, TileBox] = {}
    for area, box in given.items():
        if not any(_overlap(box, other) for other in tiles.values()):
            tiles[area] = box
    wide, high = _measure_middling(tiles.values())
    for area in near:
        if area not in tiles:
            others = {each for each in tiles if each in near[area]}
            tiles[area] = _find_place((wide, high), tiles, others)
    margin_boxes: dict[str, TileBox] = {}
    for margin in margins:
        box, every = build_box(margin.tile), {**tiles, **margin_boxes}
        if any(_overlap(box, other) for other in every.values()):
            box = _find_place((box.wide, box.high), every, set())
        margin_boxes[margin.side] = box
    boxes = _shrink([*tiles.values(), *margin_boxes.values()])
    margin_boxes = dict(zip(margin_boxes, boxes[len(tiles) :], strict=True))
    placed = dict(zip(tiles, boxes, strict=False))
    tiles = {area: placed[area] for area in near}
    columns, rows = max(box.right for box in boxes), max(box.bottom for box in boxes)
    pairs = [
        (one, other, find_border(tiles[one], tiles[other]) is not None, other in near[one])
        for one, other in combinations(tiles, 2)
    ]
    links: dict[str, tuple[str, ...]] = {}
    for one, other, touches, adjacent in pairs:
        if adjacent and not touches:
            links[one] = (*links.get(one, ()), other)
            links[other] = (*links.get(other, ()), one)
    closed = tuple(
        (one, other) for one, other, touches, adjacent in pairs if touches and not adjacent
    )
    return TilePlan(columns, rows, tiles, margin_boxes, closed, links)


def _measure_middling(boxes: Collection[TileBox]) -> tuple[int, int]:
    """Return the usual width and height of tiles."""
    if not boxes:
        return 1, 1
    wide, high = sorted(box.wide for box in boxes), sorted(box.high for box in boxes)
    return wide[len(boxes) // 2], high[len(boxes) // 2]


def _find_place(
    size: tuple[int, int], tiles: Mapping[str, TileBox], wanted: Collection[str]
) -> TileBox:
    """Return a free rectangle, if possible at the edges of wanted tiles and of no others."""
    wide, high = size
    lefts = {0, *(x for box in tiles.values() for x in (box.left, box.right, box.left - wide))}
    tops = {0, *(y for box in tiles.values() for y in (box.top, box.bottom, box.top - high))}
    right = max((box.right for box in tiles.values()), default=0)
    bottom = max((box.bottom for box in tiles.values()), default=0)

    def measure(box: TileBox) -> tuple[int, int, int, int]:
        """Return the order of a rectangle: the least one is best."""
        touched = [area for area in tiles if find_border(box, tiles[area])]
        fitting = sum(1 if area in wanted else -1 for area in touched)
        growth = max(box.right - right, 0) + max(box.bottom - bottom, 0)
        return -fitting, growth, box.top, box.left

    places = (
        TileBox(x, y, x + wide, y + high) for x, y in product(lefts, tops) if x >= 0 and y >= 0
    )
    free = (box for box in places if not any(_overlap(box, other) for other in tiles.values()))
    return min(free, key=measure)


def _shrink(boxes: Sequence[TileBox]) -> list[TileBox]:
    """Return rectangles, with equal steps between their edges if the plan is very large."""
    xs = sorted({0, *(x for box in boxes for x in (box.left, box.right))})
    ys = sorted({0, *(y for box in boxes for y in (box.top, box.bottom))})
    if xs[-1] <= MOST[0] and ys[-1] <= MOST[1]:
        return list(boxes)
    return [
        TileBox(xs.index(box.left), ys.index(box.top), xs.index(box.right), ys.index(box.bottom))
        for box in boxes
    ]


def compute_lines(count: int, size: int) -> list[int]:
    """Return the lines between `count` columns or rows in `size` cells of a screen.

    >>> compute_lines(4, 10), compute_lines(4, 12)
    ([0, 2, 5, 8, 10], [0, 3, 6, 9, 12])

    Returns:
        The positions of the lines.
    """
    return [round(at * size / count) for at in range(count + 1)]


Span = tuple[int, int, int]
"""The first and the last line of a span of columns or rows, and its least cells."""


def has_cells(count: int, spans: Collection[Span], size: int) -> bool:
    """Return whether spans of `count` columns or rows get their least cells in a size."""
    at = compute_lines(count, size)
    return all(at[end] - at[start] >= least for start, end, least in spans)


def compute_least_size(count: int, spans: Collection[Span]) -> int:
    """Return the smallest size in which spans of columns or rows get their least cells.

    >>> compute_least_size(3, [(0, 1, 6), (1, 3, 6)])
    17

    Returns:
        The size in cells.
    """
    return next(size for size in itertools.count(count) if has_cells(count, spans, size))


EDGE = 2
"""The fewest cells of an edge between two tiles, of which one shows whether it is closed."""


class TileSizes:
    """The sizes that the tiles of a plan need, with their left and upper walls."""

    def __init__(self, plan: TilePlan, wide: int, high: int, sign: str = "") -> None:
        """Collect what each tile and edge needs.

        Args:
            plan: The plan.
            wide: The fewest columns of a tile.
            high: The fewest rows of a tile.
            sign: The sign before the links of an area, if all links must be readable.
        """
        self.plan, self.high, self.sign = plan, high, sign
        boxes = plan.tiles
        self._columns = {(box.left, box.right, wide) for box in boxes.values()}
        self._rows: set[Span] = set()
        for one, other in combinations(boxes.values(), 2):
            if (border := find_border(one, other)) is not None:
                spans = self._columns if border.way in (UP, DOWN) else self._rows
                spans.add((border.start, border.end, EDGE))
        for area, others in plan.links.items() if sign else ():
            least = max(len(area), *(len(f"{sign}{other},") for other in others)) + 3
            self._columns.add((boxes[area].left, boxes[area].right, least))

    def _list_rows(self, wide: int) -> set[Span]:
        """Return the spans of rows, with the rows of links, between walls `wide` columns apart."""
        at, rows = compute_lines(self.plan.columns, wide), set(self._rows)
        for area, box in self.plan.tiles.items():
            links = wrap_links(self.plan, area, self.sign, at[box.right] - at[box.left])[1]
            rows.add((box.top, box.bottom, self.high + (len(links) if self.sign else 0)))
        return rows

    @property
    def least(self) -> tuple[int, int]:
        """Return the smallest width and height of the plan."""
        wide = compute_least_size(self.plan.columns, self._columns)
        return wide + 1, compute_least_size(self.plan.rows, self._list_rows(wide)) + 1

    def fit(self, wide: int, high: int) -> tuple[int, int]:
        """Return the largest distances of the outer walls, up to a size, that show everything.

        Args:
            wide: The most columns between the first and the last wall.
            high: The most rows; neither is smaller than :attr:`least`.

        Returns:
            The distances; the given ones if none shows everything.
        """
        plan = self.plan
        across = (
            size for size in range(wide, 0, -1) if has_cells(plan.columns, self._columns, size)
        )
        found = next(across, wide)
        rows = self._list_rows(found)
        down = (size for size in range(high, 0, -1) if has_cells(plan.rows, rows, size))
        return found, next(down, high)


def wrap_links(plan: TilePlan, area: str, sign: str, wide: int) -> tuple[str, list[str]]:
    """Return the references to the linked areas: `⇄H,J`.

    Args:
        plan: The plan.
        area: The area.
        sign: The sign before them.
        wide: The columns of its tile with the left wall.

    Returns:
        The text for the top wall, next to the name, or else rows for the tile.
    """
    others = plan.links.get(area, ())
    if not others:
        return "", []
    text = sign + ",".join(others)
    if len(area) + len(text) + 4 <= wide:
        return text, []
    rows = [sign]
    for at, other in enumerate(others):
        word = other + "," * (at < len(others) - 1)
        if len(rows[-1]) + len(word) > wide - 3 and rows[-1] != sign:
            rows.append(sign)
        rows[-1] += word
    return "", rows


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
