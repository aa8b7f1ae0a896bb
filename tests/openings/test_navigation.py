"""Tests of playing the moves of a book in a variation of a log."""

from pathlib import Path

import pytest

from senpu.logs.record import record_from
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import BookFile
from senpu.replay.openings.walk import BookNavigator
from tests.openings.shelves import SET_UP, book_of, write

HEADER = "Senpu: 1\nGame: 800/bonsai-2021\nRules: 1\n\n"
LONG = SET_UP + "J: i3>A\nC: pass\nJ: pass\n"


@pytest.fixture
def book(tmp_path: Path) -> BookFile:
    write(tmp_path / "logs/a.senpu", LONG)
    return book_of(tmp_path / "b.sqlite", tmp_path / "logs")


def play_on(walk: BookNavigator, book: BookFile, times: int) -> None:
    for _ in range(times):
        (move,) = [move for move in book.find_entry(walk.position).moves if not move.is_set_up]
        assert walk.play(move)


def test_a_walk_leaves_the_log_where_it_does_something_else(book: BookFile) -> None:
    timeline = open_timeline(record_from(HEADER + SET_UP + "J: pass\n"))
    walk = BookNavigator(timeline, 0)
    play_on(walk, book, 5)
    assert (walk.number, walk.has_left_log, walk.line) == (5, False, timeline)
    play_on(walk, book, 2)
    assert (walk.number, walk.has_left_log, walk.line.fork) == (7, True, 5)
    assert timeline.extend() == 6
    walk.move_by(-3)
    assert (walk.number, walk.has_left_log) == (4, False)
    walk.move_by(9)
    assert (walk.number, walk.has_left_log) == (7, True)


def test_a_walk_may_begin_on_a_line_that_left_the_log(book: BookFile) -> None:
    first = BookNavigator(open_timeline(record_from(HEADER + SET_UP)), 5)
    play_on(first, book, 1)
    second = BookNavigator(first.line, first.number)
    assert second.has_left_log
    play_on(second, book, 2)
    assert (second.number, second.line.fork) == (8, 5)
    assert second.position == BookNavigator(open_timeline(record_from(HEADER + LONG)), 8).position


def test_going_back_and_another_way_forgets_the_way_that_was_left(tmp_path: Path) -> None:
    write(tmp_path / "logs/a.senpu", LONG)
    write(tmp_path / "logs/b.senpu", SET_UP + "J: i3>A\nC: k1*B.g2 [2 3] no\n")
    both = book_of(tmp_path / "b.sqlite", tmp_path / "logs")
    walk = BookNavigator(open_timeline(record_from(HEADER + SET_UP)), 5)
    play_on(walk, both, 1)
    moves = both.find_entry(walk.position).moves
    assert len(moves) == 2
    for move in moves:
        assert walk.play(move)
        assert (walk.number, walk.line.last) == (7, 7)
        walk.move_by(-1)
