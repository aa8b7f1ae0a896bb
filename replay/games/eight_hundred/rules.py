"""800 in either edition, as a ruleset: which question is answered where, and what follows.

An edition is its data and switches (`spec/800/game.toml`); nothing here asks which it is.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, Answer, Board, Decision, Rules
from senpu.replay.games.eight_hundred import (
    actions,
    keys,
    opening,
    results,
    sampling,
    screens,
    turns,
)
from senpu.replay.games.eight_hundred.acts import Acts
from senpu.replay.games.eight_hundred.quick import QUICK, Plain, plain
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, State
from senpu.replay.games.eight_hundred.worth import Worth
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

ANSWERS = {
    "set-up": Answer(opening.canon_set_up, opening.legal_set_ups, opening.set_up, sampling.set_up),
    "initiative": Answer(canon_dice, legal_dice, turns.initiative, sample_dice),
    "place": Answer(opening.canon_place, opening.legal_places, opening.arrive, sampling.place),
    "act": Answer(actions.canon_act, actions.legal_acts, actions.act, sampling.act),
    "second": Answer(actions.canon_second, actions.legal_seconds, actions.second, sampling.second),
    "dice": Answer(canon_dice, legal_dice, results.dice, sample_dice),
    "reroll": Answer(results.canon_reroll, results.legal_rerolls, results.reroll),
    "retreat": Answer(
        results.canon_retreat, results.legal_retreats, results.retreat, sampling.retreat
    ),
}
"""By the kind of the ask."""

STAGES = {
    "set-up": opening.follow_set_up,
    "turn": turns.follow_turn,
    "initiative": turns.follow_initiative,
    "reinforcements": opening.follow_reinforcements,
    "actions": turns.follow_actions,
    "resolve": results.follow_resolve,
    "acted": actions.follow_acted,
}
"""What follows without an act, by the state's stage."""


class Plains(dict[tuple[str, ...], Plain | None]):
    """What groups may plainly do, kept once looked up."""

    def __init__(self, rules: "EightHundred") -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, units: tuple[str, ...]) -> Plain | None:
        made = self[units] = plain(self.rules, units)
        return made


class EightHundred(Rules[State]):
    """800: the contract, by table."""

    answers, stages, quick = ANSWERS, STAGES, QUICK
    state_type = State
    continuing = frozenset(("dice", "reroll", "retreat", "second"))
    gathered = frozenset(("set-up", "place", "initiative"))

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.acts = Acts(spec)
        self.sheet = self.acts.sheet
        self.turns = spec.game.turns
        self.phases = spec.edition.phases
        self.double_act = spec.switch["tank_double_act"]
        self.sudden_death = spec.switch["sudden_death"]
        self.arrive_early = self.phases.index("reinforcements") > self.phases.index("actions")
        """E 2.0-4: reinforcements of the next turn are placed at the end of this one."""
        self.plain = Plains(self)
        self.stands = keys.Stands(self.sheet)
        number = self.number
        # Asks that never differ are made once: they are compared and shown, never changed.
        self.ask_act = {side: Decision(side, "act", number["act"]) for side in (JAPAN, CHINA)}
        self.ask_dice = Decision(CHANCE, "dice", number["dice"], dice=("", ""))
        self.ask_initiative = Decision(CHANCE, "initiative", number["initiative"], dice=("J", "C"))
        self.ask_reroll = {
            side: Decision(side, "reroll", number["reroll"]) for side in (JAPAN, CHINA)
        }

    def start(self) -> State:
        count = len(self.sheet.units)
        state = State(where=(DUE,) * count, points=(0,) * count, reduced=(False,) * count)
        return opening.follow_set_up(self, state, [])

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.decision is not None and state.decision.kind == "dice":
            return sampling.outcomes(state)
        return super().outcomes(state)

    def board(self, state: State) -> Board:
        return screens.board(self, state)

    def odds(self, state: State, event: Event) -> Odds | None:
        return screens.odds(self, state, event)

    def worth(self, state: State, side: str) -> float:
        return self.values.of(state, side)

    @cached_property
    def values(self) -> Worth:
        """Made for programs, when the first one asks."""
        return Worth(self)

    def interchangeable(self, state: State) -> Any:
        return keys.interchangeable(self, state)

    def key_numbers(self, states: Iterable[State]) -> list[int]:
        return keys.key_numbers(self, states)


RULES = EightHundred
