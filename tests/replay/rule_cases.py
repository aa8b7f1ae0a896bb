"""A parser of the conformance texts of the rules (`tests/conformance/rules/README.md`).

It does not import the project, so that other programs can use it as a model.
"""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1] / "conformance" / "rules"
FILES = sorted(ROOT.glob("*.case"))
FAULT = re.compile(r";E: ([a-zA-Z]+) ([0-9]+)(?: (\S+))?")


class Expected(NamedTuple):
    """A fault as a case names it."""

    line: int
    id: str
    column: int
    rule: str
    """The printed number, for an illegal move; empty otherwise."""


class Trial(NamedTuple):
    """A text and its expected faults; no faults if it is valid."""

    name: str
    text: str
    faults: list[Expected]


def trials(name: str, source: str) -> list[Trial]:
    """Return the trials of a file in order, and its complete text last.

    Raises:
        ValueError: A row is not a row of a case.
    """
    rows: list[str] = []
    whole: list[Expected] = []
    found: list[Trial] = []
    faults = whole
    tried = 0
    for number, row in enumerate(source.split("\n")[:-1], 1):
        if row.startswith(";T: "):
            text = "".join(f"{each}\n" for each in (*rows, row[4:]))
            faults, tried = [], 1
            found.append(Trial(f"{name}:{number}", text, faults))
        elif match := FAULT.fullmatch(row):
            expected = Expected(len(rows) + tried, match[1], int(match[2]), match[3] or "")
            faults.append(expected)
        elif not row.startswith(";"):
            rows.append(row)
            faults, tried = whole, 0
        elif not row.startswith(";;"):
            raise ValueError(f"{name}:{number}: no row of a case: {row}")
    found.append(Trial(name, "".join(f"{each}\n" for each in rows), whole))
    return found


def every_trial() -> list[Trial]:
    """All trials of all files, in a fixed order."""
    return [trial for path in FILES for trial in trials(path.stem, path.read_text("utf-8"))]
