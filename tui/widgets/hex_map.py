"""The map of hexes as a widget: three zooms, three pens, scrolling, the mouse.

The ground is drawn once for each zoom, pen and language. A position is drawn on a copy, and only
the rows that it changes become new strips.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textual import events
from textual.geometry import Size
from textual.strip import Strip

from senpu.replay.core.narration import Narrator
from senpu.replay.parts.hexes import NOWHERE
from senpu.tui.boards.hex_boxes import Rect, compute_rect
from senpu.tui.boards.hex_chart import (
    STEPS,
    Chart,
    Geometry,
    build_chart,
    compute_size,
    find_window,
)
from senpu.tui.boards.scene import Scene
from senpu.tui.boards.signs import PLAIN
from senpu.tui.widgets.hex_layers import MapOptions, MapPosition, PositionLayers
from senpu.tui.widgets.hex_legend import draw_boxes, draw_legend
from senpu.tui.widgets.hex_pens import HexPen, MapStyle, choose_pen, draw_ground
from senpu.tui.widgets.hex_sheet import CellSheet, RenderedSheets, colour_hexes, tint_zones
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.pointing import MapObject, PointedMap

SCROLLED = 6
"""The zoom for a map that does not fit at any zoom."""
WHEEL = 3


class MapGround(NamedTuple):
    """The map without a position, for one zoom and style."""

    geometry: Geometry
    sheet: CellSheet
    strips: dict[tuple[int, int, int], Strip]
    """Rendered rows, by row, first column and width."""
    explained: bool
    """True if it contains the legend."""


class HexMap(PointedMap):
    """A map of hexes."""

    def __init__(self, look: Look, narrator: Narrator) -> None:
        super().__init__(look, "map")
        self.narrator = narrator
        self.chart: Chart = build_chart(narrator.spec)
        self.style_chosen = "plan"
        self.near: dict[str, tuple[str, ...]] = {}
        """No adjacency texts: hex numbers imply it."""
        self.zoom = 0
        """The chosen width of a hex; 0 for automatic."""
        self.spare = 0
        """Maximum rows of the whole map out of view without a smaller zoom."""
        self.zones: tuple[str, ...] = ()
        self.idents = False
        self.numbers = False
        self.cursor = ""
        self.scene: Scene | None = None
        self.left, self.top = 0, 0
        self._followed: tuple[int, int, Size, str] | None = None
        self._drawn: dict[tuple[int, MapStyle], MapGround] = {}
        self._hits: dict[tuple[int, int], str] = {}
        self._colours: tuple[Look, bool, RenderedSheets] | None = None

    # ---- what it needs --------------------------------------------------------------------

    least = (0, 0)
    """Return (0, 0): the map scrolls."""

    def least_at(self, width: int) -> tuple[int, int]:
        """Return (0, 0): the map scrolls at any width."""
        del width
        return self.least

    def height_for(self, width: int, most: int) -> int:
        """Return the useful rows at a width, at most `most`."""
        return min(most, self.sizes[STEPS.index(self.zoom_for(width, most))][1])

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """Return the size of the map at each zoom, the largest first."""
        return [compute_size(*self.chart.extent, wide) for wide in STEPS]

    def zoom_for(self, width: int, height: int) -> int:
        """Return the largest zoom that shows the whole map but its last half row."""
        for wide, (columns, rows) in zip(STEPS, self.sizes, strict=True):
            if columns <= width and rows - 1 <= height + self.spare:
                return wide
        return SCROLLED

    def magnify(self, by: int) -> int:
        """Zoom in (1) or out (-1) and return the zoom."""
        now = STEPS.index(self.zoom or self.zoom_for(*self.size))
        self.zoom = STEPS[max(0, min(now - by, len(STEPS) - 1))]
        self.repaint()
        return self.zoom

    @property
    def is_whole(self) -> bool:
        """Return whether the whole map is in view, except its last half row."""
        columns, rows = self.sizes[STEPS.index(self.zoom or self.zoom_for(*self.size))]
        return columns <= self.size.width and rows - 1 <= self.size.height

    @property
    def has_legend(self) -> bool:
        """Return whether the map contains its legend."""
        return self._ground(self.zoom or self.zoom_for(*self.size)).explained

    @property
    def pen(self) -> HexPen:
        """Return the pen for the look."""
        outlined = self.look.colourless == (self.style_chosen == "plan")
        return choose_pen(self.look.signs is PLAIN, outlined)

    # ---- painting -------------------------------------------------------------------------

    def present(self, scene: Scene, narrator: Narrator) -> None:
        """Show a scene."""
        self.scene, self.narrator = scene, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows of the map."""
        scene = self.scene
        if scene is None:
            return []
        zoom = self.zoom or self.zoom_for(width, height)
        drawn = self._ground(zoom)
        geometry = drawn.geometry
        self._follow(scene, geometry, width, height)
        sheet = drawn.sheet.copy()
        layers = PositionLayers(
            sheet,
            self.chart,
            geometry,
            self.pen,
            self._sides(),
            MapPosition(
                scene.board,
                scene.marks,
                tuple(scene.moment.effects),
                scene.arrows,
                scene.highlights,
            ),
            MapOptions(
                self.zones,
                self.idents,
                self.cursor,
                self.look.language,
                self.narrator.label("none"),
            ),
        )
        layers.draw()
        self._hits = layers.hits
        plain = self._developed()
        shown = plain
        roles = {side: f"side{at}" for at, side in enumerate(self._sides())}
        zones = scene.board.zones
        covered = [(roles[side], zones.get(side, ())) for side in self.zones]
        covered += [("note", tuple(scene.highlights))] if scene.highlights else []
        if covered:
            shown = tint_zones(plain, self.chart, covered)
        strips = []
        for y in range(self.top, self.top + height):
            if shown is plain and y not in sheet.touched:
                key = (y, self.left, width)
                if key not in drawn.strips:
                    drawn.strips[key] = plain.strip(drawn.sheet, y, self.left, width)
                strips.append(drawn.strips[key])
            else:
                strips.append(shown.strip(sheet, y, self.left, width))
        return strips

    def apply_look(self, look: Look) -> None:
        """Apply another look."""
        self._drawn.clear()
        super().apply_look(look)

    def _sides(self) -> tuple[str, ...]:
        return tuple(side.id for side in self.narrator.spec.sides)

    def _ground(self, zoom: int) -> MapGround:
        """Return the ground, drawn on first use."""
        style = MapStyle(self.pen, self.look.language, self.numbers)
        found = self._drawn.get((zoom, style))
        if found is None:
            geometry = Geometry(self.chart.grid, zoom, self.chart.extent)
            sheet = draw_ground(self.chart, geometry, style)
            draw_boxes(sheet, self.chart, geometry, style.pen)
            explained = draw_legend(
                sheet, self.chart, geometry, style.pen, self.narrator, self.look
            )
            found = self._drawn[zoom, style] = MapGround(geometry, sheet, {}, explained)
        return found

    def _developed(self) -> RenderedSheets:
        """Return the colours of the map in this look."""
        filled = self.pen.filled
        if self._colours is None or self._colours[:2] != (self.look, filled):
            self._colours = (self.look, filled, colour_hexes(self.chart, self.look, filled))
        return self._colours[2]

    # ---- scrolling ------------------------------------------------------------------------

    def _follow(self, scene: Scene, geometry: Geometry, width: int, height: int) -> None:
        """Centre a map that fits; else scroll as little as keeps the event in view."""
        now = (scene.number, geometry.wide, Size(width, height), scene.marks.focus)
        before, self._followed = self._followed, now
        focus = self.chart.grid.index.get(scene.marks.focus, NOWHERE)
        if focus != NOWHERE:
            x, y = geometry.centres[focus]
        else:
            x, y = geometry.middle(piece.place for piece in scene.board.pieces)
        wide, high = geometry.wide, geometry.high
        if now != before:
            across = self.left + wide <= x < self.left + width - wide
            down = self.top + high <= y < self.top + height - high
            has_changed = before is None or before[1:3] != now[1:3]
            if not (across and down) and (focus != NOWHERE or has_changed):
                self.left, self.top = x - width // 2, y - height // 2
        self.left = find_window(self.left, width, geometry.width)
        self.top = find_window(self.top, height, geometry.height)
        if geometry.height == height + 1:
            self.top = 0  # everything except the last half row

    def scroll_cells(self, across: int, down: int) -> None:
        """Scroll the map."""
        self.left += across
        self.top += down
        self.repaint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down, or sideways with a modifier."""
        event.stop()
        self.scroll_cells(*((2 * WHEEL, 0) if event.shift else (0, WHEEL)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up, or sideways with a modifier."""
        event.stop()
        self.scroll_cells(*((-2 * WHEEL, 0) if event.shift else (0, -WHEEL)))

    # ---- the selected hex -----------------------------------------------------------------

    def look_at(self, place: str) -> None:
        """Place the cursor on a hex, or remove it."""
        if place != self.cursor:
            self.cursor = place
            self.repaint()

    @property
    def places(self) -> Mapping[str, object]:
        """Return the hexes by id."""
        return self.chart.grid.index

    @property
    def boxes(self) -> dict[str, Rect]:
        """Return the boxes that are places, in cells of the widget."""
        if self._followed is None:
            return {}
        wide = self._followed[1]
        return {
            box.place: compute_rect(box.tile, wide, wide // 2)
            for box in self.chart.boxes
            if box.place
        }

    def spot(self, place: str) -> tuple[int, int] | None:
        """Return the cell in the middle of a hex or a box, even out of view."""
        number = self.chart.grid.index.get(place, NOWHERE)
        if self._followed is None:
            return None
        if number == NOWHERE:
            box = self.boxes.get(place)
            return box and box.middle
        return self._ground(self._followed[1]).geometry.centres[number]

    def find_cursor_neighbour(self, way: int) -> str:
        """Return the neighbour of the selected hex; without one, the hex of the event."""
        grid = self.chart.grid
        number = grid.index.get(self.cursor, NOWHERE)
        if number == NOWHERE:
            focus = self.scene.marks.focus if self.scene else ""
            return focus if focus in grid.index else grid.ids[len(grid.ids) // 2]
        other = grid.neighbours[number][way]
        return grid.ids[number if other == NOWHERE else other]

    def reveal(self, place: str) -> None:
        """Scroll until a hex is in view."""
        if self._followed is None or place not in self.chart.grid.index:
            return
        geometry = self._ground(self._followed[1]).geometry
        x, y = geometry.centres[self.chart.grid.index[place]]
        width, height = self.size
        wide, high = geometry.wide, geometry.high
        self.left = max(min(self.left, x - wide), x + wide - width)
        self.top = max(min(self.top, y - high), y + high - height)
        self.repaint()

    def find_object(self, x: int, y: int) -> MapObject | None:
        """Return the unit, hex or box in a cell."""
        if self._followed is None:
            return None
        x, y = x + self.left, y + self.top
        if unit := self._hits.get((x, y)):
            return "unit", unit
        number = self._ground(self._followed[1]).geometry.hex_at(x, y)
        if number != NOWHERE:
            return "area", self.chart.grid.ids[number]
        box = next((place for place, rect in self.boxes.items() if rect.has(x, y)), "")
        return ("area", box) if box else None
