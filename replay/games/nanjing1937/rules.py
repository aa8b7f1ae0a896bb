"""The Shanghai-Nanjing campaign as a ruleset: which question is answered where, and what
follows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, Answer, Board, Decision, IllegalEventError, Rules
from senpu.replay.games.nanjing1937 import (
    chances,
    combat,
    movement,
    quick,
    reinforcements,
    results,
    sampling,
    screens,
    turns,
    victory,
)
from senpu.replay.games.nanjing1937.sheet import Sheet
from senpu.replay.games.nanjing1937.state import CHINA, DUE, JAPAN, State
from senpu.replay.games.nanjing1937.worth import Worth
from senpu.replay.games.nanjing1937.zones import Zones, entered
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

CHOICE = Answer(victory.canon_choice, victory.legal_choices, victory.choose)

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
    "surplus": Answer(turns.canon_surplus, turns.legal_surplus, turns.lose_surplus),
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
"""By the kind of the ask."""

STAGES = {
    "set-up": reinforcements.follow_set_up,
    "over-stack": turns.phase_over,
    "retreats": results.follow_retreats,
    "widen": turns.follow_widen,
    "chosen": victory.follow_chosen,
}
"""What follows without an act, by the state's stage."""


class Nanjing(Rules[State]):
    """The contract, by table."""

    answers = ANSWERS
    stages = STAGES
    state_type = State
    continuing = frozenset(("surplus", "chen", "dice", "loss", "retreat", "advance"))
    gathered = frozenset(("set-up", "reinforce"))
    quick = quick.QUICK

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.sheet = Sheet(spec)
        self.zones = Zones(self.sheet, spec.switch["occupied_control"])
        self.stack_advances = spec.switch["stack_advances"]
        self.fallen_back_shields = spec.switch["fallen_back_shields"]
        self.extension_after_hold = spec.switch["extension_after_hold"]
        self.hold_stops_air = spec.switch["hold_stops_air"]
        number, sides = self.number, (JAPAN, CHINA)
        # Asks that never differ are made once: they are compared and shown, never changed.
        self.ask_move = {side: Decision(side, "move", number["move"]) for side in sides}
        self.ask_combat = {side: Decision(side, "combat", number["combat"]) for side in sides}
        self.ask_reinforce = {
            side: Decision(side, "reinforce", number["reinforcements"]) for side in sides
        }
        self.ask_chen = Decision(CHINA, "chen", number["chen"])
        self.ask_dice = Decision(CHANCE, "dice", number["dice"], dice=("",))
        self.ask_decide = Decision(JAPAN, "decide", number["decide"])
        self.ask_widen = Decision(JAPAN, "widen", number["widen"])
        self.ask_extend = Decision(JAPAN, "extend", number["extend"])

    def refuse(self, why: str, number: str, **facts: object) -> IllegalEventError:
        return IllegalEventError(why, self.number[number], **facts)

    def start(self) -> State:
        """3.1: the landing force is in Shanghai, and has entered it (reading 18)."""
        sheet = self.sheet
        where = tuple(sheet.start.get(k, DUE) for k in range(len(sheet.units)))
        state = State(where=where, held=0, trod=0)
        for k, h in sheet.start.items():
            held, trod = entered(sheet, state, sheet.side[k], (h,))
            state = State(where=where, held=held, trod=trod)
        return reinforcements.follow_set_up(self, state, [])

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.outcomes(self, state)
        return super().outcomes(state)

    def board(self, state: State) -> Board:
        return screens.board(self, state)

    def odds(self, state: State, event: Event) -> Odds | None:
        return chances.odds(self, state, event)

    def worth(self, state: State, side: str) -> float:
        return self.values.of(state, side)

    @cached_property
    def values(self) -> Worth:
        """Made for programs, when the first one asks."""
        return Worth(self)

    def interchangeable(self, state: State) -> Any:
        return screens.interchangeable(self, state)


RULES = Nanjing
