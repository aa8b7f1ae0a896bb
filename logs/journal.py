"""Appending to a log so that a line counts exactly when its newline is on disk.

    write whole lines in one call, sync, and only then report success

One writer at a time (a lock file beside the log, never deleted), and only onto the very bytes
that the caller read: a log that has become another or ends in a torn line is refused, never
repaired in passing (see :mod:`senpu.logs.repair`). A sync that failed is never tried again: what
was written is taken back, and the file looked at anew. Nothing here knows what the lines say.
Network drives are not supported: their locks and syncs promise less (`spec/reliability.md`).
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from senpu.notation.faults import Error
from senpu.notation.messages import Message

LOCK_SECONDS, POLL_SECONDS = 10.0, 0.01
"""How long a writer waits for another, and how often it looks meanwhile."""

BINARY = getattr(os, "O_BINARY", 0)
"""Windows would write other line ends without it."""
PIECE = 1 << 20
"""Bytes read at a time."""
PLAIN = 0o666
"""The mode of a new file, of which the user's mask takes what they have it take."""


class JournalError(Error):
    """A file cannot be written; the message says whether it was changed."""


class IncompleteLineError(JournalError):
    """The last line has no newline, or there is none: a person must look before more is added."""


class Journal:
    """A log held for appending; see :func:`hold`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: bytes | None = None
        """What the file held when it was read or appended to last."""

    def read(self) -> bytes:
        """The whole log as it stands on disk. Raises IncompleteLineError, JournalError."""
        try:
            data = content(self.path)
        except OSError as error:
            raise JournalError("couldNotRead", path=self.path, why=error) from None
        if not data:
            raise IncompleteLineError("emptyLog", path=self.path)
        if data[-1:] != b"\n":
            raise IncompleteLineError("incompleteLine", path=self.path)
        self._held = data
        return data

    def append(self, text: str, after: int) -> None:
        """Whole lines onto a log of `after` bytes, which are those that were read. Returns when
        they are on disk. Raises JournalError, mostly with the file as it was.
        """
        data = text.encode()
        if data[-1:] != b"\n":
            raise JournalError("wholeLines")
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | BINARY)
        except OSError as error:
            raise JournalError("couldNotWrite", path=self.path, why=error) from None
        try:
            before = self._unchanged(descriptor, after)
            try:
                write_all(descriptor, data)
                sync(descriptor)
                size = os.fstat(descriptor).st_size
            except BaseException as failure:
                self._take_back(descriptor, before, failure)
                raise
        finally:
            # Synced is synced: that the file cannot be closed takes nothing back.
            with suppress(OSError):
                os.close(descriptor)
        if size != after + len(data):
            raise JournalError("concurrentAppend", path=self.path)
        self._held = before + data

    def _unchanged(self, descriptor: int, after: int) -> bytes:
        """What the file holds, which is what was read. Raises JournalError."""
        try:
            now = read_all(descriptor)
        except OSError as error:
            raise JournalError("couldNotRead", path=self.path, why=error) from None
        if len(now) != after or self._held not in (None, now):
            if len(now) == after:
                raise JournalError("logChanged", path=self.path)
            raise JournalError("logGrew", path=self.path, before=after, now=len(now))
        return now

    def _take_back(self, descriptor: int, before: bytes, failure: BaseException) -> None:
        """Cut off what a failed append has left, and see whether that went well. Raises
        JournalError where the system has refused the append.

        What was not synced must go even where it is whole: the system may show it and yet never
        write it, and the next lines would stand behind a hole.
        """
        with suppress(OSError):
            os.ftruncate(descriptor, len(before))
        if not isinstance(failure, OSError):
            return
        try:
            unchanged = content(self.path) == before
        except OSError:
            unchanged = False
        key = "appendFailed" if unchanged else "appendIncomplete"
        raise JournalError(key, path=self.path, why=failure) from None


def content(path: Path) -> bytes:
    """What a file holds. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | BINARY)
    try:
        return read_all(descriptor)
    finally:
        with suppress(OSError):
            os.close(descriptor)


def read_all(descriptor: int) -> bytes:
    """The rest of an open file. Raises OSError."""
    pieces = []
    while piece := os.read(descriptor, PIECE):
        pieces.append(piece)
    return b"".join(pieces)


def write_all(descriptor: int, data: bytes) -> None:
    """One write where the system allows it, more where it takes only a part. Raises OSError."""
    rest = memoryview(data)
    while rest:
        taken = os.write(descriptor, rest)
        if not taken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[taken:]


