"""Movement: walks, railway moves, strategic moves, and the end of the phase (6.1, 7.3, 8.0 to 8.3,
10.2.4). The events that may be played in the phase are in :mod:`events`.

Walks of one unit to one goal that leave the same memory behind are one event. Its canonical form
is the shortest walk, and among these the first in the grid's order; a move that names its goal
alone is completed. Railway and strategic moves are written with their goal; one that gives its
way hex by hex is followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, March, Move, Rail, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese import events, turns
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import entered, fresh, holder
from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.stacking import crowded
from senpu.replay.games.russojapanese.state import END, ENEMY, GATE, RUSSIA, State
from senpu.replay.parts.counters import changed
from senpu.replay.parts.hexes import Walk
from senpu.replay.parts.walks import (
    CROWDED,
    GOAL,
    IN_ZONE,
    NO_SIDE,
    OCCUPIED,
    ROUGH,
    ZONE_TO_ZONE,
    Ground,
    canonical,
    completed,
    follow,
    reach,
)
from senpu.replay.parts.zones import ENEMY_THERE


def canon_move(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if type(event) is Move:
        return _canon_walk(rules, state, decision.side, event)
    if type(event) is EndPhase:
        return event
    if type(event) is Rail:
        return canon_rail(rules, state, decision.side, event)
    if type(event) is Word and event.word == "play":
        return events.canon_play(rules, state, decision, "move", event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def mover(
    rules: RussoJapanese, state: State, side: str, event: Move | Rail | March, number: str
) -> int:
    """The unit that an event moves. Raises Refusal if it may not move at all (8.0, 8.3)."""
    sheet = rules.sheet
    if len(event.units) != 1:
        raise rules.refuse("oneAtATime", number, units=event.units)
    k = sheet.unit.get(event.units[0], -1)
    if k < 0:
        raise rules.refuse("unknownUnit", number, unit=event.units[0])
    if sheet.side[k] != side:
        raise rules.refuse("notYours", number, unit=sheet.units[k], side=side)
    if state.where[k] < 0 and state.where[k] != GATE:
        raise rules.refuse("notReady", "gate", unit=sheet.units[k])
    if not sheet.allowance[k]:
        raise rules.refuse("neverMoves", "fixed", unit=sheet.units[k])
    return k


def moves_now(
    rules: RussoJapanese, state: State, side: str, event: Move | Rail, number: str
) -> int:
    """The unit that moves in this phase. Raises Refusal if it may not, or has (8.0)."""
    if event.payer or event.again:
        raise rules.refuse("noPayer", number)
    k = mover(rules, state, side, event, number)
    if state.done >> k & 1:
        raise rules.refuse("movedAlready", number, unit=rules.sheet.units[k])
    return k


def allowance(rules: RussoJapanese, state: State, k: int) -> int:
    """How many hexes a unit may go in this phase."""
    sheet = rules.sheet
    return sheet.allowance[k] + (rules.haste if state.hastened >> k & 1 else 0)


def _canon_walk(rules: RussoJapanese, state: State, side: str, event: Move) -> Event:
    sheet = rules.sheet
    k = moves_now(rules, state, side, event, "move")
    walk = sheet.walks.of(event.path)
    if walk is None:
        raise rules.unknown_place(event.path)
    here, ground, news = state.where[k], ground_of(rules, state, k), fresh(sheet, state, side)
    part, reason = follow(ground, here, ground.allowance, walk)
    if part == len(walk):
        found = canonical(sheet.walks, ground, here, news, walk)
        if found is None:
            raise rules.refuse("noEffect", "move", unit=sheet.units[k])
    else:
        found = completed(sheet.walks, ground, here, news, walk[0]) if len(walk) == 1 else None
        if found is None:
            raise _rejection(rules, state, k, walk, part, reason)
    return event if found == walk else replace(event, path=sheet.walks.path(found))


def ground_of(rules: RussoJapanese, state: State, k: int) -> Ground:
    """Return what decides how far a unit walks (4.4, 6.1, 7.3, 8.0, 8.1)."""
    sheet, where = rules.sheet, state.where
    side = sheet.side[k]
    span = sheet.span[side]
    return Ground(
        sheet.entries[side],
        rules.zones.field(side, where, state.zoneless),
        allowance(rules, state, k),
        where[span.start : k] + where[k + 1 : span.stop],
        sheet.stack[side],
        sheet.supply[ENEMY[side]],
    )


STOPS = {
    IN_ZONE: ("stopZone", "zone"),  # 6.1
    ROUGH: ("stopGround", "terrain"),  # 8.1
    GOAL: ("stopSupply", "sudden"),  # 4.4
}
"""Why a unit cannot leave the hex in which it had to stop: the text, and the rule that stops it."""


def _rejection(
    rules: RussoJapanese, state: State, k: int, walk: Walk, part: int, reason: int
) -> IllegalEventError:
    """Return why a walk is illegal: `reason` forbids the step after its first `part` steps."""
    sheet, unit, side, start = (
        rules.sheet,
        rules.sheet.units[k],
        rules.sheet.side[k],
        state.where[k],
    )
    here, h = walk[part - 1] if part else start, walk[part]
    supply = sheet.supply[side]
    place, goal, last = sheet.place(k, here), sheet.ids[h], sheet.ids[walk[-1]]
    if len(walk) == 1 and h not in ((supply,) if start == GATE else sheet.grid.near[start]):
        return rules.refuse("noWay", "move", unit=unit, goal=goal)
    if reason in STOPS:
        why, number = STOPS[reason]
        return rules.refuse(why, number, place=place)
    if reason == NO_SIDE:
        if here == GATE:  # 8.3.1, 8.3.2
            return rules.refuse("gateWay", "gate", goal=sheet.ids[supply])
        if h not in sheet.grid.near[here]:
            return rules.refuse("notAdjacent", "move", place=place, goal=goal)
        return rules.refuse("sea", "terrain", place=place, goal=goal)
    if reason == OCCUPIED:
        return rules.refuse("enemyThere", "enemy", place=goal)
    if reason == ZONE_TO_ZONE:  # 6.1
        return rules.refuse("zoneToZone", "zone", place=place, goal=goal)
    if reason == CROWDED:
        return rules.refuse("tooMany", "stacking", place=goal, most=sheet.stack[side])
    return rules.refuse("tooFar", "move", unit=unit, most=allowance(rules, state, k), goal=last)


def movable(rules: RussoJapanese, state: State, side: str) -> list[int]:
    """The units that may still move in this phase."""
    where, done, allowance = state.where, state.done, rules.sheet.allowance
    return [
        k for k in rules.sheet.own[side]
        if allowance[k] and (where[k] >= 0 or where[k] == GATE) and not done >> k & 1
    ]  # fmt: skip


def legal_moves(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    news = fresh(sheet, state, decision.side)
    for k in movable(rules, state, decision.side):
        for walk in reach(sheet.walks, ground_of(rules, state, k), state.where[k], news).values():
            yield Move((sheet.units[k],), sheet.walks.path(walk))
        if bar_rail(rules, state, k) is None:
            for goal in rail_goals(rules, state, k):
                yield Rail((sheet.units[k],), (sheet.ids[goal],))
    yield from events.legal_plays(rules, state, decision, "move")
    yield END


def move(rules: RussoJapanese, state: State, event: Event, effects: list[Effect]) -> State:
    if isinstance(event, EndPhase):
        return turns.movement_over(rules, state, effects)
    if isinstance(event, Word):
        return events.play(rules, state, event, effects)
    assert isinstance(event, Move | Rail)
    sheet = rules.sheet
    k = sheet.unit[event.units[0]]
    side, start = sheet.side[k], state.where[k]
    walk = sheet.walks.of(event.path)
    assert walk is not None
    kind = "rail" if type(event) is Rail else "move"
    effects.append(Effect(kind, side, event.units, (), (sheet.place(k, start), *event.path)))
    state = replace(
        state,
        where=changed(state.where, (k,), walk[-1]),
        done=state.done | 1 << k,
        railed=state.railed or type(event) is Rail,
    )
    return entered(rules, state, side, walk, effects)


# ---- 8.2, 10.2.4: along the lines --------------------------------------------------------


def bar_rail(rules: RussoJapanese, state: State, k: int) -> IllegalEventError | None:
    """What forbids a unit any railway move (8.2)."""
    sheet, here = rules.sheet, state.where[k]
    if state.railed:
        return rules.refuse("railUsed", "rail")
    if here == GATE:
        if sheet.side[k] != RUSSIA:
            return rules.refuse("railKorea", "rail")
        return None
    if not sheet.rail[here]:
        return rules.refuse("railStart", "rail", place=sheet.ids[here])
    if rules.zones.field(sheet.side[k], state.where, state.zoneless)[here]:
        return rules.refuse("railZone", "rail", place=sheet.ids[here])
    return None


def bar_march(rules: RussoJapanese, state: State, k: int) -> IllegalEventError | None:
    """What forbids a unit any strategic move (10.2.4)."""
    sheet, here = rules.sheet, state.where[k]
    if here == GATE:
        return None
    if not sheet.lines[here]:
        return rules.refuse("marchStart", "march", place=sheet.ids[here])
    if rules.zones.field(sheet.side[k], state.where, state.zoneless)[here]:
        return rules.refuse("marchZone", "march", place=sheet.ids[here])
    return None


def bar_entry(
    rules: RussoJapanese, state: State, side: str, full: frozenset[int], h: int, number: str
) -> IllegalEventError | None:
    """What keeps a unit that goes along a line out of a hex: the enemy, his zone, a town that he
    holds, for a strategic move his supply hex too, and friends who fill it."""
    sheet = rules.sheet
    place = sheet.ids[h]
    met = rules.zones.field(side, state.where, state.zoneless)[h]
    if met:
        why = "enemyThere" if met == ENEMY_THERE else "lineZone"
        return rules.refuse(why, number, place=place)
    if sheet.mark[h] and holder(sheet, state, h) != side:
        return rules.refuse("enemyTown", number, place=place)
    if number == "march" and h == sheet.supply[ENEMY[side]]:
        return rules.refuse("enemySupply", number, place=place)
    if h in full:
        return rules.refuse("tooMany", "stacking", place=place, most=sheet.stack[side])
    return None


def goals(rules: RussoJapanese, state: State, k: int, number: str, sought: int = -1) -> list[int]:
    """Where a unit can go along railways, or along railways and roads; the same rules as
    :func:`bar_entry`. If one hex is sought, no further than that."""
    sheet, side, here = rules.sheet, rules.sheet.side[k], state.where[k]
    field, full = (
        rules.zones.field(side, state.where, state.zoneless),
        crowded(sheet, state, side, k),
    )
    ways = sheet.rail if number == "rail" else sheet.lines
    hostile = fresh(sheet, state, side)
    mark = sheet.mark
    supply = sheet.supply[ENEMY[side]] if number == "march" else -1
    found = {here}
    queue = [here]
    for h in queue:
        for n in (sheet.supply[side],) if h == GATE else ways[h]:
            if n in found or field[n] or mark[n] & hostile or n == supply or n in full:
                continue
            found.add(n)
            queue.append(n)
            if n == sought:
                return [n]
    found.discard(here)
    return sorted(found)


def rail_goals(rules: RussoJapanese, state: State, k: int) -> list[int]:
    return goals(rules, state, k, "rail")


def march_goals(rules: RussoJapanese, state: State, k: int) -> list[int]:
    return goals(rules, state, k, "march")


def canon_rail(rules: RussoJapanese, state: State, side: str, event: Rail) -> Event:
    k = moves_now(rules, state, side, event, "rail")
    if bar := bar_rail(rules, state, k):
        raise bar
    return _along(rules, state, k, event, "rail")


def canon_march(rules: RussoJapanese, state: State, side: str, event: March) -> Event:
    """A strategic move; the card that pays for it is the caller's affair."""
    k = mover(rules, state, side, event, "march")
    if bar := bar_march(rules, state, k):
        raise bar
    return _along(rules, state, k, event, "march")


