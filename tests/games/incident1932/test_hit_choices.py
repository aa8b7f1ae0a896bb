"""All ways of taking hits that 9.3 and 9.4 allow are legal step by step, and no others are.

The ways are found without the code under test.
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
from senpu.replay.parts.counters import set_values
from tests.games.incident1932.positions import ruleset
from tests.games.random_play import steps

Result = tuple[tuple[str, ...], int]
"""The place of each unit after the hits, and the points that are left."""


def results_by_play(rules: Incident1932Rules, state: Incident1932State) -> set[Result]:
    """Return the results of all sequences of listed events."""
    assert state.decision
    side = state.decision.side
    found: set[Result] = set()
    for event in rules.legal(state):
        after = rules.apply(state, event)[0]
        if (
            after.decision
            and after.decision.kind == "hits"
            and after.decision.side == side
            and is_same_choice(state, after)
        ):
            found |= results_by_play(rules, after)
        else:
            found.add((after.locations, after.points[PURSE[side]]))
    return found


def is_same_choice(before: Incident1932State, after: Incident1932State) -> bool:
    """Return whether the pending hits belong to the same fire or assault."""
    assert before.fight
    return after.fight is not None and after.fight.stage == before.fight.stage


def results_by_rule(rules: Incident1932Rules, state: Incident1932State) -> set[Result]:
    """Return the results that the rule allows.

    Some units are removed for three hits each, some of the others retreat for one each, and points
    pay the rest, without excess. The surplus is ignored if all units have been removed, or if an
    attacker has retreated before and no points are left.
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
        locations = set_values(state.locations, lost, LOST)
        left = fight.hits - 3 * len(lost)
        rest = tuple(k for k in units if k not in lost)
        if left <= 0 or not rest:
            paid = min(max(left, 0), points) if fight.retreated else 0  # reading 6
            found.add((locations, points - paid))
            continue
        for retreated in subsets(rest):
            if len(retreated) > left:
                continue
            for goals in product((*rules.context.tables.areas, OFF), repeat=len(retreated)):
                paid = left - len(retreated)
                if paid <= points and can_retreat(
                    rules, locations, decision.side, retreated, goals
                ):
                    after = locations
                    for unit, goal in zip(retreated, goals, strict=True):
                        after = set_values(after, (unit,), goal)
                    found.add((after, points - paid))
    return found


def subsets(units: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(len(units) + 1):
        yield from combinations(units, size)


def can_retreat(
    rules: Incident1932Rules,
    locations: tuple[str, ...],
    side: str,
    units: tuple[int, ...],
    goals: tuple[str, ...],
) -> bool:
    """Return whether all of some units can retreat at once (9.4, 8.4)."""
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


def iter_first_choices(rules: Incident1932Rules, seeds: range) -> Iterator[Incident1932State]:
    """Yield positions at the first choice for hits, with their points and other ones."""
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
    for state in iter_first_choices(rules, range(60)):
        assert results_by_play(rules, state) == results_by_rule(rules, state)
        tried += 1
    assert tried > 800
