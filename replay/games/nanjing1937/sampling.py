"""Random events for programs: any legal event is possible, likely ones are more frequent.

The functions list as few events as possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Attack, Event, Move, Place, Rail
from senpu.replay.core.rules import Decision
from senpu.replay.core.sampling import one_of, some_of, wandering
from senpu.replay.games.nanjing1937 import combat, movement, reinforcements
from senpu.replay.games.nanjing1937.combat import supports
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.control import fresh
from senpu.replay.games.nanjing1937.stacking import fits
from senpu.replay.games.nanjing1937.state import CHINA, END, JAPAN, State
from senpu.replay.parts.dice import rolls_by_result
from senpu.replay.parts.tables import results_of
from senpu.replay.parts.walks import random_part

TRIES = 6
UNITS = 3
"""The number of units drawn to find one that can move, for each try."""


def set_up(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
    """Return a random placement of China's free set-up (3.2)."""
    sheet = rules.sheet
    while True:
        size = min(len(decision.units), 1 + (random.random() < 0.2))
        names = tuple(some_of(decision.units, size, random))
        units = tuple([sheet.unit[ident] for ident in names])
        h = one_of(sheet.set_up, random)
        if h not in state.where[sheet.span[JAPAN]] and fits(sheet, state, units, h):
            return Place(names, (sheet.ids[h],))


def reinforce(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
    """Return a random placement, or the end of the reinforcement phase (10.0)."""
    waiting = decision.units
    if not waiting or random.random() < 0.05:
        return END
    sheet = rules.sheet
    if decision.side == JAPAN:
        bar, most = reinforcements.bar_landing, len(waiting)
        places = sheet.ports
    else:
        bar, most = reinforcements.bar_arrival, min(len(waiting), sheet.limit["arrivals"])
        places = reinforcements.chinese_cities(rules, state)
    for _ in range(TRIES):
        names = tuple(some_of(waiting, 1 + int(random.random() * most), random))
        units = tuple([sheet.unit[ident] for ident in names])
        h = one_of(places, random)
        if bar(rules, state, units, h) is None:
            return Place(names, (sheet.ids[h],))
    return END


def move(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
    """Return a random walk or railway move, or the end of the movement phase (8.0)."""
    sheet, side, where, chance = rules.sheet, decision.side, state.where, random.random
    if chance() < 0.06:
        return END
    own, done = sheet.own[side], state.done
    rails = side == CHINA and not state.railed
    for _ in range(TRIES * UNITS):
        k = own[int(chance() * len(own))]
        here = where[k]
        if here < 0 or done >> k & 1:
            continue
        if rails and here in sheet.stations and chance() < 0.3:
            goals = movement.bar_rail(rules, state, k) or movement.rail_goals(rules, state, k)
            if isinstance(goals, list) and goals:
                return Rail(sheet.names((k,)), (sheet.ids[one_of(goals, random)],))
        if event := _walk(rules, state, side, k, random):
            return event
    return END


def _walk(rules: Nanjing, state: State, side: str, k: int, random: Random) -> Event | None:
    """Return a random walk in canonical form, cut to its legal part."""
    sheet, here = rules.sheet, state.where[k]
    ground = movement.ground_of(rules, state, k)
    walk = wandering(sheet.beside, here, ground.allowance, random)
    found = random_part(sheet.walks, ground, here, fresh(sheet, state, side), walk, random)
    return Move((sheet.units[k],), sheet.walks.path(found)) if found else None


def attack(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
    """Return a random attack, or the end of the combat phase (9.1)."""
    if random.random() < 0.15:
        return END
    fronts = combat.fronts(rules, state, decision.side)
    if not fronts:
        return END
    target = one_of(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(sorted([k for stack in some_of(near, size, random) for k in stack.units]))
    payer = one_of(supports(rules, state, decision.side, target), random)
    return Attack(rules.sheet.names(group), rules.sheet.ids[target], payer=payer)


def outcomes(rules: Nanjing, state: State) -> Iterator[tuple[Event, float]]:
    """Yield a roll for each result that applies, with its probability (9.2, 9.3.4)."""
    fight = state.fight
    assert fight is not None
    applied = [
        combat.as_applied(rules, fight.place, result)
        for result in results_of(rules.sheet.results, fight.difference)
    ]
    return rolls_by_result(applied)
