"""The small version of the tests of `python -m tests.reliability`."""

from importlib import import_module

import pytest

from tests.reliability.__main__ import TESTS
from tests.reliability.figures import PAGE

QUICK = [
    name for name in TESTS if name not in ("command_crashes", "system_calls", "mutation", "speed")
]
SLOW = ("command_crashes", "system_calls")


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]
)
def test_guarantees_of_logs(name: str) -> None:
    for figure in import_module(f"tests.reliability.{name}").measure(small=True):
        assert figure.met or "not run" in figure.found, figure.row


def test_the_page_has_a_result_of_each_test() -> None:
    text = PAGE.read_text("utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ")][2:]
    assert len(rows) >= len(TESTS)
    assert "not run" not in text
