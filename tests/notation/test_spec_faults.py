"""`spec/faults.md` lists every id that the code can report, and none that it cannot."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "spec" / "faults.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \|(.*)\|$", re.MULTILINE)
CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-z]+[0-9]*)+")
MAKERS = {"fault", "located", "Fault", "NotationError", "ReductionError"}


def ids_in(package: str) -> set[str]:
    """The ids of faults in the source of a package.

    In the notation every text in lower camel case is an id; elsewhere only what is the
    first argument of a call that makes a fault.
    """
    found: set[str] = set()
    for path in sorted((ROOT / package).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if package == "notation":
                said: list[ast.AST] = [node]
            else:
                called = isinstance(node, ast.Call) and _makes(node.func)
                said = [*node.args[:1]] if isinstance(node, ast.Call) and called else []
            for each in said:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    found |= {each.value} if CAMEL.fullmatch(each.value) else set()
    return found


def _makes(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id in MAKERS


def listed(layers: str) -> set[str]:
    """The ids in the tables below the headings of the named layers."""
    found: set[str] = set()
    for part in DOCUMENT.split("\n## ")[1:]:
        if re.match(layers, part):
            found |= {match[1] for match in ROW.finditer(part)}
    return found


def test_the_document_lists_exactly_the_ids_of_the_notation() -> None:
    assert listed("Bytes|Syntax|Writing") == ids_in("notation") | {"fileUnreadable"}


@pytest.mark.parametrize("package", ["replay", "logs"])
def test_the_document_lists_every_id_of_the_other_layers(package: str) -> None:
    assert ids_in(package) <= listed("")


def test_every_id_stands_once_and_is_explained_in_full() -> None:
    rows = list(ROW.finditer(DOCUMENT))
    ids = [match[1] for match in rows]
    assert len(set(ids)) == len(ids)
    for match in rows:
        cells = [cell.strip() for cell in match[2].split(" | ")]
        assert len(cells) == 3, match[1]
        assert all(cells), match[1]


def test_ids_are_stable_lower_camel_words() -> None:
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]+[0-9]*)*", ident) for ident in listed(""))
