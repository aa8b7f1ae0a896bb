"""The file of a book: an SQLite database with these tables (`spec/en/reference/opening-books.md`).

The module opens books and rejects other files. It counts nothing and reads no logs.
"""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, ParamSpec, TypeVar
from urllib.parse import quote

import msgspec

from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.reasons import find_reason

P = ParamSpec("P")
T = TypeVar("T")

MARK = 0x53454E42
"""`SENB`, which marks the file as a book (`PRAGMA application_id`)."""
SCHEMA = 8
"""The version of the tables, digests and numbers of positions (`PRAGMA user_version`)."""

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
CREATE TABLE pairing (
    id INTEGER PRIMARY KEY, ruleset INTEGER NOT NULL, programs TEXT NOT NULL,
    games INTEGER NOT NULL, UNIQUE (ruleset, programs)
);
CREATE TABLE log (
    id INTEGER PRIMARY KEY, twin INTEGER, pairing INTEGER NOT NULL, result INTEGER,
    margin INTEGER, turn INTEGER NOT NULL,
    path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
    digest BLOB NOT NULL, date TEXT NOT NULL, event TEXT NOT NULL, program TEXT NOT NULL,
    players TEXT NOT NULL, ending TEXT NOT NULL, events INTEGER NOT NULL
);
CREATE INDEX log_digest ON log (digest);
CREATE INDEX log_twin ON log (twin) WHERE twin IS NOT NULL;
CREATE TABLE form (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE passage (
    position INTEGER NOT NULL, whole INTEGER NOT NULL, after INTEGER NOT NULL,
    log INTEGER NOT NULL, form INTEGER NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (position, whole, after, log)
) WITHOUT ROWID;
CREATE TABLE spill (name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE dropped (log INTEGER PRIMARY KEY);
CREATE TABLE crowded (
    position INTEGER NOT NULL, every INTEGER NOT NULL, reached TEXT NOT NULL, leaf TEXT NOT NULL,
    samples TEXT NOT NULL, PRIMARY KEY (position, every)
) WITHOUT ROWID;
"""


class BookError(Error):
    """A file cannot be used as a book."""


STEPS, STEPS_PER_BYTE = 10**7, 2
"""The most steps of one statement for a reader: a number, and more for each byte of the book.

A page of a damaged book can contain itself, and a search in it never ends.
"""
BETWEEN = 10**5
"""The number of steps between two looks at the limit."""


def make_damage_error(path: Path, why: Exception | str) -> BookError:
    """Return the error that reports a damaged book, with the cause or the key of the cause."""
    if getattr(why, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
        why = "bookEndless"
    elif isinstance(why, LookupError):
        why = "bookRows"
    cause = Message(f"errors.{why}") if isinstance(why, str) else find_reason(why)
    return BookError("damagedBook", path=path, why=cause)


class BookConnection(sqlite3.Connection):
    """A connection to a book."""

    path = Path()
    limit = 0
    """The most steps of one statement; 0 for any number."""

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement; after `limit` steps it ends with an error."""
        if self.limit:
            looks = iter(range(self.limit // BETWEEN))
            self.set_progress_handler(lambda: next(looks, None) is None, BETWEEN)
        return super().execute(sql, values)

    def fetch(self, rows: type[T], sql: str, values: Sequence[Any] = ()) -> T:
        """Return the rows of a query; the columns of a damaged book may have other types.

        Args:
            rows: The type of the rows, a list of tuples.
            sql: The query.
            values: Its values.

        Returns:
            The rows.

        Raises:
            sqlite3.Error: The database cannot be read.
            msgspec.ValidationError: A value has another type.
        """
        return msgspec.convert(self.execute(sql, values).fetchall(), rows)


DAMAGE = (sqlite3.Error, msgspec.MsgspecError, ValueError, OverflowError, LookupError)
"""The errors of functions that read a damaged book."""


def wrap_database_errors(what: Callable[P, T]) -> Callable[P, T]:
    """Return a function that raises BookError for errors of the database and for invalid values.

    The first argument of the function has the book in its `path`.

    Returns:
        The function.
    """

    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return what(*args, **kwargs)
        except Error:
            raise
        except DAMAGE as error:
            book: Any = args[0]
            raise make_damage_error(book.path, error) from None

    return asked


def open_database(path: Path, mode: str = "ro", whole: bool = False) -> BookConnection:
    """Open the database of a book.

    A book to read is never changed in its place, so that the files next to it are not read.

    Args:
        path: The file.
        mode: `ro` to read, `rw` to continue the book.
        whole: Whether all pages are checked, which reads the whole file.

    Returns:
        The connection.

    Raises:
        BookError: The file is not a book, is from another version, or is damaged.
        OSError: The file could not be read.
    """
    state = path.stat()
    if not S_ISREG(state.st_mode) and not S_ISDIR(state.st_mode):  # opening a pipe would wait
        raise BookError("noBook", path=path)
    with path.open("rb") as file:
        file.read(1)
    more = "&immutable=1" if mode == "ro" else ""
    url = f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}{more}"
    try:
        found = sqlite3.connect(url, uri=True, isolation_level=None, factory=BookConnection)
    except sqlite3.Error as error:
        raise BookError("unreadableBook", path=path, why=find_reason(error)) from None
    found.path = path
    try:
        _defend(found, state.st_size if mode == "ro" else 0)
        _check_version(found)
        _check_tables(found, whole)
    except BaseException:
        found.close()
        raise
    return found


def _defend(book: BookConnection, size: int) -> None:
    """Turn on the defences of SQLite; `size` is the size of a file to read, else 0."""
    if size:
        book.limit = STEPS + STEPS_PER_BYTE * size
        # A value is not longer than its file; a row of a result can have several of them.
        book.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * size + PAGE)
    if sys.version_info >= (3, 12):
        book.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        book.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        book.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    book.execute("PRAGMA trusted_schema = OFF")
    book.execute("PRAGMA cell_size_check = ON")


def _check_version(book: BookConnection) -> None:
    """Raise BookError if the file is not a book of this version."""
    try:
        mark, schema = (
            book.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
    except sqlite3.Error as error:
        raise BookError("unreadableBook", path=book.path, why=find_reason(error)) from None
    if mark != MARK:
        raise BookError("noBook", path=book.path)
    if schema != SCHEMA:
        raise BookError("otherBookVersion", path=book.path, version=schema, own=SCHEMA)


@wrap_database_errors
def _check_tables(book: BookConnection, whole: bool) -> None:
    """Raise BookError if other tables are found, or with `whole` if a page is damaged."""
    if _list_tables(book) != _list_own_tables():
        raise make_damage_error(book.path, "bookTables")
    if whole:
        # The check visits each page once, so that it ends; and it needs many steps for each byte.
        book.set_progress_handler(None, 0)
        (why,) = sqlite3.Connection.execute(book, "PRAGMA quick_check(1)").fetchone()
        if why != "ok":
            raise sqlite3.DatabaseError(why)


def _list_tables(book: sqlite3.Connection) -> set[tuple[Any, ...]]:
    """Return all that the schema of a database contains: tables, indexes, views, triggers."""
    rows = book.execute("SELECT type, name, tbl_name, sql FROM main.sqlite_schema LIMIT 100")
    return set(rows.fetchall())


@cache
def _list_own_tables() -> set[tuple[Any, ...]]:
    own = sqlite3.connect(":memory:")
    try:
        own.executescript(TABLES)
        return _list_tables(own)
    finally:
        own.close()


def create_database(path: Path) -> BookConnection:
    """Create an empty book.

    Returns:
        The connection.

    Raises:
        BookError: The database reports an error.
        OSError: The file exists or could not be written.
    """
    path.touch(exist_ok=False)
    try:
        found = sqlite3.connect(path, isolation_level=None, factory=BookConnection)
        found.path = path
        found.executescript(
            f"PRAGMA page_size = {PAGE}; BEGIN; PRAGMA application_id = {MARK};"
            f"PRAGMA user_version = {SCHEMA}; {TABLES} COMMIT;"
        )
    except sqlite3.Error as error:
        path.unlink(missing_ok=True)
        raise BookError("bookFailed", path=path, why=find_reason(error)) from None
    return found


def create_tables(database: sqlite3.Connection, *names: str) -> None:
    """Create some tables of a book in another database."""
    for statement in TABLES.split(";"):
        if statement.strip().removeprefix("CREATE TABLE ").partition(" ")[0] in names:
            database.execute(statement)


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


def insert_rows(book: sqlite3.Connection, table: str, values: Sequence[Any]) -> int:
    """Insert rows, given as one sequence of values, into a table.

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


@wrap_database_errors
def read_depth(book: BookConnection) -> int:
    """Return the number of events of each game that a book contains. Raises BookError."""
    ((depth,),) = book.fetch(list[tuple[str]], "SELECT value FROM about WHERE name = 'depth'")
    return int(depth)


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
