"""Zones of control: the presence of the enemy in each hex of a map. The module knows no game."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

FREE, ZONE, ENEMY_THERE = 0, 1, 2
"""The presence of the enemy in a hex: none, a zone of control, a unit."""

KEPT = 4096


class Zones:
    """The zones of control of one rule set.

    Results are cached by the places of the enemies, which are constant through whole phases.

    Args:
        zone: For each hex, the hexes of the zone of a unit there.
        span: The units of each of the two sides.
    """

    def __init__(self, zone: Sequence[Sequence[int]], span: Mapping[str, slice]) -> None:
        one, other = span
        self._enemy = {one: span[other], other: span[one]}
        self._zone = tuple(sum(ZONE << 8 * n for n in around) for around in zone)
        """The zone of a unit in each hex as a number, with one byte for each hex."""
        self.against = lru_cache(KEPT)(self._against)
        nothing: tuple[tuple[int, ...], int, bytes] = ((), 0, b"")
        self._last = dict.fromkeys(span, nothing)
        """For each side the last enemies, those without a zone, and their field."""

    def field(self, side: str, where: tuple[int, ...], zoneless: int = 0) -> bytes:
        """Return for each hex the presence of enemies of a side: FREE, ZONE or ENEMY_THERE.

        Args:
            side: The side.
            where: The place of each unit.
            zoneless: The units without a zone, one bit each.

        Returns:
            One byte for each hex.
        """
        span = self._enemy[side]
        enemies = where[span]
        known, free, field = self._last[side]
        if known != enemies or free != zoneless:
            field = self.against(enemies, zoneless >> span.start if zoneless else 0)
            self._last[side] = enemies, zoneless, field
        return field

    def places(
        self, ids: Sequence[str], where: tuple[int, ...], zoneless: int = 0
    ) -> dict[str, tuple[str, ...]]:
        """Return for each side the hexes, by their `ids`, that its units or their zones are on."""
        one, other = self._enemy
        fields = {one: self.field(other, where, zoneless), other: self.field(one, where, zoneless)}
        return {
            side: tuple(ident for ident, met in zip(ids, field, strict=True) if met != FREE)
            for side, field in fields.items()
        }

    def _against(self, enemies: tuple[int, ...], zoneless: int = 0) -> bytes:
        zones = there = 0
        for k, h in enumerate(enemies):
            if h >= 0:
                there |= 1 << 8 * h
                if not zoneless >> k & 1:
                    zones |= self._zone[h]
        return (zones & ~there | there << 1).to_bytes(len(self._zone), "little")
