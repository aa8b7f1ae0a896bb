"""The stacking limit (7.1 to 7.3)."""

from __future__ import annotations

from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.state import LOST, State


def room(sheet: Sheet, state: State, side: str, h: int) -> int:
    """Return the number of further units of a side that a hex may hold (7.1 to 7.3)."""
    return sheet.stack[side] - state.where[sheet.span[side]].count(h)


def crowded(sheet: Sheet, state: State, side: str, k: int) -> frozenset[int]:
    """Return the hexes that a unit may not enter because friendly units fill them (7.3)."""
    there = list(state.where[sheet.span[side]])
    there[k - sheet.own[side][0]] = LOST
    counts: dict[int, int] = {}
    for h in there:
        counts[h] = counts.get(h, 0) + 1
    most = sheet.stack[side]
    return frozenset([h for h, count in counts.items() if count >= most])
