"""Review a game: the decisions that lost most and, apart from them, the lucky rolls."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import islice
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.notation.faults import Error
from senpu.replay.analysis.confidence import Interval, around, paired
from senpu.replay.analysis.evaluation import Ground, Method, Position
from senpu.replay.analysis.executors import in_order
from senpu.replay.analysis.search import Search
from senpu.replay.analysis.swings import Games, Weights, added, change, forced, spread
from senpu.replay.core.reducer import LOG_WORDS
from senpu.replay.core.rules import CHANCE, AnyRules, State
from senpu.replay.core.timeline import Timeline

LEAST = 16
"""Fewer games than that tell nothing."""
GLYPHS = ((0.2, "??"), (0.1, "?"), (0.05, "?!"))
"""What a mistake is called that loses at least so much."""


class ReviewError(Error):
    """The log has no decision and no roll that could have changed anything."""


class Budget(msgspec.Struct, frozen=True):
    """What a review may cost."""

    games: int = 400
    """So many from each position that a mistake is judged by."""
    rounds: int = 400
    """Of the search that names better events."""
    worst: int = 3
    """So many decisions of each side are looked at closely, and so many rolls told."""

    @property
    def first(self) -> int:
        """The games from each position of the first look."""
        return max(self.games // 10, 4)

    @property
    def second(self) -> int:
        """The most games by which decisions and rolls are chosen."""
        return max(self.games // 2, 4)

    @property
    def naming(self) -> int:
        """The games by which the best of the events is chosen that a search names."""
        return max(self.games // 4, 4)

    @property
    def luck(self) -> int:
        """The games from each position by which a roll is judged."""
        return max(self.games // 4, 4)


class Account(msgspec.Struct, frozen=True):
    """What one side's chances owe to its own decisions and to the rolls, in all."""

    side: str
    decisions: int
    gain: float
    """By its decisions, against those of the program that plays on."""
    gain_sure: Interval
    rolls: int
    luck: float
    luck_sure: Interval


class DecisionReview(msgspec.Struct, frozen=True):
    """A decision that was looked at closely."""

    number: int
    side: str
    event: Event
    better: Event | None
    """What would have been better; nothing if nothing was found."""
    chance: float
    """Of its side after what was played."""
    better_chance: float
    loss: float
    sure: Interval

    @property
    def beyond(self) -> bool:
        """Whether it lost more than the error."""
        return self.better is not None and self.sure.low > 0

    @property
    def glyph(self) -> str:
        """What it is called as a mistake; nothing if it is none."""
        if not self.beyond:
            return ""
        return next((glyph for least, glyph in GLYPHS if self.loss >= least), "")


class Fortune(msgspec.Struct, frozen=True):
    """A roll that was luck for a side, and as much ill luck for the other."""

    number: int
    side: str
    event: Event
    luck: float
    sure: Interval
    chance: float | None
    """Of what came; nothing where too much could have come to be looked at one by one."""

    @property
    def beyond(self) -> bool:
        """Whether it brought more than the error."""
        return self.sure.low > 0


class Review(msgspec.Struct, frozen=True):
    """What there is to say of a game."""

    method: Method
    budget: Budget
    start: dict[str, float]
    end: dict[str, float]
    """The chance of each side in the first position, and in the last."""
    accounts: tuple[Account, ...]
    decisions: tuple[DecisionReview, ...]
    """Those that were looked at closely, the worst first."""
    fortunes: tuple[Fortune, ...]
    """By side, the luckiest first."""


LOSS, LUCK = KINDS = ("loss", "luck")
NAMED = 3
"""So many events that the search tried most are played on from."""


class Point(NamedTuple):
    """An event of the game that stands."""

    number: int
    of: str
    """A side's id, or `chance`."""
    event: Event
    before: State
    after: State


class Swing(NamedTuple):
    """A change that an event brought for a side: a loss by its decision, or luck."""

    point: Point
    side: str
    weights: Weights


Groups = dict[tuple[str, str], list[Swing]]
"""Changes of one kind and side, compared with each other."""


def points(timeline: Timeline) -> Iterator[Point]:
    """The events of the game that stand; resigning and agreeing are no acts in it."""
    for number in reversed(timeline.effective_events(timeline.extend())):
        event, before = (
            timeline.get_full_event(number),
            timeline.get_full_position(number - 1).state,
        )
        if before.decision is not None and not (type(event) is Word and event.word in LOG_WORDS):
            yield Point(
                number,
                before.decision.side,
                event,
                before,
                timeline.get_full_position(number).state,
            )


