"""Tests, run ahead of their turn by programs of their own, in what time of the processor
pytest leaves. Which tests those are, and what becomes of the answers, is said in `conftest.py`."""

import os
import traceback
import warnings
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from replay.registry import GAMES, Registered

FOLDER = "tmp_path"
"""The one fixture that a test may have that is run ahead."""


def begin(registered: dict[str, Registered]) -> None:
    """In a program: wait behind the tests that measure time; a warning is an error here too, and
    the games are those that pytest knows: tests register some of their own."""
    os.nice(5)
    GAMES.update(registered)
    warnings.simplefilter("error")


def programs(number: int) -> ProcessPoolExecutor:
    """Programs started anew, not forked: no test that ran before has left anything in them."""
    return ProcessPoolExecutor(number, get_context("spawn"), begin, (dict(GAMES),))


def fault(module: str, test: str, arguments: Mapping[str, object], folder: bool) -> str:
    """Where and how a test fails; empty if it passes. With `folder` it gets an empty one of its
    own, as `tmp_path`."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as path:
        own = {FOLDER: Path(path).resolve()} if folder else {}
        try:
            getattr(import_module(module), test)(**arguments, **own)
        except Exception:
            return traceback.format_exc()
    return ""
