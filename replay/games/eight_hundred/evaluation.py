"""A rough worth of a position of 800, for programs that look a little ahead."""

from __future__ import annotations

from functools import lru_cache

from senpu.replay.games.eight_hundred.context import EightHundred
from senpu.replay.games.eight_hundred.state import CHINA, DUE, JAPAN, LOST, State

FAR = 9
"""Instead of a distance, where there is no way."""
STEP = {JAPAN: 1.6, CHINA: -3.0}
POINT = {JAPAN: 0.1, CHINA: -0.25}
"""What a step and an action point of a side are worth to Japan."""
SAVED, MORE_SAVED = 14.0, 1.0
"""A Chinese unit in the concession, as far as they decide the game, and any at all."""
ENTERED = 100.0
KEPT = 1024
"""So many answers about one side's units are kept."""


class Worth:
    """What stands where, in Japan's eyes: steps, the way to the warehouse, and from the turn on in
    which the bridge is open the way over it; the verdict when there is one.
    """

    def __init__(self, rules: EightHundred) -> None:
        self.sheet = sheet = rules.sheet
        self.china, self.japan = sheet.span[CHINA], sheet.span[JAPAN]
        self.last_from = sheet.limit["bridge_from"]
        self.most = sheet.limit["evacuated"]
        self.units = {
            last: tuple(self._unit(k, last) for k in range(len(sheet.units)))
            for last in (False, True)
        }
        """Each unit's worth in each place, whole and reduced, before and after the bridge opens."""
        # Most acts leave the units of one side as they are: what these come to is kept.
        self.standing = lru_cache(KEPT)(self._standing)

    def _unit(self, k: int, last: bool) -> tuple[dict[str, float], dict[str, float]]:
        side = self.sheet.side[k]
        way = {place: self._way(side, place, last) for place in self.sheet.areas}
        whole, reduced = (
            {place: steps * STEP[side] + worth for place, worth in way.items()}
            | {DUE: 0.0, LOST: 0.0}
            for steps in (2, 1)
        )
        return whole, reduced

    def _way(self, side: str, place: str, last: bool) -> float:
        """How good a place is for where a unit has to go from it."""
        sheet = self.sheet
        if side == CHINA:
            out = sheet.distance[place].get(sheet.concession, FAR)
            return (out - 4.0) * 2.0 if last else 0.15 * out
        goal = sheet.bridge if last else sheet.warehouse
        return 0.5 * (5 - sheet.distance[place].get(goal, FAR))

    def of(self, state: State, side: str) -> float:
        if state.outcome:
            return 1000.0 if state.outcome.winner == side else -1000.0
        where, points, reduced = state.where, state.points, state.reduced
        last, ours, theirs = state.turn >= self.last_from, self.japan, self.china
        japan = self.standing(JAPAN, last, where[ours], reduced[ours])
        japan += self.standing(CHINA, last, where[theirs], reduced[theirs])
        japan += POINT[JAPAN] * sum(points[ours]) + POINT[CHINA] * sum(points[theirs])
        if state.entered:
            japan += ENTERED
        return japan if side == JAPAN else -japan

    def _standing(
        self, side: str, last: bool, where: tuple[str, ...], reduced: tuple[bool, ...]
    ) -> float:
        """A side's units where they stand, and the Chinese ones that are saved."""
        units = self.units[last][self.sheet.span[side]]
        total = sum([each[less][at] for each, less, at in zip(units, reduced, where, strict=True)])
        if side == CHINA and (saved := where.count(self.sheet.concession)):
            total -= SAVED * min(saved, self.most) + MORE_SAVED * saved
        return total
