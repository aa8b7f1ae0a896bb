"""The file of a book: an SQLite database with these tables (`spec/openings.md`).

The module opens books and rejects other files. It counts nothing and reads no logs.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import quote

import msgspec

from senpu.notation.faults import Error

P = ParamSpec("P")
T = TypeVar("T")

MARK = 0x53454E42
"""`SENB`, which marks the file as a book (`PRAGMA application_id`)."""
SCHEMA = 6
"""The version of the tables and of the numbers of positions (`PRAGMA user_version`)."""

PAGE = 1 << 14
"""The number of bytes in a page of the file; large pages are faster to write."""
AT_ONCE = 64
"""The number of rows in one statement; databases accept some hundreds of values."""

TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ruleset (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, data TEXT NOT NULL, options TEXT NOT NULL,
    rules INTEGER NOT NULL, sides TEXT NOT NULL, UNIQUE (game, data, options, rules)
);
CREATE TABLE log (
    id INTEGER PRIMARY KEY, twin INTEGER, ruleset INTEGER NOT NULL, result INTEGER,
    path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
    digest BLOB NOT NULL, date TEXT NOT NULL, event TEXT NOT NULL, program TEXT NOT NULL,
    players TEXT NOT NULL, ending TEXT NOT NULL, events INTEGER NOT NULL
);
CREATE INDEX log_digest ON log (digest);
CREATE TABLE form (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE passage (
    position INTEGER NOT NULL, whole INTEGER NOT NULL, after INTEGER NOT NULL,
    log INTEGER NOT NULL, form INTEGER NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (position, whole, after, log)
) WITHOUT ROWID;
CREATE TABLE heap (
    position INTEGER NOT NULL, whole INTEGER NOT NULL, after INTEGER NOT NULL,
    log INTEGER NOT NULL, form INTEGER NOT NULL, number INTEGER NOT NULL
);
CREATE TABLE crowded (
    position INTEGER PRIMARY KEY, reached TEXT NOT NULL, leaf TEXT NOT NULL, samples TEXT NOT NULL
);
"""


class BookError(Error):
    """A file cannot be used as a book."""


def wrap_database_errors(what: Callable[P, T]) -> Callable[P, T]:
    """Return a function that raises BookError for errors of the database.

    The first argument of the function, or its `path`, is the book.

    Returns:
        The function.
    """

    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return what(*args, **kwargs)
        except (sqlite3.Error, msgspec.DecodeError, UnicodeError) as error:
            path = str(getattr(args[0], "path", args[0]))
            raise BookError("damagedBook", path=path, why=str(error)) from None

    return asked


def open_database(path: Path, mode: str = "ro") -> sqlite3.Connection:
    """Open the database of a book, to read (`ro`) or to write (`rw`).

    Returns:
        The connection.

    Raises:
        BookError: The file is not a book, or is from another version.
        OSError: The file could not be read.
    """
    with path.open("rb") as file:
        file.read(1)
    url = f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}"
    try:
        found = sqlite3.connect(url, uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise BookError("unreadableBook", path=path, why=str(error)) from None
    try:
        mark, schema = (
            found.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
    except sqlite3.Error as error:
        found.close()
        raise BookError("unreadableBook", path=path, why=str(error)) from None
    if mark != MARK:
        found.close()
        raise BookError("noBook", path=path)
    if schema != SCHEMA:
        found.close()
        raise BookError("otherBookVersion", path=path, version=schema, own=SCHEMA)
    return found


def create_database(path: Path) -> sqlite3.Connection:
    """Create an empty book.

    Returns:
        The connection.

    Raises:
        BookError: The database reports an error.
        OSError: The file exists or could not be written.
    """
    path.touch(exist_ok=False)
    try:
        found = sqlite3.connect(path, isolation_level=None)
        found.executescript(
            f"PRAGMA page_size = {PAGE}; BEGIN; PRAGMA application_id = {MARK};"
            f"PRAGMA user_version = {SCHEMA}; {TABLES} COMMIT;"
        )
    except sqlite3.Error as error:
        path.unlink(missing_ok=True)
        raise BookError("bookFailed", path=path, why=str(error)) from None
    return found


@contextmanager
def transaction(book: sqlite3.Connection) -> Iterator[None]:
    """Commit all changes in the block, or none after an error."""
    book.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        book.execute("ROLLBACK")
        raise
    book.execute("COMMIT")


def insert_rows(book: sqlite3.Connection, table: str, values: list[Any]) -> int:
    """Insert rows, given as one list of values, into a table.

    Many rows in one statement are faster than one by one.

    Returns:
        The number of rows.
    """
    width = len(book.execute(f"SELECT * FROM {table} LIMIT 0").description)
    row = f"({', '.join('?' * width)})"
    whole = len(values) - len(values) % (width * AT_ONCE)
    for start, stop, rows in ((0, whole, AT_ONCE), (whole, len(values), 1)):
        step = width * rows
        some = (values[at : at + step] for at in range(start, stop, step))
        book.executemany(f"INSERT INTO {table} VALUES {', '.join([row] * rows)}", some)
    return len(values) // width


def read_about(book: sqlite3.Connection) -> dict[str, str]:
    """Return the table `about`."""
    return dict(book.execute("SELECT name, value FROM about"))


def make_relative(folder: str, log: str) -> str:
    """Return the name of a log in a book: the path from the book's folder.

    So the book and the logs can be moved together. Both arguments are absolute, with links
    resolved.

    Returns:
        The name.
    """
    if log.startswith(folder + os.sep):  # true for most, and fast
        return log.removeprefix(folder + os.sep)
    try:
        return os.path.relpath(log, folder)
    except ValueError:  # on another drive
        return log


def make_absolute(folder: str, name: str) -> str:
    """Return the path of a log from its name in a book."""
    return os.path.normpath(os.path.join(folder, name))
