"""The small version of the tests of `python -m tests.reliability`."""

from importlib import import_module

import pytest

from tests.reliability.__main__ import TESTS
from tests.reliability.figures import PAGE

QUICK = [name for name in TESTS if name not in ("command_crashes", "mutation", "speed")]


@pytest.mark.parametrize("name", [*QUICK, pytest.param("command_crashes", marks=pytest.mark.slow)])
def test_guarantees_of_logs(name: str) -> None:
    for figure in import_module(f"tests.reliability.{name}").measure(small=True):
        assert figure.met or "not run" in figure.found, figure.row


def test_the_page_has_a_result_of_each_test() -> None:
    text = PAGE.read_text("utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ")][2:]
    assert len(rows) >= len(TESTS)
    assert "not run" not in text
