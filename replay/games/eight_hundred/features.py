"""The features of a position of 800, for its learned value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from senpu.replay.core.features import Feature, Features, Keys, count_up
from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, EightHundredState

SIDES = (JAPAN, CHINA)
LAST_TURN = 6
FAR, NEAR = 9, 6
"""The distance to a place without a path; the distance up to which each area counts."""
POINTS, MOST = 2, 30
"""The largest counts of action points of a unit, and of anything else, that are distinguished."""
COUNTS = frozenset((
    "grenades", "flags", "passes", "saved", "points.japan", "points.china", "besiegers",
    "garrison", "contacts", "turn",
))  # fmt: skip


class EightHundredFeatures(Features[EightHundredState]):
    """Units with steps and action points, distances to the three goals, counts, the decision."""

    def __init__(self, context: EightHundredContext) -> None:
        self.tables = tables = context.tables
        self.first, self.second = tables.span[JAPAN], tables.span[CHINA]
        self.goals = (tables.warehouse, tables.bridge, tables.concession)

    def read(self, state: EightHundredState) -> Sequence[Keys]:
        """Return Japan's units, China's units, and the rest."""
        tables, decision, first, second = self.tables, state.decision, self.first, self.second
        locations, reduced, points = state.locations, state.reduced, state.points
        left = [point if point < POINTS else POINTS for point in points]
        japan, china = locations[first], locations[second]
        around, there = tables.adjacent[tables.warehouse], set(china)
        rest = (
            ("decision", decision.side, decision.kind) if decision else ("over",),
            ("mover", state.mover),
            ("entered", state.has_entered),
            ("grenades", state.grenades),
            ("flags", state.flags),
            ("passes", state.passes),
            ("saved", china.count(tables.concession)),
            ("garrison", china.count(tables.warehouse)),
            ("points.japan", sum(points[first])),
            ("points.china", sum(points[second])),
            ("besiegers", sum([place in around for place in japan])),
            ("contacts", sum([not there.isdisjoint(tables.adjacent.get(at, ())) for at in japan])),
            ("turn", state.turn),
        )
        return (
            tuple(zip(japan, reduced[first], left[first], strict=True)),
            tuple(zip(china, reduced[second], left[second], strict=True)),
            rest,
        )

    def name(self, group: int, number: int, key: Any) -> Iterator[Feature]:
        """Yield the features of a key."""
        if group == 2:
            if key[0] in COUNTS:
                yield from count_up(key[0], key[1], 0, MOST)
            else:
                yield ".".join(map(str, key)), 1.0
            return
        side, (place, reduced, points) = SIDES[group], key
        unit = f"{side}.{self.tables.kind[self.tables.own[side][number]]}"
        if place in (DUE, LOST):
            yield f"{unit}:{'due' if place == DUE else 'lost'}", 1.0
            return
        yield f"{unit}:map", 1.0
        yield f"{unit}@{place}", 1.0
        yield f"{side}@{place}", 1.0
        if reduced:
            yield f"{unit}:reduced", 1.0
            yield f"{side}:reduced@{place}", 1.0
        if points:
            yield f"{unit}:points{points}", 1.0
            yield f"{side}:points{points}@{place}", 1.0
        for goal in self.goals:
            away = self.tables.distance[place].get(goal, FAR)
            yield from count_up(f"{side}.near.{goal}", NEAR - away, 0, NEAR)

    def measure_time(self, state: EightHundredState) -> float:
        """Return how much of the game is over, by its turn."""
        return min(max(state.turn - 1, 0) / (LAST_TURN - 1), 1.0)
