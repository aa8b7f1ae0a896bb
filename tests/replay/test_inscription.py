"""Events come into a log one way: checked, drafted, appended, and only onto the log as read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from senpu.logs.journal import JournalError
from senpu.replay.core.reducer import Reducer, ReductionError
from senpu.replay.core.registry import open_rules
from senpu.replay.recording.headers import HeaderError
from senpu.replay.recording.log_writing import (
    AppendResult,
    ConcurrentAppendError,
    Draft,
    Drafter,
    InputParseError,
    InvalidLogError,
    RejectedInputError,
    append_draft,
)
from senpu.replay.recording.new_logs import create_log
from tests.replay.texts import good

BEGUN = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.senpu"
    create_log(path, open_rules("800/bonsai-2021"), {"Japan": "Anna", "China": None})
    with path.open("ab") as file:
        file.write(BEGUN.encode())
    return path


def drafting(text: str) -> Callable[[Drafter, Reducer], Draft]:
    def draft(scribe: Drafter, reducer: Reducer) -> Draft:
        del reducer
        return scribe.draft(text)

    return draft


def append_text(path: Path, text: str, **more: Any) -> AppendResult:
    return append_draft(path, drafting(text), **more)


def test_a_new_log_pins_its_data_and_omits_empty_fields(log: Path) -> None:
    head = log.read_text("utf-8").partition("\n\n")[0].splitlines()
    assert [row.partition(":")[0] for row in head] == ["Senpu", "Game", "Rules", "Data", "Japan"]
    with pytest.raises(JournalError):
        create_log(log, open_rules("800/bonsai-2021"), {})
    with pytest.raises(HeaderError, match="cannot be written to a log"):
        create_log(log.with_name("other"), open_rules("800/bonsai-2021"), {"Event": "a\nb"})


@pytest.mark.parametrize(
    "date",
    [
        "2026-13-45",
        "2026-11-31",
        "2026-02-29",
        "2026-00",
        "0000",
        "2026-11-",
        "26",
        "\uff12026",
        "now",
    ],
)
def test_a_date_of_a_new_log_is_a_date(tmp_path: Path, date: str) -> None:
    said = r"months are|has [0-9]+ days|years are|expected a date such as"
    with pytest.raises(HeaderError, match=said):
        create_log(tmp_path / "a.senpu", open_rules("800/bonsai-2021"), {"Date": date})
    assert not (tmp_path / "a.senpu").exists()


def test_the_result_has_the_text_and_the_next_position(log: Path) -> None:
    written = append_draft(log, lambda scribe, _: scribe.draft("i3+i4>D"))
    assert written.draft.text == "J: i3+i4>D\n"
    assert written.size == log.stat().st_size
    assert written.reducer.number == 6
    good(log.read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [("i3>F", ReductionError), ("i3->F", InputParseError), ("undo 99", ReductionError)],
)
def test_rejected_input_changes_no_byte(log: Path, text: str, kind: type) -> None:
    before = log.read_bytes()
    with pytest.raises(RejectedInputError) as caught:
        append_text(log, text)
    assert isinstance(caught.value.reason, kind)
    assert caught.value.last_event is not None
    assert caught.value.last_event[0] == 5
    assert log.read_bytes() == before


def test_only_the_current_log_is_continued(log: Path) -> None:
    known = log.read_bytes()
    append_text(log, "pass", is_current=lambda data: data == known)
    now = log.read_bytes()
    assert now != known
    with pytest.raises(ConcurrentAppendError):
        append_text(log, "pass", is_current=lambda data: data == known)
    assert log.read_bytes() == now


@pytest.mark.parametrize(
    ("added", "why"),
    [
        ("J: resign\nEnd: China resign\n", "End line"),
        ("J: c1>E\n", "illegalMove|wrongActor"),
        ("J: i1", "no newline"),
    ],
)
def test_an_invalid_log_is_not_changed(log: Path, added: str, why: str) -> None:
    with log.open("ab") as file:
        file.write(added.encode())
    before = log.read_bytes()
    with pytest.raises(InvalidLogError, match=why):
        append_text(log, "pass")
    assert log.read_bytes() == before
