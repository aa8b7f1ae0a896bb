"""What units may do in the First Shanghai Incident: moves, fires, assaults, the landing. Pure
questions about a state.

Each `bar_…` answers with the rejection that forbids an act, or nothing; refusing and listing
ask the same functions, so they cannot differ. Rule numbers as printed
(`spec/incident1932/rules.md`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.incident1932.state import (
    CHINA,
    DUE,
    ENEMY,
    JAPAN,
    OFF,
    RIVER,
    Group,
    Sheet,
    State,
)
from senpu.replay.parts.counters import parse_group
from senpu.spec.loader import Spec

Path = tuple[str, ...]


class Named(NamedTuple):
    """Units of one side as an event names them; the same on every position."""

    side: str
    group: Group
    ids: tuple[str, ...]
    """The names in the game's order."""
    reach: int
    """How many areas they move together (8.3)."""


class Groups(dict[Group, Named]):
    """Units of one formation by number, kept once looked up."""

    def __init__(self, acts: Acts) -> None:
        super().__init__()
        self.acts = acts

    def __missing__(self, group: Group) -> Named:
        sheet = self.acts.sheet
        made = self[group] = self.acts.named(sheet.ids(group), sheet.side[group[0]])
        return made


class Acts:
    """The acts of one rule set: its sheet, its switches, its printed numbers."""

    def __init__(self, spec: Spec) -> None:
        self.sheet = Sheet(spec)
        self.switch = spec.switch
        self.number = spec.edition.number
        self.stacking = self.sheet.stacking
        self._named: dict[tuple[str, ...], Named] = {}
        self.called = Groups(self)
        self.enemies = {side: self.sheet.span[enemy] for side, enemy in ENEMY.items()}

    def reject(self, why: str, number: str, **facts: object) -> IllegalEventError:
        return IllegalEventError(why, self.number[number], **facts)

    # ---- who acts -----------------------------------------------------------------------

    def named(self, units: tuple[str, ...], side: str) -> Named:
        """Units of `side` by name, all of one formation. Raises IllegalEventError."""
        found = self._named.get(units)
        if found is None or found.side != side:
            found = self._named[units] = self._looked_up(units, side)
        return found

    def _looked_up(self, units: tuple[str, ...], side: str) -> Named:
        sheet = self.sheet
        group = parse_group(self.reject, sheet.index, units, "act", "act")
        for k in group:
            if sheet.side[k] != side:
                raise self.reject("notYours", "act", unit=sheet.units[k], side=side)
        if side == JAPAN and len({sheet.formation[k] for k in group}) > 1:  # 7.4
            raise self.reject("formations", "formation", units=sheet.ids(group))
        return Named(side, group, sheet.ids(group), min(sheet.reach[k] for k in group))

    def place_of(self, state: State, named: Named, number: str) -> str:
        """The one area where units stand. `number` is the key of the rule on groups of this
        kind of act. Raises IllegalEventError.
        """
        where, group = state.where, named.group
        place = where[group[0]]
        for k in group:
            if where[k] not in self.sheet.adjacent:
                raise self.absent(state, k, number)
            if where[k] != place:  # 7.3.1 to 7.3.3: of one area
                raise self.reject("apart", number, units=named.ids)
        return place

    def absent(self, state: State, unit: int, number: str) -> IllegalEventError:
        """Why a unit that stands in no area does nothing: it is due, afloat or gone."""
        place, ident = state.where[unit], self.sheet.units[unit]
        if place == DUE:
            turn = self.sheet.enters[unit]
            return self.reject("notYet", "reinforcements", unit=ident, turn=turn)
        if place == RIVER:
            group = "+".join(self.sheet.ids(self.afloat(state)))
            return self.reject("afloat", "landing", unit=ident, group=group)
        return self.reject("offMap", number, unit=ident)

    def groups(self, units: Group) -> Iterator[Named]:
        """Every group of some units that may act together, by size and order."""
        sheet = self.sheet
        for size in range(1, len(units) + 1):
            for group in combinations(units, size):
                if len({sheet.formation[k] for k in group}) == 1:
                    yield self.called[group]

    # ---- moving -------------------------------------------------------------------------

    def shut(self, where: Path, side: str, group: Group, goal: str) -> str:
        """Why units may not come into an area, or nothing: enemies (8.1), stacking (8.2)."""
        sheet = self.sheet
        if goal in where[self.enemies[side]]:
            return "enemyThere"
        own = where[sheet.span[side]]
        if goal in own:
            there = own.index(goal) + sheet.span[side].start
            if sheet.service[there] != sheet.service[group[0]]:
                return "services"
            if own.count(goal) + len(group) > self.stacking:
                return "full"
        elif len(group) > self.stacking:
            return "full"
        return ""

    def bar_entry(
        self, where: Path, side: str, group: Group, goal: str, number: str = ""
    ) -> IllegalEventError | None:
        """Coming into an area. `number` is the key of the rule told of, where it is not that
        of what stands in the way.
        """
        why = self.shut(where, side, group, goal)
        if not why:
            return None
        own = self.sheet.standing(where, side, goal)
        keys = {
            "enemyThere": "enemy",
            "services": "navy" if side == JAPAN else "armies",
            "full": "stacking",
        }
        facts: dict[str, object] = {"place": goal}
        if why == "services":
            facts["unit"] = self.sheet.units[own[0]]
        elif why == "full":
            facts |= {"count": len(own), "most": self.stacking}
        return self.reject(why, number or keys[why], **facts)

    def bar_exit(self, side: str, place: str) -> IllegalEventError | None:
        """Leaving the map (8.4): China from its sources of supply."""
        if side == JAPAN:
            return self.reject("japanStays", "exit")
        if place not in self.sheet.source:
            return self.reject("exitWhere", "exit", place=place, places=self.sheet.source)
        return None

    def bar_step(
        self, where: Path, named: Named, place: str, goal: str
    ) -> IllegalEventError | None:
        """One step of a move, off the map too."""
        if goal not in self.sheet.adjacent[place]:
            if goal == OFF:
                return self.bar_exit(named.side, place)
            if goal not in self.sheet.adjacent:
                return self.reject("unknownPlace", "group_move", place=goal)
            return self.reject("notAdjacent", "group_move", place=place, goal=goal)
        return self.bar_entry(where, named.side, named.group, goal)

    def way(self, state: State, named: Named, place: str, path: Path) -> Path:
        """The canonical path of a move: the shortest one, by the lowest numbers (reading 29).
        Raises IllegalEventError.
        """
        where = state.where
        if len(path) == 1:
            bar = self.bar_step(where, named, place, path[0])
            if bar is None:
                return path
            if named.reach == 1:
                raise bar
            found = self.ways(where, named, place).get(path[0])
            if found is None:
                raise self.unreached(where, named, place, path[0], bar)
            return found
        if bar := self.bar_length(named, path):
            raise bar
        here = place
        for goal in path:
            if goal == place and here != place:
                raise self.reject("noReturn", "cavalry", place=place)
            if bar := self.bar_step(where, named, here, goal):
                raise bar
            here = goal
        return self.ways(where, named, place)[here]

    def bar_length(self, named: Named, path: Path) -> IllegalEventError | None:
        """A path of several areas: by cavalry alone (8.3), and not on from off the map (8.4)."""
        if OFF in path[:-1]:
            return self.reject("offForGood", "exit")
        if len(path) <= named.reach:
            return None
        if named.reach > 1:
            return self.reject("tooFar", "cavalry", units=named.ids, most=named.reach)
        company = any(self.sheet.reach[k] > 1 for k in named.group)
        if company:
            return self.reject("company", "cavalry", units=named.ids)
        return self.reject("farther", "group_move", units=named.ids)

    def unreached(
        self, where: Path, named: Named, place: str, goal: str, bar: IllegalEventError
    ) -> IllegalEventError:
        """Why cavalry cannot get to an area to which no way is written. `bar` is what forbids one
        step there.
        """
        if bar.reason != "notAdjacent":
            return bar
        if goal == place:
            return self.reject("noReturn", "cavalry", place=place)
        away = self.sheet.distance[place].get(goal, named.reach + 1)
        entry = self.bar_entry(where, named.side, named.group, goal)
        if entry is not None and away <= named.reach:
            return entry
        return self.reject("noWay", "cavalry", place=place, goal=goal, most=named.reach)

    def ways(self, where: Path, named: Named, place: str) -> dict[str, Path]:
        """Every goal of a move with its canonical path, nearest first."""
        near, sheet = self.sheet.near, self.sheet
        found: dict[str, Path] = {}
        front: list[tuple[str, Path]] = [(place, ())]
        for _ in range(named.reach):
            further: list[tuple[str, Path]] = []
            for here, path in front:
                for goal in near[here]:
                    if goal in found or goal == place:
                        continue
                    if not self.shut(where, named.side, named.group, goal):
                        found[goal] = (*path, goal)
                        further.append((goal, found[goal]))
                if named.side == CHINA and here in sheet.source and OFF not in found:
                    found[OFF] = (*path, OFF)
            front = further
        return found

    # ---- attacking ----------------------------------------------------------------------

    def bar_target(
        self, state: State, side: str, place: str, target: str, number: str
    ) -> IllegalEventError | None:
        """Attacking one adjacent area with enemies in it (7.3.2, 7.3.3). `number` is the key
        of the rule.
        """
        if target not in self.sheet.adjacent[place]:
            if target not in self.sheet.adjacent:
                return self.reject("unknownPlace", number, place=target)
            return self.reject("notAdjacent", number, place=place, goal=target)
        if target not in state.where[self.sheet.span[ENEMY[side]]]:
            return self.reject("nobodyThere", number, place=target)
        return None

    def targets(self, state: State, side: str, place: str) -> tuple[str, ...]:
        """The adjacent areas with enemies in them."""
        enemies = state.where[self.enemies[side]]
        return tuple([goal for goal in self.sheet.near[place] if goal in enemies])

    def bar_night(
        self, state: State, side: str, payer: tuple[str, ...]
    ) -> IllegalEventError | None:
        """What an assault may be paid with beside its point: a night marker (9.2.2)."""
        if payer == ("bombs",):  # they are declared later (9.2.4)
            why = "bombsLater" if state.bombs else "bombsUsed"
            return self.reject(why if side == JAPAN else "bombsJapan", "bombs")
        if payer != ("night",):
            return self.reject("noPayer", "assault", payer=payer)
        if side != CHINA:
            return self.reject("nightChina", "night")
        if state.nights <= 0:
            return self.reject("nightsUsed", "night", uses=self.sheet.limit["night_attacks"])
        return None

    # ---- landing ------------------------------------------------------------------------

    def afloat(self, state: State) -> Group:
        """The units on the Yangtze: all of them land together (7.3.4, reading 11)."""
        return self.sheet.standing(state.where, JAPAN, RIVER)

    def bar_landing(self, state: State, named: Named, place: str) -> IllegalEventError | None:
        """The landing of all that wait on the river (7.3.4, 2.1.2)."""
        sheet, afloat = self.sheet, self.afloat(state)
        for k in named.group:
            if state.where[k] == DUE:
                return self.absent(state, k, "landing")
            if state.where[k] != RIVER:
                return self.reject("notAfloat", "landing", unit=sheet.units[k])
        if named.group != afloat:
            return self.reject("landAll", "landing", units=sheet.ids(afloat))
        if place not in sheet.landing:
            if place not in sheet.adjacent:
                return self.reject("unknownPlace", "landing", place=place)
            number = "fort" if place in sheet.fort else "landing"
            why = "fort" if place in sheet.fort else "noLanding"
            return self.reject(why, number, place=place, places=sheet.landing)
        if place in state.where[sheet.span[CHINA]]:
            return None  # an assault (9.6)
        return self.bar_entry(state.where, JAPAN, named.group, place)

    # ---- falling back -------------------------------------------------------------------

    def refuges(self, where: Path, side: str, unit: int) -> tuple[str, ...]:
        """Where a unit may fall back to (9.4, 8.4): never from the river (9.6), an attacker
        from its own area (reading 7).
        """
        place = where[unit]
        if place == RIVER:
            return ()
        near, alone = self.sheet.near[place], (unit,)
        goals = [goal for goal in near if not self.shut(where, side, alone, goal)]
        if side == CHINA and place in self.sheet.source:
            goals.append(OFF)
        return tuple(goals)

    def bar_refuge(self, where: Path, side: str, unit: int, goal: str) -> IllegalEventError | None:
        """Falling back to one place."""
        place, ident = where[unit], self.sheet.units[unit]
        if place == RIVER:
            return self.reject("noWayBack", "landing_fight", unit=ident)
        if goal == OFF:
            return self.bar_exit(side, place)
        if goal not in self.sheet.adjacent[place]:
            if goal not in self.sheet.adjacent:
                return self.reject("unknownPlace", "retreat", place=goal)
            return self.reject("notAdjacent", "retreat", place=place, goal=goal)
        return self.bar_entry(where, side, (unit,), goal, "retreat")

    def room(self, where: Path, side: str, unit: int) -> int:
        """How many like a unit can fall back from its area at once."""
        own = where[self.sheet.span[side]]
        return sum(
            len(own) if goal == OFF else self.stacking - own.count(goal)
            for goal in self.refuges(where, side, unit)
        )
