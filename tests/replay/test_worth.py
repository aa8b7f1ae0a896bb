"""Evaluations of positions: for both sides, and from the position only."""

from random import Random

import pytest

from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from tests.replay.texts import SHIPPED

OPTIONS = {"russojapanese/bonsai-2018": ("naval",)}
"""Options with more evaluated parts."""


@pytest.mark.parametrize("ident", SHIPPED)
def test_the_evaluations_of_both_sides_have_the_sum_zero(ident: str) -> None:
    """The evaluation does not depend on earlier calls or their caches."""
    rules, random = open_rules(ident, OPTIONS.get(ident, ())), Random(11)
    one, other = (side.id for side in rules.spec.sides)
    states = [rules.start()]
    while states[-1].decision is not None:
        states.append(rules.apply(states[-1], rules.sample(states[-1], random))[0])
    evaluations = [rules.evaluate(state, one) for state in states]
    assert len(set(evaluations)) > len(states) // 10, "few positions have different evaluations"
    new: AnyRules = type(rules)(rules.spec)
    for state, evaluation in zip(reversed(states), reversed(evaluations), strict=True):
        assert new.evaluate(state, one) == pytest.approx(evaluation, abs=1e-9)
        assert rules.evaluate(state, other) == pytest.approx(-evaluation, abs=1e-9)
