"""Counting rolls."""

import pytest

from senpu.replay.parts.dice import TWO_DICE, rolls_of_two


@pytest.mark.parametrize(("need", "rolls"), [(2, 36), (3, 35), (7, 21), (12, 1), (13, 0), (-1, 36)])
def test_rolls_of_two(need: int, rolls: int) -> None:
    assert rolls_of_two(need) == rolls <= TWO_DICE
