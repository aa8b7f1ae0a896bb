"""The recorded games say today what they said when their transcripts were written."""

from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from tests.golden.transcript import GOLDEN, golden_file, transcript

LOGS = sorted(LIBRARY.rglob("*.senpu"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.relative_to(LIBRARY).as_posix())
def test_a_recorded_game_reads_as_its_transcript(log: Path) -> None:
    file = golden_file(log)
    assert file.exists(), "python -m tests.golden writes it"
    assert file.read_text("utf-8") == transcript(log)


def test_every_transcript_belongs_to_a_recorded_game() -> None:
    assert {golden_file(log) for log in LOGS} == set(GOLDEN.rglob("*.txt"))
