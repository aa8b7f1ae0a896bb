"""Along the lines: railway moves (8.2) and strategic moves by road and railway (10.2.4). Both
are spelt by their goal; one that tells its way hex by hex is followed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from senpu.notation.events import Event, March, Rail
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.russojapanese import movement
from senpu.replay.games.russojapanese.context import RussoJapanese
from senpu.replay.games.russojapanese.control import fresh, holder
from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.stacking import crowded
from senpu.replay.games.russojapanese.state import ENEMY, GATE, RUSSIA, State
from senpu.replay.parts.hexes import Walk
from senpu.replay.parts.zones import ENEMY_THERE


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
    k = movement.moves_now(rules, state, side, event, "rail")
    if bar := bar_rail(rules, state, k):
        raise bar
    return _along(rules, state, k, event, "rail")


def canon_march(rules: RussoJapanese, state: State, side: str, event: March) -> Event:
    """A strategic move; the card that pays for it is the caller's affair."""
    k = movement.mover(rules, state, side, event, "march")
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
