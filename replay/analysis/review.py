"""Review a game by values: the error of each decision, and the luck of each roll.

The score of a position is the expected score of the first side, from 0 to 1, with exact dice up to
the end of the current activation. A decision changes the score by skill, a roll by luck. All
changes add up to the change from the first position to the last.

This module has the result of a review and the quick form, which uses values only. The full form
(`confirmation.py`) plays games after the errors that the values suspect.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from statistics import median
from typing import NamedTuple

import msgspec

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.lookahead import expect_score, rank_events
from senpu.replay.analysis.value import Value
from senpu.replay.core.reducer import is_log_event
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import Timeline

SUSPECT = 0.05
"""The least error by values that is suspected, and the least size of an error that is named."""
GLYPHS = ((0.2, "??"), (0.1, "?"), (SUSPECT, "?!"))
"""The least size of an error with each glyph."""
CANDIDATES = 5
"""The number of ranked events of a decision in a review."""
DEALS = 4
"""The number of deals of hidden parts over which a score is averaged."""
AVERAGED = 8
"""The number of events that are compared over all deals."""
CLEAR = 0.03
"""The least difference between the two best events of a decision with one clearly best event."""
OUTCOMES = 250
"""Up to this many outcomes of a roll, the score before it is the mean of the scores after it."""
FLAT = 0.004
"""Below this median spread of the scores of legal events, values do not discriminate."""
AGREEMENT = 0.6
"""Below this share of errors that a second value confirms, values do not discriminate."""
FEW = 5
"""The least number of errors for such a share."""


class ReviewError(Error):
    """The log has no decision and no roll, or the position has no decision."""


class RankedEvent(msgspec.Struct, frozen=True):
    """A legal event of a decision, and the expected score of the side to decide after it."""

    event: Event
    score: float


class Confirmation(msgspec.Struct, frozen=True):
    """The result of games after the best event and after the event that was played."""

    games: int
    """The number of pairs of games."""
    loss: float
    """The mean difference between the scores of a pair: more than 0 for an error."""
    interval: Interval
    """The 95% confidence interval of the loss."""
    size: float
    """The estimated size of the error by games and values together."""
    certainty: float
    """The estimated probability that the event that was played is worse than the best event."""
    is_named: bool
    """True if the games confirm an error that counts."""
    is_decided: bool
    """True if more games would hardly change that."""


class ReviewedDecision(msgspec.Struct, frozen=True):
    """An event by which a side decided. Scores `before` and `after` are the first side's."""

    number: int
    """The number of the event in the log."""
    side: str
    event: Event
    before: float
    after: float
    skill: float
    """The change of the score of the side that decided."""
    legal: int
    """The number of legal events; 1 for a forced decision, which has no error."""
    candidates: tuple[RankedEvent, ...] = ()
    """The best legal events, the best first, and the event that was played; equivalent events are
    left out. Empty for a forced decision."""
    rank: int = 1
    """The rank of the event that was played among all legal events."""
    error: float = 0.0
    """The score of the best event minus the score of the event that was played."""
    spread: float = 0.0
    """The score of the best event minus the median score of the legal events."""
    second_error: float | None = None
    """The same difference as `error` by a second value; None if there is none or no error."""
    confirmation: Confirmation | None = None
    """The result of games; None if none were played."""

    @property
    def is_unforced(self) -> bool:
        """Return whether the side had a choice."""
        return self.legal > 1

    @property
    def best(self) -> RankedEvent | None:
        """The best event; None for a forced decision."""
        return self.candidates[0] if self.candidates else None

    @property
    def is_suspect(self) -> bool:
        """Return whether the values suspect an error."""
        return self.error >= SUSPECT

    @property
    def is_named(self) -> bool:
        """Return whether games confirmed an error."""
        return self.confirmation is not None and self.confirmation.is_named

    @property
    def size(self) -> float:
        """The size of the error: by games and values if games were played, else by values."""
        return self.error if self.confirmation is None else self.confirmation.size

    @property
    def has_clear_best(self) -> bool:
        """Return whether the best event is clearly better than all others by values."""
        return self.candidates[0].score - self.candidates[1].score >= CLEAR

    @property
    def glyph(self) -> str:
        """The glyph of an error that games confirmed; empty for other decisions.

        Both methods must find a loss of 20 percentage points for `??`.
        """
        found = self.confirmation
        if found is None or not found.is_named:
            return ""
        if min(found.size, found.loss, self.error) >= GLYPHS[0][0]:
            return GLYPHS[0][1]
        return next((glyph for least, glyph in GLYPHS[1:] if found.size >= least), "")


