"""Appending to a log so that a line counts exactly when its newline is on disk.

    write whole lines in one call, fsync, and only then report success

One writer at a time (a lock file beside the log, never deleted), and only onto the file that
the caller read: a log that grew, shrank or ends in a torn line is refused, never repaired in
passing. Nothing here knows what the lines say. Network drives are not supported.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from notation.faults import SenpuError

LOCK_SECONDS = 10.0


class JournalError(SenpuError):
    """The log could not be appended to; says why. The file holds what it held before."""


class TornTail(JournalError):
    """The last line has no newline, or there is none: a person must look before more is added."""


class Journal:
    """A log held for appending; see :func:`hold`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> bytes:
        """The whole log as it stands on disk. Raises TornTail, JournalError."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise JournalError(f"{self.path}: {error.strerror}") from None
        if not data:
            raise TornTail(f"{self.path}: the file is empty; senpu new starts a log")
        if data[-1:] != b"\n":
            raise TornTail(
                f"{self.path}: the last line has no newline (a torn write, or a cut copy); "
                "compare it with another copy and end or remove that line, then append"
            )
        return data

    def append(self, text: str, after: int) -> None:
        """Whole lines onto a log of `after` bytes. Returns when they are on disk.

        Raises JournalError, with the file as it was.
        """
        data = text.encode()
        if data[-1:] != b"\n":
            raise JournalError("only whole lines are appended")
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise JournalError(f"{self.path}: {error.strerror}") from None
        try:
            size = os.fstat(descriptor).st_size
            if size != after:
                raise JournalError(
                    f"{self.path}: the log changed while it was read ({after} bytes then, "
                    f"{size} now); nothing was written"
                )
            try:
                _write_all(descriptor, data)
                os.fsync(descriptor)
            except OSError as error:
                # A part of a line must not stay: the next writer would glue its own to it.
                with suppress(OSError):
                    os.ftruncate(descriptor, after)
                raise JournalError(f"{self.path}: {error.strerror}; nothing was written") from None
        finally:
            os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    """One write where the system allows it, more where it takes only a part."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


@contextmanager
def hold(path: Path) -> Iterator[Journal]:
    """Hold a log alone, for reading what stands there and appending to it.

    Raises JournalError if another program holds it.
    """
    if not path.exists():
        raise JournalError(f"{path}: no such log; senpu new starts one")
    with locked(path):
        yield Journal(path)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Be the only writer of a file, which need not be there yet.

    Raises JournalError if another program is its writer for long.
    """
    from filelock import FileLock, Timeout  # only writers pay for it

    # By its real name, so that two names of one file do not make two locks.
    lock = FileLock(f"{path.resolve()}.lock", timeout=LOCK_SECONDS)
    try:
        lock.acquire()
    except Timeout:
        raise JournalError(f"{path}: another program is writing to it") from None
    except (OSError, NotImplementedError) as error:
        what = getattr(error, "strerror", None) or error
        raise JournalError(f"{path}.lock: {what}") from None
    try:
        yield
    finally:
        lock.release()


def create(path: Path, text: str) -> None:
    """A new log with its first lines, durably. Raises JournalError if the file exists."""
    try:
        descriptor = os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666
        )
    except FileExistsError:
        raise JournalError(f"{path}: there is a file of that name already") from None
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}") from None
    try:
        _write_all(descriptor, text.encode())
        os.fsync(descriptor)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise JournalError(f"{path}: {error.strerror}") from None
    finally:
        os.close(descriptor)
    _sync_folder(path.absolute().parent)


def replace(path: Path, data: bytes) -> None:
    """A file's whole content at once, never a part of it: for `fmt` and for notes, not for play.

    Raises JournalError, with the file as it was. A link stays one.
    """
    path = path.resolve()
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):
            os.chmod(beside, path.stat().st_mode & 0o777)
        os.replace(beside, path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise JournalError(f"{path}: {error.strerror}") from None
    _sync_folder(path.absolute().parent)


def _sync_folder(folder: Path) -> None:
    """A new name counts once its folder is on disk; some systems cannot open a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
