"""How programs draw an event: any legal one may come, likelier ones sooner. What must be listed to
be drawn from is kept short.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Attack, Event, Move, Place, Rail
from senpu.replay.core.rules import Decision
from senpu.replay.core.sampling import choose_one, choose_some, walk_randomly
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
"""How often a unit is drawn that can move, for each time that it is tried."""


def set_up(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
    sheet = rules.sheet
    while True:
        size = min(len(decision.units), 1 + (random.random() < 0.2))
        names = tuple(choose_some(decision.units, size, random))
        units = tuple([sheet.unit[ident] for ident in names])
        h = choose_one(sheet.set_up, random)
        if h not in state.where[sheet.span[JAPAN]] and fits(sheet, state, units, h):
            return Place(names, (sheet.ids[h],))


def reinforce(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
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
        names = tuple(choose_some(waiting, 1 + int(random.random() * most), random))
        units = tuple([sheet.unit[ident] for ident in names])
        h = choose_one(places, random)
        if bar(rules, state, units, h) is None:
            return Place(names, (sheet.ids[h],))
    return END


def move(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
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
                return Rail(sheet.names((k,)), (sheet.ids[choose_one(goals, random)],))
        if event := _walk(rules, state, side, k, random):
            return event
    return END


def _walk(rules: Nanjing, state: State, side: str, k: int, random: Random) -> Event | None:
    """A walk of random steps as far as it is legal, or less far, as the rules spell it."""
    sheet, here = rules.sheet, state.where[k]
    ground = movement.ground_of(rules, state, k)
    walk = walk_randomly(sheet.beside, here, ground.allowance, random)
    found = random_part(sheet.walks, ground, here, fresh(sheet, state, side), walk, random)
    return Move((sheet.units[k],), sheet.walks.path(found)) if found else None


def attack(rules: Nanjing, state: State, decision: Decision, random: Random) -> Event:
    if random.random() < 0.15:
        return END
    fronts = combat.fronts(rules, state, decision.side)
    if not fronts:
        return END
    target = choose_one(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(sorted([k for stack in choose_some(near, size, random) for k in stack.units]))
    payer = choose_one(supports(rules, state, decision.side, target), random)
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
