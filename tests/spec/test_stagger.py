"""The other stagger of a map: the same mosaic, with the printed numbers where they were."""

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from senpu.replay.core.registry import load_rules_module, open_rules
from senpu.replay.parts.hexes import NOWHERE, HexGrid
from senpu.spec.corrections import correct_values, read_data_rules
from senpu.spec.data import Value, Values
from senpu.spec.forms import TableForm
from senpu.spec.loader import SPEC, load_spec, read_folder, read_shipped_names
from senpu.spec.ranges import Draw, draw_values, list_unknowns
from senpu.spec.stagger import follow_stagger, renumber
from tests.games.laws import games_end_as_listed

HOME, IDENT = SPEC / "nanjing1937", "nanjing1937/bonsai-2016"
RULES = read_data_rules(HOME)
SHIPPED = read_folder(HOME).values["bonsai-2016"]
KEPT = RULES.kept_rows


def turn(values: Values) -> Values:
    """Return values in the other stagger, with the value of the grid."""
    moved = renumber(values, RULES.forms, KEPT)
    shifted = {"even": "odd", "odd": "even"}[values.table("grid")["shifted"]]
    grid = {**moved.tables["grid"], "shifted": Value(shifted, "printed", "map")}
    return Values({**moved.tables, "grid": grid}, moved.names, moved.known)


def read_mosaic(values: Values, left: int = 0) -> dict[tuple[int, int], tuple[str, list[str]]]:
    """Return what lies in each hex and in which direction, by the place of the hex."""
    grid = HexGrid(values.table("grid"), values.table("terrain"))
    where = {ident: (grid.at[n][0], grid.east[n] + left) for ident, n in grid.index.items()}
    links: dict[str, list[object]] = {ident: [] for ident in grid.ids}
    for table in ("major_river", "river", "water_side", "impassable"):
        for name, sides in values.table(table).items():
            for one, other in (side.split("-") for side in sides):
                assert grid.index[other] in grid.neighbours[grid.index[one]]
                links[one].append((table, name, where[other]))
                links[other].append((table, name, where[one]))
    for name, line in values.table("rail").items():
        for one, other in pairwise(line):
            assert grid.index[other] in grid.neighbours[grid.index[one]]
            links[one].append(("rail", name, where[other]))
            links[other].append(("rail", name, where[one]))
    for table in ("place", "coast"):
        for name, hexes in values.table(table).items():
            for ident in hexes:
                links[ident].append((table, name))
    for unit, ident in values.table("start").items():
        links[ident].append(("start", unit))
    for name, names in values.names.items():
        for (language, ident), value in names.items():
            if ident in links and value.value:
                links[ident].append((name, language, value))
    return {
        where[ident]: (values.table("terrain")[ident], sorted(map(repr, links[ident])))
        for ident in grid.ids
    }


def test_the_mosaic_stays_but_the_hexes_that_fall_off() -> None:
    names = read_shipped_names(HOME)
    shipped = Values(SHIPPED.tables, {key: names[key] for key in ("place_name", "short_name")})
    turned = turn(shipped)
    assert [ident for ident in turned.table("terrain") if ident.startswith(("02", "06"))] == [
        ident for ident in SHIPPED.table("terrain") if ident.startswith(("02", "06"))
    ]
    old, new = read_mosaic(shipped), read_mosaic(turned, left=1)
    off = old.keys() - new.keys()
    assert off == {(row, 0) for row in range(0, 11, 2)}
    assert new.keys() <= old.keys()
    near = {(row + down, east + side) for row, east in off for down in (-1, 0, 1)
            for side in (-2, -1, 1, 2)}  # fmt: skip
    assert {place: new[place] for place in new.keys() - near} == {
        place: old[place] for place in new.keys() - near
    }
    assert {place: each[0] for place, each in new.items() if place in near} == {
        place: old[place][0] for place in new.keys() & near
    }
    assert turned.names["place_name"]["en", "0306"].value == "Changzhou"
    assert turned.names["place_name"]["en", "0308"].value == ""
    again = turn(turned)
    grid = again.table("grid")
    assert (grid, again.table("start")) == (SHIPPED.table("grid"), SHIPPED.table("start"))
    third = read_mosaic(again)
    assert third.keys() == old.keys() - off
    assert {place: third[place] for place in third.keys() - near} == {
        place: old[place] for place in third.keys() - near
    }


