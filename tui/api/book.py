"""Opening books of the public API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Self

import msgspec

from senpu.replay.analysis.executors import open_executor
from senpu.replay.openings import book as openings
from senpu.replay.openings.binding import build_book
from senpu.replay.openings.reading import DEPTH, get_numbering, get_ruleset
from senpu.tui.api.errors import (
    ArgumentError,
    Live,
    check_count,
    check_list,
    check_path,
    check_type,
    opening_files,
)
from senpu.tui.api.position import Position
from senpu.tui.api.sources import PathName


class BookMove(msgspec.Struct, frozen=True):
    """A move that was played in a position of an opening book.

    Example:
        >>> import senpu
        >>> with senpu.Book.build("moves.sqlite", ["game.senpu"]) as book:
        ...     move = book.moves(senpu.start("800/bonsai-2021"))[0]
        >>> move.games, move.wins["china"]
        (1, 1)
    """

    text: str
    """The move in the notation, for `Position.play`; of interchangeable units any."""
    games: int
    """The number of games in which it was played here."""
    wins: Mapping[str, int]
    """The number of these games that each side won."""
    draws: int
    """The number of these games that ended in a draw."""
    unfinished: int
    """The number of these games that are not over."""


class Book(Live):
    """An opening book: the moves that were played in many logs, by position.

    A book holds a file open: use it with `with`, or close it.

    Args:
        file: The name of the book, a file that `senpu openings build` or `Book.build` made.

    Raises:
        Error: The file is not a book, or of another version.
        OSError: The file cannot be read; the error is an Error too.

    Example:
        >>> import senpu
        >>> senpu.Book.build("book.sqlite", ["game.senpu"]).close()
        >>> with senpu.Book("book.sqlite") as book:
        ...     [move.text for move in book.moves(senpu.start("800/bonsai-2021"))]
        ['x1+c1@D c2+c3+k1@C', 'x1+c1@D']
    """

    def __init__(self, file: PathName) -> None:
        with opening_files():
            self._book = openings.BookFile(check_path(file))
        self._closed = False

    @classmethod
    def build(
        cls,
        file: PathName,
        logs: Iterable[PathName],
        *,
        depth: int = DEPTH,
        jobs: int | None = None,
    ) -> Self:
        """Build a book, or update it.

        Args:
            file: The name of the book. If it exists, only new and changed logs are read.
            logs: Log files, and folders of log files. Invalid logs are left out.
            depth: The number of events of each game that the book covers, from 1.
            jobs: The number of processes. Default: one per core.

        Returns:
            The book, open.

        Raises:
            Error: The file is not a book, or a number is less than 1.
            OSError: A log or the file cannot be read; the error is an Error too.

        Example:
            >>> import senpu
            >>> with senpu.Book.build("small.sqlite", ["game.senpu"], jobs=1) as book:
            ...     len(book.moves(senpu.read("game.senpu").at(2)))
            2
        """
        check_type("depth", depth, int)
        check_count("depth", depth)
        check_count("jobs", jobs)
        paths = [check_path(log) for log in check_list("logs", logs)]
        with open_executor(jobs=jobs) as workers, opening_files():
            build_book(check_path(file), paths, workers, depth, jobs)
        return cls(file)

    def moves(self, position: Position | str) -> tuple[BookMove, ...]:
        """Return the moves that were played in a position.

        Transpositions are merged: the games may have reached the position by other moves. Games
        of the program `random` do not count.

        Args:
            position: The position, or its text.

        Returns:
            The moves, the most frequent first; empty if no game reached the position. All
            placements of a set-up are one move too.

        Raises:
            LogError: The text of the position has a fault.
            Error: The book has no games of the rule set, or is closed or damaged.

        Example:
            >>> import senpu
            >>> with senpu.Book.build("games.sqlite", ["game.senpu"]) as book:
            ...     book.moves(senpu.read("game.senpu").end)
            ()
        """  # noqa: DOC501 - Error is the public name
        check_type("position", position, Position, str)
        if isinstance(position, str):
            position = Position.from_text(position)
        if self._closed:
            raise ArgumentError("bookClosed", path=self._book.path)
        rules = position._rules
        if get_ruleset(rules) not in [ruleset for ruleset, _ in self._book.list_rulesets()]:
            raise ArgumentError("bookOtherRules", path=self._book.path, game=rules.spec.id)
        found = self._book.look_up(get_numbering(rules), position._state)
        sides = position.rules.sides
        return tuple(
            BookMove(
                move.text, move.played.games,
                dict(zip(sides, move.played.wins or (0,) * len(sides), strict=True)),
                move.played.draws, move.played.open,
            )
            for move in found.moves
        )  # fmt: skip

    def close(self) -> None:
        """Close the file.

        Example:
            >>> import senpu
            >>> senpu.Book.build("closed.sqlite", ["game.senpu"]).close()
        """
        self._closed = True
        self._book.close()

    def __repr__(self) -> str:
        """Return the name of the file, for a prompt."""
        return f"<Book {self._book.path}{' (closed)' if self._closed else ''}>"

    def __enter__(self) -> Self:
        """Return the book itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()
