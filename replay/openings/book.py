"""Read a book: the moves that were played in a position, their results, and sample games.

A game that reaches a position twice counts once. The module knows positions by their numbers, and
no rules. It only reads.
"""

import os
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import msgspec

from senpu.replay.analysis.confidence import GameResults
from senpu.replay.core.states import State
from senpu.replay.openings.reading import DRAW, NOWHERE, SINGLE, WHOLE, Numbering, Ruleset
from senpu.replay.openings.shelf import (
    BookConnection,
    make_absolute,
    make_damage_error,
    open_database,
    read_depth,
    wrap_database_errors,
)

MOST_FORMS = 36
"""The largest number of texts of a move, the shortest first: the rolls of two dice."""
SAMPLES = 5
TOGETHER = 500
"""The number of positions in one query; databases accept some hundreds of values."""


class MoveRecord(msgspec.Struct, frozen=True):
    """A move that was played in a position: an event, or a whole set-up of a side."""

    forms: tuple[str, ...]
    """Its texts, the shortest first.

    They differ in interchangeable units, and in dice that lead to the same position.
    """
    is_set_up: bool
    """True if it is a whole set-up."""
    after: int
    """The position after it, which identifies the move."""
    played: GameResults
    """The games in which it was played here."""
    reached: GameResults
    """The games that reached the position after it by any route."""

    @property
    def text(self) -> str:
        """The shortest text."""
        return self.forms[0]


class BookEntry(msgspec.Struct, frozen=True):
    """The counts of a position."""

    reached: GameResults = GameResults()
    moves: tuple[MoveRecord, ...] = ()
    """The moves, the most played first."""


class SampleGame(NamedTuple):
    """A game that reached a position."""

    path: Path
    number: int
    """The number of the event of the log before the position."""
    players: dict[str, str]
    date: str
    event: str
    ending: str


class GameFilter(msgspec.Struct, frozen=True):
    """A filter of games; empty fields accept all games."""

    player: str = ""
    """A part of the name of a player."""
    since: str = ""
    until: str = ""
    """The last date, or the beginning of it: `2026`, `2026-11`; `since` is the first."""
    player_kind: str = ""
    """`human` or `program`."""

    def make_condition(self) -> tuple[str, list[str]]:
        """Return an SQL condition on logs, and its values."""
        until = "date <> '' AND substr(date, 1, length(?)) <= ?"
        asked = [
            ("instr(names(players), ?)", [normalize("NFC", self.player).casefold()]),
            ("date >= ?", [self.since]),
            (until, [self.until, self.until]),
        ]
        parts = [part for part, (value, *_) in asked if value]
        if self.player_kind:
            parts.append("program <> ''" if self.player_kind == "program" else "program = ''")
        values = [value for _, found in asked for value in found if value]
        return " AND ".join(parts), values


ALL_GAMES = GameFilter()


def _names(players: str) -> str:
    return "\n".join(msgspec.json.decode(players, type=dict[str, str]).values()).casefold()


class SampleRow(NamedTuple):
    """A game that reached a position, as in the database."""

    path: str
    number: int
    players: str
    date: str
    event: str
    ending: str


