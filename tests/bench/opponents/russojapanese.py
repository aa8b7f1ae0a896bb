"""A rough evaluation of a position, for programs that search a few events ahead.

The evaluation counts morale, units on and off the map, the distance to the key hexes and the supply
hexes, fleets, cards in hand, and possible attacks. A finished game counts by its winner. Hidden
facts do not count.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from senpu.replay.games.russojapanese import combat, deck
from senpu.replay.games.russojapanese.combat import compute_totals
from senpu.replay.games.russojapanese.context import RussoJapaneseContext
from senpu.replay.games.russojapanese.fleets import PORT_ARTHUR, UNDAMAGED
from senpu.replay.games.russojapanese.state import (
    COMBAT,
    ENEMY,
    GATE,
    HOME,
    JAPAN,
    LOST,
    MOVEMENT,
    PHASES,
    RUSSIA,
    RussoJapaneseState,
)
from senpu.replay.parts.counters import UnitGroup, find_units
from senpu.replay.parts.hexes import measure_all
from senpu.replay.parts.tables import find_column
from tests.bench.opponents.tables import NearestDistances, measure_nearest, total_value

SWING = {"DE": 7.0, "DR": 2.5, "EX": 1.0, "NE": -0.3, "AR": -1.5, "AE": -6.0}
"""The rough value of a result for the attacker."""
ON_MAP, AT_GATE, AT_HOME, REBUILT = 4.0, 3.2, 1.6, 0.6
"""The value of a point of strength by place; the last is for a lost unit that a card may return."""

UnitValues = tuple[tuple[float, ...], ...]
"""For each unit of a side: on the map, and in each other place by its number as an index."""
CACHE_SIZE = 1024
"""The number of cached results for the units of one side."""


STEP, LAST_STEP, GUARD = 1.0, 1.5, 0.8
"""The values of a step of a ship, of its last step, and of an undamaged Port Arthur ship.

The last one is for the threat to Japan's transports.
"""


def evaluate_fleets(rules: RussoJapaneseContext, ships: tuple[int, ...]) -> float:
    """Return the evaluation of the fleets for Japan by their steps, without the flagship."""
    total = 0.0
    for ship, steps in enumerate(ships):
        value = LAST_STEP + STEP * (steps - 1) if steps else 0.0
        if steps == UNDAMAGED and rules.fleets.fleet[ship] == PORT_ARTHUR:
            value += GUARD
        total += value if rules.fleets.side[ship] == JAPAN else -value
    return total


class RussoJapaneseUnitsValue(NamedTuple):
    """A side's units on and off the map."""

    value: float
    """The value for the side itself."""
    away: int
    """The distance of its nearest mobile unit to the enemy's supply hex."""


