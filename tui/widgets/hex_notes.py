"""What somebody noted upon a map of hexes: dotted sides of places that stand out, and dotted
arrows, so that nobody takes them for what happened. Arrows give way to names and counters, and to
the boxes beside the map: they begin and end at the edge of one.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from spec.loader import Tile
from tui.widgets.area_notes import straight
from tui.widgets.hex_boxes import Rect, rect_of
from tui.widgets.hex_geometry import E, W
from tui.widgets.hex_pens import NOTED

if TYPE_CHECKING:
    from tui.widgets.hex_layers import Layers


def draw_notes(
    layers: "Layers", arrows: Iterable[tuple[str, ...]], highlights: Iterable[str]
) -> None:
    """Mark places, then draw arrows; nothing of places that are neither on the map nor a box
    beside it."""
    for place in highlights:
        _highlight(layers, place)
    for arrow in arrows:
        for origin, goal in pairwise([_cells(layers, place) for place in arrow]):
            if origin and goal:
                _arrow(layers, origin, goal)


def _cells(layers: "Layers", place: str) -> Rect | None:
    """Where a place is: the middle of a hex, or a box."""
    number = layers.chart.grid.index.get(place)
    if number is not None:
        return Rect(*layers.geometry.centres[number], 1, 1)
    tiles = (box.tile for box in layers.chart.boxes if box.place == place)
    return next((_rect(layers, tile) for tile in tiles), None)


def _rect(layers: "Layers", tile: Tile) -> Rect:
    return rect_of(tile, layers.geometry.wide, layers.geometry.high)


def _highlight(layers: "Layers", place: str) -> None:
    number = layers.chart.grid.index.get(place)
    if number is None:
        box = _cells(layers, place)
        if box is not None:
            layers.pen.mark(layers.sheet, box, "note")
    elif place == layers.marks.focus:  # its frame stays, and is dotted at its upright sides
        for way in (E, W):
            layers.pen.side(layers.sheet, layers.geometry, number, way, NOTED, "note")
    else:
        layers.pen.frame(layers.sheet, layers.geometry, number, NOTED, "note")


def _arrow(layers: "Layers", origin: Rect, goal: Rect) -> None:
    """Dots in every other column from one to the other, and the head in the last free cell before
    a hex's middle or a box's edge."""
    sheet, pen = layers.sheet, layers.pen
    start = origin.nearest(goal.middle)
    end = goal.nearest(start)
    tiles = [*(box.tile for box in layers.chart.boxes), layers.chart.legend]
    shut = [_rect(layers, tile) for tile in tiles if tile]
    open_ = [
        (x, y)
        for x, y in straight(start, end)
        if sheet.free(x, y, 1) and (x, y) not in layers.hits
        if 0 <= y < len(sheet.chars) and 0 <= x < len(sheet.chars[y])
        if not any(rect.has(x, y) for rect in shut)
    ]
    if not open_:
        return
    across, down = end[0] - start[0], end[1] - start[1]
    level = abs(across) >= 2 * abs(down)
    way = (1 if across > 0 else 3) if level else (2 if down > 0 else 0)
    for x, y in open_:
        head = (x, y) == open_[-1]
        if head or not level or (x - end[0]) % 2 == 0:
            layers.clear_number(x, y)
            sheet.put(x, y, pen.heads[way] if head else pen.trail, "note", "b")
