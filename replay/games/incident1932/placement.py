"""The set-up of the First Shanghai Incident: China places its two armies (3.1); Japan has no
choice, so its placement (3.2) follows without an event.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Place
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.state import CHINA, DUE, JAPAN, State, Step
from senpu.replay.parts.counters import changed


def follow_set_up(rules: Incident, state: State) -> Step:
    """Return the state with the set-up of the next Chinese area pending, in rising order
    (reading 28), or with Japan's units set up, and the effects.
    """
    where, sheet = state.where, rules.sheet
    for place, units in sheet.china_sets_up.items():
        if place not in where:
            waiting = sheet.ids(tuple([k for k in units if where[k] == DUE]))
            decision = Decision(CHINA, "set-up", rules.number["set_up"], waiting, place)
            return replace(state, decision=decision), ()
    return deployed(rules, state)


def deployed(rules: Incident, state: State) -> Step:
    """Return the state before the first turn, with Japan's units in their areas (3.2), and the
    effects.
    """
    where, sheet, effects = state.where, rules.sheet, list[Effect]()
    for place, units in sheet.japan_sets_up.items():
        number = sheet.set_up_number.get(place, sheet.stacking)
        group = tuple([k for k in units if where[k] == DUE])[:number]
        effects.append(Effect("setUp", JAPAN, sheet.ids(group), places=(place,)))
        where = changed(where, group, place)
    return replace(state, where=where, stage="turn"), tuple(effects)


def sizes(rules: Incident, decision: Decision) -> range:
    """Return the numbers of units that the area of a decision may take, so that the other areas
    have room for the rest (3.1, 8.2.3).
    """
    found = rules.set_up_sizes.get((decision.place, len(decision.units)))
    if found is None:
        sheet, waiting = rules.sheet, len(decision.units)
        formation = sheet.set_up[decision.place]
        later = sheet.areas[sheet.areas.index(decision.place) + 1 :]
        least, most = sheet.room_for(formation, (decision.place,))
        kept, taken = sheet.room_for(formation, later)
        found = range(max(least, 1, waiting - taken), min(most, waiting - kept) + 1)
        rules.set_up_sizes[decision.place, waiting] = found
    return found


def canon_set_up(rules: Incident, state: State, decision: Decision, event: Event) -> Event:
    if not isinstance(event, Place) or event.payer or event.again or len(event.path) != 1:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.path[0] != decision.place:
        raise IllegalEventError(
            "setUpArea", decision.rule, place=decision.place, units=decision.units
        )
    index = rules.sheet.index
    for ident in event.units:
        if ident not in decision.units:
            why = "notAsked" if ident in index else "unknownUnit"
            raise IllegalEventError(why, decision.rule, unit=ident, units=decision.units)
    if len(set(event.units)) < len(event.units):
        raise IllegalEventError("unitTwice", decision.rule, units=event.units)
    allowed = sizes(rules, decision)
    if len(event.units) not in allowed:
        least, most = allowed.start, allowed.stop - 1
        raise IllegalEventError(
            "setUpNumber" if least < most else "setUpExactly", decision.rule, place=decision.place,
            count=len(event.units), least=least, most=most,
        )  # fmt: skip
    units = tuple(sorted(event.units, key=index.__getitem__))
    return event if units == event.units else replace(event, units=units)


def legal_set_ups(rules: Incident, state: State, decision: Decision) -> Iterator[Event]:
    for size in sizes(rules, decision):
        for units in combinations(decision.units, size):
            yield Place(units, (decision.place,))


def set_up(rules: Incident, state: State, event: Place) -> Step:
    """Return the state after Chinese units are set up in an area, and the effect."""
    group = tuple([rules.sheet.index[ident] for ident in event.units])
    where = changed(state.where, group, event.path[0])
    effect = Effect("setUp", CHINA, event.units, places=event.path)
    return replace(state, where=where, decision=None), (effect,)
