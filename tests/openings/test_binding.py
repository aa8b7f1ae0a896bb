"""Tests of builds: interrupted and continued, updated, by any executor.

Nothing hidden is written to a book.
"""

import gc
import os
import sqlite3
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.journal import JournalError, lock_file
from senpu.replay.analysis.executors import (
    ExecutorError,
    SerialExecutor,
    map_in_order,
    open_executor,
)
from senpu.replay.openings import binding
from senpu.replay.openings.binding import build_book
from senpu.replay.openings.book import BookFile
from senpu.replay.openings.reading import read_log
from senpu.replay.openings.shards import ReadPiece, read_part
from senpu.replay.openings.shelf import SCHEMA, BookError
from tests.openings.shelves import SET_UP, book_of, build, contents, corpus, short_game, write
from tests.toy_cards.worlds import SIDES, random_game, twins
from tests.toy_cards.worlds import write as write_cards

BROKEN_OFF = """
import os, sys
from pathlib import Path
from senpu.replay.analysis.executors import SerialExecutor
from senpu.replay.openings import binding
binding.BATCH = 4
def report(read, of):
    if read >= 8:
        os._exit(9)
binding.build_book(Path(sys.argv[1]), [Path(sys.argv[2])], SerialExecutor(), 40, None, report)
"""


def test_a_killed_build_continues(tmp_path: Path) -> None:
    logs = corpus(tmp_path / "logs", range(20))
    write(logs / "bad.senpu", "J: i1@A\n")
    book = tmp_path / "b.sqlite"
    command = [sys.executable, "-c", BROKEN_OFF, str(book), str(logs)]
    assert subprocess.run(command, check=False).returncode == 9
    assert not book.exists()
    assert (tmp_path / "b.sqlite.part").exists()
    bound = build(book, logs)
    assert (bound.read, bound.games + bound.copies) == (13, 20)
    assert len(bound.faults) == 1
    assert not (tmp_path / "b.sqlite.part").exists()
    build(tmp_path / "whole.sqlite", logs)
    assert contents(book) == contents(tmp_path / "whole.sqlite")


def test_an_interrupted_build_keeps_what_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = corpus(tmp_path / "logs", range(6))
    book = tmp_path / "b.sqlite"

    def report(read: int, of: int) -> None:
        if read == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(binding, "BATCH", 2)
    with pytest.raises(KeyboardInterrupt):
        build_book(book, [logs], SerialExecutor(), 40, None, report)
    assert build(book, logs).read == 2


def test_how_passages_are_divided_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = corpus(tmp_path / "logs", range(24))
    monkeypatch.setattr(binding, "CROWD", 2)
    build(tmp_path / "one.sqlite", logs)
    for name, value in (("BATCH", 2), ("SMALL", 0), ("PIECE", 10_000)):
        monkeypatch.setattr(binding, name, value)
    build(tmp_path / "many.sqlite", logs)
    assert contents(tmp_path / "many.sqlite") == contents(tmp_path / "one.sqlite")


def test_reading_leaves_nothing_in_memory(tmp_path: Path) -> None:
    paths = [str(path) for path in corpus(tmp_path / "logs", range(2), events=8).iterdir()]
    piece = ReadPiece(1, paths, 40, str(tmp_path / "spill"))
    read_part(piece)
    gc.collect()
    gc.disable()  # as in a build
    try:
        tracemalloc.start()
        for _ in range(6):
            read_part(piece)
        assert gc.collect() < 60  # cyclic garbage: 11 objects a log if it were left
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert left / (6 * len(paths)) < 100  # bytes a log


def test_building_again_reads_what_is_new_or_changed_and_drops_what_is_gone(tmp_path: Path) -> None:
    logs = corpus(tmp_path / "logs", range(6))
    write(logs / "copy.senpu", short_game(2))
    book = tmp_path / "b.sqlite"
    assert build(book, logs).read == 7
    assert build(book, logs).read == 0
    (logs / "000.senpu").unlink()
    write(logs / "001.senpu", short_game(7))
    write(logs / "more/9.senpu", short_game(9))
    (logs / "002.senpu").unlink()  # and its copy takes its place
    bound = build(book, logs)
    assert (bound.read, bound.games, bound.copies) == (3, 6, 0)
    build(tmp_path / "fresh.sqlite", logs)
    assert contents(book) == contents(tmp_path / "fresh.sqlite")


@pytest.mark.parametrize("depth", [40, 10])
def test_a_build_adds_a_folder_and_removes_only_logs_that_are_gone(
    tmp_path: Path, depth: int
) -> None:
    """Also if another depth makes a new book."""
    games, club = corpus(tmp_path / "games", range(5)), corpus(tmp_path / "club", range(5, 8))
    book = tmp_path / "b.sqlite"
    build(book, games)
    write(games / "001.senpu", short_game(9))
    (games / "002.senpu").unlink()
    (games / "new.senpu").write_bytes(b"not read: its folder is not named")
    bound = build(book, club, depth=depth)
    assert (bound.games, bound.elsewhere, bound.removed) == (7, 4, 1)
    assert bound.read == (7 if depth != 40 else 4)
    (games / "new.senpu").unlink()
    build(tmp_path / "fresh.sqlite", games, club, depth=depth)
    assert contents(book) == contents(tmp_path / "fresh.sqlite")


def test_another_depth_is_another_book(tmp_path: Path) -> None:
    logs = corpus(tmp_path / "logs", range(3))
    build(tmp_path / "b.sqlite", logs, depth=10)
    assert build(tmp_path / "b.sqlite", logs, depth=11).read == 3
    assert book_of(tmp_path / "b.sqlite", logs, depth=11).read_depth() == 11


