"""The entry of units in 800: set-up (J 3.0-4, 3.0-5; E 1.0), reinforcements (J 5.0-2, E 2.0-4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeVar

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Move, Place
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.eight_hundred import turns
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    JAPAN,
    EightHundredState,
    EightHundredStep,
    Group,
)
from senpu.replay.parts.counters import set_values

T = TypeVar("T", bound=Place | Move | Attack)


def follow_set_up(context: EightHundredContext, state: EightHundredState) -> EightHundredStep:
    """Return the state with the next set-up pending, or before the first turn; without effects."""
    for side, number in ((CHINA, "set_up_china"), (JAPAN, "set_up_japan")):
        waiting = tuple([k for k in context.tables.first[side] if state.locations[k] == DUE])
        if waiting:
            decision = Decision(
                side, "set-up", context.number[number], context.tables.list_ids(waiting)
            )
            return replace(state, decision=decision), ()
    return replace(state, stage="turn"), ()


def canon_set_up(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of a set-up (J 3.0-4, 3.0-5; E 1.0). Raises IllegalEventError."""
    if type(event) is not Place or event.payer or event.again or len(event.path) != 1:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    units = sort_units(context, event.units, decision)
    place = event.path[0]
    allowed = context.tables.set_up[decision.side]
    if place not in allowed:
        raise IllegalEventError("setUpArea", decision.rule, place=place, places=allowed)
    if state.locations.count(place):
        raise IllegalEventError("setUpTwice", decision.rule, place=place)
    rest = len(decision.units) - len(units)
    still_open = sum(1 for other in allowed if other != place and not state.locations.count(other))
    if rest and not still_open:  # reading 27: every unit is placed
        raise IllegalEventError("setUpRest", decision.rule, place=place, units=decision.units)
    if len(units) > context.legality.stacking or rest > still_open * context.legality.stacking:
        raise IllegalEventError(
            "setUpSplit", context.number["stacking"], place=place, most=context.legality.stacking,
            count=len(units), rest=rest,
        )  # fmt: skip
    return replace_units(event, units)


def legal_set_ups(
    context: EightHundredContext, state: EightHundredState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal set-ups in one area (J 3.0-4, 3.0-5; E 1.0)."""
    for place in context.tables.set_up[decision.side]:
        for size in range(1, len(decision.units) + 1):
            for units in combinations(decision.units, size):
                try:
                    yield canon_set_up(context, state, decision, Place(units, (place,)))
                except IllegalEventError:
                    break  # the size is illegal for all units


def apply_set_up(
    context: EightHundredContext, state: EightHundredState, event: Place
) -> EightHundredStep:
    """Return the state after units of a side are set up in an area, and the effect."""
    units = tuple(context.tables.index[ident] for ident in event.units)
    assert state.decision
    effect = Effect("setUp", state.decision.side, event.units, places=event.path)
    return place_units(context, state, units, event.path[0]), (effect,)


def find_open_arrivals(context: EightHundredContext, state: EightHundredState) -> tuple[str, ...]:
    """Return the areas that a reinforcement may enter (J 5.0-2, E 2.0-4).

    Chinese units in them matter only for the stacking limit (reading 29).
    """
    return tuple(
        place
        for place in context.tables.set_up[JAPAN]
        if state.locations.count(place) < context.legality.stacking
    )


def follow_reinforcements(
    context: EightHundredContext, state: EightHundredState
) -> EightHundredStep:
    """Return the state with the next reinforcement pending (J 5.0-2, E 2.0-4), and the effects.

    Without one, the next phase begins.
    """
    if DUE not in state.locations:
        return turns.start_next_phase(context, state, "reinforcements"), ()
    turn = state.turn + context.arrive_early
    due = [
        k
        for k in context.tables.late
        if state.locations[k] == DUE and context.tables.enters[k] <= turn <= context.turns
    ]
    if not due:
        return turns.start_next_phase(context, state, "reinforcements"), ()
    due.sort(key=context.tables.enters.__getitem__)  # reading 28: delayed ones first
    if not find_open_arrivals(context, state):  # reading 5: both areas full
        delayed = Effect("delayed", JAPAN, context.tables.list_ids(tuple(due)))
        return turns.start_next_phase(context, state, "reinforcements"), (delayed,)
    unit = (context.tables.units[due[0]],)
    decision = Decision(JAPAN, "place", context.number["reinforcements"], unit)
    return replace(state, decision=decision), ()


def canon_place(
    context: EightHundredContext, state: EightHundredState, decision: Decision, event: Event
) -> Event:
    """Return the canonical form of an arrival (J 5.0-2, E 2.0-4). Raises IllegalEventError."""
    if type(event) is not Place or event.payer or event.again or len(event.path) != 1:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.units != decision.units:
        raise IllegalEventError("oneByOne", decision.rule, unit=decision.units[0])
    place, allowed = event.path[0], context.tables.set_up[JAPAN]
    if place not in allowed:
        raise IllegalEventError("setUpArea", decision.rule, place=place, places=allowed)
    if place not in find_open_arrivals(context, state):
        most = context.legality.stacking
        raise context.legality.reject("full", "stacking", place=place, count=most, most=most)
    return event


def apply_arrival(
    context: EightHundredContext, state: EightHundredState, event: Place
) -> EightHundredStep:
    """Return the state after a reinforcement enters the map, and the effect."""
    unit, arrival = context.tables.index[event.units[0]], event.path[0]
    effect = Effect("arrive", JAPAN, event.units, places=event.path)
    return place_units(context, state, (unit,), arrival), (effect,)


def place_units(
    context: EightHundredContext, state: EightHundredState, units: Group, place: str
) -> EightHundredState:
    """Return the state with units in an area, with the points that they have at first."""
    points = list(state.points)
    for k in units:
        points[k] = get_initial_points(context, k)
    locations = set_values(state.locations, units, place)
    return replace(state, locations=locations, points=tuple(points), decision=None)


def get_initial_points(context: EightHundredContext, unit: int) -> int:
    """Return the points of a unit that enters the map (E 4.0-6 for tanks)."""
    full = context.tables.full[unit]
    if (
        context.legality.switch["tank_first_turn"] and unit in context.legality.tanks
    ):  # E 4.0-6; reading 19
        return min(full, context.tables.limit["tank_first_turn"])
    return full


def sort_units(
    context: EightHundredContext, units: tuple[str, ...], decision: Decision
) -> tuple[str, ...]:
    """Return units by id in order. Raises IllegalEventError for one that is not pending."""
    for ident in units:
        if ident not in decision.units:
            why = "notAsked" if ident in context.tables.index else "unknownUnit"
            raise IllegalEventError(why, decision.rule, unit=ident, units=decision.units)
    if len(set(units)) < len(units):
        raise IllegalEventError("unitTwice", decision.rule, units=units)
    return tuple(sorted(units, key=context.tables.index.__getitem__))


def replace_units(event: T, units: tuple[str, ...]) -> T:
    """Return an event with its units in the game's order."""
    return event if event.units == units else replace(event, units=units)


def legal_places(
    context: EightHundredContext, state: EightHundredState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal arrivals of a reinforcement (J 5.0-2, E 2.0-4)."""
    return (Place(decision.units, (place,)) for place in find_open_arrivals(context, state))
