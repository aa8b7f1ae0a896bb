"""Legal events with their expected values at the end of the current activation.

Scores of states are cached in a memo while events of one position are compared: many events, dice
and answers lead to the same state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from senpu.notation.events import Event
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

Memo = dict[State, float]
"""The expected scores of the first side after states."""


class Candidate(NamedTuple):
    """A legal event, and the expected score of the acting side after it."""

    event: Event
    score: float


def expect_score(
    rules: AnyRules, value: PositionValue, state: State, side: str, memo: Memo | None = None
) -> float:
    """Return the score of a side that is expected at the end of the current activation.

    Dice count by their exact probabilities. The side's own answers are its best; the answers of
    others are the worst for it.

    Args:
        rules: The rule set.
        value: The value of positions.
        state: The state, within an activation or after it.
        side: The side.
        memo: The scores that are already known; new ones are added.

    Returns:
        The score, from 0 to 1.
    """
    score = _expect_first(rules, value, state, {} if memo is None else memo)
    return score if side == value.first else 1 - score


def _expect_first(rules: AnyRules, value: PositionValue, state: State, memo: Memo) -> float:
    """Return the expected score of the first side; what is best for one is worst for the other."""
    score = memo.get(state)
    if score is not None:
        return score
    decision = state.decision
    if decision is None or decision.kind not in rules.search_extensions:
        score = value.score(state)
    elif decision.side == CHANCE:
        score = sum(
            [
                chance * _expect_first(rules, value, rules.apply(state, event)[0], memo)
                for event, chance in rules.outcomes(state)
            ]
        )
    else:
        choose = max if decision.side == value.first else min
        score = choose(
            [
                _expect_first(rules, value, rules.apply(state, event)[0], memo)
                for event in rules.legal(state)
            ]
        )
    memo[state] = score
    return score


def evaluate_events(
    rules: AnyRules, value: PositionValue, state: State, memo: Memo | None = None
) -> Iterator[Candidate]:
    """Yield each legal event of the acting side with its expected score.

    Hidden parts are as in `state`: a caller that plays for a side first deals them again
    (`Rules.sample_hidden`).
    """
    decision = state.decision
    assert decision is not None
    memo = {} if memo is None else memo
    for event in rules.legal(state):
        after = rules.apply(state, event)[0]
        yield Candidate(event, expect_score(rules, value, after, decision.side, memo))


def rank_events(
    rules: AnyRules, value: PositionValue, state: State, memo: Memo | None = None
) -> list[Candidate]:
    """Return the legal events of the acting side, the best first."""
    return sorted(evaluate_events(rules, value, state, memo), key=lambda each: -each.score)
