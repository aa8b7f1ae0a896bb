"""800 in either edition, as a ruleset: which question is answered where, and what follows.

An edition is its data and switches (`spec/800/game.toml`); nothing here asks which it is.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from notation.events import Event
from replay.games.eight_hundred import actions, opening, results, sampling, screens, turns
from replay.games.eight_hundred.acts import Acts
from replay.games.eight_hundred.state import CHINA, DUE, JAPAN, State
from replay.rules import CHANCE, Ask, Board, Happening, Odds, Refusal, Rules
from spec.loader import Spec


class Answer(NamedTuple):
    """How one kind of question is answered."""

    canon: Callable[["EightHundred", State, Ask, Any], Event]
    legal: Callable[["EightHundred", State, Ask], Iterator[Event]]
    apply: Callable[["EightHundred", State, Any, list[Happening]], State]


ANSWERS = {
    "set-up": Answer(opening.canon_set_up, opening.legal_set_ups, opening.set_up),
    "initiative": Answer(results.canon_dice, results.legal_dice, turns.initiative),
    "place": Answer(opening.canon_place, opening.legal_places, opening.arrive),
    "act": Answer(actions.canon_act, actions.legal_acts, actions.act),
    "second": Answer(actions.canon_second, actions.legal_seconds, actions.act),
    "dice": Answer(results.canon_dice, results.legal_dice, results.dice),
    "reroll": Answer(results.canon_reroll, results.legal_rerolls, results.reroll),
    "retreat": Answer(results.canon_retreat, results.legal_retreats, results.retreat),
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


class EightHundred(Rules[State]):
    """800: the contract, by table."""

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
        self.arrive_early = self.phases.index("reinforcements") > self.phases.index("actions")
        """E 2.0-4: reinforcements of the next turn are placed at the end of this one."""
        number = self.number
        # Asks that never differ are made once: they are compared and shown, never changed.
        self.ask_act = {side: Ask(side, "act", number["act"]) for side in (JAPAN, CHINA)}
        self.ask_dice = Ask(CHANCE, "dice", number["dice"], dice=("", ""))
        self.ask_initiative = Ask(CHANCE, "initiative", number["initiative"], dice=("J", "C"))
        self.ask_reroll = {side: Ask(side, "reroll", number["reroll"]) for side in (JAPAN, CHINA)}

    def start(self) -> State:
        count = len(self.sheet.units)
        state = State(where=(DUE,) * count, points=(0,) * count, reduced=(False,) * count)
        return opening.follow_set_up(self, state, [])

    def canon(self, state: State, event: Event) -> Event:
        ask = state.ask
        if ask is None:
            raise Refusal("gameOver", self.number["victory"])
        return ANSWERS[ask.kind].canon(self, state, ask, event)

    def legal(self, state: State) -> Iterator[Event]:
        ask = state.ask
        return iter(()) if ask is None else ANSWERS[ask.kind].legal(self, state, ask)

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.ask is not None and state.ask.kind == "dice":
            return sampling.totals()
        return super().outcomes(state)

    def apply(self, state: State, event: Event, told: list[Happening]) -> State:
        assert state.ask is not None, "apply takes a canonical event of a position that asks"
        return ANSWERS[state.ask.kind].apply(self, state, event, told)

    def follow(self, state: State, told: list[Happening]) -> State:
        return STAGES[state.stage](self, state, told)

    def sample(self, state: State, random: Random) -> Event:
        return sampling.sample(self, state, random)

    def board(self, state: State) -> Board:
        return screens.board(self, state)

    def odds(self, state: State, event: Event) -> Odds | None:
        return screens.odds(self, state, event)

    def worth(self, state: State, side: str) -> float:
        return sampling.worth(self, state, side)

    def interchangeable(self, state: State) -> Any:
        return screens.interchangeable(self, state)


RULES = EightHundred
