"""Read a book: the moves that were played in a position, their results, and sample games.

A game that reaches a position twice counts once. The module knows positions by their numbers, and
no rules. It only reads.
"""

import os
import shlex
import sqlite3
from itertools import chain
from math import sqrt
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import msgspec

from senpu.replay.analysis.confidence import GameResults, Interval, student_quantile
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
from senpu.replay.openings.strengths import (
    LEAST,
    WEAKEST,
    find_weakest,
    is_as_strong,
    is_played_by,
)

MOST_FORMS = 36
"""The largest number of texts of a move, the shortest first: the rolls of two dice."""
MOST_MOVES = 1000
"""The largest number of moves of a position: set-ups can be different in each of many games."""
SAMPLES = 5
TOGETHER = 500
"""The number of positions in one query; databases accept some hundreds of values."""


class BookResults(GameResults, frozen=True):
    """The results of games in a book: also margins, endings and last turns."""

    margins: int = 0
    """The number of games that have a margin: a rule ended them, and the game has a tally."""
    margin_sum: int = 0
    margin_squares: int = 0
    turn_sum: int = 0
    """The sum of the last turns of the games that have ended."""
    endings: tuple[tuple[str, int], ...] = ()
    """Each ending with its number of games, the most frequent first."""

    @property
    def mean_margin(self) -> float | None:
        """The mean margin for the side of `Rules.score_tally`; None without margins."""
        return self.margin_sum / self.margins if self.margins else None

    @property
    def margin_interval(self) -> Interval | None:
        """The confidence interval of the mean margin; None with fewer than two margins."""
        count = self.margins
        if count < 2:
            return None
        mean = self.margin_sum / count
        spread = max(self.margin_squares - count * mean * mean, 0.0) / (count - 1)
        half = student_quantile(count - 1) * sqrt(spread / count)
        return Interval(mean - half, mean + half)

    @property
    def mean_turn(self) -> float | None:
        """The mean last turn of the games that have ended; None if none has."""
        return self.turn_sum / self.ended if self.ended else None


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
    played: BookResults
    """The games in which it was played here."""
    reached: BookResults
    """The games that reached the position after it by any route."""

    @property
    def text(self) -> str:
        """The shortest text."""
        return self.forms[0]


class BookEntry(msgspec.Struct, frozen=True):
    """The counts of a position."""

    reached: BookResults = BookResults()
    moves: tuple[MoveRecord, ...] = ()
    """The moves, the most played first; at most `MOST_MOVES`."""
    rarer: int = 0
    """The number of the other moves, which were played less."""


class SampleGame(NamedTuple):
    """A game that reached a position."""

    path: Path
    number: int
    """The number of the event of the log before the position."""
    players: dict[str, str]
    date: str
    event: str
    ending: str

    @property
    def at(self) -> str:
        """The value of `--at` for the position."""
        return str(self.number or "start")


class GameFilter(msgspec.Struct, frozen=True):
    """A filter of games; empty fields accept all games, except games of the weakest program."""

    player: str = ""
    """A part of the name of a player."""
    since: str = ""
    until: str = ""
    """The last date, or the beginning of it: `2026`, `2026-11`; `since` is the first."""
    player_kind: str = ""
    """`human` or `program`; games without the name of a player are neither."""
    programs: tuple[str, ...] = ()
    """If given, only games that these programs played, perhaps against humans."""
    least_strength: str = LEAST
    """The weakest program whose games count, if `programs` is empty."""

    def accepts(self, programs: str) -> bool:
        """Return whether the programs that played a game pass the filter."""
        if self.programs:
            return is_played_by(programs, self.programs)
        return is_as_strong(programs, self.least_strength)

    @property
    def is_by_strength(self) -> bool:
        """True if only programs are filtered."""
        return not (self.player or self.since or self.until or self.player_kind)

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
            parts.append(BY_HUMANS if self.player_kind == "human" else BY_PROGRAMS)
        values = [value for _, found in asked for value in found if value]
        return " AND ".join(parts), values

    def format_options(self) -> str:
        """Return the options of `senpu openings show` that make this filter; "" for the default."""
        least = self.least_strength if self.least_strength != LEAST and not self.programs else ""
        options = {
            "--player": self.player, "--since": self.since, "--until": self.until,
            "--by": self.player_kind, "--programs": ",".join(self.programs),
            "--min-strength": least,
        }  # fmt: skip
        return " ".join(f"{name} {shlex.quote(value)}" for name, value in options.items() if value)


