"""The fleets (chapter 11): their state, and the fixed facts about them.

Ships are numbered in the order of `units.toml`, Japan's first, separately from the land units.
"""

from __future__ import annotations

import msgspec

from senpu.replay.parts.counters import read_column
from senpu.spec.data import DataError
from senpu.spec.loader import Spec

FIRST, SECOND = "first", "second"
PORT_ARTHUR, VLADIVOSTOK = "port_arthur", "vladivostok"
FLEETS = {FIRST: "japan", SECOND: "japan", PORT_ARTHUR: "russia", VLADIVOSTOK: "russia"}
"""The side of each fleet (11.1)."""

UNDAMAGED, DAMAGED, SUNK = 2, 1, 0
"""The steps of a ship (11.1)."""
UNMARKED, HIDDEN = -1, -2
"""Values of the flagship: it is not chosen yet; the viewer may not know it."""

Ships = tuple[int, ...]
"""Ships by number."""
Pair = tuple[int, int]
"""A ship of Japan and one of Russia that face each other."""


class RussoJapaneseNavalBattle(msgspec.Struct, frozen=True, gc=False):
    """A sea battle, from the line to the last shot (11.3)."""

    fleets: tuple[str, str]
    """The fleets of Japan and of Russia."""
    order: Ships = ()
    """The Russian ships in the line of their side."""
    pairs: tuple[Pair, ...] = ()
    """The ships one against one, in line order, then the surplus of either side."""
    japan_first: bool = False
    """Flag: Japan's fire counts before Russia answers it (11.3.4)."""
    salvo: int = 0
    """The number of the next salvo."""
    hits: Ships = ()
    """Hits on each ship that do not count yet."""


class RussoJapaneseNavy(msgspec.Struct, frozen=True, gc=False):
    """The fleets, and what they did in this Russian card phase."""

    steps: Ships
    """The remaining steps of each ship: UNDAMAGED, DAMAGED or SUNK."""
    flagship: int = UNMARKED
    """The ship of Admiral Makarov (11.5); HIDDEN in what Japan sees."""
    revealed: bool = False
    """Flag: the flagship was sunk, so that it is public."""
    sailed: tuple[str, ...] = ()
    """The fleets that sortied in this phase."""
    interfered: bool = False
    """Flag: the Port Arthur fleet interfered with Japan's transports in this phase (11.2.8)."""
    card: int = 0
    """The card of Japan whose die or steps are awaited (11.2.2)."""
    battle: RussoJapaneseNavalBattle | None = None


class RussoJapaneseFleets:
    """The ships, made once from the data. Raises DataError where the data are at odds."""

    def __init__(self, spec: Spec) -> None:
        table = spec.values.table("fleet")
        ships = [unit for unit in spec.units if unit.id in table]
        self.names = tuple(ship.id for ship in ships)
        self.number = {ident: number for number, ident in enumerate(self.names)}
        self.fleet: tuple[str, ...] = read_column(spec, self.names, "fleet")
        self.side = tuple(ship.side for ship in ships)
        for ident, fleet, side in zip(self.names, self.fleet, self.side, strict=True):
            if FLEETS.get(fleet) != side:
                raise DataError(
                    "unknownFleet", game=spec.id, key=f"fleet.{ident}", side=side, fleet=fleet
                )
        self.ships = {
            fleet: tuple(n for n, other in enumerate(self.fleet) if other == fleet)
            for fleet in FLEETS
        }
        """The ships of each fleet."""
        for fleet, found in self.ships.items():
            if not found or (fleet == SECOND and len(found) > 1):
                raise DataError("wrongFleet", game=spec.id, fleet=fleet, n=len(found), one=SECOND)
        self.gunnery: tuple[int, ...] = read_column(spec, self.names, "gunnery")
        shipping: dict[str, int] = spec.values.table("shipping")
        self.stopped, self.stopped_hand = shipping["stopped"], shipping["stopped_hand"]
        self.vladivostok_hand = shipping["vladivostok"]
        self.repairs: dict[str, int] = spec.values.table("repairs")
        self.fresh = RussoJapaneseNavy((UNDAMAGED,) * len(self.names))
        """All ships at the start of the game (11.1)."""

    def list_names(self, ships: Ships) -> tuple[str, ...]:
        """Return the names of ships."""
        return tuple([self.names[ship] for ship in ships])

    def list_afloat(self, navy: RussoJapaneseNavy, fleet: str) -> Ships:
        """Return the ships of a fleet that are not sunk."""
        return tuple([ship for ship in self.ships[fleet] if navy.steps[ship]])

    def list_ships(self, navy: RussoJapaneseNavy, fleet: str, steps: int) -> Ships:
        """Return the ships of a fleet with a number of steps left."""
        return tuple([ship for ship in self.ships[fleet] if navy.steps[ship] == steps])
