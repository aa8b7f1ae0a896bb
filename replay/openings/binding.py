"""Many logs -> a book.

    the logs of the folders -> those not read yet -> their courses, in order -> tables -> the book

The book grows in a file beside it, `book.sqlite.part`, which takes the book's place when it is
whole: who reads the book never sees half of one, and who was stopped goes on where it was. What was
read before is not read again unless the file has changed; logs that are not among those named any
more leave the book.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from senpu.logs.journal import locked
from senpu.logs.record import logs_below
from senpu.replay.analysis.executors import in_order
from senpu.replay.openings.book import crowded
from senpu.replay.openings.reading import DEPTH, Course, Ruleset, courses, read_all, unsearched
from senpu.replay.openings.shelf import (
    BookError,
    committed,
    effects,
    far,
    insert,
    made,
    near,
    opened,
)

BATCH = 64
"""How many logs are read as one piece of work: enough that reading goes on while others are
sorted."""
LAST = 4
"""So many pieces of work before the end most of what was read is sorted."""
LATER = 10_000
"""Pages that are written to the database itself at once: what comes first is appended only."""
MUCH = 1 << 20
"""So many bytes of logs are read before what was found is written, since each time costs
something."""
HEAP = 1 << 16
"""So many passages at least are sorted in at once, and no fewer than were before: what is there
already is rewritten a few times only."""
CROWD = 128
"""From so many games on, what is counted of a position is counted in advance."""

Heard = Callable[[int, int], None]
"""Told how many logs are read of how many."""


class Bound(NamedTuple):
    """What a book holds."""

    games: int
    """Counted once each."""
    copies: int
    """Of games that it has already."""
    positions: int
    read: int
    """How many logs were read for it now; the others were known."""
    faults: list[dict[str, str]]
    """The faults of the invalid logs, which were left out; each by language."""


class Named(NamedTuple):
    """A log as a folder lists it."""

    path: str
    """In full, links followed."""
    size: int
    modified: int
    """Its time, in nanoseconds."""


def logs_of(folders: Iterable[Path]) -> list[Named]:
    """The logs of folders and of the folders in them, each once, in the order of their names. A
    file stands for itself. Raises OSError.
    """
    found: dict[str, Named] = {}
    for folder in folders:
        at = folder.resolve(strict=True)
        for path in logs_below(at) if at.is_dir() else [str(at)]:
            try:
                state = os.stat(path)
                found[path] = Named(path, state.st_size, state.st_mtime_ns)
            except OSError:  # a link to nowhere: reading it says so
                found[path] = Named(path, 0, 0)
    return [found[path] for path in sorted(found)]


def bind(
    path: Path,
    folders: Iterable[Path],
    executor: Executor,
    depth: int = DEPTH,
    jobs: int | None = None,
    heard: Heard = lambda read, of: None,
) -> Bound:
    """Make the book of some folders' logs, or bring it up to date. Raises BookError, JournalError,
    OSError; what was read until then is kept for the next time.
    """
    logs = logs_of(folders)
    if path.is_dir():
        raise BookError("bookIsFolder", path=path, example=path / "book.sqlite")
    part = path.with_name(f"{path.name}.part")
    path.absolute().parent.mkdir(parents=True, exist_ok=True)
    with locked(path), unsearched():
        book = _begun(path, part, depth)
        try:
            bound = _bound(book, path, logs, executor, depth, jobs, heard)
        except sqlite3.Error as error:
            raise BookError("bookFailed", path=part, why=str(error)) from None
        finally:
            book.close()
        part.replace(path)
    return bound


def _begun(path: Path, part: Path, depth: int) -> sqlite3.Connection:
    """The part to go on with: the one that is there, or a copy of the book, or an empty one."""
    for known in (part, path):
        if not known.exists():
            continue
        book = opened(known, "rw")
        if effects(book).get("depth") != str(depth):
            book.close()
            continue
        if known is path:
            book.close()
            shutil.copyfile(path, part)
            book = opened(part, "rw")
        return book
    part.unlink(missing_ok=True)
    book = made(part)
    book.execute("INSERT INTO about VALUES ('depth', ?)", (str(depth),))
    return book


def _bound(
    book: sqlite3.Connection,
    path: Path,
    logs: list[Named],
    executor: Executor,
    depth: int,
    jobs: int | None,
    heard: Heard,
) -> Bound:
    book.execute("PRAGMA journal_mode = WAL")
    book.execute("PRAGMA synchronous = NORMAL")
    book.execute(f"PRAGMA wal_autocheckpoint = {LATER}")
    book.execute("PRAGMA cache_size = -200000")
    fresh = _leave(book, path, logs)
    stock = Stock(book, path)
    read = len(logs) - len(fresh)
    heard(read, len(logs))
    batches = [fresh[at : at + BATCH] for at in range(0, len(fresh), BATCH)]
    work = (([log.path for log in batch], depth) for batch in batches)
    faults: list[dict[str, str]] = []
    try:
        done = zip(batches, in_order(executor, read_all, work, jobs), strict=True)
        for count, (batch, data) in enumerate(done, 1):
            found = courses(data)
            faults += [course.fault for course in found if course.fault]
            stock.add(batch, found)
            read += len(batch)
            heard(read, len(logs))
            if count == len(batches) - LAST:
                stock.sort()  # while others read the last ones
    finally:
        stock.write()
    stock.sort()
    with committed(book):
        positions = crowded(book, path, CROWD)
    _tidy(book)
    book.execute("PRAGMA journal_mode = DELETE")
    games, copies = book.execute(
        "SELECT count(*) FILTER (WHERE twin IS NULL), count(twin) FROM log"
    ).fetchone()
    return Bound(games, copies, positions, len(fresh), faults)


def _tidy(book: sqlite3.Connection) -> None:
    """Give back the room that the heap took, where it is much."""
    free, pages = (
        book.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_count")
    )
    if free * 4 > pages:
        book.execute("VACUUM")


def _leave(book: sqlite3.Connection, path: Path, logs: list[Named]) -> list[Named]:
    """Take out what is not so any more; the logs that are still to be read. Those that were not
    good are among them: what they lacked, as data of their own, may be there by now.
    """
    folder = str(path.resolve().parent)
    now = {log.path: (log.size, log.modified) for log in logs}
    gone = [
        (ident,)
        for ident, name, size, modified in book.execute("SELECT id, path, size, modified FROM log")
        if now.get(far(folder, name)) != (size, modified)
    ]
    if gone:
        with committed(book):
            book.execute("CREATE TEMP TABLE gone (log INTEGER PRIMARY KEY)")
            book.executemany("INSERT INTO gone VALUES (?)", gone)
            # A copy of a game that leaves may take its place: it is read once more.
            book.execute("INSERT OR IGNORE INTO gone SELECT id FROM log WHERE twin IN gone")
            for table, column in (("passage", "log"), ("heap", "log"), ("log", "id")):
                book.execute(f"DELETE FROM {table} WHERE {column} IN gone")
            book.execute("DROP TABLE gone")
    left = {far(folder, name) for (name,) in book.execute("SELECT path FROM log")}
    return [log for log in logs if log.path not in left]


class Stock:
    """What the book has already, by which the courses of further logs are written."""

    def __init__(self, book: sqlite3.Connection, path: Path) -> None:
        self.book = book
        self._folder = str(path.resolve().parent)
        self._rulesets: dict[Ruleset, int] = {
            Ruleset(game, data, options, rules, tuple(sides.split())): ident
            for ident, game, data, options, rules, sides in book.execute(
                "SELECT id, game, data, options, rules, sides FROM ruleset"
            )
        }
        self._spellings = Spellings(book.execute("SELECT text, id FROM spelling"))
        self._games: dict[bytes, int] = dict(
            book.execute("SELECT digest, id FROM log WHERE twin IS NULL")
        )
        (self._last,) = book.execute("SELECT ifnull(max(id), 0) FROM log").fetchone()
        self._waiting: list[tuple[Named, Course]] = []
        self._unwritten = 0
        """The bytes of the logs that wait to be written."""
        self._heaped = self._sorted = 0
        """How many of the passages written now are in the heap, and how many in their place."""

    def add(self, logs: list[Named], found: list[Course]) -> None:
        """Take in what was read of some logs, and write it if it is much."""
        self._waiting += zip(logs, found, strict=True)
        self._unwritten += sum([log.size for log in logs])
        if self._unwritten > MUCH:
            self.write()

    def write(self) -> None:
        """Write what waits."""
        waiting, self._waiting, self._unwritten = self._waiting, [], 0
        if waiting:
            self._write(waiting)

    def _write(self, found: list[tuple[Named, Course]]) -> None:
        # All of it or nothing. Of logs that are not good nothing is kept: what is wrong with one
        # may tell of a hand.
        logs: list[Any] = []
        heap: list[int] = []
        spelling = self._spellings
        with committed(self.book):
            for named, course in found:
                if course.ruleset is None:
                    continue
                self._last += 1
                log = self._last
                twin = self._games.setdefault(course.digest, log)
                known = self._ruleset(course.ruleset)
                logs += log, *self._row(named, course, known, None if twin == log else twin)
                if twin == log:
                    passages = course.passages
                    rows = zip(
                        passages.positions, passages.wholes, passages.afters, repeat(log),
                        map(spelling.__getitem__, passages.texts), passages.numbers, strict=False,
                    )  # fmt: skip
                    heap += chain.from_iterable(rows)
            insert(self.book, "log", logs)
            insert(self.book, "spelling", spelling.effects())
            self._heaped += insert(self.book, "heap", heap)
            if self._heaped > max(HEAP, self._sorted):
                self._sort()

    def sort(self) -> None:
        """Write what waits, and put all in its place."""
        self.write()
        with committed(self.book):
            self._sort()

    def _sort(self) -> None:
        # Many rows at once and in order are much faster than row by row. A move that a game played
        # twice in a position counts at the first event.
        self.book.execute(
            "INSERT OR IGNORE INTO passage "
            "SELECT * FROM heap ORDER BY position, whole, after, log, number"
        )
        self.book.execute("DELETE FROM heap")
        self._heaped, self._sorted = 0, self._heaped + self._sorted

    def _row(self, named: Named, course: Course, ruleset: int, twin: int | None) -> tuple[Any, ...]:
        """A log's row, but for its number."""
        return (
            twin, ruleset, course.result, near(self._folder, named.path), named.size,
            named.modified, course.digest, course.date, course.event, course.program,
            msgspec.json.encode(course.players).decode(), course.ending, course.events,
        )  # fmt: skip

    def _ruleset(self, ruleset: Ruleset) -> int:
        if ruleset not in self._rulesets:
            ident = self._rulesets[ruleset] = len(self._rulesets) + 1
            of = (ruleset.game, ruleset.data, ruleset.options, ruleset.rules)
            row = (ident, *of, " ".join(ruleset.sides))
            self.book.execute("INSERT INTO ruleset VALUES (?, ?, ?, ?, ?, ?)", row)
        return self._rulesets[ruleset]


class Spellings(dict[str, int]):
    """The numbers of how moves are written; what is new gets the next one."""

    def __init__(self, known: Iterable[tuple[str, int]]) -> None:
        super().__init__(known)
        self._new: list[int | str] = []

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self) + 1
        self._new += number, text
        return number

    def effects(self) -> list[int | str]:
        """Those that are new since this was asked last: number, text, number, text …"""
        new, self._new = self._new, []
        return new
