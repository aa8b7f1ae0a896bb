"""Features of a position of hex warfare: units by place, fronts at the goals, and contacts."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache

from senpu.replay.core.features import Feature, count_up
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
USUAL = 3.0
"""The strength of a usual unit: amounts are about 1."""
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
            [
                [
                    tuple(
                        strength[k] * (self.distance[h][goal] <= radius)
                        for radius in RADII
                        for goal in goals
                    )
                    for h in range(len(grid.ids))
                ]
                for k in units
            ]
            for units in own
        ]
        self._nothing = (0,) * (len(RADII) * len(goals))
        # The units of one side rarely change while the other side moves.
        self._sum_strength = lru_cache(KEPT)(self._sum_strength_at_goals)
        self._sum_stacks = lru_cache(KEPT)(self._sum_stack_strengths)
        self.find_contacts = lru_cache(KEPT)(self._find_contacts)

    # ---- reading ------------------------------------------------------------------------------

    def read_fronts(self, first: UnitGroup, second: UnitGroup) -> list[Hashable]:
        """Return for each radius and goal the strength of the first side less that of the second.

        Args:
            first: The places of the units of the first side.
            second: The places of the units of the second side.

        Returns:
            The differences, and None for goals without units of either side.
        """
        return [
            max(-FRONT, min(ours - theirs, FRONT)) if ours or theirs else None
            for ours, theirs in zip(
                self._sum_strength(0, first), self._sum_strength(1, second), strict=True
            )
        ]

    def _sum_strength_at_goals(self, side: int, where: UnitGroup) -> tuple[int, ...]:
        return tuple(map(sum, zip(*[
            rows[h] if h >= 0 else self._nothing
            for rows, h in zip(self.reach[side], where, strict=True)
        ], strict=True)))  # fmt: skip

    def _sum_stack_strengths(self, side: int, where: UnitGroup) -> dict[int, int]:
        found: dict[int, int] = {}
        for k, h in zip(self.own[side], where, strict=True):
            if h >= 0:
                found[h] = found.get(h, 0) + self.strength[k]
        return found

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
                force = sum([ours[n] for n in self.adjacent[h] if n in ours])
                if force:
                    count += 1
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

    def name_contact(self, number: int, count: int) -> Iterator[Feature]:
        """Yield the features of a count of contacts."""
        yield f"contact{number}", count / 5
        yield from count_up(f"contact{number}", count, 0, CONTACTS)
