"""The map and the counters: whole, symmetric, and as the rulebook has them where it says anything.

Not tested here: the rules. Walks are followed by the printed rules of stops and zones alone, so
that a corrected map which contradicts the printed example fails before any game is played.
"""

from collections.abc import Collection, Iterable
from itertools import pairwise

import pytest

from senpu.replay.core.registry import list_shipped_sets
from senpu.replay.parts.hexes import (
    NOWHERE,
    HexGrid,
    find_connected,
    read_hex_lines,
    read_hex_sides,
)
from senpu.spec.data import Values
from senpu.spec.loader import SPEC, load_spec, read_folder

EDITION = "bonsai-2018"
HOME = SPEC / "russojapanese"


class RussoJapaneseModelMap:
    """A map as walks need it, by the names of its hexes."""

    def __init__(self, values: Values) -> None:
        table = values.table
        self.terrain = table("terrain")
        self.grid = HexGrid(table("grid"), self.terrain)
        self.river = read_hex_sides(self.grid, table("river"), "river")
        self.water_side = read_hex_sides(self.grid, table("water_side"), "water_side")
        self.rail = read_hex_lines(self.grid, table("rail"), "rail")
        self.road = read_hex_lines(self.grid, table("road"), "road")
        self.place = {name: frozenset(hexes) for name, hexes in table("place").items()}

    def touches(self, ident: str) -> set[str]:
        """Return the neighbours of a hex, over any side."""
        near = self.grid.neighbours[self.grid.index[ident]]
        return {self.grid.ids[other] for other in near if other != NOWHERE}

    def adjacent(self, ident: str) -> set[str]:
        """The neighbours that a unit, and its zone, can reach by land (6.0, 8.1)."""
        sea = {self.grid.ids[other] for other in self.water_side[self.grid.index[ident]]}
        dry = {other for other in self.touches(ident) - sea if self.terrain[other] != "sea"}
        return set() if self.terrain[ident] == "sea" else dry

    def crosses_river(self, one: str, other: str) -> bool:
        return self.grid.index[other] in self.river[self.grid.index[one]]

    def by_line(self, one: str, other: str) -> bool:
        h = self.grid.index[one]
        return self.grid.index[other] in self.rail[h] | self.road[h]

    def joined(self, start: str, without: Collection[str] = ()) -> set[str]:
        """Return the hexes joined to a hex by land when some hexes are closed."""
        steps = self.adjacent
        index, ids = self.grid.index, self.grid.ids
        found = find_connected(
            index[start], lambda h: [index[other] for other in steps(ids[h]) - set(without)]
        )
        return {ids[h] for h in found}

    def zone(self, *enemies: str) -> set[str]:
        return {other for enemy in enemies for other in self.adjacent(enemy)}

    def explain_walk(self, walk: list[str], enemies: Iterable[str] = ()) -> str:
        """Return why a unit may not make a walk (6.1, 8.1), or ''."""
        zone = self.zone(*enemies)
        for number, (here, there) in enumerate(pairwise(walk)):
            if there not in self.adjacent(here):
                return f"{here} and {there} are not adjacent by land"
            if number == 0 and here in zone and there in zone:
                return f"{here} to {there} is from zone to zone"
            if number < len(walk) - 2:
                if there in zone:
                    return f"{there} is in a zone"
                if not self.by_line(here, there) and (
                    self.terrain[there] == "rough" or self.crosses_river(here, there)
                ):
                    return f"entering {there} from {here} ends the move"
        return ""

    def cover(self, target: str, *attackers: str) -> int:
        """Return the addition of a defender's terrain (9.4.1)."""
        facts = (
            all(self.crosses_river(attacker, target) for attacker in attackers),
            self.terrain[target] == "rough",
            target in self.place["town"],
        )
        return facts.count(True)


GAME = read_folder(HOME)
VALUES = GAME.values[EDITION]
LAND = RussoJapaneseModelMap(VALUES)
GRID = LAND.grid


