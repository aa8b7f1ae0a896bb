"""A game's folder: read once, checked, with errors that name file and key."""

import shutil
from pathlib import Path

import pytest

import tests.toy
from senpu.notation.messages import LANGUAGES, SOURCE
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.spec.data import DataError
from senpu.spec.loader import UnknownGameError, load_spec, read_folder, read_toml
from senpu.spec.names import read_names
from senpu.spec.texts import (
    RuleText,
    check_texts,
    find_rule_text,
    find_text_faults,
    open_texts,
    read_rules_text,
)

TOY = Path(tests.toy.__file__).parent / "spec"
EAST = """[[side]]
id = "east"
letter = "E"
[edition.toy]"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Return a copy of the toy game's folder, for damaging it."""
    return Path(shutil.copytree(TOY, tmp_path / "toy"))


def spoiled(path: Path, file: str, old: str, new: str) -> str:
    """Return the error of a folder after replacing a text in a file."""
    source = (path / file).read_text("utf-8")
    assert old in source
    (path / file).write_text(source.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as error:
        read_folder(path)
    return str(error.value)


def test_a_rule_set_is_a_game_in_one_edition() -> None:
    spec = load_spec("pendulum/toy", TOY)
    assert (spec.id, spec.title(), spec.title("ja")) == ("pendulum/toy", "Pendulum", "振り子")
    assert [side.letter for side in spec.sides] == ["N", "S"]
    assert spec.name("ja", "side", spec.side("south").id) == "南軍"
    assert spec.name("fr", "side", "south") == "South", "a language without names"
    assert spec.name("ja", "side", "west") == ""
    assert spec.values.table("adjacent") == {"A-B": True, "B-C": True}


@pytest.mark.parametrize("ident", ["pendulum/other", "pendulum", "pendulum/toy/x", "pendulum/"])
def test_an_edition_that_there_is_not_is_reported(ident: str) -> None:
    with pytest.raises(UnknownGameError, match="available: pendulum/toy"):
        load_spec(ident, TOY)


def test_an_option_that_there_is_not_is_reported() -> None:
    with pytest.raises(UnknownGameError, match="no option naval; it has no options"):
        load_spec("pendulum/toy", TOY, ("naval",))


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        (
            "game.toml",
            "turns = 1000000",
            'turns = "six"',
            "toy/game.toml: turns: expected a whole number, not a text",
        ),
        ("game.toml", "turns = 1000000", "", "missing required field `turns`"),
        ("game.toml", "turns = 1000000", "turns = 1\nrounds = 2", "unknown field `rounds`"),
        (
            "game.toml",
            'letter = "N"',
            "letter = 1",
            "side[0].letter: expected a text, not a whole number",
        ),
        ("game.toml", 'game = "pendulum"', 'game = "pendulum', "game.toml: "),
        ("map.toml", 'provenance = "printed"', 'provenance = "sure"', 'provenance is "sure"'),
        ("map.toml", "A-B = true", "A-B = 1.5", "toy/map.toml: adjacent.A-B: expected a number"),
        ("map.toml", "A-B = true", "A-B = true\nA-B = true", "map.toml: "),
        ("map.toml", "B-C = true", 'edition = "none"\nB-C = true', 'there is no edition "none"'),
        ("units.toml", 'id = "n1"', 'id = "n1"\nmark = "x"', "unknown field `mark`"),
        ("units.toml", "[[kind]]", 'board = "x"\n[[kind]]', "board is also in another file"),
    ],
)
def test_what_is_wrong_is_reported_with_its_file_and_key(
    toy: Path, file: str, old: str, new: str, why: str
) -> None:
    assert why in spoiled(toy, file, old, new)


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("game.toml", 'letter = "S"', 'letter = "So"', "the letter So cannot be used in a log"),
        ("game.toml", 'letter = "S"', 'letter = "N"', "the letter N is given twice"),
        ("game.toml", 'id = "south"', 'id = "South"', "the side South cannot be used"),
        ("game.toml", "[edition.toy]", EAST, "the side east has no unit"),
        (
            "game.toml", "[edition.toy]", EAST.replace("east", "event"),
            "event is a reserved word",
        ),
        ("game.toml", '["pass"]', '["Pass"]', "the word Pass cannot be used"),
        ("game.toml", '["pass"]', '["pass", "pass"]', "the word pass is given twice"),
        (
            "game.toml", 'board = "areas"', 'board = "area"',
            "the board is area; expected one of areas, hexes",
        ),
        ("game.toml", "turns = 1000000", "turns = 0", "turns is 0; expected 1 or more"),
        (
            "game.toml", "endings = []", 'endings = ["East 3"]',
            "toy: the ending East 3 is not a winner and a rule; the winners are North, South, Draw",
        ),
        (
            "game.toml", "endings = []", 'endings = ["Draw"]',
            "toy: the ending Draw is not",
        ),
        (
            "game.toml", "endings = []", 'endings = ["Draw 3", "Draw 3"]',
            "the ending Draw 3 is given twice",
        ),
        ("units.toml", 'mark = "bob"\n', "", "kind[0]: Object missing required field `mark`"),
        ("units.toml", 'id = "n1"', 'id = "ng"', "the unit ng cannot be used in a log"),
        ("units.toml", 'id = "n1"', 'id = "s1"', "the unit s1 is given twice"),
        (
            "units.toml", 'side = "south"', 'side = "souht"',
            "the unit s1 has the unknown side souht; the sides are north, south",
        ),
        (
            "units.toml", 'ids = ["n1", "s1"]', 'ids = ["n1", "n2"]',
            "each id must be in exactly one block [[unit_name]], with the provenance of its name: "
            "n2, s1",
        ),
        (
            "units.toml", 'ids = ["n1", "s1"]', 'ids = ["n1", "s1", "n1"]',
            "each id must be in exactly one block [[unit_name]], with the provenance of its name: "
            "n1",
        ),
        (
            "units.toml", 'provenance = "placeholder"\nsource = "invented"\nids',
            'provenance = "guess"\nsource = "invented"\nids',
            "unit_name: provenance is guess; expected one of printed, stated, ",
        ),
        ("map.toml", 'id = "C"', 'id = "c"', "the area c cannot be used in a log; expected a"),
        ("map.toml", 'id = "C"', 'id = "B"', "the area B is given twice"),
    ],
)  # fmt: skip
def test_an_invalid_or_missing_name_is_reported_with_its_file(
    toy: Path, file: str, old: str, new: str, why: str
) -> None:
    assert spoiled(toy, file, old, new).startswith(f"toy/{file}: {why}")


