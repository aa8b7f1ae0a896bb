"""Sums of the values of units, and distances to the nearest of some hexes."""

from collections.abc import Iterable, Sequence
from operator import itemgetter

from senpu.replay.parts.counters import UnitGroup


def total_value(values: Iterable[Sequence[float]], where: UnitGroup) -> float:
    """Return the sum of the values of units at their places.

    The first value of a unit is for each hex. A place off the map is an index from the end.

    Returns:
        The sum.
    """
    return sum([each[0] if h >= 0 else each[h] for each, h in zip(values, where, strict=True)])


def measure_nearest(rows: Iterable[bytes], others: Sequence[int], none: int) -> list[int]:
    """Return the distance from each of some hexes to the nearest of others.

    Args:
        rows: The distances of each hex, from :func:`measure_all`.
        others: The other hexes.
        none: The value if there are no others.

    Returns:
        The distances.
    """
    if not others:
        return [none for _ in rows]
    every = itemgetter(others[0], *others)  # of a single one it would give no tuple
    return [min(every(row)) for row in rows]


class NearestDistances(dict[tuple[int, ...], dict[int, int]]):
    """A cache of the distances from hexes to the nearest of other hexes.

    The keys are the other hexes, at least one, and then the hex.
    """

    MOST = 512
    """The most groups of other hexes that are kept."""

    def __init__(self, distance: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self.distance = distance

    def __missing__(self, others: tuple[int, ...]) -> dict[int, int]:
        if len(self) >= self.MOST:
            self.clear()
        made = self[others] = _DistanceRow(self.distance, others)
        return made


class _DistanceRow(dict[int, int]):
    def __init__(self, distance: Sequence[Sequence[int]], others: tuple[int, ...]) -> None:
        super().__init__()
        self.distance, self.others = distance, others

    def __missing__(self, h: int) -> int:
        row = self.distance[h]
        made = self[h] = min([row[other] for other in self.others])
        return made