WITH_PROGRAMS = "pairing IN (SELECT id FROM pairing WHERE programs <> '')"
BY_PROGRAMS = f"(program <> '' OR {WITH_PROGRAMS})"
BY_HUMANS = f"(program = '' AND players <> '{{}}' AND NOT {WITH_PROGRAMS})"
"""Conditions on logs. Reconstructions and examples name no player."""

DEFAULT_GAMES = GameFilter()
ALL_GAMES = GameFilter(least_strength=WEAKEST)
COUNTED = (DEFAULT_GAMES, ALL_GAMES)
"""The filters for which many games are counted in advance; `crowded.every` is the index.

If they accept the same games, only the last one is used.
"""
EVERY = 1


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
        self._chosen = DEFAULT_GAMES
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
        """Return the rule sets of the games with the number of all games, the largest first."""
        rows = self._book.fetch(
            list[tuple[str, str, str, int, str, int]],
            "SELECT game, data, options, rules, sides, sum(games) FROM ruleset JOIN pairing "
            "ON pairing.ruleset = ruleset.id GROUP BY ruleset.id HAVING sum(games) > 0 "
            "ORDER BY sum(games) DESC, game, data, options",
        )
        return [
            (Ruleset(game, data, options, rules, tuple(sides.split())), games)
            for game, data, options, rules, sides, games in rows
        ]

    @wrap_database_errors
    def count_games(self, ruleset: Ruleset, choice: GameFilter = DEFAULT_GAMES) -> int:
        """Return the number of games of a rule set that pass a filter."""
        if choice.is_by_strength:
            games = sum(games for found, games in self.list_rulesets() if found == ruleset)
            return games - sum(self.count_excluded(ruleset, choice).values())
        ((games,),) = self._book.fetch(
            list[tuple[int]],
            f"SELECT count(*) FROM {self._select_logs(choice)} AS log JOIN pairing ON pairing.id = "
            "pairing JOIN ruleset ON ruleset.id = ruleset WHERE twin IS NULL AND game = ? "
            "AND data = ? AND options = ? AND rules = ?",
            ruleset.name,
        )
        return games

    @wrap_database_errors
    def count_excluded(
        self, ruleset: Ruleset, choice: GameFilter = DEFAULT_GAMES
    ) -> dict[str, int]:
        """Return the number of games of a rule set that are left out because of their programs.

        Args:
            ruleset: The rule set.
            choice: The filter.

        Returns:
            The number of games by the weakest program in them; "" for games of humans.
        """
        rows = self._book.fetch(
            list[tuple[str, int]],
            "SELECT programs, games FROM pairing JOIN ruleset ON ruleset.id = pairing.ruleset "
            "WHERE game = ? AND data = ? AND options = ? AND rules = ? AND games > 0",
            ruleset.name,
        )
        found: dict[str, int] = {}
        for programs, games in rows:
            if not choice.accepts(programs):
                weakest = find_weakest(programs)
                found[weakest] = found.get(weakest, 0) + games
        return found

    @wrap_database_errors
    def list_copies(self, digest: bytes) -> list[Path]:
        """Return the logs of a game, by the digest of `reading.LogContent`: all are copies."""
        rows = self._book.fetch(
            list[tuple[str]], "SELECT path FROM log WHERE digest = ?", (digest,)
        )
        return [self._find_path(path) for (path,) in rows]

    def _find_path(self, path: str) -> Path:
        """Return the path of a log of the book."""
        folder = os.path.dirname(os.path.realpath(self.path))
        return Path(make_absolute(folder, path.replace("\0", "?")))

    @wrap_database_errors
    def list_starts(
        self, ruleset: Ruleset, choice: GameFilter = DEFAULT_GAMES
    ) -> list[tuple[int, int]]:
        """Return the first positions of the games of a rule set, each with its number of games.

        They are not the start of the game in logs that begin with a stated position, or have gaps.

        Args:
            ruleset: The rule set.
            choice: The filter.

        Returns:
            The numbers of the positions, the one with the most games first.
        """
        return self._book.fetch(
            list[tuple[int, int]],
            "SELECT position, count(*) FROM (SELECT log AS of, position, min(number) FROM passage "
            f"WHERE whole = {SINGLE} GROUP BY log) JOIN {self._select_logs(choice)} AS log "
            "ON log.id = of JOIN pairing ON pairing.id = pairing JOIN ruleset "
            "ON ruleset.id = ruleset WHERE game = ? AND data = ? AND options = ? AND rules = ? "
            "GROUP BY position ORDER BY count(*) DESC, position",
            ruleset.name,
        )

    @wrap_database_errors
    def look_up(
        self, numbering: Numbering, state: State, choice: GameFilter = DEFAULT_GAMES
    ) -> BookEntry:
        """Return the counts of a position, for the sides of its game."""
        found = self.find_entry(numbering(state), choice)
        sides = len(numbering.rules.spec.sides)
        for tally in chain([found.reached], *((move.played, move.reached) for move in found.moves)):
            counts = *tally.wins, tally.draws, tally.open
            if tally.games and (
                len(tally.wins) != sides
                or min(counts) < 0
                or sum(counts) > tally.games
                or not 0 <= tally.margins <= tally.games
            ):
                raise make_damage_error(self.path, "bookResults")
        return found

    @wrap_database_errors
    def find_entry(self, position: int, choice: GameFilter = DEFAULT_GAMES) -> BookEntry:
        """Return the counts of a position; empty if no game reached it."""
        found = self._find_counted("leaf", position, choice)
        return (
            msgspec.json.decode(found, type=BookEntry)
            if found
            else self.count_entry(position, choice)
        )

    @wrap_database_errors
    def count_entry(self, position: int, choice: GameFilter = DEFAULT_GAMES) -> BookEntry:
        """Return the counts of a position as `leaf` does, without those computed in advance."""
        logs, sides = self._select_logs(choice), self._count_sides(position)
        within = f"position = {position} AND after <> {NOWHERE}"
        here = f"FROM passage JOIN {logs} AS log ON log.id = log WHERE {within}"
        rarer = 0
        if self._count_moves(f"FROM passage WHERE {within}") > MOST_MOVES:
            rarer = max(self._count_moves(here) - MOST_MOVES, 0)
            most = "GROUP BY whole, after ORDER BY count(*) DESC, whole DESC, after"
            here += f" AND (whole, after) IN (SELECT whole, after {here} {most} LIMIT {MOST_MOVES})"
        results: dict[tuple[int, int], list[ResultRow]] = {}
        for whole, after, *row in self._book.fetch(
            list[tuple[int, int, int | None, str, int, int, int, int, int]],
            f"SELECT whole, after, {RESULT_COLUMNS} {here} GROUP BY whole, after, result, ending",
        ):
            results.setdefault((whole, after), []).append(ResultRow._make(row))
        forms: dict[tuple[int, int], list[str]] = {}
        for whole, after, text in self._book.fetch(
            list[tuple[int, int, str]],
            "SELECT whole, after, text FROM form JOIN "
            f"(SELECT DISTINCT whole, after, form {here}) ON id = form "
            "ORDER BY length(text), text",
        ):
            forms.setdefault((whole, after), []).append(text)
        afters = list({after for _, after in results} | {position})
        reached = self._count_reached(afters, sides, choice)
        moves = [
            MoveRecord(
                tuple(forms[key][:MOST_FORMS]), key[0] == WHOLE, key[1],
                _add_results(found, sides), reached[key[1]],
            )
            for key, found in results.items()
        ]  # fmt: skip
        moves.sort(key=lambda move: (not move.is_set_up, -move.played.games, move.text))
        return BookEntry(reached[position], tuple(moves), rarer)

    def _count_moves(self, where: str) -> int:
        """Return the number of different moves in some passages of a position."""
        asked = f"SELECT count(*) FROM (SELECT DISTINCT whole, after {where})"
        return self._book.fetch(list[tuple[int]], asked)[0][0]

    @wrap_database_errors
    def count_reached(self, position: int, choice: GameFilter = DEFAULT_GAMES) -> BookResults:
        """Return the results of the games that reached a position by any route."""
        return self._count_reached([position], self._count_sides(position), choice)[position]

    @wrap_database_errors
    def count_each_reached(
        self, positions: list[int], sides: int, choice: GameFilter = DEFAULT_GAMES
    ) -> dict[int, BookResults]:
        """Return the results of the games that reached each of some positions by any route."""
        return self._count_reached(positions, sides, choice)

    def _count_reached(
        self, positions: list[int], sides: int, choice: GameFilter
    ) -> dict[int, BookResults]:
        """Return the results of the games that reached each of some positions."""
        logs, tallies = self._select_logs(choice), dict[int, BookResults]()
        results: dict[int, list[ResultRow]] = {position: [] for position in positions}
        for at in range(0, len(positions), TOGETHER):
            some = positions[at : at + TOGETHER]
            within = f"position IN ({', '.join('?' * len(some))})"
            if (every := self.find_counted_filter(choice)) is not None:
                asked = f"SELECT position, reached FROM crowded WHERE every = {every} AND {within}"
                for position, tally in self._book.fetch(list[tuple[int, str]], asked, some):
                    tallies[position] = msgspec.json.decode(tally, type=BookResults)
            rest = [position for position in some if position not in tallies]
            within = f"position IN ({', '.join('?' * len(rest))})"
            for position, *row in self._book.fetch(
                list[tuple[int, int | None, str, int, int, int, int, int]],
                f"SELECT position, {RESULT_COLUMNS} FROM (SELECT DISTINCT position, log "
                f"FROM passage WHERE {within} AND whole = {SINGLE}) JOIN {logs} AS log "
                "ON log.id = log GROUP BY position, result, ending",
                rest,
            ):
                results[position].append(ResultRow._make(row))
        return {at: _add_results(found, sides) for at, found in results.items()} | tallies

    def _count_sides(self, position: int) -> int:
        """Return the number of sides in the games of a position."""
        rows = self._book.fetch(
            list[tuple[str]],
            "SELECT sides FROM ruleset WHERE id = (SELECT ruleset FROM pairing WHERE id = "
            "(SELECT pairing FROM log WHERE id = "
            "(SELECT log FROM passage WHERE position = ? LIMIT 1)))",
            (position,),
        )
        return len(rows[0][0].split()) if rows else 0

    def _select_logs(self, choice: GameFilter) -> str:
        """Return the table of the logs that count.

        Logs that have passages are valid, and are not copies.

        Returns:
            `log`, or a selection of it: in a subquery if only programs are filtered, which many
            positions can use without a search of all logs, else in the table `chosen`.
        """
        among = self._select_pairings(choice)
        if choice.is_by_strength:
            return f"(SELECT * FROM log WHERE {among})" if among else "log"
        if choice != self._chosen:
            where, values = choice.make_condition()
            where = f"{where} AND {among}" if among else where
            self._book.execute("DROP TABLE IF EXISTS temp.chosen")
            self._book.execute(
                f"CREATE TEMP TABLE chosen AS SELECT * FROM log WHERE {where}", values
            )
            self._book.execute("CREATE UNIQUE INDEX temp.chosen_id ON chosen (id)")
            self._chosen = choice
        return "chosen"

    def _select_pairings(self, choice: GameFilter) -> str:
        """Return an SQL condition on the programs of logs; "" if it is true for all."""
        rows = self._book.fetch(list[tuple[int, str]], "SELECT id, programs FROM pairing")
        accepted = [str(ident) for ident, programs in rows if choice.accepts(programs)]
        return f"pairing IN ({', '.join(accepted)})" if len(accepted) < len(rows) else ""

    @wrap_database_errors
    def list_samples(
        self, position: int, choice: GameFilter = DEFAULT_GAMES, most: int = SAMPLES
    ) -> list[SampleGame]:
        """Return at most `most` games that reached a position, the newest first."""
        found = self._find_counted("samples", position, choice) if most == SAMPLES else None
        if found is None:
            rows = self.find_samples(position, choice, most)
        else:
            rows = msgspec.json.decode(found, type=list[SampleRow])
        return [
            SampleGame(
                self._find_path(path), number,
                msgspec.json.decode(players, type=dict[str, str]), *rest,
            )
            for path, number, players, *rest in rows
        ]  # fmt: skip

    def find_samples(
        self, position: int, choice: GameFilter = DEFAULT_GAMES, most: int = SAMPLES
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

    @wrap_database_errors
    def count_range(self, low: int, high: int, least: int, shard: sqlite3.Connection) -> int:
        """Count the positions of a range; see `count_in_advance`."""
        self._book.limit = 0
        within = "FROM passage WHERE position BETWEEN ? AND ?"
        # A game may pass a position several times: those passed so often are counted by games next.
        often = f"SELECT position {within} GROUP BY position HAVING count(*) >= {least}"
        encode = msgspec.json.Encoder().encode
        for (position,) in self._book.execute(often, (low, high)).fetchall():
            if self.count_reached(position, ALL_GAMES).games < least:
                continue
            for every, choice in enumerate(COUNTED):
                if self.find_counted_filter(choice) == every:
                    entry = self.count_entry(position, choice)
                    found = entry.reached, entry, self.find_samples(position, choice)
                    row = position, every, *(encode(each).decode() for each in found)
                    shard.execute("INSERT INTO crowded VALUES (?, ?, ?, ?, ?)", row)
        asked = f"SELECT count(DISTINCT position) {within}"
        ((positions,),) = self._book.fetch(list[tuple[int]], asked, (low, high))
        return positions

    def _find_counted(self, what: str, position: int, choice: GameFilter) -> str | None:
        """Return counts that were computed in advance, or None."""
        asked = f"SELECT {what} FROM crowded WHERE position = ? AND every = ?"
        every = self.find_counted_filter(choice)
        rows = self._book.fetch(list[tuple[str]], asked, (position, every))
        return rows[0][0] if rows else None

    def find_counted_filter(self, choice: GameFilter) -> int | None:
        """Return the number of the filter, as in `crowded.every`, that accepts the same games."""
        if choice not in COUNTED:
            return None
        return COUNTED.index(choice) if self._select_pairings(choice) else EVERY


RESULT_COLUMNS = (
    "result, ending, count(*), count(margin), coalesce(sum(margin), 0), "
    "coalesce(sum(margin * margin), 0), sum(turn)"
)
"""The columns of a `ResultRow`, for games in groups by result and ending."""


class ResultRow(NamedTuple):
    """The games with the same result and ending."""

    result: int | None
    ending: str
    games: int
    margins: int
    margin_sum: int
    margin_squares: int
    turn_sum: int


def _add_results(rows: list[ResultRow], sides: int) -> BookResults:
    """Return the results of all games of some rows."""
    wins, draws, unfinished = [0] * sides, 0, 0
    endings: dict[str, int] = {}
    for row in rows:
        if row.result is None:
            unfinished += row.games
            continue
        endings[row.ending] = endings.get(row.ending, 0) + row.games
        if row.result == DRAW:
            draws += row.games
        elif 0 <= row.result < sides:
            wins[row.result] += row.games
    return BookResults(
        sum(row.games for row in rows), tuple(wins), draws, unfinished,
        sum(row.margins for row in rows), sum(row.margin_sum for row in rows),
        sum(row.margin_squares for row in rows),
        sum(row.turn_sum for row in rows if row.result is not None),
        tuple(sorted(endings.items(), key=lambda each: (-each[1], each[0]))),
    )  # fmt: skip


def count_in_advance(path: Path, low: int, high: int, least: int, shard: sqlite3.Connection) -> int:
    """Count the positions of a range that have at least this many games, into a shard.

    Args:
        path: The book.
        low: The first number of the range.
        high: The last number.
        least: The least number of games of a position.
        shard: A database with the table `crowded`.

    Returns:
        The number of all positions in the range.
    """
    reader = BookFile(path)
    try:
        return reader.count_range(low, high, least, shard)
    finally:
        reader.close()
