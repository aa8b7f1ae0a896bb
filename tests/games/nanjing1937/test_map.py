"""The map of the campaign: symmetric, whole, and as the rulebook says where it says anything."""

import pytest

from senpu.replay.parts.hexes import NOWHERE, find_connected
from senpu.spec.data import DataError, read_blocks
from tests.games.nanjing1937.positions import ruleset

SHEET = ruleset().context.tables
GRID = SHEET.grid


def test_every_neighbour_is_a_neighbour_in_return() -> None:
    for h, near in enumerate(GRID.neighbours):
        for direction, other in enumerate(near):
            if other != NOWHERE:
                assert GRID.neighbours[other][(direction + 3) % 6] == h


@pytest.mark.parametrize("kind", ["major", "river", "water_side", "impassable", "rail"])
def test_every_side_and_link_holds_from_both_hexes(kind: str) -> None:
    sides = getattr(SHEET, kind)
    for h, others in enumerate(sides):
        for other in others:
            assert other in GRID.neighbours[h]
            assert h in sides[other]


def test_no_side_is_of_two_kinds() -> None:
    for h in range(len(GRID.ids)):
        assert not SHEET.major[h] & SHEET.river[h]
        assert not (SHEET.major[h] | SHEET.river[h]) & SHEET.water_side[h]


def test_hexes_have_their_positions_of_the_printed_map() -> None:
    assert {GRID.ids[h] for h in SHEET.city} == {"0202", "0612", "0802", "1007"}
    assert SHEET.major[GRID.index["0206"]], "9.4.5: 0206 touches the great river"
    assert SHEET.major[GRID.index["1007"]], "9.4.5: so does Hangzhou"


def test_there_are_at_least_five_ports_and_all_lie_on_the_coast() -> None:
    assert len(SHEET.port) >= 5
    assert SHEET.port <= SHEET.coast


def test_no_name_is_in_the_water() -> None:
    wet = {h for h, terrain in enumerate(SHEET.terrain) if terrain in ("sea", "lake")}
    rails = {h for h, links in enumerate(SHEET.rail) if links}
    assert not wet & (SHEET.city | SHEET.town | SHEET.port | SHEET.coast | rails)
    assert not any(SHEET.entries[h] for h in wet)


def test_every_city_is_reached_from_shanghai_without_a_major_river() -> None:
    shanghai = GRID.index["0612"]
    assert find_connected(shanghai, lambda h: SHEET.back[h]) >= SHEET.city


def test_every_city_lies_on_one_railway_that_crosses_no_major_river() -> None:
    assert find_connected(GRID.index["0612"], lambda h: SHEET.rail[h]) >= SHEET.city
    assert not any(SHEET.rail[h] & SHEET.major[h] for h in range(len(GRID.ids)))


def test_the_terrain_is_drawn_row_by_row() -> None:
    terrain = {ident: SHEET.terrain[h] for h, ident in enumerate(GRID.ids)}
    assert len(terrain) == 11 * 13
    assert (terrain["0113"], terrain["0607"], terrain["0201"]) == ("sea", "lake", "rough")
    assert (terrain["0605"], terrain["0510"], terrain["0612"]) == ("woods", "marsh", "clear")


def test_each_hex_of_a_drawn_row_counts_as_a_value() -> None:
    block = {
        "provenance": "inferred", "signs": {".": "clear", "w": "woods"}, "rows": "01 . w\n02  - .",
    }  # fmt: skip
    drawn = ("map.toml", "terrain", block)
    values = read_blocks([drawn])
    assert values.table("terrain") == {"0101": "clear", "0102": "woods", "0202": "clear"}
    assert values.count_by_provenance()["inferred"] == 3
    with pytest.raises(DataError, match="row 01: the sign x is unknown"):
        read_blocks([("map.toml", "terrain", block | {"rows": "01 x"})])
    with pytest.raises(DataError, match=r"terrain\.0101 is given twice"):
        read_blocks([drawn, drawn])


def test_each_side_of_a_river_counts_as_a_value_and_an_empty_list_as_one() -> None:
    block = {"provenance": "printed", "huangpu": ["0612-0713", "0612-0613"], "none": []}
    assert read_blocks([("map.toml", "river", block)]).count_by_provenance()["printed"] == 3


def test_an_owner_may_turn_the_stagger_round() -> None:
    from senpu.replay.parts.hexes import HexGrid

    table = ruleset().spec.values.table("grid")
    odd = HexGrid(table | {"shifted": "odd"}, GRID.ids)
    assert odd.distance(odd.index["0202"], odd.index["0103"]) == 2
    assert GRID.distance(GRID.index["0202"], GRID.index["0103"]) == 1
