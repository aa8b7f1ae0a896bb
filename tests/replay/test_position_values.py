"""The value of positions: it depends on the position only."""

from random import Random

import pytest

from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.core.registry import open_rules
from tests.replay.texts import SHIPPED

OPTIONS = {"russojapanese/bonsai-2018": ("naval",)}
"""Options with more parts that have a value."""


@pytest.mark.parametrize("ident", SHIPPED)
def test_the_value_does_not_depend_on_earlier_positions(ident: str) -> None:
    rules, random = open_rules(ident, OPTIONS.get(ident, ())), Random(11)
    states = [rules.start()]
    while states[-1].decision is not None:
        states.append(rules.apply(states[-1], rules.sample(states[-1], random))[0])
    value = open_value(rules)
    scores = [value.score(state) for state in states]
    assert len(set(scores)) > len(states) // 10, "few positions have different values"
    assert all(0 <= score <= 1 for score in scores)
    other = PositionValue(type(rules)(rules.spec), value.file)
    for state, score in zip(reversed(states), reversed(scores), strict=True):
        assert other.score(state) == pytest.approx(score, abs=1e-9)
