"""Units that stand together: one unit in combat, and how many a hex may hold (7.0 to 7.3,
9.1.3)."""

from __future__ import annotations

from typing import NamedTuple

from senpu.replay.games.nanjing1937.sheet import Sheet
from senpu.replay.games.nanjing1937.state import State

Group = tuple[int, ...]
"""Units by number, in the game's order."""


class Stack(NamedTuple):
    """The units of one side in one hex."""

    place: int
    units: Group


def standing(sheet: Sheet, state: State, side: str, h: int) -> Group:
    """The units of a side in a hex."""
    where = state.where
    return tuple([k for k in sheet.own[side] if where[k] == h])


def stacks(units: Group, where: tuple[int, ...]) -> tuple[Stack, ...]:
    """Units by hex, in the order of their first one."""
    found: dict[int, list[int]] = {}
    for k in units:
        found.setdefault(where[k], []).append(k)
    return tuple([Stack(place, tuple(group)) for place, group in found.items()])


def fits(sheet: Sheet, state: State, units: Group, h: int) -> bool:
    """Whether units of one side may stay in a hex beside their friends there: of each hex at most
    one guest and one other unit (7.0 to 7.2; reading 37)."""
    there = standing(sheet, state, sheet.side[units[0]], h)
    guests = [sheet.guest[k] for k in {*units, *there}]
    return guests.count(True) <= 1 and guests.count(False) <= 1


def apart(state: State) -> bool:
    """Whether no two units stand in one hex, as mostly: then nobody stands too thick."""
    on_map = [h for h in state.where if h >= 0]
    return len(set(on_map)) == len(on_map)


def surplus(sheet: Sheet, state: State, side: str) -> Group:
    """The units of a side that stand too thick: those whose removal would thin a hex out
    (7.3; reading 36)."""
    where = state.where
    first: dict[int, int] = {}
    found: set[int] = set()
    for k in sheet.own[side]:
        h = where[k]
        if h >= 0:
            other = first.setdefault(h << 1 | sheet.guest[k], k)
            if other != k:
                found.update((other, k))
    return tuple(sorted(found))
