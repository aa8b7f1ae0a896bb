"""Zones of control, the stacking limit, and what entering a hex does: control of the key hexes
and its price, the supply hexes (3.4, 4.3.1, 4.4, 6.0, 7.0)."""

from __future__ import annotations

from functools import lru_cache

from senpu.replay.games.russojapanese.sheet import Sheet
from senpu.replay.games.russojapanese.state import ENEMY, JAPAN, LOST, Group, State

FREE, ZONE, ENEMY_THERE = 0, 1, 2
"""What the enemy means for a hex: nothing, his zone lies on it, he stands there."""

KEPT = 4096


class Zones:
    """The zones of one rule set. Answers are kept by where the enemy stands, for they hold
    through whole phases."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._enemy = {side: (own[0], sheet.span[side]) for side, own in sheet.own.items()}
        self._zone = tuple(sum(ZONE << 8 * n for n in around) for around in sheet.beside)
        """The zone of a unit in each hex as a number, with a byte for each hex."""
        self._against = lru_cache(KEPT)(self._of_these)

    def field(self, state: State, side: str) -> bytes:
        """For each hex what the enemies of `side` mean for it: FREE, ZONE or ENEMY_THERE."""
        first, span = self._enemy[ENEMY[side]]
        return self._against(state.where[span], state.zoneless >> first)

    def _of_these(self, enemies: tuple[int, ...], zoneless: int) -> bytes:
        """The same, by where the enemies stand and which of them have no zone (6.4)."""
        zones = there = 0
        for k, h in enumerate(enemies):
            if h >= 0:
                there |= 1 << 8 * h
                if not zoneless >> k & 1:
                    zones |= self._zone[h]
        return (zones & ~there | there << 1).to_bytes(len(self._zone), "little")


def standing(sheet: Sheet, state: State, side: str, h: int) -> Group:
    """The units of a side in a hex."""
    where = state.where
    return tuple([k for k in sheet.own[side] if where[k] == h])


def room(sheet: Sheet, state: State, side: str, h: int) -> int:
    """How many more units of a side a hex may hold, passing through included (7.1 to 7.3)."""
    return sheet.stack[side] - state.where[sheet.span[side]].count(h)


def crowded(sheet: Sheet, state: State, side: str, k: int) -> frozenset[int]:
    """The hexes which a unit may not enter for its own friends (7.3)."""
    there = list(state.where[sheet.span[side]])
    there[k - sheet.own[side][0]] = LOST
    counts: dict[int, int] = {}
    for h in there:
        counts[h] = counts.get(h, 0) + 1
    most = sheet.stack[side]
    return frozenset([h for h, count in counts.items() if count >= most])


def holder(sheet: Sheet, state: State, h: int) -> str:
    """Who controls a key hex or a town: who passed it last (3.4)."""
    return JAPAN if state.held & sheet.mark[h] else ENEMY[JAPAN]


def fresh(sheet: Sheet, state: State, side: str) -> int:
    """The key hexes and towns that would change hands if `side` entered them now."""
    return sheet.all_marks & ~state.held if side == JAPAN else state.held
