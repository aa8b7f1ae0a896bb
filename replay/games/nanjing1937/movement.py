"""A movement phase: walks, railway moves, the end of the phase (6.1, 8.0 to 8.3).

Walks of one unit to one goal that leave the same records are one event. Its canonical form is the
shortest walk, and among these the first in the grid's order. A move with only a goal is completed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, Move, Rail
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.nanjing1937 import turns
from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.control import (
    find_unrecorded,
    list_control_changes,
    record_entry,
)
from senpu.replay.games.nanjing1937.state import CHINA, END, NanjingState, Step
from senpu.replay.parts.counters import set_values
from senpu.replay.parts.hexes import Walk, find_connected
from senpu.replay.parts.lines import (
    HELD,
    LineNetwork,
    count_open_steps,
    find_block_reasons,
    find_goals,
)
from senpu.replay.parts.walks import (
    CROSSING,
    IN_ZONE,
    LATE_CROSSING,
    MARSH,
    NO_SIDE,
    OCCUPIED,
    ZONE_TO_ZONE,
    IllegalWalk,
    WalkConditions,
    find_walks,
    resolve,
)
from senpu.replay.parts.zones import ENEMY_THERE, ZONE


def canon_move(
    rules: NanjingContext, state: NanjingState, decision: Decision, event: Event
) -> Event:
    """Return a walk, a railway move or the end of the phase in canonical form (8.0 to 8.3)."""
    if type(event) is Move:
        return _canon_walk(rules, state, decision.side, event)
    if type(event) is EndPhase:
        return event
    if type(event) is Rail:
        return _canon_rail(rules, state, decision.side, event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def find_mover(
    rules: NanjingContext, state: NanjingState, side: str, event: Move | Rail, number: str
) -> int:
    """Return the unit that an event moves, or raise IllegalEventError (8.0)."""
    tables = rules.tables
    if len(event.units) != 1:
        raise rules.reject("oneAtATime", number, units=event.units)
    k = tables.unit.get(event.units[0], -1)
    if k < 0:
        raise rules.reject("unknownUnit", number, unit=event.units[0])
    if event.payer or event.again:
        raise rules.reject("noPayer", number)
    if tables.side[k] != side:
        raise rules.reject("notYours", number, unit=tables.units[k], side=side)
    if state.where[k] < 0:
        raise rules.reject("offMap", number, unit=tables.units[k])
    if state.done >> k & 1:
        raise rules.reject("movedAlready", number, unit=tables.units[k])
    return k


# ---- walks ------------------------------------------------------------------------------


def _canon_walk(rules: NanjingContext, state: NanjingState, side: str, event: Move) -> Event:
    tables = rules.tables
    k = find_mover(rules, state, side, event, "move")
    walk = tables.walks.find_walk(event.path)
    if walk is None:
        raise rules.reject("unknownPlace", "hexes", place=_find_unknown(rules, event.path))
    here, ground, news = (
        state.where[k],
        build_ground(rules, state, k),
        find_unrecorded(tables, state, side),
    )
    found = resolve(tables.walks, ground, here, news, walk)
    if isinstance(found, IllegalWalk):
        raise _explain_walk(rules, state, k, walk, found)
    return event if found == walk else replace(event, path=tables.walks.list_ids(found))


def _find_unknown(rules: NanjingContext, path: tuple[str, ...]) -> str:
    return next(ident for ident in path if ident not in rules.tables.index)


def build_ground(rules: NanjingContext, state: NanjingState, k: int) -> WalkConditions:
    """Return what decides how far a unit walks (6.1, 8.0, 8.1)."""
    tables = rules.tables
    field = rules.zones.field(tables.side[k], state.where)
    return WalkConditions(tables.entries, field, tables.allowance[k])


STOPS = {
    IN_ZONE: ("stopZone", "zone"),  # 6.1
    MARSH: ("stopMarsh", "marsh"),  # 8.1.2
    CROSSING: ("stopRiver", "major_river"),  # 8.1.3
}
"""The text and the rule number for each reason why a stopped unit cannot leave its hex."""


def _explain_walk(
    rules: NanjingContext, state: NanjingState, k: int, walk: Walk, illegal: IllegalWalk
) -> IllegalEventError:
    """Return why a walk is illegal, by the printed rule."""
    done, reason = illegal
    tables, unit, start = rules.tables, rules.tables.units[k], state.where[k]
    if done == len(walk):
        return rules.reject("noEffect", "move", unit=unit)
    here, h = walk[done - 1] if done else start, walk[done]
    place, goal, last = tables.ids[here], tables.ids[h], tables.ids[walk[-1]]
    if len(walk) == 1 and h not in tables.grid.neighbours[start]:
        return rules.reject("noWay", "move", unit=unit, goal=goal)
    if reason in STOPS:
        return _reject_at(rules, *STOPS[reason], here)
    if reason == NO_SIDE:
        return _bar_step(rules, here, h)
    if reason == OCCUPIED:  # 7.0
        return _reject_at(rules, "enemyThere", "stacking", h)
    if reason == ZONE_TO_ZONE:  # 6.1
        return rules.reject("zoneToZone", "zone", place=place, goal=goal)
    if reason == LATE_CROSSING:  # 8.1.3
        return rules.reject("majorStart", "major_river", place=place, goal=goal)
    return rules.reject("tooFar", "move", unit=unit, most=tables.allowance[k], goal=last)  # 8.0


def _reject_at(rules: NanjingContext, why: str, number: str, h: int) -> IllegalEventError:
    return rules.reject(why, number, place=rules.tables.ids[h])


def _bar_step(rules: NanjingContext, here: int, h: int) -> IllegalEventError:
    """Return why there is no step from a hex to another (8.1.4, 8.1.5)."""
    tables = rules.tables
    place, goal = tables.ids[here], tables.ids[h]
    if h not in tables.grid.neighbours[here]:
        return rules.reject("notAdjacent", "move", place=place, goal=goal)
    if h in tables.impassable[here]:
        return rules.reject("impassable", "barred", place=place, goal=goal)
    if h in tables.water_side[here]:
        return rules.reject("waterSide", "water", place=place, goal=goal)
    return rules.reject("water", "water", goal=goal)


def list_walks(rules: NanjingContext, state: NanjingState, k: int) -> Iterator[Event]:
    """Yield every walk of a unit in canonical form."""
    tables, units = rules.tables, (rules.tables.units[k],)
    news = find_unrecorded(tables, state, tables.side[k])
    for walk in find_walks(
        tables.walks, build_ground(rules, state, k), state.where[k], news
    ).values():
        yield Move(units, tables.walks.list_ids(walk))


# ---- the railway ------------------------------------------------------------------------


def bar_rail(rules: NanjingContext, state: NanjingState, k: int) -> IllegalEventError | None:
    """Return what forbids a unit any railway move (8.3)."""
    tables = rules.tables
    if tables.side[k] != CHINA:
        return rules.reject("railChina", "rail")
    if state.railed:
        return rules.reject("railUsed", "rail")
    here = state.where[k]
    if here not in tables.stations:
        return _reject_at(rules, "railStart", "rail", here)
    if rules.zones.field(CHINA, state.where)[here]:
        return _reject_at(rules, "railZone", "rail", here)
    return None


def build_railway(rules: NanjingContext, state: NanjingState) -> LineNetwork:
    """Return what decides how far a railway move leads (8.3)."""
    tables = rules.tables
    return LineNetwork(tables.rail, rules.zones.field(CHINA, state.where), tables.mark, state.trod)


CLOSURES = {
    HELD: ("railTrod", "rail"),
    ENEMY_THERE: ("enemyThere", "stacking"),
    ZONE: ("railZone", "rail"),
}
"""The text and the rule number for each reason that closes a hex to railway moves (7.0, 8.3).

