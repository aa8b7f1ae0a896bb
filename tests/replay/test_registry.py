"""The rule sets, and their data, texts, rules and recorded games."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from senpu.logs.record import LIBRARY
from senpu.notation.messages import LANGUAGES, SOURCE
from senpu.replay.core.registry import (
    GAMES,
    RegisteredGame,
    find_rule_set,
    get_registration,
    list_rule_sets,
    open_rules,
)
from senpu.replay.disputes.verification import verify
from senpu.spec.loader import UnknownGameError
from senpu.spec.texts import READING, find_rule_text, open_texts, read_rules_text
from tests.replay.texts import SHIPPED, good

RECORDED = sorted(LIBRARY.rglob("*.senpu"))


def test_ids_are_a_game_and_an_edition() -> None:
    assert "800/bonsai-2021" in list_rule_sets()
    assert find_rule_set("800/bonsai-2021") == "800/bonsai-2021"
    assert find_rule_set("pendulum") == "pendulum/toy"


@pytest.mark.parametrize("ident", ["801/bonsai-2021", "801", "", "/", "800/bonsai", "BONSAI"])
def test_an_unknown_id_is_reported_with_the_known_ids(ident: str) -> None:
    with pytest.raises(UnknownGameError, match="800/bonsai-2021"):
        find_rule_set(ident)


def test_a_game_of_several_editions_asks_which() -> None:
    with pytest.raises(
        UnknownGameError,
        match="several editions; available: 800/bonsai-2021, 800/battles",
    ):
        find_rule_set("800")


def test_an_unknown_option_is_reported_with_the_known_options() -> None:
    with pytest.raises(UnknownGameError, match="no option naval; available: idle-markers, "):
        open_rules("800/bonsai-2021", ("naval",))


def test_an_option_changes_its_switch_and_nothing_else() -> None:
    plain = open_rules("800/bonsai-2021").spec
    option = open_rules("800/bonsai-2021", ("idle-markers",)).spec
    assert option.switch == {**plain.switch, "idle_markers": True}
    assert option.values == plain.values


def test_the_same_rule_set_is_made_once() -> None:
    assert open_rules("800/bonsai-2021") is open_rules("800/bonsai-2021")
    assert open_rules("800/bonsai-2021") is not open_rules("800/battles-2011")


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("tests.nowhere", "half/toy has no rules: there is no module tests.nowhere.rules"),
        ("tests.spec", "half/toy has no rules: there is no module tests.spec.rules"),
        ("tests.half", "half/toy has no rules: the module tests.half.rules does not set RULES"),
    ],
)
def test_an_incomplete_game_is_reported_with_its_missing_parts(
    package: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "half", RegisteredGame(package, get_registration("pendulum").folder))
    monkeypatch.setitem(sys.modules, "tests.half.rules", ModuleType("tests.half.rules"))
    monkeypatch.setitem(sys.modules, "tests.half", ModuleType("tests.half"))
    with pytest.raises(UnknownGameError, match=why):
        open_rules("half/toy")


def test_what_the_rules_of_a_game_fail_to_import_is_not_called_a_missing_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "rules.py").write_text("import no_such_module\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(
        GAMES, "half", RegisteredGame("broken", get_registration("pendulum").folder)
    )
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        open_rules("half/toy")


# ---- a registered rule set is whole ---------------------------------------------------------


@pytest.mark.parametrize("ident", SHIPPED)
def test_a_rule_set_has_its_folder_texts_and_rules(ident: str) -> None:
    folder = get_registration(ident).folder
    assert open_rules(ident).spec.game.game == ident.partition("/")[0], f"{folder}/game.toml: game"
    for name in (
        "game.toml",
        "units.toml",
        "map.toml",
        "en/texts.toml",
        "en/names.toml",
        "en/rules.md",
    ):
        assert (folder / name).exists(), f"{ident}: no {name}"
    assert open_texts(str(folder)).topic("texts")["effect"]
    assert read_rules_text(str(folder), ident.partition("/")[2])


@pytest.mark.parametrize("ident", SHIPPED)
def test_every_printed_number_that_the_code_cites_is_in_the_rules(ident: str) -> None:
    spec = open_rules(ident).spec
    numbers = {entry.number for entry in read_rules_text(spec.folder, ident.partition("/")[2])}
    cited = set(spec.edition.number.values())
    assert {number for number in cited if number not in numbers} == set()


NUMBER = re.compile(r"\d+\.\d+(?:\.\d+)*(?:-[a-z0-9]+)?")


@pytest.mark.parametrize("ident", SHIPPED)
def test_rules_in_another_language_have_the_same_entries(ident: str) -> None:
    spec = open_rules(ident).spec
    edition = ident.partition("/")[2]
    english = read_rules_text(spec.folder, edition)
    for language in set(LANGUAGES) - {SOURCE}:
        other = read_rules_text(spec.folder, edition, language)
        assert [READING.sub("Reading ", x.number) for x in other] == [x.number for x in english]
        assert find_rule_text(spec, english[-1].number, language) == other[-1:]
        for one, two in zip(english, other, strict=True):
            assert two.title, two.number
            assert two.body, two.number
            if one.number.startswith("Reading"):
                cited = [set(NUMBER.findall(x.body.split("\n")[0])) for x in (one, two)]
                assert cited[0] == cited[1], f"{two.number}: {cited}"
                options = {x.id for x in spec.edition.option if f"`{x.id}`" in one.body}
                assert {x for x in options if f"`{x}`" not in two.body} == set(), two.number


def games_of(ident: str) -> list[str]:
    """The endings of the library's games of a rule set."""
    verdicts = [verify(path) for path in RECORDED]
    return [each.ending or "" for each in verdicts if each.game == ident]


@pytest.mark.parametrize("ident", SHIPPED)
def test_the_library_has_a_game_for_every_ending(ident: str) -> None:
    wanted = set(open_rules(ident).spec.edition.endings)
    assert wanted - set(games_of(ident)) == set()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_is_valid_pins_its_data_and_has_an_ending(path: object) -> None:
    text = path.read_text("utf-8")  # type: ignore[attr-defined]
    found = good(text)
    assert found.data == "pinned"
    assert text.rstrip().endswith(f"End: {found.ending}") or f"\nEnd: {found.ending}\n" in text
