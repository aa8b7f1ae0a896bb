"""The value of positions: it depends on the position only, and is the sum of its weights."""

from operator import add, mul
from random import Random

import pytest

from senpu.replay.analysis.value import (
    LARGEST,
    ONE,
    ZERO,
    ColumnPacker,
    PositionValue,
    interpolate,
    open_value,
    squash,
)
from senpu.replay.core.registry import open_rules
from senpu.replay.core.states import State
from senpu.spec.value_files import LINEAR, Network
from tests.replay.texts import SHIPPED

OPTIONS = {"russojapanese/bonsai-2018": ("naval",)}
"""Options with more parts that have a value."""


def compute_plainly(value: PositionValue, network: Network, state: State) -> float:
    """Return the score of a position by the definition of the value."""
    features = value.rules.features
    total = list(network.bias)
    for group, keys in enumerate(features.read(state)):
        for number, key in enumerate(keys):
            for name, amount in features.name(group, number, key):
                for at, weight in enumerate(network.weights.get(name, ())):
                    total[at] += amount * weight
    knots = interpolate(features.measure_time(state))
    shifts, outputs = (
        [sum(map(mul, knots, column)) for column in zip(*rows, strict=True)]
        for rows in (network.shifts, network.outputs)
    )
    active = (max(each, 0.0) for each in map(add, total[LINEAR:], shifts))
    return squash(sum(map(mul, knots, total)) + sum(map(mul, active, outputs)))


@pytest.mark.parametrize("ident", SHIPPED)
def test_the_value_is_its_sum_and_does_not_depend_on_earlier_positions(ident: str) -> None:
    rules, random = open_rules(ident, OPTIONS.get(ident, ())), Random(11)
    states = [rules.start()]
    while states[-1].decision is not None:
        states.append(rules.apply(states[-1], rules.sample(states[-1], random))[0])
    value = open_value(rules)
    scores = [value.score(state) for state in states]
    assert len(set(scores)) > len(states) // 10, "few positions have different values"
    assert all(0 <= score <= 1 for score in scores)
    other = PositionValue(type(rules)(rules.spec), value.file)
    assert [other.score(state) for state in reversed(states)] == scores[::-1]
    assert value.network is not None
    for state, score in [*zip(states, scores, strict=True)][:-1:20]:
        assert score == pytest.approx(compute_plainly(value, value.network, state), abs=1e-5)


def test_no_sum_of_the_largest_columns_overflows() -> None:
    packer = ColumnPacker(3)
    total = packer.zero + 8000 * packer.pack([1e30, -1e30, 1.0])
    most = 8000 * LARGEST
    assert [(each - ZERO) / ONE for each in packer.unpack(total)] == [most, -most, 8000]