def test_a_folder_without_a_game_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no game\.toml"):
        read_folder(tmp_path)


def test_a_rule_without_a_number_is_told_by_the_word_that_the_code_has_for_it() -> None:
    number = load_spec("pendulum/toy", TOY).edition.number
    assert number["dice"] == "3"
    with pytest.raises(DataError, match="has no number for the rule reroll"):
        number["reroll"]


@pytest.mark.parametrize(
    ("box", "why"),
    [
        ('fate = "home"\ntile = [0, 0]\nside = "east"', "a box has the unknown side east"),
        ('fate = "home"\ntile = [0, 0]\nswitch = "sea"', "a box has the unknown switch sea"),
        ('fate = "home"\ntile = [0]', "expected [column, row]"),
        ("tile = [0, 0]", "missing required field `fate`"),
    ],
)
def test_a_box_off_the_map_is_of_a_side_and_a_switch_that_there_are(
    toy: Path, box: str, why: str
) -> None:
    entry = f"[[box]]\n{box}\n[edition.toy.switch]"
    assert why in spoiled(toy, "game.toml", "[edition.toy.switch]", entry)


def test_an_option_must_set_a_switch_that_its_edition_has(toy: Path) -> None:
    option = '[[edition.toy.option]]\nid = "o"\nswitch = { x = true }\n'
    error = spoiled(toy, "game.toml", "[edition.toy.switch]", f"{option}[edition.toy.switch]")
    assert "the option o sets the unknown switch x" in error


@pytest.mark.parametrize("ident", list_rule_sets())
def test_every_text_of_a_rule_set_is_in_every_language(ident: str) -> None:
    spec = open_rules(ident).spec
    assert list(find_text_faults(Path(spec.folder))) == []
    edition = spec.id.partition("/")[2]
    names = [("title", edition), *(("side", side.id) for side in spec.sides)]
    names += [("kind", kind.id) for kind in spec.game.kind]
    for language in LANGUAGES:
        tables = read_names(spec.folder, language)
        assert all(tables[table][each] for table, each in names)
        assert set(spec.edition.endings) == set(tables.get("ending", {}).get(edition, {}))
        assert len(tables.get("date", {})) in (0, spec.game.turns)