def groups_of(rules: AnyRules, found: Iterable[Point]) -> Groups:
    """The decisions of each side, as what they lost, and the rolls, as what they brought to each;
    what could not have changed anything is left out.
    """
    sides = [side.id for side in rules.spec.sides]
    groups: Groups = {(kind, side): [] for kind in KINDS for side in sides}
    for point in found:
        if point.of == CHANCE:
            weights = change(spread(rules, point.before), spread(rules, point.after))
            kinds = [(LUCK, side) for side in sides]
        elif rules.has_hidden_parts:
            # What its side knows is looked at as it is: what follows of itself may tell of a hand.
            free = len([*islice(rules.legal(point.before), 2)]) > 1
            states = {point.after: 1.0}, {point.before: 1.0}
            weights = change(*states, point.of) if free else {}
            kinds = [(LOSS, point.of)]
        else:
            weights = change(spread(rules, point.after), spread(rules, point.before))
            kinds = [(LOSS, point.of)]
        for kind, side in kinds if weights else ():
            groups[kind, side].append(Swing(point, side, weights))
    return groups


class Reviewer:
    """Looks at one game."""

    def __init__(
        self,
        rules: AnyRules,
        ground: Ground,
        method: Method,
        budget: Budget,
        executor: Executor,
        jobs: int | None,
        heard: Callable[[int, int], None],
    ) -> None:
        self.rules, self.ground, self.budget = rules, ground, budget
        self.method = replace(method, games=budget.games, first=0)
        self.executor, self.jobs, self.heard = executor, jobs, heard
        self.sides = [side.id for side in rules.spec.sides]
        later = replace(self.method, first=budget.games)
        self.choosing = Games(ground, self.method, executor, jobs, self._told)
        """The games by which positions are chosen; those of the first look among them."""
        self.judging = Games(ground, later, executor, jobs, self._told)
        """The games by which they are judged: others."""
        self._done = self._expected = 0

    def _told(self, done: int, of: int) -> None:
        self.heard(self._done + done, max(self._done + of, self._expected))
        self._done += of if done == of else 0

    def finish(self) -> None:
        """Tell that nothing more is to come, however much was expected."""
        self.heard(self._done, self._done)

    # ---- the first look -----------------------------------------------------------------------

    def look(self, groups: Groups, ends: Iterable[State]) -> tuple[Account, ...]:
        """At all positions of the game: what each side owes to what."""
        positions = [p for found in groups.values() for x in found for p in x.weights]
        positions += [Position(state) for end in ends for state in spread(self.rules, end)]
        self._expected = self._games(groups, len(set(positions)))
        self.choosing.have(positions, self.budget.first)
        return tuple(self._account(side, groups) for side in self.sides)

    def _games(self, groups: Groups, positions: int) -> int:
        """About how many games there are to be played in all."""
        budget, worst = self.budget, self.budget.worst
        few = dict.fromkeys(KINDS, 0)
        for (kind, _), found in groups.items():
            few[kind] += min(worst, len(found))
        halvings = max(len(found) for found in groups.values()).bit_length() - worst.bit_length()
        return (
            positions * budget.first * (3 + max(halvings, 0)) // 3
            + few[LOSS] * ((NAMED + 1) * budget.naming + 2 * budget.games)
            + few[LUCK] * 2 * budget.luck
        )

    def _account(self, side: str, groups: Groups) -> Account:
        games = self.budget.first
        decisions, rolls = groups[LOSS, side], groups[LUCK, side]
        lost = self.choosing.changes(added(x.weights for x in decisions), side, games)
        luck = self.choosing.changes(added(x.weights for x in rolls), side, games)
        gain = [-each for each in lost]
        return Account(
            side, len(decisions), sum(gain) / games, around(gain),
            len(rolls), sum(luck) / games, around(luck),
        )  # fmt: skip

    def chances(self, state: State) -> dict[str, float]:
        """The chance of each side at an end of the game."""
        weights = {Position(each): w for each, w in spread(self.rules, state).items()}
        return {side: self.choosing.mean(weights, side, self.budget.first) for side in self.sides}

    # ---- what swings most ---------------------------------------------------------------------

    def narrowed(self, groups: Groups) -> Groups:
        """What swings most of each kind and side: half of it has twice the games, and half of that
        again, until little is left.
        """
        games, most = self.budget.first, self.budget.worst
        while True:
            ranked = {key: self._ranked(found, games) for key, found in groups.items()}
            if all(len(found) <= most for found in ranked.values()):
                return {key: [x for mean, x in found if mean > 0] for key, found in ranked.items()}
            groups = {key: self._half(key[0], found) for key, found in ranked.items()}
            games = max(min(2 * games, self.budget.second), games)
            positions = (p for found in groups.values() for x in found for p in x.weights)
            self.choosing.have(positions, games)

    def _ranked(self, found: Iterable[Swing], games: int) -> list[tuple[float, Swing]]:
        """The largest first."""
        means = ((self.choosing.mean(x.weights, x.side, games), x) for x in found)
        return sorted(means, key=lambda each: -each[0])

    def _half(self, kind: str, ranked: list[tuple[float, Swing]]) -> list[Swing]:
        """What is luck for the one side stands with the other too, as the contrary."""
        kept = [x for mean, x in ranked if kind == LOSS or mean > 0]
        return kept[: max(self.budget.worst, (len(ranked) + 1) // 2)]

    # ---- a closer look ------------------------------------------------------------------------

    def decisions(self, found: list[Swing]) -> list[DecisionReview]:
        """Decisions beside the best of the events that a search names instead."""
        seed, rounds, games = self.method.seed, self.budget.rounds, self.budget.naming
        work = [(self.ground, x.point.before, x.point.event, rounds, seed) for x in found]
        named = in_order(self.executor, better_events, work, self.jobs)
        ways = [
            [self._way(x.point, event) for event in (x.point.event, *events)]
            for x, events in zip(found, named, strict=True)
        ]
        self.choosing.have((way for each in ways for way in each), games)
        best = [
            max(each, key=lambda way: self.choosing.mean({way: 1.0}, x.side, games))
            for x, each in zip(found, ways, strict=True)
        ]
        pairs = [(each[0], way) for each, way in zip(ways, best, strict=True)]
        self.judging.have((way for pair in pairs for way in pair), self.budget.games)
        return [self._judged(x, *pair) for x, pair in zip(found, pairs, strict=True)]

    def _way(self, point: Point, event: Event) -> Position:
        """What its side may not know is dealt anew before the event, not after it."""
        return Position(point.before, point.of if self.rules.has_hidden_parts else "", event)

    def _judged(self, swing: Swing, played: Position, better: Position) -> DecisionReview:
        games, point = self.budget.games, swing.point
        other = better != played
        weights = {better: 1.0, played: -1.0} if other else {}
        loss = self.judging.changes(weights, swing.side, games)
        return DecisionReview(
            point.number, swing.side, point.event, better.event if other else None,
            self.judging.mean({played: 1.0}, swing.side, games),
            self.judging.mean({better: 1.0}, swing.side, games),
            sum(loss) / games, paired(loss),
        )  # fmt: skip

    def fortunes(self, found: list[Swing]) -> list[Fortune]:
        """Rolls, as games judge them that did not choose them."""
        games = self.budget.luck
        self.judging.have((position for x in found for position in x.weights), games)
        return [self._fortune(x, games) for x in found]

    def _fortune(self, swing: Swing, games: int) -> Fortune:
        point, luck = swing.point, self.judging.changes(swing.weights, swing.side, games)
        could, came = spread(self.rules, point.before), forced(self.rules, point.after)
        return Fortune(
            point.number, swing.side, point.event, sum(luck) / games, paired(luck), could.get(came)
        )


def better_events(work: tuple[Ground, State, Event, int, int]) -> list[Event]:
    """The events that a search tries most and that lead elsewhere than what was played. Work for
    another program.
    """
    ground, state, played, rounds, seed = work
    rules = ground.open()
    search = Search(rules, state, Random(f"{seed}/search"))
    search.grow(rounds)
    found: list[Event] = []
    known = {_like(rules, state, played)}
    for event in search.tried():
        if (like := _like(rules, state, event)) not in known:
            known.add(like)
            found.append(event)
    return found[:NAMED]


def _like(rules: AnyRules, state: State, event: Event) -> object:
    """What is the same for events that come to the same."""
    return event if rules.has_hidden_parts else rules.key(rules.apply(state, event)[0])


def review(
    timeline: Timeline,
    ground: Ground,
    method: Method,
    budget: Budget,
    executor: Executor,
    jobs: int | None = None,
    heard: Callable[[int, int], None] = lambda done, of: None,
    side: str = "",
) -> Review:
    """Look at a game; closely at the decisions of one side, or of all. `heard` is told how many
    games are played of about how many. Repeatable for a seed and a budget, whoever does the work.
    Raises ReviewError, UnknownPlayerError, ExecutorError.
    """
    rules = timeline.rules
    found = [*points(timeline)]
    groups = groups_of(rules, found)
    if not any(groups.values()):
        raise ReviewError("nothingToReview")
    reviewer = Reviewer(rules, ground, method, budget, executor, jobs, heard)
    ends = found[0].before, timeline.get_full_position(timeline.last).state
    accounts = reviewer.look(groups, ends)
    start, end = map(reviewer.chances, ends)
    narrowed = reviewer.narrowed(
        {key: found for key, found in groups.items() if key[0] == LUCK or side in ("", key[1])}
    )
    losses, lucky = (
        [x for (of, _), every in narrowed.items() if of == kind for x in every] for kind in KINDS
    )
    decisions = sorted(reviewer.decisions(losses), key=lambda each: -each.loss)
    fortunes = sorted(
        reviewer.fortunes(lucky), key=lambda each: (reviewer.sides.index(each.side), -each.luck)
    )
    reviewer.finish()
    method = reviewer.method
    return Review(method, budget, start, end, accounts, tuple(decisions), tuple(fortunes))
