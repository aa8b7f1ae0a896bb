"""Playouts of positions by other programs, in the background.

The results of each position are kept while this program runs, by the position itself, so that they
are found again on any path to it. This module knows no screens and does not choose positions.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, redirect_stderr
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import perf_counter
from typing import NamedTuple, ParamSpec, TypeVar

from senpu.replay.analysis.confidence import GameResults
from senpu.replay.analysis.evaluation import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    count_results,
    play_games,
)
from senpu.replay.analysis.executors import prepare_worker
from senpu.replay.core.states import State

P = ParamSpec("P")
T = TypeVar("T")

MOST = 4
"""The most programs to run at once; one core is left for the screen."""
AT_ONCE = 0.15
"""The intended seconds of one batch: the wait for a new position is no longer."""
BATCH = 25
"""The most playouts of a batch."""
NICENESS = 10
"""The niceness of these programs."""


class EvaluationKey(NamedTuple):
    """The identity of a position for its evaluation."""

    ground: RulesSource
    side: str
    """The side whose view is evaluated; empty for all sides."""
    digest: str


class PlayoutRequest(NamedTuple):
    """A position, and the number of playouts wanted."""

    key: EvaluationKey
    state: State
    games: int


class PlayoutBatch(NamedTuple):
    """A batch of playouts for another program."""

    ground: RulesSource
    method: PlayoutMethod
    position: PlayoutStart
    games: range


ExecutorFactory = Callable[[int], AbstractContextManager[Executor]]
BatchResult = tuple[GameResults, float]
"""The results of a batch, and the seconds that it took."""


class Evaluator:
    """The distribution of playouts to at most `jobs` programs, plus one batch that waits."""

    def __init__(self, jobs: int = 0, programs: ExecutorFactory | None = None) -> None:
        self.jobs = jobs or max(min((os.cpu_count() or 1) - 1, MOST), 1)
        self.program = PlayoutMethod().program
        """The program that plays."""
        self.found: dict[EvaluationKey, GameResults] = {}
        self.unplayable: set[EvaluationKey] = set()
        """The positions without possible playouts."""
        self._programs = programs or start_programs
        self._stack = ExitStack()
        self._executor: Executor | None = None
        self._begun: dict[EvaluationKey, int] = {}
        """The number of playouts of a position that were submitted."""
        self._again: dict[EvaluationKey, list[range]] = {}
        """The playouts of a position that were interrupted."""
        self._pace: dict[RulesSource, float] = {}
        """The seconds of one playout."""

    def needs(self, key: EvaluationKey, games: int) -> bool:
        """Return whether playouts of a position up to `games` are still to be submitted."""
        if key in self.unplayable:
            return False
        return self._begun.get(key, 0) < games or key in self._again

    def settle(self, key: EvaluationKey, tally: GameResults) -> None:
        """Set the result of a position without playouts: the game is over."""
        self.found[key], self._begun[key] = tally, sys.maxsize

    async def work(
        self, wanted: Callable[[], PlayoutRequest | None], on_result: Callable[[], None]
    ) -> None:
        """Submit playouts until no more are wanted.

        Args:
            wanted: Returns the next request, or None.
            on_result: Called after each result.

        Raises:
            BrokenExecutor: The programs were ended from outside.
            OSError: No program can be started.
            ImportError: No program can be started.
        """
        running: dict[asyncio.Future[BatchResult], tuple[EvaluationKey, range]] = {}
        try:
            while True:
                while len(running) <= self.jobs and (asked := wanted()) is not None:
                    if self.needs(asked.key, asked.games):
                        future, games = self._submit(asked)
                        running[future] = asked.key, games
                    else:
                        on_result()  # it was known by another way
                    await asyncio.sleep(0)  # keys go first
                if not running:
                    return
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for future in done:
                    key, games = running[future]
                    self._take(key, games, future)
                    del running[future]
                on_result()
        finally:
            for future, (key, games) in running.items():
                if not future.cancel() and not future.cancelled():
                    future.exception()  # retrieve it, or asyncio warns
                self._break_off(key, games)

    def close(self) -> None:
        """End the programs; the results remain."""
        self._executor = None
        self._stack.close()

    def _next(self, asked: PlayoutRequest) -> range:
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

    def _break_off(self, key: EvaluationKey, games: range) -> None:
        self._again.setdefault(key, []).append(games)

    def _submit(self, asked: PlayoutRequest) -> tuple[asyncio.Future[BatchResult], range]:
        games = self._next(asked)
        position = PlayoutStart(asked.state, asked.key.side)
        piece = PlayoutBatch(asked.key.ground, PlayoutMethod(self.program), position, games)
        try:
            if self._executor is None:
                self._executor = self._stack.enter_context(self._programs(self.jobs))
            future = self._executor.submit(play_batch, piece)
        except (BrokenExecutor, ImportError, OSError):
            self._break_off(asked.key, games)
            raise
        return asyncio.wrap_future(future), games

    def _take(self, key: EvaluationKey, games: range, future: asyncio.Future[BatchResult]) -> None:
        try:
            played, seconds = future.result()
        except BrokenExecutor:
            raise
        except Exception:
            # Any error (missing data, unknown cards) would occur again.
            self.unplayable.add(key)
            return
        self.found[key] = self.found.get(key, GameResults()) + played
        self._pace[key.ground] = seconds / len(games)


def play_batch(piece: PlayoutBatch) -> BatchResult:
    """Play a batch, and measure the time.

    Returns:
        The results and the seconds.

    Raises:
        UnknownGameError: The game is not installed.
        UnknownDataError: The data are not known.
        DataError: The data are invalid.
    """
    began = perf_counter()
    rules = piece.ground.open()
    found = count_results(rules, play_games(rules, piece.position, piece.method, piece.games))
    return found, perf_counter() - began


class ProgramExecutor(ProcessPoolExecutor):
    """An executor that starts its programs with the error stream of the terminal.

    Textual replaces the stream, and no program can be started with the replacement.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a piece of work."""
        with redirect_stderr(sys.__stderr__):
            return super().submit(fn, *args, **kwargs)


@contextmanager
def start_programs(jobs: int) -> Iterator[Executor]:
    """Run `jobs` programs that end together with this one, even if it is killed."""
    context = get_context("spawn")
    with redirect_stderr(sys.__stderr__):
        ear, line = context.Pipe(duplex=False)
        pool = ProgramExecutor(jobs, context, _begin, (ear,))
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        line.close()
        ear.close()


def _begin(ear: Connection) -> None:
    """Prepare a program: low priority, and an end together with the main program."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    prepare_worker(ear)
