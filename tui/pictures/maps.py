"""What a picture asks of a map, whether of areas or of hexes."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from senpu.replay.core.rules import Board, Effect, Piece
from senpu.tui.boards.scene import Scene
from senpu.tui.pictures.captions import Voices
from senpu.tui.pictures.elements import Form, Frame, Point, Words, measured

ROOMY = Form(58, 36)
"""In a tile of an area."""
OFF = Form(38, 27)
"""Off the map."""
GAP = 6.0
SMALLER = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44, 0.36, 0.28)
LABEL = 11.0
"""The size of the letters before counters."""


class Spot(NamedTuple):
    """Where a counter stands, by its middle, and how large it is."""

    x: float
    y: float
    form: Form

    @property
    def point(self) -> Point:
        return Point(self.x, self.y)


Spots = dict[str, Spot]


class Group(NamedTuple):
    """Counters of which the same is told."""

    label: Words
    units: tuple[str, ...]


class Label(NamedTuple):
    """A line of text, by its left end."""

    at: Point
    words: Words
    cls: str = "label"


class Laid(NamedTuple):
    """Groups in rows."""

    spots: Spots
    labels: tuple[Label, ...]
    height: float


def shrunk(form: Form, part: float) -> Form:
    return Form(round(form.width * part, 1), round(form.height * part, 1))


def tiled(first: Sequence[str], others: Sequence[str], room: Frame) -> Spots:
    """Both sides' counters in a tile: the first side from the top left, the others from the
    bottom right, in columns, so that a counter shifts as little as can be when another comes.
    """
    form, gap, rows = _fitting(len(first) + len(others), room)
    across, down = form.width + gap, form.height + gap
    spots = {}
    for at, unit in enumerate(first):
        column, row = divmod(at, rows)
        x, y = room.x + column * across, room.y + row * down
        spots[unit] = Spot(x + form.width / 2, y + form.height / 2, form)
    for at, unit in enumerate(reversed(others)):
        column, row = divmod(at, rows)
        x, y = room.x + room.width - column * across, room.y + room.height - row * down
        spots[unit] = Spot(x - form.width / 2, y - form.height / 2, form)
    return spots


def roomy(count: int, room: Frame) -> bool:
    """Whether so many counters find room in their full size."""
    return _fitting(count, room)[0] == ROOMY


def _fitting(count: int, room: Frame) -> tuple[Form, float, int]:
    """The size of so many counters, the gap between them, and how many stand in a column."""
    for part in SMALLER:
        form, gap = shrunk(ROOMY, part), GAP * part
        columns = max(int((room.width + gap) / (form.width + gap)), 1)
        rows = max(int((room.height + gap) / (form.height + gap)), 1)
        if columns * rows >= count:
            return form, gap, rows
    return form, gap, max(rows, math.ceil(count / columns))


HEXED = {1: Form(44, 29), 2: Form(29, 29), 3: Form(19, 29)}
"""By how many counters share a hex."""
MIDDLE = 6.5
"""How far below the middle of a hex its counters stand: names are above them."""
INSIDE = 60.0, 30.0
"""The room for them."""


def stacked(units: Sequence[str], centre: Point) -> Spots:
    """The counters of a hex: side by side, in two rows and more from the fourth on."""
    count = len(units)
    rows = 1 if count < 4 else 2 if count < 9 else 3
    columns = math.ceil(count / rows)
    gap = 1.6
    width = (INSIDE[0] - gap * (columns - 1)) / columns
    height = (INSIDE[1] - gap * (rows - 1)) / rows
    form = HEXED.get(count, Form(round(width, 1), round(height, 1)))
    spots = {}
    for at, unit in enumerate(units):
        row, column = divmod(at, columns)
        here = min(columns, count - row * columns)
        x = centre.x + (column - (here - 1) / 2) * (form.width + gap)
        y = centre.y + MIDDLE + (row - (rows - 1) / 2) * (form.height + gap)
        spots[unit] = Spot(x, y, form)
    return spots


# ---- off the map ------------------------------------------------------------------------------


def grouped(
    pieces: Iterable[Piece], label: Callable[[str, int], Words]
) -> list[Group]:  # fmt: skip
    """Pieces off the map by what became of them and when they come, the earliest first."""
    found: dict[tuple[str, int], list[str]] = {}
    for piece in pieces:
        found.setdefault((piece.fate, piece.turn if piece.fate == "due" else 0), []).append(
            piece.id
        )
    order = list(dict.fromkeys(fate for fate, _ in found))
    return [
        Group(label(*key), tuple(found[key]))
        for key in sorted(found, key=lambda key: (order.index(key[0]), key[1]))
    ]


def flowing(groups: Sequence[Group], width: float, form: Form = OFF, apart: bool = False) -> Laid:
    """Groups one after the other, each behind its label, in as many rows as they need; `apart`
    each from a row of its own.
    """
    spots: Spots = {}
    labels: list[Label] = []
    gap = 3.0
    down = form.height + gap + 1
    x = y = 0.0
    for group in groups:
        size = max((measured(said, LABEL) for said in group.label.values()), default=0)
        if x and (apart or x + size + 5 + form.width > width):
            x, y = 0.0, y + down
        if size:
            labels.append(Label(Point(x, y + form.height / 2 + 4), group.label))
            x += size + 5
        for unit in group.units:
            if x + form.width > width + 0.01 and x:
                x, y = 0.0, y + down
            spots[unit] = Spot(x + form.width / 2, y + form.height / 2, form)
            x += form.width + gap
        x += 9
    return Laid(spots, tuple(labels), y + form.height if groups else 0)


def fitted(groups: Sequence[Group], room: Frame, apart: bool = False) -> Laid:
    """Groups within a rectangle: as large as there is room for."""
    for part in SMALLER:
        laid = flowing(groups, room.width, shrunk(OFF, part), apart)
        if laid.height <= room.height:
            break
    return placed(laid, room.x, room.y)


def placed(laid: Laid, x: float, y: float) -> Laid:
    """The same further right and down."""
    return Laid(
        {unit: Spot(each.x + x, each.y + y, each.form) for unit, each in laid.spots.items()},
        tuple(Label(Point(at.x + x, at.y + y), words, cls) for at, words, cls in laid.labels),
        laid.height,
    )


Lines = Mapping[str, Sequence[Words]]
"""What is told of each side, in lines."""


class Standing(NamedTuple):
    """Who stands where in one position."""

    spots: Spots
    labels: tuple[Label, ...] = ()
    """What is written beside counters off the map."""
    loose: tuple[Piece, ...] = ()
    """Pieces that this map has no room for: they stand below it."""


class Map(ABC):
    """A map to draw positions on. Never changes."""

    width: float
    height: float
    margins: bool = False
    """Whether the map itself shows what each side has off it."""

    def __init__(self, voices: Voices) -> None:
        self.voices = voices
        self.spec = voices.spec
        self.sides = voices.sides

    @abstractmethod
    def ground(self) -> str:
        """What no position changes."""

    @abstractmethod
    def stand(self, scene: Scene, told: Lines) -> Standing:
        """Where the counters are. What is `told` of a side stands with what it has off the map,
        if the map itself has room for that.
        """

    def margin(self, side: str) -> float:
        """The width of that room."""
        del side
        return self.width

    @abstractmethod
    def ghosts(self, scene: Scene) -> Spots:
        """Where those were that went on, or were lost, as far as that can be drawn."""

    @abstractmethod
    def noted(self, board: Board) -> str:
        """What the position says of places: who holds them, what is open there."""

    @abstractmethod
    def centre(self, place: str) -> Point | None:
        """The middle of a place; nothing for one that is not drawn."""

    @abstractmethod
    def frame(self, place: str) -> str:
        """Its edge as a path; empty for one that is not drawn."""

    def box(self, place: str) -> Frame | None:
        """The box that stands for a place off the map; nothing where none does."""
        del place
        return None

    def ways(self, told: Iterable[Effect]) -> list[tuple[Point, ...]]:
        """The ways that are known step by step."""
        del told
        return []

    @property
    def tight(self) -> bool:
        """Whether a place is so small that an attack is drawn across its side alone."""
        return False
