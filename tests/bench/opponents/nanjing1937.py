"""A rough evaluation of a position, for programs that search a few events ahead.

The evaluation counts points and ports, strength on and off the map, the distance to the cities, and
possible attacks. A finished game counts by its winner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from senpu.replay.games.nanjing1937.context import NanjingContext
from senpu.replay.games.nanjing1937.state import (
    CHINA,
    COMBAT,
    ENEMY,
    HOLD,
    JAPAN,
    MOVEMENT,
    PHASES,
    NanjingState,
)
from senpu.replay.parts.hexes import measure_all
from senpu.replay.parts.zones import FREE
from tests.bench.opponents.tables import NearestDistances, measure_nearest, total_value

POINT, PORT = 14.0, 2.0
ON_MAP, TO_COME, REPLACEABLE = 4.0, 3.5, 0.8
"""The value of a point of strength on the map, due later, and lost but replaceable by China."""
GUARD, WAY = 1.2, 0.5
"""The value of a hex from a city to its Chinese guard, and from a Japanese unit to its goal."""
UNGUARDED = 9
"""The distance that counts if there is no Chinese unit."""
MOST, GOOD, POOR = 4, 0.8, 0.3
"""An attack that could be made: no more than so much of its difference counts, and by how much."""

UnitValues = tuple[tuple[float, float, float], ...]
"""For each unit of a side: on the map, removed, still to come; a place below 0 is an index."""
CACHE_SIZE = 1024
"""The number of cached results for the units of one side."""
Hexes = tuple[int, ...]


class NanjingMapValue(NamedTuple):
    """Cities and ports that Japan controls, and the guards of the others."""

    value: float
    goals: Hexes
    """The cities and ports that it lacks."""


class NanjingEvaluation:
    """Tables of the evaluation."""

    def __init__(self, rules: NanjingContext) -> None:
        self.tables, self.zones, self.control = rules.tables, rules.zones, rules.control
        self.distance = measure_all(rules.tables.grid)
        self.nearest = NearestDistances(self.distance)
        self.touching = tuple(map(frozenset, rules.tables.adjacent))
        late = rules.tables.limit["late_from"]
        self.strength = {
            holding: self._values(JAPAN, late if holding else 99) for holding in (False, True)
        }
        """The strength of Japan's units, by whether holding delays the later reinforcements."""
        self.chinese_strength = self._values(CHINA, 99)
        # Results for one side's units are cached: those units rarely change while the other moves.
        self.japanese = lru_cache(CACHE_SIZE)(self._japanese)
        self.chinese = lru_cache(CACHE_SIZE)(self._chinese)
        self.gained = lru_cache(CACHE_SIZE)(self._gained)

    def _values(self, side: str, late: int) -> UnitValues:
        tables = self.tables
        return tuple(
            (
                ON_MAP * tables.strength[k],
                REPLACEABLE * tables.strength[k] * (side == CHINA and tables.replaceable[k]),
                TO_COME * tables.strength[k] * (tables.enters[k] < late),
            )
            for k in tables.own[side]
        )

    def evaluate(self, state: NanjingState, side: str) -> float:
        """Return the evaluation of a position for a side."""
        if state.outcome:
            return 1000.0 if state.outcome.winner == side else -1000.0
        span = self.tables.span
        japanese, chinese = state.where[span[JAPAN]], state.where[span[CHINA]]
        occupied = japanese if self.control.occupied else ()
        gained = self.gained(state.held, chinese, occupied)
        japan = gained.value + self._openings(state)
        japan += self.japanese(state.policy == HOLD, gained.goals, japanese) - self.chinese(chinese)
        return japan if side == JAPAN else -japan

    def _gained(self, held: int, chinese: Hexes, occupied: Hexes) -> NanjingMapValue:
        """Return what Japan controls, and how far Chinese units are from the other cities."""
        tables, field = self.tables, self.zones.against(chinese)
        controlled = {
            h
            for h in tables.key_hexes
            if held & tables.mark[h] and (field[h] == FREE or h in occupied)
        }
        cities, ports = (
            tuple([h for h in places if h in controlled])
            for places in (tables.cities, tables.ports)
        )
        goals = tuple([h for h in tables.key_hexes if h not in controlled])
        standing = [h for h in chinese if h >= 0]
        rows = [self.distance[h] for h in goals if h in tables.city]
        guard = sum(measure_nearest(rows, standing, UNGUARDED))
        value = (
            POINT * self.control.compute_score(cities, ports) + PORT * len(ports) + GUARD * guard
        )
        return NanjingMapValue(value, goals)

    def _japanese(self, holding: bool, goals: Hexes, where: Hexes) -> float:
        """Return the value of Japan's units and of their distance to their goals."""
        total = total_value(self.strength[holding], where)
        if goals:
            near = self.nearest[goals]
            total -= WAY * sum(near[h] for h in where if h >= 0)
        return total

    def _chinese(self, where: Hexes) -> float:
        return total_value(self.chinese_strength, where)

    def _openings(self, state: NanjingState) -> float:
        """Return the value of the attacks open to the moving side in its next combat phase."""
        side, kind = PHASES[state.phase]
        if kind not in (MOVEMENT, COMBAT):
            return 0.0
        tables, where = self.tables, state.where
        enemies = {h for h in where[tables.span[ENEMY[side]]] if h >= 0}
        spent = 0 if kind == MOVEMENT else state.done
        near: dict[int, int] = {}
        for k in tables.own[side]:
            h = where[k]
            if h >= 0 and not spent >> k & 1 and not enemies.isdisjoint(self.touching[h]):
                for target in enemies & self.touching[h]:
                    near[target] = near.get(target, 0) + tables.strength[k]
        if not near:
            return 0.0
        for k in tables.own[ENEMY[side]]:
            if where[k] in near:
                near[where[k]] -= tables.strength[k]
        total = 0.0
        for target, force in near.items():
            more = force - tables.cover[target]
            total += min(more, MOST) * (GOOD if more > 0 else POOR)
        return total if side == JAPAN else -total