def sync(descriptor: int) -> None:
    """Have what was written on the disk itself. Raises OSError, after which nobody knows what is
    there, and another sync would not say: it succeeds without having written anything.
    """
    if FULL_SYNC is not None:
        with suppress(OSError):  # not every file system has it
            fcntl(descriptor, FULL_SYNC)
            return
    os.fsync(descriptor)


try:
    import fcntl as _control

    fcntl, FULL_SYNC = _control.fcntl, getattr(_control, "F_FULLFSYNC", None)
    """macOS alone has it: a plain sync there leaves the bytes in the disk's own memory."""
except ImportError:
    FULL_SYNC = None


# ---- holding --------------------------------------------------------------------------------


@contextmanager
def hold(path: Path) -> Iterator[Journal]:
    """Hold a log alone, for reading what stands there and appending to it.

    Raises JournalError if another program holds it.
    """
    if not path.exists():
        raise JournalError("noLog", path=path)
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
        lock.acquire(poll_interval=POLL_SECONDS)
    except Timeout:
        raise JournalError("writerActive", path=path) from None
    except (OSError, NotImplementedError) as error:
        why = error if isinstance(error, OSError) else str(error)
        raise JournalError("lockFailed", path=path, why=why) from None
    try:
        yield
    finally:
        with suppress(OSError):  # the system takes the lock back when the program ends
            lock.release()


# ---- whole files ----------------------------------------------------------------------------


def create(path: Path, text: str | bytes) -> None:
    """A new file with its first lines, durably: whole, or not there. Raises JournalError if there
    is one of that name.
    """
    data = text.encode() if isinstance(text, str) else text
    beside = path.parent / f".{path.name}.{os.getpid()}.new"  # also where the path has no name
    try:
        _write_beside(beside, data, PLAIN)
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            write_new(path, data, PLAIN)
        try:
            sync_folder(path.absolute().parent)
        except OSError:
            path.unlink()
            raise
    except FileExistsError:
        raise JournalError("fileExists", path=path) from None
    except OSError as error:
        raise JournalError("couldNotWrite", path=path, why=why_not(path, error)) from None
    finally:
        with suppress(OSError):
            beside.unlink()


def why_not(path: Path, error: OSError) -> Message | OSError:
    """Return why the system refused a file: the folder that does not exist, or the error."""
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return Message("errors.folderMissing", {"folder": path.parent})
    return error


def replace(path: Path, data: bytes) -> None:
    """A file's whole content at once, never a part of it: for `fmt` and for notes, not for play.

    Raises JournalError, with the file as it was. A link stays one.
    """
    path = path.resolve()
    try:
        _put(path, data)
    except OSError as error:
        raise JournalError("couldNotWrite", path=path, why=why_not(path, error)) from None
    try:
        sync_folder(path.parent)
    except OSError as error:
        raise JournalError("notDurable", path=path, why=error) from None


def put(path: Path, data: bytes, mode: int) -> None:
    """A file's whole content at once, durably, in a file that never had a wider mode. Raises
    OSError, with the file as it was unless its folder could not be synced.
    """
    _put(path, data, mode)
    sync_folder(path.parent)


def _put(path: Path, data: bytes, mode: int | None = None) -> None:
    """Without syncing the folder; in the mode that the file has, if none is given."""
    beside = path.with_name(f".{path.name}.new")
    try:
        _write_beside(beside, data, PLAIN if mode is None else mode)
        if mode is None:
            with suppress(OSError):
                os.chmod(beside, path.stat().st_mode & 0o777)
        os.replace(beside, path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise


def _write_beside(beside: Path, data: bytes, mode: int) -> None:
    with suppress(FileNotFoundError):
        beside.unlink()  # left by a program that was stopped
    write_new(beside, data, mode)


def write_new(path: Path, data: bytes, mode: int) -> None:
    """A new file of that mode, written and synced under a name that nobody relies on yet. Raises
    OSError, with no file left; FileExistsError, with the one that is there left alone.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, mode)
    try:
        try:
            write_all(descriptor, data)
            sync(descriptor)
        finally:
            with suppress(OSError):
                os.close(descriptor)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Have a folder's names on disk: a new one counts from then on. Raises OSError."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # Windows opens no folder; elsewhere one may be written to and not be read
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # not every file system does it
            raise
    finally:
        with suppress(OSError):
            os.close(descriptor)
