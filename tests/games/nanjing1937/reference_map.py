"""The map of the Shanghai-Nanjing campaign for the model in `reference_model.py`.

It gives neighbours and the kinds of their sides, from the data tables without the code under test.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from senpu.spec.loader import Spec

Links = Mapping[str, set[str]]
"""For each hex, the hexes across a kind of side or along a line."""


class NanjingModelMap:
    """The map (2.1): what touches what, over which kind of side."""

    def __init__(self, spec: Spec) -> None:
        table = spec.values.table
        self.terrain: dict[str, str] = table("terrain")
        self.odd = table("grid")["shifted"] == "odd"
        self.major, self.river, self.shut, white = (
            self._links(pair.split("-") for sides in table(name).values() for pair in sides)
            for name in ("major_river", "river", "water_side", "impassable")
        )
        self.rail = self._links(pair for line in table("rail").values() for pair in pairwise(line))
        places = table("place")
        self.cities, self.ports, self.towns = places["city"], places["port"], places["town"]
        self.coast, self.east = table("coast")["coast"], self._easting(*places["gunfire_from"])
        land = {h for h, terrain in self.terrain.items() if terrain not in ("sea", "lake")}
        self.touching = {h: (self._around(h) & land) - self.shut[h] for h in sorted(land)}
        """8.1.5, reading 29: what a unit may attack."""
        self.steps = {h: sorted(self.touching[h] - white[h]) for h in land}
        """8.1.4, 8.1.5: what it may enter."""
        self.zone = {h: self.touching[h] - self.major[h] for h in land}
        """6.0, 6.3: where its zone lies."""

    def _links(self, pairs: Iterable[Iterable[str]]) -> Links:
        found: dict[str, set[str]] = {h: set() for h in self.terrain}
        for one, other in pairs:
            found[one].add(other)
            found[other].add(one)
        return found

    def _shift(self, row: int) -> int:
        return int((row % 2 == 1) == self.odd)

    def _easting(self, h: str) -> int:
        """Return the distance of a hex from the west edge, in half hexes."""
        return 2 * int(h[2:]) + self._shift(int(h[:2]))

    def _around(self, h: str) -> set[str]:
        """2.1.1: rows are counted from the north, columns from the west."""
        row, column = int(h[:2]), int(h[2:])
        west = column - 1 + self._shift(row)
        near = [(row, column - 1), (row, column + 1)]
        near += [(row + down, west + right) for down in (-1, 1) for right in (0, 1)]
        return {f"{r:02}{c:02}" for r, c in near}

    def gunfire(self, h: str) -> bool:
        """9.4.5: the coast, and the major-river sides of 0206 and further east (reading 28)."""
        farthest = max(map(self._easting, (h, *self.major[h])))
        return h in self.coast or (bool(self.major[h]) and farthest >= self.east)

    def covered(self, h: str) -> bool:
        """9.3.1: one, for any reason."""
        return self.terrain[h] in ("rough", "woods") or h in self.cities