def _along(rules: RussoJapanese, state: State, k: int, event: Rail | March, number: str) -> Event:
    sheet, here, side = rules.sheet, state.where[k], rules.sheet.side[k]
    path = sheet.walks.of(event.path)
    if path is None:
        raise rules.unknown_place(event.path)
    goal = path[-1]
    if goal == here:
        raise rules.refuse("noEffect", number, unit=sheet.units[k])
    full = crowded(sheet, state, side, k)
    if len(path) == 1:
        if goal in goals(rules, state, k, number, goal):
            return event
        path = _line(sheet, side, here, goal, number)
        if len(path) > 1 and (bar := bar_entry(rules, state, side, full, goal, number)):
            raise bar  # else what is in the way is told (reading 63)
    for h in path:
        if h not in _around(sheet, side, here, number):
            why = "railGap" if number == "rail" else "marchGap"
            raise rules.refuse(why, number, place=sheet.place(k, here), goal=sheet.ids[h])
        if bar := bar_entry(rules, state, side, full, h, number):
            raise bar
        here = h
    return replace(event, path=event.path[-1:])


def _around(sheet: Sheet, side: str, here: int, number: str) -> Iterable[int]:
    """The hexes to which a railway, or a railway or a road, leads from a hex or the box."""
    if here == GATE:
        return (sheet.supply[side],)
    return sorted(sheet.rail[here]) if number == "rail" else sheet.lines[here]


def _line(sheet: Sheet, side: str, here: int, goal: int, number: str) -> Walk:
    """The shortest way along lines, whatever is in the way; the bare goal if no line leads
    there."""
    came = {here: here}
    queue = [here]
    for h in queue:
        for n in _around(sheet, side, h, number):
            if n not in came:
                came[n] = h
                queue.append(n)
    way = [goal]
    while came.get(way[0], here) != here:
        way.insert(0, came[way[0]])
    return tuple(way)
