"""The work of a build that other processes or machines do: reading, sorting and counting.

A worker that reads logs writes their passages to a file of spilled passages, in buckets by the
number of the position. A worker that sorts takes some buckets of all these files and makes a shard:
a database with the passages of a range of positions in order. A worker that counts reads the book,
and makes a shard of the counts of a range.
"""

import gc
import os
import sqlite3
from array import array
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from itertools import accumulate, repeat
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.notation.reasons import find_reason
from senpu.replay.analysis.executors import ExecutorError
from senpu.replay.core.rules import hash_number
from senpu.replay.openings.book import count_in_advance
from senpu.replay.openings.reading import (
    HALF,
    WHOLE_RANGE,
    LogContent,
    Passages,
    pause_garbage_collection,
    read_log,
)
from senpu.replay.openings.shelf import PAGE, create_tables, insert_rows

BUCKETS = 256
"""The number of ranges of positions into which passages are divided; a shard has some of them."""
SHIFT = 56
CACHE = 1 << 16
"""The kilobytes of memory for the pages of a database, in each process."""

Segment = tuple[bytes, list[tuple[int, str]]]
"""A bucket of a spill file: the rows of passages as numbers, and texts of moves by number."""


class ReadPiece(NamedTuple):
    """Some logs to read."""

    first: int
    """The number of the first log in the book; the others follow, with the invalid ones."""
    paths: list[str]
    depth: int
    spill: str
    """The file for the passages."""


class SortPiece(NamedTuple):
    """Some buckets to sort into a shard."""

    spills: list[str]
    dropped: str
    """The file with the numbers of the logs whose passages do not count."""
    start: int
    stop: int
    """The first bucket, and the next one after the last."""
    shard: str


class CountPiece(NamedTuple):
    """A range of positions of a book to count."""

    book: str
    start: int
    stop: int
    """The first bucket, and the next one after the last."""
    least: int
    """The least number of games of a position that is counted in advance."""
    shard: str


def read_part(piece: ReadPiece) -> bytes:
    """Read some logs, write their passages, and return the rest of their content in MessagePack.

    Raises:
        ExecutorError: The file cannot be written.
    """  # noqa: DOC201
    with pause_garbage_collection():
        found = [read_log(Path(path), piece.depth) for path in piece.paths]
        write_spill(piece, found)
        content = [replace(each, passages=Passages()) for each in found]
        data = msgspec.msgpack.encode(content)
        del found, content
        gc.collect(0)  # a reader of a log has cycles, which are the youngest objects
    return data


def decode_logs(data: bytes) -> list[LogContent]:
    """Return the logs that a worker has read, without their passages."""
    return msgspec.msgpack.decode(data, type=list[LogContent])


def find_bucket(number: int) -> int:
    """Return the bucket of the number of a position or a text; buckets have their order."""
    return (number >> SHIFT) + BUCKETS // 2


@lru_cache(1 << 14)
def number_text(text: str) -> int:
    """Return the number of a text of a move: signed, 64 bits."""
    number = hash_number(text)
    return number if number < HALF else number - WHOLE_RANGE


def write_spill(piece: ReadPiece, found: list[LogContent]) -> None:
    """Write the passages of some logs in buckets, whose places are at the start of the file."""
    rows = [array("q") for _ in range(BUCKETS)]
    texts: dict[int, str] = {}
    for log, content in enumerate(found, piece.first):
        passages = content.passages
        numbers = [number_text(text) for text in passages.texts]
        texts.update(zip(numbers, passages.texts, strict=True))
        for row in zip(
            passages.positions, passages.wholes, passages.afters, repeat(log), numbers,
            passages.numbers, strict=False,
        ):  # fmt: skip
            rows[find_bucket(row[0])].extend(row)
    named: list[list[tuple[int, str]]] = [[] for _ in range(BUCKETS)]
    for number, text in texts.items():
        named[find_bucket(number)].append((number, text))
    encode = msgspec.msgpack.Encoder().encode
    parts = [
        encode((some.tobytes(), names)) if some or names else b""
        for some, names in zip(rows, named, strict=True)
    ]
    places = array("Q", accumulate(map(len, parts), initial=8 * (BUCKETS + 1)))
    write_file(piece.spill, b"".join((places.tobytes(), *parts)))