def table(name: str) -> dict[str, object]:
    return VALUES.table(name)


# ---- the grid -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["river", "water_side", "rail", "road"])
def test_every_side_and_link_holds_from_both_hexes(kind: str) -> None:
    sides = getattr(LAND, kind)
    for h, others in enumerate(sides):
        for other in others:
            assert other in GRID.neighbours[h]
            assert h in sides[other]


def test_the_outermost_numbers_of_the_text_are_corners_of_the_map() -> None:
    assert len(GRID.ids) == 157
    assert (GRID.ids[-1][:2], GRID.ids[0][:2]) == ("10", "24"), "row 24 is in the north"
    assert {"1202", "1015", "2417"} <= set(GRID.ids)


def test_the_other_stagger_contradicts_the_text() -> None:
    other = HexGrid(table("grid") | {"shifted": "even"}, GRID.ids)
    with pytest.raises(ValueError, match="are not adjacent"):
        read_hex_sides(other, table("water_side"), "water_side")  # type: ignore[arg-type]


def test_no_side_is_of_two_kinds_and_no_line_crosses_the_sea() -> None:
    for h in range(len(GRID.ids)):
        assert not LAND.river[h] & LAND.water_side[h]
        assert not (LAND.rail[h] | LAND.road[h]) & LAND.water_side[h]


def test_all_hexes_are_joined_by_land() -> None:
    assert LAND.joined("2417") == {each for each in GRID.ids if LAND.terrain[each] != "sea"}


# ---- what is printed of hexes and sides -----------------------------------------------------


def test_6_0_the_sea_parts_a_unit_at_1303_from_three_neighbours() -> None:
    assert {"1302", "1203", "1404"} <= LAND.touches("1303")
    assert not {"1302", "1203", "1404"} & LAND.adjacent("1303")
    assert LAND.adjacent("1303") == {"1204", "1304", "1403"}
    only = [ident for ident in GRID.ids if {"1302", "1203", "1404"} <= LAND.touches(ident)]
    assert only == ["1303"]


def test_9_4_1_haicheng_and_motianling_each_count_two() -> None:
    assert LAND.cover("1811", "1810") == 2
    assert LAND.cover("1811", "1810", "1812") == 1, "not all of them attack over the river"
    assert LAND.terrain["1713"] == "rough"
    assert "1713" in LAND.place["town"]


def test_the_example_turn_1_1214_is_attacked_by_six_at_three_more() -> None:
    assert {"1114", "1215"} <= LAND.adjacent("1214")
    assert LAND.cover("1214", "1114", "1215") == 0
    assert LAND.cover("1214", "1114") == 1, "else the text need not speak of the river"


def test_the_example_turn_3_1612_is_attacked_by_six_at_three_more() -> None:
    assert {"1611", "1712"} <= LAND.adjacent("1612")
    assert LAND.cover("1612", "1611", "1712") == 1


def test_10_4_1_and_3_3_the_four_key_points_are_towns() -> None:
    assert LAND.place["port_arthur"] == {"1202"}
    assert {"1202", "1203"} < LAND.place["key"] <= LAND.place["town"]
    assert len(LAND.place["key"]) == 4


def test_4_4_8_3_the_supply_hexes_lie_on_a_road_and_on_the_railway() -> None:
    assert LAND.place["supply_japan"] == {"1015"}
    assert LAND.place["supply_russia"] == {"2417"}
    assert LAND.road[GRID.index["1015"]]
    assert LAND.rail[GRID.index["2417"]]


def test_units_land_at_1206_and_1211_in_the_example_before_port_arthur_has_fallen() -> None:
    assert {"1203", "1206", "1211"} == LAND.place["southern_port"]
    assert not LAND.place["southern_port"] & LAND.place["port"]
    assert LAND.place["port_arthur"] < LAND.place["port"]


def test_every_port_has_a_side_that_is_no_land_of_the_map() -> None:
    for ident in LAND.place["port"] | LAND.place["southern_port"]:
        assert len(LAND.adjacent(ident)) < 6, ident


