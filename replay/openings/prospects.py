"""What the rules say of a book's moves, beside how they went in its games: the odds of an attack,
and how often the dice come out so.

Reckoned from what is public: what a card in a hand would make of an attack is not in it.
"""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, State
from senpu.replay.openings.book import Move
from senpu.replay.openings.numbering import Numbering
from senpu.replay.openings.spelling import Own

MOST = 216
"""Of so many outcomes at most each is looked at."""


class Prospects:
    """Of the moves of one position."""

    def __init__(self, numbering: Numbering, state: State) -> None:
        self.numbering, self.state = numbering, state
        self._chances: dict[int, float] | None = None

    @property
    def of_chance(self) -> bool:
        """Whether what comes next is rolled or drawn."""
        return self.state.decision is not None and self.state.decision.side == CHANCE

    def odds(self, found: Own | None) -> Odds | None:
        """The odds of a move that is a single attack, in the names of this position."""
        if found is None or len(found.course.steps) != 1:
            return None
        odds = self.numbering.rules.odds(self.state, found.course.steps[0].event)
        return replace(odds, cases=()) if odds else None

    def chance(self, move: Move) -> float | None:
        """How likely dice lead to where a move does; nothing where cards are drawn, or outcomes are
        too many to look at each."""
        if self._chances is None:
            self._chances = self._by_position()
        return self._chances.get(move.after)

    def _by_position(self) -> dict[int, float]:
        decision, rules = self.state.decision, self.numbering.rules
        if not self.of_chance or decision is None or not decision.dice:
            return {}
        outcomes = list(islice(rules.outcomes(self.state), MOST + 1))
        if len(outcomes) > MOST:
            return {}
        found: dict[int, float] = {}
        for event, chance in outcomes:
            after = self.numbering(rules.apply(self.state, event)[0])
            found[after] = found.get(after, 0.0) + chance
        return found
