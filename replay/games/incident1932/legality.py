"""The legality of actions in the First Shanghai Incident: moves, fires, assaults, the landing.

Each `check_…` returns the rejection of an action, or None if it is legal. `canon_…` and `legal_…`
call the same functions, so they cannot differ. Rule numbers are the printed ones
(`spec/incident1932/en/rules.md`).
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
    Incident1932State,
    Incident1932Tables,
)
from senpu.replay.parts.counters import parse_group
from senpu.spec.loader import Spec

Places = tuple[str, ...]


class Incident1932Selection(NamedTuple):
    """Units of one side that an event names, independent of the position."""

    side: str
    group: Group
    ids: tuple[str, ...]
    """The ids in the game's order."""
    reach: int
    """The number of areas that they move together (8.3)."""


class Incident1932Selections(dict[Group, Incident1932Selection]):
    """Units of one formation by number, cached."""

    def __init__(self, legality: Incident1932Legality) -> None:
        super().__init__()
        self.legality = legality

    def __missing__(self, group: Group) -> Incident1932Selection:
        tables = self.legality.tables
        made = self[group] = self.legality.select(tables.list_ids(group), tables.side[group[0]])
        return made


class Incident1932Legality:
    """The tables, switches and printed numbers of one rule set, and its checks."""

    def __init__(self, spec: Spec) -> None:
        self.tables = Incident1932Tables(spec)
        self.switch = spec.switch
        self.number = spec.edition.number
        self.stacking = self.tables.stacking
        self._by_ids: dict[tuple[str, ...], Incident1932Selection] = {}
        self.selections = Incident1932Selections(self)
        self.enemies = {side: self.tables.span[enemy] for side, enemy in ENEMY.items()}

    def reject(self, why: str, number: str, **facts: object) -> IllegalEventError:
        """Return a rejection: the id of its text, the key of the rule, and its facts."""
        return IllegalEventError(why, self.number[number], **facts)

    # ---- units --------------------------------------------------------------------------

    def select(self, units: tuple[str, ...], side: str) -> Incident1932Selection:
        """Return units of a side by their ids, all of one formation. Raises IllegalEventError."""
        found = self._by_ids.get(units)
        if found is None or found.side != side:
            found = self._by_ids[units] = self._select(units, side)
        return found

    def _select(self, units: tuple[str, ...], side: str) -> Incident1932Selection:
        tables = self.tables
        group = parse_group(self.reject, tables.index, units, "act", "act")
        for k in group:
            if tables.side[k] != side:
                raise self.reject("notYours", "act", unit=tables.units[k], side=side)
        if side == JAPAN and len({tables.formation[k] for k in group}) > 1:  # 7.4
            raise self.reject("formations", "formation", units=tables.list_ids(group))
        return Incident1932Selection(
            side, group, tables.list_ids(group), min(tables.reach[k] for k in group)
        )

    def find_place(
        self, state: Incident1932State, selection: Incident1932Selection, number: str
    ) -> str:
        """Return the area of units that are all in one area (7.3.1 to 7.3.3).

        Args:
            state: The current state.
            selection: The units.
            number: The key of the rule on groups of this kind of action.

        Returns:
            The id of the area.

        Raises:
            IllegalEventError: If the units are off the map or apart.
        """
        locations, group = state.locations, selection.group
        place = locations[group[0]]
        for k in group:
            if locations[k] not in self.tables.adjacent:
                raise self.build_absence_error(state, k, number)
            if locations[k] != place:  # 7.3.1 to 7.3.3: of one area
                raise self.reject("apart", number, units=selection.ids)
        return place

    def build_absence_error(
        self, state: Incident1932State, unit: int, number: str
    ) -> IllegalEventError:
        """Return the rejection of a unit off the map: not arrived, afloat or removed."""
        place, ident = state.locations[unit], self.tables.units[unit]
        if place == DUE:
            turn = self.tables.enters[unit]
            return self.reject("notYet", "reinforcements", unit=ident, turn=turn)
        if place == RIVER:
            group = "+".join(self.tables.list_ids(self.find_afloat(state)))
            return self.reject("afloat", "landing", unit=ident, group=group)
        return self.reject("offMap", number, unit=ident)

    def iter_groups(self, units: Group) -> Iterator[Incident1932Selection]:
        """Yield each group of some units that can act together, by size and order."""
        tables = self.tables
        for size in range(1, len(units) + 1):
            for group in combinations(units, size):
                if len({tables.formation[k] for k in group}) == 1:
                    yield self.selections[group]

    # ---- moving -------------------------------------------------------------------------

    def find_entry_block(self, locations: Places, side: str, group: Group, goal: str) -> str:
        """Return why units must not enter an area: enemies (8.1), services or stacking (8.2).

        The result is the id of a rejection; it is empty if they may enter.
        """
        tables = self.tables
        if goal in locations[self.enemies[side]]:
            return "enemyThere"
        own = locations[tables.span[side]]
        if goal in own:
            there = own.index(goal) + tables.span[side].start
            if tables.service[there] != tables.service[group[0]]:
                return "services"
            if own.count(goal) + len(group) > self.stacking:
                return "full"
        elif len(group) > self.stacking:
            return "full"
        return ""

    def check_entry(
        self, locations: Places, side: str, group: Group, goal: str, number: str = ""
    ) -> IllegalEventError | None:
        """Return the rejection of an entry into an area, or None.

        Args:
            locations: The place of each unit.
            side: The side that moves.
            group: The units that enter.
            goal: The area.
            number: The key of the rule to cite; by default the rule on the obstacle.

        Returns:
            The rejection, or None.
        """
        why = self.find_entry_block(locations, side, group, goal)
        if not why:
            return None
        own = self.tables.find_units(locations, side, goal)
        keys = {
            "enemyThere": "enemy",
            "services": "navy" if side == JAPAN else "armies",
            "full": "stacking",
        }
        facts: dict[str, object] = {"place": goal}
        if why == "services":
            facts["unit"] = self.tables.units[own[0]]
        elif why == "full":
            facts |= {"count": len(own), "most": self.stacking}
        return self.reject(why, number or keys[why], **facts)

    def check_exit(self, side: str, place: str) -> IllegalEventError | None:
        """Return the rejection of an exit: China may leave from its sources of supply (8.4)."""
        if side == JAPAN:
            return self.reject("japanStays", "exit")
        if place not in self.tables.source:
            return self.reject("exitWhere", "exit", place=place, places=self.tables.source)
        return None

    def check_step(
        self, locations: Places, selection: Incident1932Selection, place: str, goal: str
    ) -> IllegalEventError | None:
        """Return the rejection of one step of a move, on the map or off it, or None."""
        if goal not in self.tables.adjacent[place]:
            if goal == OFF:
                return self.check_exit(selection.side, place)
            if goal not in self.tables.adjacent:
                return self.reject("unknownPlace", "group_move", place=goal)
            return self.reject("notAdjacent", "group_move", place=place, goal=goal)
        return self.check_entry(locations, selection.side, selection.group, goal)

    def find_path(
        self, state: Incident1932State, selection: Incident1932Selection, place: str, path: Places
    ) -> Places:
        """Return the canonical path of a move: the shortest, by the lowest numbers (reading 29).

        Returns:
            The areas of the path without the first one.

        Raises:
            IllegalEventError: If the path is illegal.
        """
        locations = state.locations
        if len(path) == 1:
            error = self.check_step(locations, selection, place, path[0])
            if error is None:
                return path
            if selection.reach == 1:
                raise error
            found = self.find_paths(locations, selection, place).get(path[0])
            if found is None:
                raise self.build_path_error(locations, selection, place, path[0], error)
            return found
        if error := self.check_length(selection, path):
            raise error
        here = place
        for goal in path:
            if goal == place and here != place:
                raise self.reject("noReturn", "cavalry", place=place)
            if error := self.check_step(locations, selection, here, goal):
                raise error
            here = goal
        return self.find_paths(locations, selection, place)[here]

    def check_length(
        self, selection: Incident1932Selection, path: Places
    ) -> IllegalEventError | None:
        """Return the rejection of a path of several areas, or None.

        Only cavalry has such paths (8.3), and none continues from off the map (8.4).
        """
        if OFF in path[:-1]:
            return self.reject("offForGood", "exit")
        if len(path) <= selection.reach:
            return None
        if selection.reach > 1:
            return self.reject("tooFar", "cavalry", units=selection.ids, most=selection.reach)
        company = any(self.tables.reach[k] > 1 for k in selection.group)
        if company:
            return self.reject("company", "cavalry", units=selection.ids)
        return self.reject("farther", "group_move", units=selection.ids)

    def build_path_error(
        self,
        locations: Places,
        selection: Incident1932Selection,
        place: str,
        goal: str,
        error: IllegalEventError,
    ) -> IllegalEventError:
        """Return why cavalry cannot reach an area that was given without a path.

        `error` is the rejection of one step to it.
        """
        if error.reason != "notAdjacent":
            return error
        if goal == place:
            return self.reject("noReturn", "cavalry", place=place)
        away = self.tables.distance[place].get(goal, selection.reach + 1)
        entry = self.check_entry(locations, selection.side, selection.group, goal)
        if entry is not None and away <= selection.reach:
            return entry
        return self.reject("noWay", "cavalry", place=place, goal=goal, most=selection.reach)

    def find_paths(
        self, locations: Places, selection: Incident1932Selection, place: str
    ) -> dict[str, Places]:
        """Return each goal of a move with its canonical path, nearest first."""
        neighbours, tables = self.tables.neighbours, self.tables
        found: dict[str, Places] = {}
        front: list[tuple[str, Places]] = [(place, ())]
        for _ in range(selection.reach):
            further: list[tuple[str, Places]] = []
            for here, path in front:
                for goal in neighbours[here]:
                    if goal in found or goal == place:
                        continue
                    if not self.find_entry_block(locations, selection.side, selection.group, goal):
                        found[goal] = (*path, goal)
                        further.append((goal, found[goal]))
                if selection.side == CHINA and here in tables.source and OFF not in found:
                    found[OFF] = (*path, OFF)
            front = further
        return found

    # ---- attacking ----------------------------------------------------------------------

    def check_target(
        self, state: Incident1932State, side: str, place: str, target: str, number: str
    ) -> IllegalEventError | None:
        """Return the rejection of an attack on an adjacent area with enemies (7.3.2, 7.3.3).

        `number` is the key of the rule to cite. The result is None if the attack is legal.
        """
        if target not in self.tables.adjacent[place]:
            if target not in self.tables.adjacent:
                return self.reject("unknownPlace", number, place=target)
            return self.reject("notAdjacent", number, place=place, goal=target)
        if target not in state.locations[self.tables.span[ENEMY[side]]]:
            return self.reject("nobodyThere", number, place=target)
        return None

    def find_targets(self, state: Incident1932State, side: str, place: str) -> tuple[str, ...]:
        """Return the adjacent areas with enemies."""
        enemies = state.locations[self.enemies[side]]
        return tuple([goal for goal in self.tables.neighbours[place] if goal in enemies])

    def check_night(
        self, state: Incident1932State, side: str, payer: tuple[str, ...]
    ) -> IllegalEventError | None:
        """Return the rejection of a marker that an assault uses: only night is legal (9.2.2)."""
        if payer == ("bombs",):  # they are declared later (9.2.4)
            why = "bombsLater" if state.bombs else "bombsUsed"
            return self.reject(why if side == JAPAN else "bombsJapan", "bombs")
        if payer != ("night",):
            return self.reject("noPayer", "assault", payer=payer)
        if side != CHINA:
            return self.reject("nightChina", "night")
        if state.nights <= 0:
            return self.reject("nightsUsed", "night", uses=self.tables.limit["night_attacks"])
        return None

    # ---- landing ------------------------------------------------------------------------

    def find_afloat(self, state: Incident1932State) -> Group:
        """Return the units on the Yangtze: all of them land together (7.3.4, reading 11)."""
        return self.tables.find_units(state.locations, JAPAN, RIVER)

    def check_landing(
        self, state: Incident1932State, selection: Incident1932Selection, place: str
    ) -> IllegalEventError | None:
        """Return the rejection of the landing of all units on the river (7.3.4, 2.1.2), or None."""
        tables, afloat = self.tables, self.find_afloat(state)
        for k in selection.group:
            if state.locations[k] == DUE:
                return self.build_absence_error(state, k, "landing")
            if state.locations[k] != RIVER:
                return self.reject("notAfloat", "landing", unit=tables.units[k])
        if selection.group != afloat:
            return self.reject("landAll", "landing", units=tables.list_ids(afloat))
        if place not in tables.landing:
            if place not in tables.adjacent:
                return self.reject("unknownPlace", "landing", place=place)
            number = "fort" if place in tables.fort else "landing"
            why = "fort" if place in tables.fort else "noLanding"
            return self.reject(why, number, place=place, places=tables.landing)
        if place in state.locations[tables.span[CHINA]]:
            return None  # an assault (9.6)
        return self.check_entry(state.locations, JAPAN, selection.group, place)

    # ---- retreating ---------------------------------------------------------------------

    def find_refuges(self, locations: Places, side: str, unit: int) -> tuple[str, ...]:
        """Return the places to which a unit can retreat (9.4, 8.4).

        A unit on the river has none (9.6). An attacker retreats from its own area (reading 7).
        """
        place = locations[unit]
        if place == RIVER:
            return ()
        neighbours, alone = self.tables.neighbours[place], (unit,)
        goals = [
            goal for goal in neighbours if not self.find_entry_block(locations, side, alone, goal)
        ]
        if side == CHINA and place in self.tables.source:
            goals.append(OFF)
        return tuple(goals)

    def check_refuge(
        self, locations: Places, side: str, unit: int, goal: str
    ) -> IllegalEventError | None:
        """Return the rejection of a retreat to one place (9.4, 9.6), or None."""
        place, ident = locations[unit], self.tables.units[unit]
        if place == RIVER:
            return self.reject("noWayBack", "landing_fight", unit=ident)
        if goal == OFF:
            return self.check_exit(side, place)
        if goal not in self.tables.adjacent[place]:
            if goal not in self.tables.adjacent:
                return self.reject("unknownPlace", "retreat", place=goal)
            return self.reject("notAdjacent", "retreat", place=place, goal=goal)
        return self.check_entry(locations, side, (unit,), goal, "retreat")

    def count_room(self, locations: Places, side: str, unit: int) -> int:
        """Return the number of units of this kind that can retreat from its area at once."""
        own = locations[self.tables.span[side]]
        return sum(
            len(own) if goal == OFF else self.stacking - own.count(goal)
            for goal in self.find_refuges(locations, side, unit)
        )