def test_a_start_that_falls_off_is_the_outermost_hex_and_a_line_keeps_its_longest_part() -> None:
    grid = {"top": 1, "bottom": 3, "left": 1, "right": 3, "shifted": "even"}
    tables = {
        "grid": {key: Value(value, "printed", "") for key, value in grid.items()},
        "start": {"a1": Value("0101", "printed", ""), "a2": Value("Europe", "printed", "")},
        "rail": {
            "line": Value(["0203", "0202", "0201", "0101", "0102"], "printed", ""),
            "spur": Value(["0102", "0101"], "printed", ""),
        },
        "river": {"side": Value(["0101-0201", "0102-0201"], "printed", "")},
    }
    forms = {
        "grid": TableForm(), "start": TableForm("unit", "location"),
        "rail": TableForm(value="line"), "river": TableForm(value="hexsides"),
    }  # fmt: skip
    moved = renumber(Values(tables), forms, "even")
    assert moved.table("start") == {"a1": "0101", "a2": "Europe"}
    assert moved.table("rail") == {"line": ["0203", "0202", "0201"]}
    assert moved.table("river") == {"side": ["0101-0201"]}


@given(st.sampled_from(("even", "odd", None, "both")), st.sampled_from(("even", "odd", "")))
def test_only_the_other_stagger_renumbers(shifted: str | None, kept: str) -> None:
    found = follow_stagger(SHIPPED, shifted, RULES.forms, kept, dict)
    assert (found is SHIPPED) == (not kept or shifted != "odd")
    if found is not SHIPPED:
        grid = HexGrid(found.table("grid") | {"shifted": shifted}, found.table("terrain"))
        assert max(len([n for n in near if n != NOWHERE]) for near in grid.neighbours) == 6


OWN = """
senpu-data = 1
game = "nanjing1937"
[[grid]]
provenance = "printed"
source = "map"
shifted = "odd"
right = 12
[[place]]
provenance = "printed"
source = "map"
town = ["0306"]
"""


def test_an_export_in_which_only_the_stagger_is_changed_is_the_same_data_set() -> None:
    names = read_shipped_names(HOME)
    grid = {**SHIPPED.tables["grid"], "shifted": Value("odd", "printed", "map")}
    whole = Values({**SHIPPED.tables, "grid": grid}, names)
    alone = Values({"grid": {"shifted": grid["shifted"]}})
    found = [correct_values(SHIPPED, own, RULES, "own.toml") for own in (whole, alone)]
    assert found[0] == found[1]
    again = correct_values(SHIPPED, found[1], RULES, "own.toml")
    assert again.tables == found[1].tables
    assert again.names["place_name"]["en", "0306"] == found[1].names["place_name"]["en", "0306"]


def test_an_owner_states_only_the_stagger_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    rules = open_rules(IDENT, data_file=file)
    spec = rules.spec
    assert spec.values.table("place")["town"] == ["0306"]
    assert (spec.name("en", "place", "0306"), spec.name("ja", "short", "0308")) == ("Changzhou", "")
    assert "0213" not in spec.values.table("terrain")
    assert {"0306", "0612"} <= set(spec.named_places)
    assert "0308" not in spec.named_places
    games_end_as_listed(rules, games=1)


def test_the_ranges_of_unknown_values_follow_the_stagger(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN.partition("right")[0], encoding="utf-8")
    shipped, own = open_rules(IDENT).spec, open_rules(IDENT, data_file=file).spec
    old, new = ({each.id: each for each in list_unknowns(spec)} for spec in (shipped, own))
    assert old.keys() == new.keys()
    for name, unknown in old.items():
        numbers = [[each.label for each in one.choices] for one in (unknown, new[name])]
        current = numbers[0].index(unknown.find_current(shipped))
        assert new[name].find_current(own) == numbers[1][current]
    assert "7 +0613" in [each.label for each in new["ports"].choices]
    for seed in range(3):
        values = draw_values(own, Draw(seed)).values
        load_rules_module(IDENT).RULES(load_spec(IDENT, HOME, (), values))
