"""What a picture asks of a map, whether of areas or of hexes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from replay.rules import Board, Happening, Piece
from tui.pictures.elements import Frame, Point, Words
from tui.pictures.spots import Label, Spots
from tui.pictures.voices import Voices
from tui.widgets.scene import Scene

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
        if the map itself has room for that."""

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

    def ways(self, told: Iterable[Happening]) -> list[tuple[Point, ...]]:
        """The ways that are known step by step."""
        del told
        return []

    @property
    def tight(self) -> bool:
        """Whether a place is so small that an attack is drawn across its side alone."""
        return False