def write_file(path: str, data: bytes) -> None:
    """Write a file as a whole. Raises ExecutorError."""
    try:
        with open(f"{path}.new", "wb") as file:
            file.write(data)
        os.replace(f"{path}.new", path)
    except OSError as error:
        raise ExecutorError(
            "workerFolder", path=os.path.dirname(path), why=find_reason(error)
        ) from None


def _read_segments(spill: str, start: int, stop: int) -> Iterator[Segment]:
    """Yield the buckets of a range that are not empty."""
    decode = msgspec.msgpack.Decoder(Segment).decode
    with open(spill, "rb") as file:
        places = array("Q", file.read(8 * (BUCKETS + 1)))
        file.seek(places[start])
        data = memoryview(file.read(places[stop] - places[start]))
    for number in range(start, stop):
        low, high = places[number] - places[start], places[number + 1] - places[start]
        if low < high:
            yield decode(data[low:high])


def sort_part(piece: SortPiece) -> None:
    """Make a shard with the passages and the texts of some buckets, in order.

    Raises:
        ExecutorError: A file cannot be read or written.
    """
    try:
        dropped = array("q", Path(piece.dropped).read_bytes())
        with closing(_create_shard(piece.shard, "passage", "form")) as shard:
            shard.execute(
                "CREATE TEMP TABLE heap (position INTEGER, whole INTEGER, after INTEGER, "
                "log INTEGER, form INTEGER, number INTEGER)"
            )
            shard.execute("CREATE TEMP TABLE dropped (log INTEGER PRIMARY KEY)")
            shard.execute("BEGIN")
            shard.executemany("INSERT INTO dropped VALUES (?)", ((log,) for log in dropped))
            for spill in piece.spills:
                for data, texts in _read_segments(spill, piece.start, piece.stop):
                    insert_rows(shard, "heap", array("q", data))
                    shard.executemany("INSERT OR IGNORE INTO form VALUES (?, ?)", texts)
            # Rows in order are much faster than one by one. A move that a game played twice in a
            # position counts at the first event.
            shard.execute(
                "INSERT OR IGNORE INTO passage SELECT * FROM heap WHERE log NOT IN dropped "
                "ORDER BY position, whole, after, log, number"
            )
            shard.execute("COMMIT")
        os.replace(f"{piece.shard}.new", piece.shard)
    except (OSError, sqlite3.Error) as error:
        folder = os.path.dirname(piece.shard)
        raise ExecutorError("workerFolder", path=folder, why=find_reason(error)) from None


def count_part(piece: CountPiece) -> int:
    """Make a shard with the counts of a range of positions; return the number of its positions.

    Raises:
        BookError: The book is damaged.
        ExecutorError: A file cannot be read or written.
    """  # noqa: DOC201
    low, high = ((each - BUCKETS // 2) << SHIFT for each in (piece.start, piece.stop))
    try:
        with closing(_create_shard(piece.shard, "crowded")) as shard:
            shard.execute("BEGIN")
            positions = count_in_advance(Path(piece.book), low, high - 1, piece.least, shard)
            shard.execute("COMMIT")
        os.replace(f"{piece.shard}.new", piece.shard)
    except (OSError, sqlite3.Error) as error:
        folder = os.path.dirname(piece.shard)
        raise ExecutorError("workerFolder", path=folder, why=find_reason(error)) from None
    return positions


def _create_shard(path: str, *tables: str) -> sqlite3.Connection:
    """Create a database with some tables of a book; a file of an earlier attempt is removed."""
    Path(f"{path}.new").unlink(missing_ok=True)
    shard = sqlite3.connect(f"{path}.new", isolation_level=None)
    shard.execute(f"PRAGMA page_size = {PAGE}")
    shard.execute(f"PRAGMA cache_size = -{CACHE}")
    shard.execute("PRAGMA journal_mode = OFF")
    shard.execute("PRAGMA synchronous = OFF")
    create_tables(shard, *tables)
    return shard
