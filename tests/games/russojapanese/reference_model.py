"""A second implementation of movement and combat, from the printed rules and the readings.

The model uses only the map tables of the program. It is simple and slow; hexes and units are texts,
and a position maps units to places. It has no cards, no rejections and no options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from senpu.replay.games.russojapanese.tables import RussoJapaneseTables

JAPAN, RUSSIA = "japan", "russia"
STACK = {JAPAN: 2, RUSSIA: 1}
SUPPLY = {JAPAN: "1015", RUSSIA: "2417"}
GATES = {JAPAN: "Korea", RUSSIA: "Siberia"}
ENEMY = {JAPAN: RUSSIA, RUSSIA: JAPAN}

Position = Mapping[str, str]
"""The place of each unit: a hex, a box or `lost`."""
Frozen = frozenset[tuple[str, str]]
"""A position that may be kept in a set."""
Links = Mapping[str, set[str]]


def side(unit: str) -> str:
    return JAPAN if unit[0] in "gd" else RUSSIA


def strength(unit: str) -> int:
    """2.3.2, 3.1, 3.2: of a 2-0, a 1-0, a 2-3, a 3-2 and a 5-2."""
    return {"pa": 2, "na": 1, "g": 2, "d": 2, "e": 5}.get(unit.rstrip("0123456789"), 3)


def allowance(unit: str) -> int:
    if unit in ("pa1", "na1"):
        return 0
    return 3 if side(unit) == JAPAN else 2


class RussoJapaneseModel:
    """The rules on a map."""

    def __init__(self, tables: RussoJapaneseTables) -> None:
        def build_links(links: Iterable[Iterable[int]]) -> Links:
            return {
                tables.ids[h]: {tables.ids[n] for n in near}
                for h, near in enumerate(links)
            }  # fmt: skip

        self.ground = dict(zip(tables.ids, tables.terrain, strict=True))
        self.rail, self.road, self.river = (
            build_links(tables.rail),
            build_links(tables.road),
            build_links(tables.river),
        )
        self.towns = {tables.ids[h] for h in tables.town}
        water = build_links(tables.water_side)
        self.land = [h for h, ground in self.ground.items() if ground != "sea"]
        self.adjacent = {
            h: sorted(set(self._around(h)).intersection(self.land) - water[h]) for h in self.land
        }

    @staticmethod
    def _around(h: str) -> Iterator[str]:
        """2.2: rows are counted from the south; odd rows are half a hex further east."""
        row, column = int(h[:2]), int(h[2:])
        west = column - 1 + row % 2
        for r, c in ((row, column - 1), (row, column + 1), *((row + up, west + right)
                     for up in (1, -1) for right in (0, 1))):  # fmt: skip
            yield f"{r:02}{c:02}"

    # ---- who is where -------------------------------------------------------------------

    def enemies(self, where: Position, own: str) -> set[str]:
        return {h for unit, h in where.items() if side(unit) != own and h in self.ground}

    def zone(self, where: Position, own: str) -> set[str]:
        """6.0: the hexes in the zones of a side's enemies."""
        return {n for h in self.enemies(where, own) for n in self.adjacent[h]}

    @staticmethod
    def number(where: Position, own: str, h: str, but: str = "") -> int:
        return sum(at == h and side(unit) == own and unit != but for unit, at in where.items())

    @staticmethod
    def won(where: Position) -> bool:
        """4.4: a unit is in the enemy's supply hex."""
        return any(h == SUPPLY[ENEMY[side(unit)]] for unit, h in where.items())

    # ---- movement (6.1, 7.3, 8.0 to 8.3, 10.2.4) ----------------------------------------

    def walks(self, where: Position, unit: str) -> set[str]:
        """Return the hexes in which a unit may end a walk, without its start."""
        own, start, found = side(unit), where[unit], set[str]()
        zone, enemies = self.zone(where, own), self.enemies(where, own)

        def enter(before: str, h: str, left: int) -> None:
            if h in enemies or self.number(where, own, h, unit) >= STACK[own]:
                return
            if before in zone and h in zone:
                return
            found.add(h)
            along = before == GATES[own] or h in self.rail[before] | self.road[before]
            stops = not along and (self.ground[h] == "rough" or h in self.river[before])
            if left > 1 and h not in zone and not stops and h != SUPPLY[ENEMY[own]]:
                go(h, left - 1)

        def go(h: str, left: int) -> None:
            for n in self.adjacent[h]:
                enter(h, n, left)

        if start in self.ground and allowance(unit):
            go(start, allowance(unit))
        elif start == GATES[own]:
            enter(start, SUPPLY[own], allowance(unit))
        return found - {start}

    def lines(self, where: Position, unit: str, held: set[str], strategic: bool) -> set[str]:
        """Return the goals of a railway or strategic move; `held` are Japan's towns."""
        own, start = side(unit), where[unit]
        zone, enemies = self.zone(where, own), self.enemies(where, own)

        def ways(h: str) -> set[str]:
            if h in GATES.values():
                return {SUPPLY[own]}
            return self.rail[h] | self.road[h] if strategic else self.rail[h]

        if not allowance(unit) or start in zone:
            return set()
        if start not in self.ground and (start != GATES[own] or (own == JAPAN and not strategic)):
            return set()
        found = [start]
        for h in found:
            for n in sorted(ways(h)):
                hostile = n in self.towns and (n in held) != (own == JAPAN)
                supply = strategic and n == SUPPLY[ENEMY[own]]
                full = self.number(where, own, n, unit) >= STACK[own]
                if not (n in found or n in zone or n in enemies or hostile or supply or full):
                    found.append(n)
        return set(found[1:])

    # ---- combat (9.1, 9.4) --------------------------------------------------------------

    def fronts(self, where: Position, own: str) -> dict[str, tuple[str, ...]]:
        """The hexes that may be attacked, with the units that may."""
        found = {
            h: tuple(u for u, at in where.items() if side(u) == own and at in self.adjacent[h])
            for h in self.enemies(where, own)
        }
        return {h: units for h, units in found.items() if units}

    def difference(self, where: Position, attackers: Iterable[str], target: str) -> int:
        attack = sum(map(strength, attackers))
        defence = sum(strength(unit) for unit, h in where.items() if h == target)
        cover = (self.ground[target] == "rough") + (target in self.towns)
        return attack - defence - cover - all(where[u] in self.river[target] for u in attackers)

    # ---- retreats (9.6; readings 14, 15, 40 to 42) --------------------------------------

    def back(self, where: Position, unit: str, retreated: frozenset[str] = frozenset()) -> set[str]:
        """Return the hexes into which a unit may retreat."""
        own = side(unit)
        if not allowance(unit):
            return set()
        shut = self.zone(where, own) | self.enemies(where, own)
        able = [h for h in self.adjacent[where[unit]] if h not in shut]
        free = {h for h in able if self.number(where, own, h) < STACK[own]}
        if free:
            return free
        pushed = retreated | {unit}
        return {
            h for h in able
            if any(
                self.back({**where, unit: h}, other, pushed)
                for other, at in where.items()
                if at == h and other not in pushed
            )
        }  # fmt: skip

    def retreats(self, where: Position, units: Iterable[str]) -> set[Frozen]:
        """Return all retreats of some units, with the chains that follow."""
        found, seen = set[Frozen](), set[object]()

        def enter(where: Position, unit: str, h: str, left: frozenset[str], pushed: frozenset[str],
                  ) -> None:  # fmt: skip
            after, pushed = {**where, unit: h}, pushed | {unit}
            if self.won(after):
                found.add(frozenset(after.items()))
            elif self.number(after, side(unit), h) > STACK[side(unit)]:
                for other in [o for o, at in after.items() if at == h and o not in pushed]:
                    for n in self.back(after, other, pushed):
                        enter(after, other, n, left, pushed)
            else:
                go(after, left, pushed)

        def go(where: Position, left: frozenset[str], pushed: frozenset[str]) -> None:
            key = (frozenset(where.items()), left, pushed)
            if key in seen:
                return
            seen.add(key)
            able = [unit for unit in left if self.back(where, unit, pushed)]
            if not able:
                found.add(frozenset({**where, **dict.fromkeys(left, "lost")}.items()))
            for unit in able:
                for h in self.back(where, unit, pushed):
                    enter(where, unit, h, left - {unit}, pushed)

        go(where, frozenset(units), frozenset())
        return found

    # ---- results (9.5, 9.7) -------------------------------------------------------------

    def outcomes(
        self, where: Position, attackers: tuple[str, ...], target: str, result: str
    ) -> set[Frozen]:
        """Every position to which a result may lead."""
        own = side(attackers[0])
        defenders = [unit for unit, h in where.items() if h == target]

        def without(*units: str) -> dict[str, str]:
            return {**where, **dict.fromkeys(units, "lost")}

        def advanced(after: Frozen) -> Iterator[Frozen]:
            yield after
            left = dict(after)
            if self.won(left) or target in left.values():
                return
            able = [unit for unit in attackers if allowance(unit)]
            for size in range(1, STACK[own] + 1):
                for group in combinations(able, size):
                    yield frozenset({**left, **dict.fromkeys(group, target)}.items())

        if result == "NE":
            return {frozenset(where.items())}
        if result in ("AE", "AR"):
            found = {frozenset(without(unit).items()) for unit in attackers}
            if result == "AR" and any(self.back(where, unit) for unit in attackers):
                found |= self.retreats(where, attackers)
            return found
        if result == "EX":
            return {frozenset(without(a, d).items()) for a in attackers for d in defenders}
        lost = [()] if result == "DR" else [(unit,) for unit in defenders]
        return {
            after
            for dead in lost
            for retreated in self.retreats(without(*dead), set(defenders) - set(dead))
            for after in advanced(retreated)
        }
