"""How programs play: a legal event at random, and a rough worth of a position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from notation.events import Attack, Event, Move, Place, Rail, Roll
from replay.games.nanjing1937 import combat, movement, reinforcements
from replay.games.nanjing1937.combat import ROLLS
from replay.games.nanjing1937.stacking import fits
from replay.games.nanjing1937.state import (
    CHINA,
    COMBAT,
    DUE,
    END,
    ENEMY,
    HOLD,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    State,
)
from replay.games.nanjing1937.strengths import supports
from replay.parts.hexes import Step
from replay.parts.sampling import one_of
from replay.parts.tables import chances, results_of
from replay.rules import Ask, Refusal

if TYPE_CHECKING:
    from replay.games.nanjing1937.rules import Nanjing

TRIES = 6


def sample(rules: Nanjing, state: State, random: Random) -> Event:
    """One legal event; every legal event may come, likelier ones sooner."""
    ask = state.ask
    assert ask is not None
    if ask.kind in SAMPLES:
        return SAMPLES[ask.kind](rules, state, ask, random)
    return one_of(list(rules.legal(state)), random)


def _roll(rules: Nanjing, state: State, ask: Ask, random: Random) -> Event:
    return one_of(ROLLS, random)


def _set_up(rules: Nanjing, state: State, ask: Ask, random: Random) -> Event:
    sheet = rules.sheet
    while True:
        names = random.sample(ask.units, min(len(ask.units), 1 + (random.random() < 0.2)))
        units = tuple(sorted(sheet.unit[ident] for ident in names))
        h = one_of(sheet.set_up, random)
        if h not in state.where[sheet.span[JAPAN]] and fits(sheet, state, units, h):
            return Place(sheet.names(units), (sheet.ids[h],))


def _reinforce(rules: Nanjing, state: State, ask: Ask, random: Random) -> Event:
    if not ask.units or random.random() < 0.05:
        return END
    sheet = rules.sheet
    bar = reinforcements.bar_landing if ask.of == JAPAN else reinforcements.bar_arrival
    places = sheet.ports if ask.of == JAPAN else reinforcements.chinese_cities(rules, state)
    for _ in range(TRIES):
        size = 1 + int(random.random() * len(ask.units))
        units = tuple(sorted(sheet.unit[ident] for ident in random.sample(ask.units, size)))
        h = one_of(places, random)
        if bar(rules, state, units, h) is None:
            return Place(sheet.names(units), (sheet.ids[h],))
    return END


def _move(rules: Nanjing, state: State, ask: Ask, random: Random) -> Event:
    sheet = rules.sheet
    ready = movement.movable(rules, state, ask.of)
    if not ready or random.random() < 0.06:
        return END
    for _ in range(TRIES):
        k = one_of(ready, random)
        if (
            ask.of == CHINA
            and random.random() < 0.3
            and movement.bar_rail(rules, state, k) is None
            and (goals := movement.rail_goals(rules, state, k))
        ):
            return Rail((sheet.units[k],), (sheet.ids[one_of(goals, random)],))
        if event := _walk(rules, state, k, random):
            return event
    return END


def _walk(rules: Nanjing, state: State, k: int, random: Random) -> Event | None:
    """A walk of random steps, as the rules spell it."""
    here, left = state.where[k], rules.sheet.allowance[k]
    walk: list[int] = []
    while left or not walk:
        open_steps: list[Step] = list(movement.steps_from(rules, state, k, here, left, not walk, 0))
        if not open_steps or (walk and random.random() < 0.15):
            break
        step = one_of(open_steps, random)
        here, left = step.hex, step.left
        walk.append(here)
    if not walk:
        return None
    try:
        path = rules.sheet.grid.ids_of(walk)
        return rules.canon(state, Move((rules.sheet.units[k],), path))
    except Refusal:
        return None  # a way round to where it began, which is no move


def _attack(rules: Nanjing, state: State, ask: Ask, random: Random) -> Event:
    fronts = combat.fronts(rules, state, ask.of)
    if not fronts or random.random() < 0.15:
        return END
    target = one_of(list(fronts), random)
    near = fronts[target]
    size = len(near) - int(random.random() ** 2 * len(near))
    group = tuple(sorted(k for stack in random.sample(near, size) for k in stack.units))
    payer = one_of(supports(rules, state, ask.of, target), random)
    return Attack(rules.sheet.names(group), rules.sheet.ids[target], payer=payer)


SAMPLES = {
    "dice": _roll,
    "set-up": _set_up,
    "reinforce": _reinforce,
    "move": _move,
    "combat": _attack,
}
"""By the kind of the ask; the others have few answers, which are listed."""


def outcomes(rules: Nanjing, state: State) -> Iterator[tuple[Event, float]]:
    """The die by the results of the column, one roll for each, with its chance."""
    fight = state.fight
    assert fight is not None
    applied = [
        combat.as_applied(rules, fight.place, result)
        for result in results_of(rules.sheet.results, fight.difference)
    ]
    for result, count in chances(applied).items():
        yield Roll((applied.index(result) + 1,)), count / 6


# ---- the worth of a position ------------------------------------------------------------


def worth(rules: Nanjing, state: State, side: str) -> float:
    """Points and ports, strength on and off the map, the way to the cities, and the attacks that
    stand open; the verdict when there is one."""
    if state.outcome:
        return 1000.0 if state.outcome.winner == side else -1000.0
    zones = rules.zones
    japan = 14.0 * zones.points(state) + 2.0 * len(zones.ports(state, JAPAN))
    japan += _strength(rules, state, JAPAN) - _strength(rules, state, CHINA)
    japan += _approach(rules, state) + _openings(rules, state)
    return japan if side == JAPAN else -japan


def _strength(rules: Nanjing, state: State, side: str) -> float:
    sheet = rules.sheet
    late = sheet.limit["late_from"] if side == JAPAN and state.policy == HOLD else 99
    total = 0.0
    for k in sheet.own[side]:
        h = state.where[k]
        if h >= 0:
            total += 4.0 * sheet.strength[k]
        elif h == DUE and sheet.enters[k] < late:
            total += 3.5 * sheet.strength[k]
        elif h == LOST and sheet.replaceable[k] and side == CHINA:
            total += 0.8 * sheet.strength[k]
    return total


def _approach(rules: Nanjing, state: State) -> float:
    """How near Japan is to what it still wants, and China to what it still has."""
    sheet, zones, grid = rules.sheet, rules.zones, rules.sheet.grid
    goals = [h for h in sheet.key_hexes if not zones.controls(state, JAPAN, h)]
    if not goals:
        return 0.0
    where = state.where
    near = sum(
        min(grid.distance(where[k], h) for h in goals) for k in sheet.own[JAPAN] if where[k] >= 0
    )
    chinese = [where[k] for k in sheet.own[CHINA] if where[k] >= 0]
    guard = sum(
        min((grid.distance(h, other) for other in chinese), default=9)
        for h in goals
        if h in sheet.city
    )
    return 1.2 * guard - 0.5 * near


def _openings(rules: Nanjing, state: State) -> float:
    """What the side that moves could attack in the combat phase after it."""
    side, kind = PHASES[state.phase]
    if kind not in (MOVEMENT, COMBAT):
        return 0.0
    sheet, where = rules.sheet, state.where
    total = 0.0
    for target in {where[k] for k in sheet.own[ENEMY[side]] if where[k] >= 0}:
        near = [
            k for k in sheet.own[side]
            if where[k] >= 0 and target in sheet.beside[where[k]]
            and (kind == MOVEMENT or not state.done >> k & 1)
        ]  # fmt: skip
        if near:
            against = sum(sheet.strength[k] for k in sheet.own[ENEMY[side]] if where[k] == target)
            more = sum(sheet.strength[k] for k in near) - against - sheet.cover[target]
            total += min(more, 4) * (0.8 if more > 0 else 0.3)
    return total if side == JAPAN else -total
