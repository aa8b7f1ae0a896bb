"""Coming onto the map: China's free set-up (3.2), Japan at its ports (10.1), China in its cities
(10.2), and China's replacements (10.3). Delaying is ending the phase with units left.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, Place
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.control import entered, taken
from senpu.replay.games.nanjing1937.stacking import fits
from senpu.replay.games.nanjing1937.state import CHINA, DUE, END, HOLD, JAPAN, LOST, State, Step
from senpu.replay.parts.counters import changed, numbers_of
from senpu.replay.parts.zones import ENEMY_THERE


def named(rules: Nanjing, state: State, event: Event, decision: Decision) -> tuple[int, ...]:
    """Return the units that an event places, in the game's order.

    Raises IllegalEventError for anything but one placement of pending units in one hex of the map.
    """
    sheet = rules.sheet
    if not isinstance(event, Place):
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.payer or event.again:
        raise IllegalEventError("noPayer", decision.rule)
    if len(event.path) != 1:
        raise IllegalEventError("oneHex", decision.rule)
    for ident in event.units:
        if ident not in decision.units:
            raise not_asked(rules, state, decision, ident)
    if len(set(event.units)) < len(event.units):
        raise IllegalEventError("unitTwice", decision.rule, units=event.units)
    if event.path[0] not in sheet.index:
        raise rules.reject("unknownPlace", "hexes", place=event.path[0])
    return numbers_of(sheet.unit, event.units)


def not_asked(rules: Nanjing, state: State, decision: Decision, ident: str) -> IllegalEventError:
    """Why a unit is none of those that may be placed now."""
    sheet, k = rules.sheet, rules.sheet.unit.get(ident, -1)
    timetable = "set_up" if decision.kind == "set-up" else "reinforcements"
    if k < 0:
        return rules.reject("unknownUnit", timetable, unit=ident)
    if sheet.side[k] != decision.side:
        return rules.reject("notYours", timetable, unit=ident, side=decision.side)
    at = state.where[k]
    if at >= 0:
        return rules.reject("onMap", timetable, unit=ident)
    if at == LOST and (decision.side == JAPAN or not sheet.replaceable[k]):
        return rules.reject("neverBack", "replacement", unit=ident)
    if at == LOST and state.placed:
        return rules.reject("replaceFirst", "replacement", unit=ident)
    if at == DUE and sheet.enters[k] > state.turn:
        return rules.reject("tooEarly", timetable, unit=ident, turn=sheet.enters[k])
    if decision.side == JAPAN:  # a unit that is due is kept away by holding alone
        return rules.reject("heldBack", "holding", unit=ident, turn=sheet.limit["late_from"])
    full = "arrivals" if rules.control.cities(state, CHINA) else "arrival"
    return rules.reject("noCityOpen", full, unit=ident)


def spelt(rules: Nanjing, event: Event, units: tuple[int, ...]) -> Event:
    """The event with its units in the game's order."""
    assert isinstance(event, Place)
    names = rules.sheet.names(units)
    return event if event.units == names else replace(event, units=names)


# ---- 3.2: set-up ------------------------------------------------------------------------


def follow_set_up(rules: Nanjing, state: State) -> Step:
    """Ask for the next placement of China, or end the set-up (3.2)."""
    sheet = rules.sheet
    waiting = tuple(k for k in sheet.own[CHINA] if sheet.enters[k] == 0 and state.where[k] == DUE)
    if not waiting:
        return replace(state, stage="next-turn"), ()
    decision = Decision(CHINA, "set-up", rules.number["set_up"], sheet.names(waiting))
    return replace(state, decision=decision), ()


