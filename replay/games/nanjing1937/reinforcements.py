"""Units that enter the map: set-up, landings, arrivals and replacements (3.2, 10.1 to 10.3).

The end of the phase delays the units that are not placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, Place
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.control import list_control_changes, record_entry
from senpu.replay.games.nanjing1937.stacking import can_stack
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    DUE,
    END,
    HOLD,
    JAPAN,
    LOST,
    NanjingState,
    Step,
)
from senpu.replay.parts.counters import find_numbers, set_values
from senpu.replay.parts.zones import ENEMY_THERE


def parse_placement(
    rules: NanjingContext, state: NanjingState, event: Event, decision: Decision
) -> tuple[int, ...]:
    """Return the units that an event places, in the game's order, or raise IllegalEventError."""
    tables = rules.tables
    if type(event) is not Place:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.payer or event.again:
        raise IllegalEventError("noPayer", decision.rule)
    if len(event.path) != 1:
        raise IllegalEventError("oneHex", decision.rule)
    for ident in event.units:
        if ident not in decision.units:
            raise explain_rejection(rules, state, decision, ident)
    if len(set(event.units)) < len(event.units):
        raise IllegalEventError("unitTwice", decision.rule, units=event.units)
    if event.path[0] not in tables.index:
        raise rules.reject("unknownPlace", "hexes", place=event.path[0])
    return find_numbers(tables.unit, event.units)


def explain_rejection(
    rules: NanjingContext, state: NanjingState, decision: Decision, ident: str
) -> IllegalEventError:
    """Return why a unit may not be placed now."""
    tables, k = rules.tables, rules.tables.unit.get(ident, -1)
    timetable = "set_up" if decision.kind == "set-up" else "reinforcements"
    if k < 0:
        return rules.reject("unknownUnit", timetable, unit=ident)
    if tables.side[k] != decision.side:
        return rules.reject("notYours", timetable, unit=ident, side=decision.side)
    at = state.where[k]
    if at >= 0:
        return rules.reject("onMap", timetable, unit=ident)
    if at == LOST and (decision.side == JAPAN or not tables.replaceable[k]):
        return rules.reject("neverBack", "replacement", unit=ident)
    if at == LOST and state.placed:
        return rules.reject("replaceFirst", "replacement", unit=ident)
    if at == DUE and tables.enters[k] > state.turn:
        return rules.reject("tooEarly", timetable, unit=ident, turn=tables.enters[k])
    if decision.side == JAPAN:  # only holding delays a unit that is due
        return rules.reject("heldBack", "holding", unit=ident, turn=tables.limit["late_from"])
    full = "arrivals" if rules.control.find_cities(state, CHINA) else "arrival"
    return rules.reject("noCityOpen", full, unit=ident)


def sort_units(rules: NanjingContext, event: Event, units: tuple[int, ...]) -> Event:
    """Return the event with its units in the game's order."""
    assert type(event) is Place
    names = rules.tables.names(units)
    return event if event.units == names else replace(event, units=names)


# ---- 3.2: set-up ------------------------------------------------------------------------


def follow_set_up(rules: NanjingContext, state: NanjingState) -> Step:
    """Ask for the next placement of China, or end the set-up (3.2)."""
    tables = rules.tables
    waiting = tuple(k for k in tables.own[CHINA] if tables.enters[k] == 0 and state.where[k] == DUE)
    if not waiting:
        return replace(state, stage="next-turn"), ()
    decision = Decision(CHINA, "set-up", rules.number["set_up"], tables.names(waiting))
    return replace(state, decision=decision), ()


