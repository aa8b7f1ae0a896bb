"""Maps of hexes as pictures."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Effect, Piece
from senpu.replay.parts.hexes import NOWHERE, HexGrid, HexLinks
from senpu.spec.game_file import Box
from senpu.tui.boards.hex_boxes import find_pieces
from senpu.tui.boards.hex_chart import (
    PLACES,
    SIDES,
    SUPPLY,
    WATER,
    Chart,
    E,
    W,
    build_chart,
    find_kind,
    iterate_links,
)
from senpu.tui.boards.scene import Scene
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.elements import (
    LETTERS,
    CounterSize,
    PictureFrame,
    PicturePoint,
    Words,
    element,
    format_number,
    format_path,
    measure_text,
    outline_counter,
    render_badge,
    round_corners,
    text,
    texts,
)
from senpu.tui.pictures.maps import (
    HEXED,
    MIDDLE,
    CounterGroup,
    CounterLayout,
    CounterPosition,
    CounterPositions,
    PictureMap,
    SideLines,
    fit_groups,
    stack_counters,
)
from senpu.tui.render.text_layout import get_text

WIDE = 64.0
"""The width of a hex."""
REACH = 37.0
"""The distance from its centre to a corner."""
STEP = 55.5
"""The distance between rows."""
CORNERS = (
    PicturePoint(0, -REACH), PicturePoint(WIDE / 2, -REACH / 2), PicturePoint(WIDE / 2, REACH / 2),
    PicturePoint(0, REACH), PicturePoint(-WIDE / 2, REACH / 2), PicturePoint(-WIDE / 2, -REACH / 2),
)  # fmt: skip
"""The corners clockwise from the north: side k joins corner k and the next one."""

Line = tuple[PicturePoint, ...]


class HexShapes:
    """The hexes of a grid."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.width = WIDE * grid.wide + WIDE / 2
        self.height = STEP * (grid.high - 1) + 2 * REACH
        self.centres = tuple(
            PicturePoint(WIDE * column + WIDE / 2 * (1 + grid.shift(row)), STEP * row + REACH)
            for row, column in grid.at
        )

    def corner(self, hexagon: int, at: int) -> PicturePoint:
        """Return a corner of a hex."""
        x, y = self.centres[hexagon]
        return PicturePoint(x + CORNERS[at % 6].x, y + CORNERS[at % 6].y)

    def outline(self, hexagon: int, inset: float = 0) -> str:
        """Return the edge of a hex, or a line inside it at a distance."""
        x, y = self.centres[hexagon]
        size = 1 - inset / (WIDE / 2)
        return format_path(
            [PicturePoint(x + size * dx, y + size * dy) for dx, dy in CORNERS], closed=True
        )

    def side(self, one: int, other: int) -> tuple[PicturePoint, PicturePoint]:
        """Return the ends of the side between two adjacent hexes."""
        way = self.grid.neighbours[one].index(other)
        return self.corner(one, way), self.corner(one, way + 1)

    def shore(self) -> str:
        """Return the sides at the edge of the map."""
        ends = [
            (self.corner(each, way), self.corner(each, way + 1))
            for each in range(len(self.grid.ids))
            for way, other in enumerate(self.grid.neighbours[each])
            if other == NOWHERE
        ]
        return "".join(format_path(line, closed=line[0] == line[-1]) for line in chain_links(ends))

    def sides(self, sides: HexLinks) -> str:
        """Return sides of a kind as joined lines with rounded corners around the hexes."""
        ends = [self.side(one, other) for one, other in iterate_links(sides)]
        return "".join(round_corners(line, 0.34) for line in chain_links(ends))

    def lines(self, lines: HexLinks) -> str:
        """Return lines from hex to hex through the middle of their sides."""
        ends = [(self.centres[one], self.centres[other]) for one, other in iterate_links(lines)]
        return "".join(round_corners(line, 0.3) for line in chain_links(ends))

    def tile(self, tile: Sequence[int], gap: float) -> PictureFrame:
        """Return the rectangle of a tile in hexes, with a gap in the west and north."""
        column, row, columns, rows = tile
        return PictureFrame(
            WIDE * column + gap, STEP * row + gap, WIDE * columns - gap, STEP * rows - gap
        )

    def box(self, tile: Sequence[int]) -> PictureFrame:
        """Return the rectangle of a box, below the corners of the hexes in the row above it."""
        frame = self.tile(tile, BOX_GAP)
        column, row, columns, _ = tile
        above = (2 * column - 1, 2 * (column + columns))
        is_below = any(
            at == row - 1 and above[0] <= self.grid.east[number] < above[1]
            for number, (at, _) in enumerate(self.grid.at)
        )
        low = REACH / 2 + BOX_GAP / 2 - BOX_GAP if is_below else 0.0
        return PictureFrame(frame.x, frame.y + low, frame.width, frame.height - low)


