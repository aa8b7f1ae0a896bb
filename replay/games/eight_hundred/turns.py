"""The course of a turn of 800: initiative, the order of actions, the end of the turn and of the
game (J 4.2, 5; E 2.0, 6.0).
"""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Roll
from senpu.replay.core.rules import Effect, Outcome
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import CHINA, DUE, ENEMY, JAPAN, LOST, State, Step


def follow_turn(rules: EightHundred, state: State) -> Step:
    """Return the state in the next turn, or at the end of the game after the last turn (J 4.2,
    E 6.0), and the effects.
    """
    if state.turn == rules.turns:
        return ended(rules, state)
    turn = state.turn + 1
    state = replace(
        state,
        turn=turn,
        phase=0,
        stage=rules.phases[0],
        grenades=rules.sheet.limit["grenades"],
        flags=flags(rules, turn),
    )
    return state, (Effect("turn", numbers=(turn,)),)


def flags(rules: EightHundred, turn: int) -> int:
    """Return the number of uses of the flag in a turn (J 9.7, E 5.0-2)."""
    return rules.sheet.limit["flags"] if turn >= rules.sheet.limit["flag_from"] else 0


def ended(rules: EightHundred, state: State) -> Step:
    """Return the state at the end of the game after the last turn (J 4.2, E 6.0), and the
    effects.
    """
    kept = not state.entered
    saved = rules.sheet.count(state, CHINA, rules.sheet.concession)
    winner = CHINA if kept and saved >= rules.sheet.limit["evacuated"] else JAPAN
    state, end = over(rules, state, winner, "victory")
    return state, (Effect("evacuated", CHINA, numbers=(saved, int(kept))), *end)


def over(rules: EightHundred, state: State, winner: str, number: str) -> Step:
    """Return the state at the end of the game by the rule with the key `number`, and the
    effect.
    """
    outcome = Outcome(f"{winner.capitalize()} {rules.number[number]}", winner)
    return replace(state, hit=(), decision=None, outcome=outcome), (Effect("over", winner),)


def next_phase(rules: EightHundred, state: State) -> State:
    """Return the state at the beginning of the next phase."""
    phase = state.phase + 1
    stage = rules.phases[phase] if phase < len(rules.phases) else "turn"
    return replace(state, phase=phase, stage=stage, decision=None)


def follow_initiative(rules: EightHundred, state: State) -> Step:
    """Return the state with the roll for initiative pending; without effects."""
    return replace(state, decision=rules.ask_initiative), ()


def initiative(rules: EightHundred, state: State, event: Roll) -> Step:
    """Return the state after the roll for initiative, and its effect."""
    japan, china = event.pips
    if japan == china:  # J 5.0-1; reading 16
        return replace(state, decision=None), (Effect("tie", numbers=event.pips),)
    first = JAPAN if japan > china else CHINA
    state = replace(state, first=first, mover=first)
    return next_phase(rules, state), (Effect("initiative", first, numbers=event.pips),)


def follow_actions(rules: EightHundred, state: State, mover: str = "") -> Step:
    """Return the state with an action pending, or at the end of the turn, and the effects.

    The turn ends after two passes, or if no unit has points (J 5.1, E 2.0-2).

    Args:
        mover: The side that acts; if empty, the side of the state.
    """
    if state.passes >= 2 or not any(state.points):
        return turn_ended(rules, state)
    mover = mover or state.mover
    return replace(state, mover=mover, stage="actions", decision=rules.ask_act[mover]), ()


def fought(rules: EightHundred, state: State) -> State:
    """Return the state after an attack, with an action of the other side pending.

    Requires that no second action is due and that some unit has points.
    """
    mover = ENEMY[state.mover]
    return replace(
        state, fight=None, hit=(), mover=mover, stage="actions", decision=rules.ask_act[mover]
    )


def turn_ended(rules: EightHundred, state: State) -> Step:
    """Return the state after a turn, with all points and markers (J 5.2, E 2.0-3), and the effect.

    The state keeps nothing of the turn except the initiative, so equal positions between turns
    are equal states.
    """
    end = Effect("turnEnd", numbers=(state.turn, int(state.passes >= 2)))
    points = list(rules.sheet.full)
    if DUE in state.where or LOST in state.where:
        points = [
            full if place != DUE and place != LOST else 0
            for full, place in zip(points, state.where, strict=True)
        ]
    state = replace(
        state, points=tuple(points), mover="", passes=0,
        grenades=rules.sheet.limit["grenades"], flags=flags(rules, state.turn + 1),
    )  # fmt: skip
    return next_phase(rules, state), (end,)


def has_points(rules: EightHundred, state: State, side: str) -> bool:
    return any(state.points[rules.sheet.span[side]])
