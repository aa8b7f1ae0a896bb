"""The legal moves of a position with their values, whether a game played them or not.

Moves that lead to the same position are one move, as in a book. A value is the expected score of
the first side at the end of the activation (:mod:`senpu.replay.analysis.lookahead`).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import inf
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from senpu.notation.events import Event
from senpu.notation.writer import format_event
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.lookahead import Memo, expect_score
from senpu.replay.analysis.value import PositionValue
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.views import hide_private
from senpu.replay.openings.book import BookEntry, BookResults, MoveRecord
from senpu.replay.openings.moves import MOST, PlayableMove
from senpu.replay.openings.reading import Numbering

MOST_STEPS = 3000
"""About the most events that are played to list the whole set-ups of a position."""
HIDDEN_SIGN = "?"
"""The sign in events that depend on facts hidden from the view, which cannot be played."""
CLEARLY = 0.05
"""The least distance of a value from the confidence interval of the results that contradicts it."""


LEAST_LEAD = 0.02
"""The least lead of a value over another that counts as higher."""


class _PartialSetUp(NamedTuple):
    state: State
    texts: tuple[str, ...]
    first: frozenset[int]
    """The positions after the first event on each way to it."""


class MoveValues:
    """The legal moves of a position with their values, found step by step."""

    def __init__(
        self, numbering: Numbering, state: State, value: PositionValue, leaf: BookEntry,
        find_playable: Callable[[MoveRecord], PlayableMove | None],
    ) -> None:  # fmt: skip
        """Prepare the search; `advance` makes it.

        Args:
            numbering: The numbers of positions.
            state: The position.
            value: The value of the rule set.
            leaf: The moves of a book in the position; empty without a book.
            find_playable: Returns a move of the book in the names of the position.
        """
        self.numbering, self.state, self.value = numbering, state, value
        self.leaf, self.find_playable = leaf, find_playable
        self.rules = numbering.rules
        self.events: dict[int, MoveRecord] = {}
        """The single events, by the position after them."""
        self.set_ups: dict[int, MoveRecord] = {}
        """The whole set-ups of several events; empty if there are too many of them."""
        self.is_complete = False
        """True if all moves have their values."""
        self.is_partial = False
        """True if single events have the values of incomplete set-ups: these are too many."""
        self.has_hidden = False
        """True if some legal events have no value, since they depend on hidden facts."""
        side = state.decision.side if state.decision else CHANCE
        owner = self.value.first if side == CHANCE else side
        self._dealt = self.rules.sample_hidden(state, owner, Random(0))
        """The position with any hidden cards, on which a value does not depend."""
        self._reached: dict[int, State] = {}
        """The state after each single event."""
        self._scores: dict[tuple[bool, int], float | None] = {}
        self._memo: Memo = {}
        self._work = self._find_all()

    @property
    def sign(self) -> int:
        """1 if the first side decides, or chance; -1 if another side decides."""
        decision = self.state.decision
        is_first = decision is None or decision.side in (CHANCE, self.value.first)
        return 1 if is_first else -1

    def advance(self, has_time: Callable[[], bool] = lambda: True) -> bool:
        """Find moves while there is time.

        Args:
            has_time: Returns whether to continue; it is called after each event.

        Returns:
            Whether all moves are found.
        """
        for _ in self._work:
            if not has_time():
                return False
        self.is_complete = True
        return True

    def find_score(self, move: MoveRecord) -> float | None:
        """Return the score of the first side that is expected after a move.

        Returns:
            The score, or None if the move depends on hidden facts.
        """
        key = move.is_set_up, move.after
        if key not in self._scores:
            state = None if move.is_set_up else self._reached.get(move.after)
            if state is not None:
                self._scores[key] = self._expect(state)
            else:
                found = self.find_playable(move)
                self._scores[key] = self.expect_after(found.course) if found else None
        return self._scores[key]

    def expect_after(self, course: EventSequence) -> float:
        """Return the score of the first side that is expected after some events."""
        state = self._dealt
        for step in course.steps:
            state = self.rules.apply(state, step.event)[0]
        return self._expect(state)

    def list_unplayed(self) -> list[MoveRecord]:
        """Return the moves that no game played, the best first; before the end, some of them.

        These are whole set-ups at the start of a set-up, if there are not too many, else events.
        """
        moves = self.leaf.moves
        starts = not moves or any(move.is_set_up for move in moves)
        found = self.set_ups if starts and self.set_ups else self.events
        played = {(move.is_set_up, move.after) for move in moves}
        return self.sort(
            move for move in found.values()
            if (key := (move.is_set_up, move.after)) not in played and key in self._scores
        )  # fmt: skip

    def list_compared(self) -> list[MoveRecord]:
        """Return the moves that are compared: the set-ups of the position, or else its events."""
        moves, unplayed = self.leaf.moves, self.list_unplayed()
        whole = next(iter([*moves, *unplayed]), None)
        return [
            move for move in [*moves, *unplayed]
            if whole is not None and move.is_set_up == whole.is_set_up
        ]  # fmt: skip

    def find_interval(self, move: MoveRecord, side: int, least: int) -> Interval | None:
        """Return the confidence interval of the score of a side in the games of a move.

        In a game that is graded by margins, it is the interval of the mean margin.

        Args:
            move: The move.
            side: The number of the side.
            least: The least number of games that are enough.

        Returns:
            The interval; None with too few games.
        """
        played, scale = move.played, self.value.margin
        if scale is None:
            return played.score_interval(side) if played.ended >= max(least, 1) else None
        ends = played.margin_interval if played.margins >= least else None
        if ends is None:
            return None
        low, high = ((end - scale.low) / self.value.size for end in ends)
        return Interval(1 - high, 1 - low) if side else Interval(low, high)

    def compare(self, move: MoveRecord, side: int, least: int) -> int:
        """Return how the value of a move compares with its results.

        Args:
            move: The move.
            side: The number of the side.
            least: The least number of games that are enough.

        Returns:
            1 if the value is clearly above the 95% confidence interval of the results, -1 if it is
            clearly below, else 0. A draw counts half.
        """
        score, interval = self.find_score(move), self.find_interval(move, side, least)
        if score is None or interval is None:
            return 0
        mine = score if not side else 1 - score
        return int(mine > interval.high + CLEARLY) - int(mine < interval.low - CLEARLY)

    def sort(self, moves: Iterable[MoveRecord]) -> list[MoveRecord]:
        """Return moves by value, the best for the side that decides first."""

        def rate(move: MoveRecord) -> float:
            score = self.find_score(move)
            return inf if score is None else -self.sign * score

        return sorted(moves, key=rate)

    # ---- finding --------------------------------------------------------------------------

    def _expect(self, state: State) -> float:
        return expect_score(self.rules, self.value, state, self.value.first, self._memo)

    def _make_move(self, texts: tuple[str, ...], is_set_up: bool, after: int) -> MoveRecord:
        none = BookResults(wins=(0,) * len(self.rules.spec.sides))
        return MoveRecord(texts, is_set_up, after, none, none)

    def _list_events(self) -> Iterable[Event]:
        decision = self.state.decision
        if decision is None or (decision.side == CHANCE and not decision.dice):
            return ()
        if decision.side != CHANCE:
            return self.rules.legal(self.state)
        outcomes = list(islice(self.rules.outcomes(self.state), MOST + 1))
        return [event for event, _ in outcomes] if len(outcomes) <= MOST else ()

    def _find_all(self) -> Iterator[None]:
        """Find all moves, then their values; yield after each step."""
        rules, state = self.rules, self.state
        is_roll = state.decision is not None and state.decision.side == CHANCE
        for event in self._list_events():
            if HIDDEN_SIGN in format_event(event):
                self.has_hidden = True
                continue
            after = rules.apply(self._dealt, event)[0]
            number = self.numbering(after)
            old = self.events.get(number)
            if old is None:
                self._reached[number] = after
                text = format_event(hide_private(rules, state, event))
                self.events[number] = self._make_move((text,), False, number)
            elif is_roll:
                self.events[number] = replace(old, forms=(*old.forms, format_event(event)))
            yield
        if not is_roll and state.decision and state.decision.kind in rules.grouped_kinds:
            yield from self._find_set_ups()
        for move in (*self.events.values(), *self.leaf.moves):
            self.find_score(move)
            yield

    def _find_set_ups(self) -> Iterator[None]:
        """Find the whole set-ups; each first event has the value of the best of its set-ups."""
        layer = {
            number: _PartialSetUp(after, self.events[number].forms, frozenset((number,)))
            for number, after in self._reached.items()
        }
        whole: dict[int, _PartialSetUp] = {}
        is_longer = False
        while layer:
            following: dict[int, _PartialSetUp] = {}
            for number, part in layer.items():
                if not self._continues(part.state):
                    _merge(whole, number, part)
                    continue
                is_longer, events = True, list(self.rules.legal(part.state))
                if len(layer) * len(events) > MOST_STEPS:
                    self.is_partial = True
                    return
                for event in events:
                    after = self.rules.apply(part.state, event)[0]
                    text = format_event(hide_private(self.rules, part.state, event))
                    longer = _PartialSetUp(after, (*part.texts, text), part.first)
                    _merge(following, self.numbering(after), longer)
                    yield
            layer = following
        best: dict[int, float] = {}
        choose = max if self.sign > 0 else min
        for number, part in whole.items():
            score = self._expect(part.state)
            for first in part.first:
                best[first] = choose(best.get(first, score), score)
            if is_longer:
                self.set_ups[number] = self._make_move((" ".join(part.texts),), True, number)
                self._scores[True, number] = score
            yield
        for first, score in best.items():
            self._scores[False, first] = score

    def _continues(self, state: State) -> bool:
        """Return whether the same side continues the set-up."""
        before, after = self.state.decision, state.decision
        return (
            before is not None
            and after is not None
            and (after.kind, after.side) == (before.kind, before.side)
        )


def _merge(found: dict[int, _PartialSetUp], number: int, part: _PartialSetUp) -> None:
    """Add a set-up; ways to the same position are one."""
    old = found.get(number)
    found[number] = part if old is None else old._replace(first=old.first | part.first)


class Contradiction(NamedTuple):
    """Two moves that results and values rank in opposite orders."""

    by_results: MoveRecord
    """The move whose results are clearly better."""
    by_value: MoveRecord
    """The move with the higher value."""


def find_contradiction(
    moves: Iterable[MoveRecord], side: int, least: int, values: MoveValues
) -> Contradiction | None:
    """Return the move with the best results next to the move whose value is most above its value.

    Args:
        moves: The moves to compare.
        side: The number of the side whose results are compared.
        least: The least number of games that are enough.
        values: The values.

    Returns:
        The two moves; None if no move with a higher value has clearly worse results.
    """
    sign = 1 if not side else -1
    found = [
        _RatedMove(move, interval, sign * score)
        for move in moves
        if (interval := values.find_interval(move, side, least)) is not None
        and (score := values.find_score(move)) is not None
    ]
    first = max(found, key=lambda each: each.interval.low, default=None)
    if first is None:
        return None
    worse = [each for each in found if each.interval.high < first.interval.low]
    best = max(worse, key=lambda each: each.score, default=None)
    if best is None or best.score < first.score + LEAST_LEAD:
        return None
    return Contradiction(first.move, best.move)


class _RatedMove(NamedTuple):
    """A move with its results and its value."""

    move: MoveRecord
    interval: Interval
    score: float
