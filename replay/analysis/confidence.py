"""Results of games, and 95% confidence intervals.

Intervals are for win rates, and for differences between two positions from which games were played
with the same random numbers.
"""

from collections.abc import Sequence
from functools import cache
from math import atan, cos, pi, sin, sqrt
from typing import NamedTuple

import msgspec

Z = 1.959964
"""The 97.5% quantile of the normal distribution."""


class Interval(NamedTuple):
    """A 95% confidence interval."""

    low: float
    high: float


def wilson_interval(wins: float, games: int) -> Interval:
    """Return the interval for the share of `wins` in `games`; without games, 0 to 1.

    This is the score interval of E. B. Wilson (1927), without continuity correction.

    Returns:
        The interval, between 0 and 1.
    """
    if not games:
        return Interval(0.0, 1.0)
    share, spread = wins / games, Z * Z / games
    middle = share + spread / 2
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games))
    return Interval(
        max((middle - half) / (1 + spread), 0.0), min((middle + half) / (1 + spread), 1.0)
    )


def score_interval(scores: Sequence[float]) -> Interval:
    """Return the interval for the mean of the scores of playouts, corrected for luck or not.

    This is Student's interval after one game won and one game lost are added, as A. Agresti and
    B. Caffo (2000) do for proportions: a few equal scores do not prove that all are equal.

    Returns:
        The interval, between 0 and 1; without scores, 0 to 1.
    """
    added = [0.0, 1.0, *scores]
    count = len(added)
    mean = sum(added) / count
    spread = sum((each - mean) ** 2 for each in added) / (count - 1)
    half = student_quantile(count - 1) * sqrt(spread / count)
    return Interval(min(max(mean - half, 0.0), 1.0), min(max(mean + half, 0.0), 1.0))


def student_probability(statistic: float, freedom: int) -> float:
    """Return the probability that Student's t is at least so far from 0, on either side.

    The sum is 26.7.3 and 26.7.4 of Abramowitz and Stegun, Handbook of Mathematical Functions.
    """
    angle = atan(abs(statistic) / sqrt(freedom))
    square, is_odd = cos(angle) ** 2, freedom % 2
    term = cos(angle) if is_odd else 1.0
    total = 0.0
    for step in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= square * (step - 1) / step
    inside = sin(angle) * total
    return max(1 - ((angle + inside) * 2 / pi if is_odd else inside), 0.0)


@cache
def student_quantile(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t, which is larger than `Z` for few values."""
    low, high = Z, 16.0
    for _ in range(40):
        middle = (low + high) / 2
        is_low = student_probability(middle, freedom) > 0.05
        low, high = (middle, high) if is_low else (low, middle)
    return high


class GameResults(msgspec.Struct, frozen=True):
    """The results of some games."""

    games: int = 0
    wins: tuple[int, ...] = ()
    """The number of wins of each side, in the rule set's order."""
    draws: int = 0
    open: int = 0
    """The number of games that have not ended."""

    def __add__(self, other: "GameResults") -> "GameResults":
        """Return the results of both; a tally without games adds nothing."""
        if not self.wins:
            return other
        wins = tuple(a + b for a, b in zip(self.wins, other.wins, strict=True))
        return GameResults(
            self.games + other.games, wins, self.draws + other.draws, self.open + other.open
        )

    @property
    def ended(self) -> int:
        """The number of games that have ended."""
        return self.games - self.open

    def win_rate_interval(self, side: int) -> Interval:
        """Return the confidence interval of a side's win rate in the games that have ended."""
        return wilson_interval(self.wins[side] if self.wins else 0, self.ended)

    def score_interval(self, side: int) -> Interval:
        """Return the confidence interval of a side's score in the ended games; a draw is half."""
        wins = self.wins[side] if self.wins else 0
        return wilson_interval(wins + self.draws / 2, self.ended)
