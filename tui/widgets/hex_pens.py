"""Three pens for the sides of hexes, of one geometry: coloured tiles with slanted edges, dotted
outlines for where there is no colour, and ASCII.

Knows no map; a pen is told which side to draw, how heavy and in which role.
"""

import os
from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from rich.cells import cell_len

from senpu.replay.parts.hexes import NOWHERE
from senpu.tui.widgets.hex_boxes import FRAMED, Rect
from senpu.tui.widgets.hex_geometry import AROUND, NE, NW, SE, STEPS, SW, E, Geometry, Ground, W
from senpu.tui.widgets.hex_sheet import Sheet

LOWER = " ▁▂▃▄▅▆▇█"
"""Blocks by how many eighths of a cell they fill from below."""
BARRED, RIVER, MAJOR, FRAME, CURSOR, PLANNED, NOTED = range(7)
"""How heavy a side is drawn."""


Halves = dict[int, tuple[str, str]]
"""By width or weight: a slanted side that rises, and one that falls."""


class Lines(NamedTuple):
    """The signs of a link: level, falling to the right, rising to the right; and of bends that
    open to the east and to the west."""

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
    half that falls, both with the corner and the top; `uprights` the sign of an upright side."""

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
