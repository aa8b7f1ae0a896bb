"""Tests of units by number and by name, counts of names, and values by place."""

import pytest

from senpu.replay.core.rules import IllegalEventError, Tally
from senpu.replay.parts.counters import count_units, find_numbers, parse_group

UNIT = {"1D": 0, "2D": 1, "3D": 2}


def refuse(why: str, number: str, **facts: object) -> IllegalEventError:
    return IllegalEventError(why, number, **facts)


def test_units_by_number_in_order_with_unknown_ones_first() -> None:
    assert find_numbers(UNIT, ("3D", "1D")) == (0, 2)
    assert find_numbers(UNIT, ["2D", "9D"]) == (-1, 1)


def test_a_group_is_read_in_the_games_order() -> None:
    assert parse_group(refuse, UNIT, ("3D", "1D"), "combat", "once") == (0, 2)


@pytest.mark.parametrize(
    ("idents", "why", "rule", "facts"),
    [
        (("9D", "8D"), "unknownUnit", "combat", {"unit": "9D"}),
        (("2D", "2D", "9D"), "unknownUnit", "combat", {"unit": "9D"}),
        (("2D", "1D", "2D"), "unitTwice", "once", {"units": ("2D", "1D", "2D")}),
    ],
)
def test_a_group_has_no_unknown_unit_and_none_twice(
    idents: tuple[str, ...], why: str, rule: str, facts: dict[str, object]
) -> None:
    with pytest.raises(IllegalEventError) as refusal:
        parse_group(refuse, UNIT, idents, "combat", "once")
    assert (refusal.value.reason, refusal.value.rule) == (why, rule)
    assert refusal.value.facts == facts


def test_names_are_listed_with_their_count() -> None:
    assert count_units("japan", "lost", ("1D", "2D")) == Tally(
        "japan", "lost", 2, units=("1D", "2D")
    )
