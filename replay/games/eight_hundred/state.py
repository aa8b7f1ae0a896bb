"""The state of a game of 800, and the tables of its map, counters and groups of units."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from senpu.replay.core.rules import Effects
from senpu.replay.core.states import State
from senpu.replay.parts.areas import find_nearer, find_neighbours, measure_distances
from senpu.replay.parts.counters import (
    build_name_lister,
    check_kind_count,
    find_owners,
    read_choices,
    read_column,
    read_kinds,
)
from senpu.spec.data import DataError, TableError
from senpu.spec.loader import Spec

DUE = ""
"""The place of a unit that has not arrived."""
LOST = "-"
"""The place of an eliminated unit."""

JAPAN, CHINA = "japan", "china"
ENEMY = {JAPAN: CHINA, CHINA: JAPAN}


class EightHundredCombat(msgspec.Struct, frozen=True, gc=False):
    """An attack or a grenade whose dice are pending."""

    side: str
    units: tuple[int, ...]
    """Empty for a grenade."""
    targets: tuple[int, ...]
    needs: tuple[int, ...]
    """The total of the dice that hits each target."""
    place: str
    rerolls: int = 0
    """The number of re-rolls left."""


class EightHundredState(State, frozen=True, kw_only=True, gc=False):
    """A position. Units are in the order of `units.toml`; a tuple has one entry per unit."""

    stage: str = "set-up"
    """The next consequence: a key of `STAGES`."""
    locations: tuple[str, ...]
    points: tuple[int, ...]
    reduced: tuple[bool, ...]
    mover: str = ""
    """The side to act, or whose action is being resolved; from the roll for initiative, which it
    won, to the end of the turn."""
    passes: int = 0
    """The number of passes in a row."""
    grenades: int = 0
    flags: int = 0
    """Uses left this turn."""
    has_entered: bool = False
    """The entry of a Japanese unit into the warehouse, up to the turn that counts."""
    fight: EightHundredCombat | None = None
    hit: tuple[int, ...] = ()
    """Units hit by one roll that have not retreated or lost a step yet."""
    second_tanks: tuple[int, ...] = ()
    """Tanks that may take their second action (E 4.0-5)."""
    first_act: str = ""
    """The kind of their first action: `move` or `attack`; empty without such tanks."""


EightHundredStep = tuple[EightHundredState, Effects]
"""The state after an event or a consequence, and the effects in order."""


class EightHundredTables:
    """Map and counters in the form that the rules use, made once from the data."""

    def __init__(self, spec: Spec) -> None:
        values = spec.values
        self.areas = tuple(area.id for area in spec.areas)
        try:
            self.neighbours = find_neighbours(self.areas, values.table("adjacent"))
        except TableError as error:
            raise DataError("badTable", game=spec.id, table="adjacent", why=error) from None
        self.adjacent = {place: frozenset(others) for place, others in self.neighbours.items()}
        self.corners = frozenset(
            frozenset(pair.split("-"))
            for pair, joined in values.table("adjacent").items()
            if not joined
        )
        """Pairs of areas that meet only at a corner, according to the rulebooks."""
        self.distance = measure_distances(self.neighbours)
        self.cover: dict[str, int] = values.table("cover")
        self.limit: dict[str, int] = values.table("limit")

        role = read_choices(spec, "role", self.areas)
        self.warehouse, self.bridge, self.concession = (
            role[name] for name in ("warehouse", "bridge", "concession")
        )
        self.restricted = frozenset((self.warehouse, self.bridge, self.concession))
        """Areas that some units must not enter."""
        homes = {JAPAN: role["japan_headquarters"], CHINA: role["china_headquarters"]}
        self.nearer = {side: find_nearer(self.neighbours, home) for side, home in homes.items()}
        """The adjacent areas nearer to the headquarters, counted in areas (reading 8)."""
        set_up = values.table("set_up")
        self.set_up = {
            side: tuple(place for place in self.areas if set_up.get(place) == side)
            for side in (JAPAN, CHINA)
        }

        self.units = tuple(unit.id for unit in spec.units)
        self.list_ids = build_name_lister(self.units)
        self.index = {ident: number for number, ident in enumerate(self.units)}
        self.side, self.own, self.span = find_owners(spec)
        self.kind = read_kinds(spec, self.units)
        self.enters: tuple[int, ...] = read_column(spec, self.units, "enters")
        self.arrivals = tuple({DUE: turn} for turn in self.enters)
        """For each unit the turn of its arrival, by the place of a unit that has not arrived."""
        self.no_arrivals = (0,) * len(self.units)
        self.late = tuple(k for k, turn in enumerate(self.enters) if turn > 1)
        """The units that arrive later."""
        self.first = {
            side: tuple(k for k in own if self.enters[k] <= 1) for side, own in self.own.items()
        }
        """The units that set up."""
        for side, places in self.set_up.items():
            if len(self.first[side]) > (most := len(places) * self.limit["stacking"]):
                units = len(self.first[side])
                raise DataError("noSetUpRoom", game=spec.id, side=side, units=units, most=most)
        self.full: tuple[int, ...] = read_column(spec, self.units, "points")
        self.defence: tuple[list[int], ...] = read_column(spec, self.units, "defence")
        sorts = list(zip(self.side, self.kind, self.full, self.defence, strict=True))
        self.representative = tuple(sorts.index(sort) for sort in sorts)
        """For each unit, the first unit that is interchangeable with it."""
        check_kind_count(spec, self.kind, "leader", 1)
        self.xie = self.kind.index("leader")
        self.xie_group = (self.xie,)
        if self.side[self.xie] != CHINA:
            key = f"roster.{self.units[self.xie]}"
            raise DataError("leaderSide", game=spec.id, key=key, side=CHINA)

        self.reach = {kind: frozenset(reach) for kind, reach in values.table("reach").items()}
        self.target_areas = {
            (here, kind): tuple(
                place for place in self.areas if self.distance[here].get(place) in reach
            )
            for here in self.areas
            for kind, reach in self.reach.items()
        }
        """The areas that a kind in an area can attack."""
        self.bonus: dict[str, list[int]] = values.table("bonus")
        self.rerolls: dict[str, int] = values.table("rerolls")
        strikes = read_choices(spec, "strikes", ("one", "all"))
        self.strikes_all = {kind: whom == "all" for kind, whom in strikes.items()}
        self.fits_warehouse: dict[str, bool] = values.table("warehouse")
        self._check_bonus(spec)

    def _check_bonus(self, spec: Spec) -> None:
        """Check that a user's data has a bonus for each number of units. Raises DataError."""
        for side, own in self.own.items():
            for kind, bonus in self.bonus.items():
                together = min(self.limit["group"], sum(1 for k in own if self.kind[k] == kind))
                if len(bonus) < together:
                    raise DataError(
                        "shortBonus", game=spec.id, key=f"bonus.{kind}", n=len(bonus), side=side,
                        units=together,
                    )  # fmt: skip

    def count_units(self, state: EightHundredState, side: str, place: str) -> int:
        """Return the number of units of a side in a place."""
        return state.locations[self.span[side]].count(place)


