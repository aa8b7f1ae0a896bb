"""A small plan of areas with the units in them: a counter is its id in brackets."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from senpu.tui.boards.area_edges import WallWords
from senpu.tui.boards.area_tiling import TileBox, TilePlan, wrap_links
from senpu.tui.boards.signs import enclose
from senpu.tui.widgets.area_plan import PlanGrid, draw_walls
from senpu.tui.widgets.painting import Canvas, Look, Row

LEAST = (6, 2)
"""The fewest columns and rows of a tile with its left and upper wall."""
MOST = (14, 6)
"""The most columns and rows of a tile of usual size."""


class PlacedUnit(NamedTuple):
    """A unit in an area."""

    ident: str
    side: int
    is_new: bool
    """True if the chosen move brought it there."""


Placements = Mapping[str, Sequence[PlacedUnit]]
"""The units by area."""


def compute_size(plan: TilePlan, width: int, height: int) -> tuple[int, int] | None:
    """Return the columns and rows of a plan between its first and last wall.

    Args:
        plan: The plan.
        width: The columns of the widget.
        height: The rows of the widget.

    Returns:
        The size, or None if a tile would be too small.
    """
    wide, high = plan.middling
    across = min((width - 1) / plan.columns, MOST[0] / wide)
    down = min((height - 1) / plan.rows, MOST[1] / high)
    if plan.is_even:
        across, down = int(across), int(down)
    size = int(plan.columns * across), int(plan.rows * down)
    grid = PlanGrid(plan, 0, 0, *size)
    least = [(box.wide, box.high) for box in grid.boxes.values()]
    fits = all(wide >= LEAST[0] and high >= LEAST[1] for wide, high in least)
    return size if fits else None


def render_plan(
    plan: TilePlan, placements: Placements, look: Look, width: int, height: int
) -> list[Row]:  # fmt: skip
    """Return the rows of a plan with units; none without room."""
    size = compute_size(plan, width, height)
    if size is None:
        return []
    canvas = Canvas(width, size[1] + 1, look.ink())
    grid = PlanGrid(plan, max((width - size[0] - 1) // 2, 0), 0, *size)
    draw_tiles(canvas, grid, look)
    for area, box in grid.boxes.items():
        _draw_units(canvas, box, placements.get(area, ()), look)
    rows = []
    for strip in canvas.strips():
        row = Row(look)
        row.segments, row.width = list(strip), width
        rows.append(row)
    return rows


def draw_tiles(canvas: Canvas, grid: PlanGrid, look: Look) -> None:
    """Draw the walls, grounds and names of all areas."""
    for box in grid.boxes.values():
        canvas.fill(box.left + 1, box.top + 1, box.wide - 1, box.high - 1, look.ink(on="surface"))
    draw_walls(canvas, grid, look, {})
    for area, box in grid.boxes.items():
        link, _ = wrap_links(grid.plan, area, look.signs.linked, box.wide)
        words = WallWords(grid.plan, grid.boxes, area)
        at = box.left + (3 if len(area) < box.wide - 4 and not link else 2)
        for word, how in ((area, "b"), (link, "")):
            x = words.find_place(at, len(word), box.right) if word else -1
            if x < 0:
                continue
            for blank in words.list_blanks(x, len(word)):
                if blank < box.right:
                    canvas.put(blank, box.top, " ", look.ink("text"))
            canvas.put(x, box.top, word, look.ink("text" if how else "dim", how=how))
            at = x + len(word) + 1


def _draw_units(canvas: Canvas, box: TileBox, units: Sequence[PlacedUnit], look: Look) -> None:
    """Write the units of an area, and the number of those without room."""
    x, y = box.left + 1, box.top + 1
    for at, unit in enumerate(units):
        text = enclose(unit.ident, unit.side)
        if x > box.left + 1 and x + cell_len(text) > box.right:
            x, y = box.left + 1, y + 1
        left = f"+{len(units) - at}"
        more = at < len(units) - 1
        next_fits = x + 2 * cell_len(text) <= box.right or y + 1 < box.bottom
        if more and not next_fits and y == box.bottom - 1:
            canvas.put(box.right - len(left), y, left, look.ink(on="surface", how="b"))
            return
        ground = f"side{unit.side}-ground" if unit.is_new else "surface"
        ink = look.ink(f"side{unit.side}", ground, "b" if unit.is_new else "")
        x = canvas.put(x, y, text[: box.right - x], ink)
