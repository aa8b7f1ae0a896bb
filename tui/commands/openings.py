"""`senpu openings build`: books of openings; `show` and `top`, which read them, are in `books`."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from senpu.logs.inputs import Input
from senpu.logs.record import find_logs
from senpu.notation.messages import Message
from senpu.notation.printable import make_printable
from senpu.replay.analysis.executors import open_executor
from senpu.replay.openings.binding import build_book
from senpu.replay.openings.ranking import ORDERS
from senpu.replay.openings.reading import DEPTH
from senpu.replay.openings.strengths import LEAST, PROGRAM_STRENGTHS
from senpu.tui.commands.arguments import (
    add_data,
    add_jobs,
    add_json,
    add_language,
    add_position,
)
from senpu.tui.commands.parsing import Parser, make_number_type, make_seed_type
from senpu.tui.commands.progress import Progress
from senpu.tui.commands.uncertain_values import add_uncertain
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render.text_layout import get_text

SHOWN = 12
"""The default number of rows of a table."""
FAULTS = 10
"""The number of invalid logs that are listed."""


def prepare(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu openings`, and return the function that runs it."""
    commands = parser.add_subparsers(metavar="build|show|top", required=True)
    build = commands.add_parser("build", help="summary")
    build.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    build.add_argument("-o", dest="out", type=Path, required=True, metavar="BOOK")
    build.add_argument(
        "--depth", type=make_number_type(build), default=DEPTH, metavar="N",
    )  # fmt: skip
    add_jobs(build)
    add_language(build)
    build.add_argument(
        "--executor", default="", metavar="dask://HOST:PORT",
    )  # fmt: skip
    build.set_defaults(run=run_build)
    for name in ("show", "top"):
        command = commands.add_parser(name, help="summary")
        command.add_argument("book", type=Path, metavar="BOOK")
        if name == "show":
            command.add_argument("file", type=Input, nargs="?", metavar="FILE")
            add_position(command)
            command.add_argument("--line", metavar="TEXT")
            command.add_argument("--sort", choices=ORDERS, default=ORDERS[0])
            command.add_argument("--all", action="store_true")
            add_uncertain(command)
            command.add_argument("--seed", type=make_seed_type(command), default=1)
        else:
            command.add_argument("--side", metavar="SIDE")
            command.add_argument("--least", type=make_number_type(command), default=5, metavar="N")
        command.add_argument(
            "-n", dest="count", type=make_number_type(command), default=SHOWN, metavar="N",
        )  # fmt: skip
        _add_filters(command)
        add_json(command)
        add_data(command)
        add_language(command)
        command.set_defaults(run=_run, what=name)
    return lambda given: int(given.run(given))


def _add_filters(parser: Parser) -> None:
    parser.fields = {"programs": tuple(PROGRAM_STRENGTHS)}
    which = parser.add_argument_group("group_filters")
    which.add_argument("--game", metavar="GAME")
    which.add_argument("--digest", metavar="HEX")
    which.add_argument("--player", default="", metavar="NAME")
    which.add_argument("--since", default="", metavar="DATE")
    which.add_argument("--until", default="", metavar="DATE")
    which.add_argument("--by", choices=("human", "program"), default="")
    which.add_argument("--programs", default="", metavar="NAMES")
    which.add_argument("--least-strength", default=LEAST, metavar="PROGRAM")


def _run(given: Namespace) -> int:
    from senpu.tui.commands import books  # a book is built sooner without

    return {"show": books.run_show, "top": books.run_top}[given.what](given)


def run_build(given: Namespace) -> int:
    """Create or update a book. Return 1 if invalid logs were left out, else 0."""
    reading, counting = Progress("logs", given.lang), Progress("shards", given.lang)

    def count(done: int, of: int) -> None:
        reading.end_row()
        counting(done, of)

    def report(message: Message) -> None:
        reading.end_row()
        counting.end_row()
        print_notice(message.text(given.lang))

    with reading, counting, open_executor(given.executor, given.jobs, report) as hands:
        bound = build_book(given.out, given.folders, hands, given.depth, given.jobs, reading, count)
    for folder in given.folders:
        if folder.is_dir() and not any(find_logs(folder)):
            print_notice(Message("errors.noLogsInFolder", {"path": folder}).text(given.lang))
    for fault in bound.faults[:FAULTS]:
        print_notice(fault[given.lang])
    if (more := bound.invalid - FAULTS) > 0:
        print_notice(f"  {get_text(given.lang, 'book_faults_more', n=more)}")
    counts = [
        get_text(given.lang, "book_games", n=bound.games),
        get_text(given.lang, "book_positions", n=bound.positions),
        get_text(given.lang, "book_read", n=bound.read),
        *([get_text(given.lang, "book_copies", n=bound.copies)] if bound.copies else []),
        *([get_text(given.lang, "book_gaps", n=bound.gaps)] if bound.gaps else []),
        *([get_text(given.lang, "book_left_out", n=bound.invalid)] if bound.invalid else []),
    ]
    print_text(f"{make_printable(str(given.out))}: {get_text(given.lang, 'and').join(counts)}")
    return 1 if bound.invalid else 0


PREPARE = {"openings": prepare}
