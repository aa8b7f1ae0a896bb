"""The stacking limit (7.0 to 7.3)."""

from __future__ import annotations

from senpu.replay.games.nanjing1937.state import NanjingState
from senpu.replay.games.nanjing1937.tables import NanjingTables
from senpu.replay.parts.counters import UnitGroup, find_units


def can_stack(tables: NanjingTables, state: NanjingState, units: UnitGroup, h: int) -> bool:
    """Return whether units of one side may stay in a hex with the friendly units in it.

    A hex holds at most one guest and one other unit of a side (7.0 to 7.2; reading 37).
    """
    there = find_units(tables.own[tables.side[units[0]]], state.where, h)
    guests = [tables.guest[k] for k in {*units, *there}]
    return guests.count(True) <= 1 and guests.count(False) <= 1


def is_unstacked(state: NanjingState) -> bool:
    """Return whether no two units share a hex; then no stack exceeds the limit."""
    on_map = [h for h in state.where if h >= 0]
    return len(set(on_map)) == len(on_map)


def find_surplus(tables: NanjingTables, state: NanjingState, side: str) -> UnitGroup:
    """Return the units of a side in stacks above the limit (7.3; reading 36)."""
    where = state.where
    first: dict[int, int] = {}
    found: set[int] = set()
    for k in tables.own[side]:
        h = where[k]
        if h >= 0:
            other = first.setdefault(h << 1 | tables.guest[k], k)
            if other != k:
                found.update((other, k))
    return tuple(sorted(found))
