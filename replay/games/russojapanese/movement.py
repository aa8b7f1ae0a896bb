"""Movement: walks, railway moves, strategic moves (6.1, 7.3, 8.0 to 8.3, 10.2.4).

Walks of one unit to one goal that leave the same records are one event. Its canonical form is the
shortest walk, and among these the first in the grid's order. A move with only a goal is completed.
Railway and strategic moves are written with their goal; a path hex by hex is followed. The events
that may be played in the phase are in `card_events`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from senpu.notation.events import EndPhase, Event, March, Move, Rail, Word
from senpu.replay.core.rules import Effect, IllegalEventError
from senpu.replay.core.states import Decision
from senpu.replay.games.russojapanese import card_events, turns
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.control import apply_entry, find_unrecorded
from senpu.replay.games.russojapanese.stacking import find_full_hexes
from senpu.replay.games.russojapanese.state import (
    END,
    ENEMY,
    GATE,
    RUSSIA,
    RussoJapaneseState,
    Step,
)
from senpu.replay.parts.counters import set_values
from senpu.replay.parts.hexes import NOWHERE, Walk
from senpu.replay.parts.lines import (
    CLOSED,
    FULL,
    HELD,
    LineNetwork,
    count_open_steps,
    find_block_reasons,
    find_goals,
    find_shortest_path,
)
from senpu.replay.parts.walks import (
    CROWDED,
    GOAL,
    IN_ZONE,
    NO_SIDE,
    OCCUPIED,
    ROUGH,
    ZONE_TO_ZONE,
    IllegalWalk,
    WalkConditions,
    find_walks,
    resolve,
)
from senpu.replay.parts.zones import ENEMY_THERE, ZONE


def canon_move(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision, event: Event
) -> Event:
    """Return a move, a played card or the end of the phase in canonical form (8.0 to 8.3)."""
    if type(event) is Move:
        return _canon_walk(rules, state, decision.side, event)
    if type(event) is EndPhase:
        return event
    if type(event) is Rail:
        return canon_rail(rules, state, decision.side, event)
    if type(event) is Word and event.word == "play":
        return card_events.canon_play(rules, state, decision, "move", event)
    raise IllegalEventError("wrongAnswer", decision.rule, decision=decision)


def find_mover(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    event: Move | Rail | March,
    number: str,
) -> int:
    """Return the unit that an event moves. Raises IllegalEventError if it cannot (8.0, 8.3)."""
    tables = rules.tables
    if len(event.units) != 1:
        raise rules.reject("oneAtATime", number, units=event.units)
    k = tables.unit.get(event.units[0], -1)
    if k < 0:
        raise rules.reject("unknownUnit", number, unit=event.units[0])
    if tables.side[k] != side:
        raise rules.reject("notYours", number, unit=tables.units[k], side=side)
    if state.where[k] < 0 and state.where[k] != GATE:
        raise rules.reject("notReady", "gate", unit=tables.units[k])
    if not tables.allowance[k]:
        raise rules.reject("neverMoves", "fixed", unit=tables.units[k])
    return k


def find_moving_unit(
    rules: RussoJapaneseContext,
    state: RussoJapaneseState,
    side: str,
    event: Move | Rail,
    number: str,
) -> int:
    """Return the unit that moves in this phase, or raise IllegalEventError (8.0)."""
    if event.payer or event.again:
        raise rules.reject("noPayer", number)
    k = find_mover(rules, state, side, event, number)
    if state.done >> k & 1:
        raise rules.reject("movedAlready", number, unit=rules.tables.units[k])
    return k


def compute_allowance(rules: RussoJapaneseContext, state: RussoJapaneseState, k: int) -> int:
    """Return the number of hexes that a unit may move in this phase."""
    tables = rules.tables
    return tables.allowance[k] + (rules.haste if state.hastened >> k & 1 else 0)


def _canon_walk(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, event: Move
) -> Event:
    tables = rules.tables
    k = find_moving_unit(rules, state, side, event, "move")
    walk = tables.walks.find_walk(event.path)
    if walk is None:
        raise rules.reject_place(event.path)
    here, ground, news = (
        state.where[k],
        build_ground(rules, state, k),
        find_unrecorded(tables, state, side),
    )
    found = resolve(tables.walks, ground, here, news, walk)
    if isinstance(found, IllegalWalk):
        raise _explain_walk(rules, state, k, walk, found)
    return event if found == walk else replace(event, path=tables.walks.list_ids(found))


def build_ground(rules: RussoJapaneseContext, state: RussoJapaneseState, k: int) -> WalkConditions:
    """Return what decides how far a unit walks (4.4, 6.1, 7.3, 8.0, 8.1)."""
    tables, where = rules.tables, state.where
    side = tables.side[k]
    span = tables.span[side]
    return WalkConditions(
        tables.entries[side],
        rules.zones.field(side, where, state.zoneless),
        compute_allowance(rules, state, k),
        where[span.start : k] + where[k + 1 : span.stop],
        tables.stack[side],
        tables.supply[ENEMY[side]],
    )


STOPS = {
    IN_ZONE: ("stopZone", "zone"),  # 6.1
    ROUGH: ("stopGround", "terrain"),  # 8.1
    GOAL: ("stopSupply", "sudden"),  # 4.4
}
"""The text and the rule number for each reason why a stopped unit cannot leave its hex."""


def _explain_walk(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int, walk: Walk, illegal: IllegalWalk
) -> IllegalEventError:
    """Return why a walk is illegal, by the printed rule."""
    done, reason = illegal
    tables, start = rules.tables, state.where[k]
    unit, side = tables.units[k], tables.side[k]
    if done == len(walk):
        return rules.reject("noEffect", "move", unit=unit)
    here, h = walk[done - 1] if done else start, walk[done]
    supply = tables.supply[side]
    place, goal, last = tables.place(k, here), tables.ids[h], tables.ids[walk[-1]]
    if len(walk) == 1 and h not in ((supply,) if start == GATE else tables.grid.neighbours[start]):
        return rules.reject("noWay", "move", unit=unit, goal=goal)
    if reason in STOPS:
        why, number = STOPS[reason]
        return rules.reject(why, number, place=place)
    if reason == NO_SIDE:
        if here == GATE:  # 8.3.1, 8.3.2
            return rules.reject("gateWay", "gate", goal=tables.ids[supply])
        if h not in tables.grid.neighbours[here]:
            return rules.reject("notAdjacent", "move", place=place, goal=goal)
        return rules.reject("sea", "terrain", place=place, goal=goal)
    if reason == OCCUPIED:
        return rules.reject("enemyThere", "enemy", place=goal)
    if reason == ZONE_TO_ZONE:  # 6.1
        return rules.reject("zoneToZone", "zone", place=place, goal=goal)
    if reason == CROWDED:
        return rules.reject("tooMany", "stacking", place=goal, most=tables.stack[side])
    return rules.reject(
        "tooFar", "move", unit=unit, most=compute_allowance(rules, state, k), goal=last
    )


def find_movable(rules: RussoJapaneseContext, state: RussoJapaneseState, side: str) -> list[int]:
    """Return the units that may still move in this phase."""
    where, done, allowance = state.where, state.done, rules.tables.allowance
    return [
        k for k in rules.tables.own[side]
        if allowance[k] and (where[k] >= 0 or where[k] == GATE) and not done >> k & 1
    ]  # fmt: skip


def legal_moves(
    rules: RussoJapaneseContext, state: RussoJapaneseState, decision: Decision
) -> Iterator[Event]:
    """Yield the legal moves and events, then the end of the phase (8.0 to 8.3)."""
    tables = rules.tables
    news = find_unrecorded(tables, state, decision.side)
    for k in find_movable(rules, state, decision.side):
        for walk in find_walks(
            tables.walks, build_ground(rules, state, k), state.where[k], news
        ).values():
            yield Move((tables.units[k],), tables.walks.list_ids(walk))
        if bar_rail(rules, state, k) is None:
            for goal in find_rail_goals(rules, state, k):
                yield Rail((tables.units[k],), (tables.ids[goal],))
    yield from card_events.legal_plays(rules, state, decision, "move")
    yield END


def move(rules: RussoJapaneseContext, state: RussoJapaneseState, event: Event) -> Step:
    """Return the state after an event of the movement phase, and its effects."""
    if type(event) is EndPhase:
        return turns.end_movement(rules, state)
    if type(event) is Word:
        return card_events.play_card(rules, state, event)
    assert type(event) is Move or type(event) is Rail
    tables = rules.tables
    k = tables.unit[event.units[0]]
    side, start = tables.side[k], state.where[k]
    walk = tables.walks.find_walk(event.path)
    assert walk is not None
    kind = "rail" if type(event) is Rail else "move"
    moved = Effect(kind, side, event.units, (), (tables.place(k, start), *event.path))
    state = replace(
        state,
        where=set_values(state.where, (k,), walk[-1]),
        done=state.done | 1 << k,
        railed=state.railed or type(event) is Rail,
    )
    state, entry = apply_entry(rules, state, side, walk)
    return state, (moved, *entry)


# ---- 8.2, 10.2.4: along the lines --------------------------------------------------------


def bar_rail(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int
) -> IllegalEventError | None:
    """Return what forbids a unit any railway move (8.2)."""
    tables, here = rules.tables, state.where[k]
    if state.railed:
        return rules.reject("railUsed", "rail")
    if here == GATE:
        if tables.side[k] != RUSSIA:
            return rules.reject("railKorea", "rail")
        return None
    if not tables.rail[here]:
        return rules.reject("railStart", "rail", place=tables.ids[here])
    if rules.zones.field(tables.side[k], state.where, state.zoneless)[here]:
        return rules.reject("railZone", "rail", place=tables.ids[here])
    return None


def bar_march(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int
) -> IllegalEventError | None:
    """Return what forbids a unit any strategic move (10.2.4)."""
    tables, here = rules.tables, state.where[k]
    if here == GATE:
        return None
    if not tables.lines[here]:
        return rules.reject("marchStart", "march", place=tables.ids[here])
    if rules.zones.field(tables.side[k], state.where, state.zoneless)[here]:
        return rules.reject("marchZone", "march", place=tables.ids[here])
    return None


def build_lines(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int, number: str
) -> LineNetwork:
    """Return the limits of a move along railways (8.2), or railways and roads (10.2.4).

    The move enters no enemy, enemy zone or enemy town, and no hex filled by friendly units (7.3); a
    strategic move does not enter the enemy's supply hex either.
    """
    tables, side = rules.tables, rules.tables.side[k]
    return LineNetwork(
        tables.ways[number, side],
        rules.zones.field(side, state.where, state.zoneless),
        tables.mark,
        find_unrecorded(tables, state, side),
        find_full_hexes(tables, state, side, k),
        tables.supply[ENEMY[side]] if number == "march" else NOWHERE,
    )


CLOSURES = {
    ENEMY_THERE: "enemyThere",
    ZONE: "lineZone",
    HELD: "enemyTown",
    CLOSED: "enemySupply",
    FULL: "tooMany",
}
"""The texts of the reasons that close a hex to a move along lines, first reason first."""


def bar_entry(
    rules: RussoJapaneseContext, lines: LineNetwork, side: str, h: int, number: str
) -> IllegalEventError | None:
    """Return what keeps a unit that moves along a line out of a hex."""
    tables, reasons = rules.tables, find_block_reasons(lines, h)
    for reason, why in CLOSURES.items():
        if reasons & reason:
            place = tables.ids[h]
            if reason == FULL:
                return rules.reject(why, "stacking", place=place, most=tables.stack[side])
            return rules.reject(why, "enemy" if reason == ENEMY_THERE else number, place=place)
    return None


def find_rail_goals(rules: RussoJapaneseContext, state: RussoJapaneseState, k: int) -> list[int]:
    """Return the goals of a unit's railway moves (8.2)."""
    return find_goals(build_lines(rules, state, k, "rail"), state.where[k])


