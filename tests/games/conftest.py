"""Laws of games run once for every rule set that a module names in its `SUBJECTS`."""

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Supply `subject` to the tests that take it."""
    if "subject" in metafunc.fixturenames:
        subjects = metafunc.module.SUBJECTS
        metafunc.parametrize("subject", subjects.values(), ids=subjects.keys())
