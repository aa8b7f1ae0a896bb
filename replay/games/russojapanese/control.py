"""Effects of entering hexes: control, morale, the fall of Port Arthur, a sudden end (4.3, 4.4)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import Effect, Outcome
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, SUNK
from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.state import ENEMY, JAPAN, NUMBER, RUSSIA, State, of_side


def holder(sheet: Sheet, state: State, h: int) -> str:
    """Who controls a key hex or a town: who passed it last (3.4)."""
    return JAPAN if state.held & sheet.mark[h] else ENEMY[JAPAN]


def fresh(sheet: Sheet, state: State, side: str) -> int:
    """The key hexes and towns that would change hands if `side` entered them now."""
    return sheet.all_marks & ~state.held if side == JAPAN else state.held


def entered(
    rules: RussoJapanese,
    state: State,
    side: str,
    hexes: tuple[int, ...],
    effects: list[Effect],
    sudden: bool = True,
) -> State:
    """What units of a side change by entering hexes: who holds them, what a key hex costs the
    enemy (4.3.1), and the end of the game at the enemy's supply hex (4.4). Nothing is gained by
    it but that. Where the game ends, nothing is asked any more."""
    sheet = rules.sheet
    news = sheet.walks.marks(hexes) & fresh(sheet, state, side)
    if news:
        state = replace(state, held=state.held ^ news)
        for h in sheet.marked:
            if news & sheet.mark[h]:
                effects.append(Effect("taken", side, places=(sheet.ids[h],)))
                if h in sheet.key:
                    state = shaken(rules, state, ENEMY[side], effects)
        if side == JAPAN and news & sheet.mark[sheet.port_arthur]:
            state = port_arthur_falls(rules, state, effects)
    if sudden and sheet.supply[ENEMY[side]] in hexes:
        place = sheet.ids[sheet.supply[ENEMY[side]]]
        effects.append(Effect("supply", side, places=(place,)))
        return over(rules, state, side, "sudden", effects)
    return state


def port_arthur_falls(rules: RussoJapanese, state: State, effects: list[Effect]) -> State:
    """10.4.1: the fleet at Port Arthur cannot sortie any more. 11.6: in chapter 11 the whole fleet
    is lost; its flagship costs no point of morale and is not revealed (reading 68)."""
    navy = state.navy
    if navy is None:
        if not state.locked:
            effects.append(Effect("locked", RUSSIA))
        return replace(state, locked=True)
    ships = rules.fleets.afloat(navy, PORT_ARTHUR)
    if not ships:
        return state
    effects.append(Effect("fleetLost", JAPAN, rules.fleets.named(ships)))
    steps = tuple(SUNK if ship in ships else left for ship, left in enumerate(navy.steps))
    return replace(state, navy=replace(navy, steps=steps))


def shaken(
    rules: RussoJapanese, state: State, side: str, effects: list[Effect], by: int = -1
) -> State:
    """A side's morale changed, never below 0 nor above the limit (4.3; reading 53)."""
    before = state.morale[NUMBER[side]]
    after = max(0, min(rules.sheet.limit["morale"], before + by))
    if after != before:
        kind = "moraleDown" if after < before else "moraleUp"
        effects.append(Effect(kind, side, numbers=(after,)))
    return replace(state, morale=of_side(state.morale, side, after))


def over(
    rules: RussoJapanese, state: State, winner: str, number: str, effects: list[Effect]
) -> State:
    """The end of the game: a side wins, or nobody does."""
    name = winner.capitalize() if winner else "Draw"
    effects.append(Effect("over", winner) if winner else Effect("drawn"))
    ending = f"{name} {rules.number[number]}"
    return replace(state, decision=None, outcome=Outcome(ending, winner))
