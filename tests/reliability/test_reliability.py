"""The small version of what `python -m tests.reliability` tries out."""

from importlib import import_module

import pytest

from tests.reliability.__main__ import TESTS
from tests.reliability.figures import PAGE

QUICK = [name for name in TESTS if name not in ("mutation", "speed")]


@pytest.mark.parametrize("name", QUICK)
def test_what_is_promised_of_logs_holds(name: str) -> None:
    for figure in import_module(f"tests.reliability.{name}").measure(small=True):
        assert figure.met or "not tried" in figure.found, figure.row


def test_the_page_has_a_figure_of_each_test() -> None:
    text = PAGE.read_text("utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ")][2:]
    assert len(rows) >= len(TESTS)
    assert "not tried" not in text
