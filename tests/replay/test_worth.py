"""The rough worth of positions: of two sides, and of nothing but the position."""

from random import Random

import pytest

from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from tests.replay.texts import SHIPPED

OPTIONS = {"russojapanese/bonsai-2018": ("naval",)}
"""With which more has a worth."""


@pytest.mark.parametrize("ident", SHIPPED)
def test_what_is_good_for_one_side_is_as_bad_for_the_other(ident: str) -> None:
    """Whatever was asked before, and so whatever is kept of it."""
    rules, random = open_rules(ident, OPTIONS.get(ident, ())), Random(11)
    one, other = (side.id for side in rules.spec.sides)
    states = [rules.start()]
    while states[-1].decision is not None:
        states.append(rules.apply(states[-1], rules.sample(states[-1], random))[0])
    worths = [rules.evaluate(state, one) for state in states]
    assert len(set(worths)) > len(states) // 10, "it tells few positions from others"
    new: AnyRules = type(rules)(rules.spec)
    for state, worth in zip(reversed(states), reversed(worths), strict=True):
        assert new.evaluate(state, one) == pytest.approx(worth, abs=1e-9)
        assert rules.evaluate(state, other) == pytest.approx(-worth, abs=1e-9)
