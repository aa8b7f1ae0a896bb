"""A movement phase: walks, and its end (6.1, 7.3, 8.0, 8.1, 8.3). Railway moves stand in
:mod:`travel`, the events that may be played in it in :mod:`events`.

Walks of one unit to one goal that leave the same memory behind are one event. It is spelt by
its shortest walk, and among those by the one that comes first in the grid's order; a move that
names its goal alone is completed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, March, Move, Rail, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese import events, travel, turns
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import entered
from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.state import END, ENEMY, GATE, State, changed
from senpu.replay.games.russojapanese.zones import ENEMY_THERE, ZONE, crowded, fresh
from senpu.replay.parts.hexes import Reached, Step, Walk, spread


def canon_move(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if type(event) is Move:
        return _canon_walk(rules, state, decision.side, event)
    if type(event) is EndPhase:
        return event
    if type(event) is Rail:
        return travel.canon_rail(rules, state, decision.side, event)
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
    here = state.where[k]
    bar = bar_walk(rules, state, side, k, walk)
    if bar is not None:
        found = completed(rules, state, k, walk[0]) if len(walk) == 1 else None
        if found is None:
            around = (sheet.supply[side],) if here == GATE else sheet.grid.near[here]
            if len(walk) == 1 and walk[0] not in around:
                raise rules.refuse("noWay", "move", unit=sheet.units[k], goal=event.path[0])
            raise bar
        return replace(event, path=sheet.grid.ids_of(found))
    found = canonical(rules, state, side, k, walk)
    if found is None:
        raise rules.refuse("noEffect", "move", unit=sheet.units[k])
    return event if found == walk else replace(event, path=sheet.walks.path(found))


def canonical(rules: RussoJapanese, state: State, side: str, k: int, walk: Walk) -> Walk | None:
    """The walk that stands for a legal one; nothing where it has no effect."""
    sheet, here = rules.sheet, state.where[k]
    news = fresh(sheet, state, side)
    if walk[-1] == here and not sheet.walks.marks(walk) & news:
        return None
    if sheet.walks.before(here, walk) == ():
        return walk
    ground = ground_of(rules, state, side, k)
    return sheet.walks.written(
        here, walk, news,
        lambda way: open_part(sheet, ground, here, way) == len(way),
        lambda: reach(rules, state, k),
    )  # fmt: skip


class Ground(NamedTuple):
    """What decides how far a unit gets, but for the ground itself."""

    side: str
    field: bytes
    """What the enemy means for each hex."""
    friends: tuple[int, ...]
    """Where the side's other units stand."""
    most: int
    """How many hexes the unit may go."""


def ground_of(rules: RussoJapanese, state: State, side: str, k: int) -> Ground:
    sheet = rules.sheet
    first = sheet.own[side][0]
    where = state.where
    friends = where[first:k] + where[k + 1 : sheet.span[side].stop]
    return Ground(side, rules.zones.field(state, side), friends, allowance(rules, state, k))


def open_part(sheet: Sheet, ground: Ground, here: int, walk: Walk) -> int:
    """How many steps of a walk are legal, the first ones; the same rules as :func:`bar_walk`."""
    side, field, friends, most = ground
    stack, goal, done = sheet.stack[side], sheet.supply[ENEMY[side]], 0
    for h in walk[:most]:
        met, halt = field[h], False
        if here == GATE:
            if h != sheet.supply[side]:
                break
        else:
            found = sheet.halts[here].get(h)
            if found is None or (met and field[here]):
                break
            halt = found
        if met == ENEMY_THERE or friends.count(h) >= stack:
            break
        done += 1
        if met or halt or h == goal:
            break
        here = h
    return done


