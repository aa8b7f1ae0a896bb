"""The reader of position texts against the conformance texts of positions."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from senpu.notation.messages import LANGUAGES
from senpu.notation.position_text import PositionError, parse_position_text
from senpu.replay.core.positions import format_position, read_position
from senpu.spec.loader import SPEC
from tests.notation.cases import fenced_blocks
from tests.notation.grammar import Grammar
from tests.replay.position_cases import Expected, PositionCase, list_cases, read_cases
from tests.replay.positions import Subject, draw_reachable, each_extreme

PAGE, *TRANSLATIONS = (
    (SPEC / language / "reference" / "notation.md").read_text("utf-8") for language in LANGUAGES
)
CASES = [
    *list_cases(),
    *(
        case
        for page in (PAGE, *TRANSLATIONS)
        for block in fenced_blocks(page, "senpu position")
        for case in read_cases("page", block)
    ),
]
GRAMMAR = Grammar(fenced_blocks(PAGE, "ebnf")[1])
POSITION = re.compile(GRAMMAR.pattern("position"))
OF_LOGS = {"positionDealt", "positionEarlier", "positionHidden"}
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


@each_extreme
def test_the_grammar_of_the_page_holds_each_canonical_text(subject: Subject) -> None:
    rules = subject.open()
    for state in draw_reachable(rules, seed=3, share=0.05):
        assert POSITION.fullmatch(format_position(rules, state))


@pytest.mark.slow
@settings(max_examples=50)
@given(st.from_regex(POSITION, fullmatch=True, alphabet=st.characters(max_codepoint=0x7E)))
def test_the_reader_reads_each_text_of_the_grammar(text: str) -> None:
    try:
        assert parse_position_text(text).text == text
    except PositionError as error:
        assume(error.message.id != "faults.positionMalformed.twice")
        raise


def test_every_rule_of_the_grammar_is_used() -> None:
    assert set(GRAMMAR.rules) == GRAMMAR.used


def test_an_invalid_row_of_a_case_is_reported() -> None:
    with pytest.raises(ValueError, match="x:2: no row of a case: ;E: positionIllegal"):
        read_cases("x", "a\n;E: positionIllegal\n")


def test_every_fault_of_positions_has_a_text() -> None:
    text = (SPEC / "en/reference/faults.md").read_text("utf-8")
    page = text.partition("\n## Position texts\n")[2]
    listed = set(re.findall(r"^\| `(\w+)` \|", page.partition("\n## ")[0], re.MULTILINE))
    shown = {case.fault.id for case in CASES if case.fault}
    assert listed - shown == OF_LOGS
