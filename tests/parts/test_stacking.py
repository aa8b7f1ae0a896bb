"""Tests of units in the same hex."""

from senpu.replay.parts.counters import UnitStack, find_units, group_by_hex, set_values

WHERE = (4, 7, 4, -1, 7)


def test_the_units_of_a_side_in_a_hex() -> None:
    assert find_units((0, 1, 2), WHERE, 4) == (0, 2)
    assert find_units((0, 1, 2), WHERE, 5) == ()


def test_units_by_hex_in_the_order_of_the_first_one() -> None:
    assert group_by_hex((1, 2, 4), WHERE) == (UnitStack(7, (1, 4)), UnitStack(4, (2,)))


def test_a_column_with_one_value_for_some_units() -> None:
    assert set_values(WHERE, (0, 3), 9) == (9, 7, 4, 9, 7)