def bar_walk(
    rules: RussoJapanese, state: State, side: str, k: int, walk: Walk
) -> IllegalEventError | None:
    """What forbids a walk, step by step along it; no search."""
    sheet, here = rules.sheet, state.where[k]
    field = rules.zones.field(state, side)
    full = crowded(sheet, state, side, k)
    most = left = allowance(rules, state, k)
    stopped = ""
    for h in walk:
        if here == GATE:
            if h != sheet.supply[side]:  # 8.3.1, 8.3.2
                return rules.refuse("gateWay", "gate", goal=sheet.ids[sheet.supply[side]])
            halt, zoned = False, 0
        else:
            found = sheet.halts[here].get(h)
            if found is None:
                return _bar_step(rules, here, h)
            halt, zoned = found, field[here]
        if stopped:
            return rules.refuse(STOPS[stopped], stopped, place=sheet.ids[here])
        met = field[h]
        if met == ENEMY_THERE:
            return rules.refuse("enemyThere", "enemy", place=sheet.ids[h])
        if met and zoned:  # 6.1: never from one zone to another
            return rules.refuse("zoneToZone", "zone", place=sheet.ids[here], goal=sheet.ids[h])
        if h in full:
            return rules.refuse("tooMany", "stacking", place=sheet.ids[h], most=sheet.stack[side])
        left -= 1
        if left < 0:
            return rules.refuse(
                "tooFar", "move", unit=sheet.units[k], most=most, goal=sheet.ids[walk[-1]]
            )
        if h == sheet.supply[ENEMY[side]]:
            stopped = "sudden"
        elif met:
            stopped = "zone"
        elif halt:
            stopped = "terrain"
        here = h
    return None


STOPS = {"zone": "stopZone", "terrain": "stopGround", "sudden": "stopSupply"}
"""Why a walk ends where it does, by the rule that stops it."""


def _bar_step(rules: RussoJapanese, here: int, h: int) -> IllegalEventError:
    """Why there is no step from a hex to another (8.1)."""
    sheet = rules.sheet
    place, goal = sheet.ids[here], sheet.ids[h]
    if h not in sheet.grid.near[here]:
        return rules.refuse("notAdjacent", "move", place=place, goal=goal)
    return rules.refuse("sea", "terrain", place=place, goal=goal)


def steps_from(
    sheet: Sheet, side: str, field: bytes, here: int, left: int, news: int, full: frozenset[int]
) -> Iterator[Step]:
    """The steps open in the course of a walk; the same rules as :func:`bar_walk`. `field` is what
    the enemy means for each hex, and `full` are those that friends fill."""
    if here == GATE:
        h = sheet.supply[side]
        if h not in full and field[h] != ENEMY_THERE:
            yield h, 0 if field[h] else left - 1, sheet.mark[h] & news
        return
    goal, zoned, mark = sheet.supply[ENEMY[side]], field[here], sheet.mark
    for h, halt in sheet.halts[here].items():
        met = field[h]
        if met == ENEMY_THERE or (met and zoned) or h in full:
            continue
        rest = 0 if met == ZONE or halt or h == goal else left - 1
        yield h, rest, mark[h] & news


def reach(rules: RussoJapanese, state: State, k: int) -> dict[Reached, Walk]:
    """Every effect that a move of a unit may have, with the walk that spells it."""
    sheet, side = rules.sheet, rules.sheet.side[k]
    news, full = fresh(sheet, state, side), crowded(sheet, state, side, k)
    field = rules.zones.field(state, side)

    def steps(here: int, left: int, first: bool) -> Iterable[Step]:
        return steps_from(sheet, side, field, here, left, news, full)

    here, most = state.where[k], allowance(rules, state, k)
    found = spread(here, most, steps) if sheet.allowance[k] else {}
    found.pop((here, 0), None)
    return found


def completed(rules: RussoJapanese, state: State, k: int, goal: int) -> Walk | None:
    """The walk meant by a move that names its goal alone: the first of the shortest."""
    return next(
        (walk for reached, walk in reach(rules, state, k).items() if reached[0] == goal), None
    )


def movable(rules: RussoJapanese, state: State, side: str) -> list[int]:
    """The units that may still move in this phase."""
    where, done, allowance = state.where, state.done, rules.sheet.allowance
    return [
        k for k in rules.sheet.own[side]
        if allowance[k] and (where[k] >= 0 or where[k] == GATE) and not done >> k & 1
    ]  # fmt: skip


def legal_moves(rules: RussoJapanese, state: State, decision: Decision) -> Iterator[Event]:
    sheet = rules.sheet
    for k in movable(rules, state, decision.side):
        for walk in reach(rules, state, k).values():
            yield Move((sheet.units[k],), sheet.walks.path(walk))
        if travel.bar_rail(rules, state, k) is None:
            for goal in travel.rail_goals(rules, state, k):
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
