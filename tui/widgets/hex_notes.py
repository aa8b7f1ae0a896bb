"""What somebody noted upon a map of hexes: dotted sides of places that stand out, and dotted
arrows, so that nobody takes them for what happened. Arrows give way to names and counters.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from tui.widgets.area_notes import straight
from tui.widgets.hex_geometry import E, W
from tui.widgets.hex_pens import NOTED

if TYPE_CHECKING:
    from tui.widgets.hex_layers import Layers

Spot = tuple[int, int]


def draw_notes(
    layers: "Layers", arrows: Iterable[tuple[str, ...]], highlights: Iterable[str]
) -> None:
    """Mark places, then draw arrows; nothing of places that are not on the map."""
    for place in highlights:
        _highlight(layers, place)
    index, centres = layers.chart.grid.index, layers.geometry.centres
    for arrow in arrows:
        for start, end in pairwise(arrow):
            if start in index and end in index:
                _arrow(layers, centres[index[start]], centres[index[end]])


def _highlight(layers: "Layers", place: str) -> None:
    number = layers.chart.grid.index.get(place)
    if number is None:
        return
    if place == layers.marks.focus:  # its frame stays, and is dotted at its upright sides
        for way in (E, W):
            layers.pen.side(layers.sheet, layers.geometry, number, way, NOTED, "note")
    else:
        layers.pen.frame(layers.sheet, layers.geometry, number, NOTED, "note")


def _arrow(layers: "Layers", start: Spot, end: Spot) -> None:
    """Dots in every other column, and the head in the last free cell before the goal's middle."""
    sheet, pen = layers.sheet, layers.pen
    open_ = [
        (x, y)
        for x, y in straight(start, end)
        if sheet.free(x, y, 1) and (x, y) not in layers.hits
        if 0 <= y < len(sheet.chars) and 0 <= x < len(sheet.chars[y])
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