def find_march_goals(rules: RussoJapaneseContext, state: RussoJapaneseState, k: int) -> list[int]:
    """Return the goals of a unit's strategic moves (10.2.4)."""
    return find_goals(build_lines(rules, state, k, "march"), state.where[k])


def canon_rail(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, event: Rail
) -> Event:
    """Return a railway move in canonical form (8.2)."""
    k = find_moving_unit(rules, state, side, event, "rail")
    if bar := bar_rail(rules, state, k):
        raise bar
    return _canon_along(rules, state, k, event, "rail")


def canon_march(
    rules: RussoJapaneseContext, state: RussoJapaneseState, side: str, event: March
) -> Event:
    """Return a strategic move in canonical form (10.2.4); the caller checks the card."""
    k = find_mover(rules, state, side, event, "march")
    if bar := bar_march(rules, state, k):
        raise bar
    return _canon_along(rules, state, k, event, "march")


def _canon_along(
    rules: RussoJapaneseContext, state: RussoJapaneseState, k: int, event: Rail | March, number: str
) -> Event:
    tables, here, side = rules.tables, state.where[k], rules.tables.side[k]
    path = tables.walks.find_walk(event.path)
    if path is None:
        raise rules.reject_place(event.path)
    goal = path[-1]
    if goal == here:
        raise rules.reject("noEffect", number, unit=tables.units[k])
    lines = build_lines(rules, state, k, number)
    if len(path) == 1:
        if goal in find_goals(lines, here, goal):
            return event
        path = find_shortest_path(lines.ways, here, goal)
        if len(path) > 1 and (bar := bar_entry(rules, lines, side, goal, number)):
            raise bar  # else what is in the way is reported (reading 63)
    done = count_open_steps(lines, here, path)
    if done < len(path):
        here, h = path[done - 1] if done else here, path[done]
        if h in lines.ways[here] and (bar := bar_entry(rules, lines, side, h, number)):
            raise bar
        why = "railGap" if number == "rail" else "marchGap"
        raise rules.reject(why, number, place=tables.place(k, here), goal=tables.ids[h])
    return replace(event, path=event.path[-1:])
