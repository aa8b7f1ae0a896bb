"""Zones of control: what the enemy means for each hex of a map. Knows no game."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

FREE, ZONE, ENEMY_THERE = 0, 1, 2
"""What the enemy means for a hex: nothing, his zone of control is on it, he is in it."""

KEPT = 4096


class Zones:
    """The zones of control of one rule set. Answers are kept by the places of the enemies, which
    stay the same through whole phases.

    `zone` gives for each hex the hexes of the zone of a unit there, `span` the units of each of
    two sides.
    """

    def __init__(self, zone: Sequence[Sequence[int]], span: Mapping[str, slice]) -> None:
        one, other = span
        self._enemy = {one: span[other], other: span[one]}
        self._zone = tuple(sum(ZONE << 8 * n for n in around) for around in zone)
        """The zone of a unit in each hex as a number, with a byte for each hex."""
        self.against = lru_cache(KEPT)(self._against)

    def field(self, side: str, where: tuple[int, ...], zoneless: int = 0) -> bytes:
        """Return for each hex what the enemies of `side` mean for it: FREE, ZONE or ENEMY_THERE.
        `zoneless` are the units without a zone, a bit each.
        """
        span = self._enemy[side]
        return self.against(where[span], zoneless >> span.start if zoneless else 0)

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
