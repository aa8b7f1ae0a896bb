"""Arrows on a plan of areas: of notes, and of moves and retreats of the last events."""

from collections.abc import Sequence

from senpu.tui.boards.area_routes import Cell, RouteMap, find_route, find_ways
from senpu.tui.widgets.area_plan import PlanDrawing

Trail = tuple[str, str]
"""The signs of a level and of an upright step."""


class ArrowPen:
    """Draws arrows over a plan; names, counters and signs stay whole."""

    def __init__(self, drawing: PlanDrawing) -> None:
        self.drawing = drawing
        self.canvas, self.look = drawing.canvas, drawing.look
        self._crossable: dict[Cell, int] = {}
        """The cells of earlier arrows without their heads: the way of each."""

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
        cells = find_route(RouteMap(self.drawing.grid.boxes, self._is_free), places, start, end)
        ways = find_ways(cells)
        border = self.drawing.grid.border(*places[-2:]) if len(cells) == 1 else None
        if border is not None:  # there is room for the head alone, on the wall
            ways = [border.way]
        if not ways:
            return []
        signs = self.look.signs
        line = trail or (signs.level, signs.upright)
        arriving = [ways[0], *ways]
        walls = list(map(self.drawing.is_wall, cells))
        for at, ((x, y), way) in enumerate(zip(cells[:-1], ways, strict=False)):
            came = arriving[at]
            sign = line[0 if way % 2 else 1]
            if came != way or (not at and not trail):
                arms = [0, 0, 0, 0]
                arms[way] = 1
                if at:
                    arms[(came + 2) % 4] = 1
                sign = signs.joint((arms[0], arms[1], arms[2], arms[3]))
            elif (x, y) in self._crossable and (self._crossable[x, y] - way) % 2:
                sign = signs.joint((1, 1, 1, 1))
            elif not trail and walls[at - 1 : at + 2] == [False, True, False]:
                sign = heads[way]
            self._put((x, y), sign, role)
            self._crossable[x, y] = way
        self._put(cells[-1], heads[ways[-1]], role)
        self._crossable.pop(cells[-1], None)
        return cells

    def _put(self, cell: Cell, sign: str, role: str) -> None:
        x, y = cell
        area = self.drawing.grid.area_at(x, y)
        ground = "background" if self.drawing.is_wall(cell) else self.drawing.ground(area)
        self.canvas.put(x, y, sign, self.look.ink(role, ground, "" if role == "faint" else "b"))

    def _is_free(self, cell: Cell) -> bool:
        return cell in self._crossable or self.drawing.is_clear(cell)
