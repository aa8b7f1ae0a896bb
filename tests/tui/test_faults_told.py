"""Faults in Japanese: every id, and what the sentences of the layers below say besides."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import senpu.tui as tui
from senpu.notation.faults import Error, Fault
from senpu.notation.reader import read_lines, rows_of
from senpu.tui.messages.errors import ASKED, ERRORS
from senpu.tui.messages.fault_sentences import HINTS, PHRASES, SENTENCES
from senpu.tui.messages.faults import LOG_FAULTS, TEXT_FAULTS
from senpu.tui.render.fault_report import FIELD, error_told, forbidden, message, sentence, told
from tests.notation.cases import case_files, read_case
from tests.replay.texts import fault

ROOT = Path(tui.__file__).parents[1]
BEGUN = "Senpu: 1\nGame: 800/bonsai-2021\n\n"
CLEAR = frozenset(("illegalMove",))
"""What is told by the rule and by what is open instead."""
FLOOD = 10_000
"""Bytes of a text whose faults are many of a kind."""
TABLES = {
    "sentences": SENTENCES,
    "words": PHRASES,
    "hints": HINTS,
    "errors": ERRORS,
    "asked": ASKED,
}


@cache
def spoken() -> set[str]:
    """The texts in the source of what is told in English."""
    found: set[str] = set()
    for folder in ("notation", "logs", "replay", "spec", "tui"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.stem.endswith("_sentences"):
                continue
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            texts = (node.value for node in nodes if isinstance(node, ast.Constant))
            found |= {text for text in texts if isinstance(text, str)}
    return found


@cache
def joined() -> str:
    return "\n".join(spoken())


def stands(part: str) -> bool:
    """Whether the source has a text, in one piece or in two."""
    return part in joined() or any(
        any(text.endswith(part[:at]) for text in spoken())
        and any(text.startswith(part[at:]) for text in spoken())
        for at in range(1, len(part))
    )


def test_every_fault_of_the_list_has_its_japanese_and_no_other() -> None:
    page = (ROOT / "spec" / "faults.md").read_text("utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert sorted([*TEXT_FAULTS, *LOG_FAULTS]) == sorted(listed)


def test_a_fault_says_what_it_means_and_what_to_do() -> None:
    for ident, (meaning, advice) in (TEXT_FAULTS | LOG_FAULTS).items():
        assert meaning.endswith("。"), ident
        assert bool(advice) == (ident not in CLEAR), ident


@pytest.mark.parametrize("name", TABLES)
def test_the_sentences_are_those_of_the_layers_below(name: str) -> None:
    parts = {part for sentence in TABLES[name] for part in FIELD.split(sentence)[::2]}
    assert sorted(part for part in parts if not stands(part)) == []


@pytest.mark.parametrize("name", TABLES)
def test_a_sentence_says_nothing_that_it_was_not_given(name: str) -> None:
    for english, japanese in TABLES[name].items():
        assert set(FIELD.findall(japanese)) <= set(FIELD.findall(english)), english


def test_a_sentence_is_known_as_itself() -> None:
    for english, japanese in SENTENCES.items():
        text = FIELD.sub("7", english)
        found = message(Fault("badToken", "syntax", 1, 1, text), "ja")
        assert found == TEXT_FAULTS["badToken"][0] + FIELD.sub("7", japanese), english


def test_no_fault_of_a_text_is_told_in_english() -> None:
    texts = [read_case(path.read_text("utf-8")).text for path in case_files("bad")]
    lines = [each for text in texts if len(text) < FLOOD for _, each in read_lines(rows_of(text))]
    found = {each.message: each for each in lines if isinstance(each, Fault)}
    assert len(found) > 50
    for each in found.values():
        assert f"（{each.message}" not in message(each, "ja")
        assert told(each, "ja") != told(each, "en") == each.render()


def test_a_fault_is_told_with_its_line_and_what_to_do() -> None:
    found = fault(f"{BEGUN}C: x1+c1->D\n")
    assert told(found, "ja", "game.senpu").splitlines() == [
        "game.senpu:4:4: badToken: 棋譜として読めないものがある。この行は数に入らない。"
        '"x1+c1->D"。',
        "      4 | C: x1+c1->D",
        "        |    ^",
        "  移動は > だけで書く：i3>D",
    ]


def test_what_is_not_told_one_by_one_is_counted() -> None:
    found = fault(f"{BEGUN}C:\tx1@D\tc1@D\n")
    assert message(found, "ja") == "タブがある。この行に他1件。"


def test_a_refusal_is_told_from_the_texts_of_the_game() -> None:
    from senpu.replay.core.registry import open_rules

    found, rules = fault(f"{BEGUN}C: x1+c1@F\n"), open_rules("800/bonsai-2021")
    assert (
        message(found, "ja", rules)
        == "x1+c1@F: Fには配置できません。配置できるエリア：C、D（ルール3.0-4）"
    )
    assert message(found, "ja").startswith(
        "この局面ではルールで許されない手。（x1+c1@F: units cannot be placed in F;"
    )


def test_a_sentence_that_is_not_known_stands_in_brackets() -> None:
    odd = Fault("dataMalformed", "rules", 2, 0, "a new way to be wrong")
    assert message(odd, "ja").endswith("（a new way to be wrong）")


def test_what_a_face_says_itself_is_left_alone() -> None:
    assert forbidden("badMeta", "これはできない", "", "ja") == ("これはできない", "")
    said, hint = forbidden("badMeta", "resign stands alone", "", "ja")
    assert said.endswith("resign は単独で書く。")
    assert hint == LOG_FAULTS["badMeta"][1]


def test_errors_are_told_with_their_fault_and_what_follows() -> None:
    torn = Fault("tornTail", "bytes", 3, 0, "the last line has no newline and does not count")
    error = Error.of(torn, "a.senpu", "nothing was written")
    assert str(error) == error_told(error, "en")
    first, _, last = error_told(error, "ja").splitlines()
    assert first == "a.senpu:3: tornTail: 最後の行に改行がなく、数に入らない。"
    assert last == "何も書き込まれていない"
    assert error_told(Error("odd"), "ja") == "odd"
    assert sentence("a.senpu: Permission denied", "ja") == "a.senpu：権限がない"
