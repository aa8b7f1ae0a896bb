"""How some games ended, and how sure a share of wins is: Wilson's interval."""

from math import sqrt
from typing import NamedTuple

import msgspec

Z = 1.959964
"""The normal quantile for 95 in 100."""


class Interval(NamedTuple):
    """The share in which the true one lies 95 times in 100; both ends between 0 and 1."""

    low: float
    high: float


def wilson(wins: int, games: int) -> Interval:
    """Wilson's score interval (E. B. Wilson, 1927, without continuity correction) for `wins` of
    `games`; everything is possible where there are none."""
    if not games:
        return Interval(0.0, 1.0)
    share, spread = wins / games, Z * Z / games
    middle = share + spread / 2
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games))
    return Interval(
        max((middle - half) / (1 + spread), 0.0), min((middle + half) / (1 + spread), 1.0)
    )


class Tally(msgspec.Struct, frozen=True):
    """How some games ended."""

    games: int = 0
    wins: tuple[int, ...] = ()
    """By side, in the rule set's order."""
    draws: int = 0
    open: int = 0
    """Games that go on."""

    @property
    def ended(self) -> int:
        return self.games - self.open

    def chance(self, side: int) -> Interval:
        """How sure the share of ended games is that a side wins."""
        return wilson(self.wins[side] if self.wins else 0, self.ended)