def chain_links(links: Iterable[tuple[PicturePoint, PicturePoint]]) -> list[Line]:
    """Return links with common ends as lines of maximum length; junctions of three end a line.

    >>> a, b, c = PicturePoint(0, 0), PicturePoint(1, 0), PicturePoint(2, 0)
    >>> [[at.x for at in line] for line in chain_links([(b, c), (a, b)])]
    [[0, 1, 2]]

    Returns:
        The points of each line.
    """
    near: dict[tuple[float, float], list[PicturePoint]] = {}
    for one, other in links:
        near.setdefault(_key(one), []).append(other)
        near.setdefault(_key(other), []).append(one)
    points = {_key(each): each for others in near.values() for each in others}
    done: set[frozenset[tuple[float, float]]] = set()
    lines = []
    ends = [key for key in sorted(near) if len(near[key]) != 2]
    for start in (*ends, *sorted(near)):  # lines without an end are rings
        for second in sorted(near[start], key=_key):
            line = [points[start]]
            here = second
            while frozenset((_key(line[-1]), _key(here))) not in done:
                done.add(frozenset((_key(line[-1]), _key(here))))
                line.append(points[_key(here)])
                onward = [
                    other for other in near[_key(here)]
                    if frozenset((_key(here), _key(other))) not in done
                ]  # fmt: skip
                if len(near[_key(here)]) != 2 or not onward:
                    break
                here = onward[0]
            if len(line) > 1:
                lines.append(tuple(line))
    return lines


def _key(point: PicturePoint) -> tuple[float, float]:
    return round(point.x, 2), round(point.y, 2)


NUMBER, NAME = -19.5, -8
"""The distance of a hex's number and of its name from its centre."""
NAME_SIZE = LETTERS
"""The font size of a name."""

SIGNS: dict[str, tuple[str, ...]] = {
    "rough": ("M-5 3L-1 -3L2 1L4 -2L7 3",),
    "woods": ("M-4 4V1M-7 1A3.4 3.4 0 1 1 -1 1ZM4 5V2M1 2A3.4 3.4 0 1 1 7 2Z",),
    "marsh": ("M-6 3H6M-3 3V-1M0 3V-3M3 3V-1",),
    "sea": ("M-7 0Q-5 -3 -3 0T1 0T5 0",),
    "lake": ("M-7 0Q-5 -3 -3 0T1 0T5 0",),
}
"""The texture that identifies each ground without colour."""
LAND = (PicturePoint(-16, 4), PicturePoint(15, 13), PicturePoint(-9, 22))
WAVES = (PicturePoint(-12, -8), PicturePoint(13, 3), PicturePoint(-7, 16))


def draw_map(chart: Chart, shapes: HexShapes, narrators: Iterable[Narrator]) -> str:
    """Return the whole map from the lowest layer up."""
    parts = [
        *_tiles(chart, shapes),
        element("path", cls="hair", d="".join(map(shapes.outline, range(len(chart.grid.ids))))),
        *_textures(chart, shapes),
        element("path", cls="shore", d=shapes.shore()),
    ]
    if any(chart.road):
        parts.append(element("path", cls="road", d=shapes.lines(chart.road)))
    if any(chart.rail):
        rails = shapes.lines(chart.rail)
        parts += [element("path", cls=cls, d=rails) for cls in ("ties", "rail")]
    across = dict(chart.sides)
    parts += [
        element("path", cls=f"water {name}", d=shapes.sides(across[name]))
        for name in SIDES
        if any(across[name])
    ]
    for hexagon, signs in enumerate(chart.signs):
        if signs:
            parts.append(draw_place(signs, shapes.centres[hexagon]))
    parts += _names(chart, shapes, tuple(narrators))
    return "".join(parts)


