"""The course of a turn: its phases, forced marches within the card phase, the morale checks of the
losses, and the loser (4.1, 4.2, 4.3.2, 5.0, 5.1, 10.2.3)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Roll
from senpu.replay.core.rules import CHANCE, Decision, Effect
from senpu.replay.games.russojapanese import card_windows, deck, naval_sorties
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import over, shaken
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
    State,
)


def begin(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The game begins: turn 1 with Japan's movement, without any refill (5.1)."""
    return open_phase(rules, _new_turn(state, effects), FIRST_PHASE, effects)


def next_turn(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    return open_phase(rules, _new_turn(state, effects), 0, effects)


def _new_turn(state: State, effects: list[Effect]) -> State:
    turn = state.turn + 1
    effects.append(Effect("turn", numbers=(turn,)))
    return replace(state, turn=turn, losses=(0, 0), checks=(0, 0))


def open_phase(rules: RussoJapanese, state: State, phase: int, effects: list[Effect]) -> State:
    """A phase begins, and asks."""
    side, kind = PHASES[phase]
    effects.append(Effect(kind, side))
    state = replace(state, phase=phase, stage="phase", decision=None)
    if kind == MOVEMENT:
        return open_movement(rules, state, side)
    if kind == COMBAT:
        return open_combat(rules, state, side)
    if kind == REFILL:
        return deck.open_refill(rules, replace(state, stage="refill"), effects)
    if kind == CARDS:
        state = replace(state, marched=False)
        return open_cards(rules, state, side)
    return open_check(rules, state, effects)


def open_cards(rules: RussoJapanese, state: State, side: str) -> State:
    """The card phase begins; Russia's with the sorties of its fleets (11.2)."""
    if state.navy is not None and side == RUSSIA:
        return naval_sorties.begin(rules, state)
    return replace(state, decision=rules.ask_cards[side])


def next_phase(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The phase is over. What lasted for a player turn ends with it (10.4.3)."""
    side, kind = PHASES[state.phase]
    if kind == CARDS and side == JAPAN:
        state = replace(state, limit=0, blockaded=False)
    elif kind == CARDS and side == RUSSIA:
        state = replace(state, agitated=False)
    return open_phase(rules, state, state.phase + 1, effects)


def open_movement(rules: RussoJapanese, state: State, side: str) -> State:
    return replace(state, done=0, railed=False, hastened=0, decision=rules.ask_move[side])


def open_combat(rules: RussoJapanese, state: State, side: str) -> State:
    return replace(state, declared=(), decision=rules.ask_declare[side])


def open_march(rules: RussoJapanese, state: State, word: str, effects: list[Effect]) -> State:
    """A forced march: one more movement or combat phase, like the usual one (10.2.3)."""
    side = PHASES[state.phase][0]
    state = replace(state, marched=True, within=True)
    return (open_movement if word == "move" else open_combat)(rules, state, side)


def movement_over(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The end of a movement phase: zones that were lost for it come back (reading 51), and what
    was remembered of its moves is forgotten."""
    state = replace(state, decision=None, done=0, railed=False, zoneless=0, hastened=0)
    return _phase_over(rules, state, effects)


def combat_over(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    return _phase_over(rules, replace(state, decision=None, fight=None, fallen=()), effects)


def _phase_over(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    if not state.within:
        return next_phase(rules, state, effects)
    side = PHASES[state.phase][0]
    return replace(state, within=False, stage="phase", decision=rules.ask_cards[side])


# ---- 4.1 to 4.3: the end of a turn -------------------------------------------------------


def open_check(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The victory phase. If units were lost, cards may be played on the checks first."""
    if not any(state.losses):
        return judge(rules, state, effects)
    first = JAPAN if rules.japan_checks_first else RUSSIA
    return card_windows.open_window(rules, state, "check", first)


def follow_check(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """A die for each side that lost units."""
    letters = tuple(rules.letter[side] for side in SIDES if state.losses[NUMBER[side]])
    decision = Decision(CHANCE, "morale", rules.number["check"], dice=letters)
    return replace(state, window=None, decision=decision)


def check(rules: RussoJapanese, state: State, event: Roll, effects: list[Effect]) -> State:
    """4.3.2: the morale falls by one on a die up to a number that rises with the losses."""
    for pip, letter in zip(event.pips, event.sides, strict=True):
        side = rules.side_of_letter[letter]
        losses, change = state.losses[NUMBER[side]], state.checks[NUMBER[side]]
        limit = fails_on(rules, losses)
        if change:
            numbers = (pip, losses, limit, change, pip + change)
            effects.append(Effect("checkChanged", side, numbers=numbers))
        else:
            effects.append(Effect("check", side, numbers=(pip, losses, limit)))
        if pip + change <= limit:
            state = shaken(rules, state, side, effects)
    return judge(rules, replace(state, decision=None), effects)


def fails_on(rules: RussoJapanese, losses: int) -> int:
    """The highest die on which a check of so many losses fails."""
    table = {int(lost): highest for lost, highest in rules.sheet.check.items()}
    return table[min(losses, max(table))]


def judge(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """Who has no morale left has lost (4.1); after the last turn Russia wins, as long as it has
    any (4.2)."""
    japan, russia = state.morale
    if not japan and not russia:
        return over(rules, state, "", "morale", effects)
    if not japan or not russia:
        return over(rules, state, RUSSIA if not japan else JAPAN, "morale", effects)
    if state.turn >= rules.spec.game.turns:
        return over(rules, state, RUSSIA, "last", effects)
    return next_turn(rules, state, effects)
