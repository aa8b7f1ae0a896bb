"""No value is more certain than the unit or place that carries it."""

import tomllib
from typing import Any

import pytest

from senpu.replay.core.registry import GAMES, list_rule_sets, list_shipped_sets
from senpu.spec.corrections import read_data_rules, read_own_values
from senpu.spec.data import PROVENANCES, ROSTER, DataError, Value, read_blocks
from senpu.spec.forms import limit_provenance
from senpu.spec.loader import read_folder, read_toml

SHIPPED = [each for each in list_rule_sets() if GAMES[each.partition("/")[0]].library]


def read_stated(ident: str, raw: dict[str, Any]) -> dict[str, dict[str, Value]]:
    """Return the values of a file with the provenance that its blocks state."""
    blocks = [
        ("file", table, block)
        for table, entry in raw.items()
        if isinstance(entry, list)
        for block in entry
        if isinstance(block, dict) and "provenance" in block
    ]
    return read_blocks(blocks, ident.partition("/")[2]).tables


@pytest.mark.parametrize("ident", SHIPPED)
def test_the_shipped_files_state_no_value_as_more_certain_than_its_unit_or_place(
    ident: str,
) -> None:
    folder = GAMES[ident.partition("/")[0]].folder
    forms, game = read_data_rules(folder).forms, read_folder(folder).game
    for shipped in list_shipped_sets(ident):
        if shipped.file:
            tables = read_stated(ident, read_toml(shipped.file))
        else:
            tables = limit_provenance(shipped.values.tables, forms, [area.id for area in game.area])
        for table, entries in tables.items():
            for key, value in entries.items():
                found = shipped.values.tables[table].get(key)
                assert found is None or found.provenance == value.provenance, (
                    shipped.label,
                    table,
                    key,
                    value.provenance,
                    found.provenance,
                )


@pytest.mark.parametrize("ident", SHIPPED)
def test_no_value_of_a_unit_is_more_certain_than_the_unit(ident: str) -> None:
    forms = read_data_rules(GAMES[ident.partition("/")[0]].folder).forms
    for shipped in list_shipped_sets(ident):
        roster = shipped.values.tables[ROSTER]
        for table, entries in shipped.values.tables.items():
            if forms[table].key == "unit":
                for key, value in entries.items():
                    order = [PROVENANCES.index(each.provenance) for each in (roster[key], value)]
                    assert order == sorted(order), (shipped.name, table, key)


OWN = """
senpu-data = 1
game = "incident1932"
[[roster]]
provenance = "inferred"
d3 = "japan"
x1 = "china"
[[kinds]]
provenance = "printed"
x1 = "infantry"
[[formation]]
provenance = "placeholder"
x1 = "fifth-army"
[[combat]]
provenance = "printed"
d3 = 1
x1 = 3
[[fire]]
provenance = "printed"
x1 = 2
[[enters]]
provenance = "printed"
x1 = 1
[[tile]]
provenance = "stated"
13 = [0, 6]
[[adjacent]]
provenance = "printed"
08-13 = true
08-12 = true
[[role]]
provenance = "printed"
settlement = "13"
"""


def test_values_of_an_owner_are_no_more_certain_than_their_units_and_areas() -> None:
    ident = "incident1932/bonsai-2016"
    rules = read_data_rules(GAMES["incident1932"].folder)
    shipped = list_shipped_sets(ident)[0].values
    own = read_own_values(tomllib.loads(OWN), "own", shipped, rules, "bonsai-2016")
    found = {
        f"{table}.{key}": own.tables[table][key].provenance
        for table, key in (
            ("combat", "d3"), ("combat", "x1"), ("fire", "d3"), ("formation", "x1"),
            ("adjacent", "08-13"), ("adjacent", "08-12"), ("role", "settlement"),
        )
    }  # fmt: skip
    assert found == {
        "combat.d3": "inferred", "combat.x1": "inferred", "fire.d3": "inferred",
        "formation.x1": "placeholder", "adjacent.08-13": "stated", "adjacent.08-12": "printed",
        "role.settlement": "stated",
    }  # fmt: skip
    assert own.tables["combat"]["x1"].value == 3


@pytest.mark.parametrize(
    ("ident", "table", "entry", "expected"),
    [
        ("800/bonsai-2021", "roster", 'q1 = ""', "roster.q1: there is no such entry"),
        ("800/bonsai-2021", "tile", "Q = []", "tile.Q: there is no such entry"),
        ("800/bonsai-2021", "cover", 'Q = ""', "cover.Q: there is no such entry"),
        ("800/bonsai-2021", "adjacent", 'A-Q = ""', "adjacent.A-Q: there is no such entry"),
        ("800/bonsai-2021", "adjacent", 'A-C = ""', ""),
        ("800/bonsai-2021", "reach", "infantry = []", "a list of one entry or more"),
        ("russojapanese/bonsai-2018", "terrain", '9999 = ""', "terrain.9999: there is no such"),
        ("russojapanese/bonsai-2018", "event", "R10 = []", '["none"] for a card without'),
    ],
)
def test_an_entry_that_cannot_be_removed_is_named(
    ident: str, table: str, entry: str, expected: str
) -> None:
    raw = tomllib.loads(f'[[{table}]]\nprovenance = "printed"\n{entry}\n')
    game, _, edition = ident.partition("/")
    rules = read_data_rules(GAMES[game].folder)
    shipped = list_shipped_sets(ident)[0].values
    try:
        read_own_values(raw, "own", shipped, rules, edition)
        found = ""
    except DataError as error:
        found = str(error)
    assert expected in found
    assert bool(expected) == bool(found)
