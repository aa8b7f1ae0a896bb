"""Features of a position of hex warfare: units by place, fronts at the goals, and contacts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from struct import Struct

from senpu.replay.core.features import Feature, Keys, count_up
from senpu.replay.parts.counters import UnitGroup
from senpu.replay.parts.hexes import HexGrid, measure_all

NEAR = 6
"""The distance to a goal up to which each hex counts."""
RADII = (1, 2)
"""The distances to a goal within which strengths are compared."""
FRONT = 12
"""The largest difference of strengths that is distinguished."""
CONTACTS = 20
"""The largest count of contacts that is distinguished."""
FAR = 20
"""The distance without units."""
USUAL = 3.0
"""The strength of a usual unit: amounts are about 1."""
BITS = 32
"""The number of bits of each sum of strengths."""
KEPT = 2048
"""The number of cached results."""


class HexFeatures:
    """The features of the units of two sides on a map of hexes."""

    def __init__(
        self,
        grid: HexGrid,
        sides: Sequence[str],
        own: Sequence[UnitGroup],
        kinds: Sequence[str],
        strength: Sequence[int],
        goals: Sequence[int],
        adjacent: Sequence[Sequence[int]],
        cover: Sequence[int],
    ) -> None:
        """Prepare the tables.

        Args:
            grid: The grid of the map.
            sides: The two sides.
            own: The units of each side.
            kinds: The kind of each unit.
            strength: The strength of each unit.
            goals: The hexes that matter: their distances count.
            adjacent: The hexes from which a hex is attacked.
            cover: The addition of each hex to the strength of its defenders.
        """
        self.sides, self.own, self.kinds, self.strength = sides, own, kinds, strength
        self.goals, self.ids, self.adjacent, self.cover = goals, grid.ids, adjacent, cover
        self.distance = measure_all(grid)
        self.reach = [
            sum(
                (self.distance[h][goal] <= radius) << BITS * number
                for number, (radius, goal) in enumerate(product(RADII, goals))
            )
            for h in range(len(grid.ids))
        ]
        """For each hex the radii and goals that it is within: a number with BITS bits for each."""
        self._sums = Struct(f"<{len(RADII) * len(goals)}I")
        # The units of one side rarely change while the other side moves.
        self._sum_strength = lru_cache(KEPT)(self._sum_strength_at_goals)
        self._sum_stacks = lru_cache(KEPT)(self._sum_stack_strengths)
        self._compare = lru_cache(KEPT)(self._compare_strengths)
        self.find_gap = lru_cache(KEPT)(self.measure_gap)
        self._remove = lru_cache(KEPT)(self._remove_units)
        self._find = lru_cache(KEPT)(self._find_contacts)

    # ---- reading ------------------------------------------------------------------------------

    def read_fronts(self, first: UnitGroup, second: UnitGroup) -> tuple[int | None, ...]:
        """Return for each radius and goal how much stronger the first side is than the second.

        Args:
            first: The places of the units of the first side.
            second: The places of the units of the second side.

        Returns:
            The differences, and None for goals without units of either side.
        """
        return self._compare(self._sum_strength(0, first), self._sum_strength(1, second))

    def _compare_strengths(
        self, first: tuple[int, ...], second: tuple[int, ...]
    ) -> tuple[int | None, ...]:
        return tuple([
            max(-FRONT, min(ours - theirs, FRONT)) if ours or theirs else None
            for ours, theirs in zip(first, second, strict=True)
        ])  # fmt: skip

    def _remove_units(self, side: int, where: UnitGroup, units: frozenset[int]) -> UnitGroup:
        """Return the places of the units of a side without some units."""
        return tuple([
            -1 if k in units else h for k, h in zip(self.own[side], where, strict=True)
        ])  # fmt: skip

    def measure_gap(self, where: UnitGroup, goal: int) -> int:
        """Return the distance from a hex to the nearest of some units; `FAR` without units."""
        row = self.distance[goal]
        return min([row[h] for h in where if h >= 0], default=FAR)

    def _sum_strength_at_goals(self, side: int, where: UnitGroup) -> tuple[int, ...]:
        """Return for each radius and goal the strength of the units of a side within it."""
        reach = self.reach
        total = sum([reach[h] * strength for h, strength in self._sum_stacks(side, where).items()])
        return self._sums.unpack(total.to_bytes(self._sums.size, "little"))

    def _sum_stack_strengths(self, side: int, where: UnitGroup) -> dict[int, int]:
        found: dict[int, int] = {}
        for k, h in zip(self.own[side], where, strict=True):
            if h >= 0:
                found[h] = found.get(h, 0) + self.strength[k]
        return found

    def read_contacts(
        self, phase: int, first: UnitGroup, second: UnitGroup, spent: Iterable[int] = ()
    ) -> Keys:
        """Return for each side the stacks that it may attack, the surplus, and the favourable ones.

        Args:
            phase: The phase of the turn, which is a part of each key.
            first: The places of the units of the first side.
            second: The places of the units of the second side.
            spent: Units that do not count: they attack no more in this phase.

        Returns:
            The counts, each with the phase.
        """
        if units := frozenset(spent):
            first, second = self._remove(0, first, units), self._remove(1, second, units)
        return tuple([(phase, count) for count in self._find(first, second)])

    def _find_contacts(self, first: UnitGroup, second: UnitGroup) -> tuple[int, ...]:
        """Return for each side the stacks that it may attack, the surplus, and the favourable ones.

        The surplus is the sum of the attackers' strengths above the defenders', five for each
        stack at most. A stack is attacked by all adjacent units.
        """
        stacks = self._sum_stacks(0, first), self._sum_stacks(1, second)
        found = []
        for ours, theirs in (stacks, stacks[::-1]):
            count = surplus = favourable = 0
            for h, strength in theirs.items():
                around = self.adjacent[h]
                if not ours.keys().isdisjoint(around):
                    count += 1
                    force = sum([ours[n] for n in around if n in ours])
                    more = force - strength - self.cover[h]
                    if more > 0:
                        favourable += 1
                        surplus += min(more, 5)
            found += [min(each, CONTACTS) for each in (count, surplus, favourable)]
        return tuple(found)

    # ---- names --------------------------------------------------------------------------------

    def name_unit(self, side: int, number: int, h: int) -> Iterator[Feature]:
        """Yield the features of a unit by its kind, strength, place and distance to each goal."""
        k = self.own[side][number]
        word, kind, strength = self.sides[side], self.kinds[k], self.strength[k]
        amount = strength / USUAL
        if h < 0:
            yield f"{word}.{kind}.{strength}:{h}", 1.0
            yield f"{word}:{h}", amount
            return
        yield f"{word}.{kind}.{strength}:map", 1.0
        yield f"{word}:map", amount
        yield f"{word}.{kind}@{self.ids[h]}", amount
        yield f"{word}@{self.ids[h]}", amount
        for goal in self.goals:
            away, name = self.distance[h][goal], self.ids[goal]
            for step, one in count_up(f"{word}.near.{name}", NEAR - away, 0, NEAR):
                yield step, one * amount
            yield f"{word}.far.{name}", away * amount / 10

    def name_front(self, number: int, difference: int | None) -> Iterator[Feature]:
        """Yield the features of the difference of strengths at a goal."""
        radius, goal = divmod(number, len(self.goals))
        if difference is not None:
            name = f"front{RADII[radius]}"
            yield f"{name}.{self.ids[self.goals[goal]]}", 1.0
            yield from count_up(f"{name}.{self.ids[self.goals[goal]]}", difference, -FRONT, FRONT)
            yield from count_up(name, difference, -FRONT, FRONT)

    def name_contact(self, phase: int, number: int, count: int) -> Iterator[Feature]:
        """Yield the features of a count of contacts in a phase of the turn."""
        for name in (f"contact{number}", f"contact{number}.{phase}"):
            yield name, count / 5
            yield from count_up(name, count, 0, CONTACTS)
