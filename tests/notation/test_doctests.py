"""The examples in the docstrings of the notation are correct."""

import doctest
import importlib
from pathlib import Path

import pytest

import senpu.notation as notation

MODULES = sorted(path.stem for path in Path(next(iter(notation.__path__))).glob("[!_]*.py"))
WITH_EXAMPLES = {"faults", "mistakes", "play", "reader", "writer"}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"notation.{name}"))
    assert result.failed == 0
    assert result.attempted > 0 or name not in WITH_EXAMPLES
