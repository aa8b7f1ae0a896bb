"""Review one position: the events that a search names, compared by playouts."""

from collections.abc import Callable
from concurrent.futures import Executor
from random import Random

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Event
from senpu.replay.analysis.confidence import Interval, wilson_interval
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.playouts import PlayoutMethod, PlayoutStart, RulesSource
from senpu.replay.analysis.review import Budget, ReviewError
from senpu.replay.analysis.search import Search
from senpu.replay.analysis.swings import PlayoutGames
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State


class ReviewedOption(msgspec.Struct, frozen=True):
    """An event of a reviewed position."""

    event: Event
    win_probability: float
    """The win probability of the side to decide after the event."""
    interval: Interval


class PositionReview(msgspec.Struct, frozen=True):
    """The result of the review of a position."""

    method: PlayoutMethod
    budget: Budget
    side: str
    """The side to decide."""
    options: tuple[ReviewedOption, ...]
    """The reviewed events, the best first."""


def review_position(
    rules: AnyRules,
    state: State,
    view: str,
    ground: RulesSource,
    method: PlayoutMethod,
    budget: Budget,
    executor: Executor,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> PositionReview:
    """Review the pending decision of a position.

    The result is repeatable for a seed and a budget, with any executor.

    Args:
        rules: The rule set.
        state: The position.
        view: The side whose view it is; empty for a whole position.
        ground: The rule set and data, for workers.
        method: The program and the seed.
        budget: The budget; `worst` is the number of events.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of finished games and of all games.

    Returns:
        The review.

    Raises:
        ReviewError: No side has to decide, or its cards are hidden.
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    if state.decision is None or state.decision.side == CHANCE:
        raise ReviewError("noDecision")
    side = state.decision.side
    if rules.has_hidden_parts and view not in ("", side):
        raise ReviewError("hiddenDecision")
    seen = side if rules.has_hidden_parts else ""
    shown = rules.view(state, side) if seen else state
    work = ground, shown, budget.rounds, method.seed
    (events,) = map_in_order(executor, find_best_events, [work], jobs)
    method = replace(method, games=budget.games, first=0)
    games = PlayoutGames(ground, method, executor, jobs, progress)
    starts = {event: PlayoutStart(shown, seen, event) for event in events[: budget.worst]}
    games.ensure_games(starts.values(), budget.games)
    options = []
    for event, start in starts.items():
        scores = games.list_scores(start, side, budget.games)
        won, played = sum(scores), len(scores)
        options.append(ReviewedOption(event, won / played, wilson_interval(won, played)))
    options.sort(key=lambda each: -each.win_probability)
    return PositionReview(method, budget, side, tuple(options))


def find_best_events(work: tuple[RulesSource, State, int, int]) -> list[Event]:
    """Return the events of a position, the most visited of a search first; runs in a worker."""
    ground, state, rounds, seed = work
    search = Search(ground.open(), state, Random(f"{seed}/search"))
    search.grow(rounds)
    return search.list_events_by_visits()