class ReviewedRoll(msgspec.Struct, frozen=True):
    """A result of chance: dice, or cards that were drawn. Scores are the first side's."""

    number: int
    """The number of the event in the log."""
    event: Event
    before: float
    after: float
    probability: float | None = None
    """The probability of all results with the same score; None if there were too many results."""

    @property
    def luck(self) -> float:
        """The luck of the first side; the other side has as much bad luck."""
        return self.after - self.before


class SideReview(msgspec.Struct, frozen=True):
    """The account of a side.

    The change of its score from the start to the end is its skill, its luck and `other`, without
    the skill of the other side.
    """

    side: str
    start: float
    """Its score in the first position."""
    end: float
    """Its score in the last position; its result if the game ended by the rules."""
    decisions: int
    """The number of unforced decisions."""
    error: float
    """The sum of the errors of its decisions, by values."""
    skill: float
    """The change of its score by its own decisions."""
    luck: float
    """The change of its score by all rolls."""
    other: float
    """The change of its score by neither: hidden cards that its decisions could not know, and gaps
    in the log."""

    @property
    def error_rate(self) -> float:
        """The mean error of an unforced decision."""
        return self.error / max(self.decisions, 1)

    @property
    def adjusted(self) -> float:
        """The luck-adjusted result: the result without the luck."""
        return self.end - self.luck - self.other


class Discrimination(msgspec.Struct, frozen=True):
    """True if the evaluation can find errors in this game at all."""

    spread: float
    """The median spread of the scores of the legal events of an unforced decision."""
    errors: int
    """The number of suspected errors that a second value was asked about."""
    agreement: float | None
    """The share of them that the second value calls errors too; None without a second value."""
    undecided: int
    """The number of suspected errors that games could not decide."""
    problems: tuple[str, ...]
    """The reasons why errors cannot be found reliably: `flat`, `disagree`, `undecided`."""


class ReviewMethod(msgspec.Struct, frozen=True):
    """The method of a review."""

    seed: int = 1
    games: int = 0
    """The largest number of pairs of games for an error; 0 for the budget of the full form."""
    worst: int = 8
    """The number of suspected errors of each side to examine, and of rolls to list."""


USUAL = ReviewMethod()


class Review(msgspec.Struct, frozen=True):
    """The result of a review.

    Scores are from 0 to 1; times `size` they are in the unit `unit`: `percent` for win
    probabilities, else the label of the tally that measures a finished game.
    """

    method: ReviewMethod
    is_full: bool
    """True if games were played after the suspected errors: only then are errors named."""
    program: str
    """The program of these games; empty for the quick form."""
    unit: str
    size: float
    digest: str
    """The digest of the value."""
    sides: tuple[SideReview, ...]
    decisions: tuple[ReviewedDecision, ...]
    """All decisions of the game, in its order."""
    rolls: tuple[ReviewedRoll, ...]
    """All results of chance, in the order of the game."""
    discrimination: Discrimination
    turns: int = 1
    """The number of turns of the game."""
    examined: str = ""
    """The side whose errors are examined; empty for all sides."""

    @property
    def scores(self) -> dict[int, float]:
        """The score of the first side after each reviewed event, by its number; 0 is the start."""
        found = {each.number: each.after for each in self.decisions}
        found |= {each.number: each.after for each in self.rolls}
        return {0: self.sides[0].start, **dict(sorted(found.items()))}

    def list_suspects(self) -> list[ReviewedDecision]:
        """Return the suspected errors, the largest by value first, at most `worst` of a side."""
        found: list[ReviewedDecision] = []
        for side in self.sides:
            own = (each for each in self.decisions if each.side == side.side and each.is_suspect)
            if self.examined in ("", side.side):
                found += sorted(own, key=lambda each: -each.error)[: self.method.worst]
        return sorted(found, key=lambda each: -each.error)

    def list_errors(self) -> list[ReviewedDecision]:
        """Return the errors that games confirmed, the largest first."""
        named = (each for each in self.decisions if each.glyph)
        return sorted(named, key=lambda each: -each.size)

    def list_lucky(self) -> list[ReviewedRoll]:
        """Return the rolls with the most luck for each side, at most `worst` of a side."""
        ranked = sorted(self.rolls, key=lambda each: -each.luck)
        first = [each for each in ranked[: self.method.worst] if each.luck >= SUSPECT]
        second = [each for each in ranked[: -self.method.worst - 1 : -1] if each.luck <= -SUSPECT]
        return first + second


