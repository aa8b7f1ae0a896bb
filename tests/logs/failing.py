"""Failures of the system, for tests of writing."""

import errno
import os
import stat

import pytest


def refused(*_: object) -> None:
    """Fail because the system does not permit it."""
    raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


def failing(*_: object) -> None:
    """Fail like a broken disk."""
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def full(*_: object) -> int:
    """Fail like a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def failing_on_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def sync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            failing()
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", sync)


def short(monkeypatch: pytest.MonkeyPatch, first: int, then: int | None) -> list[int]:
    """Make the first write accept only `first` bytes, and later writes fail with `then`."""
    write, taken = os.write, list[int]()

    def part(descriptor: int, data: bytes) -> int:
        if taken and then is not None:
            raise OSError(then, os.strerror(then))
        taken.append(write(descriptor, data[:first] if not taken else data))
        return taken[-1]

    monkeypatch.setattr(os, "write", part)
    return taken
