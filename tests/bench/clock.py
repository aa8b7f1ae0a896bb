"""Measure two things in turn, so that a busy machine slows both equally."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

ROUNDS = 7

COMPILED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""The environment without PYTHONDONTWRITEBYTECODE, so that modules are compiled once."""


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def ratio(ours: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS) -> float:
    """Return the median of `ours() / theirs()` over rounds that run one after the other.

    A first round is discarded.
    """
    ours(), theirs()
    return median(ours() / theirs() for _ in range(rounds))


def cold(code: str, *arguments: str) -> float:
    """Return the seconds in which a new Python runs `code`."""
    command = [sys.executable, "-c", code, *arguments]
    return seconds(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=COMPILED)
    )


def printed(code: str, arguments: Sequence[str] = ()) -> str:
    """Return the output of a new Python for `code`."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=COMPILED)
    return done.stdout.strip()
