"""Arrows on a plan of areas: of notes, and of moves and retreats of the last events."""

from collections.abc import Sequence

from senpu.tui.boards.area_routes import Cell, RouteMap, find_route, find_ways
from senpu.tui.widgets.area_plan import PlanDrawing

CROSSING = [False, True, False]
"""The cells around a wall that an arrow crosses: True for a wall."""
Trail = tuple[str, str]
"""The signs of a level and of an upright step."""


class ArrowPen:
    """Draws arrows over a plan; names, counters and signs stay whole."""

    def __init__(self, drawing: PlanDrawing) -> None:
        self.drawing = drawing
        self.canvas, self.look = drawing.canvas, drawing.look
        self._arms: dict[Cell, set[int]] = {}
        """The arms of the cells of earlier arrows, without their heads."""

    def draw(
        self, places: Sequence[str], heads: Sequence[str], role: str,
        trail: Trail | None = None, start: Cell | None = None, end: Cell | None = None,
    ) -> list[Cell]:  # fmt: skip
        """Draw an arrow through some areas.

        Args:
            places: The areas in order.
            heads: The signs of the head, by the way: up, right, down, left.
            role: The colour.
            trail: The signs of the steps; the lines of the walls by default.
            start: The cell near which the arrow begins.
            end: The cell near which it ends.

        Returns:
            The cells of the arrow in order; none if there is no room for it.
        """
        grid = self.drawing.grid
        plan = RouteMap(grid.boxes, self._is_free, grid.plan.closed)
        cells = find_route(plan, places, start, end)
        ways = find_ways(cells)
        border = self.drawing.grid.border(*places[-2:]) if len(cells) == 1 else None
        if border is not None:  # there is room for the head alone, on the wall
            ways = [border.way]
        if not ways:
            return []
        signs = self.look.signs
        line = trail or (signs.level, signs.upright)
        walls = list(map(self.drawing.is_wall, cells))
        for at, (cell, way) in enumerate(zip(cells[:-1], ways, strict=False)):
            came = ways[at - 1] if at else way
            sign = line[0 if way % 2 else 1]
            arms = {way, (came + 2) % 4} if at else {way}
            earlier = self._arms.get(cell, set())
            if came != way or earlier - arms or not (at or trail):
                up, right, down, left = (int(each in arms | earlier) for each in range(4))
                sign = signs.joint((up, right, down, left))
            if not trail and walls[at] and (not at or walls[at - 1 : at + 2] == CROSSING):
                sign = heads[way]
            self._put(cell, sign, role)
            self._arms[cell] = arms | earlier
        self._put(cells[-1], heads[ways[-1]], role)
        self._arms.pop(cells[-1], None)
        return cells

    def _put(self, cell: Cell, sign: str, role: str) -> None:
        x, y = cell
        area = self.drawing.grid.area_at(x, y)
        ground = "background" if self.drawing.is_wall(cell) else self.drawing.ground(area)
        self.canvas.put(x, y, sign, self.look.ink(role, ground, "" if role == "faint" else "b"))

    def _is_free(self, cell: Cell) -> bool:
        return cell in self._arms or self.drawing.is_clear(cell)
