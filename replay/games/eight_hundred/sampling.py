"""How programs draw an event in 800: any legal one may come, likelier ones sooner. Nothing long is
listed, and what a table of the acts says already is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, pairwise
from random import Random

from senpu.notation.events import Attack, Event, Move, Place, Retreat, Roll, Word
from senpu.replay.core.rules import Decision, IllegalEventError
from senpu.replay.core.sampling import choose_one, choose_some
from senpu.replay.games.eight_hundred import placement
from senpu.replay.games.eight_hundred.actions import NO, PASS, canon_act
from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import CHINA, ENEMY, JAPAN, Group, State
from senpu.replay.parts.dice import TWO_DICE, rolls_of_two

TRIES, GOALS = 8, 2
"""How often units are drawn for an act, and a goal for them."""


def place(rules: EightHundred, state: State, decision: Decision, random: Random) -> Event:
    return Place(decision.units, (choose_one(placement.open_arrivals(rules, state), random),))


def retreat(rules: EightHundred, state: State, decision: Decision, random: Random) -> Event:
    unit = choose_one(decision.units, random)
    ways = rules.acts.ways_back(state, rules.sheet.index[unit])
    return Retreat((unit,), (choose_one(ways, random),))


def set_up(rules: EightHundred, state: State, decision: Decision, random: Random) -> Event:
    empty = [place for place in rules.sheet.set_up[decision.side] if place not in state.where]
    stacking, waiting = rules.acts.stacking, len(decision.units)
    least = max(1, waiting - stacking * (len(empty) - 1))
    size = least + int(random.random() * (min(stacking, waiting) - least + 1))
    return Place(tuple(choose_some(decision.units, size, random)), (choose_one(empty, random),))


def act(rules: EightHundred, state: State, decision: Decision, random: Random) -> Event:
    acts, sheet, side = rules.acts, rules.sheet, decision.side
    points, where, chance = state.points, state.where, random.random
    if side == CHINA and chance() < 0.2 and (event := _marker(rules, state, decision, random)):
        return event
    ready = list(compress(sheet.own[side], points[sheet.span[side]]))  # who has points left
    if not ready or chance() < 0.03:
        return PASS
    for _ in range(TRIES):
        first = ready[int(chance() * len(ready))]
        here = where[first]
        payer: tuple[str, ...] = ()
        group: Group = (first,)
        if first == sheet.xie and chance() < 0.7:
            payer = acts.payer
            beside = [
                k
                for k in sheet.own[CHINA]
                if k != first and (where[k] == here or where[k] in sheet.adjacent[here])
            ]
            if not beside:
                continue
            group = (choose_one(beside, random),)
        elif chance() < 0.6:
            beside = [k for k in ready if where[k] == here]
            size = len(beside)
            if size > 1:
                size = 2 + int(chance() * (min(acts.most, size) - 1))
                group = tuple(choose_some(beside, size, random))
        if event := _strike_or_move(rules, state, side, group, payer, random):
            return event
    return PASS


def second(rules: EightHundred, state: State, decision: Decision, random: Random) -> Event:
    """Some of the tanks that acted go on, if they stand together."""
    acted, where = state.acted, state.where
    if random.random() < 0.3:
        return NO
    group = tuple(choose_some(acted, 1 + int(random.random() * len(acted)), random))
    if any(where[k] != where[group[0]] for k in group):
        return NO
    return _strike_or_move(rules, state, decision.side, group, (), random, state.acted_as) or NO


def _strike_or_move(
    rules: EightHundred,
    state: State,
    side: str,
    group: Group,
    payer: tuple[str, ...],
    random: Random,
    acted_as: str = "",
) -> Event | None:
    """An act of a group, or nothing where the one drawn is barred; the other kind of act than the
    one that it goes on from.
    """
    acts, where, chance = rules.acts, state.where, random.random
    names, fire, strikes_all = acts.called[group]
    here, again = where[group[0]], acted_as != ""
    if fire is not None and acted_as != "attack" and (again or chance() < 0.5):
        within = fire[here]
        enemies = [k for k in acts.sheet.own[ENEMY[side]] if where[k] in within]
        if enemies:
            target = enemies[int(chance() * len(enemies))]
            unit = "" if strikes_all else acts.sheet.units[target]
            return Attack(names, where[target], unit, payer=payer, again=again)
    if acted_as == "move":
        return None
    near, room = acts.sheet.near[here], acts.stacking - len(group)
    plain = acts.plain_ways[here] if side == CHINA else ()  # to China only stacking is left to ask
    for _ in range(GOALS):
        goal = near[int(chance() * len(near))]
        if where.count(goal) <= room and (
            goal in plain or not acts.bar_move(state, side, group, goal, payer)
        ):
            if payer or again:
                return Move(names, (goal,), payer=payer, again=again)
            return Move(names, (goal,))
    return None


def _marker(rules: EightHundred, state: State, decision: Decision, random: Random) -> Event | None:
    sheet = rules.sheet
    if random.random() < 0.7:
        place = choose_one(sheet.areas, random)
        if place not in state.where[sheet.span[JAPAN]]:
            return None
        word = Word("grenade", (place,))
    elif state.flags <= 0:
        return None
    elif rules.acts.switch["flag_for_all"]:
        word = Word("flag")
    else:
        word = Word("flag", (sheet.units[choose_one(sheet.own[CHINA], random)],))
    try:
        return canon_act(rules, state, decision, word)
    except IllegalEventError:
        return None


ADDING_UP = {total: Roll((max(1, total - 6), total - max(1, total - 6))) for total in range(2, 13)}
"""A roll of two dice for each sum."""


def outcomes(state: State) -> Iterator[tuple[Event, float]]:
    """The dice of a fight by whom they hit, one roll for each, with its chance."""
    fight = state.fight
    assert fight is not None
    steps = sorted({2, *(need for need in fight.needs if 2 < need <= 12)})
    for least, more in pairwise((*steps, 13)):
        yield ADDING_UP[least], (rolls_of_two(least) - rolls_of_two(more)) / TWO_DICE
