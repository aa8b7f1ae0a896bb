"""A movement phase: walks, and its end (6.1, 7.3, 8.0, 8.1, 8.3). Railway moves stand in
:mod:`travel`, the events that may be played in it in :mod:`events`.

Walks of one unit to one goal that leave the same memory behind are one event. It is spelt by
its shortest walk, and among those by the one that comes first in the grid's order; a move that
names its goal alone is completed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, March, Move, Rail, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese import events, travel, turns
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import entered, fresh
from senpu.replay.games.russojapanese.state import END, ENEMY, GATE, State
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
