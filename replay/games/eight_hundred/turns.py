"""The course of a turn of 800, and the end of the game.

It has the initiative, the order of actions and the end of a turn (J 4.2, 5; E 2.0, 6.0).
"""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Roll
from senpu.replay.core.rules import Effect
from senpu.replay.core.states import Outcome
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    EightHundredState,
    EightHundredStep,
)


def follow_turn(context: EightHundredContext, state: EightHundredState) -> EightHundredStep:
    """Return the state in the next turn, and the effects.

    After the last turn the game ends (J 4.2, E 6.0).
    """
    if state.turn == context.turns:
        return decide_game(context, state)
    turn = state.turn + 1
    state = replace(
        state,
        turn=turn,
        stage=context.phases[0],
        grenades=context.tables.limit["grenades"],
        flags=count_flags(context, turn),
    )
    return state, (Effect("turn", numbers=(turn,)),)


def count_flags(context: EightHundredContext, turn: int) -> int:
    """Return the number of uses of the flag in a turn (J 9.7, E 5.0-2)."""
    return context.tables.limit["flags"] if turn >= context.tables.limit["flag_from"] else 0


def decide_game(context: EightHundredContext, state: EightHundredState) -> EightHundredStep:
    """Return the state at the end after the last turn (J 4.2, E 6.0), and the effects."""
    kept = not state.has_entered
    saved = context.tables.count_units(state, CHINA, context.tables.concession)
    winner = CHINA if kept and saved >= context.tables.limit["evacuated"] else JAPAN
    state, end = end_game(context, state, winner, "victory")
    return state, (Effect("evacuated", CHINA, numbers=(saved, int(kept))), *end)


def end_game(
    context: EightHundredContext, state: EightHundredState, winner: str, number: str
) -> EightHundredStep:
    """Return the state at the end by the rule with the key `number`, and the effect."""
    outcome = Outcome(f"{winner.capitalize()} {context.number[number]}", winner)
    return stop_game(state, outcome), (Effect("over", winner),)


def stop_game(state: EightHundredState, outcome: Outcome) -> EightHundredState:
    """Return the state at the end, without unfinished actions."""
    return replace(
        state, mover="", passes=0, fight=None, hit=(), second_tanks=(), first_act="", stage="turn",
        decision=None, outcome=outcome,
    )  # fmt: skip


def start_next_phase(
    context: EightHundredContext, state: EightHundredState, phase: str
) -> EightHundredState:
    """Return the state at the beginning of the phase after `phase`."""
    return replace(state, stage=context.next_stage[phase], decision=None)


def follow_initiative(context: EightHundredContext, state: EightHundredState) -> EightHundredStep:
    """Return the state with the roll for initiative pending; without effects."""
    return replace(state, decision=context.initiative_decision), ()


def apply_initiative(
    context: EightHundredContext, state: EightHundredState, event: Roll
) -> EightHundredStep:
    """Return the state after the roll for initiative, and its effect."""
    japan, china = event.pips
    if japan == china:  # J 5.0-1; reading 16
        return replace(state, decision=None), (Effect("tie", numbers=event.pips),)
    first = JAPAN if japan > china else CHINA
    state = start_next_phase(context, replace(state, mover=first), "initiative")
    return state, (Effect("initiative", first, numbers=event.pips),)


def follow_actions(
    context: EightHundredContext, state: EightHundredState, mover: str = ""
) -> EightHundredStep:
    """Return the state with an action pending, or at the end of the turn, and the effects.

    The turn ends after two passes, or if no unit has points (J 5.1, E 2.0-2). `mover` is the side
    that acts; if empty, the side of the state.
    """
    if state.passes >= 2 or not any(state.points):
        return end_turn(context, state)
    mover = mover or state.mover
    return replace(state, mover=mover, stage="actions", decision=context.act_decision[mover]), ()


def end_attack(context: EightHundredContext, state: EightHundredState) -> EightHundredState:
    """Return the state after an attack, with an action of the other side pending.

    Requires that no second action is due and that some unit has points.
    """
    mover = ENEMY[state.mover]
    return replace(
        state,
        fight=None,
        hit=(),
        mover=mover,
        stage="actions",
        decision=context.act_decision[mover],
    )


def end_turn(context: EightHundredContext, state: EightHundredState) -> EightHundredStep:
    """Return the state after a turn, with all points and markers (J 5.2, E 2.0-3), and the effect.

    The state keeps nothing of the turn, so equal positions between turns are equal states.
    """
    end = Effect("turnEnd", numbers=(state.turn, int(state.passes >= 2)))
    points = list(context.tables.full)
    if DUE in state.locations or LOST in state.locations:
        points = [
            full if place != DUE and place != LOST else 0
            for full, place in zip(points, state.locations, strict=True)
        ]
    state = replace(
        state, points=tuple(points), mover="", passes=0,
        grenades=context.tables.limit["grenades"], flags=count_flags(context, state.turn + 1),
    )  # fmt: skip
    return start_next_phase(context, state, "actions"), (end,)


def is_spent(state: EightHundredState, goal: EightHundredState) -> bool:
    """Return whether a position has less than a later one, of what does not return.

    A lost unit never returns. The actions of a turn restore no grenade and no use of the flag, and
    only the flag restores points.
    """
    pairs = zip(state.locations, goal.locations, strict=True)
    if any(here == LOST != there for here, there in pairs):
        return True
    if state.turn != goal.turn or not state.mover:
        return False
    if not goal.mover:  # before the roll for the initiative, or after the actions
        return goal.decision is not None and goal.decision.kind == "initiative"
    if state.flags != goal.flags:
        return state.flags < goal.flags or state.grenades < goal.grenades
    points = zip(state.points, goal.points, state.locations, strict=True)
    return state.grenades < goal.grenades or any(
        left < wanted and place != DUE for left, wanted, place in points
    )


def has_points(context: EightHundredContext, state: EightHundredState, side: str) -> bool:
    """Return whether a side has action points."""
    return any(state.points[context.tables.span[side]])
