"""The set-up of the First Shanghai Incident.

China places its two armies (3.1). Japan has no choice, so its placement (3.2) follows without an
event.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from senpu.notation.events import Event, Place
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CHINA,
    DUE,
    JAPAN,
    Group,
    Incident1932State,
    Incident1932Step,
)
from senpu.replay.parts.counters import set_values


def follow_set_up(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state with the set-up of the next Chinese area pending, and the effects.

    The areas are in rising order (reading 28). After the last one the units of Japan are set up.
    """
    decision = find_next_set_up(context, state.locations)
    if decision is not None:
        return replace(state, decision=decision), ()
    return deploy_japan(context, state)


def find_next_set_up(context: Incident1932Context, locations: tuple[str, ...]) -> Decision | None:
    """Return the decision about the next Chinese area to set up; None after the last one."""
    for place, units in context.tables.china_sets_up.items():
        if place not in locations:
            waiting = tuple([k for k in units if locations[k] == DUE])
            return build_set_up_decision(context, place, waiting)
    return None


def build_set_up_decision(context: Incident1932Context, place: str, waiting: Group) -> Decision:
    """Return the decision about the set-up of one area from the units that are left (3.1)."""
    units = context.tables.list_ids(waiting)
    return Decision(CHINA, "set-up", context.number["set_up"], units, place)


def deploy_japan(context: Incident1932Context, state: Incident1932State) -> Incident1932Step:
    """Return the state with the units of Japan in their areas (3.2), and the effects."""
    locations, tables, effects = state.locations, context.tables, list[Effect]()
    for place, units in tables.japan_sets_up.items():
        number = tables.set_up_number.get(place, tables.stacking)
        group = tuple([k for k in units if locations[k] == DUE])[:number]
        effects.append(Effect("setUp", JAPAN, tables.list_ids(group), places=(place,)))
        locations = set_values(locations, group, place)
    return replace(state, locations=locations, stage="turn"), tuple(effects)


def find_sizes(context: Incident1932Context, decision: Decision) -> range:
    """Return the numbers of units that the area of a decision may take (3.1, 8.2.3).

    The other areas must have room for the rest.
    """
    found = context.set_up_sizes.get((decision.place, len(decision.units)))
    if found is None:
        tables, waiting = context.tables, len(decision.units)
        formation = tables.set_up[decision.place]
        later = tables.areas[tables.areas.index(decision.place) + 1 :]
        least, most = tables.find_room(formation, (decision.place,))
        kept, taken = tables.find_room(formation, later)
        found = range(max(least, 1, waiting - taken), min(most, waiting - kept) + 1)
        context.set_up_sizes[decision.place, waiting] = found
    return found


def canon_set_up(
    context: Incident1932Context, state: Incident1932State, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of a set-up in one area (3.1). Raises IllegalEventError."""
    if type(event) is not Place or event.payer or event.again or len(event.path) != 1:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.path[0] != decision.place:
        raise IllegalEventError(
            "setUpArea", decision.rule, place=decision.place, units=decision.units
        )
    index = context.tables.index
    for ident in event.units:
        if ident not in decision.units:
            why = "notAsked" if ident in index else "unknownUnit"
            raise IllegalEventError(why, decision.rule, unit=ident, units=decision.units)
    if len(set(event.units)) < len(event.units):
        raise IllegalEventError("unitTwice", decision.rule, units=event.units)
    allowed = find_sizes(context, decision)
    if len(event.units) not in allowed:
        least, most = allowed.start, allowed.stop - 1
        raise IllegalEventError(
            "setUpNumber" if least < most else "setUpExactly", decision.rule, place=decision.place,
            count=len(event.units), least=least, most=most,
        )  # fmt: skip
    units = tuple(sorted(event.units, key=index.__getitem__))
    return event if units == event.units else replace(event, units=units)


def legal_set_ups(
    context: Incident1932Context, state: Incident1932State, decision: Decision
) -> Iterator[Event]:
    """Yield the legal set-ups in the area of a decision (3.1)."""
    for size in find_sizes(context, decision):
        for units in combinations(decision.units, size):
            yield Place(units, (decision.place,))


def apply_set_up(
    context: Incident1932Context, state: Incident1932State, event: Place
) -> Incident1932Step:
    """Return the state after Chinese units are set up in an area, and the effect."""
    group = tuple([context.tables.index[ident] for ident in event.units])
    locations = set_values(state.locations, group, event.path[0])
    effect = Effect("setUp", CHINA, event.units, places=event.path)
    return replace(state, locations=locations, decision=None), (effect,)
