"""A book -> what was played in a position, how often, by whom it was won, and in which games.

Counts games, not times: a game that comes to a position twice counts once. Knows positions by their
numbers and no rules. Reads only.
"""

import sqlite3
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

import msgspec

from senpu.replay.analysis.confidence import Tally
from senpu.replay.openings.reading import DRAW, NOWHERE, SINGLE, WHOLE, Ruleset
from senpu.replay.openings.shelf import answered, effects, far, opened

SPELLINGS = 36
"""How many spellings of a move are told, the shortest first: as many as two dice have."""
SAMPLES = 5
TOGETHER = 500
"""How many positions are asked for at once; databases take no more than some hundreds."""


class Move(msgspec.Struct, frozen=True):
    """What was played in a position: an event, or all that a side placed in a row."""

    spellings: tuple[str, ...]
    """How it was written, the shortest first: with whichever of units that are alike, and of dice
    all those that came to the same."""
    whole: bool
    """Whether it is all that a side placed."""
    after: int
    """The position that it leads to, by which moves are one."""
    played: Tally
    """The games in which it was played here."""
    reached: Tally
    """The games that came to the position after it by any route."""

    @property
    def text(self) -> str:
        return self.spellings[0]


class Leaf(msgspec.Struct, frozen=True):
    """What the book has of a position."""

    reached: Tally = Tally()
    moves: tuple[Move, ...] = ()
    """The most played first."""


class Sample(NamedTuple):
    """A game that came to a position."""

    path: Path
    number: int
    """The event of the log after which the position stands."""
    players: dict[str, str]
    date: str
    event: str
    ending: str


class Choice(msgspec.Struct, frozen=True):
    """Which games count. Everything empty: all of them."""

    player: str = ""
    """Somebody of this name, or of one with this in it, played."""
    since: str = ""
    until: str = ""
    """The first and the last date, or the beginning of it: `2026`, `2026-11`."""
    by: str = ""
    """`human` or `program`."""

    def where(self) -> tuple[str, list[str]]:
        """As conditions on the logs, and the values in them."""
        until = "date <> '' AND substr(date, 1, length(?)) <= ?"
        asked = [
            ("instr(names(players), ?)", [normalize("NFC", self.player).casefold()]),
            ("date >= ?", [self.since]),
            (until, [self.until, self.until]),
        ]
        parts = [part for part, (value, *_) in asked if value]
        if self.by:
            parts.append("program <> ''" if self.by == "program" else "program = ''")
        values = [value for _, found in asked for value in found if value]
        return " AND ".join(parts), values


ALL = Choice()


def _names(players: str) -> str:
    return "\n".join(msgspec.json.decode(players).values()).casefold()


