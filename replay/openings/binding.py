"""Build a book from many logs.

The book grows in the file `book.sqlite.part` in the same folder, which replaces the book when it is
complete: no reader sees an incomplete book, and an interrupted build continues. Logs that are
already read are read again only after a change. A build adds its folders to the book: logs of other
folders stay, and only logs that no longer exist are removed.

Workers read the logs, sort the passages and count the positions (`shards`); this module gives them
the work, and merges what they make. Their files are in the folder `book.sqlite.work`.
"""

import errno
import os
import shutil
import sqlite3
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from senpu.logs.journal import lock_file, record_write
from senpu.logs.record import find_logs
from senpu.notation.reasons import find_reason
from senpu.replay.analysis.executors import count_parallel, map_in_order
from senpu.replay.openings.reading import (
    DEPTH,
    LogContent,
    Ruleset,
    pause_garbage_collection,
)
from senpu.replay.openings.shards import (
    BUCKETS,
    CACHE,
    CountPiece,
    ReadPiece,
    SortPiece,
    count_part,
    decode_logs,
    read_part,
    sort_part,
    write_file,
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

BATCHES = 16
"""The least number of pieces of work for each worker, unless they are small."""
BATCH, MOST_BATCH = 32, 1024
"""The least and the most logs in one piece of work."""
PIECE = 48 << 20
"""The number of bytes of spilled passages in a shard; a million passages."""
SMALL = 1 << 20
"""The number of bytes of spilled passages that one worker sorts."""
LATER = 10_000
"""The number of pages after which the write-ahead log is copied to the database."""
CROWD = 128
"""The least number of games of a position whose counts are computed in advance."""
MOST_FAULTS = 100
"""The number of faults that are kept; all of them are counted."""
TOGETHER = 500
"""The number of values in one query; databases accept some hundreds."""

INSERT_FOUND = "INSERT OR REPLACE INTO found VALUES (?, ?, ?)"
FORGET_POSITIONS = "DELETE FROM about WHERE name = 'positions'"
"""Marks the book as not counted: `make_shards` writes the number of positions last."""

ProgressCallback = Callable[[int, int], None]
"""Is called with the number of logs or pieces that are finished, and of all."""


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
    invalid: int
    """The number of invalid logs, which are excluded."""
    faults: list[dict[str, str]]
    """The first faults of the invalid logs; each by language."""
    removed: int = 0
    """The number of logs that were removed, because they no longer exist."""
    elsewhere: int = 0
    """The number of logs of the book that are in other folders than the named ones."""


class LogFile(NamedTuple):
    """A log in a folder."""

    path: str
    """The absolute path, with links resolved."""
    size: int
    modified: int
    """The modification time in nanoseconds."""


def find_folder(folder: Path) -> Path:
    """Return a folder with links resolved. Raises OSError if there is none."""
    return Path(os.path.realpath(folder, strict=True))  # resolve() raises RuntimeError on a loop


def list_logs(folders: Iterable[Path]) -> Iterator[LogFile]:
    """Yield the logs of folders and their subfolders, in no order, perhaps several times.

    Args:
        folders: Folders, or single logs.

    Yields:
        The logs.

    Raises:
        OSError: A folder could not be read.
    """
    for folder in folders:
        at = find_folder(folder)
        for path in find_logs(at) if at.is_dir() else [str(at)]:
            try:
                state = os.stat(path)
                yield LogFile(path, state.st_size, state.st_mtime_ns)
            except OSError:  # a link to nowhere: reading it reports the error
                yield LogFile(path, 0, 0)


def build_book(
    path: Path,
    folders: Iterable[Path],
    executor: Executor,
    depth: int = DEPTH,
    jobs: int | None = None,
    progress: ProgressCallback = lambda read, of: None,
    counting: ProgressCallback = lambda done, of: None,
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
        counting: Is called with the number of shards that are made, and of all shards.

    Returns:
        A summary.

    Raises:
        BookError: The file is not a book, or the database reports an error.
        ExecutorError: The executor failed, or a worker cannot use the folder of the book.
        JournalError: Another program writes to the book.
        OSError: A file could not be read or written.
    """
    if path.is_dir():
        raise BookError("bookIsFolder", path=path, example=path / "book.sqlite")
    if not path.absolute().parent.is_dir():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    folders = [find_folder(folder) for folder in folders]
    part = path.with_name(f"{path.name}.part")
    work = path.absolute().with_name(f"{path.name}.work")
    with lock_file(path), pause_garbage_collection():
        book = _open_part(path, part, depth)
        record_write(part)
        try:
            build = _Build(book, path, work, executor, jobs)
            build.find_fresh(folders, path, depth)
            build.read(depth, progress)
            build.make_shards(counting)
            bound = build.finish()
        except sqlite3.Error as error:
            raise BookError("bookFailed", path=part, why=find_reason(error)) from None
        finally:
            book.close()
        part.replace(path)
        record_write(path)
    shutil.rmtree(work, ignore_errors=True)
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


class _Build:
    """A build of a book.

    Its memory does not grow with the number of logs: lists of logs are tables.
    """

    def __init__(
        self, book: BookConnection, path: Path, work: Path, executor: Executor, jobs: int | None
    ) -> None:
        self.book = book
        self.work = work
        self.path = book.path
        self._executor = executor
        self._jobs = jobs
        self._folder = os.path.dirname(os.path.realpath(path))
        self._token = os.urandom(4).hex()
        """A part of the names of files: workers of an earlier build may still write theirs."""
        self._rulesets, self._pairings = _read_pairings(book)
        self._fresh = self._gaps = self._invalid = self._removed = self._elsewhere = 0
        self._faults: list[dict[str, str]] = []
        book.execute(f"PRAGMA cache_size = -{CACHE}")
        work.mkdir(exist_ok=True)
        spills = {os.path.basename(spill) for spill in self._list_spills()}
        for entry in work.iterdir():
            if entry.name not in spills:
                entry.unlink()

    @wrap_database_errors
    def _list_spills(self) -> list[str]:
        """Return the files with passages that are not part of the book yet."""
        rows = self.book.fetch(list[tuple[str]], "SELECT name FROM spill ORDER BY last")
        return [str(self.work / os.path.basename(name)) for (name,) in rows]

    # ---- the logs to read -------------------------------------------------------------------

    def find_fresh(self, folders: Iterable[Path], path: Path, depth: int) -> None:
        """Write the logs to read into the table `found`; remove logs that are changed or gone.

        Invalid logs are read again: data that they lacked may exist now. So are all logs of a
        book at `path` that has another depth.
        """
        book = self.book
        book.execute(
            "CREATE TEMP TABLE found (path BLOB PRIMARY KEY, size INTEGER, modified INTEGER) "
            "WITHOUT ROWID"
        )
        book.execute("CREATE TEMP TABLE removed (log INTEGER PRIMARY KEY)")
        listed = ((os.fsencode(path), *rest) for path, *rest in list_logs(folders))
        with transaction(book):
            book.executemany(INSERT_FOUND, listed)
            if path.exists():
                with closing(open_database(path)) as before:
                    if read_depth(before) != depth:
                        for _, name, *_ in self._list_known(before, "id > ?"):
                            self._removed += self._find_log(name) is None
            if self._find_removed():
                for table, column in (("passage", "log"), ("log", "id")):
                    book.execute(f"DELETE FROM {table} WHERE {column} IN removed")
                book.execute("INSERT OR IGNORE INTO dropped SELECT log FROM removed")
                book.execute(FORGET_POSITIONS)
        (self._fresh,) = book.execute("SELECT count(*) FROM found").fetchone()

    @wrap_database_errors
    def _find_removed(self) -> bool:
        """Write logs that changed or are gone into `removed`; unchanged ones out of `found`.

        Returns:
            Whether logs have to be removed.
        """
        book = self.book
        for ident, path, *state in self._list_known(book, "id > ?"):
            now = self._find_log(path)
            if now == tuple(state):
                book.execute("DELETE FROM found WHERE path = ?", (path,))
            else:
                book.execute("INSERT INTO removed VALUES (?)", (ident,))
                self._removed += now is None
        # A copy of a game that leaves may take its place: it is read once more.
        for ident, *file in self._list_known(
            book, "id > ? AND twin IN removed AND id NOT IN removed"
        ):
            book.execute(INSERT_FOUND, file)
            book.execute("INSERT INTO removed VALUES (?)", (ident,))
        return bool(book.execute("SELECT count(*) FROM removed").fetchone()[0])

    def _find_log(self, path: bytes) -> tuple[int, int] | None:
        """Return size and time of a log of the book, also into `found`; None if it is gone."""
        asked = "SELECT size, modified FROM found WHERE path = ?"
        now: tuple[int, int] | None = self.book.execute(asked, (path,)).fetchone()
        if now is None and os.path.isfile(path):  # in a folder that is not named
            (log,) = list_logs([Path(os.fsdecode(path))])
            now = log.size, log.modified
            self.book.execute(INSERT_FOUND, (path, *now))
            self._elsewhere += 1
        return now

    def _list_known(
        self, book: BookConnection, where: str
    ) -> Iterator[tuple[int, bytes, int, int]]:
        """Yield number, path, size and time of logs that a book has; `id > ?` for the next."""
        last = 0
        asked = f"SELECT id, path, size, modified FROM log WHERE {where} ORDER BY id LIMIT 500"
        while rows := book.fetch(list[tuple[int, str, int, int]], asked, (last,)):
            for ident, name, size, modified in rows:
                yield ident, os.fsencode(make_absolute(self._folder, name)), size, modified
            last = rows[-1][0]

    # ---- reading ----------------------------------------------------------------------------

    def read(self, depth: int, progress: ProgressCallback) -> None:
        """Read the logs that the book lacks; write all but their passages into the book."""
        book = self.book
        (known,) = book.execute("SELECT count(*) FROM log").fetchone()
        of = known + self._fresh
        progress(known, of)
        if not self._fresh:
            return
        book.execute("PRAGMA journal_mode = WAL")
        book.execute("PRAGMA synchronous = NORMAL")
        book.execute(f"PRAGMA wal_autocheckpoint = {LATER}")
        with transaction(book):
            book.execute(FORGET_POSITIONS)
        begun: deque[tuple[ReadPiece, list[LogFile]]] = deque()
        work = self._divide_logs(depth, begun)
        for data in map_in_order(self._executor, read_part, work, self._jobs):
            piece, batch = begun.popleft()
            with transaction(book):
                self._write(piece, batch, decode_logs(data))
            known += len(batch)
            progress(known, of)
        book.execute("PRAGMA journal_mode = DELETE")

    def _divide_logs(
        self, depth: int, begun: deque[tuple[ReadPiece, list[LogFile]]]
    ) -> Iterator[ReadPiece]:
        """Yield the work of reading, also into `begun`."""
        parallel = count_parallel(self._executor, self._jobs)
        most = max(BATCH, min(MOST_BATCH, self._fresh // (parallel * BATCHES)))
        (last,) = self.book.execute(
            "SELECT max(coalesce((SELECT max(id) FROM log), 0), coalesce((SELECT max(last) FROM "
            "spill), 0), coalesce((SELECT max(log) FROM dropped), 0))"
        ).fetchone()
        path = b""
        asked = "SELECT path, size, modified FROM found WHERE path > ? ORDER BY path LIMIT ?"
        while rows := self.book.execute(asked, (path, most)).fetchall():
            batch = [LogFile(os.fsdecode(name), *rest) for name, *rest in rows]
            spill = self.work / f"{self._token}-{last}.spill"
            piece = ReadPiece(last + 1, [log.path for log in batch], depth, str(spill))
            begun.append((piece, batch))
            yield piece
            last, path = last + len(batch), rows[-1][0]

    def _write(self, piece: ReadPiece, batch: list[LogFile], found: list[LogContent]) -> None:
        """Write some logs into the book. Of invalid logs nothing is kept: faults reveal hands."""
        rows: list[Any] = []
        games = self._find_games({each.digest for each in found})
        for ident, (named, content) in enumerate(zip(batch, found, strict=True), piece.first):
            if content.ruleset is None:
                self._invalid += 1
                self._faults += [content.fault] if len(self._faults) < MOST_FAULTS else []
                continue
            self._gaps += bool(content.gaps)
            twin: int | None = games.setdefault(content.digest, ident)
            if twin == ident:
                twin = None
            else:
                self.book.execute("INSERT INTO dropped VALUES (?)", (ident,))
            rows += ident, *self._make_row(named, content, twin)
        insert_rows(self.book, "log", rows)
        spill = os.path.basename(piece.spill), piece.first + len(batch) - 1
        self.book.execute("INSERT INTO spill VALUES (?, ?)", spill)

    def _find_games(self, digests: set[bytes]) -> dict[bytes, int]:
        """Return the games with some digests that the book has."""
        games: dict[bytes, int] = {}
        every = [*digests]
        for at in range(0, len(every), TOGETHER):
            some = every[at : at + TOGETHER]
            asked = f"digest IN ({', '.join('?' * len(some))}) AND twin IS NULL"
            games |= self.book.execute(f"SELECT digest, id FROM log WHERE {asked}", some).fetchall()
        return games

    def _make_row(self, named: LogFile, content: LogContent, twin: int | None) -> tuple[Any, ...]:
        """Return the row of a log, without its number."""
        assert content.ruleset is not None
        pairing = self._find_pairing(content.ruleset, list_programs(content.players.values()))
        return (
            twin, pairing, content.result, content.margin, content.turn,
            make_relative(self._folder, named.path), named.size, named.modified, content.digest,
            content.date, content.event, content.program,
            msgspec.json.encode(content.players).decode(), content.ending, content.events,
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

    # ---- sorting and counting ---------------------------------------------------------------

    def make_shards(self, progress: ProgressCallback) -> None:
        """Sort the passages that were read into the book, and count its positions."""
        book, spills = self.book, self._list_spills()
        (is_counted,) = book.execute(
            "SELECT count(*) FROM about WHERE name = 'positions'"
        ).fetchone()
        if is_counted and not spills:
            return
        size = sum(map(os.path.getsize, spills))
        ranges = self._divide_buckets(size) if spills else []
        dropped = self.work / f"{self._token}.dropped"
        logs = book.execute("SELECT log FROM dropped ORDER BY log")
        write_file(str(dropped), array("q", [log for (log,) in logs]).tobytes())
        sorting = [
            SortPiece(spills, str(dropped), *each, self._name_shard("sorted", *each))
            for each in ranges
        ]
        of = 2 * len(ranges)
        done = map_in_order(self._executor, sort_part, sorting, self._jobs)
        for number, (piece, _) in enumerate(zip(sorting, done, strict=True), 1):
            self._merge(piece.shard, "form", "passage")
            progress(number, of)
        with transaction(book):
            for table in ("spill", "dropped", "crowded"):
                book.execute(f"DELETE FROM {table}")
            self._count_games()
        for spill in spills:
            Path(spill).unlink(missing_ok=True)
        counted = self._divide_buckets(self.path.stat().st_size)
        counting = [
            CountPiece(str(self.path.absolute()), *each, CROWD, self._name_shard("counted", *each))
            for each in counted
        ]
        of, positions = len(ranges) + len(counted), 0
        numbers = map_in_order(self._executor, count_part, counting, self._jobs)
        for number, found in enumerate(numbers, len(ranges) + 1):
            positions += found
            progress(number, of)
        for shard in [piece.shard for piece in counting]:
            self._merge(shard, "crowded")
        book.execute("INSERT INTO about VALUES ('positions', ?)", (str(positions),))

    def _divide_buckets(self, size: int) -> list[tuple[int, int]]:
        """Return ranges of buckets for about this many bytes."""
        parallel = count_parallel(self._executor, self._jobs)
        pieces = 1 if size < SMALL else max(-(-size // PIECE), parallel * 2)
        count = min(pieces, BUCKETS)
        ends = [BUCKETS * at // count for at in range(count + 1)]
        return list(pairwise(ends))

    def _name_shard(self, kind: str, start: int, stop: int) -> str:
        return str(self.work / f"{self._token}-{kind}-{start}-{stop}.shard")

    def _merge(self, shard: str, *tables: str) -> None:
        """Add the rows of a shard to the book, which are in order."""
        book = self.book
        book.execute("ATTACH ? AS shard", (os.fsencode(shard),))
        with transaction(book):
            for table in tables:
                book.execute(f"INSERT OR IGNORE INTO main.{table} SELECT * FROM shard.{table}")
        book.execute("DETACH shard")
        Path(shard).unlink()

    def _count_games(self) -> None:
        """Write the number of games of each pairing."""
        book = self.book
        asked = "SELECT count(*), pairing FROM log WHERE twin IS NULL GROUP BY pairing"
        counts = book.execute(asked).fetchall()
        book.execute("UPDATE pairing SET games = 0")
        book.executemany("UPDATE pairing SET games = ? WHERE id = ?", counts)

    @wrap_database_errors
    def finish(self) -> BuildResult:
        """Return the summary. Release the space of removed rows, if it is large."""
        book = self.book
        free, pages = (
            book.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("freelist_count", "page_count")
        )
        if free * 4 > pages:
            book.execute("VACUUM")
        ((games, copies, positions),) = book.fetch(
            list[tuple[int, int, str]],
            "SELECT coalesce(sum(games), 0), (SELECT count(*) FROM log WHERE twin IS NOT NULL), "
            "(SELECT value FROM about WHERE name = 'positions') FROM pairing",
        )
        return BuildResult(
            games, copies, int(positions), self._fresh, self._gaps, self._invalid, self._faults,
            self._removed, self._elsewhere,
        )  # fmt: skip


@wrap_database_errors
def _read_pairings(
    book: BookConnection,
) -> tuple[dict[Ruleset, int], dict[tuple[int, str], int]]:
    """Return the numbers of the rule sets and of the pairings of a book."""
    rows = book.fetch(
        list[tuple[int, str, str, str, int, str]],
        "SELECT id, game, data, options, rules, sides FROM ruleset",
    )
    rulesets = {
        Ruleset(game, data, options, rules, tuple(sides.split())): ident
        for ident, game, data, options, rules, sides in rows
    }
    pairings = book.fetch(list[tuple[int, int, str]], "SELECT id, ruleset, programs FROM pairing")
    return rulesets, {(ruleset, programs): ident for ident, ruleset, programs in pairings}
