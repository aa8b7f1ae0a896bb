"""A position on a map of hexes in small: the part of the map where the units stand."""

from textual.strip import Strip

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board
from senpu.tui.widgets.hex_chart import chart_of
from senpu.tui.widgets.hex_geometry import STEPS, Geometry, window
from senpu.tui.widgets.hex_ground import Style, ground_sheet
from senpu.tui.widgets.hex_layers import Layers, Position, Shown
from senpu.tui.widgets.hex_pens import pen_for
from senpu.tui.widgets.hex_sheet import developed
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.scene import Marks
from senpu.tui.widgets.signs import PLAIN

ROWS = 13


def hex_thumbnail(board: Board, narrator: Narrator, look: Look, width: int) -> list[Strip]:
    """The map at its smallest, cut to the middle of the units."""
    chart = chart_of(narrator.spec)._replace(boxes=())
    geometry = Geometry(chart.grid, STEPS[-1])
    pen = pen_for(look.signs is PLAIN, False)
    sheet = ground_sheet(chart, geometry, Style(pen, look.language, False))
    sides = tuple(side.id for side in narrator.spec.sides)
    Layers(sheet, chart, geometry, pen, sides, Position(board, Marks(), ()), Shown()).draw()
    places = [piece.place for piece in board.pieces if piece.place in chart.grid.index]
    height = min(ROWS, geometry.height)
    left, top = _fullest(geometry, places, width, height)
    shown = developed(chart, look, pen.filled)
    return [shown.strip(sheet, row, left, width) for row in range(top, top + height)]


def _fullest(geometry: Geometry, places: list[str], width: int, height: int) -> tuple[int, int]:
    """Where a window of that size shows most units; among such places, nearest to their middle."""
    x, y = geometry.middle(places)
    spots = [geometry.centres[geometry.grid.index[place]] for place in places]
    half = geometry.wide // 2
    lefts = {window(at, width, geometry.width) for at in range(0, geometry.width, half)}
    tops = {window(at, height, geometry.height) for at in range(0, geometry.height, half)}

    def worth(corner: tuple[int, int]) -> tuple[int, int]:
        left, top = corner
        seen = sum(
            left + half <= sx < left + width - half and top <= sy < top + height for sx, sy in spots
        )
        return seen, -abs(left + width // 2 - x) - 2 * abs(top + height // 2 - y)

    left, top = max(((left, top) for left in sorted(lefts) for top in sorted(tops)), key=worth)
    return max(left, 0), top
