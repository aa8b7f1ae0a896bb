"""The First Shanghai Incident once more: the printed rules and the readings, without the code under
test but for its tables of the data. Plain and slow; events are texts, as they are written.

A model to hold the program against. It knows no refusals, no odds, no options.
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
class Fight:
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
    """The last unit removed for these hits, by its number; NOWHERE when others have fallen back."""
    fallen: int = -1

    @property
    def on_attackers(self) -> bool:
        return self.stage in ("defence", "repelled")


@dataclass
class Model:
    tables: Incident1932Tables
    locations: dict[str, str] = field(default_factory=dict)
    """An area, `due`, `river`, `lost`, `Off` or `cut`."""
    points: dict[str, int] = field(default_factory=lambda: {JAPAN: 13, CHINA: 8})
    victory: int = 0
    nights: int = 2
    bombs: int = 1
    turn: int = 0
    passes: int = 0
    asks: tuple[str, str] = ("set-up", CHINA)
    """What is asked, and of whom."""
    place: str = "01"
    """Where China sets up."""
    fight: Fight | None = None
    advanced: Units = ()
    ending: str = ""

    def __post_init__(self) -> None:
        self.units: Units = self.tables.units
        self.number = {unit: k for k, unit in enumerate(self.units)}
        self.side = dict(zip(self.units, self.tables.side, strict=True))
        self.service = dict(zip(self.units, self.tables.service, strict=True))
        self.locations = dict.fromkeys(self.units, "due")

    # ---- where units stand ----------------------------------------------------------------

    def at(self, place: str, side: str) -> Units:
        return tuple(u for u in self.units if self.locations[u] == place and self.side[u] == side)

    def put(self, units: Units, place: str) -> None:
        self.locations |= dict.fromkeys(units, place)

    def open_to(self, units: Units, place: str, locations: dict[str, str]) -> bool:
        """8.1 and 8.2: no enemy, one service, four at most."""
        there = [u for u in self.units if locations[u] == place]
        alike = all(self.service[u] == self.service[units[0]] for u in there)
        return alike and len(there) + len(units) <= 4

    def supplied(self) -> set[str]:
        """4.2: from the sources along the railway, no farther than an area with Japan in it."""
        found = {place for place in SOURCES if not self.at(place, JAPAN)}
        while more := {
            goal
            for place in found
            for goal in self.tables.rail[place]
            if not self.at(goal, JAPAN) and goal not in found
        }:
            found |= more
        return found

    # ---- what may be written --------------------------------------------------------------

    def legal(self) -> set[str]:
        kind, side = self.asks
        if kind == "set-up":
            return set(self.set_ups())
        if kind == "act":
            return {"pass", *(self.acts(side) if self.points[side] else ())}
        if kind == "hits":
            assert self.fight
            units = self.fight.attackers if self.fight.on_attackers else self.fight.defenders
            return {
                way[0]
                for way in self.ways_of_taking(
                    units,
                    self.fight.hits,
                    self.fight.removed,
                    self.fight.fallen,
                    self.locations,
                    side,
                )
            }
        if kind == "decide":
            return {"go", "halt", *(["bombs/go"] if side == JAPAN and self.bombs else [])}
        if kind == "advance":
            assert self.fight
            place = self.fight.place
            return {"no", *(f"{'+'.join(g)}>{place}" for g in groups(self.fight.attackers))}
        assert kind == "pursuit", "dice are not listed"
        return {"no", *self.operations(self.advanced, side, "& ")}

    def set_ups(self) -> Iterator[str]:
        """3.1, with four at most to an area."""
        own = "fifth-army" if self.place in ("01", "05") else "route-army"
        free = tuple(u for u in self.at("due", CHINA) if self.service[u] == own)
        sizes = {"01": (2,), "05": (2,), "02": (2, 3, 4), "03": (len(free),)}[self.place]
        for group in groups(free):
            if len(group) in sizes:
                yield f"{'+'.join(group)}@{self.place}"

    def acts(self, side: str) -> Iterator[str]:
        for place in self.tables.areas:
            yield from self.operations(self.at(place, side), side)
        afloat = self.at("river", JAPAN)
        if side == JAPAN and afloat:
            for place in LANDINGS:
                if self.at(place, CHINA) or self.open_to(afloat, place, self.locations):
                    yield f"{'+'.join(afloat)}@{place}"

    def operations(self, units: Units, side: str, sign: str = "") -> Iterator[str]:
        """Moves, assaults and fire of units of one area; in a pursuit (`& `) no fire."""
        for group in groups(units):
            if side == JAPAN and len({unit[0] for unit in group}) > 1:
                continue  # 7.4
            named = "+".join(group)
            for path in self.paths(group, side):
                yield f"{sign}{named}>{path}"
            for place in self.tables.neighbours[self.locations[group[0]]]:
                if self.at(place, OTHER[side]):
                    yield f"{sign}{named}*{place}"
                    if side == CHINA and self.nights:
                        yield f"{sign}night/{named}*{place}"
                    if side == JAPAN and not sign:
                        yield f"{named}:{place}"

    def paths(self, group: Units, side: str) -> Iterator[str]:
        start, near = self.locations[group[0]], self.tables.neighbours
        first = [goal for goal in near[start] if self.open_to(group, goal, self.locations)]
        yield from first
        if group == ("d3",):  # 8.3: the cavalry alone, by the lowest middle (reading 29)
            seen = {start, *first}
            for middle in first:
                for goal in near[middle]:
                    if goal not in seen and self.open_to(group, goal, self.locations):
                        seen.add(goal)
                        yield f"{middle}>{goal}"
        if side == CHINA and start in SOURCES:
            yield "Off"

    def refuges(self, unit: str, locations: dict[str, str]) -> Iterator[str]:
        """9.4, 8.4; nowhere from the river (9.6)."""
        place = locations[unit]
        if place == "river":
            return
        for goal in self.tables.neighbours[place]:
            if self.open_to((unit,), goal, locations):
                yield goal
        if self.side[unit] == CHINA and place in SOURCES:
            yield "Off"

    def ways_of_taking(
        self,
        units: Units,
        hits: int,
        removed: int,
        fallen: int,
        locations: dict[str, str],
        side: str,
    ) -> Iterator[Units]:
        """9.3, to its end: removals, then retreats, then points, each kind in the order of the
        counters (readings 3 and 27).
        """
        if hits <= 0:
            yield ()
            return
        for unit in units:
            k, rest = self.number[unit], tuple(u for u in units if u != unit)
            if k > removed:
                ends = [()] if not rest else self.ways_of_taking(
                    rest, hits - 3, k, fallen, locations | {unit: "lost"}, side
                )  # fmt: skip
                for end in ends:
                    yield f"lose {unit}", *end
            for goal in self.refuges(unit, locations) if k > fallen else ():
                for end in self.ways_of_taking(
                    rest, hits - 1, NOWHERE, k, locations | {unit: goal}, side
                ):
                    yield f"{unit}<{goal}", *end
        if self.points[side] >= hits:
            yield (f"pay {hits}",)

    # ---- what follows ---------------------------------------------------------------------

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
        elif kind == "hits":
            self.take(text, side)
        elif kind == "decide":
            self.decide(text)
        elif kind == "assault":
            self.clash(*pips)
        else:
            self.advance(text, side)

    def set_up(self, text: str) -> None:
        self.put(tuple(text.partition("@")[0].split("+")), self.place)
        self.place = AFTER[self.place]
        if not self.place:
            self.put(("m1",), "04")
            self.put(("d1", "d2", "d3"), "06")
            self.put(("n1",), "07")
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
        enemies = self.at(place, OTHER[side])
        if sign == ">" or (sign == "@" and not enemies):
            self.put(units, place)
            return
        self.fight = Fight(side, units, enemies, place, night, pursuit)
        self.nights -= night
        self.asks = ("fire" if sign == ":" else "assault" if night else "defence", "chance")

    def shoot(self, kind: str, pips: list[int]) -> None:
        assert self.fight
        units = self.fight.attackers if kind == "fire" else self.fight.defenders
        fire = [self.tables.fire[self.number[unit]] for unit in units]
        self.strike(kind, sum(pip <= most for pip, most in zip(pips, fire, strict=True)))

    def strike(self, stage: str, hits: int) -> None:
        """Hits on a side; with none left, what follows them."""
        fight = self.fight
        assert fight
        fight.stage, fight.hits, fight.removed, fight.fallen = stage, hits, -1, -1
        if hits > 0:
            self.asks = ("hits", fight.side if fight.on_attackers else OTHER[fight.side])
        elif stage == "defence" and fight.attackers:
            self.asks = ("decide", fight.side)
        elif stage == "beaten" and not fight.defenders:
            self.asks = ("advance", fight.side)
        else:
            self.over()

    def take(self, text: str, side: str) -> None:
        fight = self.fight
        assert fight
        if text.startswith("pay"):
            self.points[side] -= fight.hits
            self.strike(fight.stage, 0)
            return
        unit, goal = (text[5:], "lost") if text.startswith("lose") else text.split("<")
        hits = fight.hits - (3 if goal == "lost" else 1)
        if goal == "lost":
            self.victory = max(0, self.victory + (1 if side == CHINA else -1))
            fight.removed = self.number[unit]
        else:
            fight.removed, fight.fallen = NOWHERE, self.number[unit]
        self.locations[unit] = goal
        units = fight.attackers if fight.on_attackers else fight.defenders
        rest = tuple(u for u in units if u != unit)
        if fight.on_attackers:
            fight.attackers = rest
        else:
            fight.defenders = rest
        fight.hits = hits
        if hits <= 0 or (not rest and goal == "lost"):
            self.strike(fight.stage, 0)

    def decide(self, text: str) -> None:
        assert self.fight
        if text == "halt":
            self.over()
            return
        self.fight.bombs = text == "bombs/go"
        self.bombs -= self.fight.bombs
        self.asks = ("assault", "chance")

    def clash(self, ours: int, theirs: int) -> None:
        """9.2.3, with 9.2.2 and 9.2.4."""
        fight = self.fight
        assert fight
        settled = fight.side == CHINA and fight.place == "07"
        ahead = (
            self.strength(fight.attackers) + ours + 2 * fight.bombs
            - self.strength(fight.defenders) - theirs - 4 * settled
        )  # fmt: skip
        if ahead > 0:
            self.strike("beaten", ahead)
        elif ahead < 0 and not fight.night:
            self.strike("repelled", -ahead)
        else:
            self.over()

    def strength(self, units: Units) -> int:
        return max(self.tables.combat[self.number[unit]] for unit in units) + len(units) - 1

    def over(self) -> None:
        assert self.fight
        self.asks, self.fight = ("act", OTHER[self.fight.side]), None

    def advance(self, text: str, side: str) -> None:
        fight = self.fight
        assert fight
        self.over()
        if text == "no":
            return
        units = tuple(text.partition(">")[0].split("+"))
        self.put(units, fight.place)
        if not fight.pursuit and self.points[side] and any(self.operations(units, side, "& ")):
            self.asks, self.advanced = ("pursuit", side), units

    def end_turn(self) -> None:
        self.passes = 0
        self.victory += sum(bool(self.at(place, JAPAN)) for place in SUNS)
        supplied = self.supplied()
        if self.turn == 1:
            china = len(supplied.intersection(SOURCES)) + sum(
                1 + (place in supplied)
                for place in self.tables.areas
                if place not in SOURCES and self.at(place, CHINA)
            )
            self.turn, self.points, self.asks = 2, {JAPAN: 13, CHINA: china}, ("act", JAPAN)
            self.put(self.at("due", JAPAN), "river")
            return
        if self.victory >= 10:
            self.ending = "Japan 4.1"
            return
        for place in set(self.tables.areas) - supplied:
            self.put(self.at(place, CHINA), "cut")
        within = any(self.at(f"{number:02}", CHINA) for number in range(1, 9))
        self.ending = "China 4.2" if within else "Japan 4.2"


def groups(units: Units) -> Iterator[Units]:
    for size in range(1, len(units) + 1):
        yield from combinations(units, size)
