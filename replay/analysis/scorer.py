"""The scores of positions and events, as a side knows them.

The score of a position is the expected score of the first side at the end of the current
activation. Where a side does not know hidden parts, they are dealt again, and scores are means.
"""

from random import Random

import msgspec

from senpu.notation.events import Event
from senpu.replay.analysis.lookahead import Memo, expect_outcomes, expect_score, rank_events
from senpu.replay.analysis.value import PositionValue
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

CANDIDATES = 5
"""The number of ranked events of a decision in a review."""
DEALS = 4
"""The number of deals of hidden parts over which a score is averaged."""
AVERAGED = 8
"""The number of events that are compared over all deals."""


class RankedEvent(msgspec.Struct, frozen=True):
    """A legal event of a decision, and the expected score of the side to decide after it."""

    event: Event
    score: float


class Scorer:
    """The scores of positions and events, as a side knows them."""

    def __init__(self, rules: AnyRules, value: PositionValue) -> None:
        self.rules, self.value = rules, value
        self.first = rules.spec.sides[0].id
        self.evaluations = 0
        """The number of positions that were evaluated for the ranks of events and for luck."""

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
        memo: Memo = {}
        found = expect_outcomes(self.rules, self.value, state, memo)
        self.evaluations += len(memo)
        return found

    def expect(self, state: State) -> float:
        """Return the score of the first side that is expected after an event."""
        return expect_score(self.rules, self.value, state, self.first)

    def score_known(self, state: State, side: str, number: int) -> float:
        """Return the expected score for the view of a side."""
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
        memo: Memo = {}
        ranked = rank_events(self.rules, self.value, deals[0], memo)
        found = [RankedEvent(*each) for each in ranked]
        self.evaluations += len(memo)
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
