"""`spec/800/en/rules.md` against the tests, the code, the data and `game.toml`."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from senpu.replay.games.eight_hundred.legality import EightHundredLegality
from senpu.spec.texts import RuleText, find_rule_text, open_texts, read_rules_text
from tests.games.eight_hundred.positions import BATTLES, BONSAI, ruleset

PACKAGE = "senpu.replay.games.eight_hundred"
NO_EFFECT = "Does not affect play."

every_edition = pytest.mark.parametrize("ident", [BONSAI, BATTLES])


def entries(ident: str) -> list[RuleText]:
    """The printed rules of an edition, without the readings."""
    spec = ruleset(ident).spec
    return [
        entry
        for entry in read_rules_text(spec.folder, ident.partition("/")[2])
        if not entry.number.startswith("Reading")
    ]


def readings() -> dict[int, str]:
    """The body of each reading, on one line."""
    spec = ruleset(BONSAI).spec
    return {
        int(entry.number.removeprefix("Reading ")): " ".join(entry.body.split())
        for entry in read_rules_text(spec.folder, "bonsai-2021")
        if entry.number.startswith("Reading")
    }


@cache
def names_of_tests() -> frozenset[str]:
    return frozenset(
        node.name
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def quoted(part: str) -> list[str]:
    return re.findall(r"`([^`]+)`", part)


@every_edition
def test_every_rule_that_matters_names_a_test_and_others_state_that_they_do_not(ident: str) -> None:
    for entry in entries(ident):
        named = quoted(entry.body.partition("Test:")[2])
        assert bool(named) != (NO_EFFECT in entry.body), entry.number
        assert set(named) <= names_of_tests(), entry.number


@every_edition
def test_every_test_of_a_printed_rule_is_cited_by_that_edition(ident: str) -> None:
    prefix = "test_j_" if ident == BONSAI else "test_e_"
    named = {name for entry in entries(ident) for name in quoted(entry.body)}
    assert {name for name in names_of_tests() if name.startswith(prefix)} <= named


@every_edition
def test_every_rule_that_matters_has_a_test_named_after_it(ident: str) -> None:
    letter = "j" if ident == BONSAI else "e"
    for entry in entries(ident):
        prefix = f"test_{letter}_{re.sub(r'[-.]', '_', entry.number).lower()}"
        named = quoted(entry.body.partition("Test:")[2])
        assert not named or any(name.startswith(prefix) for name in named), entry.number


@every_edition
def test_every_number_that_a_rejection_cites_has_an_entry(ident: str) -> None:
    rules = ruleset(ident)
    have = {entry.number for entry in entries(ident)}
    assert set(rules.context.number.values()) <= have
    for number in rules.context.number.values():
        assert find_rule_text(rules.spec, number)[0].number == number


@every_edition
def test_every_cited_number_is_used_by_the_code(ident: str) -> None:
    folder = Path(import_module(PACKAGE).__file__ or "").parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    dynamic = {"mortar", "artillery", "tank", "several"}
    unused = [key for key in ruleset(ident).context.number if f'"{key}"' not in source]
    assert set(unused) <= dynamic


@every_edition
def test_no_number_is_repeated(ident: str) -> None:
    numbers = [entry.number for entry in entries(ident)]
    assert len(set(numbers)) == len(numbers)


def exists(ident: str, name: str) -> bool:
    """Return whether a name after `Code:` is a function, a switch or a value of the data."""
    first, _, rest = name.partition(".")
    spec = ruleset(ident).spec
    if first == "switch":
        return rest in spec.switch
    if first == "legality":
        return hasattr(EightHundredLegality, rest)
    if first in spec.values.tables:
        return rest in spec.values.tables[first]
    return hasattr(import_module(f"{PACKAGE}.{first}"), rest)


@every_edition
def test_code_that_is_named_exists(ident: str) -> None:
    for entry in entries(ident):
        code = entry.body.partition("Code:")[2].partition("Test:")[0]
        assert bool(quoted(code)) != (NO_EFFECT in entry.body), entry.number
        for name in quoted(code):
            assert exists(ident, name), f"{entry.number}: {name}"


def test_readings_are_numbered_through_and_have_a_choice_a_reason_and_an_option() -> None:
    found = readings()
    assert sorted(found) == list(range(1, len(found) + 1))
    for number, body in found.items():
        for part in ("Rules: ", "Choice: ", "Reason: ", "Option: "):
            assert part in body, f"reading {number}: {part}"


@every_edition
def test_options_and_readings_name_each_other(ident: str) -> None:
    options = {option.id for option in ruleset(ident).spec.edition.option}
    named = {
        name
        for body in readings().values()
        for name in quoted(body.partition("Option: ")[2])
        if "." not in name
    }
    assert options <= named
    every = options | {
        option.id for other in (BONSAI, BATTLES) for option in ruleset(other).spec.edition.option
    }
    assert named == every


@every_edition
def test_readings_cite_rules_that_have_an_entry(ident: str) -> None:
    letter = "J" if ident == BONSAI else "E"
    have = {entry.number for entry in entries(ident)}
    for number, body in readings().items():
        line = body.removeprefix("Rules: ").partition(". Choice: ")[0]
        cited = [part for part in line.split("; ") if part.startswith(f"{letter} ")]
        for rule in re.split(r", | to ", cited[0][2:]) if cited else []:
            assert rule in have, f"reading {number}: {letter} {rule}"


def test_every_rejection_has_a_text() -> None:
    folder = Path(import_module(PACKAGE).__file__ or "").parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    used = set(re.findall(r'(?:reject|IllegalEventError)\(\s*"([a-zA-Z]+)"', source))
    # Chosen before they are raised:
    used |= {"ownArea", "outOfReach", "notAsked", "unknownUnit", "secondAttack", "secondMove"}
    texts = open_texts(ruleset(BONSAI).spec.folder)
    assert len(used) > 40
    assert {why for why in used if not texts.has(f"texts.rejection.{why}")} == set()
