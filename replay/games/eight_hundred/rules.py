"""800 in either edition, as a ruleset: which question is answered where, and what follows.

An edition is its data and switches (`spec/800/game.toml`); nothing here asks which it is.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from notation.events import Attack, Event, Move, Place, Retreat, Roll, Word
from replay.games.eight_hundred import actions, opening, quick, results, sampling, screens, turns
from replay.games.eight_hundred.acts import Acts
from replay.games.eight_hundred.state import CHINA, DUE, JAPAN, State
from replay.rules import CHANCE, Ask, Board, Happening, Odds, Refusal, Rules
from spec.loader import Spec

Canon = Callable[["EightHundred", State, Ask, Any], Event]
Legal = Callable[["EightHundred", State, Ask], Iterator[Event]]
Apply = Callable[["EightHundred", State, Any, list[Happening]], State]

CANON: dict[str, dict[type, Canon]] = {
    "set-up": {Place: opening.canon_set_up},
    "initiative": {Roll: results.canon_dice},
    "place": {Place: opening.canon_place},
    "act": {
        Move: actions.canon_move,
        Attack: actions.canon_attack,
        Word: actions.canon_word,
    },
    "second": {
        Move: actions.canon_second_move,
        Attack: actions.canon_second_attack,
        Word: actions.canon_stop,
    },
    "dice": {Roll: results.canon_dice},
    "reroll": {Word: results.canon_reroll},
    "retreat": {Retreat: results.canon_retreat},
}
"""Who reads an event, by the kind of the ask and the form of the event."""

APPLY: dict[str, dict[type, Apply]] = {
    "set-up": {Place: opening.set_up},
    "initiative": {Roll: turns.initiative},
    "place": {Place: opening.arrive},
    "act": {Move: actions.move, Attack: actions.attack, Word: actions.passed},
    "second": {Move: actions.move, Attack: actions.attack, Word: actions.stopped},
    "dice": {Roll: results.dice},
    "reroll": {Word: results.reroll},
    "retreat": {Retreat: results.retreat},
}
"""What a canonical event does, likewise."""

LEGAL: dict[str, Legal] = {
    "set-up": opening.legal_set_ups,
    "initiative": results.legal_dice,
    "place": opening.legal_places,
    "act": actions.legal_acts,
    "second": actions.legal_seconds,
    "dice": results.legal_dice,
    "reroll": results.legal_rerolls,
    "retreat": results.legal_retreats,
}

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


class Plains(dict[tuple[str, ...], quick.Plain | None]):
    """What groups may plainly do, kept once looked up."""

    def __init__(self, rules: "EightHundred") -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, units: tuple[str, ...]) -> quick.Plain | None:
        made = self[units] = quick.plain(self.rules, units)
        return made


class EightHundred(Rules[State]):
    """800: the contract, by table."""

    state_type = State
    continuing = frozenset(("dice", "reroll", "retreat", "second"))
    quick = quick.QUICK
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
        try:
            read = CANON[ask.kind][type(event)]  # type: ignore[union-attr]
        except (AttributeError, KeyError):
            raise self._wrong_answer(ask) from None
        return read(self, state, ask, event)  # type: ignore[arg-type]

    def _wrong_answer(self, ask: Ask | None) -> Refusal:
        """The refusal of an event of a form that the question does not take."""
        if ask is None:
            return Refusal("gameOver", self.number["victory"])
        if ask.kind == "second":
            return actions.second_kind(ask)
        return Refusal("diceFirst" if ask.of == CHANCE else "wrongAnswer", ask.rule, ask=ask)

    def legal(self, state: State) -> Iterator[Event]:
        ask = state.ask
        return iter(()) if ask is None else LEGAL[ask.kind](self, state, ask)

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.ask is not None and state.ask.kind == "dice":
            return sampling.totals()
        return super().outcomes(state)

    def apply(self, state: State, event: Event, told: list[Happening]) -> State:
        # A canonical event belongs to a position that asks.
        return APPLY[state.ask.kind][type(event)](self, state, event, told)  # type: ignore[union-attr]

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
