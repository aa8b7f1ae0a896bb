"""How programs draw an event in the First Shanghai Incident: any legal one may come, likelier ones
sooner.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from senpu.notation.events import Attack, Event, Fire, Move, Place, Retreat, Word
from senpu.replay.core.rules import Decision
from senpu.replay.core.sampling import choose_one, choose_some
from senpu.replay.games.incident1932 import combat, hits, placement
from senpu.replay.games.incident1932.context import Incident
from senpu.replay.games.incident1932.impulses import NO, PASS
from senpu.replay.games.incident1932.state import CHINA, JAPAN, OFF, PURSE, RIVER, Group, State

T = TypeVar("T")

TRIES, GOALS = 12, 2
"""How often units are drawn for an act, and the area next to them."""


def set_up(rules: Incident, state: State, decision: Decision, random: Random) -> Event:
    size = choose_one(placement.sizes(rules, decision), random)
    return Place(tuple(choose_some(decision.units, size, random)), (decision.place,))


def hits_taken(rules: Incident, state: State, decision: Decision, random: Random) -> Event:
    fight, side, units = state.fight, decision.side, rules.sheet.units
    assert fight is not None
    if state.points[PURSE[side]] >= fight.hits and random.random() < 0.4:
        return Word("pay", (str(fight.hits),))
    if fight.may_lose and random.random() < 0.5:
        unit = choose_one(fight.may_lose, random)
        if hits.bar_loss(rules, state, side, unit) is None:
            return Word("lose", (units[unit],))
    if goals := hits.refuges(rules, state, side):
        unit = choose_one(fight.may_retreat, random)
        if hits.bar_fewer(rules, state, side, unit) is None:
            return Retreat((units[unit],), (choose_one(goals, random),))
    return choose_one(list(hits.legal_hits(rules, state, decision)), random)


def decision(rules: Incident, state: State, decision: Decision, random: Random) -> Event:
    return choose_one(tuple(combat.legal_decisions(rules, state, decision)), random)


def advance(rules: Incident, state: State, decision: Decision, random: Random) -> Event:
    if random.random() < 0.1:
        return NO
    return Move(tuple(_some(decision.units, random)), (decision.place,))


def pursuit(rules: Incident, state: State, decision: Decision, random: Random) -> Event:
    if random.random() < 0.5:
        return NO
    found = _of_units(rules, state, decision.side, state.advanced, random, again=True)
    return NO if found is None else found


def act(rules: Incident, state: State, decision: Decision, random: Random) -> Event:
    side, chance = decision.side, random.random
    if state.points[PURSE[side]] <= 0 or chance() < 0.03:
        return PASS
    acts, sheet, where = rules.acts, rules.sheet, state.where
    if side == JAPAN and chance() < 0.2 and RIVER in where:
        named = acts.called[acts.afloat(state)]
        place = choose_one(sheet.landing, random)
        if acts.bar_landing(state, named, place) is None:
            return Place(named.ids, (place,))
    own, adjacent = sheet.own[side], sheet.adjacent
    for _ in range(TRIES):
        first = own[int(chance() * len(own))]
        place = where[first]
        if place in adjacent:
            beside = tuple([k for k in sheet.comrades[first] if where[k] == place])
            found = _of_units(rules, state, side, beside, random)
            if found is not None:
                return found
    return PASS


def _some(units: tuple[T, ...], random: Random) -> tuple[T, ...]:
    """Some of the units; all of them most often."""
    if len(units) == 1 or random.random() < 0.5:
        return units
    return tuple(choose_some(units, int(random.random() * len(units)) + 1, random))


def _of_units(
    rules: Incident, state: State, side: str, units: Group, random: Random, again: bool = False
) -> Event | None:
    """A move, an assault or a fire of some of the units of one formation in an area, or
    nothing where the one drawn is barred.
    """
    acts, where, chance = rules.acts, state.where, random.random
    place = where[units[0]]
    group = _some(units, random)
    named = acts.called[group]
    near, enemies = acts.sheet.near[place], where[acts.enemies[side]]
    goal = OFF
    for _ in range(GOALS if near else 0):
        goal = near[int(chance() * len(near))]
        if goal in enemies:
            if side == JAPAN and not again and chance() < 0.5:
                return Fire(named.ids, (goal,))
            by_day = again and not acts.switch["night_pursuit"]
            night = side == CHINA and state.nights > 0 and not by_day and chance() < 0.4
            return Attack(named.ids, goal, payer=("night",) if night else (), again=again)
    if named.reach > 1 and chance() < 0.5:
        ways = list(acts.ways(where, named, place).values())
        return Move(named.ids, choose_one(ways, random), again=again) if ways else None
    if side == CHINA and place in acts.sheet.source and chance() < 0.1:
        goal = OFF
    elif goal == OFF or acts.shut(where, side, group, goal):
        return None
    return Move(named.ids, (goal,), again=again)
