"""Tests of maps of areas."""

import pytest

from senpu.replay.parts.areas import find_nearer, find_neighbours, measure_distances

#  A - B - D     F
#      |   |
#      C   E
NEAR = find_neighbours("ABCDEF", {"A-B": True, "B-D": True, "B-C": True, "D-E": True, "C-E": False})


def test_neighbours_are_mutual_and_in_order() -> None:
    assert NEAR == {
        "A": ("B",),
        "B": ("A", "C", "D"),
        "C": ("B",),
        "D": ("B", "E"),
        "E": ("D",),
        "F": (),
    }


@pytest.mark.parametrize("pair", ["A-Z", "Z-A", "A-A", "A", "AB"])
def test_a_pair_of_unknown_places_is_refused(pair: str) -> None:
    with pytest.raises(ValueError, match="the areas are A, B, C, D, E, F"):
        find_neighbours("ABCDEF", {pair: True})


def test_distances_are_the_fewest_steps() -> None:
    found = measure_distances(NEAR)
    assert found["A"] == {"A": 0, "B": 1, "C": 2, "D": 2, "E": 3}
    assert found["F"] == {"F": 0}, "no other place reaches it"


def test_nearer_leads_home_and_nowhere_from_home() -> None:
    found = find_nearer(NEAR, "A")
    assert (found["A"], found["B"], found["E"]) == ((), ("A",), ("D",))
    assert found["F"] == ()
