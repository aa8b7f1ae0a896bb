"""The drawing of hexes: three pens of one geometry (coloured tiles with slanted edges, dotted
outlines without colour, ASCII), and the ground that they draw.
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
    links,
)
from senpu.tui.widgets.hex_sheet import Label, Sheet

LOWER = " ▁▂▃▄▅▆▇█"
"""Blocks by how many eighths of a cell they fill from below."""
BARRED, RIVER, MAJOR, FRAME, CURSOR, PLANNED, NOTED = range(7)
"""How heavy a side is drawn."""


Halves = dict[int, tuple[str, str]]
"""By width or weight: a slanted side that rises, and one that falls."""


class Lines(NamedTuple):
    """The signs of a link: level, falling to the right, rising to the right; and of bends that
    open to the east and to the west.
    """

    level: str
    falling: str
    rising: str
    east: str = "<"
    west: str = ">"

    def sign(self, way: int) -> str:
        return {E: self.level, W: self.level, SE: self.falling, NW: self.falling}.get(
            way, self.rising
        )


class Pen(ABC):
    """Draws on a sheet."""

    filled = True
    """Whether hexes have the colour of their ground."""
    rail = Lines("─", "╲", "╱")
    road = Lines("⠒", "⢁", "⡈", "⢊", "⡑")
    path = rail
    gone = "✗"
    """Before who was lost."""
    noted = "┊"
    """On both sides of a hex that somebody noted."""
    trail = "▪"
    """Of arrows that somebody noted;"""
    heads = ("▴", "▸", "▾", "◂")
    """and their heads: up, right, down, left."""
    offer = "▾"
    """In a hex that may be chosen next."""
    pad = 0
    """The cells between the edge of a box and its counters."""
    hair = "hex-hair"
    """The role of the thin lines between hexes."""

    @abstractmethod
    def outline(self, sheet: Sheet, geometry: Geometry) -> None:
        """The hexes themselves, before anything else."""

    @abstractmethod
    def side(
        self, sheet: Sheet, geometry: Geometry, number: int, way: int, weight: int, role: str
    ) -> None:
        """One side of a hex."""

    @abstractmethod
    def sample(self, weight: int) -> str:
        """A side of that weight as a legend shows it, in two cells."""

    @abstractmethod
    def box(self, sheet: Sheet, rect: Rect) -> None:
        """A box beside the map."""

    def mark(self, sheet: Sheet, rect: Rect, role: str) -> None:
        """A box that somebody noted: its upright edges, where no counter stands."""
        for row in range(rect.y, rect.y + rect.height):
            sheet.put(rect.x, row, self.noted, role, "b")
            sheet.put(rect.x + rect.width - 1, row, self.noted, role, "b")

    def head(self, sheet: Sheet, rect: Rect, title: str, role: str, count: str) -> None:
        """What stands over a box: its name, and how many are in it."""
        sheet.put(rect.x + 1, rect.y, title, role, "b")
        if cell_len(title) + len(count) + 4 <= rect.width:
            sheet.put(rect.x + rect.width - 1 - len(count), rect.y, count, "dim")

    def frame(self, sheet: Sheet, geometry: Geometry, number: int, weight: int, role: str) -> None:
        """All six sides of a hex."""
        for way in range(6):
            self.side(sheet, geometry, number, way, weight, role)


class Tiles(Pen):
    """Tiles of colour. A slanted cell has two colours only, so that a line on it has one bank."""

    def outline(self, sheet: Sheet, geometry: Geometry) -> None:
        near = geometry.grid.near
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
        self, sheet: Sheet, geometry: Geometry, number: int, way: int, weight: int, role: str
    ) -> None:
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
        return "▄▄" if weight == MAJOR else "▂▂"

    def box(self, sheet: Sheet, rect: Rect) -> None:
        sheet.lay(rect.x, rect.y, rect.width, rect.height, "panel")


def _thin(height: int, line: str, above: Ground, below: Ground) -> tuple[str, Ground, Ground]:
    """A quarter row at about that height."""
    if height <= 2:
        return "▂", line, above
    if height >= 6:
        return "▆", below, line
    return "━", line, below if height >= 4 else above


def _thick(height: int, line: str, above: Ground, below: Ground) -> tuple[str, Ground, Ground]:
    """Half a row and more: the line has the cell's rest on one side of it."""
    if height < 4:
        return LOWER[height + 2], line, above
    return LOWER[height - 2], below, line


