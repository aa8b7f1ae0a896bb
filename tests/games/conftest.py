"""Run the laws of games once for each rule set in the `SUBJECTS` of a module."""

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Supply `subject` to the tests that take it; rule sets with options are for CI."""
    if "subject" in metafunc.fixturenames:
        subjects = [
            pytest.param(each, id=name, marks=pytest.mark.slow if each.rules.spec.options else ())
            for name, each in metafunc.module.SUBJECTS.items()
        ]
        metafunc.parametrize("subject", subjects)
