"""The effects of combat results: losses, the advance, and chains of retreats (9.5 to 9.7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Move, Retreat, Word
from senpu.replay.core.rules import Effect, Effects, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import deck
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import apply_entry
from senpu.replay.games.russojapanese.stacking import count_room
from senpu.replay.games.russojapanese.state import (
    ENEMY,
    LOST,
    NO,
    NUMBER,
    RussoJapaneseState,
    Step,
    format_card,
    get_combat,
    parse_card,
    replace_value,
)
from senpu.replay.parts import losses
from senpu.replay.parts.counters import UnitGroup, find_numbers, find_units, set_values
from senpu.replay.parts.zones import ENEMY_THERE


def apply_result(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after the result of a fight takes effect, and the effects (9.5).

    The combat keeps only what still matters: the difference and units without a part are dropped.
    """
    fight = replace(get_combat(state), difference=0)
    if fight.result not in ("DE", "DR", "EX"):
        fight = replace(fight, targets=())
    state = replace(state, fight=fight)
    if fight.result == "DE":  # the other defenders retreat
        return ask_loss(rules, state, fight.targets, "targets-fall")
    if fight.result == "DR":
        return follow_targets(rules, state)
    if fight.result == "EX":  # the defender first (reading 39); no unit retreats or advances
        return ask_loss(rules, state, fight.targets, "exchanged")
    if fight.result == "AR":  # all attackers, or the owner loses one of them instead (9.6)
        return replace(state, retreating=fight.units, retreated=(), stage="attackers-fall"), ()
    if fight.result == "AE":  # the other attackers stay
        return ask_loss(rules, state, fight.units, "fights")
    assert fight.result == "NE"
    return replace(state, stage="fights"), ()


# ---- losses -----------------------------------------------------------------------------


def ask_loss(
    rules: RussoJapaneseContext, state: RussoJapaneseState, units: UnitGroup, then: str
) -> Step:
    """Return the state after the loss of one of some units, or with it pending (reading 13).

    The owner chooses the unit. The stage `then` follows.
    """
    if len(units) == 1:
        state, effects = remove_units(rules, state, units)
        return replace(state, stage=then), effects
    tables = rules.tables
    decision = Decision(tables.side[units[0]], "loss", rules.number["results"], tables.names(units))
    return replace(state, decision=decision, stage=then), ()


