"""The course of a turn of 800: initiative, who acts, the turn's end, the verdict (J 4.2, 5;
E 2.0, 6.0)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Roll
from senpu.replay.core.rules import Effect, Outcome
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import CHINA, DUE, ENEMY, JAPAN, LOST, State


def follow_turn(rules: EightHundred, state: State, effects: list[Effect]) -> State:
    """The next turn, or the end of the game after the last one (J 4.2, E 6.0)."""
    if state.turn == rules.turns:
        return ended(rules, state, effects)
    turn = state.turn + 1
    effects.append(Effect("turn", numbers=(turn,)))
    return replace(
        state,
        turn=turn,
        phase=0,
        stage=rules.phases[0],
        grenades=rules.sheet.limit["grenades"],
        flags=flags(rules, turn),
    )


def flags(rules: EightHundred, turn: int) -> int:
    """How often the flag may be used in a turn (J 9.7, E 5.0-2)."""
    return rules.sheet.limit["flags"] if turn >= rules.sheet.limit["flag_from"] else 0


def ended(rules: EightHundred, state: State, effects: list[Effect]) -> State:
    kept = not state.entered
    saved = rules.sheet.count(state, CHINA, rules.sheet.concession)
    winner = CHINA if kept and saved >= rules.sheet.limit["evacuated"] else JAPAN
    effects.append(Effect("evacuated", CHINA, numbers=(saved, int(kept))))
    return over(rules, state, winner, "victory", effects)


def over(
    rules: EightHundred, state: State, winner: str, number: str, effects: list[Effect]
) -> State:
    ending = f"{winner.capitalize()} {rules.number[number]}"
    effects.append(Effect("over", winner))
    return replace(state, hit=(), decision=None, outcome=Outcome(ending, winner))


def next_phase(rules: EightHundred, state: State, effects: list[Effect]) -> State:
    phase = state.phase + 1
    stage = rules.phases[phase] if phase < len(rules.phases) else "turn"
    return replace(state, phase=phase, stage=stage, decision=None)


def follow_initiative(rules: EightHundred, state: State, effects: list[Effect]) -> State:
    return replace(state, decision=rules.ask_initiative)


def initiative(rules: EightHundred, state: State, event: Roll, effects: list[Effect]) -> State:
    japan, china = event.pips
    if japan == china:  # J 5.0-1; reading 16
        effects.append(Effect("tie", numbers=event.pips))
        return replace(state, decision=None)
    first = JAPAN if japan > china else CHINA
    effects.append(Effect("initiative", first, numbers=event.pips))
    return next_phase(rules, replace(state, first=first, mover=first), effects)


def follow_actions(
    rules: EightHundred, state: State, effects: list[Effect], mover: str = ""
) -> State:
    """Who acts next (`mover`, or who has the initiative), or the end of the turn: two passes,
    or nobody has a point left (J 5.1, E 2.0-2)."""
    if state.passes >= 2 or not any(state.points):
        return turn_ended(rules, state, effects)
    mover = mover or state.mover
    return replace(state, mover=mover, stage="actions", decision=rules.ask_act[mover])


def fought(rules: EightHundred, state: State) -> State:
    """After a fight that is over, nobody's second act due and somebody having a point left: the
    other side's turn to act."""
    mover = ENEMY[state.mover]
    return replace(
        state, fight=None, hit=(), mover=mover, stage="actions", decision=rules.ask_act[mover]
    )


def turn_ended(rules: EightHundred, state: State, effects: list[Effect]) -> State:
    """Points and markers are whole again (J 5.2, E 2.0-3). Nothing of the turn is left in the
    state but who had its initiative, so positions between turns compare by what matters."""
    effects.append(Effect("turnEnd", numbers=(state.turn, int(state.passes >= 2))))
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
    return next_phase(rules, state, effects)


def has_points(rules: EightHundred, state: State, side: str) -> bool:
    return any(state.points[rules.sheet.span[side]])
