"""The examples in the docstrings of pictures and pages are true."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "senpu.tui.render.forum_report",
    "senpu.tui.pages.controls",
    "senpu.tui.pictures.elements",
    "senpu.tui.pictures.hexes",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted
    assert not found.failed
