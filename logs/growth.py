"""A log file that others append to: whether it grew by whole lines, or was changed.

Reads the file only where its size or time differs from what was seen before. A last line
without its newline is not there yet.
"""

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from senpu.logs.record import BLOCK, Record
from senpu.notation.reader import rows_of

if TYPE_CHECKING:
    from hashlib import _Hash as Hash


SOME = 512
"""Rows handed on at a time."""
GONE = (-1,)


class News(msgspec.Struct, frozen=True):
    """What a look at a file found."""

    changed: bool = False
    """Whether the part that was read is no longer what it was: the file shrank, was edited, or is
    gone."""
    added: tuple[list[bytes], ...] = ()
    """The whole rows behind that part, some at a time."""
    torn: bool = False
    """Whether a last line without its newline stands behind them."""


class Growth:
    """Watches the file of a record that was read to its end, or to its first fault."""

    def __init__(self, record: Record) -> None:
        assert record.path is not None
        self.path: Path = record.path
        self._size = record.size
        """The bytes of the whole rows read."""
        self._seen: tuple[int, ...] = ()
        """Size, time and number of the file, as looked at last; `GONE` while it is."""
        self._torn = False
        self._hash = record.digest.copy()
        """Of what was read, not of what stands in the file by now: that may be another."""

    def _hashed(self, file: BinaryIO) -> "Hash":
        """The digest of the part that was read; the file stands behind it then."""
        found, left = sha256(), self._size
        while left and (block := file.read(min(BLOCK, left))):
            found.update(block)
            left -= len(block)
        return found

    def knows(self, data: bytes) -> bool:
        """Whether a file's bytes are exactly the whole rows read."""
        return len(data) == self._size and sha256(data).digest() == self._hash.digest()

    def look(self) -> News:
        """What is new since the last look."""
        try:
            stat = self.path.stat()
            seen = (stat.st_size, stat.st_mtime_ns, stat.st_ino)
            if seen == self._seen:
                return News(torn=self._torn)
            with self.path.open("rb") as file:
                found = self._hashed(file)
                rest = file.read()
        except OSError:
            # Gone, perhaps between two names: said once, and looked at again when it is back.
            said, self._seen = self._seen == GONE, GONE
            return News(changed=not said)
        self._seen = seen
        if found.digest() != self._hash.digest():
            return News(changed=True)
        whole = rest[: rest.rfind(b"\n") + 1]
        self._torn = len(rest) > len(whole)
        self._size += len(whole)
        self._hash.update(whole)
        rows = rows_of(whole)
        added = tuple(rows[at : at + SOME] for at in range(0, len(rows), SOME))
        return News(added=added, torn=self._torn)