class Drawn(Pen):
    """Outlines in signs: `slants` gives for each width and weight the half that rises and the
    half that falls, both with the corner and the top; `uprights` the sign of an upright side.
    """

    slants: ClassVar[dict[int, Halves]]
    uprights: ClassVar[dict[int, str]]
    light: ClassVar[Halves]
    wall: str
    pad = 1
    ends: ClassVar[dict[int, tuple[str, str]]]
    """The west and the east sides of frames that have no others."""
    edges: ClassVar[tuple[str, str, str, str, str, str]]
    """Of a box: its corners from the north-west on in reading order, the level and the upright
    edge."""

    def outline(self, sheet: Sheet, geometry: Geometry) -> None:
        for number, (x, y) in enumerate(geometry.corners):
            for way in range(6):
                self._slant(sheet, geometry, number, way, self.light[geometry.wide], self.hair, "")
            for row in range(y + 1, y + geometry.high):
                sheet.put(x, row, self.wall, self.hair)
                sheet.put(x + geometry.wide, row, self.wall, self.hair)

    def side(
        self, sheet: Sheet, geometry: Geometry, number: int, way: int, weight: int, role: str
    ) -> None:
        if weight in self.ends:
            if way in (E, W):
                for x, y, _ in geometry.side(number, way):
                    if sheet.free(x, y, 1):
                        sheet.put(x, y, self.ends[weight][way == E], role, "b")
            return
        how = "b" if weight == FRAME else ""
        if way in (E, W):
            for x, y, _ in geometry.side(number, way):
                if sheet.free(x, y, 1):
                    sheet.put(x, y, self.uprights[weight], role, how)
            return
        self._slant(sheet, geometry, number, way, self.slants[geometry.wide][weight], role, how)

    def sample(self, weight: int) -> str:
        return self.slants[STEPS[0]][weight][0][1:3]

    def box(self, sheet: Sheet, rect: Rect) -> None:
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

    def head(self, sheet: Sheet, rect: Rect, title: str, role: str, count: str) -> None:
        inner = rect._replace(x=rect.x + 1, width=rect.width - 2)
        super().head(sheet, inner, f" {title} ", role, f" {count} " if count else "")

    def _slant(
        self, sheet: Sheet, geometry: Geometry, number: int, way: int, halves: tuple[str, str],
        role: str, how: str,
    ) -> None:  # fmt: skip
        """A slanted side with both its corners."""
        if way in (E, W):
            return
        x, y = geometry.corners[number]
        rises = way in (NW, SE)
        x += 0 if way in (NW, SW) else geometry.wide // 2
        y += 0 if way in (NW, NE) else geometry.high
        sheet.put(x, y, halves[0] if rises else halves[1], role, how)


class Dotted(Drawn):
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


class Plain(Drawn):
    """ASCII alone."""

    gone = "x"
    noted = "+"
    trail = "+"
    heads = ("^", ">", "v", "<")
    offer = "v"
    hair = "faint"
    rail = Lines("-", "\\", "/")
    road = Lines(".", ".", ".", ".", ".")
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


_TILES, _DOTS, _PLAIN = Tiles(), Dotted(), Plain()


def pen_for(plain: bool, outlines: bool) -> Pen:
    """ASCII where nothing else is allowed; dots where there is no colour or they are chosen."""
    if plain:
        return _PLAIN
    return _DOTS if outlines or os.environ.get("NO_COLOR") else _TILES


WEIGHTS = {"impassable": BARRED, "water_side": BARRED, "river": RIVER, "major_river": MAJOR}
TEXTURE = {"rough": "^", "woods": "&", "marsh": '"', "sea": "~", "lake": "~"}
"""The sign of each ground but the clear one."""
SPARSE = {8: ((3, 3), (6, 3)), 6: ((5, 2),), 4: ((2, 1),)}
"""By width: where on land the texture stands, as column and row of the hex."""
WAVES = {8: ((2, 1), (5, 1), (3, 3), (6, 3)), 6: ((2, 1), (4, 2)), 4: ((2, 1),)}
"""And where on water."""


class Style(NamedTuple):
    """How a map is drawn: with which pen, in which language, whether numbers stand out."""

    pen: Pen
    language: str
    numbers: bool


def ground_sheet(chart: Chart, geometry: Geometry, style: Style) -> Sheet:
    """The whole map without what a position adds, the lower layers first."""
    sheet = Sheet(geometry.ground)
    pen = style.pen
    pen.outline(sheet, geometry)
    _texture(sheet, chart, geometry)
    _lines(sheet, chart, geometry, pen.road, chart.road, "hex-road")
    _lines(sheet, chart, geometry, pen.rail, chart.rail, "hex-rail")
    for (name, sides), table in zip(chart.sides, SIDES, strict=True):
        for one, other in links(sides):
            _side(sheet, chart, geometry, pen, (one, other), WEIGHTS[name], f"hex-{table}")
    if geometry.wide > 4:
        _names(sheet, chart, geometry, style)
    _signs(sheet, chart, geometry)
    if geometry.wide > 4:
        _numbers(sheet, chart, geometry, style)
    return sheet


