"""The end of a turn: the morale checks of the losses, and who has lost (4.1, 4.2, 4.3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from notation.events import Roll
from replay.games.russojapanese import replies, turns
from replay.games.russojapanese.state import JAPAN, NUMBER, RUSSIA, SIDES, State
from replay.games.russojapanese.zones import over, shaken
from replay.rules import CHANCE, Ask, Happening

if TYPE_CHECKING:
    from replay.games.russojapanese.rules import RussoJapanese


def open_check(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """The victory phase. If units were lost, cards may be played on the checks first."""
    if not any(state.losses):
        return judge(rules, state, told)
    first = JAPAN if rules.japan_checks_first else RUSSIA
    return replies.open_window(rules, state, "check", first)


def follow_check(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """A die for each side that lost units."""
    letters = tuple(rules.letter[side] for side in SIDES if state.losses[NUMBER[side]])
    ask = Ask(CHANCE, "morale", rules.number["check"], dice=letters)
    return replace(state, window=None, ask=ask)


def check(rules: RussoJapanese, state: State, event: Roll, told: list[Happening]) -> State:
    """4.3.2: the morale falls by one on a die up to a number that rises with the losses."""
    for pip, letter in zip(event.pips, event.sides, strict=True):
        side = rules.side_of_letter[letter]
        losses, change = state.losses[NUMBER[side]], state.checks[NUMBER[side]]
        limit = fails_on(rules, losses)
        if change:
            numbers = (pip, losses, limit, change, pip + change)
            told.append(Happening("checkChanged", side, numbers=numbers))
        else:
            told.append(Happening("check", side, numbers=(pip, losses, limit)))
        if pip + change <= limit:
            state = shaken(rules, state, side, told)
    return judge(rules, replace(state, ask=None), told)


def fails_on(rules: RussoJapanese, losses: int) -> int:
    """The highest die on which a check of so many losses fails."""
    table = {int(lost): highest for lost, highest in rules.sheet.check.items()}
    return table[min(losses, max(table))]


def judge(rules: RussoJapanese, state: State, told: list[Happening]) -> State:
    """Who has no morale left has lost (4.1); after the last turn Russia wins, as long as it has
    any (4.2)."""
    japan, russia = state.morale
    if not japan and not russia:
        return over(rules, state, "", "morale", told)
    if not japan or not russia:
        return over(rules, state, RUSSIA if not japan else JAPAN, "morale", told)
    if state.turn >= rules.spec.game.turns:
        return over(rules, state, RUSSIA, "last", told)
    return turns.next_turn(rules, state, told)
