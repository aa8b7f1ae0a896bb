"""The legality of actions of units in 800: moves, attacks, retreats.

Each `check_…` returns the rejection of an action, or None if it is legal. `canon_…` and `legal_…`
call the same functions, so they cannot differ. In rule numbers, J is the Japanese edition and E
the English one (`spec/800/en/rules.md`).
"""

from collections.abc import Iterator
from itertools import combinations

from senpu.notation.events import Attack, Move
from senpu.replay.core.rules import IllegalEventError
from senpu.replay.games.eight_hundred.state import (
    CHINA,
    DUE,
    ENEMY,
    JAPAN,
    LOST,
    EightHundredCombat,
    EightHundredProfiles,
    EightHundredSelection,
    EightHundredSelections,
    EightHundredState,
    EightHundredTables,
    FireAreas,
    Group,
)
from senpu.spec.loader import Spec

Places = tuple[str, ...]


class EightHundredLegality:
    """The tables, switches and printed numbers of one rule set, and its checks."""

    def __init__(self, spec: Spec) -> None:
        self.tables = EightHundredTables(spec)
        self.switch = spec.switch
        self.number = spec.edition.number
        self.stacking = self.tables.limit["stacking"]
        self.group_limit = self.tables.limit["group"]
        self.bridge_from = self.tables.limit["bridge_from"]
        self.tanks = frozenset(k for k, kind in enumerate(self.tables.kind) if kind == "tank")
        self.leaving_limit = self.switch["leaving_limit"]
        self.concession_closed = self.switch["concession_closed"]
        self.concession_silent = not self.switch["attack_from_concession"]
        self.concession_barred = self.switch["concession_barred"]
        """Japan neither enters nor attacks the concession (J 4.2; reading 15)."""
        self.strikes_one_too = self.switch["strikes_one_too"]
        """A weapon that attacks all enemies of an area may attack one of them (reading 10)."""
        self.retreat_costs = self.switch["retreat_costs"]
        self.cover_range = 2 if self.switch["cover_at_two"] else 1
        """The greatest distance of an attack against which cover counts (reading 11)."""
        self.chinese, self.japanese = self.tables.span[CHINA], self.tables.span[JAPAN]
        self.enemies = {side: self.tables.span[enemy] for side, enemy in ENEMY.items()}
        self.payer = (self.tables.units[self.tables.xie],)
        self.selections = EightHundredSelections(self.tables)
        self.fire = {
            (side, kind): self._fire(side, kind) for side in ENEMY for kind in self.tables.reach
        }
        """The areas that a kind of a side can attack from each area."""
        self.profiles = EightHundredProfiles(self.tables, self.fire)
        nowhere = {self.tables.concession: frozenset[str]()} if self.concession_closed else {}
        self.open_ways = {
            place: neighbours - self.tables.restricted
            for place, neighbours in self.tables.adjacent.items()
        } | nowhere
        """For each area, the adjacent areas that all units may enter."""

    def _fire(self, side: str, kind: str) -> FireAreas:
        """Return the areas that a kind of a side can attack from each area.

        The concession limits them apart from the reach: out of it and into it (J 4.2; reading 15).
        """
        tables = self.tables
        is_shut = side == JAPAN and self.concession_barred
        shut = frozenset((tables.concession,)) if is_shut else frozenset[str]()
        silent = {tables.concession: frozenset[str]()} if self.concession_silent else {}
        return {
            here: frozenset(tables.target_areas[here, kind]) - shut for here in tables.areas
        } | silent

    def reject(self, why: str, number: str, **facts: object) -> IllegalEventError:
        """Return a rejection: the id of its text, the key of the rule, and its facts."""
        return IllegalEventError(why, self.number[number], **facts)

    # ---- units --------------------------------------------------------------------------

    def select_actors(
        self,
        state: EightHundredState,
        side: str,
        units: tuple[str, ...],
        payer: tuple[str, ...],
        number: str,
    ) -> EightHundredSelection:
        """Return units of a side in one area whose action is paid (J 6.0, 9.1; E 3.0).

        Args:
            state: The current state.
            side: The side that acts.
            units: The ids of the units.
            payer: The unit that pays for another one; if empty, each unit pays.
            number: The key of the rule on groups of this kind of action.

        Returns:
            The units.

        Raises:
            IllegalEventError: If the units cannot act together.
        """
        selection = self.selections.get(units)
        if selection is None or selection.side != side:
            selection = self.select(units, side, number)
        if payer:
            error = self.check_command(state, side, selection.group, payer)
            if error is not None:
                raise error
            return selection
        locations, points, group = state.locations, state.points, selection.group
        place = locations[group[0]]
        for k in group:  # a unit with points is on the map
            if locations[k] != place or points[k] <= 0:
                raise self._check_group(state, selection, number) or AssertionError
        return selection

    def select(self, units: tuple[str, ...], side: str, number: str) -> EightHundredSelection:
        """Return units of a side by their ids; they are cached. Raises IllegalEventError."""
        tables = self.tables
        for ident in units:
            if ident not in tables.index:
                raise self.reject("unknownUnit", number, unit=ident)
        if len(units) > self.group_limit:  # J 7.0, 8.0; E 3.0-1
            raise self.reject("tooMany", number, units=units, most=self.group_limit)
        if len(set(units)) < len(units):
            raise self.reject("unitTwice", number, units=units)
        for ident in sorted(units, key=tables.index.__getitem__):
            if tables.side[tables.index[ident]] != side:
                raise self.reject("notYours", "act", unit=ident, side=side)
        return self.selections[units]

    def _check_group(
        self, state: EightHundredState, selection: EightHundredSelection, number: str
    ) -> IllegalEventError | None:
        """Return the rejection of a group that is off the map, apart, or without points."""
        locations = state.locations
        for k in selection.group:
            unit = self.tables.units[k]
            if locations[k] == DUE or locations[k] == LOST:
                return self.reject("offMap", number, unit=unit)
            if locations[k] != locations[selection.group[0]]:  # J 7.0, 8.0; E 3.0-1: one area
                return self.reject("apart", number, units=selection.ids)
            if state.points[k] <= 0:  # J 6.0, E 3.0-4
                return self.reject("noPoints", "points", unit=unit)
        return None

    def check_command(
        self, state: EightHundredState, side: str, group: Group, payer: tuple[str, ...]
    ) -> IllegalEventError | None:
        """Return the rejection of Xie's point for one adjacent unit (J 9.1, E 4.0-1), or None."""
        tables, xie = self.tables, self.tables.xie
        if side != CHINA or payer != self.payer:
            return self.reject("notPayer", "command", payer=payer, xie=tables.units[xie])
        if len(group) > 1 or group[0] == xie:  # readings 13 and 35: one other unit
            return self.reject("commandOne", "command", xie=tables.units[xie])
        here, place = state.locations[xie], state.locations[group[0]]
        for k in (xie, group[0]):
            if state.locations[k] in (DUE, LOST):
                return self.reject("offMap", "command", unit=tables.units[k])
        if state.points[xie] <= 0:
            return self.reject("noPoints", "command", unit=tables.units[xie])
        if place != here and place not in tables.adjacent[here]:
            return self.reject("commandFar", "command", unit=tables.units[group[0]], place=here)
        return None

    # ---- moving -------------------------------------------------------------------------

    def check_move(
        self,
        state: EightHundredState,
        side: str,
        group: Group,
        goal: str,
        payer: tuple[str, ...] = (),
    ) -> IllegalEventError | None:
        """Return the rejection of a move to one area (J 7.0 to 7.2, E 3.1), or None."""
        locations = state.locations
        place = locations[group[0]]
        if goal not in self.open_ways[place]:
            error = self._check_way(state, side, group, goal, payer)
            if error is not None:
                return error
        if locations.count(goal) + len(group) > self.stacking:  # J 7.1, 7.2-2; E 3.1-2
            return self.reject(
                "full", "stacking", place=goal, count=locations.count(goal), most=self.stacking
            )
        if side == JAPAN:
            chinese = locations[self.chinese]
            if place in chinese or goal in chinese:
                return self.check_contact(group, place, goal, chinese, locations[self.japanese])
        return None

    def _check_way(
        self, state: EightHundredState, side: str, group: Group, goal: str, payer: tuple[str, ...]
    ) -> IllegalEventError | None:
        """Return the rejection of a move that has no way, or is closed to these units."""
        tables, place = self.tables, state.locations[group[0]]
        if goal not in tables.adjacent[place]:
            if goal not in tables.adjacent:
                return self.reject("unknownPlace", "move", place=goal)
            if goal == place:
                return self.reject(
                    "alreadyThere", "move", place=place, units=tables.list_ids(group)
                )
            if frozenset((place, goal)) in tables.corners:  # J 7.2-1, E 3.1-3
                return self.reject("cornerOnly", "adjacent_move", place=place, goal=goal)
            return self.reject("notAdjacent", "move", place=place, goal=goal)  # J 7.0, E 3.1-1
        if goal in tables.restricted and (error := self.check_entry(state, side, group, goal)):
            return error
        if place == tables.concession and self.concession_closed:  # J 4.2; reading 31
            return self.reject("concessionExit", "concession_exit", place=place)
        if payer and goal == tables.concession and not self.switch["command_into_concession"]:
            return self.reject("commandConcession", "command_concession", place=goal)
        return None

    def check_contact(
        self, group: Group, place: str, goal: str, chinese: Places, japanese: Places
    ) -> IllegalEventError | None:
        """Return the rejection of Japanese units that leave or enter an area with Chinese units."""
        if self.tanks.issuperset(group):  # reading 4: tanks are free
            return None
        if self.leaving_limit and (enemies := chinese.count(place)):  # J 7.2-3
            own = japanese.count(place)
            if own < enemies:
                return self.reject("heldBack", "leaving", place=place, own=own, enemies=enemies)
        if enemies := chinese.count(goal):  # J 7.2-4, E 3.1-4
            own = japanese.count(goal) + len(group)
            if own < enemies:
                return self.reject("tooFew", "entering", place=goal, own=own, enemies=enemies)
        return None

    def check_entry(
        self, state: EightHundredState, side: str, group: Group, goal: str
    ) -> IllegalEventError | None:
        """Return the rejection of an entry into the warehouse, the bridge or the concession."""
        tables = self.tables
        if goal == tables.warehouse:  # J 7.2-5, E 3.1-5
            for k in group:
                if not tables.fits_warehouse[tables.kind[k]]:
                    return self.reject("warehouse", "warehouse", unit=tables.units[k], place=goal)
        elif goal == tables.bridge:  # J 7.2-6, E 3.1-5
            if state.turn < self.bridge_from:
                return self.reject("bridge", "bridge", place=goal, turn=self.bridge_from)
        elif goal == tables.concession and side == JAPAN and self.concession_barred:
            # J 7.2-7; reading 15
            return self.reject("concession", "concession", place=goal)
        return None

    # ---- attacking ----------------------------------------------------------------------

    def check_attack(
        self, state: EightHundredState, side: str, group: Group, place: str, unit: str
    ) -> IllegalEventError | None:
        """Return the rejection of an attack on a unit or an area (J 8, 9.3, 9.5; E 3.2, 4.0)."""
        tables = self.tables
        kind = tables.kind[group[0]]
        if len(group) > 1 and len({tables.kind[k] for k in group}) > 1:  # J 8.0, E 3.2-1
            return self.reject("mixedKinds", "same_type", units=tables.list_ids(group))
        here = state.locations[group[0]]
        if place not in self.fire[side, kind][here]:
            return self._build_reach_error(kind, group, here, place)
        if tables.strikes_all[kind]:  # J 9.3, 9.5; reading 10
            if place not in state.locations[tables.span[ENEMY[side]]]:
                return self.reject("nobodyThere", "attack", place=place)
            if not unit:
                return None
            if not self.strikes_one_too:
                return self.reject("strikesAll", kind, unit=tables.units[group[0]], place=place)
        target = tables.index.get(unit, -1)
        if target < 0 or state.locations[target] != place or tables.side[target] == side:
            enemies = self.find_units(state, ENEMY[side], place)
            if not enemies:
                return self.reject("nobodyThere", "attack", place=place)
            if not unit:
                return self.reject(
                    "nameTarget", "attack", place=place, units=tables.list_ids(enemies)
                )
            return self.reject("noTarget", "attack", unit=unit, place=place)
        return None

    def _build_reach_error(
        self, kind: str, group: Group, here: str, place: str
    ) -> IllegalEventError:
        tables = self.tables
        if place in tables.target_areas[here, kind]:
            if here == tables.concession and self.concession_silent:  # reading 15
                return self.reject("concessionFire", "concession_exit", place=here)
            # J 4.2; reading 15
            return self.reject("attackConcession", "concession_attack", place=place)
        if place not in tables.adjacent:
            return self.reject("unknownPlace", "attack", place=place)
        if frozenset((here, place)) in tables.corners:  # J 8.1, E 3.2-2
            return self.reject("cornerOnly", "adjacent_attack", place=here, goal=place)
        number = kind if kind in ("mortar", "artillery") else "attack"
        why = "ownArea" if place == here else "outOfReach"
        return self.reject(why, number, place=place, here=here, unit=tables.units[group[0]])

    def build_combat(
        self, state: EightHundredState, side: str, group: Group, place: str, unit: str
    ) -> EightHundredCombat:
        """Return the combat of a legal attack, whose dice are pending.

        The rules are J 8.2, 8.3 and 9.2 to 9.5; E 3.2-3, 3.2-9 to 3.2-11 and 4.0.
        """
        tables = self.tables
        kind = tables.kind[group[0]]
        shift = (
            self.find_cover(side, state.locations[group[0]], place)
            - tables.bonus[kind][len(group) - 1]
        )
        targets = (tables.index[unit],) if unit else self.find_units(state, ENEMY[side], place)
        needs = tuple([tables.defence[k][state.reduced[k]] + shift for k in targets])
        return EightHundredCombat(side, group, targets, needs, place, tables.rerolls.get(kind, 0))

    def find_cover(self, side: str, here: str, place: str) -> int:
        """Return the bonus of an area to the defence of Chinese units (J 8.3, E 3.2-11).

        It counts against attacks from adjacent areas; from two areas away only by reading 11.
        """
        cover = self.tables.cover.get(place, 0)
        if not cover or side == CHINA:
            return 0
        return cover if 1 <= self.tables.distance[here][place] <= self.cover_range else 0

    def find_defence(self, state: EightHundredState, unit: int) -> int:
        """Return the defence of a unit, at full strength or reduced."""
        return self.tables.defence[unit][state.reduced[unit]]

    def find_units(self, state: EightHundredState, side: str, place: str) -> Group:
        """Return the units of a side in a place."""
        locations = state.locations
        return tuple([k for k in self.tables.own[side] if locations[k] == place])

    def check_grenade(self, state: EightHundredState, place: str) -> IllegalEventError | None:
        """Return the rejection of the grenade against all Japanese units in an area, or None."""
        if state.grenades <= 0:
            return self.reject("noGrenade", "grenade", uses=self.tables.limit["grenades"])
        if place not in self.tables.adjacent:
            return self.reject("unknownPlace", "grenade", place=place)
        locations, span = state.locations, self.tables.span
        if place not in locations[span[JAPAN]] or place not in locations[span[CHINA]]:
            return self.reject("grenadeNobody", "grenade", place=place)
        return None

    def build_grenade(self, state: EightHundredState, place: str) -> EightHundredCombat:
        """Return the combat of a legal grenade (J 9.6, E 5.0-1): no units, no modifiers."""
        targets = self.find_units(state, JAPAN, place)
        return EightHundredCombat(
            CHINA, (), targets, tuple([self.find_defence(state, k) for k in targets]), place
        )

    # ---- retreating ---------------------------------------------------------------------

    def find_retreats(self, state: EightHundredState, unit: int) -> tuple[str, ...]:
        """Return the areas to which a unit that was hit can retreat (J 8.4, E 3.2-5, 3.2-6).

        Without one it loses a step. A retreat costs a point (reading 3).
        """
        if self.retreat_costs and state.points[unit] <= 0:
            return ()
        side = self.tables.side[unit]
        nearer = self.tables.nearer[side][state.locations[unit]]
        return tuple(
            [place for place in nearer if not self._find_retreat_block(state, side, unit, place)]
        )

    def can_retreat(self, state: EightHundredState, unit: int) -> bool:
        """Return whether a unit that was hit can retreat."""
        if self.retreat_costs and state.points[unit] <= 0:
            return False
        side = self.tables.side[unit]
        for place in self.tables.nearer[side][state.locations[unit]]:
            if not self._find_retreat_block(state, side, unit, place):
                return True
        return False

    def _find_retreat_block(
        self, state: EightHundredState, side: str, unit: int, place: str
    ) -> str:
        """Return the key of the rule that forbids a retreat to an area, or an empty text."""
        locations = state.locations
        if place in locations[self.enemies[side]]:
            return "retreat_enemy"
        if locations.count(place) >= self.stacking:
            return "retreat_full"
        # reading 9: an area that is closed to moves is closed to retreats
        if place not in self.tables.restricted:
            return ""
        return "retreat" if self.check_entry(state, side, (unit,), place) else ""

    def check_retreat(
        self, state: EightHundredState, unit: int, path: tuple[str, ...]
    ) -> IllegalEventError | None:
        """Return the rejection of the retreat of a unit that has a legal one, or None."""
        side, goal = self.tables.side[unit], path[0]
        number = "retreat"
        if len(path) == 1 and goal in self.tables.nearer[side][state.locations[unit]]:
            number = self._find_retreat_block(state, side, unit, goal)
            if not number:
                return None
        retreats = self.find_retreats(state, unit)
        return self.reject("retreatWay", number, unit=self.tables.units[unit], places=retreats)

    # ---- listing ------------------------------------------------------------------------

    def iter_groups(self, state: EightHundredState, side: str) -> Iterator[Group]:
        """Yield the groups of a side that can pay for an action, by area, size and order."""
        for place in self.tables.areas:
            ready = [k for k in self.find_units(state, side, place) if state.points[k] > 0]
            for size in range(1, min(self.group_limit, len(ready)) + 1):
                yield from combinations(ready, size)

    def iter_commanded(self, state: EightHundredState) -> Iterator[Group]:
        """Yield the units that Xie can command (J 9.1, E 4.0-1), as groups of one."""
        for k in self.tables.own[CHINA]:
            if not self.check_command(state, CHINA, (k,), self.payer):
                yield (k,)

    def iter_moves(
        self, state: EightHundredState, side: str, group: Group, payer: tuple[str, ...] = ()
    ) -> Iterator[Move]:
        """Yield the legal moves of a group."""
        for goal in self.tables.neighbours[state.locations[group[0]]]:
            if not self.check_move(state, side, group, goal, payer):
                yield Move(self.tables.list_ids(group), (goal,), payer=payer)

    def iter_attacks(
        self, state: EightHundredState, side: str, group: Group, payer: tuple[str, ...] = ()
    ) -> Iterator[Attack]:
        """Yield the legal attacks of a group."""
        tables = self.tables
        kind = tables.kind[group[0]]
        if any(tables.kind[k] != kind for k in group):
            return
        enemies = state.locations[tables.span[ENEMY[side]]]
        for place in tables.target_areas[state.locations[group[0]], kind]:
            if place not in enemies:
                continue
            names = tables.list_ids(self.find_units(state, ENEMY[side], place))
            if tables.strikes_all[kind]:
                names = ("", *(names if self.strikes_one_too and len(names) > 1 else ()))
            for unit in names:
                if not self.check_attack(state, side, group, place, unit):
                    yield Attack(tables.list_ids(group), place, unit, payer=payer)
