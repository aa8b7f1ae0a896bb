"""A folder with a log, in which the examples of the API run."""

import shutil
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY

EXAMPLE = LIBRARY / "800" / "learn.senpu"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder that holds `game.senpu`, and a separate state folder."""
    shutil.copy(EXAMPLE, tmp_path / "game.senpu")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SENPU_STATE", str(tmp_path / "state"))
    return tmp_path
