"""The plan of a map: drawn only where it tells the adjacency of the data."""

import pytest

from replay.registry import open_rules
from spec.loader import Area
from tui.widgets.tiling import near_of, plan_of

SQUARE = (Area("A", (0, 0)), Area("B", (1, 0)), Area("C", (0, 1)), Area("D", (1, 1)))
#  A B
#  C D
ROUND = {"A": ("B", "C"), "B": ("A", "D"), "C": ("A", "D"), "D": ("B", "C")}


def test_shared_edges_are_adjacency() -> None:
    plan = plan_of(SQUARE, ROUND)
    assert plan is not None
    assert (plan.columns, plan.rows, plan.free) == (2, 2, ())


@pytest.mark.parametrize(
    "near",
    [
        {**ROUND, "A": ("B", "C", "D"), "D": ("A", "B", "C")},  # a corner made an edge
        {**ROUND, "A": ("B",), "C": ("D",)},  # an edge that is none
    ],
)
def test_a_map_that_cannot_be_tiled_has_no_plan(near: dict[str, tuple[str, ...]]) -> None:
    assert plan_of(SQUARE, near) is None


def test_two_areas_on_one_tile_are_no_plan() -> None:
    assert plan_of((Area("A", (0, 0)), Area("B", (0, 0))), {"A": (), "B": ()}) is None


@pytest.mark.parametrize("ident", ["800/bonsai-2021", "800/battles-2011"])
def test_the_shipped_maps_are_tiled_and_leave_room_for_both_sides(ident: str) -> None:
    spec = open_rules(ident).spec
    plan = plan_of(spec.game.area, near_of(spec))
    assert plan is not None
    assert plan.notches is not None
