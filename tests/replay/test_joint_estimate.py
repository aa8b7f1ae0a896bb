"""Two methods whose answers differ beyond their errors are not one answer."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

import tests.toy_wager  # noqa: F401 - registers it
from senpu.replay.analysis.confidence import Interval, score_interval
from senpu.replay.analysis.executors import SerialExecutor, open_executor
from senpu.replay.analysis.joint_estimate import (
    ROUND,
    JointEstimate,
    MethodEstimate,
    estimate_position,
)
from senpu.replay.analysis.playouts import PlayoutMethod, PlayoutStart, get_rules_source
from senpu.replay.core.registry import open_rules

RANDOM = PlayoutMethod("random", 500, horizon=0, measure="wins")
RULES = open_rules("wager/toy")
GROUND, START = get_rules_source(RULES), PlayoutStart(RULES.start())


@pytest.mark.parametrize(
    ("intervals", "unsettled"),
    [([(0.2, 0.3)], False), ([(0.2, 0.3), (0.3, 0.4)], False), ([(0.4, 0.5), (0.1, 0.2)], True)],
)
def test_the_interval_covers_all_methods(
    intervals: list[tuple[float, float]], unsettled: bool
) -> None:
    found = JointEstimate(
        tuple(MethodEstimate(RANDOM, sum(each) / 2, Interval(*each)) for each in intervals)
    )
    ends = [end for each in intervals for end in each]
    assert found.interval == (min(ends), max(ends))
    assert found.is_unsettled is unsettled


def test_a_position_is_played_out_until_the_error_is_small() -> None:
    """The result does not depend on the executor. The second method stops earlier or later."""
    methods = RANDOM, replace(RANDOM, seed=2)
    found = estimate_position(GROUND, START, methods, SerialExecutor(), 1, 0.06)
    assert all(each.error <= 0.06 for each in found.methods)
    assert all(each.method.games % ROUND == 0 for each in found.methods)
    assert all(ROUND < each.method.games < 500 for each in found.methods)
    assert found.interval.low < 0.5 < found.interval.high  # Wager is fair
    with open_executor(jobs=2) as hands:
        assert estimate_position(GROUND, START, methods, hands, 2, 0.06) == found
    few = estimate_position(
        GROUND, START, [replace(RANDOM, games=ROUND + 5)], SerialExecutor(), 1, 0.001
    )
    assert few.games == ROUND + 5


@pytest.mark.parametrize("games", [20, 100])
@pytest.mark.parametrize("kind", ["rare", "fair", "narrow", "skew"])
def test_the_interval_of_a_mean_score_covers_the_mean(kind: str, games: int) -> None:
    random = Random(f"{kind} {games}")
    draws: dict[str, tuple[Callable[[], float], float]] = {
        "rare": (lambda: float(random.random() < 0.03), 0.03),
        "fair": (lambda: float(random.random() < 0.5), 0.5),
        "narrow": (lambda: random.gauss(0.7, 0.05), 0.7),
        "skew": (lambda: 0.9 if random.random() < 0.9 else 0.1, 0.82),
    }
    draw, mean = draws[kind]
    intervals = [score_interval([draw() for _ in range(games)]) for _ in range(400)]
    covered = sum(each.low <= mean <= each.high for each in intervals)
    assert covered / len(intervals) > 0.92