def spend_points(points: tuple[int, ...], units: tuple[int, ...]) -> tuple[int, ...]:
    """Return the action points after each of some units has paid one (J 6.0, E 3.0-4)."""
    entries = list(points)
    for k in units:
        entries[k] -= 1
    return tuple(entries)


Group = tuple[int, ...]
"""Units by number, in the game's order."""
FireAreas = dict[str, frozenset[str]]
"""For each area, the areas that can be attacked from it."""


class EightHundredSelection(NamedTuple):
    """Units of one side that an event names, independent of the position."""

    side: str
    group: Group
    ids: tuple[str, ...]
    """The ids in the game's order."""
    tanks: Group
    """The units that may act twice in the English edition."""


class EightHundredSelections(dict[tuple[str, ...], EightHundredSelection]):
    """Units of one side by their ids in an event, cached."""

    def __init__(self, tables: EightHundredTables) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, units: tuple[str, ...]) -> EightHundredSelection:
        tables = self.tables
        group = tuple(sorted([tables.index[ident] for ident in units]))
        tanks = tuple([k for k in group if tables.kind[k] == "tank"])
        made = self[units] = EightHundredSelection(
            tables.side[group[0]], group, tables.list_ids(group), tanks
        )
        return made


class EightHundredProfile(NamedTuple):
    """Ids and fire of a group of units of one side, independent of the position."""

    names: tuple[str, ...]
    fire: FireAreas | None
    """The areas that they can attack from each area; None for units of several kinds."""
    strikes_all: bool


class EightHundredProfiles(dict[Group, EightHundredProfile]):
    """Profiles of groups of units, cached."""

    def __init__(
        self, tables: EightHundredTables, fire: Mapping[tuple[str, str], FireAreas]
    ) -> None:
        super().__init__()
        self.tables, self.fire = tables, fire

    def __missing__(self, group: Group) -> EightHundredProfile:
        tables = self.tables
        kind = tables.kind[group[0]]
        is_one_kind = all(tables.kind[k] == kind for k in group)
        fire = self.fire[tables.side[group[0]], kind] if is_one_kind else None
        made = self[group] = EightHundredProfile(
            tables.list_ids(group), fire, tables.strikes_all[kind]
        )
        return made
