"""`spec/incident1932/en/rules.md` has every printed number and names tests that there are."""

import re
from pathlib import Path

from senpu.spec.texts import read_rules_text
from tests.games.incident1932.positions import ruleset

FOLDER = Path(__file__).parent
PRINTED = re.findall(
    r"\S+",
    """
    1.0 2.0 2.1 2.1.1 2.1.2 2.1.3 2.1.4 2.1.5 2.1.6 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.2.5
    3.0 3.1 3.2 3.3 4.0 4.1 4.2 5.0 6.0 7.0 7.1 7.2 7.3 7.3.1 7.3.2 7.3.3 7.3.4 7.4 7.5
    8.0 8.1 8.2 8.2.1 8.2.2 8.2.3 8.3 8.4
    9.0 9.1 9.2 9.2.1 9.2.2 9.2.3 9.2.4 9.3 9.4 9.5 9.6 9.7
    """,
)


def entries() -> dict[str, str]:
    spec = ruleset().spec
    found = read_rules_text(spec.folder, "bonsai-2016")
    assert len({entry.number for entry in found}) == len(found)
    return {entry.number: entry.body for entry in found}


def test_every_printed_number_has_an_entry_and_no_other_has() -> None:
    numbers = [number for number in entries() if not number.startswith("Reading")]
    assert numbers == [*PRINTED, "Example", "Notes"]


def test_readings_are_numbered_and_have_a_choice_a_reason_and_an_option() -> None:
    readings = {n: body for n, body in entries().items() if n.startswith("Reading")}
    assert list(readings) == [f"Reading {at}" for at in range(1, len(readings) + 1)]
    for body in readings.values():
        assert re.search(r"Rules: .*\n\nChoice: .*Reason: .*Option:\s", body, re.DOTALL), body


def test_every_rule_that_matters_names_its_tests() -> None:
    for number, body in entries().items():
        if number.startswith("Reading"):
            continue
        assert "Does not affect play." in body or re.search(r"Test:\s`", body), number


def test_the_tests_named_exist() -> None:
    text = "".join(path.read_text("utf-8") for path in FOLDER.glob("test_*.py"))
    defined = set(re.findall(r"^def (\w+)\(", text, re.MULTILINE))
    named = set(re.findall(r"`(test_\w+)`", "".join(entries().values())))
    assert named - defined == set()
    assert {name for name in defined if re.match(r"test_\d", name)} - named == set()


def test_every_number_that_the_code_cites_is_in_the_rulebook() -> None:
    assert set(ruleset().context.number.values()) <= set(PRINTED)


def test_every_option_is_in_a_reading() -> None:
    readings = "".join(body for n, body in entries().items() if n.startswith("Reading"))
    for option in ruleset().spec.edition.option:
        assert f"`{option.id}`" in readings
