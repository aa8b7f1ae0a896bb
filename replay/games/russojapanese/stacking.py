"""The stacking limit (7.1 to 7.3)."""

from __future__ import annotations

from senpu.replay.games.russojapanese.state import LOST, RussoJapaneseState
from senpu.replay.games.russojapanese.tables import RussoJapaneseTables


def count_room(tables: RussoJapaneseTables, state: RussoJapaneseState, side: str, h: int) -> int:
    """Return the number of further units of a side that a hex may hold (7.1 to 7.3)."""
    return tables.stack[side] - state.where[tables.span[side]].count(h)


def find_full_hexes(
    tables: RussoJapaneseTables, state: RussoJapaneseState, side: str, k: int
) -> frozenset[int]:
    """Return the hexes that a unit may not enter because friendly units fill them (7.3)."""
    there = list(state.where[tables.span[side]])
    there[k - tables.own[side][0]] = LOST
    most = tables.stack[side]
    return frozenset([h for h in there if there.count(h) >= most])
