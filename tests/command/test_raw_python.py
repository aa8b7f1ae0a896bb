"""No message shows the repr of a value (`tests/command/conftest.py` checks every answer)."""

from pathlib import Path

import pytest

from tests.command.conftest import Run

NAMES = ["no\x1b[2Jcaf\udcff.senpu", "none/game.senpu", "folder"]
COMMANDS = [
    "verify {}", "show {}", "append {} pass", "roll {}", "fmt {}", "restore {}",
    "repair {}",
    "seal {} --chain", "seal {log} --key {}", "note {} --at 1 x", "note {log} --import {}",
    "migrate {}", "new 800/bonsai-2021 {}", "keygen {} --no-passphrase", "diff {} {log}",
    "export {} --to html", "deal {}", "reveal {}", "review {}", "show {log} --data {}",
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_name_is_shown_as_text(
    run: Run, log: Path, folder: Path, monkeypatch: pytest.MonkeyPatch,
    command: str, name: str, language: str,
) -> None:  # fmt: skip
    (folder / "folder").mkdir()
    monkeypatch.setenv("SENPU_LANG", language)
    answer = run(*(each.format(name, log=log) for each in command.split(" ")))
    assert answer.status in (0, 1, 2)
    assert "\x1b" not in answer.out + answer.err


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("value", ["a\nb", "caf\udcff", "\x1b[2J"])
def test_a_header_that_cannot_be_written_is_shown_as_text(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, value: str, language: str
) -> None:
    monkeypatch.setenv("SENPU_LANG", language)
    answer = run("new", "800/bonsai-2021", "new.senpu", "--japan", value)
    assert answer.status == 2
    assert not (folder / "new.senpu").exists()
    assert "Japan" in answer.err