def canon_set_up(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return a placement of China's free set-up in canonical form (3.2)."""
    units = parse_placement(rules, state, event, decision)
    tables = rules.tables
    h = tables.index[event.path[0]]  # type: ignore[union-attr]
    place = tables.ids[h]
    if h not in tables.set_up:
        water = tables.terrain[h] in ("sea", "lake")
        raise IllegalEventError(
            "setUpWater" if water else "setUpCutOff", decision.rule, place=place
        )
    if h in state.where[tables.span[JAPAN]]:
        raise IllegalEventError("setUpEnemy", decision.rule, place=place)
    if not can_stack(tables, state, units, h):
        raise rules.reject("setUpFull", "stacking_china", place=place)
    return sort_units(rules, event, units)


def legal_set_ups(
    rules: NanjingContext, state: NanjingState, decision: Decision
) -> Iterator[Event]:
    """Yield the placements of China's free set-up (3.2; reading 38)."""
    tables = rules.tables
    waiting = tuple(tables.unit[ident] for ident in decision.units)
    for h in tables.set_up:
        if h in state.where[tables.span[JAPAN]]:
            continue
        for size in (1, 2):
            for units in combinations(waiting, size):
                if can_stack(tables, state, units, h):
                    yield Place(tables.names(units), (tables.ids[h],))


def set_up(rules: NanjingContext, state: NanjingState, event: Place) -> Step:
    """Return the state after a placement of the set-up (3.2)."""
    state, effects = place_units(rules, state, CHINA, event)
    return state, (Effect("setUp", CHINA, event.units, (), event.path), *effects)


def place_units(rules: NanjingContext, state: NanjingState, side: str, event: Place) -> Step:
    """Return the state with units in their hex, which counts as entering it (4.1; reading 18)."""
    tables = rules.tables
    units = tuple([tables.unit[ident] for ident in event.units])
    h = tables.index[event.path[0]]
    held, trod = record_entry(tables, state, side, (h,))
    where = set_values(state.where, units, h)
    effects = list_control_changes(tables, state.held, held, side, event.units)
    return replace(state, where=where, held=held, trod=trod, decision=None), effects


# ---- 10.0: units that may enter ---------------------------------------------------------


def find_due(rules: NanjingContext, state: NanjingState, side: str, turn: int) -> tuple[int, ...]:
    """Return the reinforcements that may enter now (10.1, 10.2).

    While Japan holds, reinforcements of turn 4 and later wait. If it widens the war, the overdue
    units may enter at once (4.0.2, 4.0.3; reading 15).
    """
    tables, where = rules.tables, state.where
    if DUE not in where[tables.span[side]]:
        return ()
    last = turn
    if side == JAPAN and state.policy == HOLD:
        last = min(last, tables.limit["late_from"] - 1)
    enters = tables.enters
    return tuple([k for k in tables.own[side] if where[k] == DUE and enters[k] <= last])


def find_replaceable(rules: NanjingContext, state: NanjingState) -> tuple[int, ...]:
    """Return the removed units of which China may return one before its reinforcements (10.3)."""
    tables, where = rules.tables, state.where
    if state.placed or LOST not in where[tables.span[CHINA]]:
        return ()
    return tuple([k for k in tables.own[CHINA] if where[k] == LOST and tables.replaceable[k]])


def build_decision(rules: NanjingContext, state: NanjingState, side: str, turn: int) -> Decision:
    """Return the pending decision of a reinforcement phase (10.1 to 10.3)."""
    units = find_due(rules, state, side, turn)
    if side == CHINA:
        units = tuple(sorted((*find_replaceable(rules, state), *units)))
        if units and not find_chinese_cities(rules, state):
            units = ()
    if not units:
        return rules.ask_reinforce[side]
    number = rules.number["landing" if side == JAPAN else "arrival"]
    return Decision(side, "reinforce", number, rules.tables.names(units))


def find_chinese_cities(rules: NanjingContext, state: NanjingState) -> tuple[int, ...]:
    """Return the hexes in which China may place units now (10.2, 10.4)."""
    most = rules.tables.limit["arrivals"]
    cities = rules.control.find_cities(state, CHINA)
    return tuple([h for h in cities if state.placed.count(h) < most]) if state.placed else cities


def canon_reinforce(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return a landing, an arrival or a replacement in canonical form (10.1 to 10.4)."""
    if type(event) is EndPhase:
        return event
    units = parse_placement(rules, state, event, decision)
    h = rules.tables.index[event.path[0]]  # type: ignore[union-attr]
    bar = (bar_landing if decision.side == JAPAN else bar_arrival)(rules, state, units, h)
    if bar is not None:
        raise bar
    return sort_units(rules, event, units)


def bar_landing(
    rules: NanjingContext, state: NanjingState, units: tuple[int, ...], h: int
) -> IllegalEventError | None:
    """Return what forbids a landing: only a port with a Chinese unit (10.1.1, 10.1.2)."""
    tables = rules.tables
    if h not in tables.port:
        return rules.reject("noPort", "landing", place=tables.ids[h])
    if rules.zones.field(JAPAN, state.where)[h] == ENEMY_THERE:
        return rules.reject("portEnemy", "assault", place=tables.ids[h])
    return None


def bar_arrival(
    rules: NanjingContext, state: NanjingState, units: tuple[int, ...], h: int
) -> IllegalEventError | None:
    """Return what forbids an arrival or a replacement in a city (10.2 to 10.4).

    China places at most two units in a phase, in cities that it controls. A replacement comes first
    and alone (10.3).
    """
    tables, place = rules.tables, rules.tables.ids[h]
    if h not in tables.city:
        return rules.reject("noCity", "arrival", place=place)
    if state.held & tables.mark[h]:
        return rules.reject("cityHeld", "control", place=place)
    if not rules.control.has_control(state, CHINA, h):
        return rules.reject("cityZone", "control", place=place)
    return bar_group(rules, state, units, h)


def bar_group(
    rules: NanjingContext, state: NanjingState, units: tuple[int, ...], h: int
) -> IllegalEventError | None:
    """Return what forbids units to arrive in a city that China controls (10.3, 10.4)."""
    tables, limit = rules.tables, rules.tables.limit
    dead = [k for k in units if state.where[k] == LOST]
    if dead and (len(dead) > limit["replacements"] or len(dead) < len(units)):
        return rules.reject("replaceApart", "replacement", units=tables.names(units))
    if state.placed.count(h) + len(units) > limit["arrivals"]:
        place = tables.ids[h]
        return rules.reject("cityFull", "arrivals", place=place, most=limit["arrivals"])
    return None


def legal_reinforcements(
    rules: NanjingContext, state: NanjingState, decision: Decision
) -> Iterator[Event]:
    """Yield the placements of a reinforcement phase, then its end (10.1 to 10.4)."""
    tables = rules.tables
    waiting = tuple(tables.unit[ident] for ident in decision.units)
    bar = bar_landing if decision.side == JAPAN else bar_group
    for h in tables.ports if decision.side == JAPAN else find_chinese_cities(rules, state):
        for size in range(1, len(waiting) + 1):
            for units in combinations(waiting, size):
                if bar(rules, state, units, h) is None:
                    yield Place(tables.names(units), (tables.ids[h],))
    yield END


def reinforce(rules: NanjingContext, state: NanjingState, event: Event) -> Step:
    """Return the state after an arrival or the end of the phase (10.0)."""
    if type(event) is EndPhase:
        return replace(state, decision=None, stage="next-phase"), ()
    assert type(event) is Place
    assert state.decision is not None
    tables, side = rules.tables, state.decision.side
    h = tables.index[event.path[0]]
    if side == JAPAN:
        assault = not rules.control.has_control(state, JAPAN, h)
        kind = "assault" if assault else "arrive"
        state = replace(state, landed=state.landed or assault)
    else:
        dead = state.where[tables.unit[event.units[0]]] == LOST
        kind = "replaced" if dead else "arrive"
        placed = tuple(sorted((*state.placed, *[h] * len(event.units))))
        state = replace(state, placed=placed)
    state, effects = place_units(rules, state, side, event)
    state = replace(state, decision=build_decision(rules, state, side, state.turn))
    return state, (Effect(kind, side, event.units, (), event.path), *effects)
