"""Random events of 800 for programs: each legal event is possible, likely ones are more frequent.

The functions avoid long lists, and check only what the prepared tables leave open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, pairwise
from random import Random

from senpu.notation.events import Attack, Event, Move, Place, Retreat, Roll, Word
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.core.sampling import choose_one, choose_some
from senpu.replay.core.states import Decision
from senpu.replay.games.eight_hundred import placement
from senpu.replay.games.eight_hundred.actions import NO, PASS, canon_act
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import CHINA, ENEMY, JAPAN, EightHundredState, Group
from senpu.replay.parts.dice import TWO_DICE, count_rolls

TRIES, GOALS = 8, 2
"""The number of samples of units for an action, and of goals for the units."""


def sample_place(
    context: EightHundredContext, state: EightHundredState, decision: Decision, random: Random
) -> Event:
    """Return a random legal arrival of a reinforcement (J 5.0-2, E 2.0-4)."""
    return Place(
        decision.units, (choose_one(placement.find_open_arrivals(context, state), random),)
    )


def sample_retreat(
    context: EightHundredContext, state: EightHundredState, decision: Decision, random: Random
) -> Event:
    """Return a random legal retreat (J 8.4, E 3.2-5)."""
    unit = choose_one(decision.units, random)
    retreats = context.legality.find_retreats(state, context.tables.index[unit])
    return Retreat((unit,), (choose_one(retreats, random),))


def sample_set_up(
    context: EightHundredContext, state: EightHundredState, decision: Decision, random: Random
) -> Event:
    """Return a random legal set-up in one area (J 3.0-4, 3.0-5; E 1.0)."""
    empty = [
        place for place in context.tables.set_up[decision.side] if place not in state.locations
    ]
    stacking, waiting = context.legality.stacking, len(decision.units)
    least = max(1, waiting - stacking * (len(empty) - 1))
    size = least + int(random.random() * (min(stacking, waiting) - least + 1))
    return Place(tuple(choose_some(decision.units, size, random)), (choose_one(empty, random),))


def sample_act(
    context: EightHundredContext, state: EightHundredState, decision: Decision, random: Random
) -> Event:
    """Return a random legal action (J 5.1, E 2.0-2)."""
    legality, tables, side = context.legality, context.tables, decision.side
    points, locations, chance = state.points, state.locations, random.random
    if (
        side == CHINA
        and chance() < 0.2
        and (event := _sample_marker(context, state, decision, random))
    ):
        return event
    ready = list(compress(tables.own[side], points[tables.span[side]]))  # units with points
    if not ready or chance() < 0.03:
        return PASS
    for _ in range(TRIES):
        first = ready[int(chance() * len(ready))]
        here = locations[first]
        payer: tuple[str, ...] = ()
        group: Group = (first,)
        if first == tables.xie and chance() < 0.7:
            payer = legality.payer
            candidates = [
                k
                for k in tables.own[CHINA]
                if k != first and (locations[k] == here or locations[k] in tables.adjacent[here])
            ]
            if not candidates:
                continue
            group = (choose_one(candidates, random),)
        elif chance() < 0.6:
            candidates = [k for k in ready if locations[k] == here]
            most = min(legality.group_limit, len(candidates))
            if most > 1:
                size = 2 + int(chance() * (most - 1))
                group = tuple(choose_some(candidates, size, random))
        if event := _sample_attack_or_move(context, state, side, group, payer, random):
            return event
    return PASS


def sample_second(
    context: EightHundredContext, state: EightHundredState, decision: Decision, random: Random
) -> Event:
    """Return a random legal second action of tanks in one area, or its refusal (E 4.0-5)."""
    second_tanks, locations = state.second_tanks, state.locations
    if random.random() < 0.3:
        return NO
    most = min(context.legality.group_limit, len(second_tanks))
    group = tuple(choose_some(second_tanks, 1 + int(random.random() * most), random))
    if any(locations[k] != locations[group[0]] for k in group):
        return NO
    return (
        _sample_attack_or_move(context, state, decision.side, group, (), random, state.first_act)
        or NO
    )


def _sample_attack_or_move(
    context: EightHundredContext,
    state: EightHundredState,
    side: str,
    group: Group,
    payer: tuple[str, ...],
    random: Random,
    first_act: str = "",
) -> Event | None:
    """Return a random action of a group, or None if the sampled one is illegal.

    `first_act` is the kind of the first action of tanks; the second one has the other kind.
    """
    legality, locations, chance = context.legality, state.locations, random.random
    ids, fire, strikes_all = legality.profiles[group]
    here, again = locations[group[0]], first_act != ""
    if fire is not None and first_act != "attack" and (again or chance() < 0.5):
        reached = fire[here]
        enemies = [k for k in legality.tables.own[ENEMY[side]] if locations[k] in reached]
        if enemies:
            target = enemies[int(chance() * len(enemies))]
            place = locations[target]
            is_one = not strikes_all or (  # reading 10
                legality.strikes_one_too
                and locations[legality.tables.span[ENEMY[side]]].count(place) > 1
                and chance() < 0.5
            )
            unit = legality.tables.units[target] if is_one else ""
            return Attack(ids, place, unit, payer=payer, again=again)
    if first_act == "move":
        return None
    neighbours, space = legality.tables.neighbours[here], legality.stacking - len(group)
    open_areas = (
        legality.open_ways[here] if side == CHINA else ()
    )  # for China only stacking is left to check
    for _ in range(GOALS if neighbours else 0):
        goal = neighbours[int(chance() * len(neighbours))]
        if locations.count(goal) <= space and (
            goal in open_areas or not legality.check_move(state, side, group, goal, payer)
        ):
            if payer or again:
                return Move(ids, (goal,), payer=payer, again=again)
            return Move(ids, (goal,))
    return None


def _sample_marker(
    context: EightHundredContext, state: EightHundredState, decision: Decision, random: Random
) -> Event | None:
    tables = context.tables
    if random.random() < 0.7:
        place = choose_one(tables.areas, random)
        if place not in state.locations[tables.span[JAPAN]]:
            return None
        word = Word("grenade", (place,))
    elif state.flags <= 0:
        return None
    elif context.legality.switch["flag_for_all"]:
        word = Word("flag")
    else:
        word = Word("flag", (tables.units[choose_one(tables.own[CHINA], random)],))
    try:
        return canon_act(context, state, decision, word)
    except IllegalEventError:
        return None


ROLL_BY_SUM = {
    total: Roll((max(1, total - 6), total - max(1, total - 6))) for total in range(2, 13)
}
"""A roll of two dice for each sum."""


def list_outcomes(state: EightHundredState) -> Iterator[tuple[Event, float]]:
    """Yield one roll of a combat for each set of units hit, with its probability."""
    fight = state.fight
    assert fight is not None
    steps = sorted({2, *(need for need in fight.needs if 2 < need <= 12)})
    for least, more in pairwise((*steps, 13)):
        yield ROLL_BY_SUM[least], (count_rolls(least) - count_rolls(more)) / TWO_DICE