def _tiles(chart: Chart, shapes: HexShapes) -> Iterator[str]:
    """Return the hexes of each colour as one path; three tints separate adjacent hexes."""
    found: dict[str, list[str]] = {}
    for hexagon, terrain in enumerate(chart.terrain):
        row, _ = chart.grid.at[hexagon]
        third = ((chart.grid.east[hexagon] - row) // 2 - row) % 3
        found.setdefault(f"{terrain}-{third}", []).append(shapes.outline(hexagon))
    for cls in sorted(found):
        yield element("path", cls=cls, d="".join(found[cls]))


def _textures(chart: Chart, shapes: HexShapes) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for (x, y), terrain in zip(shapes.centres, chart.terrain, strict=True):
        for spot in WAVES if terrain in WATER else LAND:
            for sign in SIGNS.get(terrain, ()):
                found.setdefault(terrain, []).append(
                    move_path(sign, PicturePoint(x + spot.x, y + spot.y))
                )
    for terrain in sorted(found):
        yield element("path", cls=f"texture {terrain}-sign", d="".join(found[terrain]))


@cache
def _words(sign: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the commands of a path with their numbers."""
    found: list[tuple[str, tuple[float, ...]]] = []
    for part in "".join(f"\n{each}" if each.isalpha() else each for each in sign).split("\n"):
        if part:
            numbers = part[1:].replace("-", " -").split()
            found.append((part[0], tuple(map(float, numbers))))
    return tuple(found)


def move_path(sign: str, to: PicturePoint) -> str:
    """Return a path drawn around (0, 0), moved to another point.

    >>> move_path("M-5 3L2 1H6V2", PicturePoint(10, 20))
    'M5 23L12 21H16V22'

    Returns:
        The commands of the path.
    """
    parts = []
    for command, numbers in _words(sign):
        if command in "HV":
            ends = [numbers[0] + (to.x if command == "H" else to.y)]
        elif command == "A":
            *about, x, y = numbers
            ends = [*about, x + to.x, y + to.y]
        else:
            ends = [each + (to.y if at % 2 else to.x) for at, each in enumerate(numbers)]
        parts.append(command + " ".join(map(format_number, ends)))
    return "".join(parts)


# ---- places -----------------------------------------------------------------------------------


def draw_place(signs: str, at: PicturePoint) -> str:
    """Return the sign of a place: a city's ring, an anchor, a supply source, a town's dot."""
    x, y = at
    if "@" in signs:
        return (
            element("circle", cls="place", cx=x, cy=y, r=7)
            + element("circle", cls="place-sign", cx=x, cy=y, r=3.4)
            + (draw_anchor(PicturePoint(x + 18, y + 4)) if "p" in signs else "")
        )
    if "S" in signs:
        triangle = format_path(
            [PicturePoint(x, y - 8), PicturePoint(x + 7.5, y + 5), PicturePoint(x - 7.5, y + 5)],
            True,
        )
        return element("path", cls="place", d=triangle)
    if "p" in signs:
        return draw_anchor(at)
    return element("circle", cls="place", cx=x, cy=y, r=3.4)


def draw_anchor(at: PicturePoint) -> str:
    """Return an anchor for a port."""
    drawing = "M0 -5V8M-3.5 -2H3.5M-6 3Q-5 8 0 8Q5 8 6 3"
    return element("circle", cls="place", cx=at.x, cy=at.y - 7, r=2) + element(
        "path", cls="place-line", d=move_path(drawing, at)
    )


def _names(chart: Chart, shapes: HexShapes, narrators: tuple[Narrator, ...]) -> Iterator[str]:
    """Return names and hex numbers; open water has no number."""
    for hexagon, ident in enumerate(chart.grid.ids):
        x, y = shapes.centres[hexagon]
        if chart.terrain[hexagon] not in WATER:
            yield text(x, y + NUMBER, ident, "number")
        if hexagon not in chart.names:
            continue
        full, short = chart.names[hexagon]
        label = {}
        for language in (narrator.language for narrator in narrators):
            fits = measure_text(full[language], NAME_SIZE) <= _room(chart, hexagon, language)
            label[language] = (full if fits else short)[language]
        key = " key" if "@" in chart.signs[hexagon] else ""
        yield texts(x, y + NAME, label, f"name{key}")


def _room(chart: Chart, hexagon: int, language: str) -> float:
    """Return the maximum width of a name, which may extend west and east up to the next name."""
    room = 2 * WIDE - 8
    for way in (E, W):
        other = hexagon
        for step in (1, 2):
            other = chart.grid.neighbours[other][way]
            if other == NOWHERE:
                break
            if other in chart.names:
                theirs = measure_text(chart.names[other][0][language], NAME_SIZE)
                room = min(room, 2 * (WIDE * step - theirs / 2 - 3))
                break
    return room


HELD = 29.5
"""The distance below the middle of a hex of the sign of its holder."""
BOX_GAP, BOX_HEAD = 10.0, 22.0
NARROW = CounterSize(28, 15)
"""The counter size of a ghost in an occupied hex."""


class HexMapPicture(PictureMap):
    """A picture of a map of hexes."""

    def __init__(self, narrators: Narrators) -> None:
        super().__init__(narrators)
        self.chart = build_chart(self.spec)
        self.shapes = HexShapes(self.chart.grid)
        self.index = self.chart.grid.index
        self.boxes = {at: self.shapes.box(box.tile) for at, box in enumerate(self.chart.boxes)}
        ends = [PicturePoint(f.x + f.width, f.y + f.height) for f in self.boxes.values()]
        self.width = max([self.shapes.width, *(end.x for end in ends)])
        self.height = max([self.shapes.height, *(end.y for end in ends)])

    def ground(self) -> str:
        """Return the map without a position."""
        parts = [draw_map(self.chart, self.shapes, self.narrators.every)]
        for at, box in enumerate(self.chart.boxes):
            x, y, wide, high = self.boxes[at]
            parts.append(element("rect", cls="box", x=x, y=y, width=wide, height=high, rx=5))
            side = f" side{self.sides[box.side]}" if box.side in self.sides else ""
            name = self.narrators.chosen(self.chart.box_names[box.id])
            parts.append(texts(x + 8, y + 15.5, name, f"box-name{side}"))
        return "".join(parts)

    # ---- positions --------------------------------------------------------------------------

    def stand(self, scene: Scene, tallies: SideLines) -> CounterLayout:
        """Return the positions of all counters."""
        del tallies
        pieces = scene.board.pieces
        spots: CounterPositions = {}
        for ident, here in self._stacks(scene.board).items():
            spots |= stack_counters(here, self.shapes.centres[self.index[ident]])
        for at, box in enumerate(self.chart.boxes):
            here = [piece.id for piece in find_pieces(box, pieces) if piece.id not in spots]
            spots |= self._boxed(at, box, here)
        return CounterLayout(spots, (), tuple(piece for piece in pieces if piece.id not in spots))

    def _stacks(self, board: Board) -> dict[str, list[str]]:
        """Return the units on the map by hex, side by side."""
        found: dict[str, list[Piece]] = {}
        for piece in board.pieces:
            if piece.place in self.index:
                found.setdefault(piece.place, []).append(piece)
        return {
            place: [piece.id for piece in sorted(here, key=lambda piece: self.sides[piece.side])]
            for place, here in found.items()
        }

    def _boxed(self, at: int, box: Box, units: list[str]) -> CounterPositions:
        x, y, wide, high = self.boxes[at]
        nothing: Words = {}
        room = PictureFrame(x + 7, y + BOX_HEAD, wide - 14, high - BOX_HEAD - 5)
        return fit_groups([CounterGroup(nothing, tuple(units))], room).spots if units else {}

    def ghosts(self, scene: Scene) -> CounterPositions:
        """Return the previous positions of moved and lost units."""
        full = self._stacks(scene.board)
        found: CounterPositions = {}
        for ghost in scene.marks.ghosts:
            centre = self.centre(ghost.place)
            if centre is None:
                continue
            if ghost.place not in full:
                found[ghost.unit] = CounterPosition(centre.x, centre.y + MIDDLE, HEXED[1])
            elif not ghost.goal:
                found[ghost.unit] = CounterPosition(centre.x, centre.y - 17, NARROW)
        return found

    def noted(self, board: Board) -> str:
        """Draw the holder of each place with control and of supply sources: the side's shape."""
        index = self.index
        held = {index[at]: side for at, side in board.control.items() if at in index}
        parts = []
        for hexagon, side in sorted((self.chart.owners | held).items()):
            if side in self.sides:
                x, y = self.shapes.centres[hexagon]
                at = self.sides[side]
                parts.append(render_badge(at, 11, f"c{at}", x, y + HELD))
        return "".join(parts)

    def centre(self, place: str) -> PicturePoint | None:
        """Return the centre of a hex, or None."""
        return self.shapes.centres[self.index[place]] if place in self.index else None

    def box(self, place: str) -> PictureFrame | None:
        """Return the box of a place, or None."""
        places = [box.place for box in self.chart.boxes]
        return self.boxes[places.index(place)] if place and place in places else None

    def frame(self, place: str) -> str:
        """Return the edge of a hex or box as a path, or an empty text."""
        if box := self.box(place):
            return box.inset(1.5).outline
        return self.shapes.outline(self.index[place], 1.5) if place in self.index else ""

    def ways(self, effects: Iterable[Effect]) -> list[tuple[PicturePoint, ...]]:
        """Return the paths of movements."""
        return [
            tuple(self.shapes.centres[hexagon] for hexagon in walk) for walk in self._walks(effects)
        ]

    def _walks(self, effects: Iterable[Effect]) -> Iterator[tuple[int, ...]]:
        """Yield the hexes of movements, rails and roads hex by hex.

        Yields:
            The places of each movement, boxes included.
        """
        for each in effects:
            if not each.units or each.targets or len(each.places) < 2:
                continue
            first = each.places[0] not in self.index
            hexes = [self.index[place] for place in each.places if place in self.index]
            if len(hexes) != len(each.places) - first or len(hexes) < 2:
                continue
            walk = hexes[:1]
            for one, other in pairwise(hexes):
                walk += self.chart.route(one, other)[1:]
            yield tuple(walk)

    @property
    def tight(self) -> bool:
        """Return True: hexes are small."""
        return True


GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")
ROW, SAMPLE = 22.0, 26.0


class LegendSign(NamedTuple):
    """A sample drawn around (0, 0), and its meaning."""

    drawn: str
    words: str


def render_legend(
    board: HexMapPicture, narrators: Narrators, narrator: Narrator, width: float
) -> tuple[str, float]:
    """Return the samples in rows in one language, and their height."""
    x, y, drawn = 0.0, 0.0, ""
    for sign in _signs(board, narrators, narrator):
        size = SAMPLE + measure_text(sign.words, LETTERS) + 18
        if x and x + size > width:
            x, y = 0.0, y + ROW
        drawn += element("g", sign.drawn, transform=f"translate({x + 11:.1f} {y + 11:.1f})")
        drawn += text(x + SAMPLE, y + 14.5, sign.words, "legend")
        x += size
    return drawn, y + ROW


def _signs(board: HexMapPicture, narrators: Narrators, narrator: Narrator) -> Iterator[LegendSign]:
    chart = board.chart
    word = partial(get_text, narrator.language)
    for ground in GROUNDS:
        if ground in chart.terrain:
            tile = element("rect", cls=f"{ground}-0", x=-10, y=-8, width=20, height=16, rx=2)
            for sign in SIGNS.get(ground, ()):
                tile += element(
                    "path", cls=f"texture {ground}-sign", d=move_path(sign, PicturePoint(0, 0))
                )
            yield LegendSign(tile, narrator.label(ground))
    for name, sides in chart.sides:
        if any(sides):
            line = element("path", cls=f"water {name}", d="M-9 3Q0 -6 9 1")
            yield LegendSign(line, word(f"map_{name}"))
    if any(chart.rail):
        rails = (element("path", cls=cls, d="M-10 0H10") for cls in ("ties", "rail"))
        yield LegendSign("".join(rails), word("map_rail"))
    if any(chart.road):
        yield LegendSign(element("path", cls="road", d="M-10 0H10"), word("map_road"))
    for sort, sign in PLACES:
        for kind in sorted({k for kinds in chart.kinds for k in kinds if find_kind(k) == sort}):
            drawn = (
                draw_anchor(PicturePoint(0, 0))
                if sign == "p"
                else draw_place(sign, PicturePoint(0, 0))
            )
            owner = kind.removeprefix(SUPPLY)
            if owner in narrators.sides:
                drawn += render_badge(narrators.sides[owner], 8, f"c{narrators.sides[owner]}", 9, 6)
            yield LegendSign(drawn, narrator.label(kind))
    for side, at in narrators.sides.items():
        yield LegendSign(outline_counter(at, CounterSize(20, 14), f"c{at}"), narrator.side(side))
