"""The full form of a review: games decide which suspected errors are errors.

From the position of each suspected error, pairs of games begin with the best event by values and
with the event that was played, with the same random numbers. The values alone select both events,
so the games that measure a loss selected nothing. Errors get more games until they are decided or
the budget is spent.

The size of an error combines the mean loss of the games with the loss that values predict, each
weighted by its precision. So a loss that few games measured is not reported at full size, and two
reviews with other seeds differ little.

In games on hexes, which have many long turns, a value at the end of a turn still counts successes
that never come. There the errors that such games confirm must be confirmed again, by games to the
end.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import accumulate
from math import erf, hypot, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from senpu.replay.analysis.confidence import Interval, Z, student_quantile
from senpu.replay.analysis.playouts import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    run_playouts,
)
from senpu.replay.analysis.review import (
    SUSPECT,
    Confirmation,
    Review,
    ReviewedDecision,
    check_discrimination,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline

BUDGET = 850_000
"""The number of positions that the games of a full review evaluate, about: it limits the time
equally in all rule sets, and unlike the time it is the same on each machine."""
WHOLE_BUDGET = 1_500_000
"""The same number for games to the end, where these confirm errors."""
FIRST = 12
"""The number of pairs of games for each suspected error in the first round; then it doubles."""
NAMED = 24
"""The least number of pairs for an error that is named: fewer can agree by chance."""
EACH = 32
"""The number of pairs that the budget has for each examined error. With fewer, two reviews with
different seeds would name different errors."""
MOST = 400
"""The largest number of pairs for an error."""
HORIZONS = (2, 1)
"""The number of turn ends up to which a game is played: the first number that is affordable."""
PREDICTED = 0.3
"""The loss that values predict, as a share of the error by values: the event that is best by values
is often overrated."""
DOUBT = 1.0
"""The standard deviation of the true loss around the predicted one, as a share of the error."""
BIAS = 0.03
"""The standard deviation of the difference between the mean loss of many games that end with a
value, and of games that are played to the end."""
CONFIRMED = 1.645
"""The number of standard errors by which the loss of a confirmed error exceeds 0."""
CLEAR = 0.84
"""The number of standard errors by which a decided loss is above or below the least size."""


class Pair(NamedTuple):
    """The starts of the games of a suspected error."""

    decision: ReviewedDecision
    better: PlayoutStart
    played: PlayoutStart


def confirm_review(
    review: Review,
    timeline: Timeline,
    ground: RulesSource,
    executor: Executor,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Return the full form of a review: the suspected errors with the results of games.

    The result is repeatable for a seed, with any executor and number of workers.

    Args:
        review: The quick form.
        timeline: The game, with all hands known.
        ground: Its rule set and data, for workers.
        executor: The executor of the games.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of finished pairs of games and of all pairs, about.

    Returns:
        The review.

    Raises:
        ExecutorError: A worker was lost.
    """
    rules = timeline.rules
    suspects = review.list_suspects()
    pairs = [make_pair(rules, timeline, each) for each in suspects]
    most = review.method.games or MOST
    horizon, costs = plan_games(review, timeline, suspects)
    left, is_limited = most * sum(costs.values()), not review.method.games
    expected = most * len(pairs)
    if pairs and is_limited:
        left = BUDGET
        pairs.sort(key=lambda each: -predict_loss(each.decision)[0])
        pairs = select_affordable(pairs, costs)
        expected = min(
            expected, BUDGET * len(pairs) // sum(costs[x.decision.number] for x in pairs)
        )
    method = PlayoutMethod(seed=review.method.seed, horizon=horizon)
    games = PairGames(rules, ground, executor, jobs, most, expected, progress)
    found = games.play(pairs, method, costs, left)
    if needs_whole_games(rules):
        method = replace(method, horizon=0)
        again = [
            pair for pair in pairs
            if (losses := found.get(pair.decision.number))
            and estimate_loss(pair.decision, losses).is_named
        ]  # fmt: skip
        found |= {each.decision.number: [] for each in again}
        costs = plan_whole_games(review, timeline, suspects)
        end = games.spent + (WHOLE_BUDGET if is_limited else most * sum(costs.values()))
        # Most errors can be examined if those that cost least are the first.
        for each in sorted(again, key=lambda pair: costs[pair.decision.number]):
            if games.spent + min(NAMED, most) * costs[each.decision.number] <= end:
                found |= games.play([each], method, costs, end - games.spent)
    progress(max(games.done, 1), max(games.done, 1))
    decisions = tuple(
        replace(each, confirmation=estimate_loss(each, found[each.number]))
        if found.get(each.number)
        else each
        for each in review.decisions
    )
    return replace(
        review, is_full=True, program=method.program, horizon=method.horizon, decisions=decisions,
        discrimination=check_discrimination(decisions, len(suspects), bool(review.digest)),
    )  # fmt: skip


