"""Review a game by values: the error of each decision, and the luck of each roll.

The score of a position is the expected score of the first side, from 0 to 1, with exact dice up to
the end of the current activation. A decision changes the score by skill, a roll by luck. All
changes add up to the change from the first position to the last.

This module has the result of a review and the quick form, which uses values only. The full form
(`confirmation.py`) plays games after the errors that the values suspect.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import median
from typing import NamedTuple

import msgspec

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.scorer import RankedEvent, Scorer, select_distinct
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.reducer import is_log_event
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.timeline import Timeline

SUSPECT = 0.05
"""The least error by values that is suspected, and the least size of an error that is named."""
GLYPHS = ((0.2, "??"), (0.1, "?"), (SUSPECT, "?!"))
"""The least size of an error with each glyph."""
CLEAR = 0.03
"""The least difference between the two best events of a decision with one clearly best event."""
FLAT = 0.002
"""Below this spread of the scores of legal events, values do not discriminate."""
OPEN = 0.05
"""Between this score and 1 minus it, a position is open: decisions after the game is decided do not
show whether values discriminate."""
AGREEMENT = 0.6
"""Below this share of errors that a second value confirms, values do not discriminate."""
FEW = 5
"""The least number of errors for such a share."""


class ReviewError(Error):
    """The log has no decision and no roll, or the position has no decision."""


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
    probability: float
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
    """The score of the best event minus the score of the event that was played, by values."""
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
        """Return whether the values suspect an error: all of them, if there are two."""
        second = self.second_error
        return self.error >= SUSPECT and (second is None or second >= SUSPECT)

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
    """Its score in the last position; its result if the game is over."""
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
    """The upper quartile of the spreads of the scores of legal events, over the unforced decisions
    in open positions; of all unforced decisions if no position is open."""
    errors: int
    """The number of errors of `SUSPECT` or more with which a second value was compared."""
    agreement: float | None
    """The share of them that the second value finds, too, however small; None without one."""
    undecided: int
    """The number of suspected errors that games could not decide."""
    problems: tuple[str, ...]
    """The reasons why errors cannot be found reliably: `untrained`, `flat`, `disagree`,
    `undecided`."""


class ReviewMethod(msgspec.Struct, frozen=True):
    """The method of a review."""

    seed: int = 1
    games: int = 0
    """The largest number of pairs of games for an error; 0 for the budget of the full form."""
    worst: int = 6
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
    horizon: int
    """The number of turn ends up to which they were played; 0 for the quick form, and where games
    to the end confirmed the errors."""
    unit: str
    size: float
    low: float
    """The number of units that the score 0 is, for the first side."""
    digest: str
    """The digest of the value."""
    sides: tuple[SideReview, ...]
    decisions: tuple[ReviewedDecision, ...]
    """All decisions of the game, in its order."""
    rolls: tuple[ReviewedRoll, ...]
    """All results of chance, in the order of the game."""
    discrimination: Discrimination
    costs: dict[int, int] = {}
    """The number of positions that were evaluated to review each event, by its number."""
    is_for_data: bool = True
    """True if the value was learned on the data of the game."""
    examined: str = ""
    """The side whose errors are examined; empty for all sides."""
    unknown: tuple[int, int] = (0, 0)
    """The number of features that the value does not know, and of all features, in the position
    with the largest share of unknown ones."""

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

    def sum_confirmed(self, side: str) -> tuple[int, float] | None:
        """Return the number and the sum of a side's confirmed errors; None in the quick form."""
        own = [each.size for each in self.list_errors() if each.side == side]
        return (len(own), sum(own)) if self.is_full else None

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


class _Account:
    """The sums of a review, while it reads a game."""

    def __init__(self, rules: AnyRules, value: PositionValue, second: PositionValue | None) -> None:
        self.rules, self.scorer = rules, Scorer(rules, value)
        self.second = None if second is None else Scorer(rules, second)
        self.decisions: list[ReviewedDecision] = []
        self.rolls: list[ReviewedRoll] = []
        self.costs: dict[int, int] = {}
        self.start: float | None = None
        """The score before the first event."""
        self.score = 0.0
        """The score after the last event, as its side knew the position."""
        self.last: State | None = None
        """The position after the last event."""
        self.other = 0.0

    def add(self, point: GameEvent) -> None:
        """Add an event."""
        evaluated = self.scorer.evaluations
        if point.side == CHANCE:
            before, after = self._add_roll(point)
        else:
            before, after = self._add_decision(point)
        if self.start is None:
            self.start = self.score = self.scorer.score(point.before)
        self.costs[point.number] = self.scorer.evaluations - evaluated + 1
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
    decisions: Sequence[ReviewedDecision], suspects: int = 0, has_value: bool = True
) -> Discrimination:
    """Return whether the evaluation can find errors in some decisions.

    Args:
        decisions: The decisions.
        suspects: The number of suspected errors that games examine; 0 in the quick form.
        has_value: True if a value was learned for the rule set.

    Returns:
        What was found.
    """
    free = [each for each in decisions if each.is_unforced]
    open_ones = [each for each in free if OPEN <= each.before <= 1 - OPEN]
    spreads = sorted(each.spread for each in open_ones or free)
    spread = spreads[len(spreads) * 3 // 4] if spreads else 0.0
    asked = [each for each in free if each.error >= SUSPECT and each.second_error is not None]
    agreement = None
    if asked:
        agreement = sum((each.second_error or 0.0) > 0 for each in asked) / len(asked)
    examined = (each.confirmation for each in free if each.confirmation is not None)
    undecided = suspects - sum(each.is_decided for each in examined)
    problems = [] if has_value else ["untrained"]
    if has_value and free and spread < FLAT:
        problems.append("flat")
    if agreement is not None and len(asked) >= FEW and agreement < AGREEMENT:
        problems.append("disagree")
    if suspects and undecided > suspects / 2:
        problems.append("undecided")
    return Discrimination(spread, len(asked), agreement, undecided, tuple(problems))


def find_most_unknown(value: PositionValue, points: Sequence[GameEvent]) -> tuple[int, int]:
    """Return the counts of unknown and of all features where the share of unknown ones is largest.

    Args:
        value: The value.
        points: The events of the game.

    Returns:
        The two counts.
    """
    counts = (value.count_unknown_features(point.before) for point in points)
    return max(counts, key=lambda each: each[0] / max(each[1], 1), default=(0, 0))


def review_values(
    timeline: Timeline,
    value: PositionValue,
    second: PositionValue | None = None,
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
        second: A second value, to report where values disagree.
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
    decisions, has_value = tuple(account.decisions), bool(value.digest)
    return Review(
        method, False, "", 0, value.unit, value.size,
        float(value.margin.low) if value.margin else 0.0, value.digest,
        tuple(account.sum_up(each.id) for each in rules.spec.sides),
        decisions, tuple(account.rolls), check_discrimination(decisions, has_value=has_value),
        account.costs,
        value.is_for, side, find_most_unknown(value, points),
    )  # fmt: skip
