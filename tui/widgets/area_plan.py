"""A map of areas drawn as a plan of tiles, with counters, the last act, and what is off the map.

Draws what a scene says; decides nothing.
"""

from rich.cells import cell_len

from replay.narration import Narrator
from tui.widgets.counters import Shape, draw_counter, shape_of
from tui.widgets.frame import Grid, draw_walls
from tui.widgets.painting import Canvas, Look
from tui.widgets.scene import Ghost, Mark, Scene
from tui.widgets.tiling import Cell

ROOMY = 18
"""Tiles from so many cells on hold the area's name and counters of two rows."""
NOMINAL = 4
"""How many counters a tile should hold with air between them."""
SHORT = 4
"""Cells of a note or short name that may stand in the top wall of a narrow tile."""


class Drawing:
    """One drawing of a scene on a canvas; `hits` says where units stand, for the mouse."""

    def __init__(
        self, canvas: Canvas, grid: Grid, scene: Scene, narrator: Narrator, look: Look
    ) -> None:
        self.canvas, self.grid, self.scene = canvas, grid, scene
        self.narrator, self.look = narrator, look
        self.areas = {area.id: area for area in narrator.spec.game.area}
        self.pieces = {piece.id: piece for piece in scene.board.pieces}
        self.sides = {side.id: at for at, side in enumerate(narrator.spec.sides)}
        self.hits: dict[str, tuple[int, int, int, int]] = {}
        self.roomy = grid.wide >= ROOMY
        inner = grid.high - 1
        self.named = self.roomy and inner >= NOMINAL + 1
        rows = 2 if self.roomy and inner >= 2 * NOMINAL else 1
        self.named = self.named and inner > rows * NOMINAL
        self.shape = shape_of(scene.board, rows)
        self.anchor: dict[tuple[str, str], tuple[int, int]] = {}
        """Where the counter or ghost of a unit stands in a place: x of its bracket, y."""

    def _crossed(self) -> set[str]:
        """The areas in whose top wall a crossing or dice are drawn."""
        walls = set()
        for (origin, goal), mark in self.scene.marks.crossings.items():
            way = self._way(origin, goal)
            if way in (0, 2):
                walls.add(origin if way == 0 else goal)
            if mark.kind == "attack" and (way is None or self.roomy):
                walls.add(goal)
        return walls

    def draw(self) -> None:
        self.crossed = self._crossed()
        self._floors()
        draw_walls(self.canvas, self.grid, self.look, self.scene.marks.focus)
        for area in self.grid.plan.tiles:
            self._title(area)
        for area in self.grid.plan.tiles:
            self._stand(area)
        marks = self.scene.marks
        for ghost in marks.ghosts:
            self._ghost(ghost)
        walls: set[frozenset[str]] = set()
        for (origin, goal), mark in sorted(marks.crossings.items(), key=lambda it: not it[1].now):
            wall = frozenset((origin, goal))
            self._crossing(origin, goal, mark, wall in walls)
            walls.add(wall)

    # ---- tiles ----------------------------------------------------------------------------

    def _ground(self, area: str) -> str:
        signed = any(note[:1] in "+-" for note in self.scene.board.notes.get(area, ()))
        return "raised" if signed else "surface"

    def _floors(self) -> None:
        for area, tile in self.grid.plan.tiles.items():
            x, y = self.grid.corner(tile)
            style = self.look.ink(on=self._ground(area))
            self.canvas.fill(x + 1, y + 1, self.grid.wide - 1, self.grid.high - 1, style)

    def _title(self, area: str) -> None:
        """Name and notes: in the top wall what is short, below it what is not."""
        x, y = self.grid.corner(self.grid.plan.tiles[area])
        framed = area == self.scene.marks.focus
        look, language = self.look, self.look.language
        about = self.areas[area]
        notes = [self.narrator.label(note) for note in self.scene.board.notes.get(area, ())]
        short = [note for note in notes if cell_len(note) <= SHORT]
        name = about.short.get(language, "")
        right = x + self.grid.wide - (5 if area in self.crossed else 1)
        at = self.canvas.put(x + 2, y, f" {area} ", look.ink("now" if framed else "text", how="b"))
        if not self.roomy and name and cell_len(name) <= SHORT:
            at = self._said(at, y, name, right, "text" if framed else "dim")
        for note in short:
            at = self._said(at, y, note, right, "text" if framed else "dim")
        if not self.named:
            return
        longer = [note for note in notes if note not in short]
        full = about.name.get(language, "")
        fits = cell_len(full) <= self.grid.wide - 3
        said = [full if fits or not name else name, *longer]
        for row, text in enumerate(filter(None, said)):
            used = len(self._slots(area)) * (self.shape.height + self._gap(area))
            if row and self.grid.high - 2 - row < used:
                return
            clipped = look.clip(text, self.grid.wide - 3)
            style = look.ink("faint" if row else "dim", self._ground(area))
            self.canvas.put(x + 2, y + 1 + row, clipped, style)

    def _said(self, at: int, y: int, text: str, right: int, role: str) -> int:
        if at + cell_len(text) + 1 > right + 1:
            return at
        return self.canvas.put(at, y, f"{text} ", self.look.ink(role))

    # ---- counters -------------------------------------------------------------------------

    def _slots(self, area: str) -> list[str]:
        return [unit for side in self.sides for unit in self.scene.slots.get((area, side), ())]

    def _room(self, area: str) -> int:
        return self.grid.high - 1 - (1 if self.named and self.areas[area].name else 0)

    def _gap(self, area: str) -> int:
        most = max(NOMINAL, len(self._slots(area)))
        return 1 if most * (self.shape.rows + 1) <= self._room(area) + 1 else 0

    def _stand(self, area: str) -> None:
        """The first side from the top at the left wall, the others from the bottom at the
        right one. What finds no room is counted in the last row."""
        shape, gap = self.shape, self._gap(area)
        units = self._slots(area)
        room = self.grid.high - 1
        if len(units) * (shape.rows + gap) - gap > room and shape.rows == 2:
            shape, gap = shape._replace(rows=1), 0
        pitch = shape.rows + gap
        x, y = self.grid.corner(self.grid.plan.tiles[area])
        top = y + 1 + (self._room(area) < room and len(units) * pitch - gap < room)
        bottom = y + self.grid.high
        hidden = max(len(units) * pitch - gap - room, 0)
        if hidden:
            present = [unit for unit in units if self._here(unit, area)]
            units = present
            hidden = max(len(units) - room, 0)
            if hidden:
                units = units[: room - 1]
                more = f"+{len(present) - len(units)}"
                ground = self._ground(area)
                self.canvas.put(x + 3, bottom - 1, more, self.look.ink("text", ground, "b"))
        first = [unit for unit in units if not self.sides[self.pieces[unit].side]]
        others = [unit for unit in units if self.sides[self.pieces[unit].side]]
        for at, unit in enumerate(first):
            self._place(area, unit, x + 2, top + at * pitch, shape)
        low = bottom - len(others) * pitch + gap - (1 if hidden else 0)
        for at, unit in enumerate(others):
            self._place(area, unit, x + self.grid.wide - 1 - shape.width, low + at * pitch, shape)

    def _here(self, unit: str, area: str) -> bool:
        return self.pieces[unit].place == area

    def _place(self, area: str, unit: str, x: int, y: int, shape: Shape) -> None:
        piece = self.pieces[unit]
        self.anchor[area, unit] = (x, y)
        if piece.place != area:
            return  # its ghost is drawn later
        marks = self.scene.marks
        side = self.sides[piece.side]
        draw_counter(self.canvas, x, y, piece, side, self.look, shape, unit in marks.changed)
        self.hits[unit] = (x, y, shape.width, shape.rows)
        mark = marks.signs.get(unit)
        if mark:
            style = self.look.ink("now" if mark.now else "dim", self._ground(area), "b")
            self.canvas.put(x - 1, y, self._sign(mark.kind, 1), style)

    def _sign(self, kind: str, way: int) -> str:
        signs = self.look.signs
        if kind == "retreat":
            return signs.hollow[way]
        if kind == "attack":
            return signs.strikes
        return {"weaker": signs.weaker, "gone": signs.gone}.get(kind, signs.solid[way])

    # ---- the last act ---------------------------------------------------------------------

    def _way(self, origin: str, goal: str) -> int | None:
        """Which wall of `origin` leads to `goal`: 0 up, 1 right, 2 down, 3 left."""
        tiles = self.grid.plan.tiles
        if origin not in tiles or goal not in tiles:
            return None
        (x, y), (to_x, to_y) = tiles[origin], tiles[goal]
        step = (to_x - x, to_y - y)
        return {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}.get(step)

    def _ghost(self, ghost: Ghost) -> None:
        spot = self.anchor.get((ghost.place, ghost.unit))
        if spot is None:
            return
        x, y = spot
        look, ground = self.look, self._ground(ghost.place)
        style = look.ink("text" if ghost.now else "faint", ground)
        mark = look.ink("now" if ghost.now else "faint", ground)
        self.canvas.put(x + 1, y, ghost.unit, style)
        if not ghost.goal:
            self.canvas.put(x - 1, y, look.signs.gone, mark)
            return
        left, _ = self.grid.corner(self.grid.plan.tiles[ghost.place])
        way = self._way(ghost.place, ghost.goal)
        if way not in (1, 3):
            return
        level = look.signs.level
        start, end = (x + 2 + len(ghost.unit), left + self.grid.wide - 1)
        if way == 3:
            start, end = left + 2, x
        self.canvas.put(start, y, level * (end - start), mark)
        wall = left + (self.grid.wide if way == 1 else 0)
        pair = self._pair(self._sign(ghost.kind, way), way)
        inside, on_wall = (pair[0], pair[1]) if way == 1 else (pair[1], pair[0])
        self.canvas.put(wall - 1 if way == 1 else wall + 1, y, inside, mark)
        self.canvas.put(wall, y, on_wall, look.ink("now" if ghost.now else "faint"))

    def _crossing(self, origin: str, goal: str, mark: Mark, again: bool) -> None:
        """Two signs on the wall crossed, or at the target of an attack from further away."""
        way = self._way(origin, goal)
        signs, tiles = self.look.signs, self.grid.plan.tiles
        style = self.look.ink("now" if mark.now else "faint", how="b" if mark.now else "")
        strikes = mark.kind == "attack"
        lead = signs.strikes if strikes else ""
        if way in (0, 2):
            arrow = self._sign("acts" if strikes else mark.kind, way)
            x, y = self.grid.corner(tiles[origin if way == 0 else goal])
            pair = (lead + arrow) if strikes else self._pair(arrow, way)
            at = x + self.grid.wide - len(pair) - 2 - (3 if again else 0)
            self.canvas.put(at, y, pair, style)
            self._dice(goal, mark, x + self.grid.wide - 1, y, len(pair) + 2)
        elif way is not None and strikes:
            x, y = self.grid.corner(tiles[origin if way == 3 else goal])
            y += min(2, self.grid.high - 1)
            arrow = signs.solid[way]
            ground = self.look.ink("now" if mark.now else "faint", self._ground(origin), "b")
            # The star stands where the attack comes from, the arrow on the wall.
            self.canvas.put(x, y, arrow, style)
            self.canvas.put(x - 1 if way == 1 else x + 1, y, lead, ground)
            self._dice(goal, mark, *self._top_right(goal), 1)
        elif way is None and strikes and goal in tiles:
            x, y = self._top_right(goal)
            self.canvas.put(x - 1, y, lead, style)
            self._dice(goal, mark, x, y, 2)

    def _top_right(self, area: str) -> tuple[int, int]:
        x, y = self.grid.corner(self.grid.plan.tiles[area])
        return x + self.grid.wide - 1, y

    def _pair(self, arrow: str, way: int) -> str:
        """Two signs as they are read: in plain text a retreat is `~>`, `<~`."""
        solid = self.look.signs.solid[way]
        if arrow != self.look.signs.torn:
            return arrow * 2
        return solid + arrow if way == 3 else arrow + solid

    def _dice(self, goal: str, mark: Mark, right: int, y: int, taken: int) -> None:
        """In a roomy tile's top wall, the dice of the attack on it."""
        dice = self.scene.marks.dice
        if not self.roomy or not dice or mark.kind != "attack":
            return
        _, top = self.grid.corner(self.grid.plan.tiles[goal])
        if top != y:
            right, taken = self._top_right(goal)[0], 1
        text = " " + " ".join(map(str, dice)) + " "
        style = self.look.ink("now" if mark.now else "dim", how="b" if mark.now else "")
        self.canvas.put(right - taken - len(text), top, text, style)


def notch_cells(grid: Grid, cell: Cell) -> tuple[int, int, int, int]:
    """Where text may stand in a cell without a tile: x, y, width, height. It keeps off the
    wall at its left, and uses the rows and columns where other cells have walls."""
    x, y = grid.corner(cell)
    beside = int((cell[0] - 1, cell[1]) in grid.plan.tiles.values())
    top = int(cell[1] > 0)
    last = int(cell[0] == grid.plan.columns - 1)
    return x + 1 + beside, y + top, grid.wide - 1 - beside + last, grid.high - top