class BookFile:
    """An open book.

    Its methods raise BookError if the file is damaged.
    """

    def __init__(self, path: Path, found: BookConnection | None = None) -> None:
        self.path = path
        self._book = found or open_database(path)
        self._chosen = ALL_GAMES
        """The filter of the table `chosen`."""
        self._book.create_function("names", 1, _names, deterministic=True)

    def close(self) -> None:
        """Close the file."""
        self._book.close()

    def read_depth(self) -> int:
        """Return the number of events of each game that the book contains."""
        return read_depth(self._book)

    @wrap_database_errors
    def list_rulesets(self) -> list[tuple[Ruleset, int]]:
        """Return the rule sets of the games with the number of games, the largest first."""
        rows = self._book.fetch(
            list[tuple[str, str, str, int, str, int]],
            "SELECT game, data, options, rules, sides, count(*) FROM ruleset JOIN log "
            "ON log.ruleset = ruleset.id WHERE twin IS NULL GROUP BY ruleset.id "
            "ORDER BY count(*) DESC, game, data, options",
        )
        return [
            (Ruleset(game, data, options, rules, tuple(sides.split())), games)
            for game, data, options, rules, sides, games in rows
        ]

    @wrap_database_errors
    def look_up(
        self, numbering: Numbering, state: State, choice: GameFilter = ALL_GAMES
    ) -> BookEntry:
        """Return the counts of a position, for the sides of its game."""
        found = self.find_entry(numbering(state), choice)
        sides = len(numbering.rules.spec.sides)
        for tally in chain([found.reached], *((move.played, move.reached) for move in found.moves)):
            counts = *tally.wins, tally.draws, tally.open
            if tally.games and (
                len(tally.wins) != sides or min(counts) < 0 or sum(counts) > tally.games
            ):
                raise make_damage_error(self.path, "bookResults")
        return found

    @wrap_database_errors
    def find_entry(self, position: int, choice: GameFilter = ALL_GAMES) -> BookEntry:
        """Return the counts of a position; empty if no game reached it."""
        found = self._find_counted("leaf", position) if choice == ALL_GAMES else None
        return (
            msgspec.json.decode(found, type=BookEntry)
            if found
            else self.count_entry(position, choice)
        )

    @wrap_database_errors
    def count_entry(self, position: int, choice: GameFilter = ALL_GAMES) -> BookEntry:
        """Return the counts of a position as `leaf` does, without those computed in advance."""
        logs, sides = self._select_logs(choice), self._count_sides(position)
        here = f"FROM passage JOIN {logs} AS log ON log.id = log WHERE position = ? AND after <> ?"
        results: dict[tuple[int, int], dict[int | None, int]] = {}
        for whole, after, result, games in self._book.fetch(
            list[tuple[int, int, int | None, int]],
            f"SELECT whole, after, log.result, count(*) {here} GROUP BY whole, after, log.result",
            (position, NOWHERE),
        ):
            results.setdefault((whole, after), {})[result] = games
        forms: dict[tuple[int, int], list[str]] = {}
        for whole, after, text in self._book.fetch(
            list[tuple[int, int, str]],
            "SELECT whole, after, text FROM form JOIN "
            f"(SELECT DISTINCT whole, after, form {here}) ON id = form "
            "ORDER BY length(text), text",
            (position, NOWHERE),
        ):
            forms.setdefault((whole, after), []).append(text)
        afters = list({after for _, after in results} | {position})
        reached = self._count_reached(afters, sides, choice)
        moves = [
            MoveRecord(
                tuple(forms[key][:MOST_FORMS]), key[0] == WHOLE, key[1],
                _count_results(found, sides), reached[key[1]],
            )
            for key, found in results.items()
        ]  # fmt: skip
        moves.sort(key=lambda move: (not move.is_set_up, -move.played.games, move.text))
        return BookEntry(reached[position], tuple(moves))

    @wrap_database_errors
    def count_reached(self, position: int, choice: GameFilter = ALL_GAMES) -> GameResults:
        """Return the results of the games that reached a position by any route."""
        return self._count_reached([position], self._count_sides(position), choice)[position]

    @wrap_database_errors
    def count_each_reached(
        self, positions: list[int], sides: int, choice: GameFilter = ALL_GAMES
    ) -> dict[int, GameResults]:
        """Return the results of the games that reached each of some positions by any route."""
        return self._count_reached(positions, sides, choice)

    def _count_reached(
        self, positions: list[int], sides: int, choice: GameFilter
    ) -> dict[int, GameResults]:
        """Return the results of the games that reached each of some positions."""
        logs, tallies = self._select_logs(choice), dict[int, GameResults]()
        results: dict[int, dict[int | None, int]] = {position: {} for position in positions}
        for at in range(0, len(positions), TOGETHER):
            some = positions[at : at + TOGETHER]
            within = f"position IN ({', '.join('?' * len(some))})"
            if choice == ALL_GAMES:
                asked = f"SELECT position, reached FROM crowded WHERE {within}"
                for position, tally in self._book.fetch(list[tuple[int, str]], asked, some):
                    tallies[position] = msgspec.json.decode(tally, type=GameResults)
            rest = [position for position in some if position not in tallies]
            within = f"position IN ({', '.join('?' * len(rest))})"
            for position, result, games in self._book.fetch(
                list[tuple[int, int | None, int]],
                f"SELECT position, result, count(DISTINCT log.id) FROM passage JOIN {logs} AS log "
                f"ON log.id = log WHERE {within} AND whole = {SINGLE} GROUP BY position, result",
                rest,
            ):
                results[position][result] = games
        return {at: _count_results(found, sides) for at, found in results.items()} | tallies

    def _count_sides(self, position: int) -> int:
        """Return the number of sides in the games of a position."""
        rows = self._book.fetch(
            list[tuple[str]],
            "SELECT sides FROM ruleset WHERE id = (SELECT ruleset FROM log WHERE id = "
            "(SELECT log FROM passage WHERE position = ? LIMIT 1))",
            (position,),
        )
        return len(rows[0][0].split()) if rows else 0

    def _select_logs(self, choice: GameFilter) -> str:
        """Return the table of the logs that count.

        Logs that have passages are valid, and are not copies.

        Returns:
            `log`, or `chosen` for the logs that pass the filter.
        """
        if choice == ALL_GAMES:
            return "log"
        if choice != self._chosen:
            where, values = choice.make_condition()
            self._book.execute("DROP TABLE IF EXISTS temp.chosen")
            self._book.execute(
                f"CREATE TEMP TABLE chosen AS SELECT * FROM log WHERE {where}", values
            )
            self._book.execute("CREATE UNIQUE INDEX temp.chosen_id ON chosen (id)")
            self._chosen = choice
        return "chosen"

    @wrap_database_errors
    def list_samples(
        self, position: int, choice: GameFilter = ALL_GAMES, most: int = SAMPLES
    ) -> list[SampleGame]:
        """Return at most `most` games that reached a position, the newest first."""
        counted = choice == ALL_GAMES and most == SAMPLES
        found = self._find_counted("samples", position) if counted else None
        if found is None:
            rows = self.find_samples(position, choice, most)
        else:
            rows = msgspec.json.decode(found, type=list[SampleRow])
        folder = os.path.dirname(os.path.realpath(self.path))
        return [
            SampleGame(
                Path(make_absolute(folder, path.replace("\0", "?"))), number,
                msgspec.json.decode(players, type=dict[str, str]), *rest,
            )
            for path, number, players, *rest in rows
        ]  # fmt: skip

    def find_samples(
        self, position: int, choice: GameFilter = ALL_GAMES, most: int = SAMPLES
    ) -> list[SampleRow]:
        """Return the rows of some games, without those found in advance."""
        return self._book.fetch(
            list[SampleRow],
            "SELECT path, first, players, date, event, ending FROM "
            "(SELECT log AS of, min(number) AS first FROM passage WHERE position = ? "
            f"AND whole = {SINGLE} GROUP BY log) JOIN {self._select_logs(choice)} AS log "
            "ON log.id = of ORDER BY date DESC, path LIMIT ?",
            (position, most),
        )

    def _find_counted(self, what: str, position: int) -> str | None:
        """Return counts that were computed in advance, or None."""
        asked = f"SELECT {what} FROM crowded WHERE position = ?"
        rows = self._book.fetch(list[tuple[str]], asked, (position,))
        return rows[0][0] if rows else None


