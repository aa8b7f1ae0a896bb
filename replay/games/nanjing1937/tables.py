"""The fixed facts about the map and the counters, as the rules look them up."""

from __future__ import annotations

from senpu.replay.parts.counters import (
    build_name_lister,
    find_owners,
    read_choices,
    read_column,
    read_kinds,
)
from senpu.replay.parts.hexes import (
    HexGrid,
    find_connected,
    find_land_neighbours,
    read_hex_lines,
    read_hex_sides,
)
from senpu.replay.parts.tables import read_results_table
from senpu.replay.parts.walks import CROSSING, MARSH, WHOLE, Walks
from senpu.spec.data import DataError, TableError
from senpu.spec.loader import Spec

WATER = frozenset(("sea", "lake"))
GUESTS = frozenset(("landing-force", "german"))
"""Units that may join a hex that holds another unit of their side (7.1, 7.2)."""
RESULTS = frozenset(("A Elim", "AR", "Ex", "DR", "D Elim"))


class NanjingTables:
    """Map and counters, made once from the data. Raises DataError where the data are at odds."""

    def __init__(self, spec: Spec) -> None:
        try:
            self._map(spec)
            self.results = read_results_table(spec.values.table("results"), RESULTS)
        except TableError as error:
            raise DataError("badGameData", game=spec.id, why=error) from None
        self._counters(spec)
        self.modifier: dict[str, int] = spec.values.table("modifier")
        self.limit: dict[str, int] = spec.values.table("limit")

    # ---- the map ------------------------------------------------------------------------

    def _map(self, spec: Spec) -> None:
        values = spec.values
        terrain = read_choices(spec, "terrain", (*values.table("cost"), *sorted(WATER)))
        self.grid = grid = HexGrid(values.table("grid"), terrain)
        self.ids, self.index = grid.ids, grid.index
        self.terrain = tuple(str(terrain[ident]) for ident in grid.ids)
        self.major = read_hex_sides(grid, values.table("major_river"), "major_river")
        self.river = read_hex_sides(grid, values.table("river"), "river")
        self.water_side = read_hex_sides(grid, values.table("water_side"), "water_side")
        self.impassable = read_hex_sides(grid, values.table("impassable"), "impassable")
        self.rail = read_hex_lines(grid, values.table("rail"), "rail")
        places = {
            name: frozenset(grid.find_hexes(at)) for name, at in values.table("place").items()
        }
        self.city, self.town, self.port = places["city"], places["town"], places["port"]
        self.stations = frozenset(h for h in self.city | self.town if self.rail[h])
        """The hexes in which a railway move may begin (8.3)."""
        self._sides(values.table("cost"))
        self._marks()
        self._combat(
            values.table("cover"), frozenset(grid.find_hexes(values.table("coast")["coast"]))
        )
        (east,) = places["gunfire_from"]
        self.gunfire = tuple(
            h in self.coast or any(self._touches(h, other, east) for other in self.major[h])
            for h in range(len(grid.ids))
        )
        """A flag for each hex: naval gunfire reaches it (9.4.5)."""
        mainland = find_connected(min(self.city), lambda h: self.entries[h])
        self.set_up = tuple(h for h in sorted(mainland))
        """The hexes for China's set-up: land that no sea cuts off (3.2; reading 38)."""
        self.walks = Walks(grid, self.mark)

    def _touches(self, one: int, other: int, east: int) -> bool:
        """Return whether a side of two hexes is part of the hex of 9.4.5 or of one further east."""
        return max(self.grid.east[one], self.grid.east[other]) >= self.grid.east[east]

    def _sides(self, cost: dict[str, int]) -> None:
        """Compute the hex sides that units, zones and attacks cross (6.3, 8.1, 9.0)."""
        land = [terrain not in WATER for terrain in self.terrain]
        self.adjacent = find_land_neighbours(self.grid, land, self.water_side)
        """The adjacent land hexes over a side that is not all water, for attacks (reading 29)."""
        marsh = [MARSH if terrain == "marsh" else 0 for terrain in self.terrain]  # 8.1.2
        self.entries = tuple(
            {
                n: (WHOLE, CROSSING)  # 8.1.3
                if n in self.major[h]
                else (int(cost[self.terrain[n]]), marsh[n])
                for n in self.adjacent[h]
                if n not in self.impassable[h]
            }
            for h in range(len(land))
        )
        """The hexes that a unit may enter from a hex, with the cost and the reason to stop."""
        self.zone = tuple(
            tuple(n for n in self.adjacent[h] if n not in self.major[h]) for h in range(len(land))
        )
        """The zone of control of a unit in each hex (6.0, 6.3)."""
        self.back = tuple(
            tuple(n for n in self.entries[h] if n not in self.major[h]) for h in range(len(land))
        )
        """The hexes into which a unit may retreat from each hex (9.6)."""

    def _marks(self) -> None:
        """Assign a bit to each hex that records the side that entered it."""
        marked = sorted(self.city | self.port | {h for h, links in enumerate(self.rail) if links})
        bits = {h: 1 << number for number, h in enumerate(marked)}
        self.mark = tuple(bits.get(h, 0) for h in range(len(self.ids)))
        self.cities, self.ports = tuple(sorted(self.city)), tuple(sorted(self.port))
        self.key_hexes = tuple(sorted(self.city | self.port))
        self.keys = sum(bits[h] for h in self.key_hexes)
        self.rails = sum(bit for h, bit in bits.items() if self.rail[h])

    def _combat(self, cover: dict[str, int], coast: frozenset[int]) -> None:
        self.coast = coast
        self.cover = tuple(
            max(cover.get(terrain, 0), cover["city"] if h in self.city else 0)
            for h, terrain in enumerate(self.terrain)
        )
        """The addition of the terrain to a defence, counted once (9.3.1)."""
        self.river_cover: int = cover["river"]

    # ---- the counters -------------------------------------------------------------------

    def _counters(self, spec: Spec) -> None:
        self.units = tuple(unit.id for unit in spec.units)
        self.names = build_name_lister(self.units)
        self.unit = {ident: number for number, ident in enumerate(self.units)}
        self.side, self.own, self.span = find_owners(spec)
        self.kind = read_kinds(spec, self.units)
        self.strength: tuple[int, ...] = read_column(spec, self.units, "strength")
        self.allowance: tuple[int, ...] = read_column(spec, self.units, "allowance")
        self.enters: tuple[int, ...] = read_column(spec, self.units, "enters")
        self.guest = tuple(kind in GUESTS for kind in self.kind)
        self.replaceable = tuple(kind != "german" for kind in self.kind)
        """A flag for each unit: it is not a German-trained division (10.3)."""
        start = spec.values.table("start")
        self.start = {self.unit[ident]: self.index[place] for ident, place in start.items()}
        origins = {*self.port, *self.start.values()}.difference(self.set_up)
        beyond = (find_connected(h, lambda h: self.entries[h]) for h in origins)
        self.reached = frozenset(self.set_up).union(*beyond)
        """The hexes that units can ever enter."""
