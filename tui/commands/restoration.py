"""`senpu restore`: restore a log that a mail program or an editor changed."""

from argparse import Namespace
from collections import Counter

from senpu.logs.journal import create_file
from senpu.logs.mail.characters import RestorationError, RestoredLog
from senpu.logs.mail.extraction import restore_mail
from senpu.notation.messages import topic_renderer
from senpu.notation.reader import split_rows
from senpu.tui.commands.arguments import RejectedLogError
from senpu.tui.printing import print_data, print_notice


def run_restore(given: Namespace) -> int:
    """Write the restored log to standard output or a new file, and report to the error stream."""
    name, data = str(given.file), given.file.data
    try:
        found = restore_mail(data)
    except RestorationError as error:
        raise RejectedLogError.from_fault(error.fault, name) from None
    if given.output:
        create_file(given.output, found.text)
    else:
        print_data(found.text)
    print_notice("\n".join(render_restored(name, data, found, given.lang)))
    return 0


def render_restored(name: str, data: bytes, found: RestoredLog, language: str) -> list[str]:
    """Return the rows of the report: what differs, what was undone, and whether tags prove it.

    Args:
        name: The name of the changed log.
        data: The bytes of the changed log.
        found: The restored log.
        language: The language of the report.
    """
    message = topic_renderer("restoration", language)
    before, after = Counter(split_rows(data)), Counter(split_rows(found.text))
    rows = [message("log", file=name, n=after.total(), before=len(data), after=len(found.text))]
    if found.text == data:
        rows.append(message("same"))
    else:
        rows.append(message("changed", n=(after - before).total()))
        rows.append(message("left_out", n=(before - after).total()))
    rows += [message(kind, n=count) for kind, count in found.undone.items() if count]
    rows.append(message("proven" if found.proven else "unproven"))
    return rows
