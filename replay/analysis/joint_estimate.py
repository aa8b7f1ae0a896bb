"""The win probability of a position, estimated by two methods with different values of positions.

Each method plays out the position until its 95% error is small, or until its budget is spent. The
interval of the estimate covers the intervals of both methods. If these do not overlap, the methods
disagree beyond their errors: the win probability is unsettled, and the interval is only the range
of their answers.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

import msgspec
from msgspec.structs import replace

from senpu.replay.analysis.confidence import Interval, score_interval
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.playouts import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    play_piece,
    split_work,
)
from senpu.replay.analysis.value import open_value
from senpu.replay.core.rules import AnyRules

GAMES = 400
"""The default of the largest number of playouts by each method."""
ERROR = 0.02
"""The 95% error at which a method stops."""
MOST_VALUES = 2
"""The most values of a rule set that are used."""
ROUND = 40
"""The playouts of a method between two looks at its error."""


class MethodEstimate(msgspec.Struct, frozen=True):
    """The estimate of one method for the first side; `method.games` is the number of playouts."""

    method: PlayoutMethod
    mean: float
    interval: Interval

    @property
    def error(self) -> float:
        """Half of the width of the confidence interval."""
        return (self.interval.high - self.interval.low) / 2


class JointEstimate(msgspec.Struct, frozen=True):
    """The estimates of all methods for the first side, at least one."""

    methods: tuple[MethodEstimate, ...]

    @property
    def games(self) -> int:
        """The number of playouts by all methods."""
        return sum(each.method.games for each in self.methods)

    @property
    def mean(self) -> float:
        """The mean of the methods."""
        return sum(each.mean for each in self.methods) / len(self.methods)

    @property
    def interval(self) -> Interval:
        """The interval that covers the intervals of all methods."""
        return Interval(
            min(each.interval.low for each in self.methods),
            max(each.interval.high for each in self.methods),
        )

    @property
    def is_unsettled(self) -> bool:
        """True if two methods disagree beyond their errors."""
        low = max(each.interval.low for each in self.methods)
        return low > min(each.interval.high for each in self.methods)


def estimate_scores(method: PlayoutMethod, scores: Sequence[float]) -> MethodEstimate:
    """Return the estimate of a method from the scores of its playouts, at least one."""
    mean = min(max(sum(scores) / len(scores), 0.0), 1.0)
    return MethodEstimate(replace(method, games=len(scores)), mean, score_interval(scores))


def list_methods(rules: AnyRules, method: PlayoutMethod) -> tuple[PlayoutMethod, ...]:
    """Return a method with each value of a rule set."""
    file = open_value(rules).file
    numbers = range(1, 1 + min(len(file.networks), MOST_VALUES)) if file else (1,)
    return tuple(replace(method, value=number) for number in numbers)


def estimate_position(
    ground: RulesSource,
    position: PlayoutStart,
    methods: Sequence[PlayoutMethod],
    executor: Executor,
    jobs: int | None = None,
    error: float = ERROR,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> JointEstimate:
    """Play out a position until the error of each method is small.

    The result is repeatable for a seed, with any executor.

    Args:
        ground: The rule set and data.
        position: The position; the game is not over.
        methods: The methods; `games` is the largest number of playouts of each.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.
        error: The 95% error at which a method stops.
        progress: Is called with the number of finished playouts and of all playouts.

    Returns:
        The estimate.

    Raises:
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    scores: list[list[float]] = [[] for _ in methods]
    most = sum(method.games for method in methods)
    while True:
        found = [
            estimate_scores(method, each) if each else None
            for method, each in zip(methods, scores, strict=True)
        ]
        work = []
        for number, (method, each) in enumerate(zip(methods, found, strict=True)):
            if each is None or (each.error > error and each.method.games < method.games):
                done = len(scores[number])
                own = replace(method, first=done, games=min(ROUND, method.games - done))
                pieces = split_work(ground, [position], own)
                work += [(ground, own, number, position, piece[-1]) for piece in pieces]
        if not work:
            estimates = tuple(each for each in found if each is not None)
            progress(sum(map(len, scores)), sum(map(len, scores)))
            return JointEstimate(estimates)
        for number, played in map_in_order(executor, play_piece, work, jobs):
            scores[number] += played
            progress(sum(map(len, scores)), most)
