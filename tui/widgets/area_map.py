"""The widget for a map of areas, as a plan of tiles or as a register."""

from collections.abc import Iterable, Mapping

from rich.style import Style
from textual.strip import Strip

from senpu.replay.core.narration import Narrator
from senpu.tui.boards.area_tiling import (
    LEFT,
    RIGHT,
    UP,
    Border,
    TilePlan,
    TileSizes,
    build_map_plan,
    read_neighbours,
)
from senpu.tui.boards.scene import Ghost, Mark, Scene
from senpu.tui.widgets.area_arrows import ArrowPen
from senpu.tui.widgets.area_plan import (
    ROOMY,
    PlanDrawing,
    PlanGrid,
    WallSpan,
    compute_margin_cells,
)
from senpu.tui.widgets.painting import Canvas, Look, Row
from senpu.tui.widgets.pointing import MapObject, PointedMap
from senpu.tui.widgets.register import Register, render_side

BELOW = 2
"""Rows from the upper end of an upright wall to the sign of an attack through it."""


class MarkOverlay:
    """The marks of the last events, drawn over the plan."""

    def __init__(self, drawing: PlanDrawing) -> None:
        self.drawing = drawing
        self.canvas, self.grid, self.look = drawing.canvas, drawing.grid, drawing.look
        self.marks = drawing.scene.marks
        self.arrows = ArrowPen(drawing)
        self.spots: dict[str, list[WallSpan]] = {}
        """The spans of the signs in each area's top wall."""
        self._on_wall: dict[tuple[str, str], WallSpan] = {}
        walls: set[frozenset[str]] = set()
        for (origin, goal), mark in self._crossings():
            wall = frozenset((origin, goal))
            self._take(origin, goal, mark, wall in walls)
            walls.add(wall)

    def _crossings(self) -> list[tuple[tuple[str, str], Mark]]:
        """Return the crossings, the current event's first."""
        return sorted(self.marks.crossings.items(), key=lambda it: not it[1].now)

    def _take(self, origin: str, goal: str, mark: Mark, again: bool) -> None:
        """Reserve two cells in a level wall, or at the target of a distant attack."""
        edge = self.grid.border(origin, goal)
        if edge is None:
            if mark.kind == "attack" and goal in self.grid.boxes:
                right = self.grid.boxes[goal].right
                self._keep(origin, goal, goal, right - 2, right - 1)
            return
        if edge.way in (LEFT, RIGHT):
            return
        lower = origin if edge.way == UP else goal
        box = self.grid.boxes[lower]
        at = max(edge.end - 4 - (3 if again else 0), edge.start + 1)
        number = box.left + 3, box.left + 4 + len(lower)
        if at < number[1] and number[0] < at + 2:
            at = edge.start + 1
        self._keep(origin, goal, lower, at, at + 2)

    def _keep(self, origin: str, goal: str, lower: str, start: int, end: int) -> None:
        spot = self._on_wall[origin, goal] = WallSpan(start, end)
        self.spots.setdefault(lower, []).append(spot)

    def draw(self) -> None:
        """Draw all marks."""
        for ghost in self.marks.ghosts:
            self._ghost(ghost)
        for (origin, goal), mark in self._crossings():
            self._crossing(origin, goal, mark)

    # ---- previous positions of movers -----------------------------------------------------

    def _ghost(self, ghost: Ghost) -> None:
        spot = self.drawing.anchor.get((ghost.place, ghost.unit))
        if spot is None:
            return
        x, y = spot
        ground = self.drawing.ground(ghost.place)
        style = self.look.ink("text" if ghost.now else "faint", ground)
        self.canvas.put(x + 1, y, ghost.unit, style)
        if not ghost.goal:
            style = self.look.ink("now" if ghost.now else "faint", ground)
            self.canvas.put(x - 1, y, self.look.signs.lost, style)

    def _move(self, origin: str, goal: str, mark: Mark) -> None:
        """Draw the arrow of a move or retreat, from the unit's previous position to its counter."""
        ghost = next(
            (each for each in self.marks.ghosts if (each.place, each.goal) == (origin, goal)), None
        )
        chosen = sorted(each for each in self.marks.chosen if (origin, each) in self.drawing.anchor)
        unit = ghost.unit if ghost else "".join(chosen[:1])
        start = self.drawing.anchor.get((origin, unit))
        end = self.drawing.anchor.get((goal, unit))
        signs = self.look.signs
        heads = [signs.hollow, signs.solid][mark.kind != "retreat"]
        self.arrows.draw(
            self.drawing.scene.find_path(origin, goal),
            heads,
            "now" if mark.now else "faint",
            start=start and (start[0] + 2 + len(unit), start[1]),
            end=end and (end[0] - 2, end[1]),
        )

    # ---- borders --------------------------------------------------------------------------

    def _ink(self, mark: Mark, on: str = "background", how: str = "b") -> Style:
        return self.look.ink("now" if mark.now else "faint", on, how if mark.now else "")

    def _crossing(self, origin: str, goal: str, mark: Mark) -> None:
        """Draw two signs on the crossed wall, or at the target of a distant attack."""
        if mark.kind != "attack":
            self._move(origin, goal, mark)
            return
        edge = self.grid.border(origin, goal)
        signs, style = self.look.signs, self._ink(mark)
        spot = self._on_wall.get((origin, goal))
        if spot is not None and edge is None:
            y = self.grid.boxes[goal].top
            self.canvas.put(spot.start, y, signs.strikes, style)
        elif spot is not None and edge is not None:
            y = self.grid.boxes[origin if edge.way == UP else goal].top
            self.canvas.put(spot.start, y, signs.strikes + signs.solid[edge.way], style)
        elif edge is not None:
            self._upright(edge, self._row(edge, origin), mark, origin)
        if goal in self.grid.boxes:
            self._dice(goal, mark)

    def _row(self, edge: Border, origin: str) -> int:
        """Return the row of an upright wall for signs, with free cells if possible."""
        inside = self._inside(edge, origin)
        usual = edge.start + min(BELOW, edge.end - edge.start - 1)
        rows = sorted(range(edge.start + 1, edge.end), key=lambda y: abs(y - usual))
        return next((y for y in rows if self.drawing.free(inside, y)), usual)

    def _inside(self, edge: Border, origin: str) -> int:
        """Return the column of an area next to one of its upright walls."""
        box = self.grid.boxes[origin]
        return box.right - 1 if edge.way == RIGHT else box.left + 1

    def _upright(self, edge: Border, y: int, mark: Mark, origin: str) -> None:
        """Draw one sign on an upright wall and one inside the area that the unit leaves."""
        box = self.grid.boxes[origin]
        wall = box.right if edge.way == RIGHT else box.left
        inside = self._inside(edge, origin)
        # An attack has its star on the attacker's side and its arrow on the wall.
        pair = self.look.signs.strikes + self.look.signs.solid[edge.way]
        if self.drawing.free(inside, y):
            self.canvas.put(inside, y, pair[0], self._ink(mark, self.drawing.ground(origin)))
        self.canvas.put(wall, y, pair[1], self._ink(mark))

    def _dice(self, goal: str, mark: Mark) -> None:
        """Draw the dice of the attack in the top wall of a roomy tile."""
        dice = self.marks.dice
        box = self.grid.boxes[goal]
        if not dice or box.wide < ROOMY:
            return
        text = " " + " ".join(map(str, dice)) + " "
        end = box.right - 2
        for spot in sorted(self.spots.get(goal, []), reverse=True):
            if spot.start < end + 1 and spot.end > end - len(text):
                end = spot.start - 1
        if end - len(text) >= self.drawing.titled[goal]:
            style = self.look.ink("now" if mark.now else "dim", how="b" if mark.now else "")
            self.canvas.put(end - len(text), box.top, text, style)


