"""The course of a turn: its phases, the surplus of large stacks at their end, the next turn (5.0,
7.3); and what decides the game: the score on turns 3, 9 and 10, holding or widening the war, the
extension (4.0 to 4.0.4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError, Outcome
from senpu.replay.games.nanjing1937 import reinforcements
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.stacking import apart, surplus
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    COMBAT,
    ENEMY,
    EXPAND,
    FIRST_PHASE,
    HOLD,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    REINFORCEMENTS,
    VICTORY,
    State,
)
from senpu.replay.parts.counters import changed


def begin_turn(rules: Nanjing, state: State, effects: list[Effect]) -> State:
    """The next turn. Turn 1 begins with China's movement (5.2); a Japan that holds is asked
    first whether it widens the war (4.0.3; reading 27)."""
    turn = state.turn + 1
    effects.append(Effect("turn", numbers=(turn,)))
    if state.policy == HOLD:
        return replace(
            state,
            turn=turn,
            phase=0,
            done=0,
            chen_used=False,
            stage="widen",
            decision=rules.ask_widen,
        )
    return open_phase(rules, state, FIRST_PHASE if turn == 1 else 0, effects, turn)


def follow_widen(rules: Nanjing, state: State, effects: list[Effect]) -> State:
    return open_phase(rules, state, 0, effects)


def open_phase(
    rules: Nanjing, state: State, phase: int, effects: list[Effect], turn: int = 0
) -> State:
    """A phase begins (that of a new turn, if one is given), and asks. What counted within the
    one before is forgotten."""
    side, kind = PHASES[phase]
    if kind == VICTORY:
        return judge(rules, replace(state, phase=phase, done=0, decision=None), effects)
    effects.append(Effect(kind, side))
    if kind == MOVEMENT:
        return replace(
            state, phase=phase, stage="phase", done=0, railed=False, placed=(),
            turn=turn or state.turn, decision=rules.ask_move[side],
        )  # fmt: skip
    if kind == COMBAT:
        return replace(
            state, phase=phase, stage="phase", done=0, railed=False, decision=rules.ask_combat[side]
        )
    assert kind == REINFORCEMENTS
    now = turn or state.turn
    return replace(
        state, phase=phase, stage="phase", done=0, landed=False, air_used=False, guns_used=False,
        turn=now, chen_used=state.chen_used and not turn,
        decision=reinforcements.decision(rules, state, side, now),
    )  # fmt: skip


def phase_over(rules: Nanjing, state: State, effects: list[Effect]) -> State:
    """The end of a phase: units above the stacking limit go first (7.3), which their owner
    names one by one."""
    side, kind = PHASES[state.phase]
    if kind != REINFORCEMENTS and not apart(state):
        for owner in (side, ENEMY[side]):
            units = surplus(rules.sheet, state, owner)
            if units:
                number = rules.number["surplus"]
                decision = Decision(owner, "surplus", number, rules.sheet.names(units))
                return replace(state, stage="over-stack", decision=decision)
    return next_phase(rules, state, effects)


def next_phase(rules: Nanjing, state: State, effects: list[Effect]) -> State:
    phase = state.phase + 1
    if PHASES[phase][1] == VICTORY and not judged(rules, state):
        return begin_turn(rules, state, effects)
    return open_phase(rules, state, phase, effects)


# ---- 7.3: stacks that are too large ------------------------------------------------------


def canon_surplus(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if not isinstance(event, Word) or event.word != "lose" or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.args) != 1 or event.args[0] not in decision.units:
        raise IllegalEventError("loseSurplus", decision.rule, units=decision.units)
    return event


def legal_surplus(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    return (Word("lose", (ident,)) for ident in decision.units)


def lose_surplus(rules: Nanjing, state: State, event: Word, effects: list[Effect]) -> State:
    """Chen Cheng has no part in this: no combat removes the unit (9.5; reading 12)."""
    sheet = rules.sheet
    k = sheet.unit[event.args[0]]
    place = (sheet.ids[state.where[k]],)
    effects.append(Effect("surplus", sheet.side[k], event.args, (), place))
    return replace(state, where=changed(state.where, (k,), LOST), decision=None)


# ---- 4.0 to 4.0.4: the victory phase -----------------------------------------------------


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
    return begin_turn(rules, state, effects)
