"""The win probability of positions: at once from the value, and by playouts in other programs.

The interface for screens:

- `Evaluator.evaluate(rules, state)` returns the calibrated win probability of the first side at
  once, without playouts; of a game that is over its result.
- `Evaluator.work(wanted, on_result)` runs playouts in the background for the requests that `wanted`
  returns. `needs(key, games)` is whether a position still needs playouts: each method has up to
  `games`, and stops earlier when its 95% error is small.
- `Evaluator.found[key]` is the estimate so far (`JointEstimate`): `mean`, `interval` (95%),
  `games`, and `is_unsettled`: two methods disagree beyond their errors, and the interval is only
  the range of their answers. `methods` has the estimate of each method. It is absent before the
  first result.
- `Evaluator.unplayable` has the positions from which no game can be played.

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

from msgspec.structs import replace

from senpu.replay.analysis.executors import prepare_worker
from senpu.replay.analysis.joint_estimate import (
    ERROR,
    JointEstimate,
    MethodEstimate,
    estimate_scores,
    list_methods,
)
from senpu.replay.analysis.playouts import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    find_value,
    play_games,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.tui.settings import find_default_program

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
    """A position, and the number of playouts wanted of each method."""

    key: EvaluationKey
    rules: AnyRules
    state: State
    games: int


class PlayoutBatch(NamedTuple):
    """A batch of playouts for another program."""

    ground: RulesSource
    method: PlayoutMethod
    position: PlayoutStart
    games: range


ExecutorFactory = Callable[[int], AbstractContextManager[Executor]]
BatchResult = tuple[list[float], float]
"""The scores of a batch, and the seconds that it took."""


class MethodPlayouts:
    """The playouts of one method from one position."""

    def __init__(self, method: PlayoutMethod) -> None:
        self.method = method
        self.begun = 0
        """The number of playouts that were submitted."""
        self.interrupted: list[range] = []
        self.scores: list[float] = []
        self.estimate: MethodEstimate | None = None

    def needs(self, games: int) -> bool:
        """Return whether playouts up to `games` are still to be submitted."""
        is_precise = self.estimate is not None and self.estimate.error <= ERROR
        return bool(self.interrupted) or (self.begun < games and not is_precise)

    def add(self, scores: list[float]) -> None:
        """Add the scores of a batch."""
        self.scores += scores
        self.estimate = estimate_scores(self.method, self.scores)


class Submission(NamedTuple):
    """A batch that was submitted."""

    key: EvaluationKey
    playouts: MethodPlayouts
    games: range


class Evaluator:
    """The distribution of playouts to at most `jobs` programs, plus one batch that waits."""

    def __init__(self, jobs: int = 0, programs: ExecutorFactory | None = None) -> None:
        self.jobs = jobs or max(min((os.cpu_count() or 1) - 1, MOST), 1)
        usual = PlayoutMethod(measure="wins")
        self.method = replace(usual, program=find_default_program(usual.program))
        self.found: dict[EvaluationKey, JointEstimate] = {}
        self.unplayable: set[EvaluationKey] = set()
        """The positions without possible playouts."""
        self._programs = programs or start_programs
        self._stack = ExitStack()
        self._executor: Executor | None = None
        self._playouts: dict[EvaluationKey, list[MethodPlayouts]] = {}
        self._pace: dict[tuple[RulesSource, int], float] = {}
        """The seconds of one playout, for rules and the number of a value."""

    @property
    def program(self) -> str:
        """The program that plays."""
        return self.method.program

    def evaluate(self, rules: AnyRules, state: State) -> float:
        """Return the calibrated win probability of the first side at once."""
        return find_value(rules, self.method.measure).score(state)

    def needs(self, key: EvaluationKey, games: int) -> bool:
        """Return whether playouts of a position up to `games` are still to be submitted."""
        if key in self.unplayable:
            return False
        playouts = self._playouts.get(key)
        return playouts is None or any(each.needs(games) for each in playouts)

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
        running: dict[asyncio.Future[BatchResult], Submission] = {}
        try:
            while True:
                while len(running) <= self.jobs and (asked := wanted()) is not None:
                    if self.needs(asked.key, asked.games):
                        future, submission = self._submit(asked)
                        running[future] = submission
                    else:
                        on_result()  # it was known by another way
                    await asyncio.sleep(0)  # keys go first
                if not running:
                    return
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for future in done:
                    self._take(running[future], future)
                    del running[future]
                on_result()
        finally:
            for future, (_, playouts, games) in running.items():
                if not future.cancel() and not future.cancelled():
                    future.exception()  # retrieve it, or asyncio warns
                playouts.interrupted.append(games)

    def close(self) -> None:
        """End the programs; the results remain."""
        self._executor = None
        self._stack.close()

    def _next(self, asked: PlayoutRequest) -> tuple[MethodPlayouts, range]:
        """Return the method with the fewest playouts that needs some, and its next batch."""
        key = asked.key
        if key not in self._playouts:
            methods = list_methods(asked.rules, self.method)
            self._playouts[key] = [MethodPlayouts(method) for method in methods]
        needy = [each for each in self._playouts[key] if each.needs(asked.games)]
        playouts = min(needy, key=lambda each: each.begun)
        if playouts.interrupted:
            return playouts, playouts.interrupted.pop()
        pace = self._pace.get((key.ground, playouts.method.value))
        size = 1 if pace is None else max(min(int(AT_ONCE / max(pace, 1e-6)), BATCH), 1)
        begun = playouts.begun
        playouts.begun = min(begun + size, asked.games)
        return playouts, range(begun, playouts.begun)

    def _submit(self, asked: PlayoutRequest) -> tuple[asyncio.Future[BatchResult], Submission]:
        playouts, games = self._next(asked)
        position = PlayoutStart(asked.state, asked.key.side)
        piece = PlayoutBatch(asked.key.ground, playouts.method, position, games)
        try:
            if self._executor is None:
                self._executor = self._stack.enter_context(self._programs(self.jobs))
            future = self._executor.submit(play_batch, piece)
        except (BrokenExecutor, ImportError, OSError):
            playouts.interrupted.append(games)
            raise
        return asyncio.wrap_future(future), Submission(asked.key, playouts, games)

    def _take(self, submission: Submission, future: asyncio.Future[BatchResult]) -> None:
        key, playouts, games = submission
        try:
            scores, seconds = future.result()
        except BrokenExecutor:
            raise
        except Exception:
            # Any error (missing data, unknown cards) would occur again.
            self.unplayable.add(key)
            return
        playouts.add(scores)
        found = [each.estimate for each in self._playouts[key] if each.estimate is not None]
        self.found[key] = JointEstimate(tuple(found))
        self._pace[key.ground, playouts.method.value] = seconds / len(games)


def play_batch(piece: PlayoutBatch) -> BatchResult:
    """Play a batch, and measure the time.

    Returns:
        The scores and the seconds.

    Raises:
        UnknownGameError: The game is not installed.
        UnknownDataError: The data are not known.
        DataError: The data are invalid.
    """
    began = perf_counter()
    rules = piece.ground.open()
    scores = play_games(rules, piece.position, piece.method, piece.games)
    return scores, perf_counter() - began


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
