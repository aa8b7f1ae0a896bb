"""Groups of units of 800: by the names that events give them, and by number; looked up once."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from senpu.replay.core.rules import Effects
from senpu.replay.core.rules import State as AnyState
from senpu.replay.parts.areas import distances, nearer, neighbours
from senpu.replay.parts.counters import chosen, column, kinds, owners
from senpu.spec.data import DataError, TableError
from senpu.spec.loader import Spec

DUE = ""
"""Where a unit is that has not come yet."""
LOST = "-"
"""Where a unit is that was eliminated."""

JAPAN, CHINA = "japan", "china"
ENEMY = {JAPAN: CHINA, CHINA: JAPAN}


class Fight(msgspec.Struct, frozen=True, gc=False):
    """An attack or a grenade that waits for its dice."""

    side: str
    units: tuple[int, ...]
    """Empty for a grenade."""
    targets: tuple[int, ...]
    needs: tuple[int, ...]
    """What the dice alone must reach against each target."""
    place: str
    rerolls: int = 0
    """How often a miss may still be rolled again."""


class State(AnyState, frozen=True, kw_only=True, gc=False):
    """Units are counted in the order of `units.toml`; a tuple holds one entry a unit."""

    stage: str = "set-up"
    """What follows next: a key of the rules' table of stages."""
    phase: int = 0
    where: tuple[str, ...]
    points: tuple[int, ...]
    reduced: tuple[bool, ...]
    first: str = ""
    """Who has the initiative this turn."""
    mover: str = ""
    passes: int = 0
    """How many passes stand in a row."""
    grenades: int = 0
    flags: int = 0
    """Uses left this turn."""
    entered: bool = False
    """Whether a Japanese unit was ever in the warehouse up to the turn that counts."""
    fight: Fight | None = None
    hit: tuple[int, ...] = ()
    """Units hit by one roll that have not fallen back or lost a step yet."""
    acted: tuple[int, ...] = ()
    """Tanks that may take their second act (E 4.0-5)."""
    acted_as: str = ""
    """How they acted first: `move` or `attack`; empty where no tank may go on."""


Step = tuple[State, Effects]
"""The state after an event or a consequence, and the effects in order."""


