"""The way of an arrow over a plan of areas, cell by cell, around names and counters.

A route is connected: each cell is next to the previous one. It begins in the first area, passes
through each area in between, and ends in the last one.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from senpu.tui.boards.area_tiling import TileBox, find_border

Cell = tuple[int, int]
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The steps up, right, down, left."""
TURN, STRAY, ALONG = 2.0, 4.0, 40.0
"""The costs of a corner, of a cell of another area, and of a cell along a wall; a step is 1."""
AT_WALL = 30.0
"""The cost of an end on the wall between two areas, if there is no room in the area."""
DETOUR = 10.0
"""The cost of an end far from the wanted cell."""
UNREACHED = 1e9
WIDE, HIGH = 4, 2
"""The weights of the distance of both ends of an arrow from the given cells, across and down."""


class RouteMap(NamedTuple):
    """The cells that a route may use."""

    boxes: Mapping[str, TileBox]
    """The rectangle of each area; its outermost cells are the walls that areas share."""
    is_free: Callable[[Cell], bool]
    """A test that nothing is written at a cell; a wall alone is free."""
    closed: Collection[tuple[str, str]] = ()
    """The pairs of areas whose common wall is closed."""


def find_route(
    plan: RouteMap, places: Sequence[str], start: Cell | None = None, end: Cell | None = None,
    detour: float = DETOUR,
) -> list[Cell]:  # fmt: skip
    """Return the cells of an arrow through some areas, from the first to the last.

    Args:
        plan: The cells that the route may use.
        places: The areas in order, at least two.
        start: The cell near which it begins; the middle of the first area by default.
        end: The cell near which it ends; the middle of the last area by default.
        detour: The cost of an end far from that cell.

    Returns:
        The cells in order; none if there is no way.
    """
    if len(places) < 2 or any(place not in plan.boxes for place in places):
        return []
    start, end = (
        start or find_middle(plan.boxes[places[0]]),
        end or find_middle(plan.boxes[places[-1]]),
    )
    named = {place: plan.boxes[place] for place in places}
    grounds = [(named, plan.closed), (plan.boxes, plan.closed)]
    if plan.closed:
        grounds.append((plan.boxes, ()))
    for allowed, closed in grounds:
        walls = _Walls(allowed, frozenset(map(frozenset, closed)))
        if route := _search(plan.is_free, walls, places, start, end, detour):
            return route
    return []


def find_middle(box: TileBox) -> Cell:
    """Return the cell in the middle of an area."""
    return (box.left + box.right) // 2, (box.top + box.bottom) // 2


def list_inner(box: TileBox) -> Iterator[Cell]:
    """Yield the cells of an area without its walls."""
    for y in range(box.top + 1, box.bottom):
        for x in range(box.left + 1, box.right):
            yield x, y


def _measure(cell: Cell, near: Cell) -> float:
    """Return the cost of an end that is not at the wanted cell."""
    return (cell[0] - near[0]) ** 2 / WIDE + (cell[1] - near[1]) ** 2 / HIGH


Node = tuple[Cell, int]
"""A cell of a route, and the number of areas that it has passed."""


class _Walls(NamedTuple):
    """The areas of a search, and the pairs whose common wall it may not cross."""

    allowed: Mapping[str, TileBox]
    closed: frozenset[frozenset[str]]


def _search(
    is_free: Callable[[Cell], bool], within: _Walls, places: Sequence[str], start: Cell, end: Cell,
    detour: float,
) -> list[Cell]:  # fmt: skip
    """Return a short route with few corners over the cells of some areas (A*)."""
    allowed = within.allowed
    inner, walls, last = _list_cells(allowed), _list_walls(within, places), len(places) - 1
    starts = {cell: _measure(cell, start) for cell in list_inner(allowed[places[0]])}
    starts |= dict.fromkeys(_list_border(within, places[0], places[1]), AT_WALL)
    ends = set(_list_border(within, places[-2], places[-1]))
    free: dict[Cell, bool] = {}
    costs: dict[Node, float] = {(cell, 0): cost for cell, cost in starts.items()}
    before: dict[Node, Node] = {}
    left, top, right, bottom = allowed[places[-1]]

    def estimate(x: int, y: int) -> int:
        """Return the least number of steps to the last area."""
        return max(left - x, x - right, 0) + max(top - y, y - bottom, 0)

    queue = [(cost + estimate(*cell), cost, cell, 0, -1) for cell, cost in starts.items()]
    heapify(queue)
    best, goal = UNREACHED, None
    while queue and queue[0][0] < best:
        _, cost, cell, stage, came = heappop(queue)
        if cost > costs[cell, stage]:
            continue
        if cell not in free:
            free[cell] = is_free(cell)
        if not free[cell]:
            continue
        area = inner.get(cell)
        ending = AT_WALL if stage == last - 1 and cell in ends else UNREACHED
        if stage == last and area == places[last]:
            ending = min(_measure(cell, end), detour)
        if cost + ending < best:
            best, goal = cost + ending, (cell, stage)
        for way, (dx, dy) in enumerate(WAYS):
            to = cell[0] + dx, cell[1] + dy
            here = inner.get(to)
            if here is None and to not in walls:
                continue
            total = cost + 1
            if came not in (way, -1):
                total += TURN
            if area is None and (here is None or came != way):
                total += ALONG
            after = stage
            if here is not None and here != places[stage]:
                if stage < last and here == places[stage + 1]:
                    after += 1
                else:
                    total += STRAY
            if total < costs.get((to, after), UNREACHED):
                costs[to, after], before[to, after] = total, (cell, stage)
                heappush(queue, (total + estimate(*to), total, to, after, way))
    return _follow(before, goal) if goal else []


def _list_cells(allowed: Mapping[str, TileBox]) -> dict[Cell, str]:
    """Return the area of each cell inside some areas."""
    return {cell: area for area, box in allowed.items() for cell in list_inner(box)}


def _list_walls(within: _Walls, places: Sequence[str]) -> set[Cell]:
    """Return the cells of the walls between areas, without corners.

    If only the areas of the route are allowed, only the walls between one and the next count.
    """
    names = list(within.allowed)
    pairs = (
        pairwise(places)
        if len(names) <= len(set(places))
        else ((one, other) for at, one in enumerate(names) for other in names[at + 1 :])
    )
    found: set[Cell] = set()
    for one, other in pairs:
        found.update(_list_border(within, one, other))
    return found


def _list_border(within: _Walls, one: str, other: str) -> Iterator[Cell]:
    """Yield the cells of the open wall between two areas, without corners; none without one."""
    box = within.allowed[one]
    border = find_border(box, within.allowed[other])
    if border is not None and {one, other} not in within.closed:
        fixed = (box.top, box.right, box.bottom, box.left)[border.way]
        for at in range(border.start + 1, border.end):
            yield (at, fixed) if border.way in (0, 2) else (fixed, at)


def _follow(before: Mapping[Node, Node], node: Node) -> list[Cell]:
    """Return the cells up to a node."""
    cells = [node[0]]
    while node in before:
        node = before[node]
        cells.append(node[0])
    return cells[::-1]


def find_ways(cells: Sequence[Cell]) -> list[int]:
    """Return the way from each cell of a route to the next one."""
    return [WAYS.index((other[0] - one[0], other[1] - one[1])) for one, other in pairwise(cells)]
