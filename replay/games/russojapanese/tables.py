"""The fixed facts about the map, the counters and the cards, as the rules look them up."""

from __future__ import annotations

from typing import Any

from senpu.replay.games.russojapanese.state import BOXES, ENEMY, JAPAN, RUSSIA
from senpu.replay.parts.counters import (
    build_name_lister,
    check_kind_count,
    read_choices,
    read_column,
    read_kinds,
)
from senpu.replay.parts.hexes import HexGrid, find_land_neighbours, read_hex_lines, read_hex_sides
from senpu.replay.parts.tables import read_results_table
from senpu.replay.parts.walks import ROUGH, Walks
from senpu.spec.data import DataError, TableError
from senpu.spec.loader import Spec

RESULTS = frozenset(("DE", "DR", "EX", "NE", "AR", "AE"))
LETTER = {JAPAN: "J", RUSSIA: "R"}
CARDS = 16
OWNER = {
    "sortie": RUSSIA, "makarov": RUSSIA, "kondratenko": RUSSIA, "railway": RUSSIA,
    "advance": RUSSIA, "stop": JAPAN, "mines": JAPAN, "no_transport": JAPAN, "no_zone": JAPAN,
    "hasten": JAPAN,
}  # fmt: skip
"""The side of the effects of cards that only one side can have."""
SORTIES = ("sortie", "makarov")
ANSWERS = {"stop": SORTIES, "mines": SORTIES, "cancel": ("result", "kondratenko")}
"""The effects of the enemy's cards that an effect answers."""
TERRAIN = ("clear", "rough", "sea")


