"""A map of areas as a plan of tiles: walls, names, notes and counters.

It draws a scene only; `area_map` draws the last events over it.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from senpu.replay.core.narration import Narrator
from senpu.tui.boards.area_edges import (
    WallWords,
    list_closed_cells,
    list_linked_corners,
)
from senpu.tui.boards.area_tiling import (
    NOMINAL,
    Border,
    CounterShape,
    TileBox,
    TileCounters,
    TilePlan,
    compute_lines,
    count_slots,
    find_border,
    stack_counters,
    wrap_links,
)
from senpu.tui.boards.scene import Mark, Marks, Scene
from senpu.tui.widgets.counters import (
    CounterFormat,
    choose_brief_format,
    choose_format,
    draw_counter,
)
from senpu.tui.widgets.painting import Canvas, Look

Arms = tuple[int, int, int, int]
"""Weights of the arms of a joint: up, right, down, left."""


class PlanGrid:
    """The positions of tiles on a canvas; adjacent boxes share a wall."""

    def __init__(self, plan: TilePlan, x: int, y: int, wide: int, high: int) -> None:
        """Create the grid; `wide` and `high` are the distances from the first to the last wall."""
        self.plan = plan
        self.xs = [x + at for at in compute_lines(plan.columns, wide)]
        self.ys = [y + at for at in compute_lines(plan.rows, high)]
        self.boxes = {area: self.placed(box) for area, box in plan.tiles.items()}

    def placed(self, box: TileBox) -> TileBox:
        """Return a rectangle of the plan in cells of the canvas."""
        left, top, right, bottom = box
        return TileBox(self.xs[left], self.ys[top], self.xs[right], self.ys[bottom])

    @property
    def width(self) -> int:
        """Return the columns that the grid spans."""
        return self.xs[-1] - self.xs[0] + 1

    @property
    def height(self) -> int:
        """Return the rows that the grid spans."""
        return self.ys[-1] - self.ys[0] + 1

    def border(self, origin: str, goal: str) -> Border | None:
        """Return the wall between one area and another."""
        if origin not in self.boxes or goal not in self.boxes:
            return None
        return find_border(self.boxes[origin], self.boxes[goal])

    def area_at(self, x: int, y: int) -> str:
        """Return the area drawn at a cell, walls included, or an empty text."""
        for area, (left, top, right, bottom) in self.boxes.items():
            if left <= x < right and top <= y < bottom:
                return area
        return ""


def draw_walls(canvas: Canvas, grid: PlanGrid, look: Look, frames: dict[str, str]) -> None:
    """Draw all walls; the tiles of `frames` have heavy ones in a role, later ones on top.

    Closed edges and corners that link areas have their own signs.
    """
    line, boxes = look.ink("line"), tuple(grid.boxes.values())
    inks = {"dull": Style(color=look.palette.dull, bgcolor=look.palette.colours["background"])}
    for x, y, arms in compute_joints(boxes, None):
        canvas.put(x, y, look.signs.joint(arms), line)
    for area, role in frames.items():
        box = grid.boxes.get(area)
        for x, y, arms in compute_joints(boxes, box) if box else ():
            if 2 in arms:
                canvas.put(x, y, look.signs.joint(arms), inks.get(role) or look.ink(role))
    for x, y, level in list_closed_cells(grid.plan, grid.boxes):
        canvas.put(x, y, look.signs.closed[not level], look.ink("text"))
    for x, y, way in list_linked_corners(grid.plan, grid.boxes):
        canvas.put(x, y, look.signs.corners[way], look.ink("text", how="b"))


@lru_cache(16)
def compute_joints(
    boxes: tuple[TileBox, ...], framed: TileBox | None
) -> list[tuple[int, int, Arms]]:
    """Return the cells of all walls with the weights (0, 1, 2) of their four arms."""
    arms: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for box in sorted(boxes, key=lambda box: box == framed):
        weight = 2 if box == framed else 1
        for y in (box.top, box.bottom):
            for x in range(box.left, box.right):
                arms[x, y][1] = weight
                arms[x + 1, y][3] = weight
        for x in (box.left, box.right):
            for y in range(box.top, box.bottom):
                arms[x, y][2] = weight
                arms[x, y + 1][0] = weight
    return [(x, y, (up, right, down, left)) for (x, y), (up, right, down, left) in arms.items()]


def frame_areas(marks: Marks, look: Look) -> dict[str, str]:
    """Return the framed areas with the roles of their frames, the most important last."""
    frames = {} if look.colourless else {marks.last: "dull"}
    frames |= {marks.focus: "now"} | {marks.rejected: "error"}
    return {area: role for area, role in frames.items() if area}


def draw_highlight(canvas: Canvas, grid: PlanGrid, look: Look, area: str) -> None:
    """Dash the walls of an area; the frame of the current event keeps its colour."""
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
    """Return the dash for each sign of a wall."""
    joint, dashes = look.signs.joint, look.signs.dashes
    walls = (joint((0, 1, 0, 1)), joint((1, 0, 1, 0)), joint((0, 2, 0, 2)), joint((2, 0, 2, 0)))
    return dict(zip(walls, dashes, strict=True))


def trace_line(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the cells from one cell to another, without the first.

    >>> list(trace_line((0, 0), (4, 2)))
    [(1, 0), (2, 1), (3, 2), (4, 2)]

    Yields:
        The cells, as column and row.
    """
    across, down = end[0] - start[0], end[1] - start[1]
    count = max(abs(across), abs(down))
    for step in range(1, count + 1):
        yield start[0] + round(across * step / count), start[1] + round(down * step / count)


