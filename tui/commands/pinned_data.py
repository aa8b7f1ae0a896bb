"""The notice that a log pins other data than the file of `--data`, which is not used then."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from senpu.logs.inputs import Input
from senpu.logs.record import open_record
from senpu.notation.faults import Error, Fault
from senpu.notation.printable import make_printable
from senpu.replay.core.registry import open_rules, rules_for
from senpu.tui.printing import print_notice
from senpu.tui.render.text_layout import get_text

DIGITS = 12
"""The digits of a digest that are shown."""


def report_ignored_data(given: Namespace, language: str) -> None:
    """Print a notice for each log of a command that pins other data than `--data` names.

    Logs and data that cannot be used are left to the command, which reports them.

    Args:
        given: The arguments of the command.
        language: The language.
    """
    for log in _list_logs(given):
        try:
            digest = _find_pinned(log, given.data)
        except (Error, OSError):
            continue
        if digest:
            fields = {"file": str(log.path), "data": str(given.data.path)}
            shown = {name: make_printable(text) for name, text in fields.items()}
            print_notice(get_text(language, "data_ignored", digest=digest[:DIGITS], **shown))


def _list_logs(given: Namespace) -> Iterator[Input]:
    """Yield the files of a command that are read once, or can be read twice."""
    for file in (getattr(given, "file", None), *(getattr(given, "files", None) or ())):
        if isinstance(file, Input):
            yield file
        elif isinstance(file, Path) and file.is_file():
            yield Input(file)


def _find_pinned(log: Input, data: Input) -> str:
    """Return the digest of the data of a log; empty if these are the data of the file."""
    rules = rules_for(open_record(log), data)
    if isinstance(rules, Fault):
        return ""
    digest = rules.spec.values.digest()
    own = open_rules(rules.spec.id, data_file=data)
    return digest if own.spec.values.digest() != digest else ""
