"""A rough evaluation of a position of the First Shanghai Incident, for programs that search.

It is what Japan has and can soon have, less what China has. A finished game counts as its
outcome.
"""

from __future__ import annotations

from functools import lru_cache

from senpu.replay.games.incident1932 import hits
from senpu.replay.games.incident1932.context import Incident1932Context
from senpu.replay.games.incident1932.state import (
    CHINA,
    CUT,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    OFF,
    RIVER,
    Incident1932Combat,
    Incident1932State,
)

VICTORY, POINT, NIGHT, BOMBS = 10.0, 0.35, 1.5, 1.5
HELD = 7.0
"""An area with a rising sun, before it scores."""
UNIT, AFLOAT = 3.0, -3.0
"""The value of a unit on the map, and the deduction for a unit on the river."""
HIT = 2.2
"""The value of a pending hit."""
WITHIN = 1.2
"""A Chinese unit within the demanded line."""
SUPPLIED = 0.6
"""An area with Chinese units in it."""
NEAR, FAR = 0.6, 9
"""The value of a step towards a goal, and the distance to a goal without a path."""

ELSEWHERE = {DUE: 0.0, LOST: 0.0, OFF: 0.0, CUT: 0.0, RIVER: UNIT + AFLOAT}
"""A unit off the map."""


class Incident1932GoalValues(dict[tuple[str, ...], dict[str, float]]):
    """The value of a Japanese unit in each place, by the areas that are still goals."""

    def __init__(self, context: Incident1932Context) -> None:
        super().__init__()
        self.tables = context.tables

    def __missing__(self, goals: tuple[str, ...]) -> dict[str, float]:
        made = self[goals] = {
            place: UNIT - NEAR * min((away.get(goal, FAR) for goal in goals), default=0)
            for place, away in self.tables.distance.items()
        } | ELSEWHERE
        return made


KEPT = 1024
"""The number of cached values of the units of one side."""


class Incident1932Evaluation:
    """The tables of the evaluation."""

    def __init__(self, context: Incident1932Context) -> None:
        self.tables = tables = context.tables
        self.most = tables.limit["victory"] + 2
        self.china, self.japan = tables.span[CHINA], tables.span[JAPAN]
        self.goals = Incident1932GoalValues(context)
        self.areas = frozenset(tables.areas)
        self.places = {
            place: UNIT + (WITHIN if place in tables.demanded else 0.0) for place in tables.areas
        } | ELSEWHERE
        """The value of a Chinese unit in each place."""
        # The units of a side seldom move during a combat, so their value is cached.
        self.evaluate_japan = lru_cache(KEPT)(self._evaluate_japan)
        self.evaluate_china = lru_cache(KEPT)(self._evaluate_china)

    def evaluate(self, state: Incident1932State, side: str) -> float:
        """Return the evaluation of a position for a side."""
        if state.outcome:
            return 1000.0 if state.outcome.winner == side else -1000.0
        japanese, chinese, points = (
            state.locations[self.japan],
            state.locations[self.china],
            state.points,
        )
        japan = VICTORY * min(state.victory, self.most) + POINT * (points[0] - points[1])
        japan += BOMBS * state.bombs - NIGHT * state.nights
        japan += self.evaluate_japan(japanese) - self.evaluate_china(chinese)
        if state.fight is not None:
            japan += self._evaluate_fight(state.fight)
        return japan if side == JAPAN else -japan

    def _evaluate_japan(self, locations: tuple[str, ...]) -> float:
        """Return the value of the units of Japan, and of the rising suns that they hold."""
        suns = self.tables.rising_sun
        goals = tuple([place for place in suns if place not in locations])
        value = self.goals[goals]
        return sum([value[place] for place in locations]) + HELD * (len(suns) - len(goals))

    def _evaluate_china(self, locations: tuple[str, ...]) -> float:
        value = self.places
        areas = len(self.areas.intersection(locations))
        return sum([value[place] for place in locations]) + SUPPLIED * areas

    def _evaluate_fight(self, fight: Incident1932Combat) -> float:
        """Return the value of pending hits, or of an area without defenders."""
        if fight.hits:
            taker = fight.side if fight.stage in hits.ATTACKERS_TAKE else ENEMY[fight.side]
            return (-1 if taker == JAPAN else 1) * HIT * fight.hits
        if fight.place and not fight.defenders:
            return (1 if fight.side == JAPAN else -1) * HIT
        return 0.0
