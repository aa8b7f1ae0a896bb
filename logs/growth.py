"""Watch a log file to which other programs append: it grew by whole lines, or was changed.

The file is read only if its size or time differs from the last check. A last line without a
newline is ignored.
"""

from hashlib import sha256
from pathlib import Path

import msgspec

from senpu.logs.inputs import read_file
from senpu.logs.record import Record
from senpu.notation.reader import split_rows

SOME = 512
"""Maximum number of rows per block."""
GONE = (-1,)


class LogChanges(msgspec.Struct, frozen=True):
    """The changes of a file since the last check."""

    changed: bool = False
    """True if the part that was read differs: the file shrank, was edited, or was deleted."""
    added: tuple[list[bytes], ...] = ()
    """The new whole rows, in blocks."""
    torn: bool = False
    """True if an incomplete last line follows them."""


class LogGrowth:
    """Watches the file of a record that was read to its end, or to its first fault."""

    def __init__(self, record: Record) -> None:
        assert record.path is not None
        self.path: Path = record.path
        assert record.source is not None
        self.data = record.source.data
        """The file at the last check at which it began with the part that was read."""
        self._size = record.size
        """The bytes of the whole rows read."""
        self._seen: tuple[int, ...] = ()
        """Size, time and number of the file at the last check; `GONE` if it did not exist."""
        self._torn = False
        self._hash = record.digest.copy()
        """The digest of the part that was read; the file may differ now."""

    def knows(self, data: bytes) -> bool:
        """Return whether a file's bytes are exactly the whole rows that were read."""
        return len(data) == self._size and sha256(data).digest() == self._hash.digest()

    def look(self) -> LogChanges:
        """Return the changes since the last check."""
        try:
            stat = self.path.stat()
            seen = (stat.st_size, stat.st_mtime_ns, stat.st_ino)
            if seen == self._seen:
                return LogChanges(torn=self._torn)
            data = read_file(self.path)
        except OSError:
            # Deleted, perhaps during a rename: reported once, and checked again when it exists.
            reported, self._seen = self._seen == GONE, GONE
            return LogChanges(changed=not reported)
        self._seen = seen
        if sha256(data[: self._size]).digest() != self._hash.digest():
            return LogChanges(changed=True)
        self.data, rest = data, data[self._size :]
        whole = rest[: rest.rfind(b"\n") + 1]
        self._torn = len(rest) > len(whole)
        self._size += len(whole)
        self._hash.update(whole)
        rows = split_rows(whole)
        added = tuple(rows[at : at + SOME] for at in range(0, len(rows), SOME))
        return LogChanges(added=added, torn=self._torn)