class Sheet:
    """Map and counters as the rules look them up, made once from the data."""

    def __init__(self, spec: Spec) -> None:
        values, game = spec.values, spec.game
        self.areas = tuple(area.id for area in game.area)
        try:
            self.near = neighbours(self.areas, values.table("adjacent"))
        except TableError as error:
            raise DataError("badTable", game=spec.id, table="adjacent", why=error) from None
        self.adjacent = {place: frozenset(others) for place, others in self.near.items()}
        self.corners = frozenset(
            frozenset(pair.split("-"))
            for pair, joined in values.table("adjacent").items()
            if not joined
        )
        """Areas that the rulebooks name as touching at a corner only."""
        self.distance = distances(self.near)
        self.cover: dict[str, int] = values.table("cover")
        self.limit: dict[str, int] = values.table("limit")

        role = chosen(spec, "role", self.areas)
        self.warehouse, self.bridge, self.concession = (
            role[name] for name in ("warehouse", "bridge", "concession")
        )
        self.gated = frozenset((self.warehouse, self.bridge, self.concession))
        """Areas that are shut to some."""
        homes = {JAPAN: role["japan_headquarters"], CHINA: role["china_headquarters"]}
        self.nearer = {side: nearer(self.near, home) for side, home in homes.items()}
        """Reading 8: nearer is the shorter way from area to area."""
        set_up = values.table("set_up")
        self.set_up = {
            side: tuple(place for place in self.areas if set_up.get(place) == side)
            for side in (JAPAN, CHINA)
        }

        self.units = tuple(unit.id for unit in game.unit)
        self.index = {ident: number for number, ident in enumerate(self.units)}
        self.side, self.own, self.span = owners(spec)
        self.kind = kinds(spec, self.units)
        self.enters: tuple[int, ...] = column(spec, self.units, "enters")
        self.late = tuple(k for k, turn in enumerate(self.enters) if turn > 1)
        """The units that come later."""
        self.first = {
            side: tuple(k for k in own if self.enters[k] <= 1) for side, own in self.own.items()
        }
        """The units that set up."""
        self.full: tuple[int, ...] = column(spec, self.units, "points")
        self.defence: tuple[list[int], ...] = column(spec, self.units, "defence")
        sorts = list(zip(self.side, self.kind, self.full, self.defence, strict=True))
        self.like = tuple(sorts.index(sort) for sort in sorts)
        """For each unit the first one that is interchangeable with it."""
        self.xie = self.kind.index("leader")
        self.xie_alone = (self.xie,)

        self.reach = {kind: frozenset(reach) for kind, reach in values.table("reach").items()}
        self.within = {
            (here, kind): tuple(
                place for place in self.areas if self.distance[here].get(place) in reach
            )
            for here in self.areas
            for kind, reach in self.reach.items()
        }
        """The areas that a kind in an area can attack."""
        self.bonus: dict[str, list[int]] = values.table("bonus")
        self.rerolls: dict[str, int] = values.table("rerolls")
        strikes = chosen(spec, "strikes", ("one", "all"))
        self.strikes_all = {kind: whom == "all" for kind, whom in strikes.items()}
        self.fits_warehouse: dict[str, bool] = values.table("warehouse")
        self._check_bonus(spec)

    def _check_bonus(self, spec: Spec) -> None:
        """An owner's data may give a side more units of a kind than the shipped ones do."""
        for side, own in self.own.items():
            for kind, bonus in self.bonus.items():
                together = min(self.limit["group"], sum(1 for k in own if self.kind[k] == kind))
                if len(bonus) < together:
                    raise DataError(
                        "shortBonus", game=spec.id, key=f"bonus.{kind}", n=len(bonus), side=side,
                        units=together,
                    )  # fmt: skip

    def ids(self, units: tuple[int, ...]) -> tuple[str, ...]:
        return tuple([self.units[k] for k in units])

    def count(self, state: State, side: str, place: str) -> int:
        """How many units of a side stand in a place."""
        return state.where[self.span[side]].count(place)


def spent(points: tuple[int, ...], units: tuple[int, ...]) -> tuple[int, ...]:
    """One action point less for each of some units (J 6.0, E 3.0-4)."""
    entries = list(points)
    for k in units:
        entries[k] -= 1
    return tuple(entries)


Group = tuple[int, ...]
"""Units by number, in the game's order."""
Fire = dict[str, frozenset[str]]
"""From each area those that can be attacked."""


class Named(NamedTuple):
    """Units of one side as an event names them; the same on every position."""

    side: str
    group: Group
    ids: tuple[str, ...]
    """The names in the game's order."""
    tanks: Group
    """Those of them that may act twice in the English edition."""


class Known(dict[tuple[str, ...], Named]):
    """Units of one side by how they are written, kept once looked up."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.sheet = sheet

    def __missing__(self, units: tuple[str, ...]) -> Named:
        sheet = self.sheet
        group = tuple(sorted([sheet.index[ident] for ident in units]))
        tanks = tuple([k for k in group if sheet.kind[k] == "tank"])
        made = self[units] = Named(sheet.side[group[0]], group, sheet.ids(group), tanks)
        return made


class Called(NamedTuple):
    """Units of one side by number, as their events name them; the same on every position."""

    names: tuple[str, ...]
    fire: Fire | None
    """The areas that they can attack from each area; nothing if they are of several kinds."""
    strikes_all: bool


class Groups(dict[Group, Called]):
    """Groups of units, kept once looked up."""

    def __init__(self, sheet: Sheet, fire: Mapping[tuple[str, str], Fire]) -> None:
        super().__init__()
        self.sheet, self.fire = sheet, fire

    def __missing__(self, group: Group) -> Called:
        sheet = self.sheet
        kind = sheet.kind[group[0]]
        alike = all(sheet.kind[k] == kind for k in group)
        fire = self.fire[sheet.side[group[0]], kind] if alike else None
        made = self[group] = Called(sheet.ids(group), fire, sheet.strikes_all[kind])
        return made
