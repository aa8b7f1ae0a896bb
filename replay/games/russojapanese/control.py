"""Effects of entering hexes: control, morale, the fall of Port Arthur, a sudden end (4.3, 4.4)."""

from __future__ import annotations

from msgspec.structs import replace

from senpu.replay.core.rules import Effect, Effects
from senpu.replay.core.states import Outcome
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, SUNK
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    JAPAN,
    NUMBER,
    RUSSIA,
    RussoJapaneseState,
    Step,
    replace_value,
)
from senpu.replay.games.russojapanese.tables import RussoJapaneseTables


def find_holder(tables: RussoJapaneseTables, state: RussoJapaneseState, h: int) -> str:
    """Return the side that controls a key hex or a town: it passed the hex last (3.4)."""
    return JAPAN if state.held & tables.mark[h] else ENEMY[JAPAN]


def find_unrecorded(tables: RussoJapaneseTables, state: RussoJapaneseState, side: str) -> int:
    """Return the key hexes and towns that change control if `side` enters them now."""
    return tables.all_marks & ~state.held if side == JAPAN else state.held


def apply_entry(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    hexes: tuple[int, ...],
    sudden: bool = True,
) -> Step:
    """Return the state after units of a side enter hexes, and the effects.

    The side controls the hexes. Key hexes cost the enemy morale (4.3.1) and give the side nothing.
    The enemy's supply hex ends the game (4.4), with no pending decision.
    """
    tables = rules.tables
    effects: Effects = ()
    news = tables.walks.find_marks(hexes) & find_unrecorded(tables, state, side)
    if news:
        state = replace(state, held=state.held ^ news)
        for h in tables.marked:
            if news & tables.mark[h]:
                effects += (Effect("taken", side, places=(tables.ids[h],)),)
                if h in tables.key:
                    state, morale = change_morale(rules, state, ENEMY[side])
                    effects += morale
        if side == JAPAN and news & tables.mark[tables.port_arthur]:
            state, fleet = lose_port_arthur(rules, state)
            effects += fleet
    if sudden and tables.supply[ENEMY[side]] in hexes:
        place = tables.ids[tables.supply[ENEMY[side]]]
        state, end = end_game(rules, state, side, "sudden")
        effects += (Effect("supply", side, places=(place,)), *end)
    return state, effects


def lose_port_arthur(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after the fall of Port Arthur, and its effects.

    The fleet there cannot sortie any more (10.4.1). In chapter 11 the whole fleet is lost (11.6);
    its flagship costs no point of morale and is not revealed (reading 68).
    """
    navy = state.navy
    if navy is None:
        effects = () if state.locked else (Effect("locked", RUSSIA),)
        return replace(state, locked=True), effects
    ships = rules.fleets.list_afloat(navy, PORT_ARTHUR)
    if not ships:
        return state, ()
    steps = tuple(SUNK if ship in ships else left for ship, left in enumerate(navy.steps))
    lost = Effect("fleetLost", JAPAN, rules.fleets.list_names(ships))
    return replace(state, navy=replace(navy, steps=steps)), (lost,)


def change_morale(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, by: int = -1
) -> Step:
    """Return the state after a change of a side's morale, and the effect.

    Morale is never below 0 or above the limit (4.3; reading 53).
    """
    before = state.morale[NUMBER[side]]
    after = max(0, min(rules.tables.limit["morale"], before + by))
    if after == before:
        return state, ()
    kind = "moraleDown" if after < before else "moraleUp"
    change = Effect(kind, side, numbers=(after,))
    return replace(state, morale=replace_value(state.morale, side, after)), (change,)


def end_game(
    rules: RussoJapaneseContext, state: RussoJapaneseState, winner: str, number: str
) -> Step:
    """Return the state after the end of the game, a draw if no side wins, and the effect.

    The records of the phase are cleared.
    """
    name = winner.capitalize() if winner else "Draw"
    end = Effect("over", winner) if winner else Effect("drawn")
    outcome = Outcome(f"{name} {rules.number[number]}", winner)
    return finish(state, outcome), (end,)


def finish(state: RussoJapaneseState, outcome: Outcome) -> RussoJapaneseState:
    """Return the position after the end of the game, without the records of the phase."""
    navy = state.navy
    if navy is not None:
        navy = replace(navy, sailed=(), interfered=False, card=0, battle=None)
    return replace(
        state, decision=None, outcome=outcome, stage="phase", drawing=0, done=0, railed=False,
        marched=False, within=False, zoneless=0, hastened=0, declared=(), fight=None,
        retreating=(), retreated=(), crowd=-1, window=None, checks=(0, 0), navy=navy,
    )  # fmt: skip
