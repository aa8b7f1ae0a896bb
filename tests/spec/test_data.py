"""Values with their provenance: reading, correcting, distinguishing and finding them."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from senpu.notation.user_folders import data_folder
from senpu.spec.corrections import DataRules, read_own_values
from senpu.spec.data import (
    PROVENANCES,
    DataError,
    Values,
    dump_values,
    find_data_files,
    read_blocks,
)
from senpu.spec.forms import infer_form

SHIPPED = """
[[points]]
provenance = "placeholder"
source = "invented"
i1 = 2
i2 = 2
[[points]]
provenance = "printed"
source = "J 4.0"
t1 = 3
[[kinds]]
provenance = "stated"
source = "P5"
i1 = "infantry"
t1 = "tank"
[[defence]]
provenance = "inferred"
source = "P10"
i1 = [7, 6]
[[adjacent]]
provenance = "derived"
source = "letter order"
A-B = true
B-C = false
"""


def values(text: str, edition: str = "first", file: str = "x.toml") -> Values:
    blocks = [(file, name, block) for name, part in tomllib.loads(text).items() for block in part]
    return read_blocks(blocks, edition)


def own_table(text: str, shipped: Values | None = None) -> Values:
    raw = tomllib.loads(text)
    shipped = shipped or values(SHIPPED)
    return read_own_values(raw, "mine.toml", shipped, make_rules(shipped), "first")


def make_rules(shipped: Values) -> DataRules:
    """Return rules whose forms follow the shipped values."""
    forms = {
        name: infer_form(value.value for value in table.values())
        for name, table in shipped.tables.items()
    }
    return DataRules(forms, ("first", "second"), ("north", "south"))


# ---- reading blocks -------------------------------------------------------------------------


def test_blocks_of_one_table_are_taken_together() -> None:
    found = values(SHIPPED)
    assert found.table("points") == {"i1": 2, "i2": 2, "t1": 3}
    assert found.table("adjacent") == {"A-B": True, "B-C": False}
    assert found.tables["points"]["t1"].provenance == "printed"
    assert found.tables["points"]["t1"].source == "J 4.0"


def test_each_value_counts_at_its_standing() -> None:
    assert values(SHIPPED).count_by_provenance() == {
        "printed": 1, "stated": 2, "derived": 2, "inferred": 1, "placeholder": 2,
    }  # fmt: skip


def test_a_list_of_words_is_a_set_of_facts_each_of_which_counts() -> None:
    found = values('[[rail]]\nprovenance = "printed"\nmain = ["01", "02", "03"]\nside = [1, 2]\n')
    assert found.count_by_provenance()["printed"] == 4


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (
            'signs = { "." = "clear" }\nrows = "01 . w"\n',
            "x.toml: terrain: row 01: the sign w is unknown",
        ),
        ('signs = "."\nrows = "01 ."\n', "x.toml: terrain: expected rows as a text"),
        (
            'signs = { "." = "clear" }\nrows = ["01 ."]\n',
            "x.toml: terrain: expected rows as a text",
        ),
        ('signs = { "." = 1.5 }\nrows = "01 ."\n', "x.toml: terrain.0101: expected a number"),
        (
            'signs = { "." = "clear" }\nrows = "01 .\\n01 ."\n',
            "x.toml: terrain.0101 is given twice",
        ),
    ],
)
def test_a_map_drawn_wrongly_is_reported_with_its_row(rows: str, why: str) -> None:
    with pytest.raises(DataError, match=re.escape(why)):
        values(f'[[terrain]]\nprovenance = "inferred"\n{rows}')


def test_the_weakest_of_some_values_decides() -> None:
    found = values(SHIPPED)
    assert found.weakest_provenance([("points", "t1")]) == "printed"
    assert found.weakest_provenance([("points", "t1"), ("kinds", "i1")]) == "stated"
    assert found.weakest_provenance([("points", "i1"), ("defence", "i1")]) == "placeholder"
    assert found.weakest_provenance([]) == "printed"


def test_a_block_may_be_for_one_edition_alone() -> None:
    text = '[[points]]\nprovenance = "printed"\nedition = "second"\ni1 = 5\n'
    assert values(text, "first").tables == {}
    assert values(text, "second").table("points") == {"i1": 5}


def test_a_table_that_is_missing_is_reported() -> None:
    with pytest.raises(DataError, match="no table cover"):
        values(SHIPPED).table("cover")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            '[[points]]\nprovenance = "guessed"\ni1 = 2\n',
            r"x\.toml: points: provenance is \"guessed\"",
        ),
        ("[[points]]\ni1 = 2\n", r"x\.toml: points: provenance is null; expected one of printed, "),
        ('[[points]]\nprovenance = ["printed"]\ni1 = 2\n', r"x\.toml: points: provenance"),
        (
            '[[points]]\nprovenance = "printed"\ni1 = 2\n'
            '[[points]]\nprovenance = "stated"\ni1 = 2\n',
            r"x\.toml: points\.i1 is given twice",
        ),
        (
            '[[points]]\nprovenance = "printed"\ni1 = 2.5\n',
            r"x\.toml: points\.i1: expected a number",
        ),
        ('[[points]]\nprovenance = "printed"\ni1 = {a = 1}\n', r"x\.toml: points\.i1: expected"),
        ('[[points]]\nprovenance = "printed"\ni1 = [[1]]\n', r"x\.toml: points\.i1: expected"),
        ('[[points]]\nprovenance = "printed"\ni1 = 1932-01-28\n', r"x\.toml: points\.i1: expected"),
    ],
)
def test_what_is_wrong_with_a_block_is_reported_with_file_and_key(text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        values(text)


# ---- the digest -----------------------------------------------------------------------------


def test_the_digest_is_of_the_values() -> None:
    assert len(values(SHIPPED).digest()) == 64
    for change in ("i1 = 3", "i1 = true", "i3 = 2"):
        assert values(SHIPPED.replace("i1 = 2", change)).digest() != values(SHIPPED).digest()


def test_the_digest_is_not_of_standings_sources_and_order() -> None:
    changed = SHIPPED.replace('"placeholder"', '"printed"').replace("invented", "a copy in hand")
    turned = "[[" + "[[".join(reversed(changed.split("[[")[1:]))
    assert values(turned).digest() == values(SHIPPED).digest()


names = st.text("abcxyz", min_size=1, max_size=4)
plain = st.integers(-9, 99) | st.booleans() | names | st.lists(st.integers(0, 9), max_size=3)


@given(
    tables=st.dictionaries(names, st.dictionaries(names, plain, min_size=1), min_size=1),
    random=st.randoms(use_true_random=False),
)
@settings(deadline=None)
def test_any_split_into_blocks_has_the_same_digest_and_survives_export(
    tables: dict[str, dict[str, Any]], random: Any
) -> None:
    blocks = []
    for name, table in tables.items():
        for key, value in table.items():
            standing = random.choice(PROVENANCES)
            block = {"provenance": standing, "source": random.choice("ab"), key: value}
            blocks.append(("x.toml", name, block))
    whole = read_blocks(
        ("x.toml", name, {"provenance": "printed", **table}) for name, table in tables.items()
    )
    random.shuffle(blocks)
    split = read_blocks(blocks)
    assert split.digest() == whole.digest()
    raw = tomllib.loads(tomli_w.dumps(dump_values(split, "800")))
    assert raw["senpu-data"] == 1
    assert read_own_values(raw, "mine.toml", split, make_rules(split), "first") == split


# ---- an owner's own values ------------------------------------------------------------------


def test_own_values_take_the_place_of_the_shipped_ones() -> None:
    found = own_table('[[points]]\nprovenance = "printed"\nsource = "my copy"\ni1 = 3\n')
    assert found.table("points") == {"i1": 3, "i2": 2, "t1": 3}
    assert found.tables["points"]["i1"].source == "my copy"
    assert found.count_by_provenance()["printed"] == 2
    assert values(SHIPPED).table("points")["i1"] == 2


def test_own_values_may_speak_of_pairs_that_the_shipped_do_not() -> None:
    found = own_table('[[adjacent]]\nprovenance = "printed"\nA-C = true\nA-B = false\n')
    assert found.table("adjacent") == {"A-B": False, "B-C": False, "A-C": True}


def test_a_pair_written_the_other_way_round_is_reported() -> None:
    with pytest.raises(DataError, match=r"mine\.toml: adjacent\.B-A is A-B in .*; expected A-B"):
        own_table('[[adjacent]]\nprovenance = "printed"\nB-A = false\n')


def test_own_values_for_one_edition_leave_the_others_alone() -> None:
    text = '[[points]]\nprovenance = "printed"\nedition = "second"\ni1 = 3\n'
    assert own_table(text).table("points")["i1"] == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            '[[point]]\nprovenance = "printed"\ni1 = 3\n',
            "no table point; available: points, kinds",
        ),
        ('[[points]]\nprovenance = "printed"\ni1 = "3"\n', 'points.i1 is "3"; expected a number'),
        ('[[points]]\nprovenance = "printed"\ni1 = true\n', "points.i1 is true; expected a number"),
        ('[[points]]\nprovenance = "printed"\ni1 = [3]\n', "expected a number"),
        ('[[kinds]]\nprovenance = "printed"\ni1 = 3\n', "kinds.i1 is 3; expected a text in quotes"),
        ('[[defence]]\nprovenance = "printed"\ni1 = [7]\n', "expected a list of 2"),
        ('[[adjacent]]\nprovenance = "printed"\nA-C = 1\n', "expected true or false"),
        ('[[points]]\nprovenance = "printed"\nx9 = "a"\n', "expected a number"),
        (
            '[[points]]\nprovenance = "printed"\ni1 = -1\n',
            "points.i1 is -1; expected a number, 0 or more",
        ),
        ("points = 3\n", r"points: expected blocks, each under \[\[points\]\]"),
        ("[points]\ni1 = 3\n", "points: expected blocks"),
        (
            '[[points]]\nprovenance = "printed"\nedition = "third"\ni1 = 3\n',
            'points: there is no edition "third"; available: first, second',
        ),
    ],
)
def test_own_values_of_another_form_are_refused(text: str, why: str) -> None:
    with pytest.raises(DataError, match=rf"^mine\.toml: .*{why}"):
        own_table(text)


# ---- where they are found -------------------------------------------------------------------


def test_files_next_to_the_log_come_before_the_user_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, mine = tmp_path / "logs", tmp_path / "mine"
    for folder, names_there in ((near, ("b.toml", "a.toml", "c.txt")), (mine, ("d.toml",))):
        folder.mkdir()
        for name in names_there:
            (folder / name).touch()
    monkeypatch.setenv("SENPU_DATA", str(mine))
    assert [path.name for path in find_data_files(near)] == ["a.toml", "b.toml", "d.toml"]
    assert [path.name for path in find_data_files(None)] == ["d.toml"]
    monkeypatch.setenv("SENPU_DATA", str(tmp_path / "none"))
    assert list(find_data_files(tmp_path / "none")) == []


def test_the_user_s_folder_is_the_platform_s_unless_said_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SENPU_DATA", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert data_folder() == Path.home() / ".local" / "share" / "senpu" / "data"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/senpu/data")
    monkeypatch.setenv("SENPU_DATA", "/own")
    assert data_folder() == Path("/own")
