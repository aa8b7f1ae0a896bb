"""The walls of a plan of tiles: light lines, and one frame in heavy ones."""

from collections import defaultdict
from functools import lru_cache

from tui.widgets.painting import Canvas, Look
from tui.widgets.tiling import Border, Box, Plan, border, lines

Arms = tuple[int, int, int, int]
"""Up, right, down, left."""


class Grid:
    """Where the tiles of a plan stand on a canvas: a box's last column and row are the walls
    that it shares with the next."""

    def __init__(self, plan: Plan, x: int, y: int, wide: int, high: int) -> None:
        """`wide` and `high` are the distances between the first walls and the last ones."""
        self.plan = plan
        self.xs = [x + at for at in lines(plan.columns, wide)]
        self.ys = [y + at for at in lines(plan.rows, high)]
        self.boxes = {area: self.placed(box) for area, box in plan.tiles.items()}

    def placed(self, box: Box) -> Box:
        """A rectangle of the plan, on the canvas."""
        left, top, right, bottom = box
        return Box(self.xs[left], self.ys[top], self.xs[right], self.ys[bottom])

    @property
    def width(self) -> int:
        return self.xs[-1] - self.xs[0] + 1

    @property
    def height(self) -> int:
        return self.ys[-1] - self.ys[0] + 1

    def border(self, origin: str, goal: str) -> Border | None:
        """The wall of one area that leads to another."""
        if origin not in self.boxes or goal not in self.boxes:
            return None
        return border(self.boxes[origin], self.boxes[goal])

    def area_at(self, x: int, y: int) -> str:
        """The area drawn at a cell, walls included; empty if none."""
        for area, (left, top, right, bottom) in self.boxes.items():
            if left <= x < right and top <= y < bottom:
                return area
        return ""


def draw_walls(canvas: Canvas, grid: Grid, look: Look, framed: str) -> None:
    """All walls, those of the tile `framed` heavy and in the colour of what is now."""
    line, accent = look.ink("line"), look.ink("now")
    for x, y, arms in joints(tuple(grid.boxes.values()), grid.boxes.get(framed)):
        canvas.put(x, y, look.signs.joint(arms), accent if 2 in arms else line)


@lru_cache(16)
def joints(boxes: tuple[Box, ...], framed: Box | None) -> list[tuple[int, int, Arms]]:
    """The cells of all walls, with the weight of the line to each side: 0, 1, or 2 round the tile
    that is framed."""
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
