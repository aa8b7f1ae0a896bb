"""Build a book from many logs.

The book grows in the file `book.sqlite.part` in the same folder, which replaces the book when it is
complete: no reader sees an incomplete book, and an interrupted build continues. Logs that are
already read are read again only after a change. Logs that are no longer in the folders are removed.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from senpu.logs.journal import lock_file
from senpu.logs.record import find_logs
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.openings.book import count_in_advance
from senpu.replay.openings.reading import (
    DEPTH,
    LogContent,
    Ruleset,
    decode_logs,
    pause_garbage_collection,
    read_logs,
)
from senpu.replay.openings.shelf import (
    BookConnection,
    BookError,
    create_database,
    insert_rows,
    make_absolute,
    make_relative,
    open_database,
    read_depth,
    transaction,
    wrap_database_errors,
)
from senpu.replay.openings.strengths import list_programs

BATCH = 64
"""The number of logs in one piece of work: reading continues during a sort."""
LAST = 4
"""This many pieces of work before the end, most of the passages are sorted."""
LATER = 10_000
"""The number of pages after which the write-ahead log is copied to the database."""
MUCH = 1 << 20
"""The number of bytes of logs after which results are written, since each write has a cost."""
HEAP = 1 << 16
"""The least number of passages to sort at once; and at least as many as are sorted already.

