"""A map of hexes in a picture: coloured tiles, and positions upon them."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Effect, Piece
from senpu.spec.loader import Box
from senpu.tui.messages.screens import WORDS
from senpu.tui.pictures.counters import Form, badge, outline
from senpu.tui.pictures.elements import Frame, Point, Words, element, measured, text, texts
from senpu.tui.pictures.hex_ground import SIGNS, HexShapes, anchor, drawn, moved, place
from senpu.tui.pictures.maps import (
    HEXED,
    MIDDLE,
    Group,
    Lines,
    Map,
    Spot,
    Spots,
    Standing,
    fitted,
    stacked,
)
from senpu.tui.pictures.voices import Voices
from senpu.tui.widgets.hex_boxes import standing
from senpu.tui.widgets.hex_chart import PLACES, SUPPLY, chart_of, sort_of
from senpu.tui.widgets.scene import Scene

HELD = 29.5
"""How far below the middle of a hex a sign says who holds it."""
BOX_GAP, BOX_HEAD = 10.0, 22.0
NARROW = Form(26, 15)
"""A ghost in a hex in which others stand."""


class HexMap(Map):
    """A map of hexes."""

    def __init__(self, voices: Voices) -> None:
        super().__init__(voices)
        self.chart = chart_of(self.spec)
        self.shapes = HexShapes(self.chart.grid)
        self.index = self.chart.grid.index
        self.boxes = {
            at: self.shapes.tile(box.tile, BOX_GAP) for at, box in enumerate(self.chart.boxes)
        }
        ends = [Point(f.x + f.width, f.y + f.height) for f in self.boxes.values()]
        self.width = max([self.shapes.width, *(end.x for end in ends)])
        self.height = max([self.shapes.height, *(end.y for end in ends)])

    def ground(self) -> str:
        parts = [drawn(self.chart, self.shapes, self.voices.every)]
        for at, box in enumerate(self.chart.boxes):
            x, y, wide, high = self.boxes[at]
            parts.append(element("rect", cls="box", x=x, y=y, width=wide, height=high, rx=5))
            side = f" side{self.sides[box.side]}" if box.side in self.sides else ""
            name = self.voices.chosen(box.name)
            parts.append(texts(x + 8, y + 15.5, name, f"box-name{side}"))
        return "".join(parts)

    # ---- positions --------------------------------------------------------------------------

    def stand(self, scene: Scene, told: Lines) -> Standing:
        del told
        pieces = scene.board.pieces
        spots: Spots = {}
        for ident, here in self._stacks(scene.board).items():
            spots |= stacked(here, self.shapes.centres[self.index[ident]])
        for at, box in enumerate(self.chart.boxes):
            here = [piece.id for piece in standing(box, pieces) if piece.id not in spots]
            spots |= self._boxed(at, box, here)
        return Standing(spots, (), tuple(piece for piece in pieces if piece.id not in spots))

    def _stacks(self, board: Board) -> dict[str, list[str]]:
        """Who stands on the map, by hex: one side's counters after the other's."""
        found: dict[str, list[Piece]] = {}
        for piece in board.pieces:
            if piece.place in self.index:
                found.setdefault(piece.place, []).append(piece)
        return {
            place: [piece.id for piece in sorted(here, key=lambda piece: self.sides[piece.side])]
            for place, here in found.items()
        }

    def _boxed(self, at: int, box: Box, units: list[str]) -> Spots:
        x, y, wide, high = self.boxes[at]
        nothing: Words = {}
        room = Frame(x + 7, y + BOX_HEAD, wide - 14, high - BOX_HEAD - 5)
        return fitted([Group(nothing, tuple(units))], room).spots if units else {}

    def ghosts(self, scene: Scene) -> Spots:
        full = self._stacks(scene.board)
        found: Spots = {}
        for ghost in scene.marks.ghosts:
            centre = self.centre(ghost.place)
            if centre is None:
                continue
            if ghost.place not in full:
                found[ghost.unit] = Spot(centre.x, centre.y + MIDDLE, HEXED[1])
            elif not ghost.goal:
                found[ghost.unit] = Spot(centre.x, centre.y - 17, NARROW)
        return found

    def noted(self, board: Board) -> str:
        """Who holds each place that can be held, and sources of supply: a sign of the side's
        shape at the foot of the hex."""
        index = self.index
        held = {index[at]: side for at, side in board.control.items() if at in index}
        parts = []
        for hexagon, side in sorted((self.chart.owners | held).items()):
            if side in self.sides:
                x, y = self.shapes.centres[hexagon]
                at = self.sides[side]
                parts.append(badge(at, 11, f"c{at}", x, y + HELD))
        return "".join(parts)

    def centre(self, place: str) -> Point | None:
        return self.shapes.centres[self.index[place]] if place in self.index else None

    def box(self, place: str) -> Frame | None:
        places = [box.place for box in self.chart.boxes]
        return self.boxes[places.index(place)] if place and place in places else None

    def frame(self, place: str) -> str:
        if box := self.box(place):
            return box.inset(1.5).outline
        return self.shapes.outline(self.index[place], 1.5) if place in self.index else ""

    def ways(self, told: Iterable[Effect]) -> list[tuple[Point, ...]]:
        return [
            tuple(self.shapes.centres[hexagon] for hexagon in walk) for walk in self._walks(told)
        ]

    def _walks(self, told: Iterable[Effect]) -> Iterator[tuple[int, ...]]:
        """The hexes that units went through, rails and roads hex by hex. Where a way begins off
        the map, so does what is told of it."""
        for each in told:
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
        return True


GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")
SIZE, ROW, SAMPLE = 10.5, 22.0, 26.0


class Sign(NamedTuple):
    """A sample, drawn around (0, 0), and what it stands for."""

    drawn: str
    words: str


def legend(board: HexMap, voices: Voices, say: Narrator, width: float) -> tuple[str, float]:
    """The samples in rows, in one language, and how high they are together."""
    x, y, drawn = 0.0, 0.0, ""
    for sign in _signs(board, voices, say):
        size = SAMPLE + measured(sign.words, SIZE) + 18
        if x and x + size > width:
            x, y = 0.0, y + ROW
        drawn += element("g", sign.drawn, transform=f"translate({x + 11:.1f} {y + 11:.1f})")
        drawn += text(x + SAMPLE, y + 14.5, sign.words, "legend")
        x += size
    return drawn, y + ROW


def _signs(board: HexMap, voices: Voices, say: Narrator) -> Iterator[Sign]:
    chart = board.chart
    japanese = say.language == "ja"
    for ground in GROUNDS:
        if ground in chart.terrain:
            tile = element("rect", cls=f"{ground}-0", x=-10, y=-8, width=20, height=16, rx=2)
            for sign in SIGNS.get(ground, ()):
                tile += element("path", cls=f"texture {ground}-sign", d=moved(sign, Point(0, 0)))
            yield Sign(tile, say.label(ground))
    for name, sides in chart.sides:
        if any(sides):
            line = element("path", cls=f"water {name}", d="M-9 3Q0 -6 9 1")
            yield Sign(line, WORDS[f"map_{name}"][japanese])
    if any(chart.rail):
        rails = (element("path", cls=cls, d="M-10 0H10") for cls in ("ties", "rail"))
        yield Sign("".join(rails), WORDS["map_rail"][japanese])
    if any(chart.road):
        yield Sign(element("path", cls="road", d="M-10 0H10"), WORDS["map_road"][japanese])
    for sort, sign in PLACES:
        for kind in sorted({k for kinds in chart.kinds for k in kinds if sort_of(k) == sort}):
            drawn = anchor(Point(0, 0)) if sign == "p" else place(sign, Point(0, 0))
            owner = kind.removeprefix(SUPPLY)
            if owner in voices.sides:
                drawn += badge(voices.sides[owner], 8, f"c{voices.sides[owner]}", 9, 6)
            yield Sign(drawn, say.label(kind))
    for side, at in voices.sides.items():
        yield Sign(outline(at, Form(20, 14), f"c{at}"), say.side(side))
