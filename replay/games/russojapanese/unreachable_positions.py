"""Legal positions that no game reaches: each reason follows from the rules, for any play.

The reasons are bounds. A position without a reason may still be one that no game reaches.
"""

from __future__ import annotations

from collections.abc import Iterator

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import find_holder
from senpu.replay.games.russojapanese.deck import find_limit_rule
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, UNDAMAGED
from senpu.replay.games.russojapanese.state import (
    CARDS,
    GATE,
    HOME,
    JAPAN,
    LOST,
    NUMBER,
    PHASES,
    RUSSIA,
    SIDES,
    RussoJapaneseState,
    get_hand,
)

CARDS_OF = {side: PHASES.index((side, CARDS)) for side in SIDES}
"""The number of each side's card phase."""


def list_unreachable(
    rules: RussoJapaneseContext, state: RussoJapaneseState
) -> Iterator[IllegalEventError]:
    """Yield the reasons why no game reaches a position."""
    yield from _list_early_units(rules, state)
    yield from _list_flags(rules, state)
    yield from _list_losses(rules, state)
    if state.turn <= 1:
        yield from _list_first_turn(rules, state)
    decision = state.decision
    if decision is not None and decision.kind == "refill":
        for side in SIDES:  # 4.1: such a side has lost at the end of the turn before
            if not state.phase and not state.morale[NUMBER[side]]:
                yield rules.reject("moraleLost", "morale", field="morale", side=side)


def count_card_phases(state: RussoJapaneseState, side: str) -> int:
    """Return the number of card phases that a side has had; turn 1 has none of Russia's (5.1)."""
    begun = state.turn - (state.phase < CARDS_OF[side])
    return max(0, begun - (side == RUSSIA))


def _list_early_units(
    rules: RussoJapaneseContext, state: RussoJapaneseState
) -> Iterator[IllegalEventError]:
    """Yield sides with more units outside the far box than cards can have brought (10.2.5)."""
    tables = rules.tables
    for side in SIDES:
        own = tables.own[side]
        at_start = sum(tables.start[k] != HOME for k in own)
        most = at_start + tables.limit["paid_hand"] * count_card_phases(state, side)
        if sum(state.where[k] != HOME for k in own) > most:
            yield rules.reject("tooManyOut", "transport", side=side, n=most)


def _list_flags(
    rules: RussoJapaneseContext, state: RussoJapaneseState
) -> Iterator[IllegalEventError]:
    """Yield limits outside the player turns for which they hold (10.4.3; reading 50)."""
    russian, japanese = CARDS_OF[RUSSIA], CARDS_OF[JAPAN]
    is_limited = russian <= state.phase <= japanese
    if not is_limited and (state.limit or state.blockaded):
        field = "hand-limit" if state.limit else "blockaded"
        number = find_limit_rule(state) if state.limit or rules.naval else "event"
        yield rules.reject("limitOver", number, field=field, name=field)
    if state.agitated and russian < state.phase < japanese:
        yield rules.reject("limitOver", "event", field="agitated", name="agitated")


def _list_losses(
    rules: RussoJapaneseContext, state: RussoJapaneseState
) -> Iterator[IllegalEventError]:
    """Yield losses of this turn that no lost unit explains; a card may have returned some."""
    tables, again = rules.tables, rules.tables.limit["paid_hand"]
    for side in SIDES:
        most = sum(state.where[k] == LOST for k in tables.own[side]) + again
        if state.losses[NUMBER[side]] > most:
            yield rules.reject("tooManyLosses", "check", field="losses", side=side, n=most)


def _list_first_turn(
    rules: RussoJapaneseContext, state: RussoJapaneseState
) -> Iterator[IllegalEventError]:
    """Yield what needs a player turn of Russia, or a former turn of Japan (3.0, 5.1)."""
    tables = rules.tables
    if get_hand(state, RUSSIA):
        yield rules.reject("noCardsYet", "first_turn", field="hands", side=RUSSIA)
    if len(get_hand(state, JAPAN)) > tables.limit["hand"]:
        yield rules.reject("noCardsYet", "deal", field="hands", side=JAPAN)
    arrived = [tables.units[k] for k in tables.own[RUSSIA] if state.where[k] == GATE]
    if arrived:
        yield rules.reject("noTurnYet", "first_turn", unit=arrived[0], side=RUSSIA)
    taken = sum(find_holder(tables, state, h) == JAPAN for h in tables.key_hexes)
    if state.morale[NUMBER[RUSSIA]] > tables.limit["morale"] - taken:
        yield rules.reject("keysUnpaid", "keys", field="morale", n=taken)
    is_fallen = find_holder(tables, state, tables.port_arthur) == JAPAN
    if state.flipped or (state.locked and not is_fallen):
        field = "garrison-flipped" if state.flipped else "fleet-locked"
        yield rules.reject("noCardYet", "garrison" if state.flipped else "locked", field=field)
    navy = state.navy
    if navy is not None and any(
        steps != UNDAMAGED and not (is_fallen and rules.fleets.fleet[ship] == PORT_ARTHUR)
        for ship, steps in enumerate(navy.steps)
    ):
        yield rules.reject("noSortieYet", "out", field="fleets")
