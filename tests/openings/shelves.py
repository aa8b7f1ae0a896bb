"""Small corpora, their books, and the expected content of a book, counted in a simple way."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from senpu.logs.chain import add_tags
from senpu.logs.record import open_record
from senpu.notation.events import Word
from senpu.replay.analysis.executors import SerialExecutor
from senpu.replay.analysis.players import find_player, generate_game
from senpu.replay.core.reducer import LOG_WORDS, Reducer
from senpu.replay.core.registry import open_rules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.binding import BuildResult, build_book
from senpu.replay.openings.book import BookFile, BookResults
from senpu.replay.openings.reading import DRAW, Numbering
from senpu.replay.recording.headers import format_header
from senpu.replay.recording.log_writing import Drafter

GAME = "800/bonsai-2021"
SET_UP = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"


def write(path: Path, lines: str, game: str = GAME, **fields: str) -> Path:
    """Write a log with these lines; players and the like by `fields`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(add_tags(format_header(open_rules(game), {**fields}) + lines), "utf-8")
    return path


@cache
def short_game(seed: int, events: int = 24) -> str:
    """Return the lines of the beginning of a random game, and how it is broken off.

    It is resigned, agreed or simply left.
    """
    rules = open_rules(GAME)
    reducer = Reducer(rules)
    scribe = Drafter(rules, reducer, None)
    players = dict.fromkeys(("japan", "china"), find_player("random"))
    for _, event in islice(generate_game(rules, players, seed), events):
        reducer.accept_event(event)
    text = scribe.finish().text
    return text + Random(seed).choice(("J: resign\n", "C: resign\n", "C: agree Draw\n", ""))


def corpus(folder: Path, seeds: range, events: int = 24) -> Path:
    """Write short random games into a folder."""
    for seed in seeds:
        write(folder / f"{seed:03}.senpu", short_game(seed, events))
    return folder


def build(book: Path, *folders: Path, depth: int = 40) -> BuildResult:
    return build_book(book, folders, SerialExecutor(), depth)


def book_of(book: Path, *folders: Path, depth: int = 40) -> BookFile:
    """Open the book of some folders; it is closed after the test."""
    build(book, *folders, depth=depth)
    OPENED.append(BookFile(book))
    return OPENED[-1]


OPENED: list[BookFile] = []


class GameEnd(NamedTuple):
    """How a game ended: the side that won, the ending, the margin, the last turn."""

    result: int | None
    ending: str
    margin: int | None
    turn: int


Counts = dict[tuple[int, int], dict[Path, GameEnd]]


def tally(ends: Iterable[GameEnd]) -> BookResults:
    """Return the results of games, counted one by one."""
    every = list(ends)
    results = [end.result for end in every]
    margins = [end.margin for end in every if end.margin is not None]
    endings = Counter(end.ending for end in every if end.ending)
    return BookResults(
        len(every), (results.count(0), results.count(1)), results.count(-1), results.count(None),
        len(margins), sum(margins), sum(each * each for each in margins),
        sum(end.turn for end in every if end.ending),
        tuple(sorted(endings.items(), key=lambda each: (-each[1], each[0]))),
    )  # fmt: skip


class Slow:
    """Counts of valid logs without copies.

    They are counted position by position along each timeline, with sets of games.
    """

    def __init__(self, paths: list[Path], depth: int = 40) -> None:
        self.reached: dict[int, dict[Path, GameEnd]] = defaultdict(dict)
        self.played: Counts = defaultdict(dict)
        self.texts: dict[tuple[int, int], set[str]] = defaultdict(set)
        for path in paths:
            self._add(path, depth)

    def _add(self, path: Path, depth: int) -> None:
        timeline = open_timeline(open_record(path))
        last = timeline.extend()
        number = Numbering(timeline.rules)
        end = timeline.get_position(last).state
        outcome = end.outcome
        sides = [side.id for side in timeline.rules.spec.sides]
        result = margin = None
        if outcome is not None:
            result = sides.index(outcome.winner) if outcome.winner else DRAW
            (evacuated,) = (
                each for each in timeline.rules.board(end).tallies if each.label == "evacuated"
            )
            margin = evacuated.count - 2 if outcome.ending[-1].isdigit() else None
        ended = GameEnd(result, outcome.ending if outcome else "", margin, end.turn)
        stand = [n for n in range(1, last + 1) if not timeline.get_event(n).undone]
        stand = [n for n in stand if not _meta(timeline, n)][:depth]
        at = number(timeline.rules.start())
        self.reached[at][path] = ended
        for n in stand:
            after = number(timeline.get_position(n).state)
            self.played[at, after][path] = ended
            self.reached[after][path] = ended
            at = after


def _meta(timeline: Timeline, number: int) -> bool:
    event = timeline.get_event(number).event
    return isinstance(event, Word) and event.word in LOG_WORDS


ROWS = (
    "SELECT position, whole, after, path, number, text FROM passage JOIN log ON log.id = log "
    "JOIN form ON form.id = form ORDER BY 1, 2, 3, 4",
    "SELECT path, digest, date, players, result, ending, events, twin IS NULL FROM log "
    "ORDER BY path",
    "SELECT * FROM crowded ORDER BY position, every",
)


def contents(path: Path, paths: bool = True) -> list[list[Any]]:
    """Return the content of a book, in an order that does not depend on the build."""
    book = sqlite3.connect(path)
    try:
        rows = [list(book.execute(asked)) for asked in ROWS]
    finally:
        book.close()
    return rows if paths else [[row[:3] + row[4:] for row in rows[0]], [r[1:] for r in rows[1]]]
