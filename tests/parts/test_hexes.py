"""Tests of maps of hexes: numbers, sides, lines, walks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.replay.parts.hexes import (
    NOWHERE,
    GridWalks,
    HexGrid,
    WalkEffect,
    WalkStep,
    find_connected,
    find_land_neighbours,
    read_hex_lines,
    read_hex_sides,
    search_walks,
)

#   0101  0102  0103
#      0201  0202  0203
#   0301  0302  0303
SOUTH = {"top": 1, "bottom": 3, "left": 1, "right": 3, "shifted": "even"}
#      0301  0302  0303
#   0201  0202  0203
#      0101  0102  0103
NORTH = {"top": 3, "bottom": 1, "left": 1, "right": 3, "shifted": "odd"}
NUMBERS = [f"{row:02}{column:02}" for row in (1, 2, 3) for column in (1, 2, 3)]

grids = pytest.mark.parametrize("table", [SOUTH, NORTH], ids=["rows southward", "rows northward"])


def names(grid: HexGrid, hexes: tuple[int, ...]) -> list[str]:
    return [grid.ids[h] if h != NOWHERE else "-" for h in hexes]


def test_neighbours_in_the_order_of_the_directions() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    assert names(grid, grid.neighbours[grid.index["0202"]]) == [
        "0103", "0203", "0303", "0302", "0201", "0102",
    ]  # fmt: skip
    assert names(grid, grid.neighbours[grid.index["0101"]]) == ["-", "0102", "0201", "-", "-", "-"]


def test_rows_may_be_numbered_from_the_south() -> None:
    grid = HexGrid(NORTH, NUMBERS)
    assert grid.ids[0] == "0301"
    assert names(grid, grid.neighbours[grid.index["0202"]]) == [
        "0302", "0203", "0102", "0101", "0201", "0301",
    ]  # fmt: skip
    assert [grid.shift(row) for row in (0, 1, 2)] == [1, 0, 1]


@grids
def test_every_neighbour_is_a_neighbour_in_return(table: dict[str, object]) -> None:
    grid = HexGrid(table, NUMBERS)
    for h, near in enumerate(grid.neighbours):
        for direction, other in enumerate(near):
            assert other == NOWHERE or grid.neighbours[other][(direction + 3) % 6] == h


def test_numbers_that_are_not_among_the_places_are_no_hexes() -> None:
    grid = HexGrid(SOUTH, [ident for ident in NUMBERS if ident != "0202"])
    assert "0202" not in grid.index
    assert NOWHERE in grid.neighbours[grid.index["0102"]]
    with pytest.raises(ValueError, match="0202 is not a hex of the map"):
        grid.find_hexes(["0202"])
    with pytest.raises(ValueError, match=r"terrain\.0404 is outside the grid"):
        HexGrid(SOUTH, ["0404"])


@grids
@given(st.integers(0, 8), st.integers(0, 8))
def test_the_distance_is_the_number_of_steps(table: dict[str, object], one: int, two: int) -> None:
    grid = HexGrid(table, NUMBERS)
    reached, edge = {one}, {one}
    steps = 0
    while two not in reached:
        edge = {n for h in edge for n in grid.neighbours[h] if n != NOWHERE} - reached
        reached |= edge
        steps += 1
    assert grid.distance(one, two) == steps


def test_sides_and_lines_hold_from_both_ends_and_must_touch() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    sides = read_hex_sides(grid, {"creek": ["0101-0201", "0202-0201"]}, "river")
    assert sides[grid.index["0201"]] == {grid.index["0101"], grid.index["0202"]}
    assert sides[grid.index["0101"]] == {grid.index["0201"]}
    line = read_hex_lines(grid, {"line": ["0101", "0102", "0202"]}, "rail")
    assert line[grid.index["0102"]] == {grid.index["0101"], grid.index["0202"]}
    with pytest.raises(ValueError, match=r"river\.creek: 0101-0103: the hexes are not adjacent"):
        read_hex_sides(grid, {"creek": ["0101-0103"]}, "river")
    with pytest.raises(ValueError, match=r"river\.creek: 0101: "):
        read_hex_sides(grid, {"creek": ["0101"]}, "river")
    with pytest.raises(ValueError, match=r"rail\.line: 0101-0303: the hexes are not adjacent"):
        read_hex_lines(grid, {"line": ["0101", "0303"]}, "rail")


def test_neighbours_on_land_over_sides_that_are_not_closed() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    land = [ident != "0203" for ident in grid.ids]
    near = find_land_neighbours(
        grid, land, read_hex_sides(grid, {"strait": ["0202-0302", "0102-0202"]}, "river")
    )
    assert grid.list_ids(near[grid.index["0202"]]) == ("0103", "0201", "0303")
    assert grid.list_ids(near[grid.index["0302"]]) == ("0201", "0301", "0303")
    assert near[grid.index["0203"]] == ()


def test_connected_hexes() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    line = read_hex_lines(grid, {"line": ["0101", "0102", "0202"]}, "rail")
    found = find_connected(grid.index["0101"], lambda h: line[h])
    assert grid.list_ids(sorted(found)) == ("0101", "0102", "0202")


def open_ground(grid: HexGrid, marked: int, dear: int) -> dict[WalkEffect, tuple[int, ...]]:
    """Return walks with 2 points from 0101: a hex costs 1, `dear` 2; `marked` leaves a mark."""

    def steps(here: int, left: int) -> list[WalkStep]:
        return [
            (h, left - (1 + (h == dear)), int(h == marked))
            for h in sorted(grid.neighbours[here])
            if h != NOWHERE and left >= 1 + (h == dear)
        ]

    return search_walks(grid.index["0101"], 2, steps)


def test_a_spread_finds_the_shortest_walk_and_the_first_in_the_grids_order() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    found = open_ground(grid, NOWHERE, NOWHERE)
    walks = {grid.ids[goal]: grid.list_ids(walk) for (goal, _), walk in found.items()}
    assert walks["0102"] == ("0102",)
    assert walks["0202"] == ("0102", "0202"), "rather than by way of 0201"
    assert walks["0302"] == ("0201", "0302")
    assert "0303" not in walks


def test_a_spread_keeps_walks_with_different_marks_apart() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    marked = grid.index["0102"]
    found = open_ground(grid, marked, NOWHERE)
    goal = grid.index["0202"]
    assert grid.list_ids(found[goal, 1]) == ("0102", "0202")
    assert grid.list_ids(found[goal, 0]) == ("0201", "0202")
    assert grid.list_ids(found[grid.index["0101"], 1]) == ("0102", "0101"), "there and back"


def test_a_spread_heeds_what_ground_costs() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    found = open_ground(grid, NOWHERE, grid.index["0102"])
    assert (grid.index["0103"], 0) not in found
    assert grid.list_ids(found[grid.index["0202"], 0]) == ("0201", "0202")


def test_the_ways_before_a_walk_are_the_shorter_and_the_earlier_ones() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    start, ways = grid.index["0101"], GridWalks(grid)
    assert ways.list_preceding(start, grid.find_hexes(["0102"])) == ()
    assert ways.list_preceding(start, grid.find_hexes(["0102", "0202"])) == ()
    assert ways.list_preceding(start, grid.find_hexes(["0201", "0202"])) == (
        grid.find_hexes(["0102", "0202"]),
    )
    assert ways.list_preceding(start, grid.find_hexes(["0201", "0102"])) == (
        grid.find_hexes(["0102"]),
    )


def test_walks_of_a_length_are_all_there_are() -> None:
    grid = HexGrid(SOUTH, NUMBERS)
    ways = GridWalks(grid)
    for goal in range(9):
        walks = ways.of_length(0, goal, 3)
        assert walks == tuple(sorted(set(walks)))
        counted = sum(
            goal in grid.neighbours[second]
            for first in grid.neighbours[0]
            if first != NOWHERE
            for second in grid.neighbours[first]
            if second != NOWHERE
        )
        assert len(walks) == counted
