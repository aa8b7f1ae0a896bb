"""Arrows on a plan of areas: of notes, and of moves and retreats of the last events."""

from collections.abc import Sequence

from senpu.tui.boards.area_routes import Cell, RouteMap, find_middle, find_route, find_ways
from senpu.tui.boards.area_tiling import RIGHT
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
            The cells of the arrow in order; none if there is no room for it. Then the first area
            shows a head with the last one.
        """
        grid = self.drawing.grid
        plan = RouteMap(grid.boxes, self._is_free, grid.plan.closed)
        cells = find_route(plan, places, start, end)
        ways = find_ways(cells)
        border = self.drawing.grid.border(*places[-2:]) if len(cells) == 1 else None
        if border is not None:  # there is room for the head alone, on the wall
            ways = [border.way]
        if not ways:
            self._point(places[0], f"{heads[RIGHT]}{places[-1]}", role)
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

    def _point(self, area: str, text: str, role: str) -> None:
        """Write the target of an arrow that has no way to it, in the middle of its first area."""
        box = self.drawing.grid.boxes.get(area)
        if box is None:
            return
        x, y = find_middle(box)
        for row in sorted(range(box.top + 1, box.bottom), key=lambda row: abs(row - y)):
            columns = range(box.left + 1, box.right - len(text) + 1)
            for start in sorted(columns, key=lambda column: abs(column - x)):
                cells = [(start + at, row) for at in range(len(text))]
                if all(map(self._is_free, cells)):
                    for cell, sign in zip(cells, text, strict=True):
                        self._put(cell, sign, role)
                    return

    def _put(self, cell: Cell, sign: str, role: str) -> None:
        x, y = cell
        area = self.drawing.grid.area_at(x, y)
        ground = "background" if self.drawing.is_wall(cell) else self.drawing.ground(area)
        self.canvas.put(x, y, sign, self.look.ink(role, ground, "" if role == "faint" else "b"))

    def _is_free(self, cell: Cell) -> bool:
        return cell in self._arms or self.drawing.is_clear(cell)
