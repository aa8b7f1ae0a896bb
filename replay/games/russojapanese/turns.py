"""The course of a turn: phases, forced marches, morale checks, the loser (4.1 to 5.1, 10.2.3)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Roll
from senpu.replay.core.rules import Effect
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.games.russojapanese import card_windows, deck, naval_sorties
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import change_morale, end_game
from senpu.replay.games.russojapanese.state import (
    CARDS,
    COMBAT,
    FIRST_PHASE,
    JAPAN,
    MOVEMENT,
    NUMBER,
    PHASES,
    REFILL,
    RUSSIA,
    SIDES,
    RussoJapaneseState,
    Step,
)


def begin(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state at the start of turn 1: Japan's movement, without a refill (5.1)."""
    return _open_turn(rules, state, FIRST_PHASE)


def next_turn(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state at the start of the next turn, and the effects (5.0)."""
    return _open_turn(rules, state, 0)


def _open_turn(rules: RussoJapaneseContext, state: RussoJapaneseState, phase: int) -> Step:
    turn = state.turn + 1
    state = replace(state, turn=turn, losses=(0, 0), checks=(0, 0))
    state, effects = open_phase(rules, state, phase)
    return state, (Effect("turn", numbers=(turn,)), *effects)


def open_phase(rules: RussoJapaneseContext, state: RussoJapaneseState, phase: int) -> Step:
    """Return the state at the start of a phase, and the effects."""
    side, kind = PHASES[phase]
    phase_begins = Effect(kind, side)
    state = replace(state, phase=phase, stage="phase", decision=None)
    if kind == MOVEMENT:
        return open_movement(rules, state, side), (phase_begins,)
    if kind == COMBAT:
        return open_combat(rules, state, side), (phase_begins,)
    if kind == CARDS:
        return open_cards(rules, state, side), (phase_begins,)
    if kind == REFILL:
        state, effects = deck.open_refill(rules, replace(state, stage="refill"))
    else:
        state, effects = open_check(rules, state)
    return state, (phase_begins, *effects)


def open_cards(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str
) -> RussoJapaneseState:
    """Return the state at the start of a card phase.

    Russia's begins with the sorties of its fleets (11.2).
    """
    if state.navy is not None and side == RUSSIA:
        return naval_sorties.begin(rules, state)
    return replace(state, decision=rules.ask_cards[side])


def next_phase(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state at the start of the next phase, and the effects.

    Limits of a player turn end with it (10.4.3).
    """
    side, kind = PHASES[state.phase]
    if kind == CARDS and side == JAPAN:
        state = replace(state, marched=False, limit=0, blockaded=False)
    elif kind == CARDS and side == RUSSIA:
        state = replace(state, marched=False, agitated=False)
    return open_phase(rules, state, state.phase + 1)


def open_movement(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str
) -> RussoJapaneseState:
    """Return the state at the start of a movement phase (8.0)."""
    return replace(state, done=0, railed=False, hastened=0, decision=rules.ask_move[side])


def open_combat(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str
) -> RussoJapaneseState:
    """Return the state at the start of a combat phase (9.1)."""
    return replace(state, declared=(), decision=rules.ask_declare[side])


def open_march(
    rules: RussoJapaneseContext, state: RussoJapaneseState, word: str
) -> RussoJapaneseState:
    """Return the state at the start of a forced march: a movement or combat phase (10.2.3)."""
    side = PHASES[state.phase][0]
    state = replace(state, marched=True, within=True)
    return (open_movement if word == "move" else open_combat)(rules, state, side)


def end_movement(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after a movement phase, and the effects.

    Lost zones of control return (reading 51), and the records of the phase are cleared.
    """
    state = replace(state, decision=None, done=0, railed=False, zoneless=0, hastened=0)
    return _end_phase(rules, state)


def end_combat(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after a combat phase, and the effects."""
    return _end_phase(rules, replace(state, decision=None, fight=None, retreated=()))


def _end_phase(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    if not state.within:
        return next_phase(rules, state)
    side = PHASES[state.phase][0]
    return replace(state, within=False, stage="phase", decision=rules.ask_cards[side]), ()


# ---- 4.1 to 4.3: the end of a turn -------------------------------------------------------


def open_check(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state at the start of the victory phase, and the effects (4.3.2).

    If units were lost, cards may be played on the morale checks first.
    """
    if not any(state.losses):
        return end_turn(rules, state)
    first = JAPAN if rules.japan_checks_first else RUSSIA
    return card_windows.open_window(rules, state, "check", first), ()


def follow_check(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with a die pending for each side that lost units."""
    letters = tuple(rules.letter[side] for side in SIDES if state.losses[NUMBER[side]])
    decision = Decision(CHANCE, "morale", rules.number["check"], dice=letters)
    return replace(state, window=None, decision=decision), ()


def apply_checks(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Roll) -> Step:
    """Return the state after the morale checks, and the effects (4.3.2).

    The morale falls by one on a die up to a number that rises with the losses.
    """
    effects: list[Effect] = []
    for pip, letter in zip(event.pips, event.sides, strict=True):
        side = rules.side_of_letter[letter]
        losses, change = state.losses[NUMBER[side]], state.checks[NUMBER[side]]
        limit = find_failure_limit(rules, losses)
        if change:
            numbers = (pip, losses, limit, change, pip + change)
            effects.append(Effect("checkChanged", side, numbers=numbers))
        else:
            effects.append(Effect("check", side, numbers=(pip, losses, limit)))
        if pip + change <= limit:
            state, morale = change_morale(rules, state, side)
            effects += morale
    state, more = end_turn(rules, replace(state, decision=None))
    return state, (*effects, *more)


def find_failure_limit(rules: RussoJapaneseContext, losses: int) -> int:
    """Return the highest die on which a check fails after a number of losses."""
    table = {int(lost): highest for lost, highest in rules.tables.check.items()}
    return table[min(losses, max(table))]


def end_turn(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after the end of a turn, and the effects (4.1, 4.2).

    A side without morale has lost. After the last turn Russia wins if it has any.
    """
    japan, russia = state.morale
    if not japan and not russia:
        return end_game(rules, state, "", "morale")
    if not japan or not russia:
        return end_game(rules, state, RUSSIA if not japan else JAPAN, "morale")
    if state.turn >= rules.spec.game.turns:
        return end_game(rules, state, RUSSIA, "last")
    return next_turn(rules, state)
