"""The interface between a picture and its map of areas or hexes."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from senpu.replay.core.rules import Board, Effect, Piece
from senpu.tui.boards.scene import Scene
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.elements import (
    LETTERS,
    CounterSize,
    PictureFrame,
    PicturePoint,
    Words,
    measure_text,
)

ROOMY = CounterSize(74, 46)
"""Counter sizes in a tile of an area."""
OFF = CounterSize(38, 27)
"""The counter size off the map."""
GAP = 6.0
SMALLER = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44, 0.36, 0.28, 0.22)
LABEL = LETTERS
"""The font size of labels before counters."""


class CounterPosition(NamedTuple):
    """The position of a counter by its middle, and its size."""

    x: float
    y: float
    form: CounterSize

    @property
    def point(self) -> PicturePoint:
        """Return the middle as a point."""
        return PicturePoint(self.x, self.y)


CounterPositions = dict[str, CounterPosition]


class CounterGroup(NamedTuple):
    """Counters with a common label."""

    label: Words
    units: tuple[str, ...]


class PlacedText(NamedTuple):
    """A line of text, by its left end."""

    at: PicturePoint
    words: Words
    cls: str = "label"


class GroupLayout(NamedTuple):
    """Groups of counters in rows."""

    spots: CounterPositions
    labels: tuple[PlacedText, ...]
    height: float


def shrink(form: CounterSize, part: float) -> CounterSize:
    """Return a smaller counter size."""
    return CounterSize(round(form.width * part, 1), round(form.height * part, 1))


def fill_tile(first: Sequence[str], others: Sequence[str], room: PictureFrame) -> CounterPositions:
    """Return the positions of both sides' counters in a tile.

    The first side starts at the top left, the others at the bottom right, in columns, so that a
    counter moves little if another one arrives.

    Returns:
        The positions by unit.
    """
    form, gap, rows = _fitting(len(first) + len(others), room)
    across, down = form.width + gap, form.height + gap
    spots = {}
    for at, unit in enumerate(first):
        column, row = divmod(at, rows)
        x, y = room.x + column * across, room.y + row * down
        spots[unit] = CounterPosition(x + form.width / 2, y + form.height / 2, form)
    for at, unit in enumerate(reversed(others)):
        column, row = divmod(at, rows)
        x, y = room.x + room.width - column * across, room.y + room.height - row * down
        spots[unit] = CounterPosition(x - form.width / 2, y - form.height / 2, form)
    return spots


def has_room(count: int, room: PictureFrame) -> bool:
    """Return whether a number of counters fits at full size."""
    return _fitting(count, room)[0] == ROOMY


def _fitting(count: int, room: PictureFrame) -> tuple[CounterSize, float, int]:
    """Return the size of counters, the gap between them, and the number in a column."""
    for part in SMALLER:
        form, gap = shrink(ROOMY, part), GAP * part
        columns = max(int((room.width + gap) / (form.width + gap)), 1)
        rows = max(int((room.height + gap) / (form.height + gap)), 1)
        if columns * rows >= count:
            return form, gap, rows
    return form, gap, max(rows, math.ceil(count / columns))


HEXED = {1: CounterSize(44, 27), 2: CounterSize(29, 27)}
"""Counter sizes by the number of counters in a hex; more have one line each, in two columns."""
MIDDLE = 9.5
"""The distance of counters below the middle of their hex: names are above them."""
INSIDE = 60.0, 27.0
"""The room for counters."""


def stack_counters(units: Sequence[str], centre: PicturePoint) -> CounterPositions:
    """Return the positions of the counters of a hex; 3 and more need several rows."""
    count = len(units)
    rows = 1 if count < 3 else 2 if count < 5 else 3
    columns = math.ceil(count / rows)
    gap = 1.6
    width = (INSIDE[0] - gap * (columns - 1)) / columns
    height = (INSIDE[1] - gap * (rows - 1)) / rows
    form = HEXED.get(count, CounterSize(round(width, 1), round(height, 1)))
    spots = {}
    for at, unit in enumerate(units):
        row, column = divmod(at, columns)
        here = min(columns, count - row * columns)
        x = centre.x + (column - (here - 1) / 2) * (form.width + gap)
        y = centre.y + MIDDLE + (row - (rows - 1) / 2) * (form.height + gap)
        spots[unit] = CounterPosition(x, y, form)
    return spots


# ---- off the map ------------------------------------------------------------------------------


def group_pieces(
    pieces: Iterable[Piece], label: Callable[[str, int], Words]
) -> list[CounterGroup]:  # fmt: skip
    """Return pieces off the map by fate and turn, the earliest first."""
    found: dict[tuple[str, int], list[str]] = {}
    for piece in pieces:
        found.setdefault((piece.fate, piece.turn if piece.fate == "due" else 0), []).append(
            piece.id
        )
    order = list(dict.fromkeys(fate for fate, _ in found))
    return [
        CounterGroup(label(*key), tuple(found[key]))
        for key in sorted(found, key=lambda key: (order.index(key[0]), key[1]))
    ]


def flow_groups(
    groups: Sequence[CounterGroup], width: float, form: CounterSize = OFF, apart: bool = False
) -> GroupLayout:
    """Return groups with their labels in rows; `apart` puts each on its own row."""
    spots: CounterPositions = {}
    labels: list[PlacedText] = []
    gap = 3.0
    down = form.height + gap + 1
    x = y = 0.0
    for group in groups:
        size = max((measure_text(text, LABEL) for text in group.label.values()), default=0)
        if x and (apart or x + size + 5 + form.width > width):
            x, y = 0.0, y + down
        if size:
            labels.append(PlacedText(PicturePoint(x, y + form.height / 2 + 4), group.label))
            x += size + 5
        for unit in group.units:
            if x + form.width > width + 0.01 and x:
                x, y = 0.0, y + down
            spots[unit] = CounterPosition(x + form.width / 2, y + form.height / 2, form)
            x += form.width + gap
        x += 9
    return GroupLayout(spots, tuple(labels), y + form.height if groups else 0)


def fit_groups(
    groups: Sequence[CounterGroup], room: PictureFrame, apart: bool = False
) -> GroupLayout:
    """Return groups inside a rectangle, as large as it allows."""
    for part in SMALLER:
        laid = flow_groups(groups, room.width, shrink(OFF, part), apart)
        if laid.height <= room.height:
            break
    return move_layout(laid, room.x, room.y)


def move_layout(laid: GroupLayout, x: float, y: float) -> GroupLayout:
    """Return the layout moved right and down."""
    return GroupLayout(
        {
            unit: CounterPosition(each.x + x, each.y + y, each.form)
            for unit, each in laid.spots.items()
        },
        tuple(
            PlacedText(PicturePoint(at.x + x, at.y + y), words, cls)
            for at, words, cls in laid.labels
        ),
        laid.height,
    )


SideLines = Mapping[str, Sequence[Words]]
"""Lines of text by side."""


class CounterLayout(NamedTuple):
    """The positions of the counters in one state."""

    spots: CounterPositions
    labels: tuple[PlacedText, ...] = ()
    """Texts next to counters off the map."""
    loose: tuple[Piece, ...] = ()
    """Pieces without room on this map: they are drawn below it."""


class PictureMap(ABC):
    """The base class of maps on which positions are drawn. Immutable."""

    width: float
    height: float
    margins: bool = False
    """True if the map has margins for each side's pieces off it."""

    def __init__(self, narrators: Narrators) -> None:
        self.narrators = narrators
        self.spec = narrators.spec
        self.sides = narrators.sides

    @abstractmethod
    def ground(self) -> str:
        """Return the map without a position."""

    @abstractmethod
    def stand(self, scene: Scene, tallies: SideLines) -> CounterLayout:
        """Return the positions of all counters; a margin also has the lines `told` of its side."""

    def margin(self, side: str) -> float:
        """Return the width of a side's margin."""
        del side
        return self.width

    @abstractmethod
    def ghosts(self, scene: Scene) -> CounterPositions:
        """Return the previous positions of moved and lost units, if they can be drawn."""

    @abstractmethod
    def noted(self, board: Board) -> str:
        """Draw the attributes of places in a position, such as holders and notes."""

    @abstractmethod
    def centre(self, place: str) -> PicturePoint | None:
        """Return the middle of a place, or None if it is not drawn."""

    @abstractmethod
    def frame(self, place: str) -> str:
        """Return the edge of a place as a path, or an empty text."""

    def box(self, place: str) -> PictureFrame | None:
        """Return the box of a place off the map, or None."""
        del place
        return None

    def ways(self, effects: Iterable[Effect]) -> list[tuple[PicturePoint, ...]]:
        """Return the movements that are known step by step."""
        del effects
        return []

    def obstacles(self, board: Board, spots: CounterPositions) -> tuple[PictureFrame, ...]:
        """Return the rectangles that arrows do not cross: names, notes and counters."""
        del board, spots
        return ()

    def trace(
        self, places: Sequence[str], obstacles: Sequence[PictureFrame]
    ) -> list[list[PicturePoint]]:
        """Return the lines of an arrow from place to place, boxes in between omitted.

        Args:
            places: The places in order.
            obstacles: The rectangles that the arrow does not cross, if the map has ways around.

        Returns:
            The points of each line; no line if the map lacks a place.
        """
        del obstacles
        boxes = [self.box(place) for place in places]
        middles = [
            box.centre if box else self.centre(place)
            for place, box in zip(places, boxes, strict=True)
        ]
        legs: list[list[PicturePoint]] = [[]]
        for at, (middle, box) in enumerate(zip(middles, boxes, strict=True)):
            if middle is None:
                return []
            if box is None:
                legs[-1].append(middle)
                continue
            if at:
                legs[-1].append(box.nearest(legs[-1][-1]))
            onward = middles[at + 1] if at + 1 < len(middles) else None
            if onward is not None:
                legs += [[]] if at else []
                legs[-1].append(box.nearest(onward))
        return legs

    def lead(
        self, places: Sequence[str], start: PicturePoint, end: PicturePoint,
        obstacles: Sequence[PictureFrame],
    ) -> tuple[PicturePoint, ...]:  # fmt: skip
        """Return the way of a unit through places around obstacles; none for a straight line."""
        del places, start, end, obstacles
        return ()

    @property
    def tight(self) -> bool:
        """Return whether places are small, so that an attack is drawn across a side only."""
        return False
