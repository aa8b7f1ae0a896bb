"""The rule set of 800 in either edition: the functions for each decision and consequence.

An edition is its data and switches (`spec/800/game.toml`); no function depends on its name.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import Answer, Board, Rules
from senpu.replay.games.eight_hundred import actions, display, placement, results, sampling, turns
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.evaluation import Worth
from senpu.replay.games.eight_hundred.state import DUE, State
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

ANSWERS = {
    "set-up": Answer(
        placement.canon_set_up, placement.legal_set_ups, placement.set_up, sampling.set_up
    ),
    "initiative": Answer(canon_dice, legal_dice, turns.initiative, sample_dice),
    "place": Answer(
        placement.canon_place, placement.legal_places, placement.arrive, sampling.place
    ),
    "act": Answer(actions.canon_act, actions.legal_acts, actions.act, sampling.act),
    "second": Answer(actions.canon_second, actions.legal_seconds, actions.second, sampling.second),
    "dice": Answer(canon_dice, legal_dice, results.dice, sample_dice),
    "reroll": Answer(results.canon_reroll, results.legal_rerolls, results.reroll),
    "retreat": Answer(
        results.canon_retreat, results.legal_retreats, results.retreat, sampling.retreat
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


class EightHundredRules(Rules[EightHundred, State]):
    """800: the contract, by table."""

    answers, stages = ANSWERS, STAGES
    state_type = State
    continuing_kinds = frozenset(("dice", "reroll", "retreat", "second"))
    grouped_kinds = frozenset(("set-up", "place", "initiative"))

    def __init__(self, spec: Spec) -> None:
        super().__init__(EightHundred(spec))

    def start(self) -> State:
        count = len(self.context.sheet.units)
        state = State(where=(DUE,) * count, points=(0,) * count, reduced=(False,) * count)
        return placement.follow_set_up(self.context, state)[0]

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.outcomes(state)
        return super().outcomes(state)

    def board(self, state: State) -> Board:
        return display.board(self.context, state)

    def odds(self, state: State, event: Event) -> Odds | None:
        return display.odds(self.context, state, event)

    def evaluate(self, state: State, side: str) -> float:
        return self.values.of(state, side)

    @cached_property
    def values(self) -> Worth:
        """Made for programs, when the first one asks."""
        return Worth(self.context)

    def interchangeable(self, state: State) -> Any:
        return display.interchangeable(self.context, state)


RULES = EightHundredRules
