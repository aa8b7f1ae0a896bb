"""A parser of the conformance texts of positions (`tests/conformance/positions/README.md`).

It does not import the project, so that other programs can use it as a model.
"""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1] / "conformance" / "positions"
FILES = sorted(ROOT.glob("*.case"))
FAULT = re.compile(r";E: ([a-zA-Z]+) ([0-9]+)(?: (\S+))?")


class Expected(NamedTuple):
    """A fault as a case names it."""

    id: str
    column: int
    rule: str
    """The printed number, for a position that breaks a rule; empty otherwise."""


class PositionCase(NamedTuple):
    """A position text and the expected result of a reader."""

    name: str
    text: str
    fault: Expected | None = None
    fields: str = ""
    """The canonical form of all that follows the head; empty if the text has a fault."""
    unreachable: tuple[str, ...] = ()
    """The rules by which no game reaches the position."""


def read_cases(name: str, source: str) -> list[PositionCase]:
    """Return the cases of a file in order.

    Raises:
        ValueError: A row is not a row of a case.
    """
    found: list[PositionCase] = []
    for number, row in enumerate(source.split("\n")[:-1], 1):
        if not row.startswith(";"):
            fields = row.partition("; ")[2]
            found.append(PositionCase(f"{name}:{number}", row, None, fields))
        elif match := FAULT.fullmatch(row):
            fault = Expected(match[1], int(match[2]), match[3] or "")
            found[-1] = found[-1]._replace(fault=fault, fields="")
        elif row.startswith(";= "):
            found[-1] = found[-1]._replace(fields=row[3:])
        elif row.startswith(";U: "):
            found[-1] = found[-1]._replace(unreachable=(*found[-1].unreachable, row[4:]))
        elif not row.startswith(";;"):
            raise ValueError(f"{name}:{number}: no row of a case: {row}")
    return found


def list_cases() -> list[PositionCase]:
    """Return the cases of all files, in a fixed order."""
    return [case for path in FILES for case in read_cases(path.stem, path.read_text("utf-8"))]
