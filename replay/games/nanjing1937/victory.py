"""What decides the game: the score on turns 3, 9 and 10, holding or widening the war, the
extension (4.0 to 4.0.4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError, Outcome
from senpu.replay.games.nanjing1937 import turns
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.state import CHINA, EXPAND, HOLD, JAPAN, State

CHOICES = {
    "decide": (Word(HOLD), Word(EXPAND)),
    "widen": (Word(EXPAND), Word("no")),
    "extend": (Word("extend"), Word("no")),
}
"""What Japan may answer, by the kind of the ask."""


def judged(rules: Nanjing, state: State) -> bool:
    """Whether this turn has a victory phase (5.1)."""
    limit = rules.sheet.limit
    return state.turn == limit["decision"] or state.turn >= limit["last"]


def judge(rules: Nanjing, state: State, effects: list[Effect]) -> State:
    """The victory phase."""
    limit = rules.sheet.limit
    points = rules.control.points(state)
    effects.append(Effect("score", JAPAN, numbers=(points,)))
    if state.turn > limit["last"]:  # 4.0.4
        winner = JAPAN if points >= limit["extended_points"] else CHINA
        return over(rules, state, winner, "extend", effects)
    if state.turn == limit["decision"]:  # 4.0
        if points >= limit["decision_points"]:
            return over(rules, state, JAPAN, "decide", effects)
        return replace(state, stage="chosen", decision=rules.ask_decide)
    holding = state.policy == HOLD
    if points >= limit["holding_points" if holding else "expanded_points"]:
        return over(rules, state, JAPAN, _number(state), effects)
    if holding and not rules.extension_after_hold:  # reading 14
        return over(rules, state, CHINA, _number(state), effects)
    return replace(state, stage="chosen", decision=rules.ask_extend)


def _number(state: State) -> str:
    """Under which rule turn 9 is judged (4.0.1, 4.0.2)."""
    return "holding" if state.policy == HOLD else "expanded"


def over(rules: Nanjing, state: State, winner: str, number: str, effects: list[Effect]) -> State:
    ending = f"{winner.capitalize()} {rules.number[number]}"
    effects.append(Effect("over", winner))
    return replace(state, decision=None, outcome=Outcome(ending, winner))


def canon_choice(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if event not in CHOICES[decision.kind]:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def legal_choices(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    return iter(CHOICES[decision.kind])


def choose(rules: Nanjing, state: State, event: Word, effects: list[Effect]) -> State:
    decision = state.decision
    assert decision is not None
    if event.word == "no":
        effects.append(
            Effect("noExtension" if decision.kind == "extend" else "stillHolding", JAPAN)
        )
        if decision.kind == "extend":
            return over(rules, state, CHINA, _number(state), effects)
        return replace(state, decision=None)
    effects.append(Effect(event.word, JAPAN))
    if decision.kind == "extend":
        return replace(state, decision=None)
    return replace(state, policy=event.word, decision=None)


def follow_chosen(rules: Nanjing, state: State, effects: list[Effect]) -> State:
    """After a victory phase that did not end the game."""
    return turns.begin_turn(rules, state, effects)
