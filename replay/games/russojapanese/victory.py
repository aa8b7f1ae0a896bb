"""The end of a turn: the morale checks of the losses, and who has lost (4.1, 4.2, 4.3.2)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.notation.events import Roll
from senpu.replay.core.rules import CHANCE, Decision, Effect
from senpu.replay.games.russojapanese import replies, turns
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import over, shaken
from senpu.replay.games.russojapanese.state import JAPAN, NUMBER, RUSSIA, SIDES, State


def open_check(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """The victory phase. If units were lost, cards may be played on the checks first."""
    if not any(state.losses):
        return judge(rules, state, effects)
    first = JAPAN if rules.japan_checks_first else RUSSIA
    return replies.open_window(rules, state, "check", first)


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
    return turns.next_turn(rules, state, effects)
