"""Every example in a docstring runs as printed."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = [
    ".".join(("senpu", *path.relative_to(ROOT).with_suffix("").parts))
    for layer in ("notation", "logs", "spec", "replay", "tui")
    for path in sorted((ROOT / layer).rglob("*.py"))
    if "\n>>> " in "\n".join(map(str.strip, path.read_text("utf-8").splitlines()))
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str, folder: Path) -> None:
    out: list[str] = []
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in finder.find(import_module(name)):
        runner.run(test, out=out.append)
    assert out == []
    assert runner.tries


def test_the_modules_with_examples_are_found() -> None:
    assert {"senpu.tui.api.game", "senpu.notation.faults", "senpu.logs.dice"} <= {*MODULES}
