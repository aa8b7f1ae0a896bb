"""Review one position: its legal events, ranked by values and compared by games."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import cycle, islice
from statistics import fmean

import msgspec

from senpu.notation.events import Event
from senpu.replay.analysis.confidence import Interval, score_interval
from senpu.replay.analysis.playouts import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    run_playouts,
)
from senpu.replay.analysis.review import ReviewError
from senpu.replay.analysis.scorer import CANDIDATES, Scorer, select_distinct
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

GAMES = 100
"""The number of games after each event."""


class ReviewedOption(msgspec.Struct, frozen=True):
    """An event of a reviewed position."""

    event: Event
    score: float
    """The expected score of the side to decide after the event, by values."""
    mean: float | None = None
    """Its mean score in games; None if none were played."""
    interval: Interval | None = None
    """The 95% confidence interval of this mean."""
    is_worse: bool | None = None
    """True if it is clearly worse than the best event in games; None if none were played."""


class PositionReview(msgspec.Struct, frozen=True):
    """The result of the review of a position."""

    side: str
    """The side to decide."""
    legal: int
    """The number of legal events."""
    program: str
    """The program of the games; empty if none were played."""
    games: int
    """The number of games after each event."""
    seed: int
    options: tuple[ReviewedOption, ...]
    """The best events that differ, the best first: by games if they were played, else by values."""

    @property
    def rivals(self) -> int:
        """The number of events that games do not distinguish from the best one."""
        return sum(each.is_worse is False for each in self.options[1:])


def review_position(
    rules: AnyRules, state: State, view: str, value: PositionValue, worst: int = CANDIDATES
) -> PositionReview:
    """Review the pending decision of a position by values.

    Args:
        rules: The rule set.
        state: The position.
        view: The side whose view it is; empty for a whole position.
        value: The value.
        worst: The number of events.

    Returns:
        The review.

    Raises:
        ReviewError: No side has to decide, or its cards are hidden.
    """
    if state.decision is None or state.decision.side == CHANCE:
        raise ReviewError("noDecision")
    side = state.decision.side
    if rules.has_hidden_parts and view not in ("", side):
        raise ReviewError("hiddenDecision")
    scorer = Scorer(rules, value)
    ranked = scorer.rank(state, 0)
    best = select_distinct(scorer, state, ranked, worst)
    options = tuple(ReviewedOption(each.event, each.score) for each in best)
    return PositionReview(side, len(ranked), "", 0, 1, options)


def confirm_position(
    found: PositionReview,
    rules: AnyRules,
    state: State,
    ground: RulesSource,
    method: PlayoutMethod,
    executor: Executor,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> PositionReview:
    """Return the review of a position with the results of games after its events.

    The result is repeatable for a seed, with any executor.

    Args:
        found: The review by values.
        rules: The rule set.
        state: The position.
        ground: The rule set and data, for workers.
        method: The number of games after each event, and their seed.
        executor: The executor of the games.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of finished games and of all games.

    Returns:
        The review.

    Raises:
        ExecutorError: A worker was lost.
    """
    seen = found.side if rules.has_hidden_parts else ""
    shown = rules.view(state, seen) if seen else state
    starts = [PlayoutStart(shown, seen, each.event) for each in found.options]
    is_first = found.side == rules.spec.sides[0].id
    results = run_playouts(ground, starts, method, executor, jobs)
    played: list[tuple[ReviewedOption, list[float]]] = []
    for number, (each, every) in enumerate(zip(found.options, results, strict=True), 1):
        played.append((each, [score if is_first else 1 - score for score in every]))
        progress(number * method.games, len(starts) * method.games)
    played.sort(key=lambda each: -fmean(each[1]))
    options = tuple(
        ReviewedOption(
            each.event, each.score, fmean(scores), score_interval(scores),
            is_clearly_worse(played[0][1], scores),
        )
        for each, scores in played
    )  # fmt: skip
    return msgspec.structs.replace(
        found, program=method.program, games=method.games, seed=method.seed, options=options
    )


def is_clearly_worse(best: Sequence[float], scores: Sequence[float]) -> bool:
    """Return whether an event is worse than the best one by more than the error of its games.

    Games of the same number use the same random numbers. An event after which the game is over has
    one game.
    """
    count = max(len(best), len(scores))
    pairs = zip(islice(cycle(best), count), islice(cycle(scores), count), strict=True)
    return score_interval([one - two for one, two in pairs]).low > 0
