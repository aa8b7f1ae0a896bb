"""`senpu openings build`: books of openings; `show` and `top`, which read them, are in `books`."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from senpu.replay.analysis.executors import executor
from senpu.replay.openings.binding import bind
from senpu.replay.openings.reading import DEPTH
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_jobs,
    add_json,
    add_language,
    add_position,
)
from senpu.tui.commands.progress import Progress
from senpu.tui.render.text_layout import word

SHOWN = 12
"""The default number of rows of a table."""
FAULTS = 10
"""The number of invalid logs that are listed."""


def prepare(parser: ArgumentParser) -> Callable[[Namespace], int]:
    commands = parser.add_subparsers(metavar="build|show|top", required=True)
    build = commands.add_parser("build", help="a book of the logs of some folders")
    build.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="logs, or folders")
    build.add_argument("-o", dest="out", type=Path, required=True, metavar="BOOK")
    build.add_argument(
        "--depth", type=int, default=DEPTH, metavar="N",
        help=f"how many events of each game it tells of (default: {DEPTH})",
    )  # fmt: skip
    add_jobs(build)
    add_language(build)
    build.add_argument(
        "--executor", default="", metavar="dask://HOST:PORT",
        help="let a cluster read (needs senpu[cluster]; dask:// alone begins one here)",
    )  # fmt: skip
    build.set_defaults(run=run_build)
    for name, says in (
        ("show", "what was played in a position, and how it went"),
        ("top", "the set-ups that do best"),
    ):
        command = commands.add_parser(name, help=says, description=f"{says.capitalize()}.")
        command.add_argument("book", type=Path, metavar="BOOK")
        if name == "show":
            command.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a log")
            add_position(command)
            command.add_argument("--line", metavar="TEXT", help="events from there on")
        else:
            command.add_argument(
                "--side", metavar="SIDE", help="whose wins are told (default: of who sets up)"
            )
            command.add_argument(
                "--least", type=int, default=5, metavar="N", help="played so often (default: 5)"
            )
        command.add_argument(
            "-n", dest="count", type=int, default=SHOWN, metavar="N",
            help=f"at most so many rows (default: {SHOWN})",
        )  # fmt: skip
        _add_filters(command)
        add_json(command)
        add_data(command)
        add_language(command)
        command.set_defaults(run=_run, what=name)
    return lambda given: int(given.run(given))


def _add_filters(parser: ArgumentParser) -> None:
    which = parser.add_argument_group("which games count")
    which.add_argument("--game", metavar="GAME", help="of this game or edition")
    which.add_argument("--digest", metavar="HEX", help="on data whose digest begins so")
    which.add_argument("--player", default="", metavar="NAME", help="somebody of that name played")
    which.add_argument("--since", default="", metavar="DATE", help="2026, 2026-11 or 2026-11-27")
    which.add_argument("--until", default="", metavar="DATE")
    which.add_argument("--by", choices=("human", "program"), default="", help="who played")


def _run(given: Namespace) -> int:
    from senpu.tui.commands import books  # a book is built sooner without

    return {"show": books.run_show, "top": books.run_top}[given.what](given)


def run_build(given: Namespace) -> int:
    """Create or update a book. Return 1 if invalid logs were left out, else 0."""
    if given.depth < 1:
        raise UnusableLogError("--depth takes a number of events, 1 or more")
    progress = Progress("logs")
    with progress, executor(given.executor, given.jobs) as hands:
        bound = bind(given.out, given.folders, hands, given.depth, given.jobs, progress)
    for fault in bound.faults[:FAULTS]:
        print(fault, file=sys.stderr)
    if (more := len(bound.faults) - FAULTS) and more > 0:
        print(f"  {word(given.lang, 'book_faults_more', n=more)}", file=sys.stderr)
    counts = [
        word(given.lang, "book_games", n=bound.games),
        word(given.lang, "book_positions", n=bound.positions),
        word(given.lang, "book_read", n=bound.read),
        *([word(given.lang, "book_copies", n=bound.copies)] if bound.copies else []),
        *([word(given.lang, "book_left_out", n=len(bound.faults))] if bound.faults else []),
    ]
    print(f"{given.out}: {word(given.lang, 'and').join(counts)}")
    return 1 if bound.faults else 0


PREPARE = {"openings": prepare}
