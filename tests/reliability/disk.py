"""A simulated disk that crashes and may lose, zero or garble bytes that were not synced.

Replaces the module `os` in the journal and in the repair. It keeps files by path and has no
folders.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from senpu.logs import journal, repair

FOLDER = Path("/disk")
FILLS = ("dropped", "zeros", "garbage", "old text")
"""Possible contents of bytes that were not written before a crash."""
OLD = b"J: i3>D\nC: c1<E ~00000000\nleft over from another file\n"


def fill_bytes(data: bytes, kept: int, fill: str, random: Random) -> bytes:
    """Return the content of a file after a crash: `fill` replaces the bytes after `kept`."""
    rest = len(data) - kept
    filled = {
        "dropped": b"",
        "zeros": b"\0" * rest,
        "garbage": random.randbytes(rest),
        "old text": (OLD * (1 + rest // len(OLD)))[:rest],
    }
    return data[:kept] + filled[fill]


class PowerFailureError(BaseException):
    """A power failure: the program does nothing more."""


class Status(NamedTuple):
    st_size: int


class Disk:
    """Files with what is on disk and what is only in memory."""

    O_RDONLY, O_WRONLY, O_RDWR = os.O_RDONLY, os.O_WRONLY, os.O_RDWR
    O_APPEND, O_CREAT, O_EXCL, O_TRUNC = os.O_APPEND, os.O_CREAT, os.O_EXCL, os.O_TRUNC
    strerror, getpid = staticmethod(os.strerror), staticmethod(os.getpid)

    def __init__(self) -> None:
        self.synced: dict[str, bytes] = {}
        self.seen: dict[str, bytes] = {}
        """File contents that programs read, synced or not."""
        self.open_files: dict[int, tuple[str, int]] = {}
        self.calls = 0
        self.kill_at = -1
        """Number of calls before the power failure; -1 for no failure."""
        self.fail_at, self.error, self.taken = -1, errno.EIO, 0
        """Number of calls before a failure, its error, and the bytes that the write accepts."""
        self.held = False
        """Lock state: true if another program holds the lock."""

    def _count_call(self) -> None:
        if self.calls == self.kill_at:
            raise PowerFailureError
        self.calls += 1
        if self.calls - 1 == self.fail_at:
            raise OSError(self.error, os.strerror(self.error))

    # ---- calls of the journal -----------------------------------------------------------

    def open(self, path: "str | Path", flags: int, mode: int = 0o777) -> int:
        self._count_call()
        name = str(path)
        if name not in self.seen:
            if not flags & os.O_CREAT:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
            self.seen[name] = b""
        elif flags & os.O_EXCL:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
        if flags & os.O_TRUNC:
            self.seen[name] = b""
        descriptor = 100 + self.calls
        self.open_files[descriptor] = (name, 0)
        return descriptor

    def close(self, descriptor: int) -> None:
        self._count_call()
        del self.open_files[descriptor]

    def read(self, descriptor: int, size: int) -> bytes:
        self._count_call()
        name, at = self.open_files[descriptor]
        data = self.seen[name][at : at + size]
        self.open_files[descriptor] = (name, at + len(data))
        return data

    def write(self, descriptor: int, data: "bytes | memoryview") -> int:
        name, _ = self.open_files[descriptor]
        if self.calls == self.fail_at and self.taken:
            data, self.fail_at = bytes(data)[: self.taken], self.fail_at + 1
            self.taken = 0
        self._count_call()
        self.seen[name] += bytes(data)
        return len(data)

    def fsync(self, descriptor: int) -> None:
        self._count_call()
        name, _ = self.open_files[descriptor]
        if name in self.seen:
            self.synced[name] = self.seen[name]

    def ftruncate(self, descriptor: int, size: int) -> None:
        self._count_call()
        name, _ = self.open_files[descriptor]
        self.seen[name] = self.seen[name][:size]

    def fstat(self, descriptor: int) -> Status:
        self._count_call()
        return Status(len(self.seen[self.open_files[descriptor][0]]))

    def link(self, source: Path, target: Path) -> None:
        self._count_call()
        if str(target) in self.seen:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        self.seen[str(target)] = self.seen[str(source)]
        self.synced[str(target)] = self.synced[str(source)]

    # ---- crashes --------------------------------------------------------------------------

    def after_crash(self, path: Path, kept: int, fill: str, random: Random) -> bytes:
        """Return a possible content of a file after a crash.

        The file keeps `kept` of the bytes that were not synced. `fill` replaces the other bytes.
        """
        before, now = self.synced.get(str(path), b""), self.seen.get(str(path), b"")
        if not now.startswith(before):
            return before if kept % 2 else now  # it was cut: done, or not done
        return fill_bytes(now, min(len(before) + kept, len(now)), fill, random)

    def restart(self, path: Path, data: bytes) -> None:
        """Reset the disk to the content of a file after a crash."""
        self.synced = {name: held for name, held in self.synced.items() if name != str(path)}
        self.synced[str(path)] = data
        self.seen = {**self.synced}
        self.open_files = {}
        self.calls, self.kill_at, self.fail_at, self.taken = 0, -1, -1, 0

    @contextmanager
    def lock(self, path: Path) -> Iterator[None]:
        """Replace the lock of the journal."""
        if self.held:
            raise journal.JournalError("writerActive", path=path)
        yield


@contextmanager
def in_use(disk: Disk) -> Iterator[None]:
    """Make the journal and the repair use only a simulated disk, whose folder is FOLDER."""
    exists = Path.exists

    def is_file(path: Path) -> bool:
        return str(path) in disk.seen if path.is_relative_to(FOLDER) else exists(path)

    with (
        patch.object(journal, "os", disk),
        patch.object(repair, "os", disk),
        patch.object(journal, "FULL_SYNC", None),
        patch.object(journal, "sync_folder", lambda folder: None),
        patch.object(journal, "lock_content", disk.lock),
        patch.object(Path, "exists", is_file),
        patch.object(Path, "unlink", lambda path: disk.seen.pop(str(path), None)),
    ):
        yield
