"""Faults and errors in each language."""

import pytest

from senpu.notation.faults import Error, Fault, fault_message, make_fault
from senpu.notation.messages import LANGUAGES, SOURCE, Message
from senpu.notation.reader import read_lines, split_rows
from tests.notation.cases import case_files, read_case
from tests.replay.texts import fault

BEGUN = "Senpu: 1\nGame: 800/bonsai-2021\n\n"
FLOOD = 10_000
"""Bytes of a text whose faults are many of a kind."""
OTHERS = [language for language in LANGUAGES if language != SOURCE]


@pytest.mark.parametrize("language", OTHERS)
def test_no_fault_of_a_text_is_reported_in_english(language: str) -> None:
    texts = [read_case(path.read_text("utf-8")).text for path in case_files("bad")]
    lines = [
        each for text in texts if len(text) < FLOOD for _, each in read_lines(split_rows(text))
    ]
    found = {str(each.message): each for each in lines if isinstance(each, Fault)}
    assert len(found) > 50
    for text, each in found.items():
        assert each.message.text(language) != text
        assert each.hint is not None
        assert each.hint.text(language) != str(each.hint)
        assert each.render(language=language) != each.render()


def test_a_fault_is_reported_with_its_line_and_what_to_do() -> None:
    found = fault(f"{BEGUN}C: x1+c1->D\n")
    assert found.render("game.senpu", "ja").splitlines() == [
        "game.senpu:4:4: badToken: 「x1+c1->D」は記法にありません。",
        "      4 | C: x1+c1->D",
        "        |    ^",
        "  ヒント：移動は > だけで書いてください：i3>D",
    ]


def test_faults_of_a_kind_on_a_line_are_counted() -> None:
    found = fault(f"{BEGUN}C:\tx1@D\tc1@D\n")
    assert found.message.text("ja") == "タブが2個あります。"
    assert str(found.message) == "2 tabs"


def test_a_rejection_is_reported_from_the_texts_of_the_game() -> None:
    found = fault(f"{BEGUN}C: x1+c1@F\n")
    assert "x1+c1@F" in found.message.text("ja")
    assert "3.0-4" in found.message.text("ja")


def test_errors_are_reported_with_their_fault_and_what_follows() -> None:
    incomplete = make_fault("tornTail", 3, "", layer="bytes")
    error = Error.from_fault(
        incomplete, "a.senpu", Message("errors.logChanged", {"path": "a.senpu"})
    )
    first, _, last, hint = error.text("ja").splitlines()
    assert first == "a.senpu:3: tornTail: 最後の行に改行がありません。この行は無視します。"
    assert last == "a.senpu：読み込み中にログが変更されました。"
    assert hint == "ヒント：もう一度試してください。"
    assert str(error).splitlines()[0] == (
        "a.senpu:3: tornTail: the last line is incomplete (no newline); ignored"
    )


# ---- no Python in messages ------------------------------------------------------------------

RAW = "\udcff\x1b[2J"
"""An undecodable byte of a file name, and a control sequence."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "value",
    [
        RAW,
        OSError(13, "Permission denied", RAW),
        Error("noLog", path=RAW),
        Message("plain.text", {"text": RAW}),
        (RAW, 7),
    ],
)
def test_a_value_of_a_message_is_readable(language: str, value: object) -> None:
    text = Message("errors.couldNotRead", {"path": RAW, "why": value}).text(language)
    assert text.isprintable()
    for raw in ("[Errno", "\\udc", "\\x1b", "Error(", "Message("):
        assert raw not in text


def test_a_fault_is_rendered_with_a_readable_name() -> None:
    text = make_fault("badToken", 1, RAW, fault_message("badToken", text=RAW)).render(RAW)
    assert all(row.isprintable() for row in text.split("\n"))
