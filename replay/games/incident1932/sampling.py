"""Random events of the First Shanghai Incident for programs.

Each legal event is possible, and likely ones are more frequent.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from senpu.notation.events import Attack, Event, Fire, Move, Place, Retreat, Word
from senpu.replay.core.sampling import choose_one, choose_some
from senpu.replay.core.states import Decision
from senpu.replay.games.incident1932 import combat, hits, placement
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.impulses import NO, PASS
from senpu.replay.games.incident1932.state import (
    CHINA,
    JAPAN,
    OFF,
    PURSE,
    RIVER,
    Group,
    Incident1932State,
)

T = TypeVar("T")

TRIES, GOALS = 12, 2
"""The number of samples of units for an impulse, and of areas adjacent to the units."""


def sample_set_up(
    context: Incident1932Context, state: Incident1932State, decision: Decision, random: Random
) -> Event:
    """Return a random legal set-up in one area (3.1)."""
    size = choose_one(placement.find_sizes(context, decision), random)
    return Place(tuple(choose_some(decision.units, size, random)), (decision.place,))


def sample_hits(
    context: Incident1932Context, state: Incident1932State, decision: Decision, random: Random
) -> Event:
    """Return a random legal choice for hits (9.3, 9.4)."""
    fight, side, units = state.fight, decision.side, context.tables.units
    assert fight is not None
    if state.points[PURSE[side]] >= fight.hits and random.random() < 0.4:
        return Word("pay", (str(fight.hits),))
    if fight.may_lose and random.random() < 0.5:
        unit = choose_one(fight.may_lose, random)
        if hits.check_loss(context, state, side, unit) is None:
            return Word("lose", (units[unit],))
    if goals := hits.find_refuges(context, state, side):
        unit = choose_one(fight.may_retreat, random)
        if hits.check_retreat_hits(context, state, side, unit) is None:
            return Retreat((units[unit],), (choose_one(goals, random),))
    return choose_one(list(hits.legal_hits(context, state, decision)), random)


def sample_choice(
    context: Incident1932Context, state: Incident1932State, decision: Decision, random: Random
) -> Event:
    """Return a random legal choice of the attacker (9.2.1, 9.2.4)."""
    return choose_one(tuple(combat.legal_decisions(context, state, decision)), random)


def sample_advance(
    context: Incident1932Context, state: Incident1932State, decision: Decision, random: Random
) -> Event:
    """Return a random legal advance, or none (9.5)."""
    if random.random() < 0.1 and combat.can_decline(context, state):
        return NO
    return Move(tuple(_sample_units(decision.units, random)), (decision.place,))


def sample_withdrawal(
    context: Incident1932Context, state: Incident1932State, decision: Decision, random: Random
) -> Event:
    """Return a random legal retreat beyond the hits, or none (9.3, 9.4)."""
    return choose_one(tuple(hits.legal_withdrawals(context, state, decision)), random)


def sample_pursuit(
    context: Incident1932Context, state: Incident1932State, decision: Decision, random: Random
) -> Event:
    """Return a random legal pursuit, or none (9.7)."""
    if random.random() < 0.5:
        return NO
    found = _sample_group_act(context, state, decision.side, state.advanced, random, again=True)
    return NO if found is None else found


def sample_act(
    context: Incident1932Context, state: Incident1932State, decision: Decision, random: Random
) -> Event:
    """Return a random legal impulse (7.2, 7.3)."""
    side, chance = decision.side, random.random
    if state.points[PURSE[side]] <= 0 or chance() < 0.03:
        return PASS
    legality, tables, locations = context.legality, context.tables, state.locations
    if side == JAPAN and chance() < 0.2 and RIVER in locations:
        selection = legality.selections[legality.find_afloat(state)]
        place = choose_one(tables.landing, random)
        if legality.check_landing(state, selection, place) is None:
            return Place(selection.ids, (place,))
    own, adjacent = tables.own[side], tables.adjacent
    for _ in range(TRIES):
        first = own[int(chance() * len(own))]
        place = locations[first]
        if place in adjacent:
            units = tuple([k for k in tables.comrades[first] if locations[k] == place])
            found = _sample_group_act(context, state, side, units, random)
            if found is not None:
                return found
    return PASS


def _sample_units(units: tuple[T, ...], random: Random) -> tuple[T, ...]:
    """Return some of the units; most often all of them."""
    if len(units) == 1 or random.random() < 0.5:
        return units
    return tuple(choose_some(units, int(random.random() * len(units)) + 1, random))


def _sample_group_act(
    context: Incident1932Context,
    state: Incident1932State,
    side: str,
    units: Group,
    random: Random,
    again: bool = False,
) -> Event | None:
    """Return a random move, assault or fire of some units of one formation in an area.

    The result is None if the sampled event is illegal.
    """
    legality, locations, chance = context.legality, state.locations, random.random
    place = locations[units[0]]
    group = _sample_units(units, random)
    selection = legality.selections[group]
    neighbours, enemies = legality.tables.neighbours[place], locations[legality.enemies[side]]
    goal = OFF
    for _ in range(GOALS if neighbours else 0):
        goal = neighbours[int(chance() * len(neighbours))]
        if goal in enemies:
            if side == JAPAN and not again and chance() < 0.5:
                return Fire(selection.ids, (goal,))
            is_by_day = again and not legality.switch["night_pursuit"]
            night = side == CHINA and state.nights > 0 and not is_by_day and chance() < 0.4
            return Attack(selection.ids, goal, payer=("night",) if night else (), again=again)
    if selection.reach > 1 and chance() < 0.5:
        paths = list(legality.find_paths(locations, selection, place).values())
        return Move(selection.ids, choose_one(paths, random), again=again) if paths else None
    if side == CHINA and place in legality.tables.source and chance() < 0.1:
        goal = OFF
    elif goal == OFF or legality.find_entry_block(locations, side, group, goal):
        return None
    return Move(selection.ids, (goal,), again=again)
