"""The state of a game of the First Shanghai Incident, and the tables of its map and counters."""

from typing import Any

import msgspec

from senpu.replay.core.rules import Effects
from senpu.replay.core.states import State
from senpu.replay.parts.areas import find_neighbours, measure_distances
from senpu.replay.parts.counters import (
    build_name_lister,
    find_owners,
    read_choices,
    read_column,
    read_kinds,
)
from senpu.spec.data import DataError, TableError
from senpu.spec.loader import Spec

DUE = ""
"""The place of a unit that has not arrived."""
RIVER = "~"
"""The Yangtze: the place of the 11th Division before its landing (6.0)."""
LOST = "-"
"""The place of a unit that was removed in a combat."""
OFF = "Off"
"""The place of a Chinese unit that has left the map (8.4)."""
CUT = "x"
"""The place of a Chinese unit that was removed because it had no supply (4.2)."""

JAPAN, CHINA = "japan", "china"
SIDES = (JAPAN, CHINA)
ENEMY = {JAPAN: CHINA, CHINA: JAPAN}
PURSE = {JAPAN: 0, CHINA: 1}
"""The index of a side in the logistics points of the state."""

Group = tuple[int, ...]
"""Units by number, in the game's order."""


class Incident1932Combat(msgspec.Struct, frozen=True, gc=False):
    """A preparatory fire or an assault that is not over."""

    side: str = ""
    units: Group = ()
    """The attackers that still take part; none after the dice of a preparatory fire."""
    defenders: Group = ()
    """The defenders that still take part; none after a repelled assault."""
    origin: str = ""
    """The area of the attackers, or the river; empty without attackers."""
    place: str = ""
    """The area of the defenders; empty after a repelled assault."""
    night: bool = False
    bombs: bool = False
    pursuit: bool = False
    stage: str = ""
    """The side that takes hits, and the consequence: a key of `AFTER_HITS`."""
    hits: int = 0
    """The hits that are not yet taken."""
    may_lose: Group = ()
    """The units that may still be removed for them (reading 27: in rising order)."""
    may_retreat: Group = ()
    """The units that may still retreat for them."""
    retreated: bool | msgspec.UnsetType = msgspec.UNSET
    """An attacker has retreated from the defensive fire (reading 6). If unset, it has no effect on
    the digest of a position."""


class Incident1932State(State, frozen=True, kw_only=True, gc=False):
    """A position. Units are in the order of `units.toml`; a tuple has one entry per unit."""

    stage: str = "set-up"
    """The next consequence: a key of `STAGES`."""
    locations: tuple[str, ...]
    points: tuple[int, int] = (0, 0)
    """Logistics points of Japan and of China."""
    victory: int = 0
    """Japan's victory points."""
    nights: int = 0
    """The night attacks that China has left."""
    bombs: int = 0
    """The human bombs that Japan has left."""
    passes: int = 0
    """The number of passes in a row."""
    fight: Incident1932Combat | None = None
    advanced: Group = ()
    """The units that have advanced after an assault and may pursue."""


Incident1932Step = tuple[Incident1932State, Effects]
"""The state after an event or a consequence, and the effects in order."""


