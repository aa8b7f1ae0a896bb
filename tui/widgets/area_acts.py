"""The last act on a plan of areas: signs on the borders crossed, the dice, and where movers
stood.

Draws over what `area_plan` has drawn, and keeps off its counters and words.
"""

from rich.style import Style

from senpu.tui.widgets.area_plan import ROOMY, Drawing, Spot, sign_of
from senpu.tui.widgets.area_tiling import DOWN, LEFT, RIGHT, UP, Border
from senpu.tui.widgets.scene import Ghost, Mark

BELOW = 2
"""An attack through an upright wall stands so many rows below its upper end."""


class Acts:
    """The marks of one drawing."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.canvas, self.grid, self.look = drawing.canvas, drawing.grid, drawing.look
        self.marks = drawing.scene.marks
        self.spots: dict[str, list[Spot]] = {}
        """What the signs take of each area's top wall."""
        self._on_wall: dict[tuple[str, str], Spot] = {}
        self._led: set[tuple[str, str]] = set()
        """The borders to which a line leads from where a mover stood."""
        walls: set[frozenset[str]] = set()
        for (origin, goal), mark in self._crossings():
            wall = frozenset((origin, goal))
            self._take(origin, goal, mark, wall in walls)
            walls.add(wall)

    def _crossings(self) -> list[tuple[tuple[str, str], Mark]]:
        """The current ones first."""
        return sorted(self.marks.crossings.items(), key=lambda it: not it[1].now)

    def _take(self, origin: str, goal: str, mark: Mark, again: bool) -> None:
        """Find the place of two signs on a level wall, or at the goal of an attack from
        further away."""
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
        spot = self._on_wall[origin, goal] = Spot(start, end)
        self.spots.setdefault(lower, []).append(spot)

    def draw(self) -> None:
        for ghost in self.marks.ghosts:
            self._line(ghost)
        for ghost in self.marks.ghosts:
            self._ghost(ghost)
        for (origin, goal), mark in self._crossings():
            self._crossing(origin, goal, mark)

    # ---- where movers stood ---------------------------------------------------------------

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
            self.canvas.put(x - 1, y, self.look.signs.gone, style)

    def _line(self, ghost: Ghost) -> None:
        """From a ghost to the upright wall that was crossed, if nobody stands in between."""
        spot = self.drawing.anchor.get((ghost.place, ghost.unit))
        edge = self.grid.border(ghost.place, ghost.goal)
        if spot is None or edge is None or edge.way in (UP, DOWN):
            return
        x, y = spot
        box = self.grid.boxes[ghost.place]
        start, end = x + 2 + len(ghost.unit), box.right - 1
        if edge.way == LEFT:
            start, end = box.left + 2, x
        if not edge.start < y < edge.end or not self.drawing.free(start, y, end + 1 - start):
            return
        mark = Mark(ghost.kind, ghost.now)
        style = self._ink(mark, self.drawing.ground(ghost.place), "")
        self.canvas.put(start, y, self.look.signs.level * (end - start), style)
        self._upright(edge, y, mark, ghost.place)
        self._led.add((ghost.place, ghost.goal))

    # ---- borders --------------------------------------------------------------------------

    def _ink(self, mark: Mark, on: str = "background", how: str = "b") -> Style:
        return self.look.ink("now" if mark.now else "faint", on, how if mark.now else "")

    def _crossing(self, origin: str, goal: str, mark: Mark) -> None:
        """Two signs on the wall crossed, or at the target of an attack from further away."""
        edge = self.grid.border(origin, goal)
        strikes = mark.kind == "attack"
        signs, style = self.look.signs, self._ink(mark)
        spot = self._on_wall.get((origin, goal))
        if spot is not None and edge is None:
            y = self.grid.boxes[goal].top
            self.canvas.put(spot.start, y, signs.strikes, style)
        elif spot is not None and edge is not None:
            y = self.grid.boxes[origin if edge.way == UP else goal].top
            pair = self._pair(sign_of(self.look, mark, edge.way), edge.way)
            pair = signs.strikes + signs.solid[edge.way] if strikes else pair
            self.canvas.put(spot.start, y, pair, style)
        elif edge is not None and (strikes or (origin, goal) not in self._led):
            self._upright(edge, self._row(edge, origin), mark, origin)
        if strikes and goal in self.grid.boxes:
            self._dice(goal, mark)

    def _row(self, edge: Border, origin: str) -> int:
        """The row of an upright wall for its signs: the nearest one where nobody stands beside
        the wall."""
        inside = self._inside(edge, origin)
        usual = edge.start + min(BELOW, edge.end - edge.start - 1)
        rows = sorted(range(edge.start + 1, edge.end), key=lambda y: abs(y - usual))
        return next((y for y in rows if self.drawing.free(inside, y)), usual)

    def _inside(self, edge: Border, origin: str) -> int:
        """The column of an area beside one of its upright walls."""
        box = self.grid.boxes[origin]
        return box.right - 1 if edge.way == RIGHT else box.left + 1

    def _upright(self, edge: Border, y: int, mark: Mark, origin: str) -> None:
        """Two signs at an upright wall: one on it, the other inside the area that is left."""
        box = self.grid.boxes[origin]
        wall = box.right if edge.way == RIGHT else box.left
        inside = self._inside(edge, origin)
        if mark.kind == "attack":
            # The star stands where the attack comes from, the arrow on the wall.
            pair = self.look.signs.strikes + self.look.signs.solid[edge.way]
        else:
            pair = self._pair(sign_of(self.look, mark, edge.way), edge.way)
            pair = pair if edge.way == RIGHT else pair[::-1]
        if self.drawing.free(inside, y):
            self.canvas.put(inside, y, pair[0], self._ink(mark, self.drawing.ground(origin)))
        self.canvas.put(wall, y, pair[1], self._ink(mark))

    def _pair(self, arrow: str, way: int) -> str:
        """Two signs as they are read: in plain text a retreat is `~>`, `<~`."""
        solid = self.look.signs.solid[way]
        if arrow != self.look.signs.torn:
            return arrow * 2
        return solid + arrow if way == LEFT else arrow + solid

    def _dice(self, goal: str, mark: Mark) -> None:
        """In a roomy tile's top wall, the dice of the attack on it."""
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
