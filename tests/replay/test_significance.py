"""The tests of the audit, against values that are printed in tables or counted by hand."""

import math
from itertools import combinations, groupby
from random import Random

import pytest

from senpu.replay.disputes.dice_audit import (
    POWER,
    chi_square,
    count_runs,
    find_least_bias,
    find_noncentrality,
    find_tail_probability,
    find_threshold,
    upper_gamma,
)


@pytest.mark.parametrize(
    ("free", "level", "value"),
    [
        (1, 0.05, 3.841), (2, 0.05, 5.991), (5, 0.95, 1.145), (5, 0.5, 4.351), (5, 0.05, 11.070),
        (5, 0.01, 15.086), (5, 0.001, 20.515), (10, 0.05, 18.307), (19, 0.05, 30.144),
        (99, 0.05, 123.225),
    ],
)  # fmt: skip
def test_chi_square_has_the_values_of_the_tables(free: int, level: float, value: float) -> None:
    assert find_threshold(free, level) == pytest.approx(value, abs=6e-4)
    assert upper_gamma(free / 2, value / 2) == pytest.approx(level, rel=1e-3)


@pytest.mark.parametrize("x", [0.001, 0.5, 1.0, 1.9, 2.1, 10.0, 300.0])
def test_the_gamma_function_has_its_closed_forms(x: float) -> None:
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9)
    assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-9)
    assert upper_gamma(3, x) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-9)


def test_a_known_die() -> None:
    """Sixty throws of which the table says: 13.4, and one die in fifty looks like that."""
    value, p = chi_square([5, 8, 9, 8, 10, 20])
    assert value == pytest.approx(13.4)
    assert p == pytest.approx(0.0199, abs=1e-4)
    assert chi_square([10] * 6) == (0.0, 1.0)
    assert chi_square([0] * 6) == (0.0, 1.0)


def counted(high: tuple[bool, ...]) -> int:
    return sum(1 for _ in groupby(high))


@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 5), (3, 4), (5, 5), (2, 7)])
def test_runs_are_counted_exactly(first: int, second: int) -> None:
    """Against all orders there are."""
    places = range(first + second)
    orders = [
        tuple(at in chosen for at in places)
        for chosen in map(set, combinations(places, first))
    ]  # fmt: skip
    mean = sum(map(counted, orders)) / len(orders)
    for order in orders:
        found, expected, p = count_runs(order)
        far = [other for other in orders if abs(counted(other) - mean) >= abs(found - mean) - 1e-9]
        assert found == counted(order)
        assert expected == pytest.approx(mean)
        assert p == pytest.approx(len(far) / len(orders))


def test_many_runs_are_judged_by_the_normal_curve_as_by_counting() -> None:
    random = Random(5)
    high = [random.random() < 0.5 for _ in range(402)]
    assert count_runs(high)[2] == pytest.approx(count_runs(high[:400])[2], abs=0.08)
    assert count_runs([True, False] * 300)[2] < 1e-9
    assert count_runs([True] * 300 + [False] * 300)[2] < 1e-9


def test_dice_of_one_kind_say_nothing_of_runs() -> None:
    assert count_runs([True] * 9)[2] == 1.0
    assert count_runs([])[2] == 1.0


def test_noncentral_values_of_the_tables() -> None:
    """Power of 0.8 at 0.05: 7.849 for one degree of freedom, 12.828 for five (Cohen, 1988)."""
    assert find_noncentrality(2) == pytest.approx(7.849, abs=2e-3)
    assert find_noncentrality(6) == pytest.approx(12.828, abs=2e-3)
    assert find_tail_probability(5, 0.0, find_threshold(5)) == pytest.approx(0.05)


def test_the_power_of_the_test_is_as_stated() -> None:
    """Two hundred dice with just that bias, six hundred times."""
    count, tries, random = 200, 600, Random(11)
    chance = find_least_bias(count, 6)
    assert chance is not None
    limit = find_threshold(5)
    found = 0
    for _ in range(tries):
        counts = [0] * 6
        for _ in range(count):
            loaded = random.random() < chance
            counts[5 if loaded else int(random.random() * 5)] += 1
        found += chi_square(counts)[0] > limit
    assert found / tries == pytest.approx(POWER, abs=0.06)


def test_few_dice_could_show_nothing_and_more_show_less() -> None:
    assert find_least_bias(0, 6) is None
    assert find_least_bias(2, 6) is None
    shown = [find_least_bias(count, 6) for count in (30, 100, 1000, 10_000)]
    assert shown == sorted(shown, reverse=True)  # type: ignore[type-var]
    assert shown[-1] == pytest.approx(1 / 6, abs=0.02)
