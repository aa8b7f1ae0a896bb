"""`--uncertain N` of several commands: results on data sets drawn from the ranges of values."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from senpu.replay.analysis.playouts import PlayoutMethod, RulesSource
    from senpu.replay.analysis.uncertainty import DrawnSets, DrawnStart, Outcomes


def play_drawn_sets(
    given: Namespace,
    ground: RulesSource,
    sets: DrawnSets,
    starts: list[tuple[DrawnStart, PlayoutMethod]],
    executor: Executor,
    jobs: int | None,
) -> list[Outcomes]:
    """Play games from some starts on each data set, with a bar of progress."""
    from senpu.replay.analysis.uncertainty import play_sets
    from senpu.tui.commands.progress import Progress

    with Progress("games", given.lang) as progress:
        return play_sets(ground, sets, starts, executor, jobs, progress)
