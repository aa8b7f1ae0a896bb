"""The entry of units in 800: set-up (J 3.0-4, 3.0-5; E 1.0) and reinforcements (J 5.0-2,
E 2.0-4).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeVar

from msgspec.structs import replace

from senpu.notation.events import Attack, Event, Move, Place
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.eight_hundred import turns
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, Group, State, Step
from senpu.replay.parts.counters import changed

T = TypeVar("T", bound=Place | Move | Attack)


def follow_set_up(rules: EightHundred, state: State) -> Step:
    """Return the state with the next set-up pending, or before the first turn; without effects."""
    for side, number in ((CHINA, "set_up_china"), (JAPAN, "set_up_japan")):
        waiting = tuple([k for k in rules.sheet.first[side] if state.where[k] == DUE])
        if waiting:
            decision = Decision(side, "set-up", rules.number[number], rules.sheet.ids(waiting))
            return replace(state, decision=decision), ()
    return replace(state, stage="turn"), ()


def canon_set_up(rules: EightHundred, state: State, decision: Decision, event: Event) -> Event:
    if not isinstance(event, Place) or event.payer or event.again or len(event.path) != 1:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    units = named(rules, event.units, decision)
    place = event.path[0]
    allowed = rules.sheet.set_up[decision.side]
    if place not in allowed:
        raise IllegalEventError("setUpArea", decision.rule, place=place, places=allowed)
    if state.where.count(place):
        raise IllegalEventError("setUpTwice", decision.rule, place=place)
    rest = len(decision.units) - len(units)
    still_open = sum(1 for other in allowed if other != place and not state.where.count(other))
    if rest and not still_open:  # reading 27: every unit is placed
        raise IllegalEventError("setUpRest", decision.rule, place=place, units=decision.units)
    if len(units) > rules.acts.stacking or rest > still_open * rules.acts.stacking:
        raise IllegalEventError(
            "setUpSplit", rules.number["stacking"], place=place, most=rules.acts.stacking,
            count=len(units), rest=rest,
        )  # fmt: skip
    return spelt(event, units)


def legal_set_ups(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    for place in rules.sheet.set_up[decision.side]:
        for size in range(1, len(decision.units) + 1):
            for units in combinations(decision.units, size):
                try:
                    yield canon_set_up(rules, state, decision, Place(units, (place,)))
                except IllegalEventError:
                    break  # the size is at fault, whoever goes


def set_up(rules: EightHundred, state: State, event: Place) -> Step:
    """Return the state after units of a side are set up in an area, and the effect."""
    units = tuple(rules.sheet.index[ident] for ident in event.units)
    assert state.decision
    effect = Effect("setUp", state.decision.side, event.units, places=event.path)
    return placed(rules, state, units, event.path[0]), (effect,)


def open_arrivals(rules: EightHundred, state: State) -> tuple[str, ...]:
    """Reading 29: where Chinese stand only the limit of four counts."""
    return tuple(
        place
        for place in rules.sheet.set_up[JAPAN]
        if state.where.count(place) < rules.acts.stacking
    )


def follow_reinforcements(rules: EightHundred, state: State) -> Step:
    """Return the state with the next reinforcement pending, or in the next phase, and the
    effects (J 5.0-2, E 2.0-4).
    """
    if DUE not in state.where:
        return turns.next_phase(rules, state), ()
    turn = state.turn + rules.arrive_early
    due = [
        k
        for k in rules.sheet.late
        if state.where[k] == DUE and rules.sheet.enters[k] <= turn <= rules.turns
    ]
    if not due:
        return turns.next_phase(rules, state), ()
    due.sort(key=rules.sheet.enters.__getitem__)  # reading 28: delayed ones first
    if not open_arrivals(rules, state):  # reading 5: both areas full
        delayed = Effect("delayed", JAPAN, rules.sheet.ids(tuple(due)))
        return turns.next_phase(rules, state), (delayed,)
    unit = (rules.sheet.units[due[0]],)
    decision = Decision(JAPAN, "place", rules.number["reinforcements"], unit)
    return replace(state, decision=decision), ()


def canon_place(rules: EightHundred, state: State, decision: Decision, event: Event) -> Event:
    if not isinstance(event, Place) or event.payer or event.again or len(event.path) != 1:
        raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)
    if event.units != decision.units:
        raise IllegalEventError("oneByOne", decision.rule, unit=decision.units[0])
    place, allowed = event.path[0], rules.sheet.set_up[JAPAN]
    if place not in allowed:
        raise IllegalEventError("setUpArea", decision.rule, place=place, places=allowed)
    if place not in open_arrivals(rules, state):
        most = rules.acts.stacking
        raise rules.acts.reject("full", "stacking", place=place, count=most, most=most)
    return event


def arrive(rules: EightHundred, state: State, event: Place) -> Step:
    """Return the state after a reinforcement enters the map, and the effect."""
    unit, arrival = rules.sheet.index[event.units[0]], event.path[0]
    effect = Effect("arrive", JAPAN, event.units, places=event.path)
    return placed(rules, state, (unit,), arrival), (effect,)


def placed(rules: EightHundred, state: State, units: Group, place: str) -> State:
    """Return the state with units in an area, with the points that they have at first."""
    points = list(state.points)
    for k in units:
        points[k] = fresh_points(rules, k)
    where = changed(state.where, units, place)
    return replace(state, where=where, points=tuple(points), decision=None)


def fresh_points(rules: EightHundred, unit: int) -> int:
    full = rules.sheet.full[unit]
    if rules.acts.switch["tank_first_turn"] and unit in rules.acts.tanks:  # E 4.0-6; reading 19
        return min(full, rules.sheet.limit["tank_first_turn"])
    return full


def named(rules: EightHundred, units: tuple[str, ...], decision: Decision) -> tuple[str, ...]:
    """Return the named units in order. Raises IllegalEventError for one that is not pending."""
    for ident in units:
        if ident not in decision.units:
            why = "notAsked" if ident in rules.sheet.index else "unknownUnit"
            raise IllegalEventError(why, decision.rule, unit=ident, units=decision.units)
    if len(set(units)) < len(units):
        raise IllegalEventError("unitTwice", decision.rule, units=units)
    return tuple(sorted(units, key=rules.sheet.index.__getitem__))


def spelt(event: T, units: tuple[str, ...]) -> T:
    """The event with its units in the game's order."""
    return event if event.units == units else replace(event, units=units)


def legal_places(rules: EightHundred, state: State, decision: Decision) -> Iterator[Event]:
    return (Place(decision.units, (place,)) for place in open_arrivals(rules, state))
