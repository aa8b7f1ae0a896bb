"""The command run in this process, in an empty folder."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from senpu.tui.cli import main
from senpu.tui.command_line.parsing import split_command
from senpu.tui.command_line.statuses import INTERRUPTED, MISUSE, SUCCESS, find_statuses
from tests.schemas import check_json

NOON = "2026-11-27T12:00:00Z"
SET_UP = "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\nT1 [J5 C3]\n"


RAW_PYTHON = re.compile(
    r"Traceback|\[Errno |\\udc|\\x1b|\b[A-Z]\w+\([a-z]\w*=|PosixPath\(|Message\(| object at 0x"
)
"""Text for programs only: the repr of a value, or a traceback."""


class Answer(NamedTuple):
    """The output of a command, and its exit status."""

    status: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, English, and no data of the user's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SENPU_LANG", raising=False)
    monkeypatch.setenv("SENPU_DATA", str(tmp_path / "no-data"))
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `senpu` with some arguments; `stdin` is its standard input. JSON must fit its schema."""

    def run(*arguments: object, stdin: bytes = b"") -> Answer:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        words = [str(argument) for argument in arguments]
        status = main(words)
        out, err = capsys.readouterr()
        name, _ = split_command(words)
        assert status in {SUCCESS, MISUSE, INTERRUPTED, *find_statuses(name)}, (words, status, err)
        assert not RAW_PYTHON.search(out + err)
        check_json(words, out)
        return Answer(status, out, err)

    return run


@pytest.fixture
def log(run: Run, folder: Path) -> Path:
    """A log of 800 with five events: Japan is to act, with i3, i4 and g2 in B."""
    path = folder / "game.senpu"
    assert run("new", "800/bonsai-2021", path, "--date", "2026-11-27").status == 0
    assert run("append", path, "-", stdin=SET_UP.encode()).status == 0
    return path


@pytest.fixture
def finished(run: Run, folder: Path) -> Path:
    """A whole game between programs."""
    path = folder / "finished.senpu"
    assert run("play", "800/bonsai-2021", "-o", path, "--seed", 3).status == 0
    return path


@pytest.fixture
def anna(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the author and the time of notes."""
    monkeypatch.setenv("SENPU_AUTHOR", "Anna")
    monkeypatch.setattr("senpu.tui.commands.notes.current_time", lambda: NOON)


@pytest.fixture
def fought(run: Run, log: Path) -> Path:
    """The log with a move, event 6, and an attack, events 7 to 9."""
    assert run("append", log, "J: i3+i4>D C: k1*B.g2 [6 5]").status == 0
    return log


At = Callable[..., Answer]
"""Runs a command as a person, who is named first."""


@pytest.fixture(name="at")
def run_as_person(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> At:
    """Run a command as one of several people, each with a separate folder, key and state."""

    def run_as(name: str, *arguments: object) -> Answer:
        (folder / name).mkdir(exist_ok=True)
        monkeypatch.chdir(folder / name)
        monkeypatch.setenv("SENPU_STATE", str(folder / name / "state"))
        monkeypatch.setenv("SENPU_CONFIG", str(folder / name / "config"))
        return run(*arguments)

    return run_as
