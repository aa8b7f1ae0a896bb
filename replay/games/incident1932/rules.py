"""The rule set of First Shanghai Incident: the functions for each decision and consequence."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, Answer, Board, Rules
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
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.evaluation import Worth
from senpu.replay.games.incident1932.state import DUE, State
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

ANSWERS = {
    "set-up": Answer(
        placement.canon_set_up, placement.legal_set_ups, placement.set_up, sampling.set_up
    ),
    "act": Answer(impulses.canon_act, impulses.legal_acts, impulses.act, sampling.act),
    "fire": Answer(canon_dice, legal_dice, combat.fire, sample_dice),
    "defence": Answer(canon_dice, legal_dice, combat.defence, sample_dice),
    "hits": Answer(hits.canon_hits, hits.legal_hits, hits.take, sampling.hits_taken),
    "decide": Answer(combat.canon_decide, combat.legal_decisions, combat.decide, sampling.decision),
    "assault": Answer(canon_dice, legal_dice, combat.assault, sample_dice),
    "advance": Answer(
        combat.canon_advance, combat.legal_advances, combat.advance, sampling.advance
    ),
    "pursuit": Answer(
        impulses.canon_pursuit, impulses.legal_pursuits, impulses.act, sampling.pursuit
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


class IncidentRules(Rules[Incident, State]):
    """First Shanghai Incident: the contract, by table."""

    answers, stages = ANSWERS, STAGES
    state_type = State
    continuing_kinds = frozenset(
        ("fire", "defence", "hits", "decide", "assault", "advance", "pursuit")
    )
    grouped_kinds = frozenset(("set-up",))
    lookahead_kinds = frozenset(("fire", "defence", "decide", "assault"))

    def __init__(self, spec: Spec) -> None:
        super().__init__(Incident(spec))

    def start(self) -> State:
        limit = self.context.sheet.limit
        state = State(
            where=(DUE,) * len(self.context.sheet.units),
            points=(limit["japan_points"], limit["china_points"]),
            nights=limit["night_attacks"],
            bombs=limit["human_bombs"],
        )
        return placement.follow_set_up(self.context, state)[0]

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.decision is not None and state.decision.side == CHANCE:
            return odds.outcomes(self.context, state, state.decision)
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


RULES = IncidentRules