def _texture(sheet: Sheet, chart: Chart, geometry: Geometry) -> None:
    for (x, y), terrain in zip(geometry.corners, chart.terrain, strict=True):
        spots = (WAVES if terrain in WATER else SPARSE)[geometry.wide]
        if sign := TEXTURE.get(terrain):
            for column, row in spots:
                sheet.put(x + column, y + row, sign, f"hex-{terrain}-sign")


def _side(
    sheet: Sheet, chart: Chart, geometry: Geometry, pen: Pen, pair: tuple[int, int], weight: int,
    role: str,
) -> None:  # fmt: skip
    """A side from the hex that it is the west or an upper one of."""
    one, other = pair
    way = chart.way(one, other)
    if way not in (NW, NE, W):
        one, way = other, chart.way(other, one)
    pen.side(sheet, geometry, one, way, weight, role)


def _lines(
    sheet: Sheet, chart: Chart, geometry: Geometry, signs: Lines, lines: tuple[frozenset[int], ...],
    role: str,
) -> None:  # fmt: skip
    for one, other in links(lines):
        way = chart.way(one, other)
        for x, y in geometry.link(one, way):
            sheet.put(x, y, signs.sign(way), role)
    for number, others in enumerate(lines):
        if others:
            ways = frozenset(chart.way(number, other) for other in others)
            sheet.put(*geometry.centres[number], bend(signs, ways), role)


def bend(signs: Lines, ways: frozenset[int]) -> str:
    """The sign in the middle of a hex in which links of those directions meet."""
    if len({way % 3 for way in ways}) == 1:
        return signs.sign(min(ways))
    turns = {frozenset((NE, SE)): signs.east, frozenset((NW, SW)): signs.west}
    return turns.get(ways, signs.level)


def _names(sheet: Sheet, chart: Chart, geometry: Geometry, style: Style) -> None:
    """Those that keep within their hex first; a longer one where it finds room, else short. Where
    hexes are small, only places with a sign have theirs.
    """
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
        label = Label(x, y + 1, (), brief, "hex-key" if key else "hex-name", "b" if key else "")
        at = within_hex(geometry, number, name)
        if cell_len(name) >= wide:
            at = _beyond(sheet, chart, geometry, number, cell_len(name), full)
            if at < 0:
                name, at = brief, within_hex(geometry, number, brief)
        sheet.name(number, at, y + 1, name, label)


def within_hex(geometry: Geometry, number: int, name: str) -> int:
    """The column at which a name begins that fits into its hex."""
    x, wide, size = geometry.corners[number][0], geometry.wide, cell_len(name)
    return max(min(x + wide // 2 - size // 2, x + wide - size), x + 1)


def _beyond(
    sheet: Sheet, chart: Chart, geometry: Geometry, number: int, size: int, named: Container[int]
) -> int:
    """The column at which a name of so many cells begins that is too long for its hex; -1 if there
    is none. It may go over the west and the east side, but not over one that is drawn, nor far
    into a hex with a name of its own, and no other name may touch it.
    """
    x, y = geometry.corners[number]
    wide, near, barred = geometry.wide, chart.grid.near[number], chart.barred[number]
    west, east = (
        0 if near[way] in barred else wide // 8 if near[way] in named else wide // 2 - (way == W)
        for way in (W, E)
    )
    first, end = max(x - west if west else x + 1, 0), min(x + wide + east, geometry.width)
    ideal = x + wide // 2 - size // 2
    places = sorted(range(first, end - size + 1), key=lambda at: abs(at - ideal))
    return next((at for at in places if sheet.free(at - 1, y + 1, size + 2)), -1)


def _signs(sheet: Sheet, chart: Chart, geometry: Geometry) -> None:
    for (x, y), sign in zip(geometry.centres, chart.signs, strict=True):
        if sign:
            sheet.take(x, y, sign, "hex-key" if "@" in sign else "hex-name", "b")


def _numbers(sheet: Sheet, chart: Chart, geometry: Geometry, style: Style) -> None:
    """Numbers are faint, and give way to names and lines."""
    role = "hex-name" if style.numbers else "hex-number"
    for number, ((x, y), ident) in enumerate(zip(geometry.corners, chart.grid.ids, strict=True)):
        start = x + geometry.wide // 2 - 2
        free = sheet.free(start - 1, y + 1, len(ident) + 2)
        water = chart.terrain[number] in WATER and not style.numbers
        crossed = any(sheet.chars[y + 1][start + t] not in ' ~"' for t in range(len(ident)))
        if number not in sheet.labels and free and not water and not crossed:
            for at, sign in enumerate(ident):
                sheet.put(start + at, y + 1, sign, role)
