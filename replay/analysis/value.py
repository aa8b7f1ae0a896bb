"""The value of a position: the expected score of the first side, between 0 and 1.

The score of a finished game is 1, 0 or 0.5 for a draw; in games whose result is often the same, it
is graded by the margin. The value depends on public facts only.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State


class Value:
    """The value of the positions of a rule set with its data."""

    unit, size, digest = "percent", 100.0, ""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.first = rules.spec.sides[0].id

    def score(self, state: State) -> float:
        """Return the expected score of the first side, or its score in a finished game."""
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0.5 if not winner else float(winner == self.first)
        return 1 / (1 + exp(-max(min(self.rules.evaluate(state, self.first) / 20, 50), -50)))

    def score_for(self, state: State, side: str) -> float:
        """Return the expected score of a side."""
        score = self.score(state)
        return score if side == self.first else 1 - score

    def win_probability(self, state: State) -> float:
        """Return the calibrated win probability of the first side; a draw counts half."""
        return self.score(state)


@lru_cache(8)
def open_value(rules: AnyRules) -> Value:
    """Return the value for a rule set and its data."""
    return Value(rules)