class RussoJapaneseEvaluation:
    """Tables of the evaluation."""

    def __init__(self, rules: RussoJapaneseContext) -> None:
        self.rules, self.tables = rules, rules.tables
        self.distance = measure_all(rules.tables.grid)
        self.nearest = NearestDistances(self.distance)
        self.strength = {
            (side, flipped): self._values(side, flipped)
            for side in ENEMY
            for flipped in (False, True)
        }
        """The values of units, by side and by whether the garrison of Port Arthur is flipped."""
        # Results for one side's units are cached: those units rarely change while the other moves.
        self.japanese = lru_cache(CACHE_SIZE)(self._japanese)
        self.russian = lru_cache(CACHE_SIZE)(self._russian)
        self.ships = lru_cache(CACHE_SIZE)(partial(evaluate_fleets, rules))
        self.promises = tuple(
            sum(SWING[result] for result in column) / 6 for column in self.tables.results.columns
        )
        """The value of an attack for the attacker, by the column of its difference."""
        self.mobile = {
            side: tuple(at for at, k in enumerate(own) if self.tables.allowance[k])
            for side, own in self.tables.own.items()
        }
        """The mobile units, by their index among the units of their side."""

    def _values(self, side: str, flipped: bool) -> UnitValues:
        tables = self.tables
        found = []
        for k in tables.own[side]:
            turned = flipped and k == tables.garrison
            strength = tables.reverse if turned else tables.strength[k]
            back = REBUILT if side == RUSSIA and tables.kind[k] == "siberian" else 0.0
            off_map = {GATE: AT_GATE, HOME: AT_HOME, LOST: back}
            found.append(
                (ON_MAP * strength, *(off_map[place] * strength for place in (-3, -2, -1)))
            )
        return tuple(found)

    def evaluate(self, state: RussoJapaneseState, side: str) -> float:
        """Return the evaluation of a position for a side."""
        if state.outcome:
            winner = state.outcome.winner
            return 0.0 if not winner else 1000.0 if winner == side else -1000.0
        span, mark, flipped = self.tables.span, self.tables.mark, state.flipped
        japanese, russian = state.where[span[JAPAN]], state.where[span[RUSSIA]]
        goals = tuple([h for h in self.tables.key_hexes if not state.held & mark[h]])
        ours, theirs = self.japanese(goals, japanese), self.russian(goals, flipped, russian)
        japan = 22.0 * (state.morale[0] - state.morale[1])
        japan += ours.value - theirs.value + self._fights(state)
        japan += self._danger(state, RUSSIA, ours.away) - self._danger(state, JAPAN, theirs.away)
        if state.navy is not None:
            japan += self.ships(state.navy.steps)
        japan += 2.5 * (len(state.hands[0]) - len(state.hands[1]))
        if state.drawing:
            japan += 2.5 * state.drawing * (1 if deck.find_drawer(state) == JAPAN else -1)
        japan -= 3.0 * (3 - state.limit if state.limit else 0) + 4.0 * state.blockaded
        japan += 4.0 * state.agitated + 3.0 * state.locked - 2.0 * flipped
        return japan if side == JAPAN else -japan

    def _japanese(self, goals: UnitGroup, where: UnitGroup) -> RussoJapaneseUnitsValue:
        """Return the evaluation of Japan's units.

        It counts their distance to the key hexes that Japan does not control, and to Russia's
        supply hex.
        """
        ours, goal = [h for h in where if h >= 0], self.tables.supply[RUSSIA]
        value = total_value(self.strength[JAPAN, False], where)
        if goals:
            value -= 0.8 * sum(measure_nearest([self.distance[h] for h in goals], ours, 12))
            near = self.nearest[goals]
            value -= 0.35 * sum(map(near.__getitem__, ours))
        row = self.distance[goal]
        value -= 0.5 * min([row[h] for h in ours], default=16)
        return RussoJapaneseUnitsValue(value, self._away(JAPAN, where, row))

    def _russian(
        self, goals: UnitGroup, flipped: bool, where: UnitGroup
    ) -> RussoJapaneseUnitsValue:
        """Return the evaluation of Russia's units.

        It counts their distance to the key hexes that they guard, and to Japan's supply hex.
        """
        theirs, goal = [h for h in where if h >= 0], self.tables.supply[JAPAN]
        value = total_value(self.strength[RUSSIA, flipped], where)
        value -= 0.5 * sum(measure_nearest([self.distance[h] for h in goals], theirs, 9))
        row = self.distance[goal]
        value -= 0.5 * min([row[h] for h in theirs], default=16)
        return RussoJapaneseUnitsValue(value, self._away(RUSSIA, where, row))

    def _away(self, side: str, where: UnitGroup, row: bytes) -> int:
        mobile = [where[at] for at in self.mobile[side]]
        return min([row[h] for h in mobile if h >= 0], default=99)

    def _danger(self, state: RussoJapaneseState, side: str, away: int) -> float:
        """Return the danger to a side's supply hex (4.4), less if it is well guarded."""
        if away >= 7:
            return 0.0
        goal = self.tables.supply[side]
        guards = state.where[self.tables.span[side]].count(goal)
        if guards:
            return max(0.0, 5.0 - away) * (2.5 if guards == 1 else 0.5)
        field = self.rules.zones.field(ENEMY[side], state.where, state.zoneless)
        return (7.0 - away) * (4.0 if field[goal] else 6.0)

    def _fights(self, state: RussoJapaneseState) -> float:
        """Return the value of current, declared and possible attacks for Japan."""
        total, fight = 0.0, state.fight
        side, kind = PHASES[state.phase]
        if fight is not None:
            swing = SWING[fight.result] if fight.result else self._promise(fight.difference)
            total += swing if fight.side == JAPAN else -swing
        for each in state.declared:
            total += self._open(state, side, each.units, each.place)
        if side and kind in (MOVEMENT, COMBAT) and not state.declared and fight is None:
            for target, near in combat.find_fronts(self.rules, state, side).items():
                total += (
                    0.5 * max(0.0, self._open(state, JAPAN, near, target))
                    if (side == JAPAN)
                    else 0.5 * min(0.0, self._open(state, RUSSIA, near, target))
                )
        return total

    def _open(self, state: RussoJapaneseState, side: str, group: UnitGroup, target: int) -> float:
        """Return the value of an attack for Japan."""
        targets = find_units(self.tables.own[ENEMY[side]], state.where, target)
        if not targets:
            return 0.0
        attack, defence = compute_totals(self.rules, state, group, targets, target, False)
        promise = self._promise(attack - defence)
        return promise if side == JAPAN else -promise

    def _promise(self, difference: int) -> float:
        if difference < self.tables.lowest:
            return -0.5
        return self.promises[find_column(self.tables.results, difference)]
