"""The features of a position of the First Shanghai Incident, for its learned value."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from senpu.replay.core.features import Feature, Features, Keys, count_up
from senpu.replay.games.incident1932 import hits
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CHINA,
    ENEMY,
    JAPAN,
    SIDES,
    Incident1932Combat,
    Incident1932State,
)

MOST, VICTORY = 30, 14
"""The largest counts that are distinguished: in general, and of victory points."""
KEPT = 2048
"""The number of cached readings of places."""
COUNTS = frozenset((
    "victory", "points.japan", "points.china", "nights", "bombs", "passes", "suns", "areas",
    "advanced", "front",
))  # fmt: skip


class Incident1932Features(Features[Incident1932State]):
    """Units by place, stacks in each area, points, the pending hits, and the decision."""

    def __init__(self, context: Incident1932Context) -> None:
        self.tables = tables = context.tables
        self.first, self.second = tables.span[JAPAN], tables.span[CHINA]
        # Units keep their places while dice are rolled and hits are taken.
        self._read_places = lru_cache(KEPT)(self._read_locations)

    def read(self, state: Incident1932State) -> Sequence[Keys]:
        """Return Japan's units, China's units, the stacks in the areas, and the rest."""
        decision, fight = state.decision, state.fight
        japan, china = state.locations[self.first], state.locations[self.second]
        stacks, suns, areas, front = self._read_places(japan, china)
        rest: list[Hashable] = [
            ("decision", decision.side, decision.kind) if decision else ("over",),
            ("victory", min(state.victory, VICTORY)),
            ("points.japan", state.points[0]),
            ("points.china", state.points[1]),
            ("nights", state.nights),
            ("bombs", state.bombs),
            ("passes", state.passes),
            ("turn", state.turn),
            suns,
            areas,
            ("advanced", len(state.advanced)),
            front,
        ]
        if fight is not None:
            rest += self._read_fight(fight)
        return japan, china, stacks, tuple(rest)

    def _read_locations(
        self, japan: tuple[str, ...], china: tuple[str, ...]
    ) -> tuple[Keys, Hashable, Hashable, Hashable]:
        """Return the stacks in the areas, and the counts that depend on places alone."""
        tables, ours, theirs = self.tables, set(japan), set(china)
        stacks = tuple([(japan.count(place), china.count(place)) for place in tables.areas])
        return (
            stacks,
            ("suns", sum([place in ours for place in tables.rising_sun])),
            ("areas", len(theirs.intersection(tables.areas))),
            ("front", sum([not theirs.isdisjoint(tables.adjacent.get(at, ())) for at in ours])),
        )

    def _read_fight(self, fight: Incident1932Combat) -> Iterator[Hashable]:
        if fight.hits:
            takes = fight.side if fight.stage in hits.ATTACKERS_TAKE else ENEMY[fight.side]
            yield f"hits.{takes}", fight.hits
        elif fight.place and not fight.defenders:
            yield "stormed", fight.side

    def name(self, group: int, number: int, key: Any) -> Iterator[Feature]:
        """Yield the features of a key."""
        tables = self.tables
        if group < 2:
            side = SIDES[group]
            k = tables.own[side][number]
            at = f"@{key}" if key in tables.adjacent else f":{key or 'due'}"
            for unit in (side, f"{side}.{tables.kind[k]}", tables.formation[k]):
                yield f"{unit}{at}", 1.0
            if key in tables.adjacent:
                yield f"{side}.{tables.kind[k]}:map", 1.0
                yield f"{tables.formation[k]}:map", 1.0
        elif group == 2:
            if key != (0, 0):
                yield f"stack.{tables.areas[number]}.{key[0]}.{key[1]}", 1.0
        elif key[0] in COUNTS:
            yield from count_up(key[0], key[1], 0, MOST)
        elif key[0].startswith("hits"):
            yield key[0], key[1] / 2
        else:
            yield ".".join(map(str, key)), 1.0

    def measure_time(self, state: Incident1932State) -> float:
        """Return how much of the game is over, by its turn."""
        return float(state.turn > 1)
