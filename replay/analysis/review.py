"""Review a game: the decisions that lost most and, apart from them, the lucky rolls."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import islice
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.analysis.confidence import Interval, mean_interval, paired_interval
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.playouts import PlayoutMethod, PlayoutStart, RulesSource
from senpu.replay.analysis.search import Search
from senpu.replay.analysis.swings import (
    PlayoutGames,
    Weights,
    add_weights,
    find_deciding_states,
    skip_forced,
    weigh_change,
)
from senpu.replay.core.reducer import is_log_event
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import Timeline

LEAST = 16
"""The least number of games for a review."""
GLYPHS = ((0.2, "??"), (0.1, "?"), (0.05, "?!"))
"""The least loss of win probability of a mistake with each glyph."""


class ReviewError(Error):
    """The log has no decision and no roll that could change the win probability."""


class Budget(msgspec.Struct, frozen=True):
    """The budget of a review."""

    games: int = 400
    """The number of games from each position for the final estimate of a mistake."""
    rounds: int = 400
    """The number of rounds of the search for better events."""
    worst: int = 3
    """The number of decisions of each side to examine, and of lucky rolls to report."""
    compares_rivals: bool = False
    """True if the better event is also compared with the other events that the search finds."""

    @property
    def first(self) -> int:
        """The number of games from each position in the first pass."""
        return max(self.games // 10, 4)

    @property
    def second(self) -> int:
        """The largest number of games for the selection of decisions and rolls."""
        return max(self.games // 2, 4)

    @property
    def candidates(self) -> int:
        """The number of games for the selection of the best event that the search finds."""
        return max(self.games // 4, 4)

    @property
    def luck(self) -> int:
        """The number of games from each position for the final estimate of a roll."""
        return max(self.games // 4, 4)


class SideChanges(msgspec.Struct, frozen=True):
    """The changes of a side's win probability by its decisions and by all rolls."""

    side: str
    decisions: int
    gain: float
    """The change by its decisions, compared with the program that plays on."""
    gain_interval: Interval
    rolls: int
    luck: float
    luck_interval: Interval


class DecisionReview(msgspec.Struct, frozen=True):
    """A decision that was examined."""

    number: int
    side: str
    event: Event
    better: Event | None
    """The better event; None if none was found."""
    win_probability: float
    """The side's win probability after the event that was played."""
    better_win_probability: float
    loss: float
    interval: Interval
    advantage: float = 0.0
    """The lower end of the 95% confidence interval of the better event's advantage over the best
    of the other events; 0 if they were not compared."""

    @property
    def is_significant(self) -> bool:
        """True if the loss exceeds the error."""
        return self.better is not None and self.interval.low > 0

    @property
    def has_clear_best(self) -> bool:
        """True for a mistake if the better event is clearly better than all others, too."""
        return bool(self.glyph) and self.advantage > 0

    @property
    def glyph(self) -> str:
        """The glyph of a mistake; empty if the decision is not one."""
        if not self.is_significant:
            return ""
        return next((glyph for least, glyph in GLYPHS if self.loss >= least), "")


class RollReview(msgspec.Struct, frozen=True):
    """A roll that was lucky for a side, and as unlucky for the other."""

    number: int
    side: str
    event: Event
    luck: float
    interval: Interval
    probability: float | None
    """The probability of the result; None if there were too many results."""

    @property
    def is_significant(self) -> bool:
        """True if the luck exceeds the error."""
        return self.interval.low > 0


class Review(msgspec.Struct, frozen=True):
    """The result of a review."""

    method: PlayoutMethod
    budget: Budget
    start: dict[str, float]
    end: dict[str, float]
    """The win probability of each side in the last position; `start` is for the first."""
    changes: tuple[SideChanges, ...]
    decisions: tuple[DecisionReview, ...]
    """The decisions that were examined, the worst first."""
    rolls: tuple[RollReview, ...]
    """The lucky rolls by side, the luckiest first."""


LOSS, LUCK = KINDS = ("loss", "luck")
CANDIDATES = 3
"""The number of events with the most visits from which games are played."""


class ReviewedEvent(NamedTuple):
    """An event of the game that was not undone."""

    number: int
    side: str
    """A side's id, or `chance`."""
    event: Event
    before: State
    after: State


