"""The course of a turn: its phases, forced marches within the card phase, the next turn (5.0, 5.1,
10.2.3). The end of a turn stands in :mod:`victory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from replay.games.russojapanese import deck, victory
from replay.games.russojapanese.state import (
    CARDS,
    COMBAT,
    FIRST_PHASE,
    JAPAN,
    MOVEMENT,
    PHASES,
    REFILL,
    RUSSIA,
    State,
)
from replay.rules import Happening

if TYPE_CHECKING:
    from replay.games.russojapanese.rules import RussoJapanese


def begin(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """The game begins: turn 1 with Japan's movement, without any refill (5.1)."""
    return open_phase(rules, _new_turn(state, told), FIRST_PHASE, told)


def next_turn(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    return open_phase(rules, _new_turn(state, told), 0, told)


def _new_turn(state: State, told: list[Happening]) -> State:
    turn = state.turn + 1
    told.append(Happening("turn", numbers=(turn,)))
    return replace(state, turn=turn, losses=(0, 0), checks=(0, 0))


def open_phase(rules: RussoJapanese, state: State, phase: int, told: list[Happening]) -> State:
    """A phase begins, and asks."""
    side, kind = PHASES[phase]
    told.append(Happening(kind, side))
    state = replace(state, phase=phase, stage="phase", ask=None)
    if kind == MOVEMENT:
        return open_movement(rules, state, side)
    if kind == COMBAT:
        return open_combat(rules, state, side)
    if kind == REFILL:
        return deck.open_refill(rules, replace(state, stage="refill"), told)
    if kind == CARDS:
        state = replace(state, marched=False)
        return rules.open_cards(state, side, told)
    return victory.open_check(rules, state, told)


def next_phase(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """The phase is over. What lasted for a player turn ends with it (10.4.3)."""
    side, kind = PHASES[state.phase]
    if kind == CARDS and side == JAPAN:
        state = replace(state, limit=0, blockaded=False)
    elif kind == CARDS and side == RUSSIA:
        state = replace(state, agitated=False)
    return open_phase(rules, state, state.phase + 1, told)


def open_movement(rules: RussoJapanese, state: State, side: str) -> State:
    return replace(state, done=0, railed=False, hastened=0, ask=rules.ask_move[side])


def open_combat(rules: RussoJapanese, state: State, side: str) -> State:
    return replace(state, declared=(), ask=rules.ask_declare[side])


def open_march(rules: RussoJapanese, state: State, word: str, told: list[Happening]) -> State:
    """A forced march: one more movement or combat phase, like the usual one (10.2.3)."""
    side = PHASES[state.phase][0]
    state = replace(state, marched=True, within=True)
    return (open_movement if word == "move" else open_combat)(rules, state, side)


def movement_over(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """The end of a movement phase: zones that were lost for it come back (reading 51), and what
    was remembered of its moves is forgotten."""
    state = replace(state, ask=None, done=0, railed=False, zoneless=0, hastened=0)
    return _phase_over(rules, state, told)


def combat_over(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    return _phase_over(rules, replace(state, ask=None, fight=None, fallen=()), told)


def _phase_over(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    if not state.within:
        return next_phase(rules, state, told)
    side = PHASES[state.phase][0]
    return replace(state, within=False, stage="phase", ask=rules.ask_cards[side])