def test_the_railway_joins_every_key_point_to_siberia() -> None:
    found = find_connected(GRID.index["2417"], lambda h: LAND.rail[h])
    assert {GRID.ids[h] for h in found} >= LAND.place["key"]


# ---- what the printed example needs ---------------------------------------------------------

FRONT = ("1611", "1713")
"""Russia's two units on turn 2."""
RING = ("1511", "1612", "1709", "1714", "1305")
"""Japan's units on turn 3."""


@pytest.mark.parametrize(
    ("walk", "enemies"),
    [
        ("1015 1114", ("1214",)),
        ("1015 1115 1215", ("1214",)),
        ("1206 1305", ()),
        ("1913 1813 1713", ()),
        ("1414 1514 1615 1714", FRONT),
        ("1413 1512 1612", FRONT),
        ("1305 1406 1506 1607", FRONT),
        ("1607 1608 1708 1709", FRONT),
        ("1211 1311 1411 1511", FRONT),
        ("1713 1813 1712", RING),
        ("1612 1711", ("1511", "1709", "1714", "1305")),
    ],
)
def test_the_moves_of_the_example_are_open(walk: str, enemies: tuple[str, ...]) -> None:
    assert LAND.explain_walk(walk.split(), enemies) == ""


@pytest.mark.parametrize(
    ("walk", "enemies", "why"),
    [
        ("1713 1712", RING, "zone to zone"),
        ("1713 1613 1712", RING, "zone to zone"),
        ("1305 1306 1507", (), "are not adjacent"),
        ("1303 1404", (), "are not adjacent by land"),
        ("1113 1213 1313", (), "ends the move"),
        ("1714 1713 1813", (), "ends the move"),
        ("1315 1314 1414", ("1214",), "is in a zone"),
    ],
)
def test_walks_that_the_rules_bar_are_not_open(
    walk: str, enemies: tuple[str, ...], why: str
) -> None:
    assert why in LAND.explain_walk(walk.split(), enemies)


def test_1305_to_1607_takes_three_steps_one_way_only() -> None:
    ways = [
        (one, other)
        for one in LAND.adjacent("1305")
        for other in LAND.adjacent(one)
        if "1607" in LAND.adjacent(other)
    ]
    assert ways == [("1406", "1506")]


def test_the_unit_at_ximucheng_is_surrounded_as_it_could_be_nowhere_else() -> None:
    held = set(RING) | LAND.zone(*RING)
    free = [ident for ident in GRID.ids if ident not in RING and LAND.adjacent(ident) <= held]
    assert [ident for ident in free if ident in LAND.adjacent("1612")] == ["1611"]
    assert "1611" in LAND.place["town"]


def test_1813_is_out_of_the_zone_of_1612_and_1713_in_that_of_1714() -> None:
    assert "1813" not in LAND.zone("1612", "1714")
    assert "1713" in LAND.zone("1714")


def test_a_unit_at_1305_cuts_off_port_arthur_and_dalian() -> None:
    closed = LAND.zone("1305") | {"1305"}
    assert not LAND.joined("2417", closed) & {"1202", "1203", "1204"}


def test_nanshan_is_the_only_way_to_dalian_from_the_north() -> None:
    assert "1204" in LAND.adjacent("1203")
    assert not LAND.joined("2417", {"1204"}) & {"1202", "1203"}


# ---- the counters ---------------------------------------------------------------------------


def test_the_units_of_a_side_are_adjacent_with_its_ships_last() -> None:
    units = GAME.game.unit
    land, ships = table("strength"), table("gunnery")
    order = [(unit.side, unit.id in ships) for unit in units]
    assert order == sorted(order)
    assert len(set(order)) == 4
    assert {unit.id for unit in units} == set(table("kinds"))
    assert {unit.id for unit in units} == set(land) | set(ships)
    assert set(land) == set(table("allowance")) == set(table("start"))
    assert not set(land) & set(ships)
    assert set(table("kinds").values()) == {kind.id for kind in GAME.game.kind}


