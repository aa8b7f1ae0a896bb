"""A rough evaluation of a position of 800, for programs that search."""

from __future__ import annotations

from functools import lru_cache

from senpu.replay.games.eight_hundred.context import EightHundredContext
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, EightHundredState

FAR = 9
"""The distance to a place without a path."""
STEP = {JAPAN: 1.6, CHINA: -3.0}
POINT = {JAPAN: 0.1, CHINA: -0.25}
"""The value to Japan of a step and of an action point of a side."""
SAVED, MORE_SAVED = 14.0, 1.0
"""The value of a Chinese unit in the concession: up to the number that wins, and any."""
ENTERED = 100.0
KEPT = 1024
"""The number of cached values of the units of one side."""


class EightHundredEvaluation:
    """The tables of the evaluation; positive values favour Japan.

    The evaluation counts steps, action points and the distance to the warehouse; from the turn in
    which the bridge opens, the distance over it. A finished game counts as its outcome.
    """

    def __init__(self, context: EightHundredContext) -> None:
        self.tables = tables = context.tables
        self.china, self.japan = tables.span[CHINA], tables.span[JAPAN]
        self.last_from = tables.limit["bridge_from"]
        self.most = tables.limit["evacuated"]
        self.units = {
            last: tuple(self._evaluate_unit(k, last) for k in range(len(tables.units)))
            for last in (False, True)
        }
        """The value of each unit in each place, at full strength and reduced, before and after the
        bridge opens."""
        # Most actions leave the units of one side unchanged, so their value is cached.
        self.evaluate_side = lru_cache(KEPT)(self._evaluate_side)

    def _evaluate_unit(self, k: int, last: bool) -> tuple[dict[str, float], dict[str, float]]:
        side = self.tables.side[k]
        way = {place: self._evaluate_way(side, place, last) for place in self.tables.areas}
        whole, reduced = (
            {place: steps * STEP[side] + value for place, value in way.items()}
            | {DUE: 0.0, LOST: 0.0}
            for steps in (2, 1)
        )
        return whole, reduced

    def _evaluate_way(self, side: str, place: str, last: bool) -> float:
        """Return the value of a place by its distance to the goal of a side."""
        tables = self.tables
        if side == CHINA:
            out = tables.distance[place].get(tables.concession, FAR)
            return (out - 4.0) * 2.0 if last else 0.15 * out
        goal = tables.bridge if last else tables.warehouse
        return 0.5 * (5 - tables.distance[place].get(goal, FAR))

    def evaluate(self, state: EightHundredState, side: str) -> float:
        """Return the evaluation of a position for a side."""
        if state.outcome:
            return 1000.0 if state.outcome.winner == side else -1000.0
        locations, points, reduced = state.locations, state.points, state.reduced
        last, ours, theirs = state.turn >= self.last_from, self.japan, self.china
        japan = self.evaluate_side(JAPAN, last, locations[ours], reduced[ours])
        japan += self.evaluate_side(CHINA, last, locations[theirs], reduced[theirs])
        japan += POINT[JAPAN] * sum(points[ours]) + POINT[CHINA] * sum(points[theirs])
        if state.has_entered:
            japan += ENTERED
        return japan if side == JAPAN else -japan

    def _evaluate_side(
        self, side: str, last: bool, locations: tuple[str, ...], reduced: tuple[bool, ...]
    ) -> float:
        """Return the value of the units of a side, and of the Chinese units that are saved."""
        units = self.units[last][self.tables.span[side]]
        total = sum(
            [each[less][at] for each, less, at in zip(units, reduced, locations, strict=True)]
        )
        if side == CHINA and (saved := locations.count(self.tables.concession)):
            total -= SAVED * min(saved, self.most) + MORE_SAVED * saved
        return total
