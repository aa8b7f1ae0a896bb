"""Movement: walks, railway moves, strategic moves, and the end of the phase (6.1, 7.3, 8.0 to 8.3,
10.2.4). The events that may be played in the phase are in :mod:`card_events`.

Walks of one unit to one goal that leave the same memory behind are one event. Its canonical form
is the shortest walk, and among these the first in the grid's order; a move that names its goal
alone is completed. Railway and strategic moves are written with their goal; one that gives its
way hex by hex is followed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, March, Move, Rail, Word
from senpu.replay.core.rules import Decision, Effect, IllegalEventError
from senpu.replay.games.russojapanese import card_events, turns
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import entered, fresh
from senpu.replay.games.russojapanese.stacking import crowded
from senpu.replay.games.russojapanese.state import END, ENEMY, GATE, RUSSIA, State, Step
from senpu.replay.parts.counters import changed
from senpu.replay.parts.hexes import NOWHERE, Walk
from senpu.replay.parts.lines import BARRED, FULL, HELD, Lines, gap, goals, shortest, shut
from senpu.replay.parts.walks import (
    CROWDED,
    GOAL,
    IN_ZONE,
    NO_SIDE,
    OCCUPIED,
    ROUGH,
    ZONE_TO_ZONE,
    Ground,
    Illegal,
    reach,
    resolve,
)
from senpu.replay.parts.zones import ENEMY_THERE, ZONE


def canon_move(rules: RussoJapanese, state: State, decision: Decision, event: Event) -> Event:
    if type(event) is Move:
        return _canon_walk(rules, state, decision.side, event)
    if type(event) is EndPhase:
        return event
    if type(event) is Rail:
        return canon_rail(rules, state, decision.side, event)
    if type(event) is Word and event.word == "play":
        return card_events.canon_play(rules, state, decision, "move", event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def mover(
    rules: RussoJapanese, state: State, side: str, event: Move | Rail | March, number: str
) -> int:
    """Return the unit that an event moves. Raises IllegalEventError if it cannot (8.0, 8.3)."""
    sheet = rules.sheet
    if len(event.units) != 1:
        raise rules.reject("oneAtATime", number, units=event.units)
    k = sheet.unit.get(event.units[0], -1)
    if k < 0:
        raise rules.reject("unknownUnit", number, unit=event.units[0])
    if sheet.side[k] != side:
        raise rules.reject("notYours", number, unit=sheet.units[k], side=side)
    if state.where[k] < 0 and state.where[k] != GATE:
        raise rules.reject("notReady", "gate", unit=sheet.units[k])
    if not sheet.allowance[k]:
        raise rules.reject("neverMoves", "fixed", unit=sheet.units[k])
    return k


def moves_now(
    rules: RussoJapanese, state: State, side: str, event: Move | Rail, number: str
) -> int:
    """The unit that moves in this phase. Raises IllegalEventError if it may not, or has (8.0)."""
    if event.payer or event.again:
        raise rules.reject("noPayer", number)
    k = mover(rules, state, side, event, number)
    if state.done >> k & 1:
        raise rules.reject("movedAlready", number, unit=rules.sheet.units[k])
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
    found = resolve(sheet.walks, ground, here, news, walk)
    if isinstance(found, Illegal):
        raise _rejection(rules, state, k, walk, found)
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
    rules: RussoJapanese, state: State, k: int, walk: Walk, illegal: Illegal
) -> IllegalEventError:
    """Return why a walk is illegal, by the printed rule."""
    done, reason = illegal
    sheet, start = rules.sheet, state.where[k]
    unit, side = sheet.units[k], sheet.side[k]
    if done == len(walk):
        return rules.reject("noEffect", "move", unit=unit)
    here, h = walk[done - 1] if done else start, walk[done]
    supply = sheet.supply[side]
    place, goal, last = sheet.place(k, here), sheet.ids[h], sheet.ids[walk[-1]]
    if len(walk) == 1 and h not in ((supply,) if start == GATE else sheet.grid.near[start]):
        return rules.reject("noWay", "move", unit=unit, goal=goal)
    if reason in STOPS:
        why, number = STOPS[reason]
        return rules.reject(why, number, place=place)
    if reason == NO_SIDE:
        if here == GATE:  # 8.3.1, 8.3.2
            return rules.reject("gateWay", "gate", goal=sheet.ids[supply])
        if h not in sheet.grid.near[here]:
            return rules.reject("notAdjacent", "move", place=place, goal=goal)
        return rules.reject("sea", "terrain", place=place, goal=goal)
    if reason == OCCUPIED:
        return rules.reject("enemyThere", "enemy", place=goal)
    if reason == ZONE_TO_ZONE:  # 6.1
        return rules.reject("zoneToZone", "zone", place=place, goal=goal)
    if reason == CROWDED:
        return rules.reject("tooMany", "stacking", place=goal, most=sheet.stack[side])
    return rules.reject("tooFar", "move", unit=unit, most=allowance(rules, state, k), goal=last)


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
    yield from card_events.legal_plays(rules, state, decision, "move")
    yield END


def move(rules: RussoJapanese, state: State, event: Event) -> Step:
    """Return the state after an event of the movement phase, and its effects."""
    if isinstance(event, EndPhase):
        return turns.movement_over(rules, state)
    if isinstance(event, Word):
        return card_events.play(rules, state, event)
    assert isinstance(event, Move | Rail)
    sheet = rules.sheet
    k = sheet.unit[event.units[0]]
    side, start = sheet.side[k], state.where[k]
    walk = sheet.walks.of(event.path)
    assert walk is not None
    kind = "rail" if type(event) is Rail else "move"
    moved = Effect(kind, side, event.units, (), (sheet.place(k, start), *event.path))
    state = replace(
        state,
        where=changed(state.where, (k,), walk[-1]),
        done=state.done | 1 << k,
        railed=state.railed or type(event) is Rail,
    )
    state, entry = entered(rules, state, side, walk)
    return state, (moved, *entry)


# ---- 8.2, 10.2.4: along the lines --------------------------------------------------------


def bar_rail(rules: RussoJapanese, state: State, k: int) -> IllegalEventError | None:
    """What forbids a unit any railway move (8.2)."""
    sheet, here = rules.sheet, state.where[k]
    if state.railed:
        return rules.reject("railUsed", "rail")
    if here == GATE:
        if sheet.side[k] != RUSSIA:
            return rules.reject("railKorea", "rail")
        return None
    if not sheet.rail[here]:
        return rules.reject("railStart", "rail", place=sheet.ids[here])
    if rules.zones.field(sheet.side[k], state.where, state.zoneless)[here]:
        return rules.reject("railZone", "rail", place=sheet.ids[here])
    return None


def bar_march(rules: RussoJapanese, state: State, k: int) -> IllegalEventError | None:
    """What forbids a unit any strategic move (10.2.4)."""
    sheet, here = rules.sheet, state.where[k]
    if here == GATE:
        return None
    if not sheet.lines[here]:
        return rules.reject("marchStart", "march", place=sheet.ids[here])
    if rules.zones.field(sheet.side[k], state.where, state.zoneless)[here]:
        return rules.reject("marchZone", "march", place=sheet.ids[here])
    return None


def lines_of(rules: RussoJapanese, state: State, k: int, number: str) -> Lines:
    """Return what decides how far a unit moves along railways (8.2), or along railways and roads
    (10.2.4): no enemy, zone or town of the enemy, in a strategic move nor his supply hex, and no
    hex that friendly units fill (7.3).
    """
    sheet, side = rules.sheet, rules.sheet.side[k]
    return Lines(
        sheet.ways[number, side],
        rules.zones.field(side, state.where, state.zoneless),
        sheet.mark,
        fresh(sheet, state, side),
        crowded(sheet, state, side, k),
        sheet.supply[ENEMY[side]] if number == "march" else NOWHERE,
    )


SHUT = {
    ENEMY_THERE: "enemyThere",
    ZONE: "lineZone",
    HELD: "enemyTown",
    BARRED: "enemySupply",
    FULL: "tooMany",
}
"""Why a hex is shut to a move along lines, by its text. The first reason is given."""


def bar_entry(
    rules: RussoJapanese, lines: Lines, side: str, h: int, number: str
) -> IllegalEventError | None:
    """Return what keeps a unit that moves along a line out of a hex."""
    sheet, reasons = rules.sheet, shut(lines, h)
    for reason, why in SHUT.items():
        if reasons & reason:
            place = sheet.ids[h]
            if reason == FULL:
                return rules.reject(why, "stacking", place=place, most=sheet.stack[side])
            return rules.reject(why, number, place=place)
    return None


def rail_goals(rules: RussoJapanese, state: State, k: int) -> list[int]:
    return goals(lines_of(rules, state, k, "rail"), state.where[k])


def march_goals(rules: RussoJapanese, state: State, k: int) -> list[int]:
    return goals(lines_of(rules, state, k, "march"), state.where[k])


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
        raise rules.reject("noEffect", number, unit=sheet.units[k])
    lines = lines_of(rules, state, k, number)
    if len(path) == 1:
        if goal in goals(lines, here, goal):
            return event
        path = shortest(lines.ways, here, goal)
        if len(path) > 1 and (bar := bar_entry(rules, lines, side, goal, number)):
            raise bar  # else what is in the way is reported (reading 63)
    done = gap(lines, here, path)
    if done < len(path):
        here, h = path[done - 1] if done else here, path[done]
        if h in lines.ways[here] and (bar := bar_entry(rules, lines, side, h, number)):
            raise bar
        why = "railGap" if number == "rail" else "marchGap"
        raise rules.reject(why, number, place=sheet.place(k, here), goal=sheet.ids[h])
    return replace(event, path=event.path[-1:])
