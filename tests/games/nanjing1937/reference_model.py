"""A second implementation of the Shanghai-Nanjing campaign, from the printed rules and readings.

The model uses only the data tables of the program. It is simple and slow; hexes, units and events
are texts in their written form. Tests compare the program with it. The model has no rejections and
no options, throws no dice and applies no results: the tests set the positions of units, and the
model records what the units did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from senpu.notation.events import Attack, Event, Move, Place, Rail, Retreat
from senpu.notation.writer import format_event
from senpu.spec.loader import Spec
from tests.games.nanjing1937.reference_map import NanjingModelMap

JAPAN, CHINA = "japan", "china"
ENEMY = {JAPAN: CHINA, CHINA: JAPAN}
DUE, LOST = "due", "lost"
GUESTS = ("landing-force", "german")
"""7.1, 7.2: units that may share a hex."""

Units = tuple[str, ...]
Walk = tuple[str, ...]


class NanjingModel:
    """The rules on a position, and what a game remembers."""

    def __init__(self, spec: Spec) -> None:
        table = spec.values.table
        self.ground = NanjingModelMap(spec)
        self.units = tuple(unit.id for unit in spec.units)
        self.side = {unit.id: unit.side for unit in spec.units}
        self.kind: dict[str, str] = table("kinds")
        self.strength: dict[str, int] = table("strength")
        self.allowance: dict[str, int] = table("allowance")
        self.enters: dict[str, int] = table("enters")
        self.where = dict.fromkeys(self.units, DUE)
        """A hex, DUE or LOST."""
        keys = {*self.ground.cities, *self.ground.ports}
        self.last = dict.fromkeys(keys, CHINA) | dict.fromkeys(table("start").values(), JAPAN)
        """4.1: the side that entered a city or port last, at first China (readings 2 and 18)."""
        self.trod = set(table("start").values())
        """8.3: where Japanese units ever were."""
        self.turn, self.policy = 0, ""
        self.acted: set[str] = set()
        """Units that moved in this movement phase, or fought in this combat phase."""
        self.used: set[str] = set()
        """9.4: the supports used this turn."""
        self.railed = self.landed = self.chen_fights = self.chen_lost = False
        self.placed: list[str] = []

    # ---- who is where, and whose it is (4.1, 4.2, 6.0) --------------------------------------

    def units_at(self, h: str, side: str) -> Units:
        return tuple(u for u in self.units if self.where[u] == h and self.side[u] == side)

    def stacks(self, side: str) -> dict[str, Units]:
        """Hexes with units of a side, and the units."""
        found: dict[str, Units] = {}
        for u in self.units:
            if self.side[u] == side and self.where[u] not in (DUE, LOST):
                found[self.where[u]] = (*found.get(self.where[u], ()), u)
        return found

    def zone(self, side: str) -> set[str]:
        return {n for h in self.stacks(side) for n in self.ground.zone[h]}

    def controlled(self, side: str) -> set[str]:
        """The cities and ports that a side entered last, but for those in an enemy zone."""
        own = {h for h, last in self.last.items() if last == side}
        return own - self.zone(ENEMY[side]) - self.stacks(ENEMY[side]).keys()

    def points(self) -> int:
        held = self.controlled(JAPAN)
        ports = held.intersection(self.ground.ports)
        return len(held.intersection(self.ground.cities)) + (len(ports) >= 5)

    def fits(self, units: Iterable[str]) -> bool:
        """7.1, 7.2: one unit and one guest."""
        guests = [self.kind[u] in GUESTS for u in units]
        return guests.count(True) <= 1 and guests.count(False) <= 1

    # ---- movement (6.1, 8.0 to 8.3) ---------------------------------------------------------

    def moves(self, side: str) -> Iterator[str]:
        """Return the shortest, then first, of each set of equivalent walks (reading 34)."""
        zone, enemies = self.zone(ENEMY[side]), set(self.stacks(ENEMY[side]))
        fresh = self.fresh(side)
        for u in self.units:
            if self.side[u] != side or self.where[u] in (DUE, LOST) or u in self.acted:
                continue
            found: dict[tuple[str, frozenset[str]], Walk] = {}
            for walk in sorted(self.walks(u, zone, enemies), key=lambda w: (len(w), w)):
                news = fresh.intersection(walk)
                if news or walk[-1] != self.where[u]:
                    found.setdefault((walk[-1], news), walk)
            yield from (">".join((u, *walk)) for walk in found.values())
            yield from (f"{u}=>{h}" for h in self.rails(u, zone | enemies))

    def fresh(self, side: str) -> frozenset[str]:
        """Return the hexes whose record changes if a unit enters."""
        taken = {h for h, last in self.last.items() if last != side}
        rails = {h for h, links in self.ground.rail.items() if links and side == JAPAN}
        return frozenset(taken | (rails - self.trod))

    def walks(self, unit: str, zone: set[str], enemies: set[str]) -> Iterator[Walk]:
        ground = self.ground

        def go(here: str, walked: Walk, left: int) -> Iterator[Walk]:
            for n in ground.steps[here]:
                if n in enemies or (here in zone and n in zone):  # 7.0, 6.1
                    continue
                if n in ground.major[here]:  # 8.1.3
                    if not walked:
                        yield (n,)
                    continue
                yield (*walked, n)
                if left > 1 and n not in zone and ground.terrain[n] != "marsh":  # 6.1, 8.1.2
                    yield from go(n, (*walked, n), left - 1)

        return go(self.where[unit], (), self.allowance[unit]) if self.allowance[unit] else iter(())

    def rails(self, unit: str, shut: set[str]) -> set[str]:
        """8.3: where the railway takes a unit; it may leave a hex that Japan trod (reading 35)."""
        start, ground = self.where[unit], self.ground
        station = start in ground.cities or start in ground.towns
        if self.side[unit] != CHINA or self.railed or not station or start in shut:
            return set()
        found = [start]
        for h in found:
            found += ground.rail[h] - shut - self.trod - set(found)
        return set(found) - {start}

    # ---- combat (9.1 to 9.4) ----------------------------------------------------------------

    def attacks(self, side: str) -> dict[str, int]:
        """Every attack, with its attack less its defence."""
        able = {h: us for h, us in self.stacks(side).items() if not self.acted.intersection(us)}
        found = {}
        for target, defenders in self.stacks(ENEMY[side]).items():
            if self.acted.issuperset(defenders):  # 9.1.2; reading 9
                continue
            near = [h for h in able if target in self.ground.touching[h]]
            for hexes in some(near):
                group = [u for u in self.units if self.where[u] in hexes and self.side[u] == side]
                for payer in ((), *some(self.supports(side, target))):
                    text = f"{'+'.join(payer)}/" if payer else ""
                    number = self.difference(hexes, target, side) + len(payer)
                    found[f"{text}{'+'.join(group)}*{target}"] = number
        return found

    def supports(self, side: str, target: str) -> list[str]:
        """9.4, 10.1.2; none in the air while Japan holds (reading 26)."""
        able = {
            "air": side == JAPAN and self.turn >= 4 and self.policy != "hold",
            "guns": side == JAPAN and not self.landed and self.ground.gunfire(target),
            "chen": side == CHINA and not self.chen_lost,
        }
        return [name for name, may in able.items() if may and name not in self.used]

    def difference(self, hexes: Iterable[str], target: str, side: str) -> int:
        """9.2, 9.3, without supports; no stack counts less than nothing (reading 10)."""
        ground, attack = self.ground, 0
        for h in hexes:
            stack = sum(self.strength[u] for u in self.units_at(h, side))
            attack += max(0, stack - (target in ground.major[h]))
        defenders = set(self.units_at(target, ENEMY[side])) - self.acted  # reading 9
        defence = sum(self.strength[u] for u in defenders) + ground.covered(target)
        return attack - defence - all(target in ground.river[h] for h in hexes)

    def advances(self, attackers: Units, place: str) -> set[str]:
        """9.7: no unit, one counter, or one stack (reading 7)."""
        stacks = {tuple(u for u in attackers if self.where[u] == self.where[a]) for a in attackers}
        return {"no"} | {f"{'+'.join(g)}>{place}" for g in stacks | {(u,) for u in attackers}}

    # ---- retreats (9.6; readings 6, 8, 33 and 42) -------------------------------------------

    def retreats(self, retreating: Units) -> set[str]:
        """Return the retreats of each stack of some units, such as `a1<0306`, by the goal alone."""
        hexes = {self.where[u] for u in retreating}
        stacks = [tuple(u for u in retreating if self.where[u] == h) for h in hexes]
        return {f"{'+'.join(stack)}<{h}" for stack in stacks for h in self.refuges(stack)}

    def refuges(self, stack: Units) -> set[str]:
        side, start = self.side[stack[0]], self.where[stack[0]]
        shut = self.zone(ENEMY[side]) | set(self.stacks(ENEMY[side])) | {start}

        def open_from(h: str) -> set[str]:
            return set(self.ground.steps[h]) - self.ground.major[h] - shut

        friends, full, found = self.stacks(side), [start], set[str]()
        for h in full:  # a stack continues from a hex without room (reading 33)
            near = open_from(h)
            for n in (near - friends.keys()) or near.difference(full):
                if n not in friends or self.fits((*friends[n], *stack)):
                    found.add(n)
                else:
                    full.append(n)
        return found

    # ---- arrivals (10.0 to 10.4) ------------------------------------------------------------

    def due(self, side: str) -> set[str]:
        """10.0; while Japan holds, nothing of turn 4 or later comes to it (4.0.2)."""
        latest = min(self.turn, 3) if side == JAPAN and self.policy == "hold" else self.turn
        own = [u for u in self.units if self.side[u] == side and self.where[u] == DUE]
        return {u for u in own if self.enters[u] <= latest}

    def may_arrive(self, units: Units, h: str) -> bool:
        side = self.side[units[0]]
        if side == JAPAN:  # 10.1.1, 10.1.2
            land = h in self.ground.ports and not self.units_at(h, CHINA)
            return land and self.due(JAPAN).issuperset(units)
        back = {u for u in units if self.where[u] == LOST and self.kind[u] != "german"}  # 10.3
        return (
            (self.due(CHINA) | back).issuperset(units)
            and (not back or (len(units) == 1 and not self.placed))
            and h in self.ground.cities
            and h in self.controlled(CHINA)
            and self.placed.count(h) + len(units) <= 2
        )

    # ---- the verdict (4.0 to 4.0.4) ---------------------------------------------------------

    def verdict(self, extended: bool = True) -> str:
        """Return how a victory phase ends the game, or ''.

        `extended` is false if Japan declines the tenth turn.
        """
        number, needed = {3: ("4.0", 2), 9: ("4.0.1", 4), 10: ("4.0.4", 5)}[self.turn]
        if self.turn == 9 and self.policy == "hold":
            number, needed = "4.0.2", 2
        if self.points() >= needed:
            return f"Japan {number}"
        return f"China {number}" if self.turn == 10 or not extended else ""

    # ---- the records -------------------------------------------------------------------------

    def begin_turn(self, turn: int) -> None:
        self.turn, self.landed, self.used = turn, False, set()

    def begin_phase(self) -> None:
        self.acted, self.railed, self.placed = set(), False, []

    def remember(self, kind: str, side: str, event: Event) -> None:
        """Record the effects of an answer, before units are moved."""
        text = format_event(event)
        if isinstance(event, Attack):
            self.acted |= {*event.units, *self.units_at(event.place, ENEMY[side])}  # 9.1.2
            self.used |= set(event.payer)
            self.chen_fights = "chen" in event.payer
        elif text == "chen":
            self.used.add("chen")
            self.chen_fights = True
        elif text in ("hold", "expand"):
            self.policy = text
        elif isinstance(event, Move | Rail | Place | Retreat):
            if kind == "move":
                self.acted |= set(event.units)
                self.railed |= isinstance(event, Rail)
            if kind == "reinforce":
                h = event.path[0]
                self.landed |= side == JAPAN and h not in self.controlled(JAPAN)  # 10.1.2
                self.placed += [h] * len(event.units)
            self.last |= {h: side for h in event.path if h in self.last}
            self.trod |= set(event.path) if side == JAPAN else set()

    def stand(self, where: Mapping[str, str], fought: bool) -> None:
        """Set the positions of units; `fought` is whether an attack moved them.

        Chen Cheng is lost with any Chinese unit removed in his attack (9.5; reading 12).
        """
        lost = {u for u in self.units if where[u] == LOST != self.where[u]}
        if fought and self.chen_fights:
            self.chen_lost |= any(self.side[u] == CHINA for u in lost)
        self.where = dict(where)


def some(things: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of one or more, in order."""
    every = tuple(things)
    for size in range(1, len(every) + 1):
        yield from combinations(every, size)
