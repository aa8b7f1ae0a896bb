"""The part of a map of hexes that never changes, drawn once for each zoom and pen: ground, lines,
sides, names, numbers.
"""

from collections.abc import Container
from typing import NamedTuple

from rich.cells import cell_len

from senpu.tui.widgets.hex_chart import SIDES, WATER, Chart, links
from senpu.tui.widgets.hex_geometry import NE, NW, SE, SW, E, Geometry, W
from senpu.tui.widgets.hex_pens import BARRED, MAJOR, RIVER, Lines, Pen
from senpu.tui.widgets.hex_sheet import Label, Sheet

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
    hexes are small, only places with a sign have theirs."""
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
    into a hex with a name of its own, and no other name may touch it."""
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