class Book:
    """A book, open to be read. Raises BookError wherever the file is not what it should be."""

    def __init__(self, path: Path, found: sqlite3.Connection | None = None) -> None:
        self.path = path
        self._book = found or opened(path)
        self._chosen = ALL
        """Whose logs stand in the table of the chosen ones."""
        self._book.create_function("names", 1, _names, deterministic=True)

    def close(self) -> None:
        self._book.close()

    @answered
    def depth(self) -> int:
        """How many events of a game it tells of."""
        return int(effects(self._book)["depth"])

    @answered
    def rulesets(self) -> list[tuple[Ruleset, int]]:
        """Under which rules its games were played, and how many each; the most first."""
        rows = self._book.execute(
            "SELECT game, data, options, rules, sides, count(*) FROM ruleset JOIN log "
            "ON log.ruleset = ruleset.id WHERE twin IS NULL GROUP BY ruleset.id "
            "ORDER BY count(*) DESC, game, data, options"
        )
        return [
            (Ruleset(game, data, options, rules, tuple(sides.split())), games)
            for game, data, options, rules, sides, games in rows
        ]

    @answered
    def leaf(self, position: int, choice: Choice = ALL) -> Leaf:
        """What the book has of a position; an empty leaf if no game came to it."""
        found = self._crowded("leaf", position) if choice == ALL else None
        return msgspec.json.decode(found, type=Leaf) if found else self.counted(position, choice)

    @answered
    def counted(self, position: int, choice: Choice = ALL) -> Leaf:
        """As `leaf`, counted game by game."""
        logs, sides = self._logs(choice), self._sides(position)
        here = f"FROM passage JOIN {logs} AS log ON log.id = log WHERE position = ? AND after <> ?"
        results: dict[tuple[int, int], dict[int | None, int]] = {}
        for whole, after, result, games in self._book.execute(
            f"SELECT whole, after, log.result, count(*) {here} GROUP BY whole, after, log.result",
            (position, NOWHERE),
        ):
            results.setdefault((whole, after), {})[result] = games
        spellings: dict[tuple[int, int], list[str]] = {}
        for whole, after, text in self._book.execute(
            "SELECT whole, after, text FROM spelling JOIN "
            f"(SELECT DISTINCT whole, after, spelling {here}) ON id = spelling "
            "ORDER BY length(text), text",
            (position, NOWHERE),
        ):
            spellings.setdefault((whole, after), []).append(text)
        afters = list({after for _, after in results} | {position})
        reached = self._reached(afters, sides, choice)
        moves = [
            Move(
                tuple(spellings[key][:SPELLINGS]), key[0] == WHOLE, key[1],
                _tally(found, sides), reached[key[1]],
            )
            for key, found in results.items()
        ]  # fmt: skip
        moves.sort(key=lambda move: (not move.whole, -move.played.games, move.text))
        return Leaf(reached[position], tuple(moves))

    @answered
    def reached(self, position: int, choice: Choice = ALL) -> Tally:
        """How the games ended that came to a position by any route."""
        return self._reached([position], self._sides(position), choice)[position]

    def _reached(self, positions: list[int], sides: int, choice: Choice) -> dict[int, Tally]:
        """The same of several positions."""
        logs, tallies = self._logs(choice), dict[int, Tally]()
        results: dict[int, dict[int | None, int]] = {position: {} for position in positions}
        for at in range(0, len(positions), TOGETHER):
            some = positions[at : at + TOGETHER]
            within = f"position IN ({', '.join('?' * len(some))})"
            if choice == ALL:
                asked = f"SELECT position, reached FROM crowded WHERE {within}"
                for position, tally in self._book.execute(asked, some):
                    tallies[position] = msgspec.json.decode(tally, type=Tally)
            rest = [position for position in some if position not in tallies]
            within = f"position IN ({', '.join('?' * len(rest))})"
            for position, result, games in self._book.execute(
                f"SELECT position, result, count(DISTINCT log.id) FROM passage JOIN {logs} AS log "
                f"ON log.id = log WHERE {within} AND whole = {SINGLE} GROUP BY position, result",
                rest,
            ):
                results[position][result] = games
        return {at: _tally(found, sides) for at, found in results.items()} | tallies

    def _sides(self, position: int) -> int:
        """How many sides play in the games of a position."""
        row = self._book.execute(
            "SELECT sides FROM ruleset WHERE id = (SELECT ruleset FROM log WHERE id = "
            "(SELECT log FROM passage WHERE position = ? LIMIT 1))",
            (position,),
        ).fetchone()
        return len(row[0].split()) if row else 0

    def _logs(self, choice: Choice) -> str:
        """The table of the logs that count: all, or the chosen ones. All of those with passages
        are good, and none is a copy.
        """
        if choice == ALL:
            return "log"
        if choice != self._chosen:
            where, values = choice.where()
            self._book.execute("DROP TABLE IF EXISTS temp.chosen")
            self._book.execute(
                f"CREATE TEMP TABLE chosen AS SELECT * FROM log WHERE {where}", values
            )
            self._book.execute("CREATE UNIQUE INDEX temp.chosen_id ON chosen (id)")
            self._chosen = choice
        return "chosen"

    @answered
    def samples(self, position: int, choice: Choice = ALL) -> list[Sample]:
        """Some games that came to a position, the newest first."""
        found = self._crowded("samples", position) if choice == ALL else None
        rows = self.sampled(position, choice) if found is None else msgspec.json.decode(found)
        folder = str(self.path.resolve().parent)
        return [
            Sample(Path(far(folder, path)), number, msgspec.json.decode(players), *rest)
            for path, number, players, *rest in rows
        ]

    def sampled(self, position: int, choice: Choice = ALL) -> list[Any]:
        """The rows of some logs, looked for among all."""
        return self._book.execute(
            "SELECT path, first, players, date, event, ending FROM "
            "(SELECT log AS of, min(number) AS first FROM passage WHERE position = ? "
            f"AND whole = {SINGLE} GROUP BY log) JOIN {self._logs(choice)} AS log ON log.id = of "
            "ORDER BY date DESC, path LIMIT ?",
            (position, SAMPLES),
        ).fetchall()

    def _crowded(self, what: str, position: int) -> str | None:
        """What was counted in advance, if it was."""
        asked = f"SELECT {what} FROM crowded WHERE position = ?"
        row = self._book.execute(asked, (position,)).fetchone()
        return str(row[0]) if row else None


def _tally(results: dict[int | None, int], sides: int) -> Tally:
    """Games by their results, counted."""
    wins = tuple(results.get(side, 0) for side in range(sides))
    return Tally(sum(results.values()), wins, results.get(DRAW, 0), results.get(None, 0))


def crowded(book: sqlite3.Connection, path: Path, least: int) -> int:
    """Count in advance what is to be counted of positions to which so many games came; how many
    positions there are. First how games ended, on which what is said of moves to them rests.
    """
    reader = Book(path, book)
    book.execute("DELETE FROM crowded")
    # A game may pass a position several times: those passed so often are counted by games next.
    counted = "SELECT position FROM passage GROUP BY position HAVING count(*) >= ?"
    passed = book.execute(counted, (least,)).fetchall()
    reached = {position: reader.reached(position) for (position,) in passed}
    crowds = [position for position, tally in reached.items() if tally.games >= least]
    encoded = msgspec.json.Encoder().encode
    for position in crowds:
        row = encoded(reached[position]).decode(), encoded(reader.sampled(position)).decode()
        book.execute("INSERT INTO crowded VALUES (?, ?, '', ?)", (position, *row))
    for position in crowds:
        leaf = encoded(reader.counted(position)).decode()
        book.execute("UPDATE crowded SET leaf = ? WHERE position = ?", (leaf, position))
    (positions,) = book.execute("SELECT count(DISTINCT position) FROM passage").fetchone()
    return int(positions)