def test_logs_may_move_together_with_their_book(tmp_path: Path) -> None:
    logs = corpus(tmp_path / "a/logs", range(3))
    build(tmp_path / "a/b.sqlite", logs)
    (tmp_path / "a").rename(tmp_path / "z")
    assert build(tmp_path / "z/b.sqlite", tmp_path / "z/logs").read == 0


def test_who_does_the_work_makes_no_difference(tmp_path: Path) -> None:
    logs = corpus(tmp_path / "logs", range(12))
    build(tmp_path / "alone.sqlite", logs)
    monkey = pytest.MonkeyPatch()
    monkey.setattr(binding, "BATCH", 2)
    try:
        with ThreadPoolExecutor(3) as threads:
            build_book(tmp_path / "threads.sqlite", [logs], threads, 40, 3)
        with open_executor(jobs=2) as programs:
            build_book(tmp_path / "programs.sqlite", [logs], programs, 40, 2)
    finally:
        monkey.undo()
    first, *others = (contents(tmp_path / f"{n}.sqlite") for n in ("alone", "threads", "programs"))
    assert others == [first, first]


def test_work_comes_back_in_its_order_and_little_is_held() -> None:
    asked = []

    def pieces() -> Any:
        for n in range(100):
            asked.append(n)
            yield n

    with ThreadPoolExecutor(2) as threads:
        found = map_in_order(threads, lambda n: n * n, pieces(), 2)
        assert next(found) == 0
        assert len(asked) < 10
        assert [0, *found] == [n * n for n in range(100)]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("spark://x", "dask://HOST:PORT"),
        ("dask://x:1", r"pip install .\.\[cluster\]"),
    ],
)
def test_a_missing_executor_is_reported(
    monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExecutorError, match=why), open_executor(name):
        pass


def test_a_lost_worker_is_reported() -> None:
    with open_executor(jobs=2) as programs, pytest.raises(ExecutorError, match="was stopped"):
        list(map_in_order(programs, lost_at_two, range(4), 2))


def lost_at_two(number: int) -> int:
    if number == 2:
        os._exit(1)
    return number


# ---- files that are not books --------------------------------------------------------------------


def test_a_file_of_something_else_is_never_written_over(tmp_path: Path) -> None:
    logs, path = corpus(tmp_path / "logs", range(1)), tmp_path / "b.sqlite"
    path.write_text("my notes\n" * 100)
    with pytest.raises(BookError, match=r"with .senpu openings build."):
        build(path, logs)
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE mine (x)")
    other.close()
    with pytest.raises(BookError, match="not an opening book"):
        build(tmp_path / "other.sqlite", logs)
    assert path.read_text() == "my notes\n" * 100


def test_a_book_of_another_version_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite"
    build(path, corpus(tmp_path / "logs", range(1)))
    book = sqlite3.connect(path)
    book.execute("PRAGMA user_version = 99")
    book.close()
    with pytest.raises(
        BookError, match=f"version 99; this program has version {SCHEMA}\nhint: delete"
    ):
        BookFile(path)


def test_two_builds_of_one_book_exclude_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("senpu.logs.journal.LOCK_SECONDS", 0)
    logs = corpus(tmp_path / "logs", range(1))
    with lock_file(tmp_path / "b.sqlite"), pytest.raises(JournalError, match="another program"):
        build_book(tmp_path / "b.sqlite", [logs], SerialExecutor())


# ---- hidden parts ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [5, 8, 11])
@pytest.mark.parametrize("side", SIDES)
def test_logs_that_differ_in_hidden_cards_give_the_same_book(
    tmp_path: Path, seed: int, side: str
) -> None:
    events = random_game(seed)
    other = next(each for each in [*twins(events, side)][::-1] if each != events)
    for name, log in (("a", events), ("b", other)):
        write_cards(tmp_path / f"{name}/game.senpu", log)
        build(tmp_path / f"{name}.sqlite", tmp_path / name)
    assert events != other
    first, second = (contents(tmp_path / f"{name}.sqlite", paths=False) for name in "ab")
    assert first == second
    assert any("#??" in row[-1] for row in first[0])


def test_a_book_keeps_nothing_of_an_invalid_log(tmp_path: Path) -> None:
    header = "Senpu: 1\nGame: blind/toy\nRules: 1\n\ndraw #02+#05\ndraw #01+#06\n"
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs/a.senpu").write_text(f"{header}N: play #04\n")
    bound = build(tmp_path / "b.sqlite", tmp_path / "logs")
    assert "#02" in bound.faults[0]["en"]  # reported to the builder, who has the log
    assert contents(tmp_path / "b.sqlite") == [[], [], []]
    assert b"#0" not in (tmp_path / "b.sqlite").read_bytes()
    assert len(build(tmp_path / "b.sqlite", tmp_path / "logs").faults) == 1


@pytest.mark.parametrize("hand", ["draw #02+#05\ndraw #01+#06\n", "draw #03+#05\ndraw #01+#06\n"])
def test_a_face_down_card_is_hidden_in_a_book(tmp_path: Path, hand: str) -> None:
    header = "Senpu: 1\nGame: blind/toy\nRules: 1\n\n"
    (tmp_path / "a.senpu").write_text(f"{header}{hand}N: lay #05\n")
    texts = [passage.text for passage in read_log(tmp_path / "a.senpu").passages.rows()]
    assert texts == ["draw #??+#??", "draw #??+#??", "lay #??", ""]


def test_a_log_with_a_set_up_only_is_an_unfinished_game(tmp_path: Path) -> None:
    course = read_log(write(tmp_path / "a.senpu", SET_UP))
    assert (course.result, course.ending, course.events) == (None, "", 5)