class Swing(NamedTuple):
    """A change by an event for a side: the loss by its decision, or luck."""

    point: ReviewedEvent
    side: str
    weights: Weights


SwingGroups = dict[tuple[str, str], list[Swing]]
"""Changes of one kind and side, which are compared with each other."""


def list_reviewed_events(timeline: Timeline) -> Iterator[ReviewedEvent]:
    """Yield the events that were not undone, without resignations and agreements."""
    for number in reversed(timeline.effective_events(timeline.extend())):
        event, before = (
            timeline.get_full_event(number),
            timeline.get_full_position(number - 1).state,
        )
        if before.decision is not None and not is_log_event(event):
            yield ReviewedEvent(
                number,
                before.decision.side,
                event,
                before,
                timeline.get_full_position(number).state,
            )


def group_swings(rules: AnyRules, found: Iterable[ReviewedEvent]) -> SwingGroups:
    """Return the decisions of each side with the loss, and the rolls with the luck of each side.

    Events that cannot change a win probability are excluded.

    Returns:
        The changes, by kind and side.
    """
    sides = [side.id for side in rules.spec.sides]
    groups: SwingGroups = {(kind, side): [] for kind in KINDS for side in sides}
    for point in found:
        if point.side == CHANCE:
            weights = weigh_change(
                find_deciding_states(rules, point.before), find_deciding_states(rules, point.after)
            )
            kinds = [(LUCK, side) for side in sides]
        elif rules.has_hidden_parts:
            # The state is in its side's view and unchanged: forced events could reveal a hand.
            free = len([*islice(rules.legal(point.before), 2)]) > 1
            states = {point.after: 1.0}, {point.before: 1.0}
            weights = weigh_change(*states, point.side) if free else {}
            kinds = [(LOSS, point.side)]
        else:
            weights = weigh_change(
                find_deciding_states(rules, point.after), find_deciding_states(rules, point.before)
            )
            kinds = [(LOSS, point.side)]
        for kind, side in kinds if weights else ():
            groups[kind, side].append(Swing(point, side, weights))
    return groups


