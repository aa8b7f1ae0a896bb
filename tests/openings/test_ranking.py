"""The first move by its lower end, and whether its interval distinguishes it from the others."""

import pytest

from senpu.replay.openings.book import BookResults, MoveRecord
from senpu.replay.openings.ranking import MoveRanking, rank_moves
from senpu.tui.boards.signs import PLAIN
from senpu.tui.theme import Palette
from senpu.tui.widgets.opening_blocks import describe_comparison
from senpu.tui.widgets.painting import Look


def move(name: str, wins: int, games: int) -> MoveRecord:
    tally = BookResults(games, (wins, games - wins))
    return MoveRecord((name,), True, hash(name), tally, tally)


GOOD, MIDDLE, BAD = move("good", 90, 100), move("middle", 80, 100), move("bad", 20, 100)
LUCKY, FEW = move("lucky", 19, 19), move("few", 1, 2)

CASES = {
    "none is clear": ([MIDDLE, GOOD], MoveRanking(GOOD, 1, 0), "2 set-ups with 20 games or more"),
    "one is clear": ([BAD, GOOD], MoveRanking(GOOD, 1, 1), "good is better than all other"),
    "clear of some": (
        [BAD, GOOD, MIDDLE, FEW], MoveRanking(GOOD, 2, 1), "good is better than 1 of 2 other",
    ),
    "alone": ([GOOD, FEW], MoveRanking(GOOD), "Only one of the set-ups has 20 games or more"),
    "a thin one is higher": ([BAD, LUCKY], MoveRanking(BAD, 0, 0, LUCKY), "only 19 games"),
    "all are thin": ([FEW, LUCKY], MoveRanking(None, 0, 0, LUCKY), "All set-ups have fewer than"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_first_by_its_lower_end_and_what_its_interval_shows(case: str) -> None:
    moves, expected, text = CASES[case]
    found = rank_moves(moves, 0, 20)
    assert found == expected
    look = Look(Palette({}), PLAIN, "en")
    for brief in (False, True):
        rows = describe_comparison(look, found, lambda m: m.text, "set-ups", 0, 20, brief)
        assert brief or text in " ".join(rows)
        assert any((found.first or LUCKY).text in row for row in rows)


def test_the_side_decides() -> None:
    assert rank_moves([GOOD, BAD], 1, 20).first == BAD
