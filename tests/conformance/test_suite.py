"""The program against the conformance suite of the rules, and the suite against its page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import senpu
from senpu.replay.core.registry import open_rules
from senpu.spec.loader import SPEC
from senpu.spec.texts import read_rules_text
from tests.conformance.freezing import MOST
from tests.conformance.suite import (
    CASES,
    FORMAT,
    FROZEN,
    Part,
    find_case_faults,
    find_frozen_faults,
    load,
)
from tests.notation.cases import fenced_blocks

PAGE = (SPEC / "en/reference/conformance.md").read_text("utf-8")
WITHOUT_CASE = set(re.findall(r"^\| `([^`]+)` \| (\S+) \|", PAGE, re.MULTILINE))
REWRITE = "run `python -m tests.conformance --write`, and examine the differences"

each_file = pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)


def get_rule(case: Part) -> str:
    """Return the printed rule of a case."""
    rule: str = case["id"].partition(".")[2].rpartition(".")[0]
    return rule


@each_file
def test_the_program_passes_the_numbered_cases(path: Path) -> None:
    assert [fault for case in load(path)["cases"] for fault in find_case_faults(case)] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_the_program_has_the_frozen_legal_events_and_positions(path: Path) -> None:
    suite = load(path)
    assert suite["data"] == senpu.rule_set(suite["rule_set"]).data, REWRITE
    assert all(len(each["legal"]) <= MOST for each in suite["positions"])
    faults = [fault for each in suite["positions"] for fault in find_frozen_faults(each)]
    assert faults == [], REWRITE


@each_file
def test_a_file_names_its_rules_and_no_case_twice(path: Path) -> None:
    suite = load(path)
    rules = open_rules(suite["rule_set"])
    assert path.stem == suite["rule_set"].replace("/", "-")
    assert (suite["format"], suite["rules"]) == (FORMAT, rules.spec.edition.rules)
    ids = [case["id"] for case in suite["cases"]]
    assert len(ids) == len(set(ids))
    text = Path(rules.spec.folder, "en/rules.md").read_text("utf-8")
    readings = {int(number) for number in re.findall(r"^### Reading (\d+):", text, re.MULTILINE)}
    named = {number for case in suite["cases"] for number in case.get("readings", ())}
    assert named - readings == set()


@each_file
def test_each_printed_rule_and_each_option_has_a_case(path: Path) -> None:
    suite = load(path)
    rules = open_rules(suite["rule_set"])
    printed = set(rules.spec.edition.number.values())
    rejections = {step.get("rejected") for case in suite["cases"] for step in case["steps"]}
    shown = {
        get_rule(case)
        for case in suite["cases"]
        if any("rejected" not in step for step in case["steps"])
    }
    missing = {(suite["rule_set"], number) for number in printed - shown}
    assert missing == {each for each in WITHOUT_CASE if each[0] == suite["rule_set"]}
    edition = rules.spec.id.partition("/")[2]
    entries = {entry.number for entry in read_rules_text(rules.spec.folder, edition)}
    named = {*map(get_rule, suite["cases"]), *rejections} - {None}
    assert named - entries == set()
    heads = [case["position"].partition("; ")[0] for case in suite["cases"]]
    options = {each.id for each in rules.spec.edition.option}
    assert {each for each in options if not any(each in head for head in heads)} == set()


def spoil(step: Part) -> Iterator[Part]:
    """Yield the copies of a step with one expected result changed in each."""
    if "rejected" in step:
        yield {**step, "rejected": f"{step['rejected']}0"}
        yield {key: value for key, value in step.items() if key != "rejected"}
    elif "try" in step or "play" in step:
        yield {**step, "rejected": "1.0"}
    for key, value in step.get("expect", {}).items():
        yield {**step, "expect": {**step["expect"], key: "x" if value is None else None}}
    if "position" in step:
        yield {**step, "position": step["position"] + "; x"}
    if "legal" in step:
        yield {**step, "legal": step["legal"][1:]}
        yield {**step, "legal": [*step["legal"], "x"]}


def test_a_spoiled_case_fails() -> None:
    forms = set()
    for case in (case for path in CASES for case in load(path)["cases"]):
        for number, step in enumerate(case["steps"]):
            if (form := frozenset(step)) not in forms:
                forms.add(form)
                before, after = case["steps"][:number], case["steps"][number + 1 :]
                for other in spoil(step):
                    spoiled = {**case, "steps": [*before, other, *after]}
                    assert list(find_case_faults(spoiled)), (case["id"], other)
    assert len(forms) > 6


def test_a_spoiled_frozen_position_fails() -> None:
    first = load(FROZEN[0])["positions"][-1]
    event, *others = first["legal"]
    for legal in (
        {each: first["legal"][each] for each in others},
        {**first["legal"], "x": "0" * 16},
        {**first["legal"], event: "0" * 16},
    ):
        assert list(find_frozen_faults({**first, "legal": legal}))
    assert list(find_frozen_faults({**first, "position": "Senpu 1 800/bonsai-2021; turn: 1"}))


@pytest.mark.slow
def test_the_program_on_the_page_runs_the_suite(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(SPEC.parent)
    (program,) = fenced_blocks(PAGE, "python")
    exec(program, {})
    assert capsys.readouterr().out == ""


def test_the_example_on_the_page_is_a_case() -> None:
    (block,) = fenced_blocks(PAGE, "json")
    shown = json.loads(block)
    case = next(each for each in load(CASES[1])["cases"] if each["id"] == shown["id"])
    assert shown.pop("position").rstrip("…") in case.pop("position")
    assert shown == case