class PairGames:
    """Plays pairs of games after suspected errors, in rounds, until these are decided."""

    def __init__(
        self, rules: AnyRules, ground: RulesSource, executor: Executor, jobs: int | None,
        most: int, expected: int, progress: Callable[[int, int], None],
    ) -> None:  # fmt: skip
        """Prepare to play.

        Args:
            rules: The rule set of the game.
            ground: The rule set and data, for workers.
            executor: The executor of the games.
            jobs: The number of workers, if it is not the number of cores.
            most: The largest number of pairs for an error.
            expected: The number of all pairs, about.
            progress: Is called with the number of finished pairs and of all pairs, about.
        """
        self.first = rules.spec.sides[0].id
        self.ground, self.executor, self.jobs = ground, executor, jobs
        self.most, self.expected, self.progress = most, expected, progress
        self.done = self.spent = 0
        """The number of pairs that were played, and of their positions."""

    def play(
        self, pairs: Sequence[Pair], method: PlayoutMethod, costs: dict[int, int], left: int
    ) -> dict[int, list[float]]:
        """Return the loss in each pair of games after each error, by its number.

        Args:
            pairs: The starts of the games of each error.
            method: How far the games go, and their seed.
            costs: The number of positions of a pair of games, by error.
            left: The number of positions of all games.

        Returns:
            The losses.
        """
        found: dict[int, list[float]] = {each.decision.number: [] for each in pairs}
        more, open_pairs = min(FIRST, self.most), list(pairs)
        while open_pairs:
            # The rest of the budget is for the errors that look largest.
            more = min(more, left // costs[open_pairs[0].decision.number])
            if not more:
                break
            totals = accumulate(more * costs[each.decision.number] for each in open_pairs)
            chosen = open_pairs[: sum(total <= left for total in totals)]
            there = len(found[chosen[0].decision.number])
            games = replace(method, first=there, games=more)
            starts = [start for each in chosen for start in (each.better, each.played)]
            results = run_playouts(self.ground, starts, games, self.executor, self.jobs)
            for each, better, played in zip(chosen, results, results, strict=False):
                sign = 1 if each.decision.side == self.first else -1
                found[each.decision.number] += [
                    sign * (one - two) for one, two in zip(better, played, strict=True)
                ]
                cost = more * costs[each.decision.number]
                left, self.spent, self.done = left - cost, self.spent + cost, self.done + more
                self.progress(self.done, max(self.expected, self.done))
            estimates = [
                (estimate_loss(each.decision, found[each.decision.number]), each) for each in chosen
            ]
            estimates.sort(key=lambda each: -each[0].size)
            open_pairs = [
                pair for estimate, pair in estimates
                if there + more < self.most and not estimate.is_decided
            ]  # fmt: skip
            more = min(there + more, self.most - there - more)
        return found


def needs_whole_games(rules: AnyRules) -> bool:
    """Return whether errors of a game must be confirmed by games to the end."""
    return rules.spec.game.board == "hexes"


def select_affordable(pairs: list[Pair], costs: dict[int, int]) -> list[Pair]:
    """Return the pairs for which the budget is large enough, the first ones first; at least one."""
    found, spent = [], 0
    for each in pairs:
        price = EACH * costs[each.decision.number]
        if spent + price <= BUDGET:
            found.append(each)
            spent += price
    return found or pairs[:1]


def plan_games(
    review: Review, timeline: Timeline, suspects: Sequence[ReviewedDecision]
) -> tuple[int, dict[int, int]]:
    """Return the number of turn ends up to which games are played, and the cost of each pair.

    The cost of a game is the number of positions that the review evaluated from the same decision
    to the same turn end of the log.

    Args:
        review: The quick form.
        timeline: The game.
        suspects: The suspected errors.

    Returns:
        The number of turn ends, and the costs by the numbers of the events.
    """
    turns = {number: timeline.get_event(number).turn for number in review.costs}
    for horizon in HORIZONS:
        costs = {
            each.number: 2 * sum(
                cost for number, cost in review.costs.items()
                if number >= each.number and turns[number] < turns[each.number] + horizon
            )
            for each in suspects
        }  # fmt: skip
        if EACH * sum(costs.values()) <= BUDGET:
            break
    return horizon, costs


def plan_whole_games(
    review: Review, timeline: Timeline, suspects: Sequence[ReviewedDecision]
) -> dict[int, int]:
    """Return the cost of each pair of games to the end of the game, by the number of the error.

    The cost of a turn is the mean number of positions that the review evaluated in a turn.

    Args:
        review: The quick form.
        timeline: The game.
        suspects: The suspected errors.

    Returns:
        The costs.
    """
    turns = {number: timeline.get_event(number).turn for number in review.costs}
    rate = sum(review.costs.values()) / max(1, len(set(turns.values())))
    last = timeline.rules.spec.game.turns
    return {
        each.number: 2 * max(1, round(rate * (last + 1 - turns[each.number])))
        for each in suspects
    }  # fmt: skip


def make_pair(rules: AnyRules, timeline: Timeline, decision: ReviewedDecision) -> Pair:
    """Return the starts of the games of a suspected error."""
    state: State = timeline.get_full_position(decision.number - 1).state
    side = decision.side if rules.has_hidden_parts else ""
    shown = rules.view(state, side) if side else state
    assert decision.best is not None
    return Pair(
        decision,
        PlayoutStart(shown, side, decision.best.event),
        PlayoutStart(shown, side, decision.event),
    )


def estimate_loss(decision: ReviewedDecision, losses: list[float]) -> Confirmation:
    """Return the result of pairs of games.

    Args:
        decision: The suspected error.
        losses: The difference of each pair: the score after the best event minus the score after
            the event that was played.

    Returns:
        The result.
    """
    count = len(losses)
    mean = sum(losses) / count
    variance = sum((each - mean) ** 2 for each in losses) / max(count - 1, 1)
    chance = sqrt(variance / count)
    error = hypot(chance, BIAS)
    predicted, doubt = predict_loss(decision)
    weight = doubt**2 / (doubt**2 + error**2)
    size = weight * mean + (1 - weight) * predicted
    deviation = sqrt(weight) * error
    half = (student_quantile(count - 1) if count > 1 else Z) * error
    is_clear, is_large = abs(size - SUSPECT) >= CLEAR * chance, size >= SUSPECT
    is_named = count >= NAMED and is_clear and is_large and mean >= CONFIRMED * error
    return Confirmation(
        count, mean, Interval(mean - half, mean + half), size,
        (1 + erf(size / deviation / sqrt(2))) / 2, is_named,
        is_named or (is_clear and not is_large) or (count >= NAMED and chance < BIAS / 2),
    )  # fmt: skip


def predict_loss(decision: ReviewedDecision) -> tuple[float, float]:
    """Return the loss that values predict, and the standard deviation of the true loss."""
    errors = [decision.error]
    if decision.second_error is not None:
        errors.append(max(decision.second_error, 0.0))
    mean = sum(errors) / len(errors)
    return PREDICTED * mean, DOUBT * decision.error
