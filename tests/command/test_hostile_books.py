"""Books that are damaged, or made to block a reader or to run something: each ends in an error."""

import os
import sqlite3
import struct
from pathlib import Path
from random import Random

import pytest

from senpu.notation.faults import Error
from senpu.replay.core.registry import open_rules
from senpu.replay.openings import binding
from senpu.replay.openings.book import COUNTED, BookFile, GameFilter
from senpu.replay.openings.reading import Numbering
from senpu.replay.openings.shelf import MARK, PAGE, SCHEMA
from tests.command.conftest import Run
from tests.openings.shelves import GAME, build, write
from tests.tui.test_openings import CHINA, GAMES, JAPAN

RULES = open_rules(GAME)
READERS = (
    ("show", "b.sqlite", "--rows", "2"), ("show", "b.sqlite", "--player", "anna", "--json"),
    ("top", "b.sqlite", "--min-games", "1"),
)  # fmt: skip
BUILD = "openings", "build", "logs", "-o", "b.sqlite", "--jobs", "1", "--depth", "40"


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a small book, in which the counts of most positions are computed in advance."""
    folder = tmp_path_factory.mktemp("book")
    for number, (china, japan, rest, name) in enumerate(GAMES):
        fields = {"Japan": name, "Date": f"2026-0{number + 1}-01"} if name else {"Program": "x"}
        write(folder / f"logs/{number}.senpu", CHINA[china] + JAPAN[japan] + rest, **fields)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(binding, "CROWD", 2)
        build(folder / "b.sqlite", folder / "logs")
    return (folder / "b.sqlite").read_bytes()


@pytest.fixture
def book(folder: Path, content: bytes) -> Path:
    """Write the book into the current folder, and one of its logs."""
    (folder / "b.sqlite").write_bytes(content)
    write(folder / "logs/0.senpu", CHINA[0] + JAPAN[0])
    return folder / "b.sqlite"


def read_all(path: Path) -> None:
    """Read everything that a program shows of a book at the start of a game. Raises Error."""
    book, numbering, start = BookFile(path), Numbering(RULES), RULES.start()
    try:
        book.read_depth()
        for choice in (*COUNTED, GameFilter("anna"), GameFilter(since="2020")):
            for ruleset, _ in book.list_rulesets():
                assert ruleset.name[0] == GAME or ruleset.game
            book.look_up(numbering, start, choice)
            book.list_samples(numbering(start), choice)
    finally:
        book.close()


def change(book: Path, script: str) -> None:
    """Change a book without its program."""
    found = sqlite3.connect(book, isolation_level=None)
    found.execute("PRAGMA writable_schema = ON")
    found.executescript(script)
    found.close()


LOOP = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT"
TABLES = {
    "view for a table": f"DROP TABLE about; CREATE VIEW about AS {LOOP} 'depth' AS name, i FROM n",
    "view": f"CREATE VIEW more AS {LOOP} i FROM n",
    "trigger": "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM log; END",
    "table": "CREATE TABLE more (x)",
    "index": f"CREATE INDEX more ON log (path) WHERE path > 'x{'x' * 9999}'",
    "generated column": "ALTER TABLE log ADD COLUMN x AS (randomblob(1000000000))",
    "other type": "UPDATE sqlite_schema SET sql = replace(sql, 'INTEGER', 'TEXT')",
    "no table": "DELETE FROM sqlite_schema WHERE name = 'form'",
    "bad schema": "UPDATE sqlite_schema SET sql = 'CREATE' WHERE name = 'form'",
    "no book": "PRAGMA application_id = 1",
    "version": "PRAGMA user_version = 1",
}
VALUES = {
    "no depth": "DELETE FROM about",
    "depth": "UPDATE about SET value = 'all'",
    "number as text": "UPDATE passage SET number = 'x'; DELETE FROM crowded",
    "text as bytes": "UPDATE log SET path = CAST(path AS BLOB); DELETE FROM crowded",
    "not UTF-8": "UPDATE ruleset SET game = CAST(x'ff' AS TEXT)",
    "huge number": "UPDATE crowded SET leaf = replace(leaf, ':', ':1e999')",
    "result": "UPDATE log SET result = 'x'; DELETE FROM crowded",
    "more sides": "UPDATE ruleset SET sides = 'a b c'; DELETE FROM crowded",
    "other JSON": "UPDATE crowded SET leaf = '[]'",
    "other samples": "UPDATE crowded SET samples = '{}'",
    "other players": "UPDATE log SET players = '[1]'",
    "negative counts": "UPDATE crowded SET leaf = replace(leaf, '\"wins\":[', '\"wins\":[-')",
    "too many wins": "UPDATE crowded SET leaf = replace(leaf, '\"wins\":[', '\"wins\":[9')",
    "wins of other sides": "UPDATE crowded SET leaf = replace(leaf, '\"wins\":[', '\"wins\":[0,')",
}


@pytest.mark.parametrize("script", TABLES.values(), ids=TABLES)
def test_tables_that_are_not_those_of_a_book_are_an_error(book: Path, script: str) -> None:
    change(book, script)
    before = book.read_bytes()
    with pytest.raises(Error):
        BookFile(book)
    with pytest.raises(Error):
        build(book, book.parent / "logs")
    assert book.read_bytes() == before


@pytest.mark.parametrize("script", VALUES.values(), ids=VALUES)
def test_values_of_other_types_are_an_error(book: Path, script: str) -> None:
    change(book, script)
    with pytest.raises(Error, match="is damaged"):
        read_all(book)


def test_a_search_that_does_not_end_is_an_error(run: Run, book: Path) -> None:
    """The table of logs becomes a tree of five levels whose pages have 1,000 equal children."""
    found = sqlite3.connect(book)
    (root,) = found.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'log'").fetchone()
    found.close()
    data = bytearray(book.read_bytes())

    def page(number: int) -> slice:
        return slice((number - 1) * PAGE, number * PAGE)

    def inner(child: int) -> bytes:
        cell, cells = struct.pack(">IB", child, 1), 1000
        start = PAGE - len(cell) * cells
        places = b"".join(struct.pack(">H", start + len(cell) * at) for at in range(cells))
        top = struct.pack(">BHHHBI", 5, 0, cells, start, 0, child) + places
        return top.ljust(start, b"\0") + cell * cells

    new = len(data) // PAGE + 1
    data += data[page(root)]
    for number in range(new, new + 4):
        data += inner(number)
    data[page(root)] = inner(new + 4)
    data[28:32] = struct.pack(">I", len(data) // PAGE)
    book.write_bytes(data)
    for command in (("openings", *READERS[1]), BUILD):
        answer = run(*command)
        assert answer.status == 2
        assert "b.sqlite: the opening book is damaged: " in answer.err
    assert book.read_bytes() == data
    book.rename("b.sqlite.part")
    assert "b.sqlite.part: the opening book is damaged: " in run(*BUILD).err


def test_a_book_that_is_not_a_file_is_an_error(run: Run, book: Path) -> None:
    book.unlink()
    os.mkfifo(book)
    assert "not an opening book" in run("openings", *READERS[0]).err
    book.unlink()
    book.mkdir()
    for command in (("openings", *READERS[0]), BUILD):
        assert "folder" in run(*command).err
    book.rmdir()
    (book.parent / "b.sqlite.part").write_bytes(b"")  # of a build that ended at once
    assert run(*BUILD).status == 0


def test_a_reader_ignores_files_next_to_a_book(book: Path, content: bytes) -> None:
    book.write_bytes(content[:18] + b"\2\2" + content[20:])  # uses a write-ahead log
    for suffix in ("-wal", "-shm", "-journal"):
        book.with_name(f"b.sqlite{suffix}").write_bytes(content)
    read_all(book)
    assert book.with_name("b.sqlite-wal").read_bytes() == content


def damage(content: bytes, seed: int) -> bytes:
    """Return a book with some other bytes: a few, a row of them, or a shorter file."""
    random, data = Random(seed), bytearray(content)
    pages = len(data) // PAGE
    for _ in range(random.choice((1, 3, 30))):
        # Most bytes of a page are at its ends: the header and the cells.
        at = random.choice((random.randrange(300), PAGE - 1 - random.randrange(PAGE // 4)))
        data[random.randrange(pages) * PAGE + at] = random.choice((0, 1, 0x7F, 0xFF, at % 256))
    if random.random() < 0.2:
        start = random.randrange(len(data))
        data[start : start + 99] = random.randbytes(99)
    if random.random() < 0.1:
        del data[random.randrange(len(data)) :]
    if random.random() < 0.8:  # else most books end at the first look
        data[:16], data[60:64], data[68:72] = (
            content[:16], struct.pack(">I", SCHEMA), struct.pack(">I", MARK),
        )  # fmt: skip
    return bytes(data)


@pytest.mark.parametrize(
    "seeds",
    [range(60), pytest.param(range(60, 1300), marks=pytest.mark.slow)],
    ids=["some", "many"],
)
def test_damaged_books_are_read_or_are_an_error(book: Path, content: bytes, seeds: range) -> None:
    errors = 0
    for seed in seeds:
        book.write_bytes(damage(content, seed))
        try:
            read_all(book)
        except Error:
            errors += 1
    assert len(seeds) / 4 < errors < len(seeds)


@pytest.mark.parametrize(
    "seeds",
    [range(6), pytest.param(range(1000, 1100), marks=pytest.mark.slow)],
    ids=["some", "many"],
)
def test_commands_end_with_damaged_books(
    run: Run, book: Path, content: bytes, seeds: range
) -> None:
    for seed in seeds:
        before = damage(content, seed)
        book.write_bytes(before)
        for command in READERS:
            assert run("openings", *command).status in (0, 2)
        answer = run(*BUILD)
        assert answer.status in (0, 2)
        assert answer.status == 0 or book.read_bytes() == before
        book.with_name("b.sqlite.part").unlink(missing_ok=True)
