"""What comes of a log that went through mail: restored, or refused with the line."""

from collections import Counter
from typing import NamedTuple

from notation.faults import Fault, SenpuError


class NotRestored(SenpuError):
    """The log in a mail cannot be restored: the first line of the mail of which that is so."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.render())
        self.fault = fault


class Row(NamedTuple):
    """A row of the mail that may belong to the log."""

    number: int
    """In the mail, from 1."""
    text: str
    """Without the marks of quoting that the log's first line has too."""
    prefix: str = ""
    """Those marks."""
    bare: str = ""
    """Without any marks of quoting."""


class Restored(NamedTuple):
    """A log as it was before it was mailed."""

    text: bytes
    undone: "Counter[str]"
    """What was undone, and how often."""
    rows: tuple[int, ...] = ()
    """For each of its lines, where it begins in the mail."""
    proven: bool = False
    """Whether tags prove each line; else it is restored as far as nothing else could have been
    meant."""


def unclear(row: int, text: str, message: str) -> NotRestored:
    """That a row may be one of two things, and nothing says which."""
    hint = "the tags of a chained log would prove it; send the log as an attachment"
    return NotRestored(Fault("mailUnclear", "mail", row, 0, message, hint, text))


def damaged(row: int, text: str, message: str) -> NotRestored:
    """That nothing that could have become this row fits its place."""
    return NotRestored(Fault("mailDamaged", "mail", row, 0, message, "", text))
