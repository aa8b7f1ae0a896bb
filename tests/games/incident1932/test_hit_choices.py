"""Every way of taking hits that 9.3 and 9.4 allow, found without the code under test, is open
step by step, and no other is.
"""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from senpu.replay.games.incident1932.rules import Incident1932Rules
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    LOST,
    OFF,
    PURSE,
    RIVER,
    Incident1932State,
)
from senpu.replay.parts.counters import changed
from tests.games.incident1932.positions import ruleset
from tests.games.random_play import steps

Result = tuple[tuple[str, ...], int]
"""Where every unit is then, and the points that are left."""


def results_by_play(rules: Incident1932Rules, state: Incident1932State) -> set[Result]:
    """What all sequences of listed events come to."""
    assert state.decision
    side = state.decision.side
    found: set[Result] = set()
    for event in rules.legal(state):
        after = rules.apply(state, event)[0]
        if (
            after.decision
            and after.decision.kind == "hits"
            and after.decision.side == side
            and same(state, after)
        ):
            found |= results_by_play(rules, after)
        else:
            found.add((after.locations, after.points[PURSE[side]]))
    return found


def same(before: Incident1932State, after: Incident1932State) -> bool:
    """Whether the hits still asked for are those of the same blow."""
    assert before.fight
    return after.fight is not None and after.fight.stage == before.fight.stage


def results_by_rule(rules: Incident1932Rules, state: Incident1932State) -> set[Result]:
    """What the rule allows: some units removed for three hits each, some of the others fallen
    back for one each, points for the rest, nothing beyond what is needed; the surplus is ignored
    if all have been removed.
    """
    fight, decision = state.fight, state.decision
    assert fight
    assert decision
    units = fight.units if fight.stage in ("defence", "repelled") else fight.defenders
    points = state.points[PURSE[decision.side]]
    found: set[Result] = set()
    for lost in subsets(units):
        if lost and 3 * (len(lost) - 1) >= fight.hits:
            continue  # the last removal was needless
        locations = changed(state.locations, lost, LOST)
        left = fight.hits - 3 * len(lost)
        rest = tuple(k for k in units if k not in lost)
        if left <= 0 or not rest:
            found.add((locations, points))
            continue
        for fallen in subsets(rest):
            if len(fallen) > left:
                continue
            for goals in product((*rules.context.tables.areas, OFF), repeat=len(fallen)):
                paid = left - len(fallen)
                if paid <= points and may_go(rules, locations, decision.side, fallen, goals):
                    after = locations
                    for unit, goal in zip(fallen, goals, strict=True):
                        after = changed(after, (unit,), goal)
                    found.add((after, points - paid))
    return found


def subsets(units: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(len(units) + 1):
        yield from combinations(units, size)


def may_go(
    rules: Incident1932Rules,
    locations: tuple[str, ...],
    side: str,
    units: tuple[int, ...],
    goals: tuple[str, ...],
) -> bool:
    """9.4 and 8.4, for all that fall back at once."""
    tables = rules.context.tables
    after = list(locations)
    for unit, goal in zip(units, goals, strict=True):
        here = locations[unit]
        if here == RIVER:
            return False
        if goal == OFF:
            if side != CHINA or here not in tables.source:
                return False
        elif goal not in tables.neighbours[here] or goal in locations[tables.span[ENEMY[side]]]:
            return False
        after[unit] = goal
    for goal in set(goals) - {OFF}:
        there = [k for k in tables.own[side] if after[k] == goal]
        if len(there) > 4 or len({tables.service[k] for k in there}) > 1:
            return False
    return True


def blows(rules: Incident1932Rules, seeds: range) -> Iterator[Incident1932State]:
    """Positions that begin to take hits, with their points and other ones."""
    random = Random(9)
    for seed in seeds:
        for state, _, after in steps(rules, seed):
            decision = after.decision
            if (
                decision
                and decision.kind == "hits"
                and not (state.decision and state.decision.kind == "hits")
            ):
                yield after
                few = random.randrange(3)
                fields = {name: getattr(after, name) for name in after.__struct_fields__}
                yield Incident1932State(**fields | {"points": (few, few)})


def test_hits_are_taken_in_exactly_the_ways_that_the_rule_allows() -> None:
    rules = ruleset()
    tried = 0
    for state in blows(rules, range(60)):
        assert results_by_play(rules, state) == results_by_rule(rules, state)
        tried += 1
    assert tried > 800
