"""`senpu fmt`: canonical text."""

from argparse import Namespace
from pathlib import Path

from senpu.logs.chain import Chain
from senpu.logs.inputs import STANDARD_INPUT, TYPED_POSITION, EmptyFolder, Input, read_file
from senpu.logs.journal import JournalError, hold_log, replace_file
from senpu.logs.record import record_from
from senpu.notation.faults import Fault
from senpu.notation.lines import Play
from senpu.notation.reader import read_text, split_rows
from senpu.notation.writer import format_game
from senpu.replay.core.registry import rules_for
from senpu.replay.recording.canonical_form import make_canonical
from senpu.tui.command_line.errors import print_file_error
from senpu.tui.commands.arguments import UnusableLogError, list_logs
from senpu.tui.printing import print_data, print_notice, print_text
from senpu.tui.render.text_layout import get_text


def run_fmt(given: Namespace) -> int:
    """Rewrite logs in canonical form; print the canonical form of standard input.

    A log with a hash chain, or with faults other than REPAIRED, is not changed. With `--check`,
    no log is changed.

    Returns:
        The exit status: 1 if a log was left in another form, or has faults; 2 if one cannot be
        read or written.

    Raises:
        UnusableLogError: An argument is a position text.
    """
    for each in given.files:
        if each.is_stream and str(each) == TYPED_POSITION:
            raise UnusableLogError("positionNoLog")
    return max([_format_readable(log, given) for log in list_logs(given.files)], default=0)


def _format_readable(log: Input, given: Namespace) -> int:
    """Rewrite or check one log, or report why that is not possible. Return the exit status."""
    try:
        return _format(log, given)
    except (OSError, JournalError) as error:
        return print_file_error(error, given.lang)


def _format(log: Input, given: Namespace) -> int:
    """Rewrite or check one log. Return the exit status."""
    is_file = str(log) != STANDARD_INPUT
    data = log.data if not is_file or isinstance(log, EmptyFolder) else read_file(log.path)
    chain = Chain()
    untagged = b"".join(chain.read(split_rows(data)))
    game, faults = read_text(untagged)
    lost = [fault for fault in faults if fault.id not in REPAIRED] + [*chain.faults.values()]
    if lost:
        print_notice(lost[0].render(str(log), given.lang))
        print_notice(get_text(given.lang, "fmt_left", file=log))
        return 1
    rules = rules_for(record_from(data, log.path if is_file else None))
    if not isinstance(rules, Fault):
        game = make_canonical(game, rules)
    text = format_game(game).encode()
    if text == untagged:
        if not is_file and not given.check:
            print_data(data)
        return 0
    if chain.kind is not None or any(isinstance(x, Play) and x.tag for x in game.lines):
        print_notice(get_text(given.lang, "fmt_chained", file=log))
        return 1
    if given.check:
        print_text(get_text(given.lang, "fmt_other", file=log))
        return 1
    if is_file:
        rewrite(log.path, data, text)
        print_text(get_text(given.lang, "fmt_done", file=log))
    else:
        print_data(text)
    return 0


def rewrite(path: Path, data: bytes, text: bytes) -> None:
    """Replace `data` by `text`. Raises JournalError if the log was changed since it was read."""
    with hold_log(path):
        if read_file(path) != data:
            raise JournalError("changedWhileRead", path=path)
        replace_file(path, text)


REPAIRED = frozenset(("byteOrderMark", "carriageReturn", "tabCharacter", "notNfc"))
"""Faults that the canonical form repairs without loss."""
