"""`senpu fmt`: canonical text."""

from argparse import Namespace
from pathlib import Path

from senpu.logs.chain import Chain
from senpu.logs.inputs import read_file
from senpu.logs.journal import JournalError, hold_log, replace_file
from senpu.logs.record import record_from
from senpu.notation.faults import Fault
from senpu.notation.lines import Play
from senpu.notation.reader import read_text, split_rows
from senpu.notation.writer import format_game
from senpu.replay.core.registry import rules_for
from senpu.replay.recording.canonical_form import make_canonical
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render.text_layout import get_text


def run_fmt(given: Namespace) -> int:
    """Rewrite logs in canonical form.

    A log with a hash chain, or with faults other than REPAIRED, is not changed. With `--check`,
    no log is changed.

    Returns:
        The exit status: 1 if a log was left in another form, or has faults.
    """
    status = 0
    for path in given.files:
        data = read_file(path)
        chain = Chain()
        untagged = b"".join(chain.read(split_rows(data)))
        game, faults = read_text(untagged)
        lost = [fault for fault in faults if fault.id not in REPAIRED] + [*chain.faults.values()]
        if lost:
            print_notice(lost[0].render(str(path), given.lang))
            print_notice(get_text(given.lang, "fmt_left", file=path))
            status = 1
            continue
        rules = rules_for(record_from(data, path))
        if not isinstance(rules, Fault):
            game = make_canonical(game, rules)
        text = format_game(game).encode()
        if text == untagged:
            continue
        if chain.kind is not None or any(isinstance(x, Play) and x.tag for x in game.lines):
            print_notice(get_text(given.lang, "fmt_chained", file=path))
            status = 1
            continue
        if given.check:
            print_text(get_text(given.lang, "fmt_other", file=path))
            status = 1
        else:
            rewrite(path, data, text)
            print_text(get_text(given.lang, "fmt_done", file=path))
    return status


def rewrite(path: Path, data: bytes, text: bytes) -> None:
    """Replace `data` by `text`. Raises JournalError if the log was changed since it was read."""
    with hold_log(path):
        if read_file(path) != data:
            raise JournalError("changedWhileRead", path=path)
        replace_file(path, text)


REPAIRED = frozenset(("byteOrderMark", "carriageReturn", "tabCharacter", "notNfc"))
"""Faults that the canonical form repairs without loss."""
