"""Legal events with their expected values at the end of the current activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from senpu.notation.events import Event
from senpu.replay.analysis.value import Value
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State


class Candidate(NamedTuple):
    """A legal event, and the expected score of the acting side after it."""

    event: Event
    score: float


def expect_score(rules: AnyRules, value: Value, state: State, side: str) -> float:
    """Return the score of a side that is expected at the end of the current activation.

    Dice count by their exact probabilities. The side's own answers are its best; the answers of
    others are the worst for it.

    Returns:
        The score, from 0 to 1.
    """
    decision = state.decision
    if decision is None or decision.kind not in rules.search_extensions:
        return value.score_for(state, side)
    if decision.side == CHANCE:
        return sum(
            chance * expect_score(rules, value, rules.apply(state, event)[0], side)
            for event, chance in rules.outcomes(state)
        )
    choose = max if decision.side == side else min
    return choose(
        expect_score(rules, value, rules.apply(state, event)[0], side)
        for event in rules.legal(state)
    )


def evaluate_events(rules: AnyRules, value: Value, state: State) -> Iterator[Candidate]:
    """Yield each legal event of the acting side with its expected score.

    Hidden parts are as in `state`: a caller that plays for a side first deals them again
    (`Rules.sample_hidden`).
    """
    decision = state.decision
    assert decision is not None
    for event in rules.legal(state):
        after = rules.apply(state, event)[0]
        yield Candidate(event, expect_score(rules, value, after, decision.side))


def rank_events(rules: AnyRules, value: Value, state: State) -> list[Candidate]:
    """Return the legal events of the acting side, the best first."""
    return sorted(evaluate_events(rules, value, state), key=lambda each: -each.score)
