"""A map of hexes in a picture: coloured tiles, and positions upon them."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from replay.rules import Board, Happening, Piece
from spec.loader import Box
from tui.pictures.counters import Form, badge
from tui.pictures.elements import Frame, Point, Words, element, texts
from tui.pictures.hex_ground import drawn
from tui.pictures.hex_shapes import HexShapes
from tui.pictures.maps import Lines, Map, Standing
from tui.pictures.spots import HEXED, MIDDLE, Group, Spot, Spots, fitted, stacked
from tui.pictures.voices import Voices
from tui.widgets.hex_boxes import standing
from tui.widgets.hex_chart import chart_of
from tui.widgets.scene import Scene

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
        for place, here in self._stacks(scene.board).items():
            spots |= stacked(here, self.shapes.centres[self.index[place]])
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

    def ways(self, told: Iterable[Happening]) -> list[tuple[Point, ...]]:
        return [
            tuple(self.shapes.centres[hexagon] for hexagon in walk) for walk in self._walks(told)
        ]

    def _walks(self, told: Iterable[Happening]) -> Iterator[tuple[int, ...]]:
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
