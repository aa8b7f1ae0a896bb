"""Compare the moves of a position by the confidence intervals of their win rates."""

from collections.abc import Sequence
from typing import NamedTuple

from senpu.replay.openings.book import MoveRecord

ORDERS = ("games", "rate", "value")
"""The ways to sort moves: by number of games, by the lower end of the interval, by value."""


class MoveRanking(NamedTuple):
    """The move whose interval has the highest lower end, next to the other moves."""

    first: MoveRecord | None
    """Of the moves with enough games; None if no move has enough."""
    others: int = 0
    """The number of other moves with enough games."""
    clear: int = 0
    """The number of these whose intervals are below the interval of the first."""
    thin: MoveRecord | None = None
    """The move with too few games whose lower end is the highest, if it is higher still."""

    @property
    def overlapping(self) -> int:
        """The number of other moves that cannot be distinguished from the first.

        If it is all of them, all intervals have a common value, so that they overlap in pairs.
        """
        return self.others - self.clear


def rank_moves(moves: Sequence[MoveRecord], side: int, least: int) -> MoveRanking:
    """Return how the win rates of a side after some moves compare.

    Args:
        moves: The moves of a position.
        side: The number of the side.
        least: The least number of games that are enough.

    Returns:
        The comparison.
    """

    def find_low(move: MoveRecord) -> float:
        return move.played.win_rate_interval(side).low

    enough = [move for move in moves if is_enough(move, least)]
    few = [move for move in moves if not is_enough(move, least)]
    first = max(enough, key=find_low, default=None)
    thin = max(few, key=find_low, default=None)
    low = find_low(first) if first else 0.0
    thin = thin if thin and find_low(thin) > low else None
    if first is None:
        return MoveRanking(None, thin=thin)
    clear = sum(move.played.win_rate_interval(side).high < low for move in enough)
    return MoveRanking(first, len(enough) - 1, clear, thin)


def is_enough(move: MoveRecord, least: int) -> bool:
    """Return whether a move was played in at least this many games."""
    return move.played.games >= least
