"""Tests of combat results tables."""

import pytest

from senpu.replay.parts.tables import (
    count_faces,
    find_column,
    find_column_number,
    find_results,
    read_results_table,
)

KNOWN = ("AE", "AR", "DR", "DE")
TABLE = read_results_table(
    {"0": ["AR", "DR"], "-2": ["AE", "AR"], "3": ["DR", "DE"]}, KNOWN, faces=2
)


def test_columns_are_in_the_order_of_their_numbers() -> None:
    assert TABLE.lowest == (-2, 0, 3)
    assert TABLE.columns[0] == ("AE", "AR")


@pytest.mark.parametrize(
    ("number", "column"), [(-9, 0), (-2, 0), (-1, 0), (0, 1), (2, 1), (3, 2), (50, 2)]
)
def test_a_column_serves_up_to_the_next_and_the_outer_ones_beyond(number: int, column: int) -> None:
    assert find_column(TABLE, number) == column
    assert find_results(TABLE, number) == TABLE.columns[column]
    assert find_column_number(TABLE, number) == TABLE.lowest[column]


def test_a_column_must_have_a_result_for_each_face_and_a_number() -> None:
    with pytest.raises(ValueError, match="column 1 has 1 results; expected 2"):
        read_results_table({"1": ["AR"]}, KNOWN, faces=2)
    with pytest.raises(ValueError, match="is not a number"):
        read_results_table({"one": ["AR", "DR"]}, KNOWN, faces=2)


def test_a_column_has_only_results_of_the_game_and_its_shape_is_checked_first() -> None:
    with pytest.raises(ValueError, match="results: AX is unknown; expected one of AE"):
        read_results_table({"1": ["AR", "DX"], "0": ["AX", "AR"]}, KNOWN, faces=2)
    with pytest.raises(ValueError, match="column 0 has 1 results; expected 2"):
        read_results_table({"1": ["AR", "DX"], "0": ["AR"]}, KNOWN, faces=2)


def test_chances_count_the_faces_in_the_order_of_the_die() -> None:
    assert count_faces(["Ex", "DR", "Ex", "Ex"]) == {"Ex": 3, "DR": 1}
    assert list(count_faces(["DR", "Ex", "DR"])) == ["DR", "Ex"]
