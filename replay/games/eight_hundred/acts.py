"""What units may do in 800: moves, attacks, falling back. Pure questions about a state.

Each `bar_…` answers with the Refusal that forbids an act, or nothing; refusing and listing
ask the same functions, so they cannot differ. Rule numbers: J is the Japanese edition, E the
English one (`spec/800/rules.md`).
"""

from collections.abc import Iterator
from itertools import combinations

from notation.events import Attack, Move
from replay.games.eight_hundred.state import CHINA, DUE, ENEMY, JAPAN, LOST, Fight, Sheet, State
from replay.rules import Refusal
from spec.loader import Spec

Group = tuple[int, ...]


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
        self.cover_from = 2 if self.switch["cover_at_two"] else 1
        """The farthest attack against which cover counts (reading 11)."""

    def refuse(self, why: str, number: str, **facts: object) -> Refusal:
        return Refusal(why, self.number[number], **facts)

    # ---- who acts -----------------------------------------------------------------------

    def group(
        self, state: State, side: str, units: tuple[str, ...], payer: tuple[str, ...]
    ) -> Group:
        """The units named, in their order, if they stand together and somebody pays for them.
        Raises Refusal."""
        sheet = self.sheet
        index, where = sheet.index, state.where
        try:
            group = tuple([index[ident] for ident in units])
        except KeyError as error:
            raise Refusal("unknownUnit", self.number["group"], unit=error.args[0]) from None
        if len(group) > 1:
            group = tuple(sorted(group))
            if len(group) > self.most:  # J 7.0, 8.0; E 3.0
                raise self.refuse("tooMany", "group", units=units, most=self.most)
        place = where[group[0]]
        points = state.points
        for k in group:
            if sheet.side[k] != side:
                raise self.refuse("notYours", "act", unit=sheet.units[k], side=side)
            if where[k] == DUE or where[k] == LOST:
                raise self.refuse("offMap", "act", unit=sheet.units[k])
            if where[k] != place:  # J 7.0: one area
                raise self.refuse("apart", "group", units=units)
            if not payer and points[k] <= 0:  # J 6.0, E 3.0
                raise self.refuse("noPoints", "points", unit=sheet.units[k])
        if payer and (bar := self.bar_command(state, side, group, payer)):
            raise bar
        return group

    def bar_command(
        self, state: State, side: str, group: Group, payer: tuple[str, ...]
    ) -> Refusal | None:
        """Xie's point for one unit beside him (J 9.1, E 4.0-1)."""
        sheet, xie = self.sheet, self.sheet.xie
        if side != CHINA or payer != (sheet.units[xie],):
            return self.refuse("notPayer", "command", payer=payer, xie=sheet.units[xie])
        if len(group) > 1 or group[0] == xie:  # readings 13 and 35: one other unit
            return self.refuse("commandOne", "command", xie=sheet.units[xie])
        here = state.where[xie]
        if here in (DUE, LOST):
            return self.refuse("offMap", "command", unit=sheet.units[xie])
        if state.points[xie] <= 0:
            return self.refuse("noPoints", "command", unit=sheet.units[xie])
        place = state.where[group[0]]
        if place != here and place not in sheet.adjacent[here]:
            return self.refuse("commandFar", "command", unit=sheet.units[group[0]], place=here)
        return None

    # ---- moving -------------------------------------------------------------------------

    def bar_move(
        self, state: State, side: str, group: Group, goal: str, commanded: bool = False
    ) -> Refusal | None:
        """Moving one group to one area (J 7.0 to 7.2, E 3.1)."""
        sheet, where = self.sheet, state.where
        place = where[group[0]]
        if goal not in sheet.adjacent[place]:  # J 7.2-1
            if goal not in sheet.adjacent:
                return self.refuse("unknownPlace", "move", place=goal)
            return self.refuse("notAdjacent", "adjacent_move", place=place, goal=goal)
        if bar := self.bar_entry(state, side, group, goal):
            return bar
        if place == sheet.concession and self.concession_closed:
            return self.refuse("concessionExit", "concession_exit", place=place)
        if commanded and goal == sheet.concession and not self.switch["command_into_concession"]:
            return self.refuse("commandConcession", "command_concession", place=goal)
        if where.count(goal) + len(group) > self.stacking:  # J 7.1, 7.2-2; E 3.1-2
            return self.refuse(
                "full", "stacking", place=goal, count=where.count(goal), most=self.stacking
            )
        if side == JAPAN and not self.tanks.issuperset(group):  # reading 4: tanks are free
            span = sheet.span
            chinese, japanese = where[span[CHINA]], where[span[JAPAN]]
            if self.leaving_limit and (enemies := chinese.count(place)):  # J 7.2-3
                own = japanese.count(place)
                if own < enemies:
                    return self.refuse("heldBack", "leaving", place=place, own=own, enemies=enemies)
            if enemies := chinese.count(goal):  # J 7.2-4, E 3.1-4
                own = japanese.count(goal) + len(group)
                if own < enemies:
                    return self.refuse("tooFew", "entering", place=goal, own=own, enemies=enemies)
        return None

    def bar_entry(self, state: State, side: str, group: Group, goal: str) -> Refusal | None:
        """Areas that are shut to some: the warehouse, the bridge, the concession."""
        sheet = self.sheet
        if goal == sheet.warehouse:  # J 7.2-5, E 3.1-6
            for k in group:
                if not sheet.fits_warehouse[sheet.kind[k]]:
                    return self.refuse("warehouse", "warehouse", unit=sheet.units[k], place=goal)
        elif goal == sheet.bridge:  # J 7.2-6, E 3.1-6
            if state.turn < self.bridge_from:
                return self.refuse("bridge", "bridge", place=goal, turn=self.bridge_from)
        elif goal == sheet.concession and side == JAPAN:  # J 7.2-7; reading 15
            return self.refuse("concession", "concession", place=goal)
        return None

    # ---- attacking ----------------------------------------------------------------------

    def fight(
        self, state: State, side: str, group: Group, place: str, unit: str
    ) -> Fight | Refusal:
        """The attack of a group on a unit in an area, or on the area (J 8, 9.2 to 9.5; E 3.2,
        4.0): the fight that then waits for its dice, or what forbids it."""
        sheet = self.sheet
        kind = sheet.kind[group[0]]
        if any(sheet.kind[k] != kind for k in group):  # J 8.0, E 3.2-1
            return self.refuse("mixedKinds", "same_type", units=sheet.ids(group))
        here = state.where[group[0]]
        if place not in sheet.adjacent:
            return self.refuse("unknownPlace", "attack", place=place)
        away = sheet.distance[here].get(place, len(sheet.areas))
        if away not in sheet.reach[kind]:
            number = kind if kind in ("mortar", "artillery") else "adjacent_attack"
            why = "ownArea" if away == 0 else "outOfReach"
            return self.refuse(why, number, place=place, here=here, unit=sheet.units[group[0]])
        if side == JAPAN and place == sheet.concession:  # J 7.2-7; reading 15
            return self.refuse("attackConcession", "concession", place=place)
        enemies = self.standing(state, ENEMY[side], place)
        if not enemies:
            return self.refuse("nobodyThere", "attack", place=place)
        if sheet.strikes_all[kind]:  # J 9.3, 9.5; reading 10: always every enemy there
            if unit:
                return self.refuse("strikesAll", kind, unit=sheet.units[group[0]], place=place)
            targets = enemies
        else:
            if not unit:
                return self.refuse("nameTarget", "attack", place=place, units=sheet.ids(enemies))
            target = sheet.index.get(unit, -1)
            if target not in enemies:
                return self.refuse("noTarget", "attack", unit=unit, place=place)
            targets = (target,)
        bonus = sheet.bonus[kind][len(group) - 1]
        cover = self.cover_of(side, place, away)
        needs = tuple([self.defence(state, k) + cover - bonus for k in targets])
        return Fight(side, group, targets, needs, place, sheet.rerolls.get(kind, 0))

    def cover_of(self, side: str, place: str, away: int) -> int:
        """What an area adds to the defence of the Chinese in it (J 8.3, E 3.2-8), if attacked
        from next door; from two areas away by reading 11 only."""
        if side == CHINA or not 1 <= away <= self.cover_from:
            return 0
        return self.sheet.cover.get(place, 0)

    def defence(self, state: State, unit: int) -> int:
        return self.sheet.defence[unit][state.reduced[unit]]

    def standing(self, state: State, side: str, place: str) -> Group:
        """The units of a side in a place."""
        where = state.where
        return tuple([k for k in self.sheet.own[side] if where[k] == place])

    def grenade(self, state: State, place: str) -> Fight | Refusal:
        """The grenade against every Japanese unit beside a Chinese one (J 9.6, E 5.0-1)."""
        if state.grenades <= 0:
            return self.refuse("noGrenade", "grenade", uses=self.sheet.limit["grenades"])
        if place not in self.sheet.adjacent:
            return self.refuse("unknownPlace", "grenade", place=place)
        targets = self.standing(state, JAPAN, place)
        if not targets or not self.standing(state, CHINA, place):
            return self.refuse("grenadeNobody", "grenade", place=place)
        needs = tuple([self.defence(state, k) for k in targets])
        return Fight(CHINA, (), targets, needs, place)

    # ---- falling back -------------------------------------------------------------------

    def ways_back(self, state: State, unit: int) -> tuple[str, ...]:
        """Where a unit that was hit may fall back to (J 8.4, E 3.2-5); nowhere means that it
        loses a step instead. The price is a point (reading 3)."""
        if state.points[unit] <= 0:
            return ()
        side = self.sheet.side[unit]
        where = state.where
        enemies = where[self.sheet.span[ENEMY[side]]]
        return tuple(
            [
                place
                for place in self.sheet.nearer[side][where[unit]]
                if place not in enemies
                and where.count(place) < self.stacking
                and self.bar_entry(state, side, (unit,), place) is None  # reading 9
            ]
        )

    # ---- listing ------------------------------------------------------------------------

    def groups(self, state: State, side: str) -> Iterator[Group]:
        """Every group of a side that could pay for an act, by size, area and order."""
        for place in self.sheet.areas:
            ready = [k for k in self.standing(state, side, place) if state.points[k] > 0]
            for size in range(1, min(self.most, len(ready)) + 1):
                yield from combinations(ready, size)

    def commanded(self, state: State) -> Iterator[Group]:
        """Every unit that Xie could command."""
        payer = (self.sheet.units[self.sheet.xie],)
        for k in self.sheet.own[CHINA]:
            if state.where[k] in self.sheet.adjacent and not self.bar_command(
                state, CHINA, (k,), payer
            ):
                yield (k,)

    def moves(
        self, state: State, side: str, group: Group, payer: tuple[str, ...] = ()
    ) -> Iterator[Move]:
        """Every move of a group."""
        for goal in self.sheet.near[state.where[group[0]]]:
            if not self.bar_move(state, side, group, goal, bool(payer)):
                yield Move(self.sheet.ids(group), (goal,), payer=payer)

    def attacks(
        self, state: State, side: str, group: Group, payer: tuple[str, ...] = ()
    ) -> Iterator[Attack]:
        """Every attack of a group."""
        sheet = self.sheet
        kind = sheet.kind[group[0]]
        here = state.where[group[0]]
        for place, away in sorted(sheet.distance[here].items()):
            if away not in sheet.reach[kind]:
                continue
            enemies = self.standing(state, ENEMY[side], place)
            names = [""] if sheet.strikes_all[kind] and enemies else sheet.ids(enemies)
            for unit in names:
                if isinstance(self.fight(state, side, group, place, unit), Fight):
                    yield Attack(sheet.ids(group), place, unit, payer=payer)
