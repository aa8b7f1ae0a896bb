"""The notes of a log, read without the reader of the program, and with its command."""

import json
import tomllib
from pathlib import Path
from typing import Any

from tests.command.conftest import Run


def notes(log: Path) -> list[dict[str, Any]]:
    path = log.with_name("game.notes.toml")
    return list(tomllib.loads(path.read_text("utf-8")).get("note", ())) if path.exists() else []


def ident(run: Run, log: Path, text: str) -> str:
    """Return the id of the first note with a text, at any depth."""
    rest = list(json.loads(run("note", log, "--json").out)["notes"])
    while rest:
        each = rest.pop(0)
        if each["text"] == text:
            return str(each["id"])
        rest += each["notes"]
    raise AssertionError(text)
