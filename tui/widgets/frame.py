"""The walls of a plan of tiles: light lines, and one frame in heavy ones."""

from collections import defaultdict

from tui.widgets.painting import Canvas, Look
from tui.widgets.tiling import Plan


class Grid:
    """Where the tiles of a plan stand on a canvas: `wide` and `high` cells each, one wall
    between two."""

    def __init__(self, plan: Plan, x: int, y: int, wide: int, high: int) -> None:
        self.plan = plan
        self.x, self.y = x, y
        self.wide, self.high = wide, high

    def corner(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The joint at the top left of a tile."""
        return self.x + cell[0] * self.wide, self.y + cell[1] * self.high

    @property
    def width(self) -> int:
        return self.plan.columns * self.wide + 1

    @property
    def height(self) -> int:
        return self.plan.rows * self.high + 1

    def tile_at(self, x: int, y: int) -> str:
        """The area drawn at a cell, walls included; empty if none."""
        column, row = (x - self.x) // self.wide, (y - self.y) // self.high
        return next((area for area, tile in self.plan.tiles.items() if tile == (column, row)), "")


def draw_walls(canvas: Canvas, grid: Grid, look: Look, framed: str) -> None:
    """All walls, those of the tile `framed` heavy and in the colour of what is now."""
    arms: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    order = sorted(grid.plan.tiles, key=lambda area: area == framed)
    for area in order:
        weight = 2 if area == framed else 1
        x, y = grid.corner(grid.plan.tiles[area])
        for top in (y, y + grid.high):
            for at in range(x, x + grid.wide):
                arms[at, top][1] = weight
                arms[at + 1, top][3] = weight
        for left in (x, x + grid.wide):
            for at in range(y, y + grid.high):
                arms[left, at][2] = weight
                arms[left, at + 1][0] = weight
    line, accent = look.ink("line"), look.ink("now")
    for (x, y), (up, right, down, left) in arms.items():
        heavy = 2 in (up, right, down, left)
        canvas.put(x, y, look.signs.joint((up, right, down, left)), accent if heavy else line)
