"""Control of cities and ports, and the score (4.1, 4.2)."""

from __future__ import annotations

from senpu.replay.core.rules import Effect, Effects
from senpu.replay.games.nanjing1937.state import JAPAN, NanjingState
from senpu.replay.games.nanjing1937.tables import NanjingTables
from senpu.replay.parts.zones import FREE, Zones


class NanjingControl:
    """Control and score of one rule set."""

    def __init__(self, tables: NanjingTables, zones: Zones, occupied: bool) -> None:
        self.tables = tables
        self.zones = zones
        self.occupied = occupied
        """Setting: a unit keeps control of its hex in an enemy zone (reading 1)."""

    def has_control(self, state: NanjingState, side: str, h: int) -> bool:
        """Return whether `side` entered a city or port last and holds it (4.1; reading 1)."""
        return self._find_controlled(state, side, (h,)) != ()

    def find_cities(self, state: NanjingState, side: str) -> tuple[int, ...]:
        """Return the cities that a side controls."""
        return self._find_controlled(state, side, self.tables.cities)

    def find_ports(self, state: NanjingState, side: str) -> tuple[int, ...]:
        """Return the ports that a side controls."""
        return self._find_controlled(state, side, self.tables.ports)

    def _find_controlled(
        self, state: NanjingState, side: str, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        mark, field = self.tables.mark, self.zones.field(side, state.where)
        entered = state.held if side == JAPAN else ~state.held
        occupied = state.where[self.tables.span[side]] if self.occupied else ()
        return tuple([
            h for h in places
            if entered & mark[h] and (field[h] == FREE or h in occupied)
        ])  # fmt: skip

    def count_points(self, state: NanjingState) -> int:
        """Return Japan's points: 1 for each city (4.1), and 1 for five ports (4.2)."""
        return self.compute_score(self.find_cities(state, JAPAN), self.find_ports(state, JAPAN))

    def compute_score(self, cities: tuple[int, ...], ports: tuple[int, ...]) -> int:
        """Return the points for the cities and ports that Japan controls."""
        return len(cities) + (len(ports) >= self.tables.limit["port_point"])


def record_entry(
    tables: NanjingTables, state: NanjingState, side: str, hexes: tuple[int, ...]
) -> tuple[int, int]:
    """Return `held` and `trod` after a unit of `side` enters hexes (4.1, 8.3)."""
    marks = 0
    for h in hexes:
        marks |= tables.mark[h]
    if not marks:
        return state.held, state.trod
    if side == JAPAN:
        return state.held | (marks & tables.keys), state.trod | (marks & tables.rails)
    return state.held & ~marks, state.trod


def find_unrecorded(tables: NanjingTables, state: NanjingState, side: str) -> int:
    """Return the marked hexes whose record changes if `side` enters them now."""
    if side == JAPAN:
        return (tables.keys & ~state.held) | (tables.rails & ~state.trod)
    return state.held


def list_control_changes(
    tables: NanjingTables, held: int, after: int, side: str, units: tuple[str, ...]
) -> Effects:
    """Return the effects for the cities and ports that changed hands when units entered them."""
    turned = held ^ after
    if not turned:
        return ()
    return tuple([
        Effect("taken", side, units, (), (tables.ids[h],))
        for h in tables.key_hexes if turned & tables.mark[h]
    ])  # fmt: skip
