"""First Shanghai Incident as a ruleset: which question is answered where, and what follows."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from senpu.notation.events import Event
from senpu.replay.core.odds import Odds
from senpu.replay.core.rules import CHANCE, Answer, Board, Decision, Effect, Rules
from senpu.replay.games.incident1932 import (
    chances,
    fights,
    hits,
    impulses,
    opening,
    sampling,
    screens,
    turns,
)
from senpu.replay.games.incident1932.acts import Acts
from senpu.replay.games.incident1932.state import DUE, ENEMY, SIDES, Group, State
from senpu.replay.games.incident1932.worth import Worth
from senpu.replay.parts.dice import canon_dice, legal_dice, sample_dice
from senpu.spec.loader import Spec

Follow = Callable[["Incident", State, list[Effect]], State]


ANSWERS = {
    "set-up": Answer(opening.canon_set_up, opening.legal_set_ups, opening.set_up, sampling.set_up),
    "act": Answer(impulses.canon_act, impulses.legal_acts, impulses.act, sampling.act),
    "fire": Answer(canon_dice, legal_dice, fights.fire, sample_dice),
    "defence": Answer(canon_dice, legal_dice, fights.defence, sample_dice),
    "hits": Answer(hits.canon_hits, hits.legal_hits, hits.take, sampling.hits_taken),
    "decide": Answer(fights.canon_decide, fights.legal_decisions, fights.decide, sampling.decision),
    "assault": Answer(canon_dice, legal_dice, fights.assault, sample_dice),
    "advance": Answer(
        fights.canon_advance, fights.legal_advances, fights.advance, sampling.advance
    ),
    "pursuit": Answer(
        impulses.canon_pursuit, impulses.legal_pursuits, impulses.act, sampling.pursuit
    ),
}
"""By the kind of the ask."""

STAGES: dict[str, Follow] = {
    "set-up": opening.follow_set_up,
    "turn": turns.follow_turn,
    "fight": fights.follow_fight,
    "hits": hits.follow_hits,
    "scoring": turns.follow_scoring,
}
"""What follows without an act, by the state's stage."""


class Incident(Rules[State]):
    """First Shanghai Incident: the contract, by table."""

    answers, stages = ANSWERS, STAGES
    state_type = State
    continuing = frozenset(("fire", "defence", "hits", "decide", "assault", "advance", "pursuit"))
    gathered = frozenset(("set-up",))
    foreseen = frozenset(("fire", "defence", "decide", "assault"))

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.acts = Acts(spec)
        self.sheet = self.acts.sheet
        self.turns = spec.game.turns
        limit, number = self.sheet.limit, self.number
        self.removal = limit["removal"]
        self.bombs_bonus = limit["bombs_bonus"]
        self.settlement_bonus = limit["settlement_bonus"]
        self.after_hits: dict[str, Follow] = {
            "fire": fights.fight_over,
            "defence": fights.after_defence,
            "repelled": fights.fight_over,
            "beaten": fights.after_beaten,
        }
        """What follows when all hits are taken, by the fight's stage."""
        # Asks that never differ are made once: they are compared and shown, never changed.
        self.ask_act = {side: Decision(side, "act", number["act"]) for side in SIDES}
        self.ask_decide = {side: Decision(side, "decide", number["halt"]) for side in SIDES}
        self.ask_assault = {
            side: Decision(
                CHANCE, "assault", number["strength"],
                dice=(self.letter[side], self.letter[ENEMY[side]]),
            )
            for side in SIDES
        }  # fmt: skip
        self.set_up_sizes: dict[tuple[str, int], range] = {}
        """How many units an area may take at set-up, by area and units left: seen once."""
        self._fire_asks: dict[tuple[str, Group], Decision] = {}

    def ask_fire(self, kind: str, number: str, group: Group) -> Decision:
        """The dice of fire: one for each unit, in their order (9.1, 9.2.1)."""
        found = self._fire_asks.get((kind, group))
        if found is None:
            found = self._fire_asks[kind, group] = Decision(
                CHANCE, kind, self.number[number], self.sheet.ids(group), dice=("",) * len(group)
            )
        return found

    def start(self) -> State:
        limit = self.sheet.limit
        state = State(
            where=(DUE,) * len(self.sheet.units),
            points=(limit["japan_points"], limit["china_points"]),
            nights=limit["night_attacks"],
            bombs=limit["human_bombs"],
        )
        return opening.follow_set_up(self, state, [])

    def outcomes(self, state: State) -> Iterator[tuple[Event, float]]:
        if state.decision is not None and state.decision.side == CHANCE:
            return chances.outcomes(self, state, state.decision)
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


RULES = Incident
