"""The rule set of 800 in either edition: the functions for each decision and consequence.

An edition is its data and switches (`spec/800/game.toml`); no function depends on its name.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Answer, Board, IllegalEventError, Rules
from senpu.replay.core.states import Outcome
from senpu.replay.games.eight_hundred import (
    actions,
    display,
    placement,
    results,
    sampling,
    turns,
)
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.features import EightHundredFeatures
from senpu.replay.games.eight_hundred.state import DUE, EightHundredState
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

if TYPE_CHECKING:
    from senpu.replay.core.position_format import PositionFormat

ANSWERS = {
    "set-up": Answer(
        placement.canon_set_up,
        placement.legal_set_ups,
        placement.apply_set_up,
        sampling.sample_set_up,
    ),
    "initiative": Answer(canon_dice, legal_dice, turns.apply_initiative, sample_dice),
    "place": Answer(
        placement.canon_place,
        placement.legal_places,
        placement.apply_arrival,
        sampling.sample_place,
    ),
    "act": Answer(actions.canon_act, actions.legal_acts, actions.apply_act, sampling.sample_act),
    "second": Answer(
        actions.canon_second, actions.legal_seconds, actions.apply_second, sampling.sample_second
    ),
    "dice": Answer(canon_dice, legal_dice, results.apply_dice, sample_dice),
    "reroll": Answer(results.canon_reroll, results.legal_rerolls, results.apply_reroll),
    "retreat": Answer(
        results.canon_retreat,
        results.legal_retreats,
        results.apply_retreat,
        sampling.sample_retreat,
    ),
}
"""The functions for each kind of decision."""

STAGES = {
    "set-up": placement.follow_set_up,
    "turn": turns.follow_turn,
    "initiative": turns.follow_initiative,
    "reinforcements": placement.follow_reinforcements,
    "actions": turns.follow_actions,
    "resolve": results.follow_resolve,
    "acted": actions.follow_acted,
}
"""The consequences without an event, by the state's stage."""


class EightHundredRules(Rules[EightHundredContext, EightHundredState]):
    """800: the tables of the contract."""

    answers, stages = ANSWERS, STAGES
    continuing_kinds = frozenset(("dice", "reroll", "retreat", "second"))
    grouped_kinds = frozenset(("set-up", "place", "initiative"))
    score_tally = ("china", "evacuated")

    def __init__(self, spec: Spec) -> None:
        super().__init__(EightHundredContext(spec))

    def start(self) -> EightHundredState:
        """Return the state before the set-up."""
        count = len(self.context.tables.units)
        state = EightHundredState(
            locations=(DUE,) * count, points=(0,) * count, reduced=(False,) * count
        )
        return self.run_stages(placement.follow_set_up(self.context, state)[0])[0]

    def outcomes(self, state: EightHundredState) -> Iterator[tuple[Event, float]]:
        """Yield the rolls of a decision of chance, merged by result, with their probabilities."""
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.list_outcomes(state)
        return super().outcomes(state)

    def roll_provenance(self, state: EightHundredState) -> str:
        """Return the weakest provenance of a combat and of the map, which limits retreats."""
        if state.fight is None:
            return super().roll_provenance(state)
        return display.find_roll_provenance(self.context, state.fight)

    def is_past(self, state: EightHundredState, goal: EightHundredState) -> bool:
        """Return whether spent points or a loss exclude that events lead to a position."""
        return super().is_past(state, goal) or turns.is_spent(state, goal)

    def make_features(self) -> EightHundredFeatures:
        """Return the features from which the value of a position is learned."""
        return EightHundredFeatures(self.context)

    def make_position_format(self) -> "PositionFormat":
        """Return the form in which positions are written as text."""
        from senpu.replay.games.eight_hundred import positions  # most logs state no position

        return positions.make_format(self.context)

    def check_position(self, state: EightHundredState, side: str) -> None:
        """Check a position that was read from a text. Raises IllegalEventError."""
        from senpu.replay.games.eight_hundred import positions

        del side
        positions.check_position(self.context, state)

    def list_unreachable(self, state: EightHundredState) -> Iterator[IllegalEventError]:
        """Yield the reasons why no game reaches a position, though it breaks no rule."""
        from senpu.replay.games.eight_hundred import positions

        return positions.list_unreachable(self.context, state)

    def end_by_players(self, state: EightHundredState, outcome: Outcome) -> EightHundredState:
        """Return the position after a resignation or an agreement."""
        return turns.stop_game(state, outcome)

    def board(self, state: EightHundredState) -> Board:
        """Return the position for the screens."""
        return display.build_board(self.context, state)

    def odds(self, state: EightHundredState, event: Event) -> Odds | None:
        """Return the odds of an attack, a grenade or a re-roll; None for other events."""
        return display.compute_odds(self.context, state, event)

    def interchangeable(self, state: EightHundredState) -> Any:
        """Return the position with interchangeable units merged."""
        return display.merge_interchangeable(self.context, state)


RULES = EightHundredRules
