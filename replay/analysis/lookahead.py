"""Legal events with their expected values at the end of the current activation.

Scores of states are cached in a memo while events of one position are compared: many events, dice
and answers lead to the same state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from senpu.notation.events import Event
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

MOST_OUTCOMES = 36
"""The largest number of outcomes of chance between activations that are averaged."""
MOST_EXACT = 250
"""The largest number of outcomes of a roll whose expectation is computed for its luck."""
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

    Dice count by their exact probabilities, also those between this activation and the next
    decision. The side's own answers are its best; the answers of others are the worst for it.

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
    if decision is not None and decision.side == CHANCE:
        found = [
            (rules.apply(state, event)[0], chance) for event, chance in _list_outcomes(rules, state)
        ]
        found = [(after, chance) for after, chance in found if after != state]  # without re-rolls
        score = sum(
            [chance * _expect_first(rules, value, after, memo) for after, chance in found]
        ) / sum([chance for _, chance in found])
    elif decision is None or decision.kind not in rules.search_extensions:
        score = value.score(state)
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


def _list_outcomes(rules: AnyRules, state: State) -> list[tuple[Event, float]]:
    """Return the outcomes of chance with their probabilities.

    Within an activation they are all outcomes. Between activations, of many outcomes such as
    hands of cards, the first one stands for all: they hardly differ in public facts.

    Returns:
        The outcomes.
    """
    assert state.decision is not None
    if state.decision.kind not in rules.search_extensions:
        first = list(islice(rules.legal(state), MOST_OUTCOMES + 1))
        if len(first) > MOST_OUTCOMES:
            return [(first[0], 1.0)]
    return list(rules.outcomes(state))


def expect_outcomes(
    rules: AnyRules, value: PositionValue, state: State, memo: Memo
) -> list[tuple[float, float]]:
    """Return the expected score of the first side after each outcome of chance, with its odds.

    Args:
        rules: The rule set.
        value: The value of positions.
        state: A state in which chance decides.
        memo: The scores that are already known; new ones are added.

    Returns:
        The scores and probabilities; none if there are more than `MOST_EXACT` outcomes.
    """
    outcomes = [*islice(rules.outcomes(state), MOST_EXACT + 1)]
    if len(outcomes) > MOST_EXACT:
        return []
    return [
        (expect_score(rules, value, rules.apply(state, event)[0], value.first, memo), chance)
        for event, chance in outcomes
    ]


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
