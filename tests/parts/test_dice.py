"""Tests of counts of rolls, and of rolls by result."""

import pytest

from senpu.notation.events import Roll
from senpu.replay.parts.dice import TWO_DICE, count_rolls, list_rolls_by_result


@pytest.mark.parametrize(("need", "rolls"), [(2, 36), (3, 35), (7, 21), (12, 1), (13, 0), (-1, 36)])
def test_rolls_of_two(need: int, rolls: int) -> None:
    assert count_rolls(need) == rolls <= TWO_DICE


def test_one_roll_for_each_result_of_a_column_in_the_order_of_the_die() -> None:
    column = ("AR", "Ex", "Ex", "DR", "Ex", "AR")
    rolls = dict(list_rolls_by_result(column))
    assert list(rolls) == [Roll((1,)), Roll((2,)), Roll((4,))]
    assert list(rolls.values()) == [2 / 6, 3 / 6, 1 / 6]
