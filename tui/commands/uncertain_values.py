"""`--uncertain N` of several commands: results on data sets drawn from the ranges of values."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from senpu.tui.commands.parsing import Parser, make_number_type

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from senpu.replay.analysis.playouts import PlayoutMethod, RulesSource
    from senpu.replay.analysis.uncertainty import DrawnSets, DrawnStart, Outcomes

MOST = 10_000


def add_uncertain(parser: Parser) -> None:
    """Add the option `--uncertain`, the number of data sets to draw."""
    parser.add_argument("--uncertain", type=make_sets_type(parser), metavar="N")


def make_sets_type(parser: Parser) -> Callable[[str], int]:
    """Return an argument type: a number of data sets."""
    return make_number_type(parser, 2, MOST)


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
