"""Tests of the games, a folder each."""

import pytest

# Pytest explains failed assertions in these modules, too.
pytest.register_assert_rewrite("tests.games.laws", "tests.games.tables")
