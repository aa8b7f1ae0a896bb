"""Tests of the plan of a map, which there is for any tiles and any adjacent pairs."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.replay.core.registry import open_rules
from senpu.spec.game_file import Area, Margin, Tile
from senpu.tui.boards.area_tiling import (
    CounterShape,
    TileBox,
    TileCounters,
    TilePlan,
    TileSizes,
    build_box,
    build_map_plan,
    build_plan,
    compute_least_size,
    compute_lines,
    find_border,
    stack_counters,
)
from tests.replay.texts import SHIPPED

SQUARE = (Area("A", (0, 0)), Area("B", (1, 0)), Area("C", (0, 1)), Area("D", (1, 1)))
#  A B
#  C D
ROUND = {"A": ("B", "C"), "B": ("A", "D"), "C": ("A", "D"), "D": ("B", "C")}
BRICKS = (Area("A", (0, 0, 2, 1)), Area("B", (2, 0, 2, 1)), Area("C", (1, 1, 2, 1)))
#  AABB
#   CC
TRIANGLE = {"A": ("B", "C"), "B": ("A", "C"), "C": ("A", "B")}


def test_tiles_that_match_the_adjacency_stay_open_and_need_no_link() -> None:
    plan = build_plan(SQUARE, ROUND)
    assert plan.is_even
    assert (plan.columns, plan.rows, plan.closed, plan.links) == (2, 2, (), {})
    bricks = build_plan(BRICKS, TRIANGLE)
    assert not bricks.is_even
    assert (bricks.columns, bricks.rows, bricks.closed, bricks.links) == (4, 2, (), {})


def test_an_edge_that_is_none_is_closed_and_a_corner_made_an_edge_is_a_link() -> None:
    near = {"A": ("B", "D"), "B": ("A", "D"), "C": ("D",), "D": ("A", "B", "C")}
    plan = build_plan(SQUARE, near)
    assert plan.tiles == build_plan(SQUARE, ROUND).tiles
    assert plan.closed == (("A", "C"),)
    assert plan.links == {"A": ("D",), "D": ("A",)}


@pytest.mark.parametrize("tile", [(0, 0), (0, 0, 2, 2), ()])
def test_an_area_without_a_place_of_its_own_gets_one_next_to_its_neighbours(tile: Tile) -> None:
    known = Area("A", (0, 0)), Area("B", tile or (0, 0))
    areas = known if tile else known[:1]
    plan = build_plan(areas, {"A": ("B",), "B": ("A",)})
    assert plan.tiles["A"] == build_box((0, 0))
    assert find_border(plan.tiles["A"], plan.tiles["B"]) is not None


def test_a_margin_on_an_area_gets_another_place() -> None:
    kept = build_plan(SQUARE, ROUND, (Margin("red", (2, 0, 1, 2)),))
    assert kept.margins["red"] == build_box((2, 0, 1, 2))
    moved = build_plan(SQUARE, ROUND, (Margin("red", (1, 1, 2, 1)),))
    assert moved.tiles == kept.tiles
    assert all(find_overlap(moved.margins["red"], box) == 0 for box in moved.tiles.values())


def find_overlap(one: TileBox, other: TileBox) -> int:
    """Return the number of cells that two rectangles share."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    return max(wide, 0) * max(min(one.bottom, other.bottom) - max(one.top, other.top), 0)


@pytest.mark.parametrize("tile", [[0], [0, 0, 1], [-1, 0], [0, 0, 0, 1], [0, 0, 1, 1, 1]])
def test_a_tile_is_a_cell_or_a_rectangle(tile: list[int]) -> None:
    with pytest.raises(msgspec.ValidationError, match="badTile"):
        msgspec.convert({"id": "A", "tile": tile}, Area)


BOXES = st.builds(build_box, st.tuples(*[st.integers(0, 4)] * 2, *[st.integers(1, 3)] * 2))


@given(BOXES, BOXES)
def test_a_border_is_the_same_from_both_sides(one: TileBox, other: TileBox) -> None:
    there, back = find_border(one, other), find_border(other, one)
    if there is None or back is None:
        assert there is back is None
    else:
        assert there[1:] == back[1:]
        assert abs(there.way - back.way) == 2


@given(st.integers(1, 12), st.integers(0, 200), st.integers(1, 9))
def test_lines_are_spread_evenly(count: int, more: int, least: int) -> None:
    at = compute_lines(count, count + more)
    steps = {end - start for start, end in pairwise(at)}
    assert max(steps) - min(steps) <= 2
    size = compute_least_size(count, [(0, 1, least), (count - 1, count, least)])
    assert compute_lines(count, size)[1] >= least


OF_AREAS = [ident for ident in SHIPPED if open_rules(ident).spec.game.board == "areas"]


def shipped(ident: str) -> TilePlan:
    return build_map_plan(open_rules(ident).spec)


@pytest.mark.parametrize("ident", OF_AREAS)
def test_the_shipped_maps_are_tiled_and_leave_room_for_both_sides(ident: str) -> None:
    plan, sides = shipped(ident), {side.id for side in open_rules(ident).spec.sides}
    assert (plan.closed, plan.links) == ((), {}), f"{ident}: tiles are not its adjacent pairs"
    assert set(plan.margins) == sides, f"{ident}: map.toml has a [[margin]] for each side"


def test_a_plan_of_rectangles_fits_a_terminal_of_80_columns() -> None:
    assert TileSizes(shipped("incident1932/bonsai-2016"), 11, 3).least == (80, 13)


# ---- counters in a tile ---------------------------------------------------------------------

FORMS = (CounterShape(8, 2), CounterShape(8, 1))
BRIEF = CounterShape(4, 1)


def cells_of(stack: TileCounters) -> list[tuple[int, int]]:
    return [
        (x + dx, y + dy)
        for x, y in stack.spots.values()
        for dx in range(stack.form.width)
        for dy in range(stack.form.rows)
    ]


@given(
    st.integers(0, 7), st.integers(0, 7), st.integers(0, 3),
    st.integers(10, 60), st.integers(2, 20), st.booleans(),
)  # fmt: skip
def test_counters_never_overlap_nor_leave_their_tile(
    left: int, right: int, removed: int, wide: int, high: int, name: bool
) -> None:
    first, others = [f"a{n}" for n in range(left)], [f"b{n}" for n in range(right)]
    here = frozenset(first[removed:] + others)
    stack = stack_counters(first, others, here, FORMS, BRIEF, (wide, high), name)
    taken = cells_of(stack)
    if stack.hidden:
        x, y = stack.more
        taken += [(x + dx, y) for dx in range(3)]
    assert len(taken) == len(set(taken))
    assert all(0 < x < wide and stack.named <= y < high for x, y in taken)
    assert len(here & set(stack.spots)) + stack.hidden == len(here)
    columns = {(x - 1, y) for x, y in stack.spots.values()}
    assert not columns & set(taken), "the sign before a counter has its own cell"


def test_a_removed_unit_keeps_its_slot_if_it_displaces_no_unit() -> None:
    first, others = ("a1", "a2"), ("b1", "b2")
    here = frozenset(("a1", "b1", "b2"))
    assert "a2" in stack_counters(first, others, here, FORMS[1:], BRIEF, (9, 4), False).spots
    assert "a2" not in stack_counters(first, others, here, FORMS[1:], BRIEF, (9, 3), False).spots
