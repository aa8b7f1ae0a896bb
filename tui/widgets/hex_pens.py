"""The drawing of hexes: three pens of one geometry, and the ground that they draw.

The pens are coloured tiles with slanted edges, dotted outlines without colour, and ASCII.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Container
from typing import ClassVar, NamedTuple

from rich.cells import cell_len

from senpu.replay.parts.hexes import NOWHERE
from senpu.tui.boards.hex_boxes import FRAMED, Rect
from senpu.tui.boards.hex_chart import (
    AROUND,
    NE,
    NW,
    SE,
    SIDES,
    STEPS,
    SW,
    WATER,
    Chart,
    E,
    Geometry,
    Ground,
    W,
    iterate_links,
)
from senpu.tui.widgets.hex_sheet import CellSheet, HexLabel

LOWER = " ▁▂▃▄▅▆▇█"
"""Blocks by the number of eighths that they fill from below."""
BARRED, RIVER, MAJOR, FRAME, CURSOR, PLANNED, NOTED, CLOSED = range(8)
"""The weights of a side."""


Halves = dict[int, tuple[str, str]]
"""A rising and a falling slanted side, by width or weight."""


class LinkSigns(NamedTuple):
    """The signs of a link: level, falling, rising, and bends open to the east and west."""

    level: str
    descending: str
    ascending: str
    east: str = "<"
    west: str = ">"

    def sign(self, way: int) -> str:
        """Return the sign of a link in a direction."""
        return {E: self.level, W: self.level, SE: self.descending, NW: self.descending}.get(
            way, self.ascending
        )


class HexPen(ABC):
    """The base class of pens that draw on a sheet."""

    filled = True
    """True if hexes have the colour of their ground."""
    rail = LinkSigns("─", "╲", "╱")
    road = LinkSigns("⠒", "⢁", "⡈", "⢊", "⡑")
    path = rail
    lost = "✗"
    """The sign before a lost unit."""
    noted = "┊"
    """The sign on both sides of a hex with a note."""
    trail = "◦"
    """The sign of arrows of notes."""
    heads = ("▴", "▸", "▾", "◂")
    """The heads of arrows: up, right, down, left."""
    offer = "▾"
    """The sign of a hex that can be chosen next."""
    pad = 0
    """Cells between the edge of a box and its counters."""
    hair = "hex-hair"
    """The role of the thin lines between hexes."""
    closed = "╳"
    """The sign of an impassable side."""

    @abstractmethod
    def outline(self, sheet: CellSheet, geometry: Geometry) -> None:
        """Draw the hexes."""

    @abstractmethod
    def side(
        self, sheet: CellSheet, geometry: Geometry, number: int, way: int, weight: int, role: str
    ) -> None:
        """Draw one side of a hex."""

    @abstractmethod
    def sample(self, weight: int) -> str:
        """Return two cells of a side of a weight, for the legend."""

    @abstractmethod
    def box(self, sheet: CellSheet, rect: Rect) -> None:
        """Draw a box next to the map."""

    def mark(self, sheet: CellSheet, rect: Rect, role: str) -> None:
        """Mark a box with a note: its upright edges, where cells are free."""
        for row in range(rect.y, rect.y + rect.height):
            sheet.put(rect.x, row, self.noted, role, "b")
            sheet.put(rect.x + rect.width - 1, row, self.noted, role, "b")

    def head(self, sheet: CellSheet, rect: Rect, title: str, role: str, count: str) -> None:
        """Draw the head of a box: its name and the number of units."""
        sheet.put(rect.x + 1, rect.y, title, role, "b")
        if cell_len(title) + len(count) + 4 <= rect.width:
            sheet.put(rect.x + rect.width - 1 - len(count), rect.y, count, "dim")

    def frame(
        self, sheet: CellSheet, geometry: Geometry, number: int, weight: int, role: str
    ) -> None:
        """Draw all six sides of a hex."""
        for way in range(6):
            self.side(sheet, geometry, number, way, weight, role)


class TilePen(HexPen):
    """Coloured tiles. A slanted cell has two colours, so that a line on it has one bank."""

    def outline(self, sheet: CellSheet, geometry: Geometry) -> None:
        """Draw the hexes."""
        near = geometry.grid.neighbours
        for number, (x, y) in enumerate(geometry.corners):
            for row in range(y + 1, y + geometry.high):
                sheet.put(x, row, "▏", self.hair)
            for way in (NW, NE):
                above, below = geometry.banks(number, way)
                for spot in geometry.side(number, way):
                    sheet.put(spot.x, spot.y, LOWER[geometry.heights[spot.at]], below, back=above)
            for way in (SW, SE):
                if near[number][way] == NOWHERE:
                    for spot in geometry.side(number, way):
                        height = LOWER[geometry.heights[spot.at]]
                        sheet.put(spot.x, spot.y, height, AROUND, back=number)

    def side(
        self, sheet: CellSheet, geometry: Geometry, number: int, way: int, weight: int, role: str
    ) -> None:
        """Draw one side of a hex."""
        if weight == CLOSED:
            for x, y, _ in geometry.side(number, way):
                if sheet.free(x, y, 1):
                    sheet.put(x, y, self.closed, role)
            return
        if way in (E, W):
            upright = {MAJOR: "█", FRAME: "▌" if way == E else "█"}.get(weight, "▌")
            upright = "▎" if weight in (CURSOR, PLANNED) else upright
            upright = self.noted if weight == NOTED else upright
            for x, y, _ in geometry.side(number, way):
                if sheet.free(x, y, 1):
                    sheet.put(x, y, upright, role)
            return
        above, below = geometry.banks(number, way)
        band = _thick if weight in (MAJOR, FRAME) else _thin
        for x, y, at in geometry.side(number, way):
            sign, fore, back = band(geometry.heights[at], role, above, below)
            sheet.put(x, y, sign, fore, back=back)

    def sample(self, weight: int) -> str:
        """Return two cells of a side of a weight."""
        return {MAJOR: "▄▄", CLOSED: self.closed * 2}.get(weight, "▂▂")

    def box(self, sheet: CellSheet, rect: Rect) -> None:
        """Draw a box."""
        sheet.lay(rect.x, rect.y, rect.width, rect.height, "panel")


def _thin(height: int, line: str, above: Ground, below: Ground) -> tuple[str, Ground, Ground]:
    """Return a line of a quarter row: sign, foreground, background."""
    if height <= 2:
        return "▂", line, above
    if height >= 6:
        return "▆", below, line
    return "━", line, below if height >= 4 else above


def _thick(height: int, line: str, above: Ground, below: Ground) -> tuple[str, Ground, Ground]:
    """Return a line of half a row or more: sign, foreground, background."""
    if height < 4:
        return LOWER[height + 2], line, above
    return LOWER[height - 2], below, line


class OutlinePen(HexPen):
    """Outlines of signs.

    `slants` holds for each width and weight the rising and the falling half, both with the corner
    and the top; `uprights` holds the sign of an upright side.
    """

    slants: ClassVar[dict[int, Halves]]
    uprights: ClassVar[dict[int, str]]
    light: ClassVar[Halves]
    wall: str
    pad = 1
    ends: ClassVar[dict[int, tuple[str, str]]]
    """The west and east sides of frames without other sides."""
    edges: ClassVar[tuple[str, str, str, str, str, str]]
    """A box: its corners in reading order, the level edge and the upright edge."""

    def outline(self, sheet: CellSheet, geometry: Geometry) -> None:
        """Draw the hexes."""
        for number, (x, y) in enumerate(geometry.corners):
            for way in range(6):
                self._slant(sheet, geometry, number, way, self.light[geometry.wide], self.hair, "")
            for row in range(y + 1, y + geometry.high):
                sheet.put(x, row, self.wall, self.hair)
                sheet.put(x + geometry.wide, row, self.wall, self.hair)

    def side(
        self, sheet: CellSheet, geometry: Geometry, number: int, way: int, weight: int, role: str
    ) -> None:
        """Draw one side of a hex."""
        if weight in self.ends:
            if way in (E, W):
                for x, y, _ in geometry.side(number, way):
                    if sheet.free(x, y, 1):
                        sheet.put(x, y, self.ends[weight][way == E], role, "b")
            return
        if weight == CLOSED:
            for x, y, _ in geometry.side(number, way):
                if sheet.free(x, y, 1):
                    sheet.put(x, y, self.closed, role)
            return
        how = "b" if weight == FRAME else ""
        if way in (E, W):
            for x, y, _ in geometry.side(number, way):
                if sheet.free(x, y, 1):
                    sheet.put(x, y, self.uprights[weight], role, how)
            return
        self._slant(sheet, geometry, number, way, self.slants[geometry.wide][weight], role, how)

    def sample(self, weight: int) -> str:
        """Return two cells of a side of a weight."""
        return self.closed * 2 if weight == CLOSED else self.slants[STEPS[0]][weight][0][1:3]

    def box(self, sheet: CellSheet, rect: Rect) -> None:
        """Draw a box."""
        x, y, width, height = rect
        nw, ne, sw, se, level, upright = self.edges
        framed = height >= FRAMED
        ends = (nw, ne) if framed else (level, level)
        sheet.put(x, y, ends[0] + level * (width - 2) + ends[1], self.hair)
        for row in range(y + 1, y + height - 1) if framed else ():
            sheet.put(x, row, upright, self.hair)
            sheet.put(x + width - 1, row, upright, self.hair)
        if framed:
            sheet.put(x, y + height - 1, sw + level * (width - 2) + se, self.hair)

    def head(self, sheet: CellSheet, rect: Rect, title: str, role: str, count: str) -> None:
        """Draw the head of a box."""
        inner = rect._replace(x=rect.x + 1, width=rect.width - 2)
        super().head(sheet, inner, f" {title} ", role, f" {count} " if count else "")

    def _slant(
        self, sheet: CellSheet, geometry: Geometry, number: int, way: int, halves: tuple[str, str],
        role: str, how: str,
    ) -> None:  # fmt: skip
        """Draw a slanted side with both corners."""
        if way in (E, W):
            return
        x, y = geometry.corners[number]
        rises = way in (NW, SE)
        x += 0 if way in (NW, SW) else geometry.wide // 2
        y += 0 if way in (NW, NE) else geometry.high
        sheet.put(x, y, halves[0] if rises else halves[1], role, how)


class DottedPen(OutlinePen):
    """Outlines of braille dots: sparse, single and double."""

    filled = False
    hair = "faint"
    light: ClassVar[Halves] = {8: ("⡀⠄⠂⠁⠁", "⠁⠁⠂⠄⡀"), 6: ("⡀⠄⠂⠁", "⠁⠂⠄⡀"), 4: ("⡀⠂⠁", "⠁⠂⡀")}
    wall = "⠅"
    ends: ClassVar[dict[int, tuple[str, str]]] = {
        CURSOR: ("{", "}"), PLANNED: ("⣏", "⣹"), NOTED: ("┊", "┊"),
    }  # fmt: skip
    edges = ("┌", "┐", "└", "┘", "─", "│")
    slants: ClassVar[dict[int, Halves]] = {
        8: {
            BARRED: ("⣠⢤⠲⠙⠙", "⠙⠱⢢⢤⡀"),
            RIVER: ("⣀⠤⠒⠉⠉", "⠉⠑⠢⢄⣀"),
            MAJOR: ("⣤⣤⠶⠛⠛", "⠛⠳⢦⣤⣤"),
            FRAME: ("⣤⣴⠾⠛⠛", "⠛⠻⢷⣦⣤"),
        },
        6: {
            BARRED: ("⣠⠴⠚⠙", "⠙⠱⢢⡀"),
            RIVER: ("⣀⠔⠊⠉", "⠉⠑⠢⣀"),
            MAJOR: ("⣤⡴⠞⠛", "⠛⠳⢦⣤"),
            FRAME: ("⣤⣴⠟⠛", "⠛⠻⣦⣤"),
        },
        4: {
            BARRED: ("⣠⠚⠙", "⠙⠱⡀"),
            RIVER: ("⣀⠔⠉", "⠉⠢⣀"),
            MAJOR: ("⣤⡾⠛", "⠛⢷⣤"),
            FRAME: ("⣤⡾⠛", "⠛⢷⣤"),
        },
    }
    uprights: ClassVar[dict[int, str]] = {BARRED: "⢕", RIVER: "⡇", MAJOR: "⣿", FRAME: "⣿"}


class AsciiPen(OutlinePen):
    """Outlines of ASCII signs."""

    closed = "%"
    lost = "x"
    noted = "+"
    trail = "+"
    heads = ("^", ">", "v", "<")
    offer = "v"
    hair = "faint"
    rail = LinkSigns("-", "\\", "/")
    road = LinkSigns(".", ".", ".", ".", ".")
    path = rail
    light: ClassVar[Halves] = {8: ("_.-''", "''-._"), 6: (".-''", "''-."), 4: (".-'", "'-.")}
    wall = "|"
    ends: ClassVar[dict[int, tuple[str, str]]] = {
        CURSOR: ("{", "}"), PLANNED: ("*", "*"), NOTED: ("+", "+"),
    }  # fmt: skip
    edges = ("+", "+", "+", "+", "-", "|")
    slants: ClassVar[dict[int, Halves]] = {
        wide: {
            BARRED: (":" * (wide // 2 + 1),) * 2,
            RIVER: ("=" * (wide // 2 + 1),) * 2,
            MAJOR: ("#" * (wide // 2 + 1),) * 2,
            FRAME: ("*" * (wide // 2 + 1),) * 2,
        }
        for wide in (8, 6, 4)
    }
    uprights: ClassVar[dict[int, str]] = {BARRED: ":", RIVER: "!", MAJOR: "#", FRAME: "*"}


_TILES, _DOTS, _PLAIN = TilePen(), DottedPen(), AsciiPen()


def choose_pen(plain: bool, outlines: bool) -> HexPen:
    """Return the ASCII pen if `plain`, else dots for outlines or without colour, else tiles."""
    if plain:
        return _PLAIN
    return _DOTS if outlines or os.environ.get("NO_COLOR") else _TILES


WEIGHTS = {"impassable": CLOSED, "water_side": BARRED, "river": RIVER, "major_river": MAJOR}
TEXTURE = {"rough": "^", "woods": "&", "marsh": '"', "sea": "~", "lake": "~"}
"""The sign of each ground except the clear one."""
SPARSE = {8: ((3, 3), (6, 3)), 6: ((5, 2),), 4: ((2, 1),)}
"""Positions of the texture on land, by width, as column and row of the hex."""
WAVES = {8: ((2, 1), (5, 1), (3, 3), (6, 3)), 6: ((2, 1), (4, 2)), 4: ((2, 1),)}
"""Positions of the texture on water."""


class MapStyle(NamedTuple):
    """The style of a map: pen, language, and whether numbers are emphasized."""

    pen: HexPen
    language: str
    numbers: bool


def draw_ground(chart: Chart, geometry: Geometry, style: MapStyle) -> CellSheet:
    """Return the map without a position, drawn from the lowest layer up."""
    sheet = CellSheet(geometry.ground)
    pen = style.pen
    pen.outline(sheet, geometry)
    _texture(sheet, chart, geometry)
    _lines(sheet, chart, geometry, pen.road, chart.road, "hex-road")
    _lines(sheet, chart, geometry, pen.rail, chart.rail, "hex-rail")
    for (name, sides), table in zip(chart.sides, SIDES, strict=True):
        for one, other in iterate_links(sides):
            _side(sheet, chart, geometry, pen, (one, other), WEIGHTS[name], f"hex-{table}")
    if geometry.wide > 4:
        _names(sheet, chart, geometry, style)
    _signs(sheet, chart, geometry)
    if geometry.wide > 4:
        _numbers(sheet, chart, geometry, style)
    return sheet


def _texture(sheet: CellSheet, chart: Chart, geometry: Geometry) -> None:
    for (x, y), terrain in zip(geometry.corners, chart.terrain, strict=True):
        spots = (WAVES if terrain in WATER else SPARSE)[geometry.wide]
        if sign := TEXTURE.get(terrain):
            for column, row in spots:
                sheet.put(x + column, y + row, sign, f"hex-{terrain}-sign")


def _side(
    sheet: CellSheet, chart: Chart, geometry: Geometry, pen: HexPen, pair: tuple[int, int],
    weight: int, role: str,
) -> None:  # fmt: skip
    """Draw the side between two hexes from the western or upper hex."""
    one, other = pair
    way = chart.way(one, other)
    if way not in (NW, NE, W):
        one, way = other, chart.way(other, one)
    pen.side(sheet, geometry, one, way, weight, role)


def _lines(
    sheet: CellSheet, chart: Chart, geometry: Geometry, signs: LinkSigns,
    lines: tuple[frozenset[int], ...], role: str,
) -> None:  # fmt: skip
    for one, other in iterate_links(lines):
        way = chart.way(one, other)
        for x, y in geometry.link(one, way):
            sheet.put(x, y, signs.sign(way), role)
    for number, others in enumerate(lines):
        if others:
            ways = frozenset(chart.way(number, other) for other in others)
            sheet.put(*geometry.centres[number], choose_bend(signs, ways), role)


def choose_bend(signs: LinkSigns, ways: frozenset[int]) -> str:
    """Return the sign in the middle of a hex where links of some directions join."""
    if len({way % 3 for way in ways}) == 1:
        return signs.sign(min(ways))
    turns = {frozenset((NE, SE)): signs.east, frozenset((NW, SW)): signs.west}
    return turns.get(ways, signs.level)


def _names(sheet: CellSheet, chart: Chart, geometry: Geometry, style: MapStyle) -> None:
    """Write the names: those within their hexes first, long ones if they fit, else short."""
    wide = geometry.wide
    full = {
        number: names[0][style.language]
        for number, names in chart.names.items()
        if wide > 6 or chart.signs[number]
    }
    for number in sorted(full, key=lambda each: cell_len(full[each]) >= wide):
        name, brief = full[number], chart.names[number][1][style.language]
        x, y = geometry.corners[number]
        key = "@" in chart.signs[number]
        label = HexLabel(x, y + 1, (), brief, "hex-key" if key else "hex-name", "b" if key else "")
        at = fit_name(geometry, number, name)
        if cell_len(name) >= wide:
            at = _beyond(sheet, chart, geometry, number, cell_len(name), full)
            if at < 0:
                name, at = brief, fit_name(geometry, number, brief)
        sheet.name(number, at, y + 1, name, label)


def fit_name(geometry: Geometry, number: int, name: str) -> int:
    """Return the first column of a name that fits into its hex."""
    x, wide, size = geometry.corners[number][0], geometry.wide, cell_len(name)
    return max(min(x + wide // 2 - size // 2, x + wide - size), x + 1)


def _beyond(
    sheet: CellSheet,
    chart: Chart,
    geometry: Geometry,
    number: int,
    size: int,
    named: Container[int],
) -> int:
    """Return the first column of a name that is too long for its hex, or -1.

    It may cross the west and east sides unless they are drawn, may reach only a little into a hex
    with a name, and touches no other name.

    Returns:
        The column.
    """
    x, y = geometry.corners[number]
    wide, near, bordering = geometry.wide, chart.grid.neighbours[number], chart.bordering[number]
    west, east = (
        0 if near[way] in bordering else wide // 8 if near[way] in named else wide // 2 - (way == W)
        for way in (W, E)
    )
    first, end = max(x - west if west else x + 1, 0), min(x + wide + east, geometry.width)
    ideal = x + wide // 2 - size // 2
    places = sorted(range(first, end - size + 1), key=lambda at: abs(at - ideal))
    return next((at for at in places if sheet.free(at - 1, y + 1, size + 2)), -1)


def _signs(sheet: CellSheet, chart: Chart, geometry: Geometry) -> None:
    for (x, y), sign in zip(geometry.centres, chart.signs, strict=True):
        if sign:
            sheet.take(x, y, sign, "hex-key" if "@" in sign else "hex-name", "b")


def _numbers(sheet: CellSheet, chart: Chart, geometry: Geometry, style: MapStyle) -> None:
    """Write the numbers of hexes; names and lines take precedence."""
    role = "hex-name" if style.numbers else "hex-number"
    for number, ((x, y), ident) in enumerate(zip(geometry.corners, chart.grid.ids, strict=True)):
        start = x + geometry.wide // 2 - 2
        free = sheet.free(start - 1, y + 1, len(ident) + 2)
        water = chart.terrain[number] in WATER and not style.numbers
        crossed = any(sheet.chars[y + 1][start + t] not in ' ~"' for t in range(len(ident)))
        if number not in sheet.labels and free and not water and not crossed:
            for at, sign in enumerate(ident):
                sheet.put(start + at, y + 1, sign, role)