class GameEvent(NamedTuple):
    """An event of the game that was not undone."""

    number: int
    side: str
    """A side's id, or `chance`."""
    event: Event
    before: State
    after: State


def list_game_events(timeline: Timeline) -> Iterator[GameEvent]:
    """Yield the events that were not undone, without resignations and agreements."""
    for number in reversed(timeline.effective_events(timeline.extend())):
        event = timeline.get_full_event(number)
        before = timeline.get_full_position(number - 1).state
        if before.decision is not None and not is_log_event(event):
            after = timeline.get_full_position(number).state
            yield GameEvent(number, before.decision.side, event, before, after)


class Scorer:
    """The scores of positions and events, as a side knows them."""

    def __init__(self, rules: AnyRules, value: Value) -> None:
        self.rules, self.value = rules, value
        self.first = rules.spec.sides[0].id

    def score(self, state: State) -> float:
        """Return the expected score of the first side at the end of the current activation."""
        decision = state.decision
        if decision is not None and decision.side == CHANCE:
            outcomes = self.list_outcomes(state)
            if outcomes:
                return sum(chance * score for score, chance in outcomes)
        return expect_score(self.rules, self.value, state, self.first)

    def list_outcomes(self, state: State) -> list[tuple[float, float]]:
        """Return the score after each outcome of chance and its probability; [] if too many."""
        outcomes = [*islice(self.rules.outcomes(state), OUTCOMES + 1)]
        if len(outcomes) > OUTCOMES:
            return []
        return [
            (self.expect(self.rules.apply(state, event)[0]), chance) for event, chance in outcomes
        ]

    def expect(self, state: State) -> float:
        """Return the score of the first side that is expected after an event."""
        return expect_score(self.rules, self.value, state, self.first)

    def score_known(self, state: State, side: str, number: int) -> float:
        """Return the score as far as a side knows the position."""
        found = [self.score(each) for each in self.deal(state, side, number)]
        return sum(found) / len(found)

    def deal(self, state: State, side: str, number: int) -> list[State]:
        """Return positions that are equal for a side; hidden parts are dealt again.

        The result depends on the view of the side and on the number of the event only.
        """
        if not self.rules.has_hidden_parts or state.decision is None:
            return [state]
        return [
            self.rules.sample_hidden(state, side, Random(f"{number}/{deal}"))
            for deal in range(DEALS)
        ]

    def rank(self, state: State, number: int, played: Event | None = None) -> list[RankedEvent]:
        """Return the legal events of the side to decide, the best first.

        Args:
            state: The position.
            number: The number of the event, for the deals of hidden parts.
            played: An event whose score is exact, however bad it is.
        """
        assert state.decision is not None
        side = state.decision.side
        deals = self.deal(state, side, number)
        found = [RankedEvent(*each) for each in rank_events(self.rules, self.value, deals[0])]
        if len(deals) == 1:
            return found
        averaged = [
            RankedEvent(each.event, self.score_event(deals, each.event, side))
            for at, each in enumerate(found)
            if at < AVERAGED or each.event == played
        ]
        kept = {each.event for each in averaged}
        # An event that is not among the first keeps its score in one deal.
        return sorted(
            averaged + [each for each in found if each.event not in kept],
            key=lambda each: -each.score,
        )

    def score_event(self, deals: list[State], event: Event, side: str) -> float:
        """Return the mean expected score of a side after its event."""
        scores = [
            expect_score(self.rules, self.value, self.rules.apply(each, event)[0], side)
            for each in deals
        ]
        return sum(scores) / len(scores)

    def is_equivalent(self, state: State, event: Event, other: Event) -> bool:
        """Return whether two events lead to equivalent positions."""
        if event == other or self.rules.has_hidden_parts:
            return event == other
        one, two = (self.rules.apply(state, each)[0] for each in (event, other))
        return self.rules.key(one) == self.rules.key(two)