class RussoJapaneseTables:
    """Map, counters and cards, built once from the data.

    Inconsistent data raise DataError.
    """

    def __init__(self, spec: Spec) -> None:
        try:
            self._map(spec)
            self.results = read_results_table(spec.values.table("results"), RESULTS)
        except TableError as error:
            raise DataError("badGameData", game=spec.id, why=error) from None
        self.lowest = self.results.lowest[0]
        self.limit: dict[str, int] = spec.values.table("limit")
        if self.limit["paid_hand"] < self.limit["hand"]:
            raise DataError("smallPaidHand", game=spec.id)
        self.check: dict[str, int] = spec.values.table("check")
        self.stack = {JAPAN: self.limit["stack_japan"], RUSSIA: self.limit["stack_russia"]}
        self._counters(spec)
        self.event: dict[tuple[str, int], tuple[str, ...]] = {
            (side, number): tuple(words)
            for side, letter in LETTER.items()
            for number, words in enumerate(
                read_column(
                    spec, [f"{letter}{number:02}" for number in range(1, CARDS + 1)], "event"
                ),
                1,
            )
        }
        """The event of each half of each card: the name of its effect and its arguments."""
        self._check_events(spec)
        self.undone = frozenset(
            (ENEMY[side], int(number))
            for (side, _), words in self.event.items() if words[0] == "cancel"
            for number in words[1:]
        )  # fmt: skip
        """The halves of cards whose result the enemy has a card to cancel."""

    def _check_events(self, spec: Spec) -> None:
        """Check that the events of a user's data suit their sides and the cards that they name.

        Raises:
            DataError: An event is for the other side, or answers a card without such an event.
        """
        for (side, card), (effect, *words) in self.event.items():
            key = f"event.{LETTER[side]}{card:02}"
            if side != OWNER.get(effect, side):
                raise DataError("eventOfOtherSide", game=spec.id, key=key, effect=effect)
            have = ANSWERS.get(effect, ())
            for number in words if have else ():
                if self.event[ENEMY[side], int(number)][0] not in have:
                    fields = {"key": key, "card": number, "have": have}
                    raise DataError("eventAnswersOther", game=spec.id, **fields)

    # ---- the map ------------------------------------------------------------------------

    def _map(self, spec: Spec) -> None:
        values = spec.values
        terrain = read_choices(spec, "terrain", TERRAIN)
        self.grid = grid = HexGrid(values.table("grid"), terrain)
        self.ids, self.index = grid.ids, grid.index
        self.terrain = tuple(str(terrain[ident]) for ident in grid.ids)
        self.river = read_hex_sides(grid, values.table("river"), "river")
        self.water_side = read_hex_sides(grid, values.table("water_side"), "water_side")
        self.rail = read_hex_lines(grid, values.table("rail"), "rail")
        self.road = read_hex_lines(grid, values.table("road"), "road")
        places = {
            name: frozenset(grid.find_hexes(at)) for name, at in values.table("place").items()
        }
        self.key, self.town = places["key"], places["town"]
        self.southern, self.other_port = places["southern_port"], places["port"]
        self.southern_ports = tuple(sorted(self.southern))
        self.ports = tuple(sorted(self.southern | self.other_port))
        (self.port_arthur,) = places["port_arthur"]
        (east,), (north,) = places["supply_japan"], places["supply_russia"]
        self.supply = {JAPAN: east, RUSSIA: north}
        """The hex at which each side's road or railway from its box enters (4.4).

        It is the goal of the other side.
        """
        cover: dict[str, int] = values.table("cover")
        self.river_cover = cover["river"]
        self.cover = tuple(
            cover.get(terrain, 0) + (cover["town"] if h in self.town else 0)
            for h, terrain in enumerate(self.terrain)
        )
        """The addition of the terrain to a defence (9.4.1)."""
        self._sides()
        # Reading 36: towns have an owner as key hexes do, unless the option says otherwise.
        marked = sorted(self.key if spec.switch["towns_open"] else self.key | self.town)
        bits = {h: 1 << number for number, h in enumerate(marked)}
        self.marked = tuple(marked)
        self.mark = tuple(bits.get(h, 0) for h in range(len(self.ids)))
        """A bit for each hex that records the side that passed it last (3.4; reading 36)."""
        self.keys = sum(bits[h] for h in self.key)
        self.key_hexes = tuple(sorted(self.key))
        self.all_marks = sum(bits.values())
        self.walks = Walks(grid, self.mark)

    def _sides(self) -> None:
        """Compute the hex sides that units, zones and attacks cross (6.0, 8.1)."""
        land = [terrain != "sea" for terrain in self.terrain]
        self.adjacent = find_land_neighbours(self.grid, land, self.water_side)
        """The adjacent land hexes over a side that is not all sea: for moves, zones and attacks."""
        self.lines = tuple(tuple(sorted(self.rail[h] | self.road[h])) for h in range(len(land)))
        """The adjacent hexes along a road or a railway."""
        self.ways = {
            (number, side): (*(tuple(sorted(each)) for each in ways), (self.supply[side],), (), ())
            for number, ways in (("rail", self.rail), ("march", self.lines))
            for side in (JAPAN, RUSSIA)
        }
        """The hexes along railways (`rail`), or railways and roads (`march`), by rule and side.

        GATE, HOME and LOST are indices from the end; the box GATE is a start too.
        """
        entries = tuple(
            {n: (1, ROUGH if self._halts(h, n) else 0) for n in self.adjacent[h]}
            for h in range(len(land))
        )
        self.entries = {
            side: (*entries, {self.supply[side]: (1, 0)}, {}, {}) for side in (JAPAN, RUSSIA)
        }
        """The hexes that a side's units may enter from a hex or the box GATE (8.3).

        Each has the cost and the reason to stop there. GATE, HOME and LOST are indices from the
        end.
        """

    def _halts(self, here: int, h: int) -> bool:
        """Return whether a unit that enters `h` stops there, for rough terrain or a river (8.1).

        A road or a railway into the hex prevents the stop.
        """
        rough = self.terrain[h] == "rough" or h in self.river[here]
        return rough and h not in self.lines[here]

    # ---- the counters -------------------------------------------------------------------

    def _counters(self, spec: Spec) -> None:
        every = [unit.id for unit in spec.units]
        kind = dict(zip(every, read_kinds(spec, every), strict=True))
        land = [unit for unit in spec.units if kind[unit.id] != "ship"]
        self.units = tuple(unit.id for unit in land)
        self.names = build_name_lister(self.units)
        self.unit = {ident: number for number, ident in enumerate(self.units)}
        self.side = tuple(unit.side for unit in land)
        self.own = {
            side: tuple(k for k, other in enumerate(self.side) if other == side) for side in BOXES
        }
        if not all(self.own.values()):
            side = next(side for side, own in self.own.items() if not own)
            raise DataError("sideWithoutLandUnits", game=spec.id, side=side)
        self.span = {side: slice(own[0], own[-1] + 1) for side, own in self.own.items()}
        self.kind = tuple(kind[ident] for ident in self.units)
        self.strength: tuple[int, ...] = read_column(spec, self.units, "strength")
        self.allowance: tuple[int, ...] = read_column(spec, self.units, "allowance")
        start: dict[str, Any] = spec.values.table("start")
        self.start = tuple(self._start(spec, ident, str(start[ident])) for ident in self.units)
        check_kind_count(spec, self.kind, "garrison", 1)
        (garrison,) = spec.values.table("reverse").items()
        self.garrison, self.reverse = self.unit[garrison[0]], int(garrison[1])
        """The garrison of Port Arthur, and the strength on its reverse (10.4.4)."""

    def _start(self, spec: Spec, ident: str, place: str) -> int:
        boxes = BOXES[self.side[self.unit[ident]]]
        found = next((code for code, name in boxes.items() if name == place), None)
        if found is None:
            found = self.index.get(place)
        if found is None:
            have = tuple(boxes.values())
            raise DataError("badStart", game=spec.id, key=f"start.{ident}", place=place, have=have)
        return found

    def place(self, k: int, h: int) -> str:
        """Return the name of a unit's place, or '' for a lost unit."""
        return self.ids[h] if h >= 0 else BOXES[self.side[k]].get(h, "")
