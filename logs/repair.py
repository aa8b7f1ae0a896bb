"""Remove the incomplete end of a log, on request, and keep its bytes: `game.senpu.torn-1`.

An interrupted write leaves an incomplete end: a last row without its newline, and before it
rows that are not text (zeros, foreign bytes) with nothing valid after them, and before them a
machine line that lacks rows, such as a seal without its signature. The writer of these
bytes received no success message. Any other fault of a log is damage: it is reported and not
changed, because the bytes were once acknowledged and another copy may have them.
"""

import os
import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from senpu.logs.inputs import BINARY, is_regular
from senpu.logs.journal import (
    Journal,
    JournalError,
    create_file,
    hold_log,
    read_all,
    read_content,
    record_write,
    sync,
)
from senpu.logs.record import record_from
from senpu.notation.encoding import STRAY_BYTES, TORN, lacks_only_newline
from senpu.notation.faults import Fault, LocatedError
from senpu.notation.messages import Message
from senpu.notation.reader import split_rows


class DamagedLogError(LocatedError, JournalError):
    """The log has a fault other than an incomplete end; it is not changed."""


class IncompleteEnd(NamedTuple):
    """The incomplete end of a log."""

    kept: int
    """The number of bytes before it."""
    line: int
    """The number of its first row."""
    rows: tuple[bytes, ...]


class RepairResult(NamedTuple):
    """The removed end of a log."""

    tear: IncompleteEnd
    backup: Path
    """The file with its bytes."""
    is_complete: bool
    """True if the end lacked only its newline."""


def find_incomplete_end(data: bytes) -> IncompleteEnd | None:
    r"""Return the incomplete rows at the end of a log, if any; the rows before are not checked.

    >>> find_incomplete_end(b"Senpu: 1\n\nJ: pass\n\xff\xfe\nC: c1")
    IncompleteEnd(kept=18, line=4, rows=(b'\xff\xfe\n', b'C: c1'))
    """
    rows = split_rows(data)
    first = len(rows)
    while first and (rows[first - 1][-1:] != b"\n" or not is_text(rows[first - 1])):
        first -= 1
    return split_end(rows, first) if first < len(rows) else None


def split_end(rows: list[bytes], first: int) -> IncompleteEnd:
    """Return the rows of a log from an index as its incomplete end."""
    return IncompleteEnd(sum(map(len, rows[:first])), first + 1, tuple(rows[first:]))


def is_text(row: bytes) -> bool:
    """Return whether Senpu could have written a row; single bytes are checked."""
    return b"\0" not in row and not re.search(STRAY_BYTES, row.decode("utf-8", "surrogateescape"))


def find_damage(data: bytes) -> Fault | None:
    """Return the first fault of whole rows in their bytes, syntax or chain."""
    record = record_from(data)
    faults = (line for _, line in record if isinstance(line, Fault))
    return next(iter(record.header_faults), None) or next(faults, None)


def repair(path: Path) -> RepairResult | None:
    """Remove the incomplete end of a log, if any; can raise DamagedLogError and JournalError."""
    with hold_log(path) as journal:
        try:
            data = read_content(path)
            tear = find_incomplete_end(data)
            fault = find_damage(data[: tear.kept] if tear else data)
            if fault is not None and fault.id == TORN:  # a machine line that lacks rows
                tear, fault = split_end(split_rows(data), fault.line - 1), None
            if fault is not None:
                is_header = fault.id in ("headerMissing", "headerUnended")
                never_begun = is_header and (tear or not data)
                ident = f"errors.{'noHeader' if never_begun else 'notIncomplete'}"
                if never_begun:
                    fault = find_damage(data) or fault  # of the incomplete line in the header
                raise DamagedLogError.from_fault(fault, str(path), Message(ident, {"path": path}))
            if tear is None:
                return None
            end = find_damage(data)
            backup = _keep(path, data[tear.kept :])
            _cut(journal, data, tear.kept)
        except OSError as error:
            raise JournalError("cutFailed", path=path, why=error) from None
    return RepairResult(tear, backup, end is not None and lacks_only_newline(end))


def _keep(path: Path, data: bytes) -> Path:
    """Write the bytes durably next to the log before they are removed; can raise JournalError."""
    for number in count(1):
        backup = path.with_name(f"{path.name}.torn-{number}")
        if not is_regular(backup):
            continue
        with suppress(OSError):
            if read_content(backup) == data:
                return backup  # from a repair that was interrupted before the removal
        if not backup.exists():
            break
    create_file(backup, data)
    return backup


def _cut(journal: Journal, data: bytes, kept: int) -> None:
    """Remove the bytes; can raise OSError, and JournalError if the file has changed."""
    descriptor = os.open(journal.path, os.O_RDWR | BINARY)
    try:
        if read_all(descriptor) != data:
            raise JournalError("logChanged", path=journal.path)
        os.ftruncate(descriptor, kept)
        record_write(journal.path)
        try:
            sync(descriptor)
        except OSError as error:
            raise JournalError("cutNotDurable", path=journal.path, why=error) from None
    finally:
        with suppress(OSError):
            os.close(descriptor)
