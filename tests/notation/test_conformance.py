"""The reader against the conformance texts, and the texts against the list of faults."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senpu.notation.faults import Fault
from senpu.notation.reader import read_lines, read_text, split_rows
from senpu.notation.writer import format_game
from tests.notation.cases import case_files, read_case
from tests.notation.test_spec_faults import listed

GOOD = case_files("good")
BAD = case_files("bad")


def reported(text: bytes) -> list[tuple[int, str, int]]:
    """Return line, id and column of every fault that the reader reports, in order."""
    found = (line for _, line in read_lines(split_rows(text)))
    return sorted((f.line, f.id, f.column) for f in found if isinstance(f, Fault))


def complete(value: Any) -> Any:
    """Return a JSON value without its default values, at any depth."""
    if isinstance(value, dict):
        return {key: complete(v) for key, v in value.items() if v not in (False, "", [], None)}
    if isinstance(value, list):
        return [complete(each) for each in value]
    return value


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_text_has_no_fault_and_comes_out_canonical(path: Path) -> None:
    case = read_case(path.read_text("utf-8"))
    game, faults = read_text(case.text)
    assert not case.faults
    assert [fault.render(path.name) for fault in faults] == []
    assert format_game(game).encode() == case.canonical


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_the_lines_of_a_good_text_have_the_values_it_names(path: Path) -> None:
    case = read_case(path.read_text("utf-8"))
    lines = dict(read_lines(split_rows(case.text)))
    for number, value in case.values.items():
        assert complete(json.loads(msgspec.json.encode(lines[number]))) == complete(value), number


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_text_has_exactly_the_faults_it_names(path: Path) -> None:
    case = read_case(path.read_text("utf-8"))
    assert case.faults, "a bad text names at least one fault"
    assert reported(case.text) == case.faults


def test_every_fault_of_bytes_and_syntax_has_a_text() -> None:
    shown = {fault for path in BAD for _, fault, _ in read_case(path.read_text("utf-8")).faults}
    assert shown == listed("Bytes|Syntax") - {"fileUnreadable"}


def test_good_texts_name_a_value_for_every_class_of_event() -> None:
    kinds: set[str] = set()
    for path in GOOD:
        values = read_case(path.read_text("utf-8")).values
        kinds |= set(re.findall(r"'is': '([a-z]+)'", str(list(values.values()))))
    assert kinds == {
        *("place", "move", "rail", "march", "retreat", "fire", "attack", "word", "roll", "end"),
        *("actor", "remark", "glyph", "open", "close", "header", "machine", "play"),
    }
