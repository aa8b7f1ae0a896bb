"""The pages `notation.md` and the reader agree: their examples, their grammar, their numbers."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from senpu.notation.encoding import LONGEST, MARKS
from senpu.notation.faults import Fault
from senpu.notation.messages import LANGUAGES
from senpu.notation.mistakes import cut
from senpu.notation.play import MOST, parse_line
from senpu.notation.reader import read_lines, read_text, split_rows
from senpu.notation.writer import format_game, format_line
from tests.notation.cases import HEADER, fenced_blocks, read_case
from tests.notation.generated import PIECES, games, plays
from tests.notation.grammar import Grammar

SPEC = Path(__file__).parents[2] / "spec"
DOCUMENT, *TRANSLATIONS = (
    (SPEC / language / "reference" / "notation.md").read_text("utf-8") for language in LANGUAGES
)
GRAMMAR = Grammar(fenced_blocks(DOCUMENT, "ebnf")[0])
PLAY = re.compile(GRAMMAR.pattern("play"))
TEXT = re.compile(GRAMMAR.pattern("text"))

UNSAID = {"unitTwice", "unbalancedBracket"}
"""Faults of a line that the document defines outside its grammar."""


def complete_text(block: str) -> str:
    """Return an example as a complete text: most examples have no header."""
    return block if block.startswith("Senpu:") else HEADER + block


def examples(mark: str) -> pytest.MarkDecorator:
    """Run a test with the examples of a kind in the pages of all languages."""
    pages = (DOCUMENT, *TRANSLATIONS)
    return pytest.mark.parametrize(
        "block", [block for page in pages for block in fenced_blocks(page, mark)]
    )


@examples("senpu good")
def test_a_good_example_is_read_without_fault_and_is_canonical(block: str) -> None:
    game, faults = read_text(complete_text(block))
    assert [fault.render() for fault in faults] == []
    assert format_game(game) == complete_text(block)


@examples("senpu bad")
def test_a_bad_example_has_the_faults_that_are_in_it(block: str) -> None:
    case = read_case(complete_text(block))
    found = (line for _, line in read_lines(split_rows(case.text)))
    reported = sorted((f.line, f.id, f.column) for f in found if isinstance(f, Fault))
    assert reported == case.faults


@given(plays)
def test_the_grammar_holds_every_line_that_the_writer_writes(play: object) -> None:
    assert PLAY.fullmatch(format_line(play))  # type: ignore[arg-type]


@given(games())
def test_the_grammar_holds_every_text_that_the_writer_writes(game: object) -> None:
    assert TEXT.fullmatch(format_game(game))  # type: ignore[arg-type]


@given(st.from_regex(PLAY, fullmatch=True, alphabet=st.characters(max_codepoint=0x7E)))
def test_the_reader_reads_every_line_that_the_grammar_makes(text: str) -> None:
    line, faults = parse_line(1, text)
    assume({fault.id for fault in faults} <= UNSAID)
    if not faults:
        assert format_line(line) == text
    else:
        assert "+" in text or "(" in text or ")" in text


@given(
    st.lists(st.sampled_from([*PIECES, "+", ">", "*", ".", "/", "a", "1", "A"]), max_size=6),
    st.sampled_from(["", " "]),
)
def test_grammar_and_reader_agree_on_what_is_canonical(pieces: list[str], gap: str) -> None:
    text = gap.join(pieces)
    game, faults = read_text(HEADER + text + "\n")
    assume(not {fault.id for fault in faults} & UNSAID)
    canonical = not faults and format_game(game) == HEADER + text + "\n"
    in_grammar = TEXT.fullmatch(HEADER + text + "\n") is not None
    if "e\u0301" in text or any(fault.id in ("afterEnd", "secondGame") for fault in faults):
        return  # The document says these in words.
    assert canonical == in_grammar, cut(text)


def test_every_rule_of_the_grammar_is_used() -> None:
    assert set(GRAMMAR.rules) == GRAMMAR.used


def test_the_grammars_of_a_translation_are_those_of_the_page() -> None:
    for page in TRANSLATIONS:
        blocks = zip(fenced_blocks(page, "ebnf"), fenced_blocks(DOCUMENT, "ebnf"), strict=True)
        for (block, original), start in zip(blocks, ("text", "position"), strict=True):
            assert Grammar(block).pattern(start) == Grammar(original).pattern(start)


def test_the_numbers_in_the_document_are_those_of_the_reader() -> None:
    assert f"at most {LONGEST:,} bytes" in DOCUMENT
    assert f"more than {MARKS} combining marks" in DOCUMENT
    assert f"At most {MOST} faults of one line" in DOCUMENT