def _count_results(results: dict[int | None, int], sides: int) -> GameResults:
    """Return the results of games from their numbers."""
    wins = tuple(results.get(side, 0) for side in range(sides))
    return GameResults(sum(results.values()), wins, results.get(DRAW, 0), results.get(None, 0))


def count_in_advance(book: BookConnection, path: Path, least: int) -> int:
    """Compute the counts of positions with at least this many games in advance.

    The results of games come first, since the counts of moves use them.

    Returns:
        The number of all positions.
    """
    reader = BookFile(path, book)
    book.execute("DELETE FROM crowded")
    # A game may pass a position several times: those passed so often are counted by games next.
    counted = "SELECT position FROM passage GROUP BY position HAVING count(*) >= ?"
    passed = book.execute(counted, (least,)).fetchall()
    reached = {position: reader.count_reached(position) for (position,) in passed}
    crowds = [position for position, tally in reached.items() if tally.games >= least]
    encoded = msgspec.json.Encoder().encode
    for position in crowds:
        row = encoded(reached[position]).decode(), encoded(reader.find_samples(position)).decode()
        book.execute("INSERT INTO crowded VALUES (?, ?, '', ?)", (position, *row))
    for position in crowds:
        leaf = encoded(reader.count_entry(position)).decode()
        book.execute("UPDATE crowded SET leaf = ? WHERE position = ?", (leaf, position))
    (positions,) = book.execute("SELECT count(DISTINCT position) FROM passage").fetchone()
    return int(positions)
