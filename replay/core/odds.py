"""Exact odds of an attack: results, probabilities, the number needed and the assumptions.

Each game's `odds` makes these objects. This module computes nothing.
"""

from __future__ import annotations

import msgspec

Results = tuple[tuple[str, float], ...]
"""Each result and its probability; the probabilities add up to 1."""


class OddsTerm(msgspec.Struct, frozen=True):
    """A line of a calculation: the factor, the number, the printed rule.

    Example:
        >>> import senpu
        >>> position = senpu.read("game.senpu").at(5)
        >>> odds = next(option.odds for option in position.legal() if option.odds)
        >>> (odds.terms[0].number, odds.terms[0].rule)
        (7, '8.2-3')
    """

    label: str
    """A label of the game's texts."""
    number: int
    """The number; 0 if the factor changes the probability and not the number needed."""
    rule: str
    """The number of the printed rule; may be empty."""
    unit: str = ""
    """The unit, the units (`a1+a2`) or the place that the factor is about."""
    side: str = ""
    """The side that the factor belongs to; empty if it belongs to neither."""


class OddsCase(msgspec.Struct, frozen=True):
    """The odds of the same attack if a player takes an action that `Odds` exclude.

    Example:
        >>> import senpu
        >>> position = senpu.read("game.senpu").at(5)
        >>> next(option.odds for option in position.legal() if option.odds).cases
        ()
    """

    label: str
    """A label of the game's texts: `support`, `chen` …"""
    results: Results
    """Each result and its probability; the probabilities add up to 1."""
    success: float
    """The probability of a result with an effect on the enemy."""
    provenance: str
    """The weakest provenance of the values used, with the values of the attack."""
    cards: tuple[str, ...] = ()
    """The cards that allow the action, each by itself."""


class Odds(msgspec.Struct, frozen=True):
    """The exact odds of an attack, under the named assumptions.

    Example:
        >>> import senpu
        >>> position = senpu.read("game.senpu").at(5)
        >>> odds = next(option.odds for option in position.legal() if option.odds)
        >>> odds.need, {result: round(share, 2) for result, share in odds.results}
        (7, {'c2': 0.58, 'miss': 0.42})
    """

    results: Results
    """Each result and its probability; the probabilities add up to 1."""
    need: int
    """The number needed on the dice, the lowest of several targets; `terms` come on top of it."""
    terms: tuple[OddsTerm, ...]
    """The lines of the calculation.

    Empty if the attack continues one that listed them, such as a second roll. For an answer to an
    attack, the terms that the answer adds or changes."""
    provenance: str
    """The weakest provenance of the values used."""
    failures: tuple[str, ...] = ("miss",)
    """The results without an effect on the enemy."""
    defensive_fire: Results = ()
    """The defender's fire before the attack: each number of hits and its probability."""
    column: str = ""
    """The column of the combat results table, by its heading, if one is used. Then `terms` add up
    to the number that selects the column, and `need` is the lowest roll that succeeds."""
    roll: str = "sum"
    """The reading of the dice against `need`: the `sum` must reach it, the `difference` of the
    first and the second must reach it, or `each` die must be at most its own unit's number;
    `none` if there is no number to reach."""
    assumptions: tuple[str, ...] = ()
    """The decisions between the attack and its result that the odds presuppose: labels of the
    game's texts."""
    cases: tuple[OddsCase, ...] = ()
    """The odds under other decisions, if they are known."""
    attacker: str = ""
    """The side that attacks."""
    faces: tuple[str, ...] = ()
    """The results of the column, by the die from 1, if a column is used."""
    best: str = ""
    """The result of the column that eliminates defenders without a loss, if there is one."""

    @property
    def success(self) -> float:
        """The probability of a result with an effect on the enemy."""
        return sum(chance for result, chance in self.results if result not in self.failures)
