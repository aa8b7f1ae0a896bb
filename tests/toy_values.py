"""Values of positions for tests: their numbers follow from no training."""

from collections.abc import Callable
from functools import cache
from zlib import crc32

import pytest

from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

USERS = (
    "senpu.replay.analysis.players", "senpu.replay.analysis.playouts", "senpu.tui.jobs.review",
)  # fmt: skip
"""The modules that open values."""


class ToyValue(PositionValue):
    """A value by a function of a state; of a finished game, its result."""

    unit, size, digest, file = "percent", 100.0, "toy", None
    is_for, margin, network = True, None, None

    def __init__(self, rules: AnyRules, score: Callable[[State], float]) -> None:
        self.rules, self.first = rules, rules.spec.sides[0].id
        self._score = score

    def score(self, state: State) -> float:
        if state.outcome is None:
            return self._score(state)
        return float(state.outcome.winner == self.first) if state.outcome.winner else 0.5


def exact_value(rules: AnyRules) -> ToyValue:
    """Return the exact value of a small game in which both sides play their best."""

    @cache
    def solve(state: State) -> float:
        if state.decision is None:
            return value.score(state)
        if state.decision.side == CHANCE:
            return sum(
                p * solve(rules.apply(state, event)[0]) for event, p in rules.outcomes(state)
            )
        choose = max if state.decision.side == value.first else min
        return choose(solve(rules.apply(state, event)[0]) for event in rules.legal(state))

    value = ToyValue(rules, solve)
    return value


def public_noise(rules: AnyRules) -> ToyValue:
    """Return a value without sense: a hash of facts that are public in all games."""

    def score(state: State) -> float:
        decision = state.decision
        facts = (state.turn, decision and (decision.side, decision.kind, decision.units))
        return crc32(repr(facts).encode()) / 2**32

    return ToyValue(rules, score)


def flat_value(rules: AnyRules) -> ToyValue:
    """Return a value that is equal for all positions."""
    return ToyValue(rules, lambda state: 0.5)


def use_value(monkeypatch: pytest.MonkeyPatch, make: Callable[[AnyRules], PositionValue]) -> None:
    """Let all programs and reviews use a value."""
    opened = cache(make)
    for module in USERS:
        monkeypatch.setattr(f"{module}.open_value", lambda rules, number=1: opened(rules))
