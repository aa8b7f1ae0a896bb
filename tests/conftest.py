"""How the tests run: the slow ones last, and those that stand alone on all cores."""

import os
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, Future
from inspect import signature
from pickle import PicklingError

import pytest

from tests import ahead

os.environ["SENPU_STATE"] = ""
"""Nothing is remembered of what is looked at here."""

CORES = os.cpu_count() or 1
WORTH_IT = 500
"""So many quick tests take longer than other programs take to begin."""
CLOCKS = {"time", "perf_counter", "process_time", "monotonic"}
"""A module with one of these measures time: its quick tests stay where nothing else runs."""
BEHIND_A_FOLDER = {"tmp_path_factory", "request"}
"""The fixtures that pytest makes a folder with."""
BEGUN = pytest.StashKey[dict[str, Future[str]]]()
"""By the id of a test, how it fails in another program."""


def is_slow(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def arguments(item: pytest.Function) -> dict[str, object]:
    """What a test is parametrized with."""
    return item.callspec.params if hasattr(item, "callspec") else {}


def marked(item: pytest.Function) -> set[str]:
    """The arguments of a test that its marks give; others come from fixtures with parameters."""
    names: set[str] = set()
    for mark in item.iter_markers("parametrize"):
        given = mark.args[0]
        names |= {*(given.replace(" ", "").split(",") if isinstance(given, str) else given)}
    return names


def alone(items: list[pytest.Item]) -> list[pytest.Function]:
    """The tests without fixtures, a folder of their own at most: they are the same in any
    program."""
    return [
        item
        for item in items
        if isinstance(item, pytest.Function)
        and {*item.fixturenames} <= {*arguments(item), ahead.FOLDER} | BEHIND_A_FOLDER
        and not signature(item.obj).parameters.keys() & BEHIND_A_FOLDER
        and {*arguments(item)} <= marked(item)
        and (is_slow(item) or not CLOCKS & vars(item.module).keys())
    ]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails soon is told soon."""
    items.sort(key=is_slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """While pytest goes through the tests from the first to the last, other programs go through
    those that stand alone from the last to the first, until they meet."""
    found, option = alone(session.items), session.config.option
    few = len(found) < WORTH_IT and sum(map(is_slow, found)) < 2
    if few or CORES < 2 or option.collectonly or option.usepdb:
        return (yield)
    with ahead.programs(CORES) as programs:
        session.config.stash[BEGUN] = {
            item.nodeid: programs.submit(
                ahead.fault,
                item.module.__name__,
                item.originalname,
                arguments(item),
                ahead.FOLDER in item.fixturenames,
            )
            for item in reversed(found)
        }
        try:
            return (yield)
        finally:
            programs.shutdown(cancel_futures=True)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that another program has begun is left to it."""
    begun = pyfuncitem.config.stash.get(BEGUN, {}).get(pyfuncitem.nodeid)
    if begun is None or begun.cancel():
        return None
    try:
        fault = begun.result()
    except (PicklingError, AttributeError, TypeError, BrokenExecutor):
        return None  # Its arguments cannot be handed over, or the program is gone.
    if fault:
        names = signature(pyfuncitem.obj).parameters  # Once more, as pytest shows the values.
        pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
        pytest.fail(f"it fails in another program only:\n{fault}", pytrace=False)
    return True
