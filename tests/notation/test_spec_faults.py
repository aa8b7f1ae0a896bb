"""`spec/en/reference/faults.md` lists every id that the code can report, and no other."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from senpu.notation.messages import program_catalogue

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "spec" / "en/reference/faults.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \|(.*)\|$", re.MULTILINE)
PACKAGES = ("notation", "logs", "replay")
MAKERS = {
    "fault", "located", "fault_text", "Fault", "NotationError", "MachineLineError", "ReductionError"
}  # fmt: skip
"""The functions that take the id of a fault as their first argument."""


@cache
def constants() -> frozenset[tuple[str, bool]]:
    """Return the texts in the source, and whether each is the id of a fault."""
    return frozenset(find_constants())


def find_constants() -> Iterator[tuple[str, bool]]:
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, False
            elif isinstance(node, ast.Call) and node.args and _makes(node.func):
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value, True


def _makes(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id in MAKERS


def listed(layers: str) -> set[str]:
    """Return the ids in the tables of the named layers."""
    found: set[str] = set()
    for part in DOCUMENT.split("\n## ")[1:]:
        if re.match(layers, part):
            found |= {match[1] for match in ROW.finditer(part)}
    return found


def test_the_document_lists_every_id_that_the_code_reports() -> None:
    made = {text for text, is_id in constants() if is_id}
    assert len(made) > 50
    assert made <= listed("")


def test_the_code_can_report_every_id_of_the_document() -> None:
    assert listed("") <= {text for text, _ in constants()}


def test_the_catalogue_has_a_table_for_every_id_of_the_lower_layers() -> None:
    tables = program_catalogue().topic("faults").keys()
    assert tables <= listed("")
    assert listed("Bytes|Syntax|Writing|Mail") <= tables | {"fileUnreadable"}


def test_every_id_is_listed_once_and_explained() -> None:
    rows = list(ROW.finditer(DOCUMENT))
    ids = [match[1] for match in rows]
    assert len(set(ids)) == len(ids)
    for match in rows:
        cells = [cell.strip() for cell in match[2].split(" | ")]
        assert len(cells) == 3, match[1]
        assert all(cells), match[1]


def test_ids_are_in_lower_camel_case() -> None:
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]+[0-9]*)*", ident) for ident in listed(""))
