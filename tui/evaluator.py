"""Positions played to the end many times over by other programs, while somebody looks on.

What came of each position is kept for as long as this program runs, by the position itself: who
comes back to it sees it at once, by whatever way it was reached. Knows no screen, and does not
choose the positions.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, redirect_stderr, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from time import perf_counter
from typing import NamedTuple

from senpu.replay.analysis.confidence import Tally
from senpu.replay.analysis.evaluation import Ground, Method, Position, tally, winners
from senpu.replay.core.rules import State

MOST = 4
"""How many programs play at once, if there are so many cores; one core is left to the screen."""
AT_ONCE = 0.15
"""Seconds that one piece of work should take: who goes on to another position waits for no more."""
BATCH = 25
"""How many games it has at most."""
GENTLE = 10
"""How far those programs stand behind everything else that runs here."""


class Key(NamedTuple):
    """What makes two positions the same to those who judge them."""

    ground: Ground
    side: str
    """Through whose eyes; empty for everybody's."""
    digest: str


class Asked(NamedTuple):
    """A position, and how many games of it are wanted."""

    key: Key
    state: State
    games: int


class Piece(NamedTuple):
    """Some games of a position: work for another program."""

    ground: Ground
    method: Method
    position: Position
    games: range


Programs = Callable[[int], AbstractContextManager[Executor]]
Played = tuple[Tally, float]
"""How some games went, and in how many seconds they were played."""


class Evaluator:
    """Hands out the games, at most `jobs` pieces at a time besides one that waits."""

    def __init__(self, jobs: int = 0, programs: Programs | None = None) -> None:
        self.jobs = jobs or max(min((os.cpu_count() or 1) - 1, MOST), 1)
        self.program = Method().program
        """Who plays them."""
        self.found: dict[Key, Tally] = {}
        self.unplayable: set[Key] = set()
        """The positions from which nothing could be played."""
        self._programs = programs or other_programs
        self._stack = ExitStack()
        self._executor: Executor | None = None
        self._begun: dict[Key, int] = {}
        """How many games of a position were handed out so far."""
        self._again: dict[Key, list[range]] = {}
        """Those of them that were broken off."""
        self._pace: dict[Ground, float] = {}
        """Seconds that a game takes."""

    def lacks(self, key: Key, games: int) -> bool:
        """Whether so many games of a position were not even handed out yet."""
        if key in self.unplayable:
            return False
        return self._begun.get(key, 0) < games or key in self._again

    def settle(self, key: Key, tally: Tally) -> None:
        """Nothing need be played: the position is over."""
        self.found[key], self._begun[key] = tally, sys.maxsize

    async def work(self, wanted: Callable[[], Asked | None], heard: Callable[[], None]) -> None:
        """Hand out what is wanted most until nothing is wanted any more; `heard` is called when
        something has come of it. Raises BrokenExecutor if somebody ended those programs, OSError
        or ImportError if none can be begun.
        """
        under_way: dict[asyncio.Future[Played], tuple[Key, range]] = {}
        try:
            while True:
                while len(under_way) <= self.jobs and (asked := wanted()) is not None:
                    if self.lacks(asked.key, asked.games):
                        future, games = self._submit(asked)
                        under_way[future] = asked.key, games
                    else:
                        heard()  # it was known by another way
                    await asyncio.sleep(0)  # keys go first
                if not under_way:
                    return
                done, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
                for future in done:
                    key, games = under_way[future]
                    self._take(key, games, future)
                    del under_way[future]
                heard()
        finally:
            for future, (key, games) in under_way.items():
                if not future.cancel() and not future.cancelled():
                    future.exception()  # it was let go of, so nobody else asks
                self._break_off(key, games)

    def close(self) -> None:
        """End the programs; what they have found stays known."""
        self._executor = None
        self._stack.close()

    def _next(self, asked: Asked) -> range:
        key = asked.key
        if key in self._again:
            games = self._again[key].pop()
            if not self._again[key]:
                del self._again[key]
            return games
        begun = self._begun.get(key, 0)
        pace = self._pace.get(key.ground)
        size = 1 if pace is None else max(min(int(AT_ONCE / max(pace, 1e-6)), BATCH), 1)
        self._begun[key] = min(begun + size, asked.games)
        return range(begun, self._begun[key])

    def _break_off(self, key: Key, games: range) -> None:
        self._again.setdefault(key, []).append(games)

    def _submit(self, asked: Asked) -> tuple[asyncio.Future[Played], range]:
        games = self._next(asked)
        position = Position(asked.state, asked.key.side)
        piece = Piece(asked.key.ground, Method(self.program), position, games)
        # A screen stands in the place of the error stream, and no program can be begun with that.
        try:
            with redirect_stderr(sys.__stderr__):
                if self._executor is None:
                    self._executor = self._stack.enter_context(self._programs(self.jobs))
                future = self._executor.submit(play_timed, piece)
        except (BrokenExecutor, ImportError, OSError):
            self._break_off(asked.key, games)
            raise
        return asyncio.wrap_future(future), games

    def _take(self, key: Key, games: range, future: asyncio.Future[Played]) -> None:
        try:
            played, seconds = future.result()
        except BrokenExecutor:
            raise
        except Exception:
            # Whatever it is (data that are gone, cards that nobody knows), it would be again.
            self.unplayable.add(key)
            return
        self.found[key] = self.found.get(key, Tally()) + played
        self._pace[key.ground] = seconds / len(games)


def play_timed(piece: Piece) -> Played:
    """Plays them, and tells how long they took. Raises UnknownGameError, UnknownDataError,
    DataError.
    """
    began = perf_counter()
    rules = piece.ground.open()
    found = tally(rules, winners(rules, piece.position, piece.method, piece.games))
    return found, perf_counter() - began


@contextmanager
def other_programs(jobs: int) -> Iterator[Executor]:
    """So many programs that end at once when they are let go of, in whatever way this one ends."""
    context = get_context("spawn")
    ear, line = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _begin, (ear,))
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        line.close()
        ear.close()


def _begin(ear: Connection) -> None:
    """In such a program: stay behind all others, and end with the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for that one
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    Thread(target=_listen, args=(ear,), daemon=True).start()


def _listen(ear: Connection) -> None:
    """Nothing is ever said on the line: it is closed, by hand or because nobody holds it."""
    with suppress(EOFError, OSError):
        ear.recv_bytes()
    os._exit(0)
