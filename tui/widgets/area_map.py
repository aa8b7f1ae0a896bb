"""The map of areas, as a plan of tiles or as a register, and which widget draws which board."""

from collections.abc import Iterable

from textual import events
from textual.strip import Strip

from replay.narration import Narrator
from tui.widgets.area_plan import ROOMY, Drawing, notch_cells
from tui.widgets.frame import Grid
from tui.widgets.painting import Canvas, Look, Painted
from tui.widgets.register import Register
from tui.widgets.scene import Pointed, Scene
from tui.widgets.sidelines import side_rows
from tui.widgets.tiling import near_of, plan_of

NARROW = 13
"""The cells of a tile with its left wall, at least."""
LOW = 5
"""The rows of a tile with its top wall, at least."""
NARROW_HIGH, ROOMY_HIGH = 7, 15
"""The rows that narrow and roomy tiles make good use of."""
WIDEST, HIGHEST = 40, 20


class AreaMap(Painted):
    """A map of areas. Posts Pointed for a click on a unit or an area."""

    def __init__(self, look: Look, narrator: Narrator) -> None:
        super().__init__(look, "map")
        self.narrator = narrator
        self.near = near_of(narrator.spec)
        self.plan = plan_of(narrator.spec.game.area, self.near)
        self.style_chosen = "plan"
        self.scene: Scene | None = None
        self._grid: Grid | None = None
        self._units: dict[str, tuple[int, int, int, int]] = {}
        self._register: dict[int, str] = {}

    # ---- what it needs --------------------------------------------------------------------

    @property
    def least(self) -> tuple[int, int]:
        """The smallest width and height in which the plan can be drawn; (0, 0) without one."""
        if self.plan is None or self.style_chosen != "plan":
            return (0, 0)
        return self.plan.columns * NARROW + 1, self.plan.rows * LOW + 1

    def height_for(self, width: int, most: int) -> int:
        """The rows that the map makes good use of, at most `most`."""
        if self.plan is None or self.style_chosen != "plan":
            return min(len(self.near) + len(self.narrator.spec.sides), most)
        wide = min((width - 1) // self.plan.columns, WIDEST)
        useful = HIGHEST if wide >= WIDEST - 8 else ROOMY_HIGH if wide >= ROOMY else NARROW_HIGH
        high = min((most - 1) // self.plan.rows, useful)
        return max(high, LOW) * self.plan.rows + 1

    # ---- painting -------------------------------------------------------------------------

    def present(self, scene: Scene, narrator: Narrator) -> None:
        self.scene, self.narrator = scene, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        if self.scene is None:
            return []
        least_width, least_height = self.least
        if least_width and width >= least_width and height >= least_height:
            return self._plan(self.scene, width, height)
        self._grid, self._units = None, {}
        register = Register(self.scene, self.narrator, self.near, self.look)
        rows = register.rows(width, height)
        self._register = register.hits
        return [row.strip(width) for row in rows]

    def _plan(self, scene: Scene, width: int, height: int) -> Iterable[Strip]:
        assert self.plan is not None
        plan, look = self.plan, self.look
        wide = min((width - 1) // plan.columns, WIDEST)
        high = min((height - 1) // plan.rows, HIGHEST)
        canvas = Canvas(width, height, look.ink())
        left = max((width - plan.columns * wide - 1) // 2, 0)
        grid = Grid(plan, left, 0, wide, high)
        drawing = Drawing(canvas, grid, scene, self.narrator, look)
        drawing.draw()
        if plan.notches:
            for side, cell in zip(self.narrator.spec.sides, plan.notches, strict=False):
                x, y, room, rows = notch_cells(grid, cell)
                for at, row in enumerate(
                    side_rows(scene, self.narrator, look, side.id, room, rows)
                ):
                    column = x
                    for segment in row.segments:
                        style = segment.style or look.ink()
                        column = canvas.put(column, y + at, segment.text, style)
        self._grid, self._units = grid, drawing.hits
        return canvas.strips()

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        event.stop()
        x, y = event.x, event.y
        if self._grid is None:
            area = self._register.get(y, "")
        else:
            for unit, (left, top, width, height) in self._units.items():
                if left <= x < left + width and top <= y < top + height:
                    self.post_message(Pointed("unit", unit))
                    return
            area = self._grid.tile_at(x, y)
        if area:
            self.post_message(Pointed("area", area))


BOARDS = {"areas": AreaMap}
"""The widget for each kind of board that a game's data may name."""
