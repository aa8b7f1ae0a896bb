"""Tests of the games, a folder each."""

import pytest

# What tests assert through them is shown as if it stood in the tests.
pytest.register_assert_rewrite("tests.games.laws", "tests.games.tables")