NARROW, LOW = 13, 5
"""Minimum columns and rows of a tile of one cell, with its left and top wall."""
SLIM, FLAT = 11, 3
"""Minimum columns and rows of a rectangular tile: two columns of the smallest counters."""
SLENDER, SLIGHT = (7, 7), (6, 6)
"""Minimum columns and rows of tiles of one cell, and of rectangles, on a screen that is narrow and
tall, as of a telephone: a column of the smallest counters."""
SIDE_ROWS = 2
"""The rows for each side below such a plan."""
NARROW_HIGH, ROOMY_HIGH = 7, 15
"""Useful rows of narrow and of roomy tiles of one cell."""
FLAT_HIGH, FLAT_HIGHEST = 8, 12
"""Useful rows of a rectangle one cell high: the usual and the largest number."""
WIDEST, HIGHEST = 40, 20


def compute_extent(plan: TilePlan, width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows that the walls of a plan span within a width and height."""
    wide, high = plan.middling
    across, down = min(width / plan.columns, WIDEST / wide), min(height / plan.rows, HIGHEST / high)
    if plan.is_even:
        across, down = int(across), int(down)
    return int(plan.columns * across), int(plan.rows * down)


def _put_rows(canvas: Canvas, x: int, y: int, rows: Iterable[Row], look: Look) -> None:
    for at, row in enumerate(rows):
        column = x
        for segment in row.segments:
            column = canvas.put(column, y + at, segment.text, segment.style or look.ink())


class AreaMap(PointedMap):
    """A map of areas."""

    def __init__(self, look: Look, narrator: Narrator) -> None:
        super().__init__(look, "map")
        self.narrator = narrator
        self.near = read_neighbours(narrator.spec)
        self.plan = build_map_plan(narrator.spec)
        even, sign = self.plan.is_even, look.signs.linked
        least = (NARROW, LOW) if even else (SLIM, FLAT)
        self._sizes = TileSizes(self.plan, *least, sign)
        self._slender_sizes = TileSizes(self.plan, *(SLENDER if even else SLIGHT), sign)
        self._least = self._sizes.least
        wide, high = self._slender_sizes.least
        self._slender = wide, high + SIDE_ROWS * len(self.narrator.spec.sides)
        self.style_chosen = "plan"
        self.scene: Scene | None = None
        self._grid: PlanGrid | None = None
        self._units: dict[str, tuple[int, int, int, int]] = {}
        self._register: dict[int, str] = {}

    # ---- what it needs --------------------------------------------------------------------

    @property
    def least(self) -> tuple[int, int]:
        """Return the smallest width and height of the plan; (0, 0) for a register."""
        return self._least if self.style_chosen == "plan" else (0, 0)

    def least_at(self, width: int) -> tuple[int, int]:
        """Return the smallest width and height of the plan on a screen of a width."""
        is_slender = self._slender[0] <= width < self._least[0]
        return self._slender if is_slender and self.style_chosen == "plan" else self.least

    def _count_side_rows(self, width: int) -> int:
        """Return the rows of both sides below the plan; wider plans have them in its margins."""
        return SIDE_ROWS * len(self.narrator.spec.sides) if width < self._least[0] else 0

    def height_for(self, width: int, most: int) -> int:
        """Return the useful rows at a width, at most `most`."""
        if self.style_chosen != "plan":
            return min(len(self.near) + len(self.narrator.spec.sides), most)
        plan = self.plan
        below = self._count_side_rows(width)
        most -= below
        wide, _ = compute_extent(plan, width - 1, most)
        tile = wide / plan.columns * plan.middling[0]
        if plan.is_even:
            narrow, roomy, highest = NARROW_HIGH, ROOMY_HIGH, HIGHEST
        else:
            narrow, roomy, highest = FLAT_HIGH, FLAT_HIGH, FLAT_HIGHEST
        useful = highest if tile >= WIDEST - 8 else roomy if tile >= ROOMY else narrow
        most = min(most - 1, useful * plan.rows)
        rows = compute_extent(plan, width - 1, most)[1] + 1 + below
        return max(rows, self.least_at(width)[1])

    # ---- painting -------------------------------------------------------------------------

    def present(self, scene: Scene, narrator: Narrator) -> None:
        """Show a scene."""
        self.scene, self.narrator = scene, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows of the map."""
        if self.scene is None:
            return []
        least_width, least_height = self.least_at(width)
        if least_width and width >= least_width and height >= least_height:
            return self._plan(self.scene, width, height)
        self._grid, self._units = None, {}
        register = Register(self.scene, self.narrator, self.near, self.look)
        rows = register.rows(width, height)
        self._register = register.hits
        return [row.strip(width) for row in rows]

    def _plan(self, scene: Scene, width: int, height: int) -> Iterable[Strip]:
        plan, look = self.plan, self.look
        below = self._count_side_rows(width)
        wide, high = compute_extent(plan, width - 1, height - 1 - below)
        least_width, least_height = self.least_at(width)
        sizes = self._slender_sizes if below else self._sizes
        wide, high = sizes.fit(max(wide, least_width - 1), max(high, least_height - 1 - below))
        canvas = Canvas(width, height, look.ink())
        grid = PlanGrid(plan, max((width - wide - 1) // 2, 0), 0, wide, high)
        drawing = PlanDrawing(canvas, grid, scene, self.narrator, look)
        acts = MarkOverlay(drawing)
        drawing.draw(acts.spots)
        acts.draw()
        for arrow in scene.arrows:
            acts.arrows.draw(arrow, look.signs.solid, "note", look.signs.dashes[:2])
        for side, margin in plan.margins.items():
            x, y, room, count = compute_margin_cells(grid, margin)
            if not below:
                found = render_side(scene, self.narrator, look, side, room, count)
                _put_rows(canvas, x, y, found, look)
        if below:
            register = Register(scene, self.narrator, self.near, look)
            rows = [row for side in register.sides for row in register.side_rows(side, width)]
            _put_rows(canvas, 0, high + 1, rows[:below], look)
        self._grid, self._units = grid, drawing.hits
        return canvas.strips()

    @property
    def places(self) -> Mapping[str, object]:
        """Return the areas by id."""
        return self.near

    @property
    def boxes(self) -> Mapping[str, object]:
        """Return no boxes: a map of areas has none."""
        return {}

    def spot(self, place: str) -> tuple[int, int] | None:
        """Return the cell in the middle of an area, if it is drawn."""
        if self._grid is not None:
            box = self._grid.boxes.get(place)
            return box and ((box.left + box.right) // 2, (box.top + box.bottom) // 2)
        return next(((0, y) for y, area in self._register.items() if area == place), None)

    # ---- mouse ----------------------------------------------------------------------------

    def find_object(self, x: int, y: int) -> MapObject | None:
        """Return the unit or the area in a cell."""
        if self._grid is None:
            area = self._register.get(y, "")
        else:
            for unit, (left, top, width, height) in self._units.items():
                if left <= x < left + width and top <= y < top + height:
                    return "unit", unit
            area = self._grid.area_at(x, y)
        return ("area", area) if area else None
