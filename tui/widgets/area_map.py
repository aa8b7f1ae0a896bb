"""The map of areas, as a plan of tiles or as a register."""

from collections.abc import Iterable, Mapping

from textual import events
from textual.strip import Strip

from senpu.replay.core.narration import Narrator
from senpu.tui.widgets.area_acts import Acts
from senpu.tui.widgets.area_plan import ROOMY, Drawing, Grid, draw_arrow, margin_cells
from senpu.tui.widgets.area_tiling import Plan, least_plan, near_of, plan_of
from senpu.tui.widgets.clicks import Pointed
from senpu.tui.widgets.painting import Canvas, Look, Painted
from senpu.tui.widgets.register import Register
from senpu.tui.widgets.scene import Scene
from senpu.tui.widgets.sidelines import side_rows

NARROW, LOW = 13, 5
"""The columns and rows of a tile with its left and top wall, at least, where all are alike: a
column of counters."""
SLIM, FLAT = 11, 3
"""Where they are rectangles: two columns of the smallest counters."""
NARROW_HIGH, ROOMY_HIGH = 7, 15
"""The rows that narrow and roomy tiles make good use of."""
FLAT_HIGH, FLAT_HIGHEST = 8, 12
"""The rows that a rectangle one cell high makes good use of."""
WIDEST, HIGHEST = 40, 20


def extent(plan: Plan, width: int, height: int) -> tuple[int, int]:
    """How much of a width and height the walls of a plan span: tiles that are alike are drawn
    alike, and none becomes larger than it is of use."""
    wide, high = plan.middling
    across, down = min(width / plan.columns, WIDEST / wide), min(height / plan.rows, HIGHEST / high)
    if plan.even:
        across, down = int(across), int(down)
    return int(plan.columns * across), int(plan.rows * down)


class AreaMap(Painted):
    """A map of areas. Posts Pointed for a click on a unit or an area."""

    def __init__(self, look: Look, narrator: Narrator) -> None:
        super().__init__(look, "map")
        self.narrator = narrator
        self.near = near_of(narrator.spec)
        game = narrator.spec.game
        self.plan = plan_of(game.area, self.near, game.margin)
        self._least = (0, 0)
        if self.plan is not None:
            size = (NARROW, LOW) if self.plan.even else (SLIM, FLAT)
            self._least = least_plan(self.plan, *size)
        self.style_chosen = "plan"
        self.scene: Scene | None = None
        self._grid: Grid | None = None
        self._units: dict[str, tuple[int, int, int, int]] = {}
        self._register: dict[int, str] = {}

    # ---- what it needs --------------------------------------------------------------------

    @property
    def least(self) -> tuple[int, int]:
        """The smallest width and height in which the plan can be drawn; (0, 0) without one."""
        return self._least if self.style_chosen == "plan" else (0, 0)

    def height_for(self, width: int, most: int) -> int:
        """The rows that the map makes good use of, at most `most`."""
        if self.plan is None or self.style_chosen != "plan":
            return min(len(self.near) + len(self.narrator.spec.sides), most)
        plan = self.plan
        wide, _ = extent(plan, width - 1, most)
        tile = wide / plan.columns * plan.middling[0]
        if plan.even:
            narrow, roomy, highest = NARROW_HIGH, ROOMY_HIGH, HIGHEST
        else:
            narrow, roomy, highest = FLAT_HIGH, FLAT_HIGH, FLAT_HIGHEST
        useful = highest if tile >= WIDEST - 8 else roomy if tile >= ROOMY else narrow
        most = min(most - 1, useful * plan.rows)
        return max(extent(plan, width - 1, most)[1] + 1, self.least[1])

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
        wide, high = extent(plan, width - 1, height - 1)
        canvas = Canvas(width, height, look.ink())
        grid = Grid(plan, max((width - wide - 1) // 2, 0), 0, wide, high)
        drawing = Drawing(canvas, grid, scene, self.narrator, look)
        acts = Acts(drawing)
        drawing.draw(acts.spots)
        acts.draw()
        for arrow in scene.arrows:
            draw_arrow(canvas, grid, look, arrow, drawing.free)
        for side, margin in plan.margins.items():
            x, y, room, rows = margin_cells(grid, margin)
            for at, row in enumerate(side_rows(scene, self.narrator, look, side, room, rows)):
                column = x
                for segment in row.segments:
                    style = segment.style or look.ink()
                    column = canvas.put(column, y + at, segment.text, style)
        self._grid, self._units = grid, drawing.hits
        return canvas.strips()

    @property
    def places(self) -> Mapping[str, object]:
        """The areas, by what they are called."""
        return self.near

    @property
    def boxes(self) -> Mapping[str, object]:
        """Boxes beside the map that are places: there are none."""
        return {}

    def spot(self, place: str) -> tuple[int, int] | None:
        """The cell in the middle of an area, if it is drawn."""
        if self._grid is not None:
            box = self._grid.boxes.get(place)
            return box and ((box.left + box.right) // 2, (box.top + box.bottom) // 2)
        return next(((0, y) for y, area in self._register.items() if area == place), None)

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
            area = self._grid.area_at(x, y)
        if area:
            self.post_message(Pointed("area", area))
