"""A second implementation of the First Shanghai Incident, from the printed rules and the readings.

It shares only the tables of the data with the code under test. It is plain and slow, its events
are texts, and it has no rejections and no odds. It has the options of readings 24 and 39.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from senpu.replay.games.incident1932.state import Incident1932Tables

JAPAN, CHINA = "japan", "china"
OTHER = {JAPAN: CHINA, CHINA: JAPAN}
SOURCES, SUNS = ("08", "12"), ("02", "03", "04", "06")
LANDINGS = ("04", "06", "07", "09", "10")
AFTER = {"01": "02", "02": "03", "03": "05", "05": ""}
"""The order in which China fills its areas."""
NOWHERE = 99

Units = tuple[str, ...]


@dataclass
class ModelCombat:
    side: str
    attackers: Units
    defenders: Units
    place: str
    night: bool = False
    pursuit: bool = False
    bombs: bool = False
    stage: str = ""
    hits: int = 0
    removed: int = -1
    """The last unit removed for these hits, by its number; NOWHERE if others have retreated."""
    retreated: int = -1
    thinned: bool = False
    """An attacker has retreated from the defensive fire (reading 6)."""

    @property
    def on_attackers(self) -> bool:
        return self.stage in ("defence", "repelled")


@dataclass
class Model:
    tables: Incident1932Tables
    options: tuple[str, ...] = ()
    locations: dict[str, str] = field(default_factory=dict)
    """An area, `due`, `river`, `lost`, `Off` or `cut`."""
    points: dict[str, int] = field(default_factory=lambda: {JAPAN: 13, CHINA: 8})
    victory: int = 0
    nights: int = 2
    bombs: int = 1
    turn: int = 0
    passes: int = 0
    asks: tuple[str, str] = ("set-up", CHINA)
    """The kind and the side of the pending decision."""
    place: str = "01"
    """The area in which China sets up."""
    fight: ModelCombat | None = None
    advanced: Units = ()
    ending: str = ""

    def __post_init__(self) -> None:
        self.units: Units = self.tables.units
        self.number = {unit: k for k, unit in enumerate(self.units)}
        self.side = dict(zip(self.units, self.tables.side, strict=True))
        self.service = dict(zip(self.units, self.tables.service, strict=True))
        self.locations = dict.fromkeys(self.units, "due")

    # ---- places ---------------------------------------------------------------------------

    def find_units(self, place: str, side: str) -> Units:
        return tuple(u for u in self.units if self.locations[u] == place and self.side[u] == side)

    def place_units(self, units: Units, place: str) -> None:
        self.locations |= dict.fromkeys(units, place)

    def is_open_to(self, units: Units, place: str, locations: dict[str, str]) -> bool:
        """Return whether units may enter (8.1, 8.2): no enemy, one service, at most four."""
        there = [u for u in self.units if locations[u] == place]
        is_one_service = all(self.service[u] == self.service[units[0]] for u in there)
        return is_one_service and len(there) + len(units) <= 4

    def find_supplied(self) -> set[str]:
        """Return the areas in supply (4.2): along the railway, up to an area with Japan in it."""
        found = {place for place in SOURCES if not self.find_units(place, JAPAN)}
        while more := {
            goal
            for place in found
            for goal in self.tables.rail[place]
            if not self.find_units(goal, JAPAN) and goal not in found
        }:
            found |= more
        return found

    # ---- legal events ---------------------------------------------------------------------

    def list_legal(self) -> set[str]:
        kind, side = self.asks
        if kind == "set-up":
            return set(self.iter_set_ups())
        if kind == "act":
            return {"pass", *(self.iter_acts(side) if self.points[side] else ())}
        if kind == "hits":
            assert self.fight
            units = self.fight.attackers if self.fight.on_attackers else self.fight.defenders
            return {
                way[0]
                for way in self.iter_hit_choices(
                    units,
                    self.fight.hits,
                    self.fight.removed,
                    self.fight.retreated,
                    self.locations,
                    side,
                )
            }
        if kind == "withdraw":
            return {"no", *self.iter_withdrawals()}
        if kind == "decide":
            return {"go", "halt", *(["bombs/go"] if side == JAPAN and self.bombs else [])}
        if kind == "advance":
            assert self.fight
            place, units = self.fight.place, self.fight.attackers
            must = self.locations[units[0]] == "river" and "landing-advances" in self.options
            goals = {f"{'+'.join(g)}>{place}" for g in groups(units)}
            return goals if must else {"no", *goals}
        assert kind == "pursuit", "dice are not listed"
        return {"no", *self.iter_operations(self.advanced, side, "& ")}

    def iter_set_ups(self) -> Iterator[str]:
        """Yield the set-ups in an area (3.1), with at most four units."""
        own = "fifth-army" if self.place in ("01", "05") else "route-army"
        free = tuple(u for u in self.find_units("due", CHINA) if self.service[u] == own)
        sizes = {"01": (2,), "05": (2,), "02": (2, 3, 4), "03": (len(free),)}[self.place]
        for group in groups(free):
            if len(group) in sizes:
                yield f"{'+'.join(group)}@{self.place}"

    def iter_acts(self, side: str) -> Iterator[str]:
        for place in self.tables.areas:
            yield from self.iter_operations(self.find_units(place, side), side)
        afloat = self.find_units("river", JAPAN)
        if side == JAPAN and afloat:
            for place in LANDINGS:
                if self.find_units(place, CHINA) or self.is_open_to(afloat, place, self.locations):
                    yield f"{'+'.join(afloat)}@{place}"

    def iter_operations(self, units: Units, side: str, sign: str = "") -> Iterator[str]:
        """Yield moves, assaults and fire of units of one area; in a pursuit (`& `) no fire."""
        for group in groups(units):
            if side == JAPAN and len({unit[0] for unit in group}) > 1:
                continue  # 7.4
            named = "+".join(group)
            for path in self.iter_moves(group, side):
                yield f"{sign}{named}>{path}"
            for place in self.tables.neighbours[self.locations[group[0]]]:
                if self.find_units(place, OTHER[side]):
                    yield f"{sign}{named}*{place}"
                    if side == CHINA and self.nights:
                        yield f"{sign}night/{named}*{place}"
                    if side == JAPAN and not sign:
                        yield f"{named}:{place}"

    def iter_moves(self, group: Units, side: str) -> Iterator[str]:
        start, near = self.locations[group[0]], self.tables.neighbours
        first = [goal for goal in near[start] if self.is_open_to(group, goal, self.locations)]
        yield from first
        if group == ("d3",):  # 8.3: the cavalry alone, by the lowest middle (reading 29)
            seen = {start, *first}
            for middle in first:
                for goal in near[middle]:
                    if goal not in seen and self.is_open_to(group, goal, self.locations):
                        seen.add(goal)
                        yield f"{middle}>{goal}"
        if side == CHINA and start in SOURCES:
            yield "Off"

    def iter_refuges(self, unit: str, locations: dict[str, str]) -> Iterator[str]:
        """Yield the retreats of a unit (9.4, 8.4); none from the river (9.6)."""
        place = locations[unit]
        if place == "river":
            return
        for goal in self.tables.neighbours[place]:
            if self.is_open_to((unit,), goal, locations):
                yield goal
        if self.side[unit] == CHINA and place in SOURCES:
            yield "Off"

    def iter_hit_choices(
        self,
        units: Units,
        hits: int,
        removed: int,
        retreated: int,
        locations: dict[str, str],
        side: str,
    ) -> Iterator[Units]:
        """Yield complete choices for hits (9.3): removals, then retreats, then points.

        Each kind is in the order of the counters (readings 3 and 27).
        """
        if hits <= 0:
            yield ()
            return
        for unit in units:
            k, rest = self.number[unit], tuple(u for u in units if u != unit)
            if k > removed:
                ends = [self.pay_surplus(hits - 3, side)] if not rest else self.iter_hit_choices(
                    rest, hits - 3, k, retreated, locations | {unit: "lost"}, side
                )  # fmt: skip
                for end in ends:
                    yield f"lose {unit}", *end
            for goal in self.iter_refuges(unit, locations) if k > retreated else ():
                for end in self.iter_hit_choices(
                    rest, hits - 1, NOWHERE, k, locations | {unit: goal}, side
                ):
                    yield f"{unit}<{goal}", *end
        if self.points[side] >= hits:
            yield (f"pay {hits}",)

    def pay_surplus(self, hits: int, side: str) -> Units:
        """Return the payment after the last removal (9.3; reading 6), or nothing."""
        assert self.fight
        paid = min(max(hits, 0), self.points[side]) if self.fight.thinned else 0
        return (f"pay {paid}",) if paid else ()

    def iter_withdrawals(self) -> Iterator[str]:
        """Yield the retreats beyond the hits (reading 24)."""
        assert self.fight
        units = self.fight.attackers if self.fight.on_attackers else self.fight.defenders
        for unit in units if "more-retreats" in self.options else ():
            if self.number[unit] > self.fight.retreated:
                for goal in self.iter_refuges(unit, self.locations):
                    yield f"{unit}<{goal}"

    # ---- effects --------------------------------------------------------------------------

    def play(self, text: str) -> None:
        kind, side = self.asks
        pips = [int(die.strip("JC")) for die in text.strip("[]").split()] if text[0] == "[" else []
        if kind == "set-up":
            self.set_up(text)
        elif kind == "act":
            self.act(text, side)
        elif kind == "pursuit":
            self.act(text.removeprefix("& "), side, pursuit=True)
        elif kind in ("fire", "defence"):
            self.shoot(kind, pips)
        elif kind in ("hits", "withdraw"):
            self.take(text, side)
        elif kind == "decide":
            self.decide(text)
        elif kind == "assault":
            self.clash(*pips)
        else:
            self.advance(text, side)

    def set_up(self, text: str) -> None:
        self.place_units(tuple(text.partition("@")[0].split("+")), self.place)
        self.place = AFTER[self.place]
        if not self.place:
            self.place_units(("m1",), "04")
            self.place_units(("d1", "d2", "d3"), "06")
            self.place_units(("n1",), "07")
            self.turn, self.asks = 1, ("act", JAPAN)

    def act(self, text: str, side: str, pursuit: bool = False) -> None:
        self.asks, self.advanced = ("act", OTHER[side]), ()
        if text == "no":
            return
        if text == "pass":
            self.passes += 1
            if self.passes == 2:
                self.end_turn()
            return
        self.passes = 0
        self.points[side] -= 1
        night, text = text.startswith("night/"), text.removeprefix("night/")
        sign = next(sign for sign in ">:*@" if sign in text)
        names, *path = text.split(sign)
        units, place = tuple(names.split("+")), path[-1]
        enemies = self.find_units(place, OTHER[side])
        if sign == ">" or (sign == "@" and not enemies):
            self.place_units(units, place)
            return
        self.fight = ModelCombat(side, units, enemies, place, night, pursuit)
        self.nights -= night
        self.asks = ("fire" if sign == ":" else "assault" if night else "defence", "chance")

    def shoot(self, kind: str, pips: list[int]) -> None:
        assert self.fight
        units = self.fight.attackers if kind == "fire" else self.fight.defenders
        fire = [self.tables.fire[self.number[unit]] for unit in units]
        self.strike(kind, sum(pip <= most for pip, most in zip(pips, fire, strict=True)))

    def strike(self, stage: str, hits: int) -> None:
        """Set the hits on a side; without hits, continue."""
        fight = self.fight
        assert fight
        fight.stage, fight.hits, fight.removed, fight.retreated = stage, hits, -1, -1
        if hits > 0:
            self.asks = ("hits", fight.side if fight.on_attackers else OTHER[fight.side])
        else:
            self.go_on(stage)

    def go_on(self, stage: str) -> None:
        """Continue after all hits are taken."""
        fight = self.fight
        assert fight
        if stage == "defence" and fight.attackers:
            self.asks = ("decide", fight.side)
        elif stage == "beaten" and not fight.defenders:
            self.asks = ("advance", fight.side)
        else:
            self.end_combat()

    def take(self, text: str, side: str) -> None:
        fight = self.fight
        assert fight
        if text == "no":
            self.go_on(fight.stage)
            return
        if text.startswith("pay"):
            self.points[side] -= fight.hits
            fight.hits = 0
            self.end_hits(side)
            return
        unit, goal = (text[5:], "lost") if text.startswith("lose") else text.split("<")
        hits = fight.hits - (3 if goal == "lost" else 1)
        if goal == "lost":
            self.victory = max(0, self.victory + (1 if side == CHINA else -1))
            fight.removed = self.number[unit]
        else:
            fight.removed, fight.retreated = NOWHERE, self.number[unit]
            fight.thinned = fight.thinned or fight.stage == "defence"
        self.locations[unit] = goal
        units = fight.attackers if fight.on_attackers else fight.defenders
        rest = tuple(u for u in units if u != unit)
        if fight.on_attackers:
            fight.attackers = rest
        else:
            fight.defenders = rest
        fight.hits = max(hits, 0)
        if not rest and goal == "lost":
            fight.hits = int("".join(self.pay_surplus(hits, side))[4:] or 0)
        if not fight.hits:
            self.end_hits(side)

    def end_hits(self, side: str) -> None:
        assert self.fight
        if any(self.iter_withdrawals()):
            self.asks = ("withdraw", side)
        else:
            self.go_on(self.fight.stage)

    def decide(self, text: str) -> None:
        assert self.fight
        if text == "halt":
            self.end_combat()
            return
        self.fight.bombs = text == "bombs/go"
        self.bombs -= self.fight.bombs
        self.asks = ("assault", "chance")

    def clash(self, ours: int, theirs: int) -> None:
        """Roll the dice of an assault (9.2.3, 9.2.2, 9.2.4)."""
        fight = self.fight
        assert fight
        settled = fight.side == CHINA and fight.place == "07"
        ahead = (
            self.compute_strength(fight.attackers) + ours + 2 * fight.bombs
            - self.compute_strength(fight.defenders) - theirs - 4 * settled
        )  # fmt: skip
        if ahead > 0:
            self.strike("beaten", ahead)
        elif ahead < 0 and not fight.night:
            self.strike("repelled", -ahead)
        else:
            self.end_combat()

    def compute_strength(self, units: Units) -> int:
        return max(self.tables.combat[self.number[unit]] for unit in units) + len(units) - 1

    def end_combat(self) -> None:
        assert self.fight
        self.asks, self.fight = ("act", OTHER[self.fight.side]), None

    def advance(self, text: str, side: str) -> None:
        fight = self.fight
        assert fight
        self.end_combat()
        if text == "no":
            return
        units = tuple(text.partition(">")[0].split("+"))
        self.place_units(units, fight.place)
        if not fight.pursuit and self.points[side] and any(self.iter_operations(units, side, "& ")):
            self.asks, self.advanced = ("pursuit", side), units

    def end_turn(self) -> None:
        self.passes = 0
        self.victory += sum(bool(self.find_units(place, JAPAN)) for place in SUNS)
        supplied = self.find_supplied()
        if self.turn == 1:
            china = len(supplied.intersection(SOURCES)) + sum(
                1 + (place in supplied)
                for place in self.tables.areas
                if place not in SOURCES and self.find_units(place, CHINA)
            )
            self.turn, self.points, self.asks = 2, {JAPAN: 13, CHINA: china}, ("act", JAPAN)
            self.place_units(self.find_units("due", JAPAN), "river")
            return
        if self.victory >= 10:
            self.ending = "Japan 4.1"
            return
        for place in set(self.tables.areas) - supplied:
            self.place_units(self.find_units(place, CHINA), "cut")
        within = any(self.find_units(f"{number:02}", CHINA) for number in range(1, 9))
        self.ending = "China 4.2" if within else "Japan 4.2"


def groups(units: Units) -> Iterator[Units]:
    for size in range(1, len(units) + 1):
        yield from combinations(units, size)
