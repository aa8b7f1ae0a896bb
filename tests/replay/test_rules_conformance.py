"""The verdict against the conformance texts of the rules, and these against what can be said."""

import re

import pytest

from senpu.logs.record import record_from
from senpu.notation.faults import Fault
from senpu.notation.position_text import PositionError
from senpu.replay.core.positions import read_position
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rejections import Rejection
from senpu.replay.disputes.log_reducer import LogReducer
from senpu.replay.disputes.verification import verify_record
from senpu.spec.loader import SPEC
from senpu.spec.texts import open_texts, read_rules_text
from tests.conformance.suite import CASES, load, take_steps
from tests.replay.position_cases import PositionCase, list_cases
from tests.replay.rule_cases import Expected, Trial, every_trial, trials

TRIALS = every_trial()
NOT_BY_VERIFY = {"whatIf"}
"""Faults that an append reports, but no verdict."""
NO_REFUSALS = {"endTwice", "gameOver", "likeWord", "unitTwice", "wrongActor", "wrongTurn"}
"""Rejections that are not faults of illegal events: an append reports the first, the reader finds
repeated units, a mistyped word is an unknown one, and the others have their own fault ids."""


def reported(text: str) -> list[Expected]:
    """Return all faults of a verdict, with the rule of an illegal event."""
    return [
        Expected(f.line, f.id, f.column, f.rule or "" if f.id == "illegalMove" else "")
        for f in verify_record(record_from(text), "case", all_faults=True).faults
    ]


def test_a_text_has_exactly_the_faults_that_its_case_names() -> None:
    for trial in TRIALS:
        assert reported(trial.text) == trial.faults, trial.name


def test_a_trial_does_not_change_the_text() -> None:
    first, second, whole = trials("x", "a\n;T: b\n;E: gameOver 4\nc\n;; said\n;T: d\n")
    assert first == Trial("x:2", "a\nb\n", [Expected(2, "gameOver", 4, "")])
    assert second == Trial("x:6", "a\nc\nd\n", [])
    assert whole == Trial("x", "a\nc\n", [])


def test_an_invalid_row_of_a_case_is_reported() -> None:
    with pytest.raises(ValueError, match="x:2: no row of a case: ;E: gameOver"):
        trials("x", "a\n;E: gameOver\n")


def test_every_fault_of_chains_and_rules_has_a_text() -> None:
    page = (SPEC / "en/reference/faults.md").read_text("utf-8").partition("\n## Chain\n")[2]
    listed = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    shown = {fault.id for trial in TRIALS for fault in trial.faults}
    assert listed - NOT_BY_VERIFY - shown == set()


def refusals(trial: Trial) -> set[str]:
    """Return the reasons of the rejections of a text."""
    record = record_from(trial.text)
    rules = rules_for(record)
    if isinstance(rules, Fault):
        return set()
    reducer = LogReducer(rules, None, record.signers, record.hands_nonce)
    for _, line in record:
        try:
            if not isinstance(line, Fault):
                reducer.read(line)
        except ReductionError as bad:
            return {bad.rejection.reason} if bad.rejection else set()
    return set()


def find_position_refusals(case: PositionCase) -> set[str]:
    """Return the reasons why a position breaks a rule, or why no game reaches it."""
    try:
        reading = read_position(case.text)
    except PositionError as error:
        message = error.message
        return {message.rejection.reason} if isinstance(message, Rejection) else set()
    return {each.reason for each in reading.unreachable}


def find_suite_refusals() -> set[str]:
    """Return the reasons of the rejections in the numbered cases of 800."""
    cases = (case for path in CASES if path.name.startswith("800-") for case in load(path)["cases"])
    taken = (step for case in cases for step in take_steps(case))
    return {step.rejection.reason for step in taken if step.rejection}


def test_every_refusal_of_800_is_met_in_a_text() -> None:
    texts = set(open_texts(str(SPEC / "800")).topic("texts")["rejection"])
    met = find_suite_refusals().union(
        *map(refusals, TRIALS), *map(find_position_refusals, list_cases())
    )
    assert texts - NO_REFUSALS - met == set()


def test_every_rule_that_a_case_names_is_an_entry_of_the_rules() -> None:
    for trial in TRIALS:
        named = {fault.rule for fault in trial.faults if fault.rule}
        if named:
            rules = rules_for(record_from(trial.text))
            assert not isinstance(rules, Fault), trial.name
            edition = rules.spec.id.partition("/")[2]
            entries = read_rules_text(rules.spec.folder, edition)
            assert named - {entry.number for entry in entries} == set(), trial.name