def canon_loss(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return the loss of a unit in canonical form (9.5; reading 13)."""
    return losses.canon_loss(decision, event, "loseOne")


def lose(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Word) -> Step:
    """Return the state after the loss of a chosen unit, and the effect."""
    unit = (rules.tables.unit[event.args[0]],)
    return remove_units(rules, replace(state, decision=None), unit)


def remove_units(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    units: UnitGroup,
    why: str = "eliminated",
) -> Step:
    """Return the state without some units on the map and in their attack, and the effects.

    There is an effect for each unit. The units count for the morale check (4.3.2).
    """
    tables = rules.tables
    side = tables.side[units[0]]
    effects = tuple(
        [
            Effect(why, side, (tables.units[k],), (), (tables.place(k, state.where[k]),))
            for k in units
        ]
    )
    number = state.losses[NUMBER[side]] + len(units)
    fight = state.fight
    if fight is not None:
        fight = replace(
            fight,
            units=tuple([k for k in fight.units if k not in units]),
            targets=tuple([k for k in fight.targets if k not in units]),
        )
    state = replace(
        state, where=set_values(state.where, units, LOST), fight=fight,
        retreating=tuple([k for k in state.retreating if k not in units]),
        losses=replace_value(state.losses, side, number),
    )  # fmt: skip
    return state, effects


def follow_exchange(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after the attacker's part of an exchange, and the effects."""
    fight = replace(get_combat(state), targets=())
    return ask_loss(rules, replace(state, fight=fight), fight.units, "fights")


def follow_targets(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the remaining defenders about to retreat (9.5)."""
    fight = get_combat(state)
    state = replace(state, fight=replace(fight, targets=()), retreating=fight.targets)
    return replace(state, retreated=(), stage="retreats"), ()


# ---- 9.7: the advance -------------------------------------------------------------------


def follow_advance(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state after DR or DE: with an advance pending, or ready for the next combat.

    An advance is pending if no defender is left and an attacker can move (9.3, 9.7).
    """
    fight = get_combat(state)
    tables = rules.tables
    able = tuple(k for k in fight.units if tables.allowance[k])  # 9.3: never one that cannot move
    if not able or find_units(tables.own[ENEMY[fight.side]], state.where, fight.place):
        return replace(state, stage="fights"), ()
    decision = Decision(
        fight.side, "advance", rules.number["advance"], tables.names(able), tables.ids[fight.place]
    )
    return replace(state, decision=decision, stage="fights"), ()


def list_groups(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[UnitGroup]:
    """Yield the units that may advance together, up to the stacking limit."""
    tables = rules.tables
    units = tuple(tables.unit[ident] for ident in decision.units)
    most = count_room(tables, state, decision.side, tables.index[decision.place])
    for size in range(1, min(most, len(units)) + 1):
        yield from combinations(units, size)


def find_farther_hexes(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, group: UnitGroup
) -> list[int]:
    """Return the hexes into which a card continues an advance from the hex that was taken.

    The hex has no enemy and is below the stacking limit; zones and terrain do not matter (reading
    48).
    """
    tables, taken = rules.tables, rules.tables.index[decision.place]
    field = rules.zones.field(decision.side, state.where, state.zoneless)
    return [
        h
        for h in tables.adjacent[taken]
        if field[h] != ENEMY_THERE
        and count_room(tables, state, decision.side, h) + sum(state.where[k] == h for k in group)
        >= len(group)
    ]


def find_advance_cards(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str
) -> list[int]:
    """Return the cards in hand that continue an advance by a second hex."""
    cards = deck.list_playable(state, side)
    return [card for card in cards if card and rules.event[side, card][0] == "advance"]


def canon_advance(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return an advance or its waiver in canonical form (9.7; reading 48)."""
    if event == NO:
        return event
    if type(event) is not Move or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    tables = rules.tables
    group = find_numbers(tables.unit, event.units)
    choices = tuple(list_groups(rules, state, decision))
    if group not in choices:
        names = tuple("+".join(tables.names(choice)) for choice in choices)
        raise rules.reject("advanceWho", "advance", place=decision.place, units=names)
    if event.path[0] != decision.place or len(event.path) > 1 + bool(event.payer):
        raise rules.reject("advanceWhere", "advance", place=decision.place)
    if event.payer:
        card = deck.find_payer(rules, state, decision.side, event.payer, "advance")
        if card not in find_advance_cards(rules, state, decision.side):
            raise rules.reject("notThisCard", "event", card=format_card(card))
        goals = tables.grid.list_ids(find_farther_hexes(rules, state, decision, group))
        if len(event.path) < 2 or event.path[1] not in goals:
            raise rules.reject("advanceFar", "advance", place=decision.place, places=goals)
    names = tables.names(group)
    return event if names == event.units else replace(event, units=names)


def legal_advances(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal advances, then the waiver (9.7; reading 48)."""
    tables = rules.tables
    cards = find_advance_cards(rules, state, decision.side)
    for group in list_groups(rules, state, decision):
        names = tables.names(group)
        yield Move(names, (decision.place,))
        for card in cards:
            for h in find_farther_hexes(rules, state, decision, group):
                yield Move(names, (decision.place, tables.ids[h]), payer=(format_card(card),))
    yield NO


def advance(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Event) -> Step:
    """Return the state after an advance or a waiver, and the effects."""
    fight = get_combat(state)
    if type(event) is not Move:
        return replace(state, decision=None), (Effect("noAdvance", fight.side),)
    tables = rules.tables
    units = tuple([tables.unit[ident] for ident in event.units])
    walk = tables.walks.find_walk(event.path)
    assert walk is not None
    effects: Effects = (Effect("advance", fight.side, event.units, (), event.path),)
    if event.payer:
        card = parse_card(event.payer[0])
        effects = (Effect("played", fight.side, numbers=(card,)), *effects)
        state = deck.discard_card(state, fight.side, card)
    state = replace(state, decision=None, where=set_values(state.where, units, walk[-1]))
    state, entry = apply_entry(rules, state, fight.side, walk, rules.sudden_advance)
    return state, (*effects, *entry)


# ---- retreat paths ----------------------------------------------------------------------


def find_retreats(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    k: int,
    retreated: UnitGroup | None = None,
) -> tuple[int, ...]:
    """Return the hexes into which a unit may retreat (9.6).

    They have no enemy, no enemy zone and no side that is all sea, and are below the stacking limit.
    Without such a hex, a unit may retreat into a full one from which a friendly unit can give way
    in turn.
    """
    tables, here = rules.tables, state.where[k]
    if not tables.allowance[k]:  # 9.6.1
        return ()
    side = tables.side[k]
    field = rules.zones.field(side, state.where, state.zoneless)
    open_hexes = [h for h in tables.adjacent[here] if not field[h]]
    free = tuple([h for h in open_hexes if count_room(tables, state, side, h) > 0])
    if free:
        return free
    retreated = (*(state.retreated if retreated is None else retreated), k)
    return tuple([h for h in open_hexes if _can_give_way(rules, state, k, h, retreated)])


def _can_give_way(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int, h: int, retreated: UnitGroup
) -> bool:
    after = replace(state, where=set_values(state.where, (k,), h))
    return any(
        other not in retreated and find_retreats(rules, after, other, retreated)
        for other in find_units(rules.tables.own[rules.tables.side[k]], state.where, h)
    )


def find_displaceable(rules: RussoJapaneseContext, state: RussoJapaneseState) -> UnitGroup:
    """Return the units that may give way in a hex above the stacking limit."""
    tables = rules.tables
    side = tables.side[state.retreated[-1]]
    return tuple(
        k for k in find_units(tables.own[side], state.where, state.crowd)
        if k not in state.retreated and find_retreats(rules, state, k)
    )  # fmt: skip


# ---- pending retreats -------------------------------------------------------------------


def follow_attackers(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the attacker's choice pending after AR (9.6; reading 40).

    The attacker retreats with all units, or loses one and stays. If none can retreat, one is lost.
    """
    fight = get_combat(state)
    if not any(find_retreats(rules, state, k) for k in fight.units):
        state, loss = ask_loss(rules, replace(state, retreating=()), fight.units, "fights")
        return state, (Effect("noWayBack", fight.side), *loss)
    decision = Decision(
        fight.side, "fall", rules.number["retreat"], rules.tables.names(fight.units)
    )
    return replace(state, decision=decision, stage="retreats"), ()


def follow_retreats(rules: RussoJapaneseContext, state: RussoJapaneseState) -> Step:
    """Return the state with the next retreat pending, or after the loss of blocked units."""
    tables, number = rules.tables, rules.number
    if state.crowd >= 0:
        units = find_displaceable(rules, state)
        decision = Decision(
            tables.side[units[0]], "displace", number["retreat"], tables.names(units),
            tables.ids[state.crowd],
        )  # fmt: skip
        return replace(state, decision=decision), ()
    able = tuple(k for k in state.retreating if find_retreats(rules, state, k))
    if able:
        decision = Decision(tables.side[able[0]], "retreat", number["retreat"], tables.names(able))
        return replace(state, decision=decision), ()
    effects: Effects = ()
    for k in state.retreating:
        state, loss = remove_units(
            rules, state, (k,), "trapped" if tables.allowance[k] else "immobile"
        )
        effects += loss
    beaten = get_combat(state).result in ("DE", "DR")
    then = "advance" if beaten else "fights"
    return replace(state, retreating=(), retreated=(), stage=then), effects


# ---- the answers ------------------------------------------------------------------------


def canon_retreat(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a retreat, or a loss instead of it, in canonical form (9.6)."""
    if decision.kind == "fall" and type(event) is Word:
        return canon_loss(rules, state, decision, event)
    tables = rules.tables
    if type(event) is not Retreat or event.payer or event.again:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if len(event.units) != 1 or event.units[0] not in decision.units:
        raise IllegalEventError("retreatWho", decision.rule, units=decision.units)
    walk = tables.walks.find_walk(event.path)
    if walk is None:
        raise rules.reject_place(event.path)
    k = tables.unit[event.units[0]]
    ways = find_retreats(rules, state, k)
    if len(walk) != 1 or walk[0] not in ways:
        raise _bar_retreat(rules, state, k, walk[-1], ways)
    return event


def _bar_retreat(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int, h: int, ways: tuple[int, ...]
) -> IllegalEventError:
    """Return why a unit cannot retreat into a hex."""
    tables = rules.tables
    facts = {"unit": tables.units[k], "goal": tables.ids[h], "places": tables.grid.list_ids(ways)}
    if not tables.allowance[k]:
        return rules.reject("retreatNever", "immobile", **facts)
    if not ways:
        return rules.reject("retreatWaits", "retreat", **facts)
    if h not in tables.adjacent[state.where[k]] or h in ways:  # too far, or by a detour
        return rules.reject("retreatOne", "retreat", **facts)
    met = rules.zones.field(tables.side[k], state.where, state.zoneless)[h]
    if met == ENEMY_THERE:
        return rules.reject("retreatEnemy", "enemy", **facts)
    if met:
        return rules.reject("retreatZone", "zone_retreat", **facts)
    return rules.reject("retreatFull", "retreat", **facts)


def legal_retreats(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal retreats, then the losses that may replace them (9.6)."""
    tables = rules.tables
    for ident in decision.units:
        for h in find_retreats(rules, state, tables.unit[ident]):
            yield Retreat((ident,), (tables.ids[h],))
    if decision.kind == "fall":
        yield from losses.legal_losses(rules, state, decision)


def retreat(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Event) -> Step:
    """Return the state after a retreat, or a loss instead, and the effects."""
    if type(event) is Word:  # AR made worse: AE, and the others stay (9.6)
        worsened = Effect("worsened", get_combat(state).side)
        state, loss = lose(rules, replace(state, retreating=(), stage="fights"), event)
        return state, (worsened, *loss)
    assert type(event) is Retreat
    tables = rules.tables
    k, h = tables.unit[event.units[0]], tables.index[event.path[0]]
    side, start = tables.side[k], tables.ids[state.where[k]]
    moved = Effect("retreat", side, event.units, (), (start, *event.path))
    full = count_room(tables, state, side, h) <= 0
    fight = get_combat(state)
    if fight.result == "AR":  # all attackers retreat, and take no further part
        fight = replace(fight, units=())
    state = replace(
        state, decision=None, where=set_values(state.where, (k,), h), stage="retreats",
        retreating=tuple([other for other in state.retreating if other != k]),
        retreated=(*state.retreated, k), crowd=h if full else -1, fight=fight,
    )  # fmt: skip
    state, entry = apply_entry(rules, state, side, (h,), rules.sudden_advance)
    return state, (moved, *entry)
