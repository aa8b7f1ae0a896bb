"""The Shanghai-Nanjing Campaign as a rule set: the answers to each decision, and the stages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Answer, Board, IllegalEventError, Rules
from senpu.replay.games.nanjing1937 import (
    combat,
    display,
    movement,
    odds,
    reinforcements,
    results,
    sampling,
    turns,
)
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.control import record_entry
from senpu.replay.games.nanjing1937.features import NanjingFeatures
from senpu.replay.games.nanjing1937.state import DUE, NanjingState
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.replay.parts.losses import legal_losses
from senpu.spec.loader import Spec

if TYPE_CHECKING:
    from senpu.replay.core.position_format import PositionFormat

CHOICE = Answer(turns.canon_choice, turns.legal_choices, turns.choose)

ANSWERS = {
    "set-up": Answer(
        reinforcements.canon_set_up,
        reinforcements.legal_set_ups,
        reinforcements.set_up,
        sampling.sample_set_up,
    ),
    "reinforce": Answer(
        reinforcements.canon_reinforce,
        reinforcements.legal_reinforcements,
        reinforcements.reinforce,
        sampling.sample_placement,
    ),
    "move": Answer(movement.canon_move, movement.legal_moves, movement.move, sampling.sample_move),
    "surplus": Answer(turns.canon_surplus, legal_losses, turns.lose_surplus),
    "combat": Answer(
        combat.canon_combat, combat.legal_combat, combat.declare_attack, sampling.sample_attack
    ),
    "chen": Answer(combat.canon_chen, combat.legal_chen, combat.answer_chen),
    "dice": Answer(canon_dice, legal_dice, combat.apply_roll, sample_dice),
    "loss": Answer(results.canon_loss, results.legal_losses, results.lose),
    "retreat": Answer(results.canon_retreat, results.legal_retreats, results.retreat),
    "advance": Answer(results.canon_advance, results.legal_advances, results.advance),
    "decide": CHOICE,
    "widen": CHOICE,
    "extend": CHOICE,
}
"""The answers to decisions, by the kind of the decision."""

STAGES = {
    "set-up": reinforcements.follow_set_up,
    "next-turn": turns.begin_turn,
    "next-phase": turns.next_phase,
    "over-stack": turns.end_phase,
    "retreats": results.follow_retreats,
    "widen": turns.follow_widen,
    "chosen": turns.begin_turn,
}
"""The consequences without an event, by the state's stage."""


class NanjingRules(Rules[NanjingContext, NanjingState]):
    """The contract, by table."""

    answers = ANSWERS
    stages = STAGES
    continuing_kinds = frozenset(("surplus", "chen", "dice", "loss", "retreat", "advance"))
    grouped_kinds = frozenset(("set-up", "reinforce"))
    score_tally = ("japan", "points")

    def __init__(self, spec: Spec) -> None:
        super().__init__(NanjingContext(spec))

    def start(self) -> NanjingState:
        """Return the first position: Japan's landing force is in Shanghai (3.1; reading 18)."""
        tables = self.context.tables
        where = tuple(tables.start.get(k, DUE) for k in range(len(tables.units)))
        state = NanjingState(where=where, held=0, trod=0, stage="set-up")
        for k, h in tables.start.items():
            held, trod = record_entry(tables, state, tables.side[k], (h,))
            state = NanjingState(where=where, held=held, trod=trod, stage="set-up")
        return self.run_stages(reinforcements.follow_set_up(self.context, state)[0])[0]

    def make_features(self) -> NanjingFeatures:
        """Return the features from which the value of a position is learned."""
        return NanjingFeatures(self.context)

    def make_position_format(self) -> PositionFormat:
        """Return the form in which positions are written as text."""
        from senpu.replay.games.nanjing1937 import positions  # most logs state no position

        return positions.make_format(self.context)

    def check_position(self, state: NanjingState, side: str) -> None:
        """Check a position that was read from a text. Raises IllegalEventError."""
        from senpu.replay.games.nanjing1937 import positions

        del side
        positions.check_position(self.context, state)

    def list_unreachable(self, state: NanjingState) -> Iterator[IllegalEventError]:
        """Yield the reasons why no game reaches a position."""
        from senpu.replay.games.nanjing1937 import positions

        return positions.list_unreachable(self.context, state)

    def get_moment(self, state: NanjingState) -> tuple[int, int]:
        """Return the turn and the phase of a position."""
        return state.turn, state.phase

    def outcomes(self, state: NanjingState) -> Iterator[tuple[Event, float]]:
        """Yield a roll for each result of the column, with its probability (9.2)."""
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.list_outcomes(self.context, state)
        return super().outcomes(state)

    def roll_provenance(self, state: NanjingState) -> str:
        """Return the weakest provenance of a combat and of the map, which limits retreats."""
        if state.fight is None or state.decision is None or state.decision.kind != "dice":
            return super().roll_provenance(state)
        return odds.find_roll_provenance(self.context, state, state.fight)

    def board(self, state: NanjingState) -> Board:
        """Return the board: counters, control, zones of control and tallies."""
        return display.build_board(self.context, state)

    def odds(self, state: NanjingState, event: Event) -> Odds | None:
        """Return the odds of an event, or None if it rolls no die."""
        return odds.compute_odds(self.context, state, event)

    def interchangeable(self, state: NanjingState) -> Any:
        """Return the position with interchangeable units merged."""
        return display.merge_interchangeable(self.context, state)


RULES = NanjingRules
