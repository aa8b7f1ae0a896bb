"""The rule set of First Shanghai Incident: the functions for each decision and consequence."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Answer, Board, IllegalEventError, Rules
from senpu.replay.core.states import CHANCE, Outcome
from senpu.replay.games.incident1932 import (
    combat,
    display,
    hits,
    impulses,
    odds,
    placement,
    sampling,
    turns,
)
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.features import Incident1932Features
from senpu.replay.games.incident1932.state import DUE, Incident1932State
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
    "act": Answer(impulses.canon_act, impulses.legal_acts, impulses.apply_act, sampling.sample_act),
    "fire": Answer(canon_dice, legal_dice, combat.apply_fire_dice, sample_dice),
    "defence": Answer(canon_dice, legal_dice, combat.apply_defence_dice, sample_dice),
    "hits": Answer(hits.canon_hits, hits.legal_hits, hits.apply_hits, sampling.sample_hits),
    "withdraw": Answer(
        hits.canon_withdrawal,
        hits.legal_withdrawals,
        hits.apply_withdrawal,
        sampling.sample_withdrawal,
    ),
    "decide": Answer(
        combat.canon_decide, combat.legal_decisions, combat.apply_choice, sampling.sample_choice
    ),
    "assault": Answer(canon_dice, legal_dice, combat.apply_assault_dice, sample_dice),
    "advance": Answer(
        combat.canon_advance, combat.legal_advances, combat.apply_advance, sampling.sample_advance
    ),
    "pursuit": Answer(
        impulses.canon_pursuit, impulses.legal_pursuits, impulses.apply_act, sampling.sample_pursuit
    ),
}
"""The functions for each kind of decision."""

STAGES = {
    "set-up": placement.follow_set_up,
    "turn": turns.follow_turn,
    "fight": combat.follow_fight,
    "hits": combat.follow_hits,
    "scoring": turns.follow_scoring,
}
"""The consequences without an event, by the state's stage."""


class Incident1932Rules(Rules[Incident1932Context, Incident1932State]):
    """First Shanghai Incident: the tables of the contract."""

    answers, stages = ANSWERS, STAGES
    continuing_kinds = frozenset(
        ("fire", "defence", "hits", "withdraw", "decide", "assault", "advance", "pursuit")
    )
    grouped_kinds = frozenset(("set-up",))
    score_tally = ("japan", "victory")
    lookahead_kinds = frozenset(("fire", "defence", "decide", "assault"))

    def __init__(self, spec: Spec) -> None:
        super().__init__(Incident1932Context(spec))

    def start(self) -> Incident1932State:
        """Return the state before the set-up."""
        limit = self.context.tables.limit
        state = Incident1932State(
            locations=(DUE,) * len(self.context.tables.units),
            points=(limit["japan_points"], limit["china_points"]),
            nights=limit["night_attacks"],
            bombs=limit["human_bombs"],
        )
        return self.run_stages(placement.follow_set_up(self.context, state)[0])[0]

    def count_margin(self, state: Incident1932State) -> int:
        """Return Japan's victory points minus the points that win the game (4.1)."""
        return state.victory - self.context.tables.limit["victory"]

    def outcomes(self, state: Incident1932State) -> Iterator[tuple[Event, float]]:
        """Yield the rolls of a decision of chance, merged by result, with their probabilities."""
        if state.decision is not None and state.decision.side == CHANCE:
            return odds.list_outcomes(self.context, state, state.decision)
        return super().outcomes(state)

    def roll_provenance(self, state: Incident1932State) -> str:
        """Return the weakest provenance of a combat and of the map, which limits retreats."""
        if state.fight is None:
            return super().roll_provenance(state)
        return odds.find_roll_provenance(self.context, state.fight)

    def end_by_players(self, state: Incident1932State, outcome: Outcome) -> Incident1932State:
        """Return the position after a resignation or an agreement."""
        return turns.stop_game(state, outcome)

    def is_past(self, state: Incident1932State, goal: Incident1932State) -> bool:
        """Return whether spent points or a loss exclude that events lead to a position."""
        return super().is_past(state, goal) or turns.is_spent(state, goal)

    def make_features(self) -> Incident1932Features:
        """Return the features from which the value of a position is learned."""
        return Incident1932Features(self.context)

    def make_position_format(self) -> "PositionFormat":
        """Return the form in which positions are written as text."""
        from senpu.replay.games.incident1932 import positions  # most logs state no position

        return positions.make_format(self.context)

    def check_position(self, state: Incident1932State, side: str) -> None:
        """Check a position that was read from a text. Raises IllegalEventError."""
        from senpu.replay.games.incident1932 import position_rules

        del side
        position_rules.check_position(self.context, state)

    def list_unreachable(self, state: Incident1932State) -> Iterator[IllegalEventError]:
        """Yield the reasons why no game reaches a position."""
        from senpu.replay.games.incident1932 import position_rules

        return position_rules.list_unreachable(self.context, state)

    def board(self, state: Incident1932State) -> Board:
        """Return the position for the screens."""
        return display.build_board(self.context, state)

    def odds(self, state: Incident1932State, event: Event) -> Odds | None:
        """Return the odds of a fire or an assault; None for other events."""
        return odds.compute_odds(self.context, state, event)

    def interchangeable(self, state: Incident1932State) -> Any:
        """Return the position with interchangeable units merged."""
        return display.merge_interchangeable(self.context, state)


RULES = Incident1932Rules
