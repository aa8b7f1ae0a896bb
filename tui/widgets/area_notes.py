"""What somebody noted upon a plan of areas: dashed walls of places that stand out, and arrows of
dashes, so that nobody takes them for what happened.

Arrows give way to counters and words.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from tui.widgets.frame import Grid
from tui.widgets.painting import Canvas, Look
from tui.widgets.tiling import DOWN, LEFT, RIGHT, UP, Border

Free = Callable[[int, int], bool]
"""Whether no counter stands in a cell."""
TAIL = 2
"""Dashes before a wall that an arrow crosses."""
STEPS = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}


def highlight(canvas: Canvas, grid: Grid, look: Look, area: str) -> None:
    """Dash the walls of an area; the frame of what is now stays in its colour."""
    box = grid.boxes.get(area)
    if box is None:
        return
    dashed = _dashed(look)
    level = [(x, y) for y in (box.top, box.bottom) for x in range(box.left + 1, box.right)]
    upright = [(x, y) for x in (box.left, box.right) for y in range(box.top + 1, box.bottom)]
    for x, y in (*level, *upright):
        char = canvas.char(x, y)
        if char in dashed:
            heavy = dashed[char] in look.signs.dashes[2:] and char != look.signs.level
            canvas.put(x, y, dashed[char], look.ink("now" if heavy else "note", how="b"))


def _dashed(look: Look) -> dict[str, str]:
    """For each sign of a wall the dash in its place."""
    joint, dashes = look.signs.joint, look.signs.dashes
    walls = (joint((0, 1, 0, 1)), joint((1, 0, 1, 0)), joint((0, 2, 0, 2)), joint((2, 0, 2, 0)))
    return dict(zip(walls, dashes, strict=True))


def draw_arrow(
    canvas: Canvas, grid: Grid, look: Look, places: tuple[str, ...], free: Free
) -> None:  # fmt: skip
    """An arrow along areas; nothing of a part that leads to a place that is not drawn."""
    for origin, goal in pairwise(places):
        edge = grid.border(origin, goal)
        if edge is not None:
            _across(canvas, grid, look, origin, edge, free)
        elif origin in grid.boxes and goal in grid.boxes:
            _over(canvas, grid, look, (origin, goal), free)


def _across(canvas: Canvas, grid: Grid, look: Look, origin: str, edge: Border, free: Free) -> None:
    """Some dashes, over the wall between two neighbours, and the head behind it."""
    dx, dy = STEPS[edge.way]
    box = grid.boxes[origin]
    middle = (edge.start + edge.end) // 2
    best: tuple[int, int, int, int] | None = None
    for at in range(edge.start + 1, edge.end):
        if dx:
            x, y = (box.right if dx > 0 else box.left), at
        else:
            x, y = at, (box.bottom if dy > 0 else box.top)
        if not _is_line(canvas.char(x, y), look):
            continue
        cells = [(x + dx * n, y + dy * n) for n in (-1, 1)]
        taken = sum(canvas.char(*cell) != " " or not free(*cell) for cell in cells)
        found = (taken, abs(at - middle), x, y)
        best = min(best, found) if best else found
    if best is None:
        return
    _, _, x, y = best
    trail = look.signs.dashes[0 if dx else 1]
    style = look.ink("note", how="b")
    for n in range(1, TAIL + 1 if dx else 2):
        cell = (x - dx * n, y - dy * n)
        if canvas.char(*cell) != " " or not free(*cell):
            break
        canvas.put(*cell, trail, style)
    head = look.signs.solid[edge.way]
    beyond = (x + dx, y + dy)
    if canvas.char(*beyond) == " " and free(*beyond):
        canvas.put(x, y, trail, style)
        canvas.put(*beyond, head, style)
    else:
        canvas.put(x, y, head, style)


def _over(
    canvas: Canvas, grid: Grid, look: Look, places: tuple[str, str], free: Free
) -> None:  # fmt: skip
    """From the middle of one area straight to another that it does not touch."""
    start, end = (_middle(grid, place) for place in places)
    goal = grid.boxes[places[1]]
    style = look.ink("note", how="b")
    across, down = end[0] - start[0], end[1] - start[1]
    way = (RIGHT if across > 0 else LEFT) if abs(across) > 2 * abs(down) else (
        DOWN if down > 0 else UP
    )  # fmt: skip
    dash = look.signs.dashes[1 if way in (UP, DOWN) else 0]
    last: tuple[int, int] | None = None
    for x, y in straight(start, end):
        char = canvas.char(x, y)
        if not free(x, y) or not (char == " " or _is_line(char, look)):
            continue
        canvas.put(x, y, dash if not across or not down else ".", style)
        last = (x, y)
        if goal.left < x < goal.right and goal.top < y < goal.bottom:
            break
    if last is not None:
        canvas.put(*last, look.signs.solid[way], style)


def _middle(grid: Grid, area: str) -> tuple[int, int]:
    box = grid.boxes[area]
    return (box.left + box.right) // 2, (box.top + box.bottom) // 2


def _is_line(char: str, look: Look) -> bool:
    return char != " " and (char in look.signs.joints or char in look.signs.dashes)


def straight(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The cells on the way from one to another, the first left out.

    >>> list(straight((0, 0), (4, 2)))
    [(1, 0), (2, 1), (3, 2), (4, 2)]
    """
    across, down = end[0] - start[0], end[1] - start[1]
    count = max(abs(across), abs(down))
    for step in range(1, count + 1):
        yield start[0] + round(across * step / count), start[1] + round(down * step / count)