class Incident1932Tables:
    """Map and counters in the form that the rules use, made once from the data."""

    def __init__(self, spec: Spec) -> None:
        values = spec.values
        self.ident = spec.id
        self.areas = tuple(area.id for area in spec.areas)
        self.neighbours = self._build_neighbours(values.table("adjacent"), "adjacent")
        self.rail = self._build_neighbours(values.table("rail"), "rail")
        self.distance = measure_distances(self.neighbours)
        self.adjacent = {place: frozenset(others) for place, others in self.neighbours.items()}
        self.source, self.fort, self.landing, self.rising_sun, self.demanded = (
            self._find_areas(values.table(name), name)
            for name in ("source", "fort", "landing", "rising_sun", "demanded")
        )
        self.settlement = read_choices(spec, "role", self.areas)["settlement"]
        self.limit: dict[str, int] = values.table("limit")
        self.stacking = self.limit["stacking"]
        self.income: dict[str, int] = values.table("income")

        self.units = tuple(unit.id for unit in spec.units)
        self.list_ids = build_name_lister(self.units)
        self.index = {ident: number for number, ident in enumerate(self.units)}
        self.side, self.own, self.span = find_owners(spec)
        self.formation: tuple[str, ...] = read_column(spec, self.units, "formation")
        self.comrades = tuple(
            tuple(k for k, other in enumerate(self.formation) if other == own)
            for own in self.formation
        )
        """The units of each unit's formation, itself included."""
        self.kind = read_kinds(spec, self.units)
        self.enters: tuple[int, ...] = read_column(spec, self.units, "enters")
        self.combat: tuple[int, ...] = read_column(spec, self.units, "combat")
        self.fire: tuple[int, ...] = read_column(spec, self.units, "fire")
        self.service: tuple[str, ...] = read_column(spec, self.formation, "service")
        self.reach: tuple[int, ...] = read_column(spec, self.kind, "reach")

        self.set_up: dict[str, str] = values.table("set_up")
        self.set_up_number: dict[str, int] = values.table("set_up_number")
        for name, table in (("set_up", self.set_up), ("set_up_number", self.set_up_number)):
            self._find_areas(table, name)
        self.first = tuple(k for k, turn in enumerate(self.enters) if turn <= 1)
        """The units that are set up."""
        self.china_sets_up = self._find_set_up_areas(CHINA)
        self.japan_sets_up = self._find_set_up_areas(JAPAN)
        self._check_set_up()

    def _build_neighbours(self, pairs: dict[str, Any], name: str) -> dict[str, tuple[str, ...]]:
        try:
            return find_neighbours(self.areas, pairs)
        except TableError as error:
            raise DataError("badTable", game=self.ident, table=name, why=error) from None

    def _find_areas(self, table: dict[str, Any], name: str) -> tuple[str, ...]:
        if unknown := table.keys() - set(self.areas):
            raise DataError("unknownArea", game=self.ident, key=f"{name}.{min(unknown)}")
        return tuple(place for place in self.areas if table.get(place))

    def _check_set_up(self) -> None:
        """Check that each formation of a user's data fits its side and its set-up areas.

        Raises:
            DataError: It does not, or units of several formations arrive later.
        """
        held = {(self.formation[k], side) for k, side in enumerate(self.side)}
        for formation in sorted(set(self.formation)):
            if {(formation, JAPAN), (formation, CHINA)} <= held:
                raise DataError("formationSides", game=self.ident, formation=formation)
        late = [k for k, turn in enumerate(self.enters) if turn > 1]
        landing = {self.formation[k] for k in late if self.side[k] == JAPAN}
        others = [k for k in late if self.formation[k] != max(landing, default="")]
        if others:
            ids = tuple(self.units[k] for k in others)
            raise DataError("lateUnits", game=self.ident, units=ids)
        for formation in sorted({self.formation[k] for k in self.first}):
            units = sum(1 for k in self.first if self.formation[k] == formation)
            least, most = self.find_room(formation, self.areas)
            if not least <= units <= most:
                raise DataError(
                    "badSetUp", game=self.ident, formation=formation, units=units, least=least,
                    most=most,
                )  # fmt: skip

    def find_room(self, formation: str, places: tuple[str, ...]) -> tuple[int, int]:
        """Return the least and the most units of a formation that some areas take at set-up."""
        own = [place for place in places if self.set_up.get(place) == formation]
        return (
            sum(self.set_up_number.get(place, 1) for place in own),
            sum(self.set_up_number.get(place, self.stacking) for place in own),
        )

    def _find_set_up_areas(self, side: str) -> dict[str, Group]:
        """Return the set-up areas of a side in rising order, with the units that may be there."""
        found = {
            place: tuple(k for k in self.first if self.formation[k] == self.set_up.get(place))
            for place in self.areas
        }
        return {
            place: units for place, units in found.items() if units and self.side[units[0]] == side
        }

    def find_units(self, locations: tuple[str, ...], side: str, place: str) -> Group:
        """Return the units of a side in a place."""
        return tuple([k for k in self.own[side] if locations[k] == place])


def pay_points(points: tuple[int, int], side: str, count: int = 1) -> tuple[int, int]:
    """Return the logistics points after a side has spent some (7.3, 9.3, 9.7)."""
    japan, china = points
    return (japan - count, china) if side == JAPAN else (japan, china - count)
