"""Conformance texts as bytes and expectations (`tests/conformance/README.md`).

The module uses no code of the project, so that it shows what another program needs.
"""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1] / "conformance"
ESCAPE = re.compile(r"⟦([0-9a-f]{2}(?: [0-9a-f]{2})*)(?: x ([0-9]+))?⟧")
HEADER = "Senpu: 1\nGame: 800/bonsai-2021\n\n"


class Case(NamedTuple):
    """A text and the expected result of a reader."""

    text: bytes
    faults: list[tuple[int, str, int]]
    """Line, id and column of each fault, in order."""
    canonical: bytes
    values: dict[int, Any]
    """The value of a line as JSON, by the number of its row."""


def read_case(source: str) -> Case:
    """Return the case in the content of a file; raise ValueError if there is none."""
    rows: list[bytes] = []
    canonical: list[bytes] = []
    faults: list[tuple[int, str, int]] = []
    values: dict[int, Any] = {}
    for row in source.split("\n")[:-1]:
        if not row.startswith(";"):
            rows.append(unescape_row(row))
            canonical.append(rows[-1])
        elif found := re.fullmatch(r";E: ([a-zA-Z0-9]+) ([0-9]+)", row):
            faults.append((max(len(rows), 1), found[1], int(found[2])))
        elif row.startswith(";= "):
            canonical[-1] = unescape_row(row[3:])
        elif row.startswith(";V: "):
            values[len(rows)] = json.loads(row[4:])
        elif not row.startswith(";;"):
            raise ValueError(f"no row of a case: {row}")
    return Case(join_rows(rows), sorted(faults), join_rows(canonical), values)


def unescape_row(row: str) -> bytes:
    """Return a row as bytes: escapes replaced, the mark for a missing newline kept."""
    parts: list[bytes] = []
    at = 0
    for match in ESCAPE.finditer(row):
        parts.append(row[at : match.start()].encode())
        parts.append(bytes.fromhex(match[1]) * int(match[2] or 1))
        at = match.end()
    return b"".join(parts) + row[at:].encode()


def join_rows(rows: list[bytes]) -> bytes:
    """Return rows with their newlines, up to the mark for a missing newline."""
    return b"".join(row + b"\n" for row in rows).replace("⟦end⟧\n".encode(), b"")


def case_files(folder: str) -> list[Path]:
    """Return the files of a folder of cases, in a fixed order."""
    return sorted((ROOT / folder).glob("*.case"))


def fenced_blocks(document: str, mark: str) -> list[str]:
    """The contents of the fenced blocks of a document that are marked with `mark`."""
    return re.findall(rf"^```{mark}\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)