def of_side(name: str) -> dict[str, str]:
    """The kinds of a side's land units."""
    land = table("strength")
    return {
        unit.id: str(table("kinds")[unit.id])
        for unit in GAME.game.unit
        if unit.side == name and unit.id in land
    }


def test_the_printed_values_of_the_counters() -> None:
    strength, allowance = table("strength"), table("allowance")
    printed = {
        "division": (2, 3),
        "nanshan": (1, 0),
        "garrison": (2, 0),
        "siberian": (3, 2),
        "european": (5, 2),
    }
    for ident, kind in (of_side("japan") | of_side("russia")).items():
        assert (strength[ident], allowance[ident]) == printed[kind], "2.3.1, 3.1, 10.2.5-6"
    assert set(of_side("japan").values()) == {"division"}
    assert table("reverse") == {"pa1": 3}, "10.4.4"


def test_3_1_the_russian_set_up() -> None:
    start, kinds = table("start"), of_side("russia")
    placed = {ident for ident in kinds if start[ident] in GRID.index}
    assert sorted(kinds[ident] for ident in placed) == [
        "garrison", "nanshan", "siberian", "siberian",
    ]  # fmt: skip
    assert {start["pa1"]} == LAND.place["port_arthur"]
    assert (start["na1"], start["s1"]) == ("1204", "1214")
    assert start["s2"] in LAND.place["key"], "it is at Liaoyang when turn 2 begins"
    assert {start[ident] for ident in kinds.keys() - placed} == {"Europe"}


def test_3_2_the_japanese_set_up() -> None:
    boxes = [table("start")[ident] for ident in of_side("japan")]
    assert boxes.count("Korea") == 3
    assert set(boxes) == {"Korea", "Japan"}


def test_11_1_the_ships_are_seven_and_eight() -> None:
    ships = table("gunnery")
    owners = [unit.side for unit in GAME.game.unit if unit.id in ships]
    assert (owners.count("japan"), owners.count("russia")) == (7, 8)
    assert set(ships.values()) <= set(range(1, 6))


# ---- provenance and names -------------------------------------------------------------------


def test_no_invented_value_has_printed_provenance() -> None:
    assert {value.provenance for value in VALUES.tables["gunnery"].values()} == {"placeholder"}
    terrain = VALUES.tables["terrain"]
    assert [ident for ident in terrain if terrain[ident].provenance == "printed"] == ["1713"]
    assert terrain["1203"].provenance == "placeholder"
    assert {value.provenance for value in VALUES.tables["rail"].values()} == {"inferred"}


def test_names_are_at_hexes_and_their_short_forms_fit() -> None:
    spec = load_spec("russojapanese/bonsai-2018", HOME)
    for language, letters in (("en", 5), ("ja", 2)):
        sites = set(spec.named_places)
        assert sites <= GRID.index.keys()
        for name in ("key", "town", "southern_port", "port", "supply_japan", "supply_russia"):
            assert LAND.place[name] <= sites
        short = [spec.name(language, "short", site) for site in sites]
        assert all(len(each) <= letters for each in short)
        assert len(set(short)) == len(short)


# ---- Port Arthur at 1202 or at 1201 ---------------------------------------------------------


def test_port_arthur_touches_dalian_and_leaves_1201_to_the_sea() -> None:
    sets = {each.name: each.values for each in list_shipped_sets("russojapanese/bonsai-2018")}
    earlier = RussoJapaneseModelMap(sets["port-arthur-1201"])
    assert LAND.adjacent("1202") == {"1203", "1301", "1302"}
    assert LAND.cover("1202", "1203") == 2
    assert earlier.adjacent("1201") == {"1202", "1301"}
    assert LAND.adjacent("1201") == set()
    assert not any("1201" in LAND.adjacent(ident) for ident in GRID.ids)
    assert not any("1201" in hexes for hexes in LAND.place.values())
    assert not LAND.rail[GRID.index["1201"]]
