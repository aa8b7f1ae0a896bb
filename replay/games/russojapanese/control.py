"""Effects of entering hexes: control, morale, the fall of Port Arthur, a sudden end (4.3, 4.4)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import Effect, Effects, Outcome
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, SUNK
from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    JAPAN,
    NUMBER,
    RUSSIA,
    State,
    Step,
    of_side,
)


def holder(sheet: Sheet, state: State, h: int) -> str:
    """Return the side that controls a key hex or a town: it passed the hex last (3.4)."""
    return JAPAN if state.held & sheet.mark[h] else ENEMY[JAPAN]


def fresh(sheet: Sheet, state: State, side: str) -> int:
    """Return the key hexes and towns that change control if `side` enters them now."""
    return sheet.all_marks & ~state.held if side == JAPAN else state.held


def entered(
    rules: RussoJapanese, state: State, side: str, hexes: tuple[int, ...], sudden: bool = True
) -> Step:
    """Return the state after units of a side enter hexes, and the effects.

    The side controls the hexes. Key hexes cost the enemy morale (4.3.1) and give the side nothing.
    The enemy's supply hex ends the game (4.4), with no pending decision.
    """
    sheet = rules.sheet
    effects: Effects = ()
    news = sheet.walks.marks(hexes) & fresh(sheet, state, side)
    if news:
        state = replace(state, held=state.held ^ news)
        for h in sheet.marked:
            if news & sheet.mark[h]:
                effects += (Effect("taken", side, places=(sheet.ids[h],)),)
                if h in sheet.key:
                    state, morale = shaken(rules, state, ENEMY[side])
                    effects += morale
        if side == JAPAN and news & sheet.mark[sheet.port_arthur]:
            state, fleet = port_arthur_falls(rules, state)
            effects += fleet
    if sudden and sheet.supply[ENEMY[side]] in hexes:
        place = sheet.ids[sheet.supply[ENEMY[side]]]
        state, end = over(rules, state, side, "sudden")
        effects += (Effect("supply", side, places=(place,)), *end)
    return state, effects


def port_arthur_falls(rules: RussoJapanese, state: State) -> Step:
    """Return the state after the fall of Port Arthur, and its effects.

    The fleet there cannot sortie any more (10.4.1). In chapter 11 the whole fleet is lost (11.6);
    its flagship costs no point of morale and is not revealed (reading 68).
    """
    navy = state.navy
    if navy is None:
        effects = () if state.locked else (Effect("locked", RUSSIA),)
        return replace(state, locked=True), effects
    ships = rules.fleets.afloat(navy, PORT_ARTHUR)
    if not ships:
        return state, ()
    steps = tuple(SUNK if ship in ships else left for ship, left in enumerate(navy.steps))
    lost = Effect("fleetLost", JAPAN, rules.fleets.named(ships))
    return replace(state, navy=replace(navy, steps=steps)), (lost,)


def shaken(rules: RussoJapanese, state: State, side: str, by: int = -1) -> Step:
    """Return the state after a change of a side's morale, and the effect.

    Morale is never below 0 or above the limit (4.3; reading 53).
    """
    before = state.morale[NUMBER[side]]
    after = max(0, min(rules.sheet.limit["morale"], before + by))
    if after == before:
        return state, ()
    kind = "moraleDown" if after < before else "moraleUp"
    change = Effect(kind, side, numbers=(after,))
    return replace(state, morale=of_side(state.morale, side, after)), (change,)


def over(rules: RussoJapanese, state: State, winner: str, number: str) -> Step:
    """Return the state after the end of the game, a draw if no side wins, and the effect."""
    name = winner.capitalize() if winner else "Draw"
    end = Effect("over", winner) if winner else Effect("drawn")
    outcome = Outcome(f"{name} {rules.number[number]}", winner)
    return replace(state, decision=None, outcome=outcome), (end,)
