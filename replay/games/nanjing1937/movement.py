"""A movement phase: walks, the railway, the end of the phase (6.1, 8.0 to 8.3).

Walks of one unit to one goal that leave the same memory behind are one event. It is spelt by
its shortest walk, and among those by the one that comes first in the grid's order; a move that
names its goal alone is completed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, Move, Rail
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.nanjing1937 import turns
from senpu.replay.games.nanjing1937.context import Nanjing
from senpu.replay.games.nanjing1937.control import entered, fresh, taken
from senpu.replay.games.nanjing1937.state import CHINA, END, State, Step
from senpu.replay.parts.counters import changed
from senpu.replay.parts.hexes import Walk, connected
from senpu.replay.parts.lines import HELD, Lines, gap, goals, shut
from senpu.replay.parts.walks import (
    CROSSING,
    IN_ZONE,
    LATE_CROSSING,
    MARSH,
    NO_SIDE,
    OCCUPIED,
    ZONE_TO_ZONE,
    Ground,
    Illegal,
    reach,
    resolve,
)
from senpu.replay.parts.zones import ENEMY_THERE, ZONE


def canon_move(rules: Nanjing, state: State, decision: Decision, event: Event) -> Event:
    if type(event) is Move:
        return _canon_walk(rules, state, decision.side, event)
    if type(event) is EndPhase:
        return event
    if type(event) is Rail:
        return _canon_rail(rules, state, decision.side, event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def mover(rules: Nanjing, state: State, side: str, event: Move | Rail, number: str) -> int:
    """The unit that an event moves. Raises IllegalEventError if it may not move now (8.0)."""
    sheet = rules.sheet
    if len(event.units) != 1:
        raise rules.reject("oneAtATime", number, units=event.units)
    k = sheet.unit.get(event.units[0], -1)
    if k < 0:
        raise rules.reject("unknownUnit", number, unit=event.units[0])
    if event.payer or event.again:
        raise rules.reject("noPayer", number)
    if sheet.side[k] != side:
        raise rules.reject("notYours", number, unit=sheet.units[k], side=side)
    if state.where[k] < 0:
        raise rules.reject("offMap", number, unit=sheet.units[k])
    if state.done >> k & 1:
        raise rules.reject("movedAlready", number, unit=sheet.units[k])
    return k


# ---- walks ------------------------------------------------------------------------------


def _canon_walk(rules: Nanjing, state: State, side: str, event: Move) -> Event:
    sheet = rules.sheet
    k = mover(rules, state, side, event, "move")
    walk = sheet.walks.of(event.path)
    if walk is None:
        raise rules.reject("unknownPlace", "hexes", place=_unknown(rules, event.path))
    here, ground, news = state.where[k], ground_of(rules, state, k), fresh(sheet, state, side)
    found = resolve(sheet.walks, ground, here, news, walk)
    if isinstance(found, Illegal):
        raise _rejection(rules, state, k, walk, found)
    return event if found == walk else replace(event, path=sheet.walks.path(found))


def _unknown(rules: Nanjing, path: tuple[str, ...]) -> str:
    return next(ident for ident in path if ident not in rules.sheet.index)


def ground_of(rules: Nanjing, state: State, k: int) -> Ground:
    """Return what decides how far a unit walks (6.1, 8.0, 8.1)."""
    sheet = rules.sheet
    field = rules.zones.field(sheet.side[k], state.where)
    return Ground(sheet.entries, field, sheet.allowance[k])


STOPS = {
    IN_ZONE: ("stopZone", "zone"),  # 6.1
    MARSH: ("stopMarsh", "marsh"),  # 8.1.2
    CROSSING: ("stopRiver", "major_river"),  # 8.1.3
}
"""Why a unit cannot leave the hex in which it had to stop: the text, and the rule that stops it."""


def _rejection(
    rules: Nanjing, state: State, k: int, walk: Walk, illegal: Illegal
) -> IllegalEventError:
    """Return why a walk is illegal, by the printed rule."""
    done, reason = illegal
    sheet, unit, start = rules.sheet, rules.sheet.units[k], state.where[k]
    if done == len(walk):
        return rules.reject("noEffect", "move", unit=unit)
    here, h = walk[done - 1] if done else start, walk[done]
    place, goal, last = sheet.ids[here], sheet.ids[h], sheet.ids[walk[-1]]
    if len(walk) == 1 and h not in sheet.grid.near[start]:
        return rules.reject("noWay", "move", unit=unit, goal=goal)
    if reason in STOPS:
        return _refuse_at(rules, *STOPS[reason], here)
    if reason == NO_SIDE:
        return _bar_step(rules, here, h)
    if reason == OCCUPIED:  # 7.0
        return _refuse_at(rules, "enemyThere", "stacking", h)
    if reason == ZONE_TO_ZONE:  # 6.1
        return rules.reject("zoneToZone", "zone", place=place, goal=goal)
    if reason == LATE_CROSSING:  # 8.1.3
        return rules.reject("majorStart", "major_river", place=place, goal=goal)
    return rules.reject("tooFar", "move", unit=unit, most=sheet.allowance[k], goal=last)  # 8.0


def _refuse_at(rules: Nanjing, why: str, number: str, h: int) -> IllegalEventError:
    return rules.reject(why, number, place=rules.sheet.ids[h])


def _bar_step(rules: Nanjing, here: int, h: int) -> IllegalEventError:
    """Why there is no step from a hex to another (8.1.4, 8.1.5)."""
    sheet = rules.sheet
    place, goal = sheet.ids[here], sheet.ids[h]
    if h not in sheet.grid.near[here]:
        return rules.reject("notAdjacent", "move", place=place, goal=goal)
    if h in sheet.impassable[here]:
        return rules.reject("impassable", "barred", place=place, goal=goal)
    if h in sheet.water_side[here]:
        return rules.reject("waterSide", "water", place=place, goal=goal)
    return rules.reject("water", "water", goal=goal)


def walks(rules: Nanjing, state: State, k: int) -> Iterator[Event]:
    """Yield every walk of a unit in canonical form."""
    sheet, units = rules.sheet, (rules.sheet.units[k],)
    news = fresh(sheet, state, sheet.side[k])
    for walk in reach(sheet.walks, ground_of(rules, state, k), state.where[k], news).values():
        yield Move(units, sheet.walks.path(walk))


# ---- the railway ------------------------------------------------------------------------


def bar_rail(rules: Nanjing, state: State, k: int) -> IllegalEventError | None:
    """What forbids a unit any railway move (8.3)."""
    sheet = rules.sheet
    if sheet.side[k] != CHINA:
        return rules.reject("railChina", "rail")
    if state.railed:
        return rules.reject("railUsed", "rail")
    here = state.where[k]
    if here not in sheet.stations:
        return _refuse_at(rules, "railStart", "rail", here)
    if rules.zones.field(CHINA, state.where)[here]:
        return _refuse_at(rules, "railZone", "rail", here)
    return None


def rail_of(rules: Nanjing, state: State) -> Lines:
    """Return what decides how far a railway move leads (8.3)."""
    sheet = rules.sheet
    return Lines(sheet.rail, rules.zones.field(CHINA, state.where), sheet.mark, state.trod)


SHUT = {
    HELD: ("railTrod", "rail"),
    ENEMY_THERE: ("enemyThere", "rail"),
    ZONE: ("railZone", "rail"),
}
"""Why a hex is shut to railway moves: the text and the rule (8.3). The first reason is given."""


def _bar_rail_entry(rules: Nanjing, rail: Lines, h: int) -> IllegalEventError | None:
    reasons = shut(rail, h)
    return next((_refuse_at(rules, *SHUT[why], h) for why in SHUT if reasons & why), None)


def rail_goals(rules: Nanjing, state: State, k: int) -> list[int]:
    """Return where the railway takes a unit that may make a railway move."""
    return goals(rail_of(rules, state), state.where[k])


def _rail_cut(rules: Nanjing, rail: Lines, here: int, goal: int) -> IllegalEventError:
    """Return where the railway to a hex is shut that is open itself."""
    sheet = rules.sheet
    if goal not in connected(here, sheet.rail.__getitem__):
        return rules.reject("railGap", "rail", place=sheet.ids[here], goal=sheet.ids[goal])
    reached = {here, *goals(rail, here)}
    ends = {n for h in reached for n in sheet.rail[h]} - reached
    places = sheet.grid.ids_of(sorted(ends))
    return rules.reject("railCut", "rail", place=sheet.ids[goal], places=places)


def _canon_rail(rules: Nanjing, state: State, side: str, event: Rail) -> Event:
    """A railway move is spelt by its goal. One that tells its way hex by hex is followed."""
    sheet = rules.sheet
    k = mover(rules, state, side, event, "rail")
    bar = bar_rail(rules, state, k)
    if bar is not None:
        raise bar
    path = sheet.walks.of(event.path)
    if path is None:
        raise rules.reject("unknownPlace", "hexes", place=_unknown(rules, event.path))
    goal, here = path[-1], state.where[k]
    if goal == here:
        raise rules.reject("noEffect", "rail", unit=sheet.units[k])
    rail = rail_of(rules, state)
    if len(path) > 1:
        done = gap(rail, here, path)
        if done == len(path):
            return replace(event, path=event.path[-1:])
        here, h = path[done - 1] if done else here, path[done]
        if h not in rail.ways[here]:
            raise rules.reject("railGap", "rail", place=sheet.ids[here], goal=sheet.ids[h])
        raise _bar_rail_entry(rules, rail, h) or _rail_cut(rules, rail, here, h)
    if goal not in goals(rail, here, goal):
        if not sheet.rail[goal]:
            raise _refuse_at(rules, "railNone", "rail", goal)
        raise _bar_rail_entry(rules, rail, goal) or _rail_cut(rules, rail, here, goal)
    return event


# ---- listing and doing ------------------------------------------------------------------


def legal_moves(rules: Nanjing, state: State, decision: Decision) -> Iterator[Event]:
    for k in movable(rules, state, decision.side):
        yield from walks(rules, state, k)
        if decision.side == CHINA and bar_rail(rules, state, k) is None:
            for goal in rail_goals(rules, state, k):
                yield Rail((rules.sheet.units[k],), (rules.sheet.ids[goal],))
    yield END


def movable(rules: Nanjing, state: State, side: str) -> list[int]:
    where, done = state.where, state.done
    return [k for k in rules.sheet.own[side] if where[k] >= 0 and not done >> k & 1]


def move(rules: Nanjing, state: State, event: Event) -> Step:
    """Return the state after a move or the end of the phase (8.0 to 8.3)."""
    if isinstance(event, EndPhase):
        return turns.phase_over(rules, state)
    assert isinstance(event, Move | Rail)
    sheet = rules.sheet
    k = sheet.unit[event.units[0]]
    side, start = sheet.side[k], state.where[k]
    walk = sheet.walks.of(event.path)
    assert walk is not None
    where = changed(state.where, (k,), walk[-1])
    done = state.done | 1 << k
    path = (sheet.ids[start], *event.path)
    if type(event) is Rail:
        # No memory is left: what a Japanese unit entered cannot be entered by rail.
        after = replace(state, where=where, done=done, railed=True)
        return after, (Effect("rail", side, event.units, (), path),)
    held, trod = entered(sheet, state, side, walk)
    after = replace(state, where=where, done=done, held=held, trod=trod)
    moved = Effect("move", side, event.units, (), path)
    return after, (moved, *taken(sheet, state.held, held, side, event.units))
