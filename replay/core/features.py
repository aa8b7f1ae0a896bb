"""The features of a position, from which its value is learned.

A position is read as groups of keys, such as the places of the units of a side. A key stands for
some features with amounts: a unit of this kind in this place, a unit of this side two steps from
the bridge. Weights belong to features, by their names, so that they also apply to a user's data
with other units or places. A group that did not change since the last position is not read again,
so the keys of one side's units form a group.

The features of a position depend on its public part only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from senpu.replay.core.states import State

S = TypeVar("S", bound=State)
Keys = tuple[Hashable, ...]
Feature = tuple[str, float]
"""The name of a feature, and its amount."""


def count_up(name: str, count: int, least: int, most: int) -> Iterator[Feature]:
    """Yield a feature for each step of a count, so that each step has its own weight."""
    for step in range(least + 1, max(least, min(count, most)) + 1):
        yield f"{name}>={step}", 1.0


class Features(ABC, Generic[S]):
    """The features of one rule set."""

    @abstractmethod
    def read(self, state: S) -> Sequence[Keys]:
        """Return the groups of keys of a position. Their number is the same in all positions."""

    @abstractmethod
    def name(self, group: int, number: int, key: Any) -> Iterator[Feature]:
        """Yield the features of a key.

        Args:
            group: The number of the group.
            number: The number of the key in its group.
            key: The key.

        Yields:
            The names and amounts.
        """

    @abstractmethod
    def measure_time(self, state: S) -> float:
        """Return how much of the game is over: 0 at the start, 1 in the last turn."""


class BoardFeatures(Features[State]):
    """Features of any game: pieces in their places, tallies, control, and the pending decision."""

    MOST = 40
    """The largest count of a tally that is distinguished."""

    def __init__(self, board: Callable[[Any], Any], turns: int) -> None:
        """Prepare to read positions.

        Args:
            board: Returns the board of a position (`Rules.board`).
            turns: The number of turns of the game.
        """
        self.board, self.turns = board, turns

    def read(self, state: State) -> Sequence[Keys]:
        """Return the keys of the pieces, and of all else."""
        board, decision = self.board(state), state.decision
        pieces = tuple([
            (piece.side, piece.mark, piece.place or piece.fate, piece.reduced)
            for piece in board.pieces
        ])  # fmt: skip
        rest: list[Hashable] = [(tally.side, tally.label, tally.count) for tally in board.tallies]
        rest += [("control", place, side) for place, side in board.control.items()]
        rest.append(("decision", decision.side, decision.kind) if decision else ())
        return pieces, tuple(rest)

    def name(self, group: int, number: int, key: Any) -> Iterator[Feature]:
        """Yield the features of a piece, of a tally, of control, or of the decision."""
        del number
        if group == 0:
            side, mark, place, reduced = key
            yield f"{side}.{mark}", 1.0
            yield f"{side}.{mark}@{place}", 1.0
            yield f"{side}@{place}", 1.0
            if reduced:
                yield f"{side}.{mark}.reduced", 1.0
        elif key and isinstance(key[2], int):
            yield from count_up(f"{key[0]}.{key[1]}", key[2], 0, self.MOST)
        elif key:
            yield ".".join(key), 1.0

    def measure_time(self, state: State) -> float:
        """Return how much of the game is over, by its turn."""
        if self.turns < 2:
            return 1.0
        return min(max(state.turn - 1, 0) / (self.turns - 1), 1.0)
