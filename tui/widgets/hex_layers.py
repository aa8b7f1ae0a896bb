"""The layers of a position on a map of hexes: zones, marks, counters, control, frames.

It also draws a small picture of the whole map.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from textual.strip import Strip

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Effect, Piece
from senpu.spec.game_file import Tile
from senpu.tui.boards.hex_boxes import Rect, compute_inner, compute_rect, find_pieces, lay_out_rows
from senpu.tui.boards.hex_chart import (
    AROUND,
    STEPS,
    Chart,
    E,
    Geometry,
    W,
    build_chart,
    find_window,
    iterate_steps,
)
from senpu.tui.boards.scene import Ghost, Mark, Marks
from senpu.tui.boards.signs import PLAIN, enclose, get_brackets
from senpu.tui.widgets.area_plan import trace_line
from senpu.tui.widgets.hex_pens import (
    CURSOR,
    FRAME,
    NOTED,
    PLANNED,
    HexPen,
    MapStyle,
    choose_pen,
    draw_ground,
    fit_name,
)
from senpu.tui.widgets.hex_sheet import CellSheet, colour_hexes
from senpu.tui.widgets.painting import Look

ARROWS = ("^", ">", "v", "v", "<", "^")
"""The sign of a step or an attack, by direction."""


class MapOptions(NamedTuple):
    """Display options of the map."""

    zones: tuple[str, ...] = ()
    """The sides whose zones of control are drawn."""
    idents: bool = False
    """True if counters show ids instead of strengths."""
    cursor: str = ""
    """The selected hex."""
    language: str = "en"
    empty: str = ""
    """The text of an empty box."""


class MapPosition(NamedTuple):
    """The content of the layers: the board, its marks, the last effects, and the notes."""

    board: Board
    marks: Marks
    effects: tuple[Effect, ...]
    arrows: tuple[tuple[str, ...], ...] = ()
    highlights: frozenset[str] = frozenset()


class PositionLayers:
    """A position drawn on a sheet; `hits` maps cells to units."""

    def __init__(
        self, sheet: CellSheet, chart: Chart, geometry: Geometry, pen: HexPen,
        sides: tuple[str, ...], position: MapPosition, shown: MapOptions,
    ) -> None:  # fmt: skip
        self.sheet, self.chart, self.geometry, self.pen = sheet, chart, geometry, pen
        self.sides = {side: at for at, side in enumerate(sides)}
        self.position = position
        self.board, self.marks, self.effects = position.board, position.marks, position.effects
        self.shown = shown
        self.hits: dict[tuple[int, int], str] = {}
        self.units: dict[int, list[Piece]] = {}
        index = chart.grid.index
        for piece in self.board.pieces:
            if piece.place in index:
                self.units.setdefault(index[piece.place], []).append(piece)

    def draw(self) -> None:
        """Draw all layers."""
        walks = list(self._walks())
        for walk in walks:
            self._path(walk)
        for number, pieces in self.units.items():
            self._stand(number, pieces)
        for number, side in self._held().items():
            self._hold(number, side)
        for ghost in self.marks.ghosts:
            self._ghost(ghost)
        self._boxes()
        self._zones()
        self._plans()
        self._offers()
        self._frames()
        for walk in walks:
            for one, other in iterate_steps(walk):
                self._arrow(one, self.chart.way(one, other), True)
        self._attacks()
        draw_notes(self, self.position.arrows, self.position.highlights)

    # ---- the last act ---------------------------------------------------------------------

    def _walks(self) -> Iterable[tuple[int, ...]]:
        """Yield the hexes of each movement of the current event."""
        index = self.chart.grid.index
        for each in self.effects:
            if not each.units or each.targets or len(each.places) < 2:
                continue
            first = each.places[0] not in index  # the movement starts in a box
            hexes = [index[place] for place in each.places if place in index]
            walk: tuple[int, ...] = tuple(hexes[:1])
            for one, other in iterate_steps(hexes):
                walk += self.chart.route(one, other)[1:]
            if len(hexes) == len(each.places) - first:
                yield walk

    def _path(self, walk: tuple[int, ...]) -> None:
        """Draw a thin line along a movement; names and signs take precedence."""
        for one, other in iterate_steps(walk):
            way = self.chart.way(one, other)
            if way < 0:
                continue
            sign = self.pen.path.sign(way)
            for x, y in (*self.geometry.link(one, way), self.geometry.centres[other]):
                if self.sheet.free(x, y, 1):
                    self.clear_number(x, y)
                    self.sheet.put(x, y, sign, "now")

    def clear_number(self, x: int, y: int) -> None:
        """Clear the number of a hex at a cell."""
        if self.sheet.chars[y][x].isdigit():
            left, top = self.geometry.corners[self.geometry.hex_at(x, y)]
            self.sheet.put(left + self.geometry.wide // 2 - 2, top + 1, " " * 4, "text")

    def _arrow(self, number: int, way: int, now: bool) -> None:
        """Draw the sign of a step or an attack on the crossed side."""
        if way < 0:
            return
        x, y = self.geometry.crossing(number, way)
        target = self.chart.grid.neighbours[number][way]
        framed = self.chart.grid.ids[target] == self.marks.focus
        role = "now" if now else "dim"
        if framed and self.pen.filled:
            self.sheet.put(x, y, ARROWS[way], AROUND, "b", role)
        else:
            self.sheet.put(x, y, ARROWS[way], role, "b")

    def _attacks(self) -> None:
        """Draw a sign on each side that an attack crosses."""
        marks, index = self.marks, self.chart.grid.index
        goals = {goal: mark for (_, goal), mark in marks.crossings.items() if mark.kind == "attack"}
        for goal, mark in goals.items():
            if goal not in index:
                continue
            for number in self._attackers(marks.signs):
                self._arrow(number, self.chart.way(number, index[goal]), mark.now)

    def _attackers(self, signs: dict[str, Mark]) -> set[int]:
        return {
            number
            for number, pieces in self.units.items()
            for piece in pieces
            if piece.id in signs and signs[piece.id].kind == "acts"
        }

    def _ghost(self, ghost: Ghost) -> None:
        """Draw a moved unit's strength in its previous hex, or the sign of a loss."""
        number = self.chart.grid.index.get(ghost.place)
        piece = next((p for p in self.board.pieces if p.id == ghost.unit), None)
        if number is None or piece is None:
            return
        here = len(self.units.get(number, ()))
        rows = self._rows()
        if here >= len(rows):
            return
        text, role = self._text(piece), "text"
        if not ghost.goal:
            text, role = f"{self.pen.lost}{text[: self.geometry.wide - 3]}", "error"
        x, y = self.geometry.corners[number]
        x += (self.geometry.wide - len(text) + 1) // 2
        for row in rows[here:]:
            if self.sheet.free(x, y + row, len(text)):
                for column in range(x, x + len(text)):
                    self.clear_number(column, y + row)
                self.sheet.take(x, y + row, text, role if ghost.now else "dim")
                return

    # ---- counters -------------------------------------------------------------------------

    def _rows(self) -> tuple[int, ...]:
        """Return the rows of a hex for counters, in order of use."""
        return {8: (2, 3), 6: (2, 1), 4: (1,)}[self.geometry.wide]

    def _text(self, piece: Piece) -> str:
        text = piece.id if self.shown.idents or not piece.strength else piece.strength
        return text if self.geometry.wide > 4 or self.shown.idents else text.partition("-")[0]

    def _stand(self, number: int, pieces: list[Piece]) -> None:
        """Draw the counters of a hex from its middle on; the rest is a number."""
        _, y = self.geometry.corners[number]
        rows = self._rows()
        changed = self.marks.changed
        different = self.marks.different
        pieces = sorted(pieces, key=lambda one: (one.id not in different, one.id not in changed))
        several = len(pieces) > len(rows)
        if len(pieces) > 1 and rows[1:] == (1,):
            self._make_room(number)
        for at, row in enumerate(rows[: len(pieces)]):
            piece = pieces[at]
            opening, closing = get_brackets(self.sides.get(piece.side, 0))
            text = self._text(piece)[: self.geometry.wide - 2]
            if several and at == len(rows) - 1:
                if len(rows) == 1:
                    closing = "+"
                else:
                    text = f"+{len(pieces) - at}"
            size = len(text) + 2
            x = self.geometry.corners[number][0] + (self.geometry.wide - size + 1) // 2
            side = self.sides.get(piece.side, 0)
            ground = "now" if piece.id in self.marks.chosen else f"side{side}"
            role = f"side{side}-text"
            if piece.id in different:
                # Its sign has the cell before it, or the cell of its bracket in a small hex.
                role, ground = "background", "differs"
                if size < self.geometry.wide:
                    x, opening, size = x - 1, f"!{opening}", size + 1
                else:
                    opening = "!"
            self.sheet.put(x, y + row, f"{opening}{text}{closing}", role, "b", ground)
            self.sheet.taken.update((x + t, y + row) for t in range(size))
            self.hits.update({(x + t, y + row): piece.id for t in range(size)})

    def _make_room(self, number: int) -> None:
        """Free the row of the name for a counter, and shorten adjacent names."""
        sheet, geometry = self.sheet, self.geometry
        x, y = geometry.corners[number]
        if sheet.unname(number) is None:
            sheet.put(x + 1, y + 1, " " * (geometry.wide - 1), "text")
        for way in (W, E):
            other = self.chart.grid.neighbours[number][way]
            label = sheet.labels.get(other)
            if label and label.x < x + geometry.wide and x < label.x + len(label.under):
                sheet.unname(other)
                at = fit_name(geometry, other, label.brief)
                sheet.name(other, at, y + 1, label.brief, label)

    def _held(self) -> dict[int, str]:
        """Return the holder of each place that has control or is a supply source."""
        index = self.chart.grid.index
        held = {index[at]: side for at, side in self.board.control.items() if at in index}
        return self.chart.owners | held

    def _hold(self, number: int, side: str) -> None:
        """Draw the sign of a place in its holder's brackets, below a counter."""
        sign = self.chart.signs[number]
        if self.geometry.wide == 4:
            sign = sign[:1]
        here = len(self.units.get(number, ()))
        x, y = self.geometry.centres[number]
        if here:
            if self.geometry.wide < 8 or here > 1:
                return
            y += 1
        at = self.sides.get(side, -1)
        if at < 0:
            self.sheet.take(x, y, sign, "hex-key" if "@" in sign else "hex-name", "b")
            return
        self.sheet.take(x - 1, y, enclose(sign, at), f"side{at}", "b")

    # ---- boxes ----------------------------------------------------------------------------

    def _boxes(self) -> None:
        """Draw the counters in the boxes, and highlight changed and noted boxes."""
        geometry, changed = self.geometry, self.marks.changed
        noted = {place for arrow in self.position.arrows for place in arrow}
        noted |= self.position.highlights
        for box in self.chart.boxes:
            rect = compute_rect(box.tile, geometry.wide, geometry.high)
            here = find_pieces(box, self.board.pieces)
            role = f"side{self.sides[box.side]}" if box.side in self.sides else "text"
            role = "note" if box.place in noted else role
            role = "now" if any(piece.id in changed for piece in here) else role
            count = str(len(here)) if here else ""
            self.pen.head(
                self.sheet, rect, self.chart.box_names[box.id][self.shown.language], role, count
            )
            room = compute_inner(rect, self.pen.pad)
            if not here:
                self.sheet.put(room.x, room.y, self.shown.empty, "faint")
            size = (room.width, room.height)
            rows = lay_out_rows(here, self.sides, size, self._text, not self.shown.idents)
            for y, row in enumerate(rows, room.y):
                for token in row:
                    x, side = room.x + token.at, f"side{token.side}"
                    ground, role = side, f"{side}-text"
                    if token.unit in self.marks.chosen:
                        ground = "now"
                    text = token.text
                    if token.unit in self.marks.different:
                        text, ground, role = f"!{text[1:]}", "differs", "background"
                    end = self.sheet.put(x, y, text, role, "b", ground)
                    self.sheet.put(end, y, token.many, "text")
                    self.hits.update({(column, y): token.unit for column in range(x, end)})

    # ---- zones and frames -----------------------------------------------------------------

    def _zones(self) -> None:
        """Draw a bracket in a lower corner of each hex of a zone: left for the first side."""
        index = self.chart.grid.index
        for side in self.shown.zones:
            at = self.sides.get(side, 0)
            for place in self.board.zones.get(side, ()):
                if place not in index:
                    continue
                x, y = self.geometry.corners[index[place]]
                x += self.geometry.wide - 1 if at else 1
                y += self.geometry.high - 1
                if self.sheet.free(x, y, 1):
                    self.sheet.put(x, y, get_brackets(at)[min(at, 1)], f"side{at}", "b")

    def _plans(self) -> None:
        """Draw declared attacks: a thin frame at the target, an arrow on each crossed side."""
        index = self.chart.grid.index
        places = {piece.id: piece.place for piece in self.board.pieces}
        for plan in self.board.plans:
            if plan.place not in index:
                continue
            goal = index[plan.place]
            self.pen.frame(self.sheet, self.geometry, goal, PLANNED, "now")
            for number in {index.get(places.get(unit, ""), -1) for unit in plan.units} - {-1}:
                self._arrow(number, self.chart.way(number, goal), True)

    def _offers(self) -> None:
        """Draw the places that can be chosen: number or name in the accent colour, and a sign."""
        for place in self.marks.offered:
            number = self.chart.grid.index.get(place)
            if number is None:
                continue
            self._accent(number, "now")
            self._sign(number, self.pen.offer, "now")

    def _accent(self, number: int, role: str) -> None:
        """Write the name of a hex, or its number, in another colour."""
        sheet, geometry = self.sheet, self.geometry
        if label := sheet.labels.get(number):
            y = label.y
            text = "".join(sheet.chars[y][label.x : label.x + len(label.under)])
            sheet.put(label.x, y, text, role, "b")
        elif geometry.wide > 4:
            ident = self.chart.grid.ids[number]
            x, y = geometry.corners[number]
            x += geometry.wide // 2 - 2
            if sheet.free(x, y + 1, len(ident)) and not any(
                (x + at, y + 1) in self.hits for at in range(len(ident))
            ):
                sheet.put(x, y + 1, ident, role, "b")

    def _sign(self, number: int, sign: str, role: str) -> None:
        """Write a sign in the first free cell of the lowest row of a hex."""
        x, y = self.geometry.corners[number]
        wide, y = self.geometry.wide, y + self.geometry.high - 1
        for column in (x + wide // 2, x + wide // 2 + 2, x + wide - 1, x + 1):
            if column < x + wide and self.sheet.free(column, y, 1) and (column, y) not in self.hits:
                self.sheet.take(column, y, sign, role, "b")
                return

    def _frames(self) -> None:
        index, marks = self.chart.grid.index, self.marks
        last, focus, rejected = map(index.get, (marks.last, marks.focus, marks.rejected))
        if last is not None and last not in (focus, rejected):
            weight = FRAME if self.pen.filled else PLANNED  # outlines have no duller colour
            self.pen.frame(self.sheet, self.geometry, last, weight, "now-dull")
        if focus is not None and focus != rejected:
            self.pen.frame(self.sheet, self.geometry, focus, FRAME, "now")
        if rejected is not None:
            self.pen.frame(self.sheet, self.geometry, rejected, FRAME, "error")
            self._accent(rejected, "error")
            self._sign(rejected, self.pen.lost, "error")
        cursor = index.get(self.shown.cursor)
        if cursor is not None and cursor != focus:
            self.pen.frame(self.sheet, self.geometry, cursor, CURSOR, "hex-cursor")
        elif cursor is not None:
            for way in (W, E):
                for x, y, _ in self.geometry.side(cursor, way):
                    self.sheet.put(x, y, "{" if way == W else "}", "hex-cursor", "b")


def draw_notes(
    layers: "PositionLayers", arrows: Iterable[tuple[str, ...]], highlights: Iterable[str]
) -> None:
    """Draw the highlights and arrows of notes, for places on the map or in its boxes."""
    for place in highlights:
        _highlight(layers, place)
    for arrow in arrows:
        for origin, goal in pairwise([_cells(layers, place) for place in arrow]):
            if origin and goal:
                _arrow(layers, origin, goal)


def _cells(layers: "PositionLayers", place: str) -> Rect | None:
    """Return the cells of a place: the middle of a hex, or a box."""
    number = layers.chart.grid.index.get(place)
    if number is not None:
        return Rect(*layers.geometry.centres[number], 1, 1)
    tiles = (box.tile for box in layers.chart.boxes if box.place == place)
    return next((_rect(layers, tile) for tile in tiles), None)


def _rect(layers: "PositionLayers", tile: Tile) -> Rect:
    return compute_rect(tile, layers.geometry.wide, layers.geometry.high)


def _highlight(layers: "PositionLayers", place: str) -> None:
    number = layers.chart.grid.index.get(place)
    if number is None:
        box = _cells(layers, place)
        if box is not None:
            layers.pen.mark(layers.sheet, box, "note")
    elif place == layers.marks.focus:  # the frame stays, with dotted upright sides
        for way in (E, W):
            layers.pen.side(layers.sheet, layers.geometry, number, way, NOTED, "note")
    else:
        layers.pen.frame(layers.sheet, layers.geometry, number, NOTED, "note")


def _arrow(layers: "PositionLayers", origin: Rect, goal: Rect) -> None:
    """Draw dots in every other column and a head in the last free cell before the target."""
    sheet, pen = layers.sheet, layers.pen
    start = origin.nearest(goal.middle)
    end = goal.nearest(start)
    tiles = [*(box.tile for box in layers.chart.boxes), layers.chart.legend]
    shut = [_rect(layers, tile) for tile in tiles if tile]
    open_ = [
        (x, y)
        for x, y in trace_line(start, end)
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


ROWS = 13


def hex_thumbnail(board: Board, narrator: Narrator, look: Look, width: int) -> list[Strip]:
    """Return the map at its smallest size, cropped around the units."""
    chart = build_chart(narrator.spec)._replace(boxes=())
    geometry = Geometry(chart.grid, STEPS[-1])
    pen = choose_pen(look.signs is PLAIN, False)
    sheet = draw_ground(chart, geometry, MapStyle(pen, look.language, False))
    sides = tuple(side.id for side in narrator.spec.sides)
    PositionLayers(
        sheet, chart, geometry, pen, sides, MapPosition(board, Marks(), ()), MapOptions()
    ).draw()
    places = [piece.place for piece in board.pieces if piece.place in chart.grid.index]
    height = min(ROWS, geometry.height)
    left, top = _fullest(geometry, places, width, height)
    shown = colour_hexes(chart, look, pen.filled)
    return [shown.strip(sheet, row, left, width) for row in range(top, top + height)]


def _fullest(geometry: Geometry, places: list[str], width: int, height: int) -> tuple[int, int]:
    """Return the window that contains most units, the nearest to their middle."""
    x, y = geometry.middle(places)
    spots = [geometry.centres[geometry.grid.index[place]] for place in places]
    half = geometry.wide // 2
    lefts = {find_window(at, width, geometry.width) for at in range(0, geometry.width, half)}
    tops = {find_window(at, height, geometry.height) for at in range(0, geometry.height, half)}

    def count_units(corner: tuple[int, int]) -> tuple[int, int]:
        left, top = corner
        seen = sum(
            left + half <= sx < left + width - half and top <= sy < top + height for sx, sy in spots
        )
        return seen, -abs(left + width // 2 - x) - 2 * abs(top + height // 2 - y)

    left, top = max(
        ((left, top) for left in sorted(lefts) for top in sorted(tops)), key=count_units
    )
    return max(left, 0), top
