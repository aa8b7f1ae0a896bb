"""How some games ended, and how sure that is: of a share of wins, and of what differs between two
positions that were played on from with the same random numbers.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import msgspec

Z = 1.959964
"""The normal quantile for 95 in 100."""


class Interval(NamedTuple):
    """In which the true value lies 95 times in 100."""

    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """Wilson's score interval (E. B. Wilson, 1927, without continuity correction) for `wins` of
    `games`; everything is possible where there are none.
    """
    if not games:
        return Interval(0.0, 1.0)
    share, spread = wins / games, Z * Z / games
    middle = share + spread / 2
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games))
    return Interval(
        max((middle - half) / (1 + spread), 0.0), min((middle + half) / (1 + spread), 1.0)
    )


def paired(differences: Sequence[float]) -> Interval:
    """Wald's interval for the mean of what pairs differ by, each between -1 and 1, as A. Agresti
    and Y. Min (2005) improve it for proportions: with half a pair more of each kind. Games that are
    drawn count half, which they do not speak of.
    """
    pairs = len(differences) + 2
    mean = sum(differences) / pairs
    spread = (sum(each * each for each in differences) + 1) / pairs - mean * mean
    half = Z * sqrt(spread / pairs)
    return Interval(max(mean - half, -1.0), min(mean + half, 1.0))


def around(values: Sequence[float]) -> Interval:
    """The interval for the mean of sums of such differences, by how they differ, with half a pair
    more of each kind here too: a few games that are alike do not prove that all are.
    """
    count = len(values)
    mean = sum(values) / count
    spread = (sum((each - mean) ** 2 for each in values) + 1) / max(count - 1, 1)
    half = Z * sqrt(spread / count)
    return Interval(mean - half, mean + half)


class Tally(msgspec.Struct, frozen=True):
    """How some games ended."""

    games: int = 0
    wins: tuple[int, ...] = ()
    """By side, in the rule set's order."""
    draws: int = 0
    open: int = 0
    """Games that go on."""

    def __add__(self, other: "Tally") -> "Tally":
        """The games of both; of one without any, the other's."""
        if not self.wins:
            return other
        wins = tuple(a + b for a, b in zip(self.wins, other.wins, strict=True))
        return Tally(
            self.games + other.games, wins, self.draws + other.draws, self.open + other.open
        )

    @property
    def ended(self) -> int:
        return self.games - self.open

    def chance(self, side: int) -> Interval:
        """How sure the share of ended games is that a side wins."""
        return wilson(self.wins[side] if self.wins else 0, self.ended)
