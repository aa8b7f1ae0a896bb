"""Run the laws of games once for each rule set in the `SUBJECTS` of a module."""

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Supply `subject` to the tests that take it."""
    if "subject" in metafunc.fixturenames:
        subjects = metafunc.module.SUBJECTS
        metafunc.parametrize("subject", subjects.values(), ids=subjects.keys())
