"""`senpu openings build`: books of openings; `show` and `top`, which read them, are in `books`."""

from argparse import Namespace

from senpu.notation.messages import Message
from senpu.notation.printable import make_printable
from senpu.replay.analysis.executors import open_executor
from senpu.replay.openings.binding import build_book
from senpu.tui.command_line.named_files import check_folders
from senpu.tui.commands.progress import Progress
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render.text_layout import add_label, get_text

FAULTS = 10
"""The number of invalid logs that are listed."""


def _run(given: Namespace) -> int:
    from senpu.tui.commands import books  # a book is built sooner without

    return {"show": books.run_show, "top": books.run_top}[given.what](given)


def run_build(given: Namespace) -> int:
    """Create or update a book.

    Returns:
        The exit status: 1 if invalid logs were left out, else 0.

    Raises:
        UnusableFilesError: A folder has no logs.
    """
    reading, counting = Progress("logs", given.lang), Progress("shards", given.lang)

    def count(done: int, of: int) -> None:
        reading.end_row()
        counting(done, of)

    def report(message: Message) -> None:
        reading.end_row()
        counting.end_row()
        print_notice(message.text(given.lang))

    with reading, counting, open_executor(given.executor, given.jobs, report) as hands:
        bound = build_book(
            given.output, given.folders, hands, given.depth, given.jobs, reading, count
        )
    for fault in bound.faults[:FAULTS]:
        print_notice(fault[given.lang])
    if (more := bound.invalid - FAULTS) > 0:
        print_notice(f"  {get_text(given.lang, 'book_faults_more', n=more)}")
    counts = [
        get_text(given.lang, "book_games", n=bound.games),
        get_text(given.lang, "book_positions", n=bound.positions),
        get_text(given.lang, "book_read", n=bound.read),
        *([get_text(given.lang, "book_elsewhere", n=bound.elsewhere)] if bound.elsewhere else []),
        *([get_text(given.lang, "book_removed", n=bound.removed)] if bound.removed else []),
        *([get_text(given.lang, "book_copies", n=bound.copies)] if bound.copies else []),
        *([get_text(given.lang, "book_gaps", n=bound.gaps)] if bound.gaps else []),
        *([get_text(given.lang, "book_left_out", n=bound.invalid)] if bound.invalid else []),
    ]
    text = get_text(given.lang, "and").join(counts)
    print_text(add_label(given.lang, make_printable(str(given.output)), text))
    check_folders(given.folders)
    return 1 if bound.invalid else 0
