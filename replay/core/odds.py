"""What may come of an attack, exactly: results and their chances, how the number needed comes
about, and what all that rests on.

Says what is; reckons nothing and plays nothing. Each game's `odds` makes these.
"""

from __future__ import annotations

import msgspec

Results = tuple[tuple[str, float], ...]
"""Each result and its chance; the chances add up to 1."""


class Term(msgspec.Struct, frozen=True):
    """One line of a calculation: what counts, how much, by which printed rule."""

    label: str
    number: int
    """0 for what changes the chance and not the number needed."""
    rule: str
    unit: str = ""


class Case(msgspec.Struct, frozen=True):
    """What may come of the same attack if somebody does what `Odds` leave out."""

    label: str
    """A label of the game's texts: `support`, `chen` …"""
    results: Results
    success: float
    cards: tuple[str, ...] = ()
    """The cards that would do it, each by itself."""


class Odds(msgspec.Struct, frozen=True):
    """The exact odds of an attack, on the assumptions that `assumes` names.

    Example:
        >>> import senpu
        >>> position = senpu.read("game.senpu").at(5)
        >>> odds = next(option.odds for option in position.legal() if option.odds)
        >>> odds.need, {result: round(share, 2) for result, share in odds.results}
        (7, {'c2': 0.58, 'miss': 0.42})
    """

    results: Results
    need: int
    """What the dice must reach (the lowest of several targets), before which `terms` count."""
    terms: tuple[Term, ...]
    """Empty where an attack only goes on that has told them, as a second roll does; of an answer
    to an attack, what it adds."""
    provenance: str
    """The weakest standing of the values it rests on."""
    failures: tuple[str, ...] = ("miss",)
    """The results that do nothing to the enemy."""
    defensive_fire: Results = ()
    """What the defender's fire does before it: each number of hits and its chance."""
    column: str = ""
    """Where a combat results table is read: the column, by its own heading. `terms` then add up
    to the number that finds it, and `need` is the lowest roll that is no failure."""
    roll: str = "sum"
    """How dice are read against `need`: their `sum` must reach it, the `difference` of the first
    and the second must, or `each` die must be no more than its own unit's number; `none` where
    there is nothing to reach."""
    assumptions: tuple[str, ...] = ()
    """What somebody may decide between the attack and its result, and the odds take as decided:
    labels of the game's texts."""
    cases: tuple[Case, ...] = ()
    """What it would be otherwise, as far as that is known."""

    @property
    def success(self) -> float:
        """How likely a result is that does something to the enemy."""
        return sum(chance for result, chance in self.results if result not in self.failures)
