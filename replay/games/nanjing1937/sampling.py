"""Random events for programs: any legal event is possible, likely ones are more frequent.

The functions list as few events as possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from senpu.notation.events import Attack, Event, Move, Place, Rail
from senpu.replay.core.sampling import choose_one, choose_some, walk_randomly
from senpu.replay.core.states import Decision
from senpu.replay.games.nanjing1937 import combat, movement, reinforcements
from senpu.replay.games.nanjing1937.combat import list_supports
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.control import find_unrecorded
from senpu.replay.games.nanjing1937.stacking import can_stack
from senpu.replay.games.nanjing1937.state import CHINA, END, JAPAN, NanjingState
from senpu.replay.parts.dice import list_rolls_by_result
from senpu.replay.parts.tables import find_results
from senpu.replay.parts.walks import draw_part

TRIES = 6
UNITS = 3
"""The number of units drawn to find one that can move, for each try."""


def sample_set_up(
    rules: NanjingContext, state: NanjingState, decision: Decision, random: Random
) -> Event:
    """Return a random placement of China's free set-up (3.2)."""
    tables = rules.tables
    while True:
        size = min(len(decision.units), 1 + (random.random() < 0.2))
        names = tuple(choose_some(decision.units, size, random))
        units = tuple([tables.unit[ident] for ident in names])
        h = choose_one(tables.set_up, random)
        if h not in state.where[tables.span[JAPAN]] and can_stack(tables, state, units, h):
            return Place(names, (tables.ids[h],))


def sample_placement(
    rules: NanjingContext, state: NanjingState, decision: Decision, random: Random
) -> Event:
    """Return a random placement, or the end of the reinforcement phase (10.0)."""
    waiting = decision.units
    if not waiting or random.random() < 0.05:
        return END
    tables = rules.tables
    if decision.side == JAPAN:
        bar, most = reinforcements.bar_landing, len(waiting)
        places = tables.ports
    else:
        bar, most = reinforcements.bar_group, min(len(waiting), tables.limit["arrivals"])
        places = reinforcements.find_chinese_cities(rules, state)
    for _ in range(TRIES):
        names = tuple(choose_some(waiting, 1 + int(random.random() * most), random))
        units = tuple([tables.unit[ident] for ident in names])
        h = choose_one(places, random)
        if bar(rules, state, units, h) is None:
            return Place(names, (tables.ids[h],))
    return END


def sample_move(
    rules: NanjingContext, state: NanjingState, decision: Decision, random: Random
) -> Event:
    """Return a random walk or railway move, or the end of the movement phase (8.0)."""
    tables, side, where, chance = rules.tables, decision.side, state.where, random.random
    if chance() < 0.06:
        return END
    own, done = tables.own[side], state.done
    size = len(own)
    rails = side == CHINA and not state.railed
    for _ in range(TRIES * UNITS):
        k = own[int(chance() * size)]
        here = where[k]
        if here < 0 or done >> k & 1:
            continue
        if rails and here in tables.stations and chance() < 0.3:
            goals = movement.bar_rail(rules, state, k) or movement.find_rail_goals(rules, state, k)
            if isinstance(goals, list) and goals:
                return Rail(tables.names((k,)), (tables.ids[choose_one(goals, random)],))
        if event := _sample_walk(rules, state, side, k, random):
            return event
    return END


def _sample_walk(
    rules: NanjingContext, state: NanjingState, side: str, k: int, random: Random
) -> Event | None:
    """Return a random walk in canonical form, cut to its legal part."""
    tables, here = rules.tables, state.where[k]
    ground = movement.build_ground(rules, state, k)
    walk = walk_randomly(tables.adjacent, here, ground.allowance, random)
    found = draw_part(
        tables.walks, ground, here, find_unrecorded(tables, state, side), walk, random
    )
    return Move((tables.units[k],), tables.walks.list_ids(found)) if found else None


def sample_attack(
    rules: NanjingContext, state: NanjingState, decision: Decision, random: Random
) -> Event:
    """Return a random attack, or the end of the combat phase (9.1)."""
    if random.random() < 0.15:
        return END
    fronts = combat.find_fronts(rules, state, decision.side)
    if not fronts:
        return END
    target = choose_one(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(sorted([k for stack in choose_some(near, size, random) for k in stack.units]))
    payer = choose_one(list_supports(rules, state, decision.side, target), random)
    return Attack(rules.tables.names(group), rules.tables.ids[target], payer=payer)


def list_outcomes(rules: NanjingContext, state: NanjingState) -> Iterator[tuple[Event, float]]:
    """Yield a roll for each result that applies, with its probability (9.2, 9.3.4)."""
    fight = state.fight
    assert fight is not None
    applied = [
        combat.convert_result(rules, fight.place, result)
        for result in find_results(rules.tables.results, fight.difference)
    ]
    return list_rolls_by_result(applied)