So the existing passages are rewritten only a few times.
"""
CROWD = 128
"""The least number of games of a position whose counts are computed in advance."""

ProgressCallback = Callable[[int, int], None]
"""Is called with the number of logs that are read, and of all logs."""


class BuildResult(NamedTuple):
    """A summary of a book and of its build."""

    games: int
    """The number of games, without copies."""
    copies: int
    """The number of copies of games."""
    positions: int
    read: int
    """The number of logs that were read in this build."""
    gaps: int
    """The number of these that have gaps: only their events after the last gap count."""
    faults: list[dict[str, str]]
    """The faults of the invalid logs, which are excluded; each by language."""


class LogFile(NamedTuple):
    """A log in a folder."""

    path: str
    """The absolute path, with links resolved."""
    size: int
    modified: int
    """The modification time in nanoseconds."""


def list_logs(folders: Iterable[Path]) -> list[LogFile]:
    """Return the logs of folders and their subfolders, each once, sorted by path.

    Args:
        folders: Folders, or single logs.

    Returns:
        The logs.

    Raises:
        OSError: A folder could not be read.
    """
    found: dict[str, LogFile] = {}
    for folder in folders:
        at = Path(os.path.realpath(folder, strict=True))  # resolve() raises RuntimeError on a loop
        for path in find_logs(at) if at.is_dir() else [str(at)]:
            try:
                state = os.stat(path)
                found[path] = LogFile(path, state.st_size, state.st_mtime_ns)
            except OSError:  # a link to nowhere: reading it reports the error
                found[path] = LogFile(path, 0, 0)
    return [found[path] for path in sorted(found)]


def build_book(
    path: Path,
    folders: Iterable[Path],
    executor: Executor,
    depth: int = DEPTH,
    jobs: int | None = None,
    progress: ProgressCallback = lambda read, of: None,
) -> BuildResult:
    """Build the book of the logs of some folders, or update it.

    Logs that were read before an error are kept for the next build.

    Args:
        path: The file of the book.
        folders: The folders, or single logs.
        executor: The executor of the work.
        depth: The number of events of each game.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of logs that are read, and of all logs.

    Returns:
        A summary.

    Raises:
        BookError: The file is not a book, or the database reports an error.
        JournalError: Another program writes to the book.
        OSError: A file could not be read or written.
    """
    logs = list_logs(folders)
    if path.is_dir():
        raise BookError("bookIsFolder", path=path, example=path / "book.sqlite")
    part = path.with_name(f"{path.name}.part")
    path.absolute().parent.mkdir(parents=True, exist_ok=True)
    with lock_file(path), pause_garbage_collection():
        book = _open_part(path, part, depth)
        try:
            bound = _build(book, path, logs, executor, depth, jobs, progress)
        except sqlite3.Error as error:
            raise BookError("bookFailed", path=part, why=str(error)) from None
        finally:
            book.close()
        part.replace(path)
    return bound


def _open_part(path: Path, part: Path, depth: int) -> BookConnection:
    """Return the part to continue: an existing one, a copy of the book, or an empty one."""
    if part.is_file() and not part.stat().st_size:  # the build ended before its first write
        part.unlink()
    if part.exists():
        book = open_database(part, "rw", whole=True)
        if read_depth(book) == depth:
            return book
        book.close()
    if path.exists():
        with closing(open_database(path, whole=True)) as before:
            fits = read_depth(before) == depth
        if fits:
            shutil.copyfile(path, part)
            return open_database(part, "rw")
    part.unlink(missing_ok=True)
    book = create_database(part)
    book.execute("INSERT INTO about VALUES ('depth', ?)", (str(depth),))
    return book


def _build(
    book: BookConnection,
    path: Path,
    logs: list[LogFile],
    executor: Executor,
    depth: int,
    jobs: int | None,
    progress: ProgressCallback,
) -> BuildResult:
    book.execute("PRAGMA journal_mode = WAL")
    book.execute("PRAGMA synchronous = NORMAL")
    book.execute(f"PRAGMA wal_autocheckpoint = {LATER}")
    book.execute("PRAGMA cache_size = -200000")
    fresh = _remove_old(book, path, logs)
    stock = PassageWriter(book, path)
    read = len(logs) - len(fresh)
    progress(read, len(logs))
    batches = [fresh[at : at + BATCH] for at in range(0, len(fresh), BATCH)]
    work = (([log.path for log in batch], depth) for batch in batches)
    faults: list[dict[str, str]] = []
    gaps = 0
    try:
        done = zip(batches, map_in_order(executor, read_logs, work, jobs), strict=True)
        for count, (batch, data) in enumerate(done, 1):
            found = decode_logs(data)
            faults += [course.fault for course in found if course.fault]
            gaps += sum(1 for course in found if course.gaps)
            stock.add(batch, found)
            read += len(batch)
            progress(read, len(logs))
            if count == len(batches) - LAST:
                stock.sort()  # while others read the last ones
    finally:
        stock.write()
    stock.sort()
    with transaction(book):
        book.execute(
            "UPDATE pairing SET games = (SELECT count(*) FROM log "
            "WHERE pairing = pairing.id AND twin IS NULL)"
        )
        positions = count_in_advance(book, path, CROWD)
    _tidy(book)
    book.execute("PRAGMA journal_mode = DELETE")
    games, copies = book.execute(
        "SELECT count(*) FILTER (WHERE twin IS NULL), count(twin) FROM log"
    ).fetchone()
    return BuildResult(games, copies, positions, len(fresh), gaps, faults)


def _tidy(book: sqlite3.Connection) -> None:
    """Release the space of the heap, if it is large."""
    free, pages = (
        book.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_count")
    )
    if free * 4 > pages:
        book.execute("VACUUM")


@wrap_database_errors
def _list_known(book: BookConnection) -> list[tuple[int, str, int, int]]:
    """Return number, name, size and time of the logs that a book contains."""
    return book.fetch(list[tuple[int, str, int, int]], "SELECT id, path, size, modified FROM log")


def _remove_old(book: BookConnection, path: Path, logs: list[LogFile]) -> list[LogFile]:
    """Remove logs that are changed or no longer in the folders; return the logs to read.

    Invalid logs are read again: data that they lacked may exist now.

    Returns:
        The logs to read.
    """
    folder = os.path.dirname(os.path.realpath(path))
    now = {log.path: (log.size, log.modified) for log in logs}
    removed = [
        (ident,)
        for ident, name, size, modified in _list_known(book)
        if now.get(make_absolute(folder, name)) != (size, modified)
    ]
    if removed:
        with transaction(book):
            book.execute("CREATE TEMP TABLE removed (log INTEGER PRIMARY KEY)")
            book.executemany("INSERT INTO removed VALUES (?)", removed)
            # A copy of a game that leaves may take its place: it is read once more.
            book.execute("INSERT OR IGNORE INTO removed SELECT id FROM log WHERE twin IN removed")
            for table, column in (("passage", "log"), ("heap", "log"), ("log", "id")):
                book.execute(f"DELETE FROM {table} WHERE {column} IN removed")
            book.execute("DROP TABLE removed")
    left = {make_absolute(folder, name) for _, name, *_ in _list_known(book)}
    return [log for log in logs if log.path not in left]


@wrap_database_errors
def _read_content(
    book: BookConnection,
) -> tuple[dict[Ruleset, int], dict[tuple[int, str], int], "MoveTexts", dict[bytes, int]]:
    """Return the numbers of the rule sets, the pairings, the texts and the games of a book."""
    rows = book.fetch(
        list[tuple[int, str, str, str, int, str]],
        "SELECT id, game, data, options, rules, sides FROM ruleset",
    )
    rulesets = {
        Ruleset(game, data, options, rules, tuple(sides.split())): ident
        for ident, game, data, options, rules, sides in rows
    }
    pairings = book.fetch(list[tuple[int, int, str]], "SELECT id, ruleset, programs FROM pairing")
    texts = book.fetch(list[tuple[str, int]], "SELECT text, id FROM form")
    digests = "SELECT digest, id FROM log WHERE twin IS NULL"
    numbers = {(ruleset, programs): ident for ident, ruleset, programs in pairings}
    return rulesets, numbers, MoveTexts(texts), dict(book.fetch(list[tuple[bytes, int]], digests))


class PassageWriter:
    """A writer of the passages of logs, with what the book contains already."""

    def __init__(self, book: BookConnection, path: Path) -> None:
        self.book = book
        self._folder = os.path.dirname(os.path.realpath(path))
        self._rulesets, self._pairings, self._texts, self._games = _read_content(book)
        self._last = max((ident for ident, *_ in _list_known(book)), default=0)
        self._waiting: list[tuple[LogFile, LogContent]] = []
        self._unwritten = 0
        """The number of bytes of the logs that wait to be written."""
        self._in_heap = self._sorted = 0
        """The number of passages written now that are sorted; `_heaped` are in the heap."""

    def add(self, logs: list[LogFile], found: list[LogContent]) -> None:
        """Add the results of some logs, and write them if they are many."""
        self._waiting += zip(logs, found, strict=True)
        self._unwritten += sum([log.size for log in logs])
        if self._unwritten > MUCH:
            self.write()

    def write(self) -> None:
        """Write the waiting results."""
        waiting, self._waiting, self._unwritten = self._waiting, [], 0
        if waiting:
            self._write(waiting)

    def _write(self, found: list[tuple[LogFile, LogContent]]) -> None:
        # All of it or nothing. Of invalid logs nothing is kept: their faults can
        # reveal a hand.
        logs: list[Any] = []
        heap: list[int] = []
        texts = self._texts
        with transaction(self.book):
            for named, course in found:
                if course.ruleset is None:
                    continue
                self._last += 1
                log = self._last
                twin = self._games.setdefault(course.digest, log)
                known = self._find_pairing(course.ruleset, list_programs(course.players.values()))
                logs += log, *self._make_row(named, course, known, None if twin == log else twin)
                if twin == log:
                    passages = course.passages
                    rows = zip(
                        passages.positions, passages.wholes, passages.afters, repeat(log),
                        map(texts.__getitem__, passages.texts), passages.numbers, strict=False,
                    )  # fmt: skip
                    heap += chain.from_iterable(rows)
            insert_rows(self.book, "log", logs)
            insert_rows(self.book, "form", texts.take_new())
            self._in_heap += insert_rows(self.book, "heap", heap)
            if self._in_heap > max(HEAP, self._sorted):
                self._sort()

    def sort(self) -> None:
        """Write the waiting results, and sort all passages."""
        self.write()
        with transaction(self.book):
            self._sort()

    def _sort(self) -> None:
        # Many rows at once and in order are much faster than row by row. A move that a game played
        # twice in a position counts at the first event.
        self.book.execute(
            "INSERT OR IGNORE INTO passage "
            "SELECT * FROM heap ORDER BY position, whole, after, log, number"
        )
        self.book.execute("DELETE FROM heap")
        self._in_heap, self._sorted = 0, self._in_heap + self._sorted

    def _make_row(
        self, named: LogFile, course: LogContent, pairing: int, twin: int | None
    ) -> tuple[Any, ...]:
        """Return the row of a log, without its number."""
        return (
            twin, pairing, course.result, course.margin, course.turn,
            make_relative(self._folder, named.path), named.size, named.modified, course.digest,
            course.date, course.event, course.program,
            msgspec.json.encode(course.players).decode(), course.ending, course.events,
        )  # fmt: skip

    def _find_pairing(self, ruleset: Ruleset, programs: str) -> int:
        key = self._find_ruleset(ruleset), programs
        if key not in self._pairings:
            self._pairings[key] = len(self._pairings) + 1
            row = (self._pairings[key], *key)
            self.book.execute("INSERT INTO pairing VALUES (?, ?, ?, 0)", row)
        return self._pairings[key]

    def _find_ruleset(self, ruleset: Ruleset) -> int:
        if ruleset not in self._rulesets:
            ident = self._rulesets[ruleset] = len(self._rulesets) + 1
            of = (ruleset.game, ruleset.data, ruleset.options, ruleset.rules)
            row = (ident, *of, " ".join(ruleset.sides))
            self.book.execute("INSERT INTO ruleset VALUES (?, ?, ?, ?, ?, ?)", row)
        return self._rulesets[ruleset]


class MoveTexts(dict[str, int]):
    """The numbers of the texts of moves; a new text gets the next number."""

    def __init__(self, known: Iterable[tuple[str, int]]) -> None:
        super().__init__(known)
        self._new: list[int | str] = []

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self) + 1
        self._new += number, text
        return number

    def take_new(self) -> list[int | str]:
        """Return the texts that are new since the last call, each after its number."""
        new, self._new = self._new, []
        return new
