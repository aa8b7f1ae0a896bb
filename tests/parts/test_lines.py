"""Tests of moves along lines: where they lead, and what closes them."""

from senpu.replay.parts.lines import (
    CLOSED,
    FULL,
    HELD,
    LineNetwork,
    count_open_steps,
    find_block_reasons,
    find_goals,
    find_shortest_path,
)
from senpu.replay.parts.zones import ENEMY_THERE, ZONE

#   0 - 1 - 2 - 3
#       |       |
#       4 ----- 5       6
WAYS = ((1,), (0, 2, 4), (1, 3), (2, 5), (1, 5), (3, 4), ())
FREE = bytes(7)


def lines(field: bytes = FREE, hostile: int = 0, full: int = -1, closed: int = -1) -> LineNetwork:
    return LineNetwork(WAYS, field, (0, 0, 1, 0, 2, 0, 0), hostile, frozenset({full}), closed)


def test_lines_lead_as_far_as_no_hex_shuts_them() -> None:
    assert find_goals(lines(), 0) == [1, 2, 3, 4, 5]
    assert find_goals(lines(bytes((0, 0, ZONE, 0, 0, ENEMY_THERE, 0))), 0) == [1, 4]
    assert find_goals(lines(hostile=1, full=5), 0) == [1, 4]
    assert find_goals(lines(closed=1), 0) == []


def test_the_search_for_one_hex_finds_it_alone() -> None:
    assert find_goals(lines(), 0, 3) == [3]
    assert find_goals(lines(), 0, 6) == [1, 2, 3, 4, 5]


def test_all_reasons_that_shut_a_hex_are_reported() -> None:
    assert find_block_reasons(lines(), 2) == 0
    assert (
        find_block_reasons(lines(bytes((0, 0, ZONE, 0, 0, 0, 0)), 1, 2, 2), 2)
        == ZONE | HELD | CLOSED | FULL
    )


def test_a_path_is_followed_up_to_the_first_gap() -> None:
    assert count_open_steps(lines(), 0, (1, 2, 3)) == 3
    assert count_open_steps(lines(hostile=1), 0, (1, 2, 3)) == 1
    assert count_open_steps(lines(), 0, (2, 3)) == 0


def test_the_shortest_path_does_not_heed_what_shuts_it() -> None:
    assert find_shortest_path(WAYS, 0, 5) == (1, 4, 5)
    assert find_shortest_path(WAYS, 0, 6) == (6,)
