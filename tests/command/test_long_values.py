"""Messages quote a part of a long value only."""

import json
from pathlib import Path

import pytest

from senpu.tui.keys_file import KeysFileError, read_keys
from tests.command.conftest import Run

LONG = ("9" * 15_000, "x " * 8_000)
MOST = 9000
"""The number of characters of a report that quotes a value several times."""
HEADERS = ("Senpu", "Game", "Rules", "Data", "Options", "Chain")


@pytest.mark.parametrize("key", HEADERS)
def test_a_message_quotes_a_part_of_a_header(run: Run, folder: Path, key: str) -> None:
    header = {"Senpu": "1", "Game": "800/bonsai-2021", "Rules": "1"}
    for value in LONG:
        rows = "".join(f"{k}: {v}\n" for k, v in (header | {key: value.strip()}).items())
        (folder / "a.senpu").write_text(f"{rows}\n")
        for command in (("verify",), ("append", "C: pass")):
            answer = run(command[0], "a.senpu", *command[1:])
            assert answer.status
            assert len(answer.out + answer.err) < MOST, command
        fault = json.loads(run("verify", "a.senpu", "--json").out)["faults"][0]
        assert len(json.dumps(fault)) < MOST


@pytest.mark.parametrize(
    "command",
    [
        "new @ a", "new 800 a --date @", "new 800 a --option @", "new 800 a --hands @",
        "append a @", "append a x1>@", "append @ pass", "show a --at @", "verify --@", "@",
        "play 800/bonsai-2021 --japan @ -o b", "play 800/bonsai-2021 --seed @ -o b", "openings @",
        "openings show @", "view a --serve --host @", "verify a --lang @",
    ],
)  # fmt: skip
def test_a_message_quotes_a_part_of_an_argument(run: Run, command: str) -> None:
    run("new", "800/bonsai-2021", "a")
    for value in LONG:
        answer = run(*(word.replace("@", value) for word in command.split()))
        assert answer.status
        assert 0 < len(answer.out + answer.err) < MOST


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000, '"' + "x" * 20_000])
def test_a_file_with_a_long_value_is_an_error(run: Run, folder: Path, value: str) -> None:
    (folder / "d.toml").write_text(f"senpu-data = {value}\n")
    answer = run("new", "800/bonsai-2021", "a.senpu", "--data", "d.toml")
    assert (answer.status, answer.out) == (2, "")
    assert "d.toml" in answer.err
    assert not (folder / "a.senpu").exists()
    with pytest.raises(KeysFileError, match=r"d\.toml"):
        read_keys(folder / "d.toml")
