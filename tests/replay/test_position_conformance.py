"""The reader of position texts against the conformance texts of positions."""

import re

import pytest

from senpu.notation.position_text import PositionError
from senpu.replay.core.positions import format_position, read_position
from senpu.spec.loader import SPEC
from tests.replay.position_cases import Expected, PositionCase, list_cases, read_cases

CASES = list_cases()
OF_LOGS = {"positionDealt", "positionHidden"}
"""Faults of positions in a log, which no text has alone."""


def read_case(case: PositionCase) -> PositionCase:
    """Return a case with the results of the reader, a rule as the text names it."""
    try:
        reading = read_position(case.text)
    except PositionError as error:
        fault = Expected(error.fault, error.column, error.rule)
        return case._replace(fault=fault, fields="", unreachable=())
    fields = format_position(reading.rules, reading.state, reading.side).partition("; ")[2]
    unreachable = tuple(each.rule for each in reading.unreachable)
    return case._replace(fault=None, fields=fields, unreachable=unreachable)


def test_a_text_has_exactly_the_results_that_its_case_names() -> None:
    for case in CASES:
        assert read_case(case) == case


def test_an_invalid_row_of_a_case_is_reported() -> None:
    with pytest.raises(ValueError, match="x:2: no row of a case: ;E: positionIllegal"):
        read_cases("x", "a\n;E: positionIllegal\n")


def test_every_fault_of_positions_has_a_text() -> None:
    page = (SPEC / "faults.md").read_text("utf-8").partition("\n## Position texts\n")[2]
    listed = set(re.findall(r"^\| `(\w+)` \|", page.partition("\n## ")[0], re.MULTILINE))
    shown = {case.fault.id for case in CASES if case.fault}
    assert listed - shown == OF_LOGS
