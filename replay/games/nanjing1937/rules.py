"""The Shanghai-Nanjing Campaign as a rule set: the answers to each decision, and the stages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Answer, Board, Rules
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
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.control import entered
from senpu.replay.games.nanjing1937.evaluation import Worth
from senpu.replay.games.nanjing1937.state import DUE, State
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.replay.parts.losses import legal_losses
from senpu.spec.loader import Spec

CHOICE = Answer(turns.canon_choice, turns.legal_choices, turns.choose)

ANSWERS = {
    "set-up": Answer(
        reinforcements.canon_set_up,
        reinforcements.legal_set_ups,
        reinforcements.set_up,
        sampling.set_up,
    ),
    "reinforce": Answer(
        reinforcements.canon_reinforce,
        reinforcements.legal_reinforcements,
        reinforcements.reinforce,
        sampling.reinforce,
    ),
    "move": Answer(movement.canon_move, movement.legal_moves, movement.move, sampling.move),
    "surplus": Answer(turns.canon_surplus, legal_losses, turns.lose_surplus),
    "combat": Answer(combat.canon_combat, combat.legal_combat, combat.attack, sampling.attack),
    "chen": Answer(combat.canon_chen, combat.legal_chen, combat.answer_chen),
    "dice": Answer(canon_dice, legal_dice, combat.dice, sample_dice),
    "loss": Answer(results.canon_loss, results.legal_losses, results.lose),
    "retreat": Answer(results.canon_retreat, results.legal_retreats, results.retreat),
    "advance": Answer(results.canon_advance, results.legal_advances, results.advance),
    "decide": CHOICE,
    "widen": CHOICE,
    "extend": CHOICE,
}
"""By the kind of the pending decision."""

STAGES = {
    "set-up": reinforcements.follow_set_up,
    "next-turn": turns.begin_turn,
    "next-phase": turns.next_phase,
    "over-stack": turns.phase_over,
    "retreats": results.follow_retreats,
    "widen": turns.follow_widen,
    "chosen": turns.begin_turn,
}
"""The consequences without an event, by the state's stage."""


class NanjingRules(Rules[Nanjing, State]):
    """The contract, by table."""

    answers = ANSWERS
    stages = STAGES
    state_type = State
    continuing_kinds = frozenset(("surplus", "chen", "dice", "loss", "retreat", "advance"))
    grouped_kinds = frozenset(("set-up", "reinforce"))

    def __init__(self, spec: Spec) -> None:
        super().__init__(Nanjing(spec))

    def start(self) -> State:
        """Return the first position: the landing force is in Shanghai, and has entered it (3.1;
        reading 18).
        """
        sheet = self.context.sheet
        where = tuple(sheet.start.get(k, DUE) for k in range(len(sheet.units)))
        state = State(where=where, held=0, trod=0)
        for k, h in sheet.start.items():
            held, trod = entered(sheet, state, sheet.side[k], (h,))
            state = State(where=where, held=held, trod=trod)
        return reinforcements.follow_set_up(self.context, state)[0]

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.outcomes(self.context, state)
        return super().outcomes(state)

    def board(self, state: State) -> Board:
        return display.board(self.context, state)

    def odds(self, state: State, event: Event) -> Odds | None:
        return odds.odds(self.context, state, event)

    def evaluate(self, state: State, side: str) -> float:
        return self.values.of(state, side)

    @cached_property
    def values(self) -> Worth:
        """Made for programs, when the first one asks."""
        return Worth(self.context)

    def interchangeable(self, state: State) -> Any:
        return display.interchangeable(self.context, state)


RULES = NanjingRules