@pytest.mark.parametrize(
    ("language", "old", "new", "why"),
    [
        ("ja", 'south = "南軍"\n', "", "ja: names.side.south: missing"),
        ("ja", 'toy = "振り子"\n', "", "ja: names.title.toy: missing"),
        ("ja", "[kind]\n", '[kind]\nx = "y"\n', "ja: names.kind.x: not in en"),
        ("en", 'south = "South"\n', "", "names.toml: side: no name of south"),
        ("en", "[kind]\n", '[kind]\nx = "y"\n', "names.toml: kind: unknown id x"),
        ("en", "[kind]\n", "[sort]\n", "names.toml: no table sort; expected side, kind, "),
        ("en", "[side]\n", '[place]\nZ = "z"\n[side]\n', "names.toml: place: unknown id Z"),
        ("en", 's1 = "Bob 2"\n', "", "names.toml: unit: no name of s1"),
        ("ja", 's1 = "錘2"\n', "", "ja: names.unit.s1: missing"),
        ("en", "[side]\n", '[article]\nthe = ["Z"]\n[side]\n', "article: unknown id Z"),
        ("en", "[side]\n", '[place]\nA = "z"\n[side]\n', "A needs a name and a provenance"),
        ("en", "[side]\n", '[ending.x]\n"North 1" = "z"\n[side]\n', "ending: no edition x"),
        ("en", "[side]\n", '[date]\n0 = "z"\n[side]\n', "names.toml: date: no name of 1"),
        ("en", "[side]\n", "[side\n", "en/names.toml: "),
    ],
)
def test_a_name_that_is_missing_or_unknown_is_reported(
    toy: Path, language: str, old: str, new: str, why: str
) -> None:
    path = toy / language / "names.toml"
    source = path.read_text("utf-8")
    assert old in source
    path.write_text(source.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as error:
        check_texts(str(toy))
    assert why in str(error.value)


@pytest.mark.parametrize("ident", list_rule_sets())
def test_each_place_off_the_map_is_a_box_next_to_it(ident: str) -> None:
    spec = open_rules(ident).spec
    boxes = [box.place for box in spec.game.box if box.place]
    others = [box.fate for box in spec.game.box if not box.place]
    assert sorted(boxes + others) == sorted(read_names(spec.folder, SOURCE).get("box", {}))


@pytest.mark.parametrize("ident", list_rule_sets())
def test_every_value_of_a_rule_set_says_where_it_comes_from(ident: str) -> None:
    for name, table in open_rules(ident).spec.values.tables.items():
        for key, value in table.items():
            assert value.source, f"{name}.{key} has no source"


def test_a_file_that_is_missing_or_no_text_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="could not read the file: no such file"):
        read_toml(tmp_path / "none.toml")
    (tmp_path / "x.toml").write_bytes(b"a = '\xff'\n")
    with pytest.raises(DataError, match=r"x\.toml: "):
        read_toml(tmp_path / "x.toml")


# ---- prose ----------------------------------------------------------------------------------


def test_texts_of_a_game_override_the_common_texts(tmp_path: Path) -> None:
    write_texts(tmp_path, "en", '[effect]\nresign = "Enough."\n')
    write_texts(tmp_path, "ja", '[effect]\nresign = "参った。"\n')
    for language, text in (("en", "Enough."), ("ja", "参った。")):
        texts = open_texts(str(tmp_path), language)
        assert texts.render("texts.effect.resign", {}) == text
        assert texts.has("texts.effect.undo")
        assert not texts.has("texts.effect.none")


def test_a_sentence_that_a_language_lacks_is_in_english(tmp_path: Path) -> None:
    write_texts(tmp_path, "en", '[effect]\nrest = { one = "{n} unit rests", other = "{n} rest" }\n')
    for n, text in ((1, "1 unit rests"), (2, "2 rest")):
        assert open_texts(str(tmp_path), "ja").render("texts.effect.rest", {"n": n}) == text


@pytest.mark.parametrize(
    ("english", "japanese", "why"),
    [
        ('[effect]\nresign = "Enough."\n', "", "ja: texts.effect.resign: missing"),
        ('[effect]\na = "{n}"\n', '[effect]\na = "b"\n', "the field n is not used"),
        ('[says]\nresign = ""\n', "", r"en/texts\.toml: unknown table says; available: effect"),
        ("[effect\n", "", r"en/texts\.toml: "),
    ],
)
def test_a_fault_of_the_texts_of_a_game_is_reported(
    toy: Path, english: str, japanese: str, why: str
) -> None:
    write_texts(toy, "en", english)
    write_texts(toy, "ja", japanese)
    with pytest.raises(DataError, match=why):
        check_texts(str(toy))


def write_texts(folder: Path, language: str, text: str) -> None:
    """Write the texts of a game in a language."""
    (folder / language).mkdir(exist_ok=True)
    (folder / language / "texts.toml").write_text(text, "utf-8")


RULES = """# Rules

## toy

### 1 Sides

Sides alternate.

### 1.1 First

North begins.

### 1.1-a Ties

None.

### 11 Eleven

Not a part of 1.

## other

### 1 Elsewhere

Not ours.

## Readings

### Reading 1: the meaning

This.
"""


def test_rules_are_read_by_edition_and_number(toy: Path) -> None:
    (toy / "en/rules.md").write_text(RULES)
    spec = load_spec("pendulum/toy", toy)
    assert [each.number for each in read_rules_text(str(toy), "toy")] == [
        "1", "1.1", "1.1-a", "11", "Reading 1",
    ]  # fmt: skip
    assert find_rule_text(spec, "1.1") == (
        RuleText("1.1", "First", "North begins."),
        RuleText("1.1-a", "Ties", "None."),
    )
    assert [each.number for each in find_rule_text(spec, "1")] == ["1", "1.1", "1.1-a"]
    assert find_rule_text(spec, "Reading 1")[0].title == "the meaning"
    with pytest.raises(
        UnknownGameError,
        match=r"has no rule 9, and no rule with this text\nhint: list its rules with .senpu ",
    ):
        find_rule_text(spec, "9")


def test_rules_that_are_not_written_are_reported(toy: Path) -> None:
    with pytest.raises(DataError, match=r"rules\.md: could not read the file: no such file"):
        read_rules_text(str(toy), "toy")
