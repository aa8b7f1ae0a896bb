"""The course of a turn: phases, stacks above the limit, victory (4.0 to 4.0.4, 5.0, 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import Event, Word
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision, Outcome
from senpu.replay.games.nanjing1937 import reinforcements
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.stacking import find_surplus, is_unstacked
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
    NanjingState,
    Step,
)
from senpu.replay.parts import losses
from senpu.replay.parts.counters import set_values


def begin_turn(rules: NanjingContext, state: NanjingState) -> Step:
    """Return the state at the start of the next turn, and the effects.

    Turn 1 begins with China's movement (5.2). If Japan holds, it first decides whether to widen the
    war (4.0.3; reading 27).
    """
    turn = state.turn + 1
    begun = Effect("turn", numbers=(turn,))
    if state.policy == HOLD:
        return replace(
            state, turn=turn, phase=0, done=0, chen_used=False, stage="widen",
            decision=rules.ask_widen,
        ), (begun,)  # fmt: skip
    state, effects = open_phase(rules, state, FIRST_PHASE if turn == 1 else 0, turn)
    return state, (begun, *effects)


def follow_widen(rules: NanjingContext, state: NanjingState) -> Step:
    """Return the state after the choice to widen the war: the first phase begins (4.0.3)."""
    return open_phase(rules, state, 0)


def open_phase(rules: NanjingContext, state: NanjingState, phase: int, turn: int = 0) -> Step:
    """Return the state at the start of a phase (of a new turn, if `turn` is given).

    The records of the previous phase are cleared.
    """
    side, kind = PHASES[phase]
    if kind == VICTORY:
        after = replace(state, phase=phase, done=0, chen_used=False, decision=None)
        return score_turn(rules, after)
    begun = (Effect(kind, side),)
    if kind == MOVEMENT:
        return replace(
            state, phase=phase, stage="phase", done=0, railed=False, placed=(),
            turn=turn or state.turn, decision=rules.ask_move[side],
        ), begun  # fmt: skip
    if kind == COMBAT:
        return replace(
            state, phase=phase, stage="phase", done=0, railed=False, decision=rules.ask_combat[side]
        ), begun
    assert kind == REINFORCEMENTS
    now = turn or state.turn
    return replace(
        state, phase=phase, stage="phase", done=0, landed=False, air_used=False, guns_used=False,
        turn=now, chen_used=state.chen_used and not turn,
        decision=reinforcements.build_decision(rules, state, side, now),
    ), begun  # fmt: skip


def end_phase(rules: NanjingContext, state: NanjingState) -> Step:
    """Return the state after a phase, with units above the stacking limit to be removed (7.3).

    Their owner removes them one by one.
    """
    if PHASES[state.phase][1] != REINFORCEMENTS and not is_unstacked(state):
        after = ask_surplus(rules, state)
        if after.decision is not None:
            return after, ()
    return next_phase(rules, state)


def ask_surplus(rules: NanjingContext, state: NanjingState) -> NanjingState:
    """Return the state with a removal above the stacking limit pending, if one is due (7.3)."""
    side = PHASES[state.phase][0]
    for owner in (side, ENEMY[side]):
        units = find_surplus(rules.tables, state, owner)
        if units:
            number = rules.number["surplus"]
            decision = Decision(owner, "surplus", number, rules.tables.names(units))
            return replace(state, stage="over-stack", done=0, railed=False, decision=decision)
    return replace(state, decision=None)


def next_phase(rules: NanjingContext, state: NanjingState) -> Step:
    """Return the state at the start of the next phase or turn (5.1)."""
    phase = state.phase + 1
    if PHASES[phase][1] == VICTORY and not has_victory_phase(rules, state):
        return begin_turn(rules, state)
    return open_phase(rules, state, phase)


# ---- 7.3: stacks above the limit --------------------------------------------------------


def canon_surplus(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return the removal of a unit above the stacking limit in canonical form (7.3)."""
    return losses.canon_loss(decision, event, "loseSurplus")


