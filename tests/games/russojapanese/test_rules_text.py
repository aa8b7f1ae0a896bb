"""`rules.md` of the game against the printed numbers, the tests, the code and the data."""

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from senpu.spec.texts import read_rules_text
from tests.games.russojapanese.positions import READINGS, ruleset

FOLDER = Path(__file__).parent
PACKAGES = ("senpu.replay.games.russojapanese", "senpu.replay.parts")
NO_EFFECT = "Does not affect play."
PRINTED = re.findall(
    r"\S+",
    """
    1.0 2.0 2.1 2.2 2.2.1 2.2.2 2.2.3 2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.3.5 2.3.6 2.3.7 2.3.8 2.4
    3.0 3.1 3.2 3.3 3.4 4.0 4.1 4.2 4.3 4.3.1 4.3.2 4.3.3 4.4 5.0 5.1
    6.0 6.1 6.2 6.3 6.4 7.0 7.1 7.2 7.3 8.0 8.1 8.2 8.3 8.3.1 8.3.2
    9.0 9.1 9.2 9.3 9.4 9.4.1 9.4.2 9.5 9.6 9.6.1 9.6.2 9.7
    10.0 10.1 10.2 10.2.1 10.2.2 10.2.3 10.2.4 10.2.5 10.2.6 10.3
    10.4 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 10.4.6
    11.0 11.1 11.2 11.2.1 11.2.2 11.2.3 11.2.4 11.2.5 11.2.6 11.2.7 11.2.8 11.2.9
    11.3 11.3.1 11.3.2 11.3.3 11.3.4 11.4 11.5 11.6
    """,
)
"""The numbers of the rulebook; the correction before chapter 11 has none."""
BESIDE = ("Correction", "Tables", "Example")


@cache
def entries() -> dict[str, str]:
    spec = ruleset().spec
    found = read_rules_text(spec.folder, "bonsai-2018")
    assert len({entry.number for entry in found}) == len(found), "a number appears twice"
    return {entry.number: " ".join(entry.body.split()) for entry in found}


def printed() -> dict[str, str]:
    return {n: body for n, body in entries().items() if not n.startswith("Reading")}


def readings() -> dict[str, str]:
    return {n: body for n, body in entries().items() if n.startswith("Reading")}


def quoted(part: str) -> list[str]:
    return re.findall(r"`([^`]+)`", part)


@cache
def names_of_tests() -> frozenset[str]:
    text = "".join(path.read_text("utf-8") for path in FOLDER.glob("test_*.py"))
    return frozenset(re.findall(r"^def (test_\w+)\(", text, re.MULTILINE))


def test_every_printed_number_has_an_entry_and_no_other_has() -> None:
    numbers = list(printed())
    assert [number for number in numbers if number not in BESIDE] == PRINTED
    assert [number for number in numbers if number in BESIDE] == list(BESIDE)


def test_a_rule_names_code_and_tests_that_there_are_or_does_not_affect_play() -> None:
    for number, body in printed().items():
        code, named = body.partition("Code:")[2].partition("Test:")[::2]
        assert bool(quoted(code)) == bool(quoted(named)) != (NO_EFFECT in body), number
        assert {name for name in quoted(code) if not exists(name)} == set(), number
        assert set(quoted(named)) - names_of_tests() == set(), number


def exists(name: str) -> bool:
    """Return whether a name after `Code:` is a switch, a value of the data, or in the code.

    Examples: `switch.naval`, `limit.hand`, `control.find_holder`.
    """
    first, _, rest = name.partition(".")
    spec = ruleset("naval").spec
    if first == "switch":
        return rest in spec.switch
    if rest in spec.values.tables.get(first, ()):
        return True
    for package in PACKAGES:
        if find_spec(f"{package}.{first}"):
            found: object = import_module(f"{package}.{first}")
            for part in rest.split("."):
                found = getattr(found, part, None)
            if found is not None:
                return True
    return False


def test_every_test_of_a_rule_or_a_reading_is_named_by_an_entry() -> None:
    named = {name for body in entries().values() for name in quoted(body)}
    tests = {name for name in names_of_tests() if re.match(r"test_(\d{1,2}|reading)_", name)}
    assert tests - named == set()


def test_every_number_that_the_code_cites_is_in_the_text() -> None:
    assert set(ruleset().context.number.values()) <= set(PRINTED)
    assert set(ruleset("naval").context.number.values()) <= set(PRINTED)


def rules_of(body: str) -> set[str]:
    """The printed rules that a reading is about."""
    return set(body.removeprefix("Rules: ").partition(". Choice: ")[0].split(", "))


def test_readings_are_numbered_and_state_choice_reason_and_option() -> None:
    found = readings()
    assert list(found) == [f"Reading {at}" for at in range(1, len(found) + 1)]
    for number, body in found.items():
        assert re.search(r"Rules: .* Choice: .* Reason: .* Option: ", body), number
        assert set(re.findall(r"`(test_\w+)`", body)) <= names_of_tests(), number


def test_readings_cite_rules_that_have_an_entry() -> None:
    for number, body in readings().items():
        assert rules_of(body) <= set(PRINTED), number


def test_options_and_readings_name_each_other() -> None:
    options = {option.id for option in ruleset().spec.edition.option}
    named = {
        name
        for body in readings().values()
        for name in quoted(body.partition("Option: ")[2].partition("Test:")[0])
        if re.fullmatch(r"[a-z-]+", name)
    }
    assert named == options == {"naval", *READINGS}