def select_distinct(
    scorer: Scorer,
    state: State,
    ranked: list[RankedEvent],
    count: int = CANDIDATES,
    played: RankedEvent | None = None,
) -> list[RankedEvent]:
    """Return the best events that do not lead to equivalent positions.

    Args:
        scorer: The scores.
        state: The position.
        ranked: The events, the best first.
        count: The number of events.
        played: An event that is preferred to its equivalents.

    Returns:
        The events, the best first.
    """
    found: list[RankedEvent] = []

    def is_same(one: RankedEvent, two: RankedEvent) -> bool:
        # Equivalent positions have equal scores.
        is_equal = abs(one.score - two.score) < 1e-9
        return is_equal and scorer.is_equivalent(state, one.event, two.event)

    for each in ranked:
        if len(found) == count:
            break
        chosen = played if played is not None and is_same(each, played) else each
        if not any(is_same(chosen, other) for other in found):
            found.append(chosen)
    return found


class _Account:
    """The sums of a review, while it reads a game."""

    def __init__(self, rules: AnyRules, value: Value, second: Value | None) -> None:
        self.rules, self.scorer = rules, Scorer(rules, value)
        self.second = None if second is None else Scorer(rules, second)
        self.decisions: list[ReviewedDecision] = []
        self.rolls: list[ReviewedRoll] = []
        self.start: float | None = None
        """The score before the first event."""
        self.score = 0.0
        """The score after the last event, as its side knew the position."""
        self.last: State | None = None
        """The position after the last event."""
        self.other = 0.0

    def add(self, point: GameEvent) -> None:
        """Add an event."""
        if point.side == CHANCE:
            before, after = self._add_roll(point)
        else:
            before, after = self._add_decision(point)
        if self.start is None:
            self.start = self.score = self.scorer.score(point.before)
        self.other += before - self.score
        self.score = after
        self.last = point.after

    def _add_roll(self, point: GameEvent) -> tuple[float, float]:
        outcomes = self.scorer.list_outcomes(point.before)
        after = self.scorer.score(point.after)
        if not outcomes:
            before = self.scorer.score(point.before)
            self.rolls.append(ReviewedRoll(point.number, point.event, before, after))
            return before, after
        before = sum(chance * score for score, chance in outcomes)
        expected = self.scorer.expect(point.after)
        same = sum(chance for score, chance in outcomes if abs(score - expected) < 1e-9)
        self.rolls.append(ReviewedRoll(point.number, point.event, before, after, same or None))
        return before, after

    def _add_decision(self, point: GameEvent) -> tuple[float, float]:
        scorer, state, side, number = self.scorer, point.before, point.side, point.number
        before = scorer.score_known(state, side, number)
        deals = scorer.deal(state, side, number)
        scores = [scorer.score(self.rules.apply(each, point.event)[0]) for each in deals]
        after = sum(scores) / len(scores)
        skill = after - before if side == scorer.first else before - after
        made = ReviewedDecision(number, side, point.event, before, after, skill, 1)
        if len([*islice(self.rules.legal(state), 2)]) > 1:
            made = self._rank(made, state, deals)
        self.decisions.append(made)
        return before, after

    def _rank(
        self, made: ReviewedDecision, state: State, deals: list[State]
    ) -> ReviewedDecision:  # fmt: skip
        scorer, side = self.scorer, made.side
        ranked = scorer.rank(state, made.number, made.event)
        played = next((each for each in ranked if each.event == made.event), None)
        if played is None:
            played = RankedEvent(made.event, scorer.score_event(deals, made.event, side))
        best = ranked[0]
        error = max(best.score - played.score, 0.0)
        doubt = None
        if self.second is not None and error > 0:
            better, worse = (
                self.second.score_event(deals, each.event, side) for each in (best, played)
            )
            doubt = better - worse
        candidates = select_distinct(scorer, state, ranked, played=played)
        if played not in candidates:
            candidates.append(played)
        return msgspec.structs.replace(
            made, legal=len(ranked), candidates=tuple(candidates),
            rank=1 + sum(each.score > played.score + 1e-9 for each in ranked), error=error,
            spread=best.score - median(each.score for each in ranked), second_error=doubt,
        )  # fmt: skip

    def sum_up(self, side: str) -> SideReview:
        """Return the account of a side."""
        assert self.start is not None
        assert self.last is not None
        # A side that could not know the last position expected another score.
        start, end = self.start, self.scorer.score(self.last)
        other = self.other + end - self.score
        sign = 1 if side == self.scorer.first else -1
        own = [each for each in self.decisions if each.side == side]
        return SideReview(
            side, start if sign > 0 else 1 - start, end if sign > 0 else 1 - end,
            sum(each.is_unforced for each in own), sum(each.error for each in own),
            sum(each.skill for each in own), sign * sum(each.luck for each in self.rolls),
            sign * other,
        )  # fmt: skip