ROOMY = 18
"""Minimum columns of a tile with dice and with counters of two rows."""
SHORT = 4
"""Maximum cells of a short name in the top wall of any tile."""
NOTE = 6
"""Maximum cells of a note in a top wall."""


class WallSpan(NamedTuple):
    """A span of a wall that is reserved for signs."""

    start: int
    end: int


class PlanDrawing:
    """A drawing of a scene on a canvas; `hits` maps units to their cells for the mouse."""

    def __init__(
        self, canvas: Canvas, grid: PlanGrid, scene: Scene, narrator: Narrator, look: Look
    ) -> None:
        self.canvas, self.grid, self.scene = canvas, grid, scene
        self.narrator, self.look = narrator, look
        self.pieces = {piece.id: piece for piece in scene.board.pieces}
        self.sides = {side.id: at for at, side in enumerate(narrator.spec.sides)}
        self.hits: dict[str, tuple[int, int, int, int]] = {}
        self.shapes = {rows: choose_format(scene.board, rows) for rows in (1, 2)}
        self.brief = choose_brief_format(scene.board)
        self.anchor: dict[tuple[str, str], tuple[int, int]] = {}
        """The bracket of a unit's counter or ghost, by place and unit: x, y."""
        self.titled: dict[str, int] = {}
        """The column after the texts in an area's top wall."""
        self._links = {
            area: wrap_links(grid.plan, area, look.signs.linked, box.wide)
            for area, box in grid.boxes.items()
        }
        """The references to linked areas: for the top wall, or rows for the tile."""
        self._stacks: dict[str, TileCounters] = {}
        self._texts: set[tuple[int, int]] = set()
        """The cells of names, notes and counters, with the spaces in them."""
        self._walls: set[tuple[int, int]] = set()
        self._lines = look.signs.joints + "".join(look.signs.dashes)

    def draw(self, spots: dict[str, list[WallSpan]]) -> None:
        """Draw everything but the marks, which occupy `spots` of the areas' top walls."""
        for area, box in self.grid.boxes.items():
            style = self.look.ink(on=self.ground(area))
            self.canvas.fill(box.left + 1, box.top + 1, box.wide - 1, box.high - 1, style)
        draw_walls(self.canvas, self.grid, self.look, frame_areas(self.scene.marks, self.look))
        for area in self.scene.highlights:
            draw_highlight(self.canvas, self.grid, self.look, area)
        for area in self.grid.boxes:
            self._stacks[area] = self._stack(area)
            self._title(area, spots.get(area, []))
        for area in self.grid.boxes:
            self._stand(area)
        joints = compute_joints(tuple(self.grid.boxes.values()), None)
        self._walls = {(x, y) for x, y, _ in joints}

    def ground(self, area: str) -> str:
        """Return the role of an area's ground."""
        signed = any(note[:1] in "+-" for note in self.scene.board.notes.get(area, ()))
        return "raised" if signed else "surface"

    # ---- words ----------------------------------------------------------------------------

    def _title(self, area: str, spots: list[WallSpan]) -> None:
        """Draw name and notes: short ones in the top wall, longer ones below it."""
        box = self.grid.boxes[area]
        look = self.look
        marks = self.scene.marks
        framed, rejected = area == marks.focus, area == marks.rejected
        offered = area in marks.offered
        role = "now" if offered else "text" if framed else "dim"
        notes = [self.narrator.label(note) for note in self.scene.board.notes.get(area, ())]
        short = [note for note in notes if cell_len(note) <= NOTE]
        sign = look.signs.bad if rejected else look.signs.solid[2] if offered else " "
        ident, link = f"{sign}{area} ", self._links[area][0]
        words = WallWords(self.grid.plan, self.grid.boxes, area)
        blank = sign == " "
        # If this is all the room, the texts begin at the corner.
        x = box.left + (1 if _cells(ident, *filter(None, (link, *short))) >= box.wide - 2 else 2)
        size = len(ident) - 1 - blank
        x = max(words.find_place(x + blank, size, box.right) - blank, box.left + 1)
        least = x + len(ident)
        stop = min((spot.start for spot in spots if spot.start >= least), default=box.right)
        ink = look.ink("error" if rejected else "now" if framed or offered else "text", how="b")
        at = self._write(x, box.top, ident, ink, words)
        named = self._has_name_row(area)
        name = "" if named else self._wall_name(area)
        end = stop - (stop != box.right)
        for text in filter(None, (link, name, *short)):
            size = cell_len(text)
            x = words.find_place(at, size, end)
            if x >= 0:
                text = f"{text} " if x + size < stop else text
                text = f" {text}" if x > at else text
                at = self._write(x - (x > at), box.top, text, look.ink(role), words)
        self.titled[area] = at
        if named:
            self._inside(area, [note for note in notes if note not in short])

    def _wall_name(self, area: str) -> str:
        """Return the name for the wall of a low tile if it is short or fits next to the notes."""
        wide = self.grid.boxes[area].wide
        for name in (self.narrator.name("place", area), self.narrator.name("short", area)):
            link = cell_len(self._links[area][0])
            if len(area) + cell_len(name) + link + 2 * NOTE + 5 <= wide and wide >= ROOMY:
                return name
        return name if cell_len(name) <= SHORT else ""

    def _name(self, area: str) -> str:
        full, short = self.narrator.name("place", area), self.narrator.name("short", area)
        return full if not short or cell_len(full) <= self.grid.boxes[area].wide - 3 else short

    def _inside(self, area: str, longer: list[str]) -> None:
        """Write the name in the first row, and texts too long for a wall below it."""
        box, stack = self.grid.boxes[area], self._stacks[area]
        taken = {
            y + line for _, y in stack.spots.values() for line in range(stack.form.rows)
        }  # fmt: skip
        for row, text in enumerate(filter(None, (self._name(area), *longer))):
            if row in taken or row >= self._count_rows(area):
                return
            offered = not row and area in self.scene.marks.offered
            role = "now" if offered else "faint" if row else "dim"
            style = self.look.ink(role, self.ground(area))
            clipped = self.look.clip(text, box.wide - 3)
            y = box.bottom - self._count_rows(area) + row
            end = self._write(box.left + 2, y, clipped, style)
            self._texts.update(((box.left + 1, y), (end, y)))

    # ---- counters -------------------------------------------------------------------------

    def _count_rows(self, area: str) -> int:
        """Return the rows of a tile below its walls and its references to linked areas."""
        return self.grid.boxes[area].high - 1 - len(self._links[area][1])

    def _tall(self, area: str) -> bool:
        """Return whether a tile has counters of two rows; tiles of equal columns agree."""
        two = get_form(self.shapes[2])
        boxes = self.grid.boxes
        others = (each for each in boxes if two.columns(boxes[each].wide - 2) > 1)
        return boxes[area].wide >= ROOMY and all(
            self._holds(each, 2, self._count_rows(each)) for each in (area, *others)
        )

    def _has_name_row(self, area: str) -> bool:
        """Return whether the first row of a tile has room for its name."""
        box = self.grid.boxes[area]
        fits = box.wide >= ROOMY or 0 < cell_len(self._name(area)) <= box.wide - 3
        return fits and self._holds(area, 2 if self._tall(area) else 1, self._count_rows(area) - 1)

    def _holds(self, area: str, rows: int, high: int) -> bool:
        return (
            count_slots(get_form(self.shapes[rows]), self.grid.boxes[area].wide - 2, high)
            >= NOMINAL
        )

    def _stack(self, area: str) -> TileCounters:
        box, slots = self.grid.boxes[area], self.scene.slots
        first, *others = [slots.get((area, side), ()) for side in self.sides]
        forms = [get_form(self.shapes[rows]) for rows in ((2, 1) if self._tall(area) else (1,))]
        return stack_counters(
            first,
            [unit for units in others for unit in units],
            frozenset(piece.id for piece in self.scene.board.pieces if piece.place == area),
            forms,
            get_form(self.brief),
            (box.wide - 1, self._count_rows(area)),
            self._has_name_row(area) and bool(self._name(area)),
        )

    def _stand(self, area: str) -> None:
        box, stack = self.grid.boxes[area], self._stacks[area]
        left, top = box.left + 1, box.bottom - self._count_rows(area)
        for row, text in enumerate(self._links[area][1], box.top + 1):
            self._write(box.left + 2, row, text, self.look.ink("dim", self.ground(area)))
        shapes = (*self.shapes.values(), self.brief)
        shape = next(shape for shape in shapes if get_form(shape) == stack.form)
        for unit, (x, y) in stack.spots.items():
            self._place(area, unit, left + x, top + y, shape)
        if stack.hidden:
            x, y = stack.more
            style = self.look.ink("text", self.ground(area), "b")
            self.canvas.put(left + x, top + y, f"+{stack.hidden}", style)

    def _place(self, area: str, unit: str, x: int, y: int, shape: CounterFormat) -> None:
        piece = self.pieces[unit]
        self.anchor[area, unit] = (x, y)
        if piece.place != area:
            return  # its ghost is drawn later
        marks = self.scene.marks
        side = self.sides[piece.side]
        differs = unit in marks.different
        changed = unit in marks.changed
        draw_counter(self.canvas, x, y, piece, side, self.look, shape, changed, differs)
        self.hits[unit] = (x, y, shape.width, shape.rows)
        rows = range(y, y + shape.rows)
        self._texts.update((at, row) for row in rows for at in range(x, x + shape.width))
        mark = marks.signs.get(unit)
        if differs:
            style = self.look.ink("differs", self.ground(area), "b")
            self.canvas.put(x - 1, y, self.look.signs.differs, style)
        elif mark:
            style = self.look.ink("now" if mark.now else "dim", self.ground(area), "b")
            self.canvas.put(x - 1, y, choose_sign(self.look, mark, 1), style)

    def _write(
        self, x: int, y: int, text: str, style: Style, words: WallWords | None = None
    ) -> int:  # fmt: skip
        """Write a name or a note, and return the column after it.

        In a wall, the spaces around it hide no closed edge.

        Returns:
            The column.
        """
        end, word = x + cell_len(text), text.strip()
        first = x + len(text) - len(text.lstrip())
        wanted = {at for at in (x, end - 1) if text[0 if at == x else -1] == " "}
        kept = set(words.list_blanks(first, cell_len(word))) if words else wanted
        for at in wanted & kept:
            self.canvas.put(at, y, " ", style)
        self.canvas.put(first, y, word, style)
        self._texts.update((column, y) for column in range(x, end))
        return end

    def is_wall(self, cell: tuple[int, int]) -> bool:
        """Return whether a cell belongs to a wall."""
        return cell in self._walls

    def is_clear(self, cell: tuple[int, int]) -> bool:
        """Return whether nothing but a wall is at a cell."""
        char = self.canvas.char(*cell)
        line = cell in self._walls and char != " " and char in self._lines
        return (char == " " or line) and cell not in self._texts

    def free(self, x: int, y: int, width: int = 1) -> bool:
        """Return whether cells of a row are free of counters."""
        return not any(
            left < x + width and x < left + wide and top <= y < top + high
            for left, top, wide, high in self.hits.values()
        )


def _cells(ident: str, *notes: str) -> int:
    return len(ident) + sum(cell_len(note) + 1 for note in notes)


def get_form(shape: CounterFormat) -> CounterShape:
    """Return the size of a counter."""
    return CounterShape(shape.width, shape.rows)


def choose_sign(look: Look, mark: Mark, way: int) -> str:
    """Return the sign of a mark before a counter or on a border."""
    signs = look.signs
    if mark.kind == "retreat":
        return signs.hollow[way]
    if mark.kind == "attack":
        return signs.strikes
    return {"weaker": signs.weaker, "gone": signs.lost}.get(mark.kind, signs.solid[way])


def compute_margin_cells(grid: PlanGrid, margin: TileBox) -> tuple[int, int, int, int]:
    """Return the cells for text in a margin: x, y, width, height."""
    box = grid.placed(margin)
    has_wall = any(
        tile.right == margin.left and tile.top < margin.bottom and margin.top < tile.bottom
        for tile in grid.plan.tiles.values()
    )
    top = int(margin.top > 0)
    last = int(margin.right == grid.plan.columns)
    left = box.left + 1 + has_wall
    return left, box.top + top, box.right - left + last, box.high - top