def lose_surplus(rules: NanjingContext, state: NanjingState, event: Word) -> Step:
    """Return the state without a unit above the stacking limit (7.3).

    Chen Cheng is not lost with it: the removal is not a combat loss (9.5; reading 12).
    """
    tables = rules.tables
    k = tables.unit[event.args[0]]
    loss = Effect("surplus", tables.side[k], event.args, (), (tables.ids[state.where[k]],))
    return replace(state, where=set_values(state.where, (k,), LOST), decision=None), (loss,)


# ---- 4.0 to 4.0.4: the victory phase -----------------------------------------------------


NO_EXTENSION = Word("no")
CHOICES = {
    "decide": (Word(HOLD), Word(EXPAND)),
    "widen": (Word(EXPAND), Word("no")),
    "extend": (Word("extend"), NO_EXTENSION),
}
"""Japan's choices, by the kind of the decision."""


def has_victory_phase(rules: NanjingContext, state: NanjingState) -> bool:
    """Return whether this turn has a victory phase (5.1)."""
    limit = rules.tables.limit
    return state.turn == limit["decision"] or state.turn >= limit["last"]


def score_turn(rules: NanjingContext, state: NanjingState) -> Step:
    """Return the state after a victory phase: the end of the game or a choice (4.0 to 4.0.4)."""
    limit = rules.tables.limit
    points = rules.control.count_points(state)
    score = Effect("score", JAPAN, numbers=(points,))
    winner, number, decision = "", _find_victory_rule(state), rules.ask_extend
    if state.turn > limit["last"]:  # 4.0.4
        winner, number = JAPAN if points >= limit["extended_points"] else CHINA, "extend"
    elif state.turn == limit["decision"]:  # 4.0
        winner, number = JAPAN if points >= limit["decision_points"] else "", "decide"
        decision = rules.ask_decide
    elif points >= limit["holding_points" if state.policy == HOLD else "expanded_points"]:
        winner = JAPAN
    elif state.policy == HOLD and not rules.extension_after_hold:  # reading 14
        winner = CHINA
    if not winner:
        return replace(state, stage="chosen", decision=decision), (score,)
    state, effects = end_game(rules, state, winner, number)
    return state, (score, *effects)


def _find_victory_rule(state: NanjingState) -> str:
    """Return the key of the rule for victory on turn 9 (4.0.1, 4.0.2)."""
    return "holding" if state.policy == HOLD else "expanded"


def end_game(rules: NanjingContext, state: NanjingState, winner: str, number: str) -> Step:
    """Return the state at the end of the game, which a rule decides."""
    ending = f"{winner.capitalize()} {rules.number[number]}"
    outcome = Outcome(ending, winner)
    return replace(state, stage="phase", decision=None, outcome=outcome), (Effect("over", winner),)


def canon_choice(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return a choice of Japan in a victory phase in canonical form (4.0 to 4.0.4)."""
    if event not in CHOICES[decision.kind]:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    return event


def legal_choices(
    rules: NanjingContext, state: NanjingState, decision: Decision
) -> Iterator[Event]:
    """Return the choices of Japan in a victory phase (4.0 to 4.0.4)."""
    return iter(CHOICES[decision.kind])


def choose(rules: NanjingContext, state: NanjingState, event: Word) -> Step:
    """Return the state after a choice of Japan (4.0 to 4.0.4)."""
    assert state.decision is not None
    extending = state.decision.kind == "extend"
    if event.word != "no":
        policy = state.policy if extending else event.word
        return replace(state, policy=policy, decision=None), (Effect(event.word, JAPAN),)
    if not extending:
        return replace(state, decision=None), (Effect("stillHolding", JAPAN),)
    state, effects = end_game(rules, state, CHINA, _find_victory_rule(state))
    return state, (Effect("noExtension", JAPAN), *effects)
