"""The examples in the docstrings of pictures and pages are true."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "tui.forum",
    "tui.pages.markup",
    "tui.pictures.colours",
    "tui.pictures.elements",
    "tui.pictures.hex_ground",
    "tui.pictures.hex_shapes",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted
    assert not found.failed