class Reviewer:
    """A review of one game."""

    def __init__(
        self,
        rules: AnyRules,
        ground: RulesSource,
        method: PlayoutMethod,
        budget: Budget,
        executor: Executor,
        jobs: int | None,
        progress: Callable[[int, int], None],
    ) -> None:
        self.rules, self.ground, self.budget = rules, ground, budget
        self.method = replace(method, games=budget.games, first=0)
        self.executor, self.jobs, self.progress = executor, jobs, progress
        self.sides = [side.id for side in rules.spec.sides]
        later = replace(self.method, first=budget.games)
        self.selection_games = PlayoutGames(ground, self.method, executor, jobs, self._report)
        """The games by which positions are selected, the first pass included."""
        self.final_games = PlayoutGames(ground, later, executor, jobs, self._report)
        """The other games, for the final estimates."""
        self._done = self._expected = 0

    def _report(self, done: int, of: int) -> None:
        self.progress(self._done + done, max(self._done + of, self._expected))
        self._done += of if done == of else 0

    def finish(self) -> None:
        """Report that all games are finished, even if more were expected."""
        self.progress(self._done, self._done)

    # ---- the first look -----------------------------------------------------------------------

    def evaluate_all(self, groups: SwingGroups, ends: Iterable[State]) -> tuple[SideChanges, ...]:
        """Evaluate all positions of the game; return the changes of each side."""
        positions = [p for found in groups.values() for x in found for p in x.weights]
        positions += [
            PlayoutStart(state) for end in ends for state in find_deciding_states(self.rules, end)
        ]
        self._expected = self._count_games(groups, len(set(positions)))
        self.selection_games.ensure_games(positions, self.budget.first)
        return tuple(self._sum_changes(side, groups) for side in self.sides)

    def _count_games(self, groups: SwingGroups, positions: int) -> int:
        """Return about how many games are to be played."""
        budget, worst = self.budget, self.budget.worst
        few = dict.fromkeys(KINDS, 0)
        for (kind, _), found in groups.items():
            few[kind] += min(worst, len(found))
        halvings = max(len(found) for found in groups.values()).bit_length() - worst.bit_length()
        return (
            positions * budget.first * (3 + max(halvings, 0)) // 3
            + few[LOSS] * ((CANDIDATES + 1) * budget.candidates + 2 * budget.games)
            + few[LUCK] * 2 * budget.luck
        )

    def _sum_changes(self, side: str, groups: SwingGroups) -> SideChanges:
        games = self.budget.first
        decisions, rolls = groups[LOSS, side], groups[LUCK, side]
        lost = self.selection_games.list_changes(
            add_weights(x.weights for x in decisions), side, games
        )
        luck = self.selection_games.list_changes(add_weights(x.weights for x in rolls), side, games)
        gain = [-each for each in lost]
        return SideChanges(
            side, len(decisions), sum(gain) / games, mean_interval(gain),
            len(rolls), sum(luck) / games, mean_interval(luck),
        )  # fmt: skip

    def find_win_probabilities(self, state: State) -> dict[str, float]:
        """Return the win probability of each side in a state."""
        weights = {
            PlayoutStart(each): w for each, w in find_deciding_states(self.rules, state).items()
        }
        return {
            side: self.selection_games.find_mean_change(weights, side, self.budget.first)
            for side in self.sides
        }

    # ---- what swings most ---------------------------------------------------------------------

    def select_largest(self, groups: SwingGroups) -> SwingGroups:
        """Return the largest changes of each kind and side, by sequential halving.

        Half of the changes get twice the games, and so on until few are left.

        Returns:
            The changes, by kind and side.
        """
        games, most = self.budget.first, self.budget.worst
        while True:
            ranked = {key: self._rank(found, games) for key, found in groups.items()}
            if all(len(found) <= most for found in ranked.values()):
                return {key: [x for mean, x in found if mean > 0] for key, found in ranked.items()}
            groups = {key: self._select_half(key[0], found) for key, found in ranked.items()}
            games = max(min(2 * games, self.budget.second), games)
            positions = (p for found in groups.values() for x in found for p in x.weights)
            self.selection_games.ensure_games(positions, games)

    def _rank(self, found: Iterable[Swing], games: int) -> list[tuple[float, Swing]]:
        """Return changes with their means, the largest first."""
        means = (
            (self.selection_games.find_mean_change(x.weights, x.side, games), x) for x in found
        )
        return sorted(means, key=lambda each: -each[0])

    def _select_half(self, kind: str, ranked: list[tuple[float, Swing]]) -> list[Swing]:
        """Return the larger half; rolls with bad luck are in the group of the other side."""
        kept = [x for mean, x in ranked if kind == LOSS or mean > 0]
        return kept[: max(self.budget.worst, (len(ranked) + 1) // 2)]

    # ---- a closer look ------------------------------------------------------------------------

    def review_decisions(self, found: list[Swing]) -> list[DecisionReview]:
        """Compare decisions with the best of the events that a search finds."""
        seed, rounds, games = self.method.seed, self.budget.rounds, self.budget.candidates
        work = [(self.ground, x.point.before, x.point.event, rounds, seed) for x in found]
        named = map_in_order(self.executor, find_better_events, work, self.jobs)
        ways = [
            [self._make_start(x.point, event) for event in (x.point.event, *events)]
            for x, events in zip(found, named, strict=True)
        ]
        self.selection_games.ensure_games((way for each in ways for way in each), games)
        best = [
            max(
                each,
                key=lambda way: self.selection_games.find_mean_change({way: 1.0}, x.side, games),
            )
            for x, each in zip(found, ways, strict=True)
        ]
        pairs = [(each[0], way) for each, way in zip(ways, best, strict=True)]
        self.final_games.ensure_games((way for pair in pairs for way in pair), self.budget.games)
        rivals = [
            [way for way in each if way not in pair] if self.budget.compares_rivals else None
            for each, pair in zip(ways, pairs, strict=True)
        ]
        self.final_games.ensure_games(
            (way for each in rivals for way in each or ()), self.budget.games
        )
        return [
            self._review_decision(x, *pair, each)
            for x, pair, each in zip(found, pairs, rivals, strict=True)
        ]

    def _make_start(self, point: ReviewedEvent, event: Event) -> PlayoutStart:
        """Return the start of playouts; hidden parts are dealt again before the event."""
        return PlayoutStart(point.before, point.side if self.rules.has_hidden_parts else "", event)

    def _review_decision(
        self, swing: Swing, played: PlayoutStart, better: PlayoutStart,
        rivals: list[PlayoutStart] | None,
    ) -> DecisionReview:  # fmt: skip
        games, point = self.budget.games, swing.point
        other = better != played
        weights = {better: 1.0, played: -1.0} if other else {}
        loss = self.final_games.list_changes(weights, swing.side, games)
        return DecisionReview(
            point.number, swing.side, point.event, better.event if other else None,
            self.final_games.find_mean_change({played: 1.0}, swing.side, games),
            self.final_games.find_mean_change({better: 1.0}, swing.side, games),
            sum(loss) / games, paired_interval(loss),
            min(
                paired_interval(self.final_games.list_changes(each, swing.side, games)).low
                for each in [weights, *({better: 1.0, rival: -1.0} for rival in rivals)]
            ) if rivals is not None and other else 0.0,
        )  # fmt: skip

    def review_rolls(self, found: list[Swing]) -> list[RollReview]:
        """Evaluate rolls by games that did not select them."""
        games = self.budget.luck
        self.final_games.ensure_games((position for x in found for position in x.weights), games)
        return [self._review_roll(x, games) for x in found]

    def _review_roll(self, swing: Swing, games: int) -> RollReview:
        point, luck = swing.point, self.final_games.list_changes(swing.weights, swing.side, games)
        could, came = (
            find_deciding_states(self.rules, point.before),
            skip_forced(self.rules, point.after),
        )
        return RollReview(
            point.number,
            swing.side,
            point.event,
            sum(luck) / games,
            paired_interval(luck),
            could.get(came),
        )


def find_better_events(work: tuple[RulesSource, State, Event, int, int]) -> list[Event]:
    """Return the most visited events that lead to another position; runs in a worker."""
    ground, state, played, rounds, seed = work
    rules = ground.open()
    search = Search(rules, state, Random(f"{seed}/search"))
    search.grow(rounds)
    found: list[Event] = []
    known = {_equivalence_key(rules, state, played)}
    for event in search.list_events_by_visits():
        if (like := _equivalence_key(rules, state, event)) not in known:
            known.add(like)
            found.append(event)
    return found[:CANDIDATES]


def _equivalence_key(rules: AnyRules, state: State, event: Event) -> object:
    """Return a value that is equal for events that lead to equivalent positions."""
    return event if rules.has_hidden_parts else rules.key(rules.apply(state, event)[0])


def review(
    timeline: Timeline,
    ground: RulesSource,
    method: PlayoutMethod,
    budget: Budget,
    executor: Executor,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    side: str = "",
) -> Review:
    """Review a game; examine the decisions of one side, or of all sides.

    The result is repeatable for a seed and a budget, with any executor.

    Args:
        timeline: The game.
        ground: Its rule set and data.
        method: The program and the seed.
        budget: The budget.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of finished games and an estimate of all games.
        side: The side to examine; empty for all.

    Returns:
        The review.

    Raises:
        ReviewError: There is nothing to review.
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    rules = timeline.rules
    found = [*list_reviewed_events(timeline)]
    groups = group_swings(rules, found)
    if not any(groups.values()):
        raise ReviewError("nothingToReview")
    reviewer = Reviewer(rules, ground, method, budget, executor, jobs, progress)
    ends = found[0].before, timeline.get_full_position(timeline.last).state
    accounts = reviewer.evaluate_all(groups, ends)
    start, end = map(reviewer.find_win_probabilities, ends)
    narrowed = reviewer.select_largest(
        {key: found for key, found in groups.items() if key[0] == LUCK or side in ("", key[1])}
    )
    losses, lucky = (
        [x for (of, _), every in narrowed.items() if of == kind for x in every] for kind in KINDS
    )
    decisions = sorted(reviewer.review_decisions(losses), key=lambda each: -each.loss)
    fortunes = sorted(
        reviewer.review_rolls(lucky), key=lambda each: (reviewer.sides.index(each.side), -each.luck)
    )
    reviewer.finish()
    method = reviewer.method
    return Review(method, budget, start, end, accounts, tuple(decisions), tuple(fortunes))