The first reason that applies is reported.
"""


def _bar_rail_entry(rules: NanjingContext, rail: LineNetwork, h: int) -> IllegalEventError | None:
    reasons = find_block_reasons(rail, h)
    return next((_reject_at(rules, *CLOSURES[why], h) for why in CLOSURES if reasons & why), None)


def find_rail_goals(rules: NanjingContext, state: NanjingState, k: int) -> list[int]:
    """Return the hexes that unit `k` can reach by rail.

    The caller checks that the unit may make a railway move.
    """
    return find_goals(build_railway(rules, state), state.where[k])


def _rail_cut(rules: NanjingContext, rail: LineNetwork, here: int, goal: int) -> IllegalEventError:
    """Return the rejection of a railway move: there is no railway to the hex, or it is blocked."""
    tables = rules.tables
    if goal not in find_connected(here, tables.rail.__getitem__):
        return rules.reject("railGap", "rail", place=tables.ids[here], goal=tables.ids[goal])
    reached = {here, *find_goals(rail, here)}
    ends = {n for h in reached for n in tables.rail[h]} - reached
    places = tables.grid.list_ids(sorted(ends))
    return rules.reject("railCut", "rail", place=tables.ids[goal], places=places)


def _canon_rail(rules: NanjingContext, state: NanjingState, side: str, event: Rail) -> Event:
    """Return a railway move in canonical form: its goal; a path hex by hex is followed."""
    tables = rules.tables
    k = find_mover(rules, state, side, event, "rail")
    bar = bar_rail(rules, state, k)
    if bar is not None:
        raise bar
    path = tables.walks.find_walk(event.path)
    if path is None:
        raise rules.reject("unknownPlace", "hexes", place=_find_unknown(rules, event.path))
    goal, here = path[-1], state.where[k]
    if goal == here:
        raise rules.reject("noEffect", "rail", unit=tables.units[k])
    rail = build_railway(rules, state)
    if len(path) > 1:
        done = count_open_steps(rail, here, path)
        if done == len(path):
            return replace(event, path=event.path[-1:])
        here, h = path[done - 1] if done else here, path[done]
        if h not in rail.ways[here]:
            raise rules.reject("railGap", "rail", place=tables.ids[here], goal=tables.ids[h])
        raise _bar_rail_entry(rules, rail, h) or _rail_cut(rules, rail, here, h)
    if goal not in find_goals(rail, here, goal):
        if not tables.rail[goal]:
            raise _reject_at(rules, "railNone", "rail", goal)
        raise _bar_rail_entry(rules, rail, goal) or _rail_cut(rules, rail, here, goal)
    return event


# ---- legal moves and their effects ------------------------------------------------------


def legal_moves(rules: NanjingContext, state: NanjingState, decision: Decision) -> Iterator[Event]:
    """Yield the legal walks and railway moves, then the end of the phase (8.0 to 8.3)."""
    for k in find_movable(rules, state, decision.side):
        yield from list_walks(rules, state, k)
        if decision.side == CHINA and bar_rail(rules, state, k) is None:
            for goal in find_rail_goals(rules, state, k):
                yield Rail((rules.tables.units[k],), (rules.tables.ids[goal],))
    yield END


def find_movable(rules: NanjingContext, state: NanjingState, side: str) -> list[int]:
    """Return the units of a side that may still move in this phase (8.0)."""
    where, done = state.where, state.done
    return [k for k in rules.tables.own[side] if where[k] >= 0 and not done >> k & 1]


def move(rules: NanjingContext, state: NanjingState, event: Event) -> Step:
    """Return the state after a move or the end of the phase (8.0 to 8.3)."""
    if type(event) is EndPhase:
        return turns.end_phase(rules, state)
    assert type(event) is Move or type(event) is Rail
    tables = rules.tables
    k = tables.unit[event.units[0]]
    side, start = tables.side[k], state.where[k]
    walk = tables.walks.find_walk(event.path)
    assert walk is not None
    where = set_values(state.where, (k,), walk[-1])
    done = state.done | 1 << k
    path = (tables.ids[start], *event.path)
    if type(event) is Rail:
        # No memory is left: what a Japanese unit entered cannot be entered by rail.
        after = replace(state, where=where, done=done, railed=True)
        return after, (Effect("rail", side, event.units, (), path),)
    held, trod = record_entry(tables, state, side, walk)
    after = replace(state, where=where, done=done, held=held, trod=trod)
    moved = Effect("move", side, event.units, (), path)
    return after, (moved, *list_control_changes(tables, state.held, held, side, event.units))