def canon_set_up(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    units = named(rules, state, event, decision)
    sheet = rules.sheet
    h = sheet.index[event.path[0]]  # type: ignore[union-attr]
    place = sheet.ids[h]
    if h not in sheet.set_up:
        water = sheet.terrain[h] in ("sea", "lake")
        raise IllegalEventError(
            "setUpWater" if water else "setUpCutOff", decision.rule, place=place
        )
    if h in state.where[sheet.span[JAPAN]]:
        raise IllegalEventError("setUpEnemy", decision.rule, place=place)
    if not fits(sheet, state, units, h):
        raise rules.reject("setUpFull", "stacking_china", place=place)
    return spelt(rules, event, units)


def legal_set_ups(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    waiting = tuple(sheet.unit[ident] for ident in decision.units)
    for h in sheet.set_up:
        if h in state.where[sheet.span[JAPAN]]:
            continue
        for size in (1, 2):
            for units in combinations(waiting, size):
                if fits(sheet, state, units, h):
                    yield Place(sheet.names(units), (sheet.ids[h],))


def set_up(rules: Nanjing, state: State, event: Place) -> Step:
    """Return the state after a placement of the set-up (3.2)."""
    state, effects = placed(rules, state, CHINA, event)
    return state, (Effect("setUp", CHINA, event.units, (), event.path), *effects)


def placed(rules: Nanjing, state: State, side: str, event: Place) -> Step:
    """Return the state with units in their hex, which counts as entering it (4.1; reading 18)."""
    sheet = rules.sheet
    units = tuple([sheet.unit[ident] for ident in event.units])
    h = sheet.index[event.path[0]]
    held, trod = entered(sheet, state, side, (h,))
    where = changed(state.where, units, h)
    effects = taken(sheet, state.held, held, side, event.units)
    return replace(state, where=where, held=held, trod=trod, decision=None), effects


# ---- 10.0: who may come -----------------------------------------------------------------


def due(rules: Nanjing, state: State, side: str, turn: int) -> tuple[int, ...]:
    """The reinforcements that may come now. Holding keeps away those of turn 4 and later, until
    the war is widened; then the overdue ones come at once (4.0.2, 4.0.3; reading 15).
    """
    sheet, where = rules.sheet, state.where
    if DUE not in where[sheet.span[side]]:
        return ()
    last = turn
    if side == JAPAN and state.policy == HOLD:
        last = min(last, sheet.limit["late_from"] - 1)
    enters = sheet.enters
    return tuple([k for k in sheet.own[side] if where[k] == DUE and enters[k] <= last])


def replaceable(rules: Nanjing, state: State) -> tuple[int, ...]:
    """The removed units of which China may bring one back, before any reinforcement of the
    phase (10.3; reading 25).
    """
    sheet, where = rules.sheet, state.where
    if state.placed or LOST not in where[sheet.span[CHINA]]:
        return ()
    return tuple([k for k in sheet.own[CHINA] if where[k] == LOST and sheet.replaceable[k]])


def decision(rules: Nanjing, state: State, side: str, turn: int) -> Decision:
    """The question of a reinforcement phase of that turn."""
    units = due(rules, state, side, turn)
    if side == CHINA:
        units = tuple(sorted((*replaceable(rules, state), *units)))
        if units and not chinese_cities(rules, state):
            units = ()
    if not units:
        return rules.ask_reinforce[side]
    number = rules.number["landing" if side == JAPAN else "arrival"]
    return Decision(side, "reinforce", number, rules.sheet.names(units))


def chinese_cities(rules: Nanjing, state: State) -> tuple[int, ...]:
    """Where China may place units now (10.2, 10.4)."""
    most = rules.sheet.limit["arrivals"]
    return tuple(h for h in rules.control.cities(state, CHINA) if state.placed.count(h) < most)


def canon_reinforce(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if isinstance(event, EndPhase):
        return event
    units = named(rules, state, event, decision)
    h = rules.sheet.index[event.path[0]]  # type: ignore[union-attr]
    bar = (bar_landing if decision.side == JAPAN else bar_arrival)(rules, state, units, h)
    if bar is not None:
        raise bar
    return spelt(rules, event, units)


def bar_landing(
    rules: Nanjing, state: State, units: tuple[int, ...], h: int
) -> IllegalEventError | None:
    """Any port without a Chinese unit in it; any number of units (10.1.1, 10.1.2)."""
    sheet = rules.sheet
    if h not in sheet.port:
        return rules.reject("noPort", "landing", place=sheet.ids[h])
    if rules.zones.field(JAPAN, state.where)[h] == ENEMY_THERE:
        return rules.reject("portEnemy", "assault", place=sheet.ids[h])
    return None


def bar_arrival(
    rules: Nanjing, state: State, units: tuple[int, ...], h: int
) -> IllegalEventError | None:
    """A city that China controls, two units a phase (10.2, 10.4); a unit that is replaced comes
    first, and alone (10.3).
    """
    sheet, limit = rules.sheet, rules.sheet.limit
    place = sheet.ids[h]
    if h not in sheet.city:
        return rules.reject("noCity", "arrival", place=place)
    if state.held & sheet.mark[h]:
        return rules.reject("cityHeld", "control", place=place)
    if not rules.control.controls(state, CHINA, h):
        return rules.reject("cityZone", "control", place=place)
    dead = [k for k in units if state.where[k] == LOST]
    if dead and (len(dead) > limit["replacements"] or len(dead) < len(units)):
        return rules.reject("replaceApart", "replacement", units=sheet.names(units))
    if state.placed.count(h) + len(units) > limit["arrivals"]:
        return rules.reject("cityFull", "arrivals", place=place, most=limit["arrivals"])
    return None


def legal_reinforcements(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    waiting = tuple(sheet.unit[ident] for ident in decision.units)
    bar = bar_landing if decision.side == JAPAN else bar_arrival
    for h in sheet.ports if decision.side == JAPAN else chinese_cities(rules, state):
        for size in range(1, len(waiting) + 1):
            for units in combinations(waiting, size):
                if bar(rules, state, units, h) is None:
                    yield Place(sheet.names(units), (sheet.ids[h],))
    yield END


def reinforce(rules: Nanjing, state: State, event: Event) -> Step:
    """Return the state after an arrival or the end of the phase (10.0)."""
    if isinstance(event, EndPhase):
        return replace(state, decision=None, stage="next-phase"), ()
    assert isinstance(event, Place)
    assert state.decision is not None
    sheet, side = rules.sheet, state.decision.side
    h = sheet.index[event.path[0]]
    if side == JAPAN:
        assault = not rules.control.controls(state, JAPAN, h)
        kind = "assault" if assault else "arrive"
        state = replace(state, landed=state.landed or assault)
    else:
        dead = state.where[sheet.unit[event.units[0]]] == LOST
        kind = "replaced" if dead else "arrive"
        state = replace(state, placed=(*state.placed, *[h] * len(event.units)))
    state, effects = placed(rules, state, side, event)
    state = replace(state, decision=decision(rules, state, side, state.turn))
    return state, (Effect(kind, side, event.units, (), event.path), *effects)