def check_discrimination(
    decisions: Sequence[ReviewedDecision], suspects: int = 0
) -> Discrimination:
    """Return whether the evaluation can find errors in some decisions.

    Args:
        decisions: The decisions.
        suspects: The number of suspected errors that games examine; 0 in the quick form.

    Returns:
        What was found.
    """
    free = [each for each in decisions if each.is_unforced]
    spread = median([each.spread for each in free] or [0.0])
    asked = [each for each in free if each.is_suspect and each.second_error is not None]
    agreement = None
    if asked:
        agreement = sum((each.second_error or 0.0) > 0 for each in asked) / len(asked)
    examined = (each.confirmation for each in free if each.confirmation is not None)
    undecided = suspects - sum(each.is_decided for each in examined)
    problems = []
    if free and spread < FLAT:
        problems.append("flat")
    if agreement is not None and len(asked) >= FEW and agreement < AGREEMENT:
        problems.append("disagree")
    if suspects and undecided > suspects / 2:
        problems.append("undecided")
    return Discrimination(spread, len(asked), agreement, undecided, tuple(problems))


def review_values(
    timeline: Timeline,
    value: Value,
    second: Value | None = None,
    method: ReviewMethod = USUAL,
    side: str = "",
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Review a game by values only: the quick form.

    The result depends on the game and the values only. It names no errors; `list_suspects` has the
    decisions that may be errors.

    Args:
        timeline: The game, with all hands known.
        value: The value.
        second: A second, independently trained value, to report where values disagree.
        method: The number of events to list; the seed for the full form.
        side: The side whose errors are examined; empty for all.
        progress: Is called with the number of reviewed events and of all events.

    Returns:
        The review.

    Raises:
        ReviewError: There is nothing to review.
    """
    rules = timeline.rules
    points = [*list_game_events(timeline)]
    account = _Account(rules, value, second)
    for done, point in enumerate(points, 1):
        account.add(point)
        progress(done, len(points))
    if not account.rolls and not any(each.is_unforced for each in account.decisions):
        raise ReviewError("nothingToReview")
    decisions = tuple(account.decisions)
    return Review(
        method, False, "", value.unit, value.size, value.digest,
        tuple(account.sum_up(each.id) for each in rules.spec.sides),
        decisions, tuple(account.rolls), check_discrimination(decisions),
        len({each.before.turn for each in points}), side,
    )  # fmt: skip
