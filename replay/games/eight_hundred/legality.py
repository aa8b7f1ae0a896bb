"""What units may do in 800: moves, attacks, falling back. Pure questions about a state.

Each `bar_…` answers with the rejection that forbids an act, or nothing; refusing and listing
ask the same functions, so they cannot differ. Rule numbers: J is the Japanese edition, E the
English one (`spec/800/rules.md`).
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
    Fight,
    Fire,
    Group,
    Groups,
    Known,
    Named,
    Sheet,
    State,
)
from senpu.spec.loader import Spec

Places = tuple[str, ...]


class Acts:
    """The acts of one rule set: its sheet, its switches, its printed numbers."""

    def __init__(self, spec: Spec) -> None:
        self.sheet = Sheet(spec)
        self.switch = spec.switch
        self.number = spec.edition.number
        self.stacking = self.sheet.limit["stacking"]
        self.most = self.sheet.limit["group"]
        self.bridge_from = self.sheet.limit["bridge_from"]
        self.tanks = frozenset(k for k, kind in enumerate(self.sheet.kind) if kind == "tank")
        self.leaving_limit = self.switch["leaving_limit"]
        self.concession_closed = self.switch["concession_closed"]
        self.concession_silent = not self.switch["attack_from_concession"]
        self.retreat_costs = self.switch["retreat_costs"]
        self.cover_to = 2 if self.switch["cover_at_two"] else 1
        """The farthest attack against which cover counts (reading 11)."""
        self.chinese, self.japanese = self.sheet.span[CHINA], self.sheet.span[JAPAN]
        self.enemies = {side: self.sheet.span[enemy] for side, enemy in ENEMY.items()}
        self.payer = (self.sheet.units[self.sheet.xie],)
        self.known = Known(self.sheet)
        self.fire = {
            (side, kind): self._fire(side, kind) for side in ENEMY for kind in self.sheet.reach
        }
        """The areas that a kind of a side can attack from each area."""
        self.called = Groups(self.sheet, self.fire)
        nowhere = {self.sheet.concession: frozenset[str]()} if self.concession_closed else {}
        self.plain_ways = {
            place: near - self.sheet.gated for place, near in self.sheet.adjacent.items()
        } | nowhere
        """From each area those next to it that are shut to nobody."""

    def _fire(self, side: str, kind: str) -> Fire:
        """Apart from its reach: out of the concession and into it (J 4.2; reading 15)."""
        sheet = self.sheet
        shut = frozenset((sheet.concession,)) if side == JAPAN else frozenset[str]()
        silent = {sheet.concession: frozenset[str]()} if self.concession_silent else {}
        return {here: frozenset(sheet.within[here, kind]) - shut for here in sheet.areas} | silent

    def reject(self, why: str, number: str, **facts: object) -> IllegalEventError:
        return IllegalEventError(why, self.number[number], **facts)

    # ---- who acts -----------------------------------------------------------------------

    def together(
        self, state: State, side: str, units: tuple[str, ...], payer: tuple[str, ...], number: str
    ) -> Named:
        """Units of `side` that stand together and for whom somebody pays. `number` is the key
        of the rule on groups of this kind of act. Raises IllegalEventError.
        """
        named = self.known.get(units)
        if named is None or named.side != side:
            named = self.named(units, side, number)
        if payer:
            bar = self.bar_command(state, side, named.group, payer)
            if bar is not None:
                raise bar
            return named
        where, points, group = state.where, state.points, named.group
        place = where[group[0]]
        for k in group:  # whoever has points left is on the map
            if where[k] != place or points[k] <= 0:
                raise self._bar_group(state, named, number) or AssertionError
        return named

    def named(self, units: tuple[str, ...], side: str, number: str) -> Named:
        """Units of `side` by name; the answer is kept in `known`. Raises IllegalEventError."""
        sheet = self.sheet
        for ident in units:
            if ident not in sheet.index:
                raise self.reject("unknownUnit", number, unit=ident)
        if len(units) > self.most:  # J 7.0, 8.0; E 3.0-1
            raise self.reject("tooMany", number, units=units, most=self.most)
        if len(set(units)) < len(units):
            raise self.reject("unitTwice", number, units=units)
        for ident in sorted(units, key=sheet.index.__getitem__):
            if sheet.side[sheet.index[ident]] != side:
                raise self.reject("notYours", "act", unit=ident, side=side)
        return self.known[units]

    def _bar_group(self, state: State, named: Named, number: str) -> IllegalEventError | None:
        """Why a group cannot act as it stands: off the map, apart, or without points."""
        where = state.where
        for k in named.group:
            unit = self.sheet.units[k]
            if where[k] == DUE or where[k] == LOST:
                return self.reject("offMap", number, unit=unit)
            if where[k] != where[named.group[0]]:  # J 7.0, 8.0; E 3.0-1: one area
                return self.reject("apart", number, units=named.ids)
            if state.points[k] <= 0:  # J 6.0, E 3.0-4
                return self.reject("noPoints", "points", unit=unit)
        return None

    def bar_command(
        self, state: State, side: str, group: Group, payer: tuple[str, ...]
    ) -> IllegalEventError | None:
        """Xie's point for one unit beside him (J 9.1, E 4.0-1)."""
        sheet, xie = self.sheet, self.sheet.xie
        if side != CHINA or payer != self.payer:
            return self.reject("notPayer", "command", payer=payer, xie=sheet.units[xie])
        if len(group) > 1 or group[0] == xie:  # readings 13 and 35: one other unit
            return self.reject("commandOne", "command", xie=sheet.units[xie])
        here, place = state.where[xie], state.where[group[0]]
        for k in (xie, group[0]):
            if state.where[k] in (DUE, LOST):
                return self.reject("offMap", "command", unit=sheet.units[k])
        if state.points[xie] <= 0:
            return self.reject("noPoints", "command", unit=sheet.units[xie])
        if place != here and place not in sheet.adjacent[here]:
            return self.reject("commandFar", "command", unit=sheet.units[group[0]], place=here)
        return None

    # ---- moving -------------------------------------------------------------------------

    def bar_move(
        self, state: State, side: str, group: Group, goal: str, payer: tuple[str, ...] = ()
    ) -> IllegalEventError | None:
        """Moving one group to one area (J 7.0 to 7.2, E 3.1)."""
        where = state.where
        place = where[group[0]]
        if goal not in self.plain_ways[place]:
            bar = self._bar_way(state, side, group, goal, payer)
            if bar is not None:
                return bar
        if where.count(goal) + len(group) > self.stacking:  # J 7.1, 7.2-2; E 3.1-2
            return self.reject(
                "full", "stacking", place=goal, count=where.count(goal), most=self.stacking
            )
        if side == JAPAN:
            chinese = where[self.chinese]
            if place in chinese or goal in chinese:
                return self.bar_beside(group, place, goal, chinese, where[self.japanese])
        return None

    def _bar_way(
        self, state: State, side: str, group: Group, goal: str, payer: tuple[str, ...]
    ) -> IllegalEventError | None:
        """Whether there is a way at all, and for these."""
        sheet, place = self.sheet, state.where[group[0]]
        if goal not in sheet.adjacent[place]:
            if goal not in sheet.adjacent:
                return self.reject("unknownPlace", "move", place=goal)
            if goal == place:
                return self.reject("alreadyThere", "move", place=place, units=sheet.ids(group))
            if frozenset((place, goal)) in sheet.corners:  # J 7.2-1, E 3.1-3
                return self.reject("cornerOnly", "adjacent_move", place=place, goal=goal)
            return self.reject("notAdjacent", "move", place=place, goal=goal)  # J 7.0, E 3.1-1
        if goal in sheet.gated and (bar := self.bar_entry(state, side, group, goal)):
            return bar
        if place == sheet.concession and self.concession_closed:  # J 4.2; reading 31
            return self.reject("concessionExit", "concession_exit", place=place)
        if payer and goal == sheet.concession and not self.switch["command_into_concession"]:
            return self.reject("commandConcession", "command_concession", place=goal)
        return None

    def bar_beside(
        self, group: Group, place: str, goal: str, chinese: Places, japanese: Places
    ) -> IllegalEventError | None:
        """Japanese units that leave Chinese ones, or come to them."""
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

    def bar_entry(
        self, state: State, side: str, group: Group, goal: str
    ) -> IllegalEventError | None:
        """Areas that are shut to some: the warehouse, the bridge, the concession."""
        sheet = self.sheet
        if goal == sheet.warehouse:  # J 7.2-5, E 3.1-5
            for k in group:
                if not sheet.fits_warehouse[sheet.kind[k]]:
                    return self.reject("warehouse", "warehouse", unit=sheet.units[k], place=goal)
        elif goal == sheet.bridge:  # J 7.2-6, E 3.1-5
            if state.turn < self.bridge_from:
                return self.reject("bridge", "bridge", place=goal, turn=self.bridge_from)
        elif goal == sheet.concession and side == JAPAN:  # J 7.2-7; reading 15
            return self.reject("concession", "concession", place=goal)
        return None

    # ---- attacking ----------------------------------------------------------------------

    def bar_attack(
        self, state: State, side: str, group: Group, place: str, unit: str
    ) -> IllegalEventError | None:
        """Attacking a unit in an area, or the area (J 8.0, 8.1, 9.3, 9.5; E 3.2, 4.0)."""
        sheet = self.sheet
        kind = sheet.kind[group[0]]
        if len(group) > 1 and len({sheet.kind[k] for k in group}) > 1:  # J 8.0, E 3.2-1
            return self.reject("mixedKinds", "same_type", units=sheet.ids(group))
        here = state.where[group[0]]
        if place not in self.fire[side, kind][here]:
            return self._out_of_reach(kind, group, here, place)
        if sheet.strikes_all[kind]:  # J 9.3, 9.5; reading 10: always every enemy there
            if place not in state.where[sheet.span[ENEMY[side]]]:
                return self.reject("nobodyThere", "attack", place=place)
            if unit:
                return self.reject("strikesAll", kind, unit=sheet.units[group[0]], place=place)
            return None
        target = sheet.index.get(unit, -1)
        if target < 0 or state.where[target] != place or sheet.side[target] == side:
            enemies = self.standing(state, ENEMY[side], place)
            if not enemies:
                return self.reject("nobodyThere", "attack", place=place)
            if not unit:
                return self.reject("nameTarget", "attack", place=place, units=sheet.ids(enemies))
            return self.reject("noTarget", "attack", unit=unit, place=place)
        return None

    def _out_of_reach(self, kind: str, group: Group, here: str, place: str) -> IllegalEventError:
        sheet = self.sheet
        if place in sheet.within[here, kind]:
            if here == sheet.concession and self.concession_silent:  # reading 15
                return self.reject("concessionFire", "concession_exit", place=here)
            # J 4.2; reading 15
            return self.reject("attackConcession", "concession_attack", place=place)
        if place not in sheet.adjacent:
            return self.reject("unknownPlace", "attack", place=place)
        if frozenset((here, place)) in sheet.corners:  # J 8.1, E 3.2-2
            return self.reject("cornerOnly", "adjacent_attack", place=here, goal=place)
        number = kind if kind in ("mortar", "artillery") else "attack"
        why = "ownArea" if place == here else "outOfReach"
        return self.reject(why, number, place=place, here=here, unit=sheet.units[group[0]])

    def fight(self, state: State, side: str, group: Group, place: str, unit: str) -> Fight:
        """The fight of an attack that nothing bars, which then waits for its dice (J 8.2, 8.3,
        9.2 to 9.5; E 3.2-3, 3.2-9 to 3.2-11, 4.0).
        """
        sheet = self.sheet
        kind = sheet.kind[group[0]]
        shift = (
            self.cover_of(side, state.where[group[0]], place) - sheet.bonus[kind][len(group) - 1]
        )
        targets = (
            self.standing(state, ENEMY[side], place)
            if sheet.strikes_all[kind]
            else (sheet.index[unit],)
        )
        needs = tuple([sheet.defence[k][state.reduced[k]] + shift for k in targets])
        return Fight(side, group, targets, needs, place, sheet.rerolls.get(kind, 0))

    def cover_of(self, side: str, here: str, place: str) -> int:
        """What an area adds to the defence of the Chinese in it (J 8.3, E 3.2-11), if attacked
        from next door; from two areas away by reading 11 only.
        """
        cover = self.sheet.cover.get(place, 0)
        if not cover or side == CHINA:
            return 0
        return cover if 1 <= self.sheet.distance[here][place] <= self.cover_to else 0

    def defence(self, state: State, unit: int) -> int:
        return self.sheet.defence[unit][state.reduced[unit]]

    def standing(self, state: State, side: str, place: str) -> Group:
        """The units of a side in a place."""
        where = state.where
        return tuple([k for k in self.sheet.own[side] if where[k] == place])

    def bar_grenade(self, state: State, place: str) -> IllegalEventError | None:
        """The grenade against every Japanese unit beside a Chinese one (J 9.6, E 5.0-1)."""
        if state.grenades <= 0:
            return self.reject("noGrenade", "grenade", uses=self.sheet.limit["grenades"])
        if place not in self.sheet.adjacent:
            return self.reject("unknownPlace", "grenade", place=place)
        where, span = state.where, self.sheet.span
        if place not in where[span[JAPAN]] or place not in where[span[CHINA]]:
            return self.reject("grenadeNobody", "grenade", place=place)
        return None

    def grenade(self, state: State, place: str) -> Fight:
        """The fight of a grenade that nothing bars: no units, no modifiers."""
        targets = self.standing(state, JAPAN, place)
        return Fight(CHINA, (), targets, tuple([self.defence(state, k) for k in targets]), place)

    # ---- falling back -------------------------------------------------------------------

    def ways_back(self, state: State, unit: int) -> tuple[str, ...]:
        """Where a unit that was hit may fall back to (J 8.4, E 3.2-5, 3.2-6); nowhere means
        that it loses a step instead. The price is a point (reading 3).
        """
        if self.retreat_costs and state.points[unit] <= 0:
            return ()
        side = self.sheet.side[unit]
        nearer = self.sheet.nearer[side][state.where[unit]]
        return tuple([place for place in nearer if not self._shut(state, side, unit, place)])

    def has_way_back(self, state: State, unit: int) -> bool:
        """Whether a unit that was hit can fall back at all."""
        if self.retreat_costs and state.points[unit] <= 0:
            return False
        side = self.sheet.side[unit]
        for place in self.sheet.nearer[side][state.where[unit]]:
            if not self._shut(state, side, unit, place):
                return True
        return False

    def _shut(self, state: State, side: str, unit: int, place: str) -> str:
        """The key of the rule that forbids falling back to an area nearer home, or nothing."""
        where = state.where
        if place in where[self.enemies[side]]:
            return "retreat_enemy"
        if where.count(place) >= self.stacking:
            return "retreat_full"
        # reading 9: an area that is shut to movers is shut to those who fall back
        if place not in self.sheet.gated:
            return ""
        return "retreat" if self.bar_entry(state, side, (unit,), place) else ""

    def bar_retreat(
        self, state: State, unit: int, path: tuple[str, ...]
    ) -> IllegalEventError | None:
        """Falling back one area, of a unit that has a way back."""
        side, goal = self.sheet.side[unit], path[0]
        number = "retreat"
        if len(path) == 1 and goal in self.sheet.nearer[side][state.where[unit]]:
            number = self._shut(state, side, unit, goal)
            if not number:
                return None
        ways = self.ways_back(state, unit)
        return self.reject("retreatWay", number, unit=self.sheet.units[unit], places=ways)

    # ---- listing ------------------------------------------------------------------------

    def groups(self, state: State, side: str) -> Iterator[Group]:
        """Every group of a side that could pay for an act, by size, area and order."""
        for place in self.sheet.areas:
            ready = [k for k in self.standing(state, side, place) if state.points[k] > 0]
            for size in range(1, min(self.most, len(ready)) + 1):
                yield from combinations(ready, size)

    def commanded(self, state: State) -> Iterator[Group]:
        """Every unit that Xie could command."""
        for k in self.sheet.own[CHINA]:
            if not self.bar_command(state, CHINA, (k,), self.payer):
                yield (k,)

    def moves(
        self, state: State, side: str, group: Group, payer: tuple[str, ...] = ()
    ) -> Iterator[Move]:
        """Every move of a group."""
        for goal in self.sheet.near[state.where[group[0]]]:
            if not self.bar_move(state, side, group, goal, payer):
                yield Move(self.sheet.ids(group), (goal,), payer=payer)

    def attacks(
        self, state: State, side: str, group: Group, payer: tuple[str, ...] = ()
    ) -> Iterator[Attack]:
        """Every attack of a group."""
        sheet = self.sheet
        kind = sheet.kind[group[0]]
        if any(sheet.kind[k] != kind for k in group):
            return
        enemies = state.where[sheet.span[ENEMY[side]]]
        for place in sheet.within[state.where[group[0]], kind]:
            if place not in enemies:
                continue
            names = (
                [""]
                if sheet.strikes_all[kind]
                else sheet.ids(self.standing(state, ENEMY[side], place))
            )
            for unit in names:
                if not self.bar_attack(state, side, group, place, unit):
                    yield Attack(sheet.ids(group), place, unit, payer=payer)
