"""The ranges of unknown values: complete, named in all languages, and every draw is playable."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from senpu.notation.messages import LANGUAGES
from senpu.replay.analysis.players import derive_seed, find_player, generate_game
from senpu.replay.core.registry import (
    open_rules,
    replace_values,
)
from senpu.spec.data import DataError, Value, Values
from senpu.spec.loader import Spec
from senpu.spec.names import read_names
from senpu.spec.ranges import (
    Draw,
    draw_values,
    find_uncovered,
    list_blocks,
    list_fixed,
    list_unknowns,
    read_ranges,
)
from tests.data_sets import SHIPPED, invent_copy, merge

RULE_SETS = [*((ident, ()) for ident in SHIPPED), ("russojapanese/bonsai-2018", ("naval",))]


def open_spec(ident: str, options: tuple[str, ...] = ()) -> Spec:
    return open_rules(ident, options).spec


@pytest.mark.parametrize("ident", SHIPPED)
def test_every_unknown_value_has_a_range_or_a_reason(ident: str) -> None:
    assert find_uncovered(open_spec(ident)) == []


def test_a_value_without_a_range_is_found() -> None:
    spec = open_spec("800/bonsai-2021")
    table = spec.values.tables["limit"]
    weak = {**table, "group": replace(table["group"], provenance="placeholder")}
    values = replace(spec.values, tables={**spec.values.tables, "limit": weak})
    assert find_uncovered(replace(spec, values=values)) == [("limit", "group")]


@pytest.mark.parametrize(("ident", "options"), RULE_SETS)
def test_the_shipped_values_are_among_the_plausible_ones(
    ident: str, options: tuple[str, ...]
) -> None:
    spec = open_spec(ident, options)
    assert [each.id for each in list_unknowns(spec) if not each.find_current(spec)] == []


@pytest.mark.parametrize("ident", SHIPPED)
def test_every_block_has_a_name_in_every_language_and_an_argument(ident: str) -> None:
    spec = open_spec(ident)
    found = read_ranges(spec.folder)
    blocks = list_blocks(spec.folder)
    ids = {block.id for block in blocks}
    assert len(ids) == len(blocks)
    for language in LANGUAGES:
        assert read_names(spec.folder, language)["unknown"].keys() == ids
    assert all(len(block.why) > 10 for block in [*blocks, *found.fixed] if block.why != "printed")


@pytest.mark.parametrize(
    "draws", [4, pytest.param(60, marks=pytest.mark.slow)], ids=["few", "many"]
)
@pytest.mark.parametrize(("ident", "options"), RULE_SETS)
def test_every_drawn_data_set_is_playable(ident: str, options: tuple[str, ...], draws: int) -> None:
    """`replace_values` checks that a game begins; some games are played to their end."""
    rules = open_rules(ident, options)
    players = {side.id: find_player("random") for side in rules.spec.sides}
    for seed in range(draws):
        drawn = replace_values(rules, draw_values(rules.spec, Draw(seed)).values)
        *_, (state, event) = generate_game(drawn, players, seed)
        assert drawn.apply(state, event)[0].outcome is not None


def test_a_draw_depends_on_the_seed_and_the_id_of_the_value_alone() -> None:
    spec = open_spec("800/bonsai-2021")
    one = draw_values(spec, Draw(7))
    assert one == draw_values(spec, Draw(7))
    assert len({draw_values(spec, Draw(seed)).values.digest() for seed in range(20)}) == 20
    for unknown in list_unknowns(spec):
        weights = [each.weight for each in unknown.choices]
        (number,) = Random(f"7/{unknown.id}").choices(range(len(weights)), weights)
        assert one.choices[unknown.id] == number
    assert derive_seed(1, 2) == Random("1/2").randrange(10**12)


def test_a_drawn_value_keeps_its_provenance_and_others_do_not_change() -> None:
    spec = open_spec("800/bonsai-2021")
    keys = {key for unknown in list_unknowns(spec) for key in unknown.keys}
    for seed in range(10):
        drawn = draw_values(spec, Draw(seed)).values
        assert drawn.tables["points"]["i1"].provenance == "placeholder"
        for name, table in drawn.tables.items():
            for key, value in table.items():
                assert (name, key) in keys or value == spec.values.tables[name][key]


def test_a_value_that_is_printed_in_the_data_is_not_drawn() -> None:
    spec = open_spec("nanjing1937/bonsai-2016")
    tables = {
        name: {key: replace(value, provenance="printed") for key, value in table.items()}
        for name, table in spec.values.tables.items()
    }
    known = replace(spec, values=replace(spec.values, tables=tables))
    assert list_unknowns(known) == ()
    assert draw_values(known, Draw(1)).values == known.values
    strength = {**spec.values.tables, "strength": tables["strength"]}
    partly = replace(spec, values=replace(spec.values, tables=strength))
    ids = {unknown.id for unknown in list_unknowns(partly)}
    assert "strength_divisions" not in {each for each in ids if "d3" in each}
    assert "allowance_divisions" in ids


@pytest.mark.parametrize(
    "ident", [*SHIPPED[:-1], pytest.param(SHIPPED[-1], marks=pytest.mark.slow)]
)
def test_nothing_is_unknown_in_a_copy_that_is_printed(ident: str) -> None:
    values = merge(ident, invent_copy(ident).own)
    spec = replace(open_spec(ident), values=values)
    assert (list_unknowns(spec), list_fixed(spec)) == ((), [])


@pytest.mark.parametrize("value", ["", False])
def test_a_pair_that_is_printed_as_not_adjacent_is_known(value: str | bool) -> None:
    spec = open_spec("800/bonsai-2021")
    own = {"adjacent": {"A-C": Value(value, "printed", "a copy")}}
    known = replace(spec, values=merge(spec.id, own))
    assert known.values.digest() == spec.values.digest()
    less = {each.id for each in list_unknowns(spec)} - {each.id for each in list_unknowns(known)}
    assert less == {"left_end"}
    near = {
        pair: Value(each.value, "printed", "a copy")
        for pair, each in spec.values.tables["adjacent"].items() if {*"DH"} & {*pair}
    }  # fmt: skip
    own["adjacent"] |= near
    known = replace(spec, values=merge(spec.id, own))
    assert not {"left_end", "road"} & {each.id for each in list_unknowns(known)}


def test_a_roster_is_drawn_with_the_values_of_its_units() -> None:
    spec = open_spec("nanjing1937/bonsai-2016")
    seen: set[str] = set()
    for seed in range(40):
        drawn = draw_values(spec, Draw(seed))
        units = drawn.values.tables["roster"].keys()
        assert drawn.values.tables["strength"].keys() == units
        assert drawn.values.tables["enters"].keys() == units
        seen |= units
    assert {"a9", "d10", "d114"} <= seen


def test_lists_lose_and_get_members() -> None:
    spec = open_spec("russojapanese/bonsai-2018")
    for seed in range(30):
        drawn = draw_values(spec, Draw(seed))
        keys, towns = (drawn.values.tables["place"][key].value for key in ("key", "town"))
        label = ("1913", "1912")[drawn.choices["liaoyang"]]
        assert ("1912" in keys, "1913" in keys) == (label == "1912", label == "1913")
        assert len(keys) == 4
        assert len(towns) in (10, 12)


def test_an_alternative_has_the_provenance_of_its_leading_value() -> None:
    """Accompanying terrain is less certain than the fortress."""
    spec = open_spec("russojapanese/bonsai-2018")
    (fortress,) = (each for each in list_unknowns(spec) if each.id == "port_arthur")
    assert fortress.find_provenance(spec.values) == "stated"
    assert spec.values.weakest_provenance(fortress.keys[:1]) == "inferred"


@dataclass(frozen=True)
class Broken:
    """A file of ranges with a mistake, and the id of its error."""

    text: str
    ident: str


@pytest.mark.parametrize(
    "broken",
    [
        Broken('[[range]]\nid = "x"\ntable = "t"\nkeys = ["a"]\nwhy = "w"\n', "badRange"),
        Broken(
            '[[range]]\nid = "x"\ntable = "t"\nkeys = ["a"]\nwhy = "w"\nleast = 3\nmost = 2\n',
            "badRange",
        ),
        Broken(
            '[[alternative]]\nid = "x"\nwhy = "w"\n[[alternative.choice]]\nlabel = "1"\n',
            "badAlternative",
        ),
        Broken(
            '[[alternative]]\nid = "x"\nwhy = "w"\nleading = "t.a"\n'
            '[[alternative.choice]]\nlabel = "1"\n[[alternative.choice]]\nlabel = "2"\n',
            "badLeading",
        ),
        Broken('[[range]]\nid = "x"\n', "badKey"),
        Broken('[[ranges]]\nid = "x"\n', "badFile"),
    ],
    ids=lambda broken: f"{broken.ident}-{len(broken.text)}",
)
def test_a_broken_file_is_rejected_with_its_key(broken: Broken, tmp_path: Path) -> None:
    (tmp_path / "ranges.toml").write_text(broken.text, "utf-8")
    with pytest.raises(DataError) as error:
        read_ranges(str(tmp_path))
    assert error.value.message.id == f"errors.{broken.ident}"


def test_a_game_without_ranges_has_no_unknown_values(tmp_path: Path) -> None:
    assert read_ranges(str(tmp_path)).range == ()
    assert isinstance(open_spec("800/bonsai-2021").values, Values)
