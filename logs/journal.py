"""Append to a log so that a line counts exactly when its newline is on disk.

    write whole lines in one call, sync, and only then report success

Only one program can write at a time (the log itself is locked, so all its names have one lock),
and only to the same bytes that the caller read. A changed log or an incomplete last line is
rejected, never repaired in passing (see :mod:`senpu.logs.repair`). A failed sync is never
retried: the written bytes are removed, and the file is read again. The module does not interpret
the lines. Network drives are not supported: their locks and syncs are less reliable
(`spec/en/reference/reliability.md`).
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from senpu.logs.inputs import BINARY, PIECE, check_regular
from senpu.notation.faults import Error
from senpu.notation.messages import Message

LOCK_SECONDS, POLL_SECONDS = 10.0, 0.01
"""Time to wait for another program, and the interval of the checks."""
PLAIN = 0o666
"""The mode of a new file, before the user's mask."""


_written: dict[Path, None] = {}


def record_write(path: Path) -> None:
    """Remember that this program has changed a file, or a part of it."""
    _written[path] = None


def list_written() -> list[Path]:
    """Return the files that this program has changed and not deleted, in order of the changes."""
    return [path for path in _written if os.path.lexists(path)]


def forget_written() -> None:
    """Forget which files were changed: another command begins."""
    _written.clear()


class JournalError(Error):
    """A file cannot be written. It is unchanged, unless the message says otherwise."""


class IncompleteLineError(JournalError):
    """The last line has no newline, or there is no line; a person must check the log first."""

    content = b""
    """The content of the file."""


class Journal:
    """A log locked for appending; see :func:`hold`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: bytes | None = None
        """The content of the file after the last read or append."""

    def read(self) -> bytes:
        """Return the whole log on disk.

        Raises:
            IncompleteLineError: The last line has no newline.
            JournalError: The file cannot be read.
        """
        try:
            data = read_content(self.path)
        except OSError as error:
            raise JournalError("couldNotRead", path=self.path, why=error) from None
        if not data:
            raise IncompleteLineError("emptyLog", path=self.path)
        if data[-1:] != b"\n":
            incomplete = IncompleteLineError("incompleteLine", path=self.path)
            incomplete.content = data
            raise incomplete
        self._held = data
        return data

    def append(self, text: str, after: int) -> None:
        """Append whole lines to a log of `after` bytes, the bytes that were read, and sync.

        Raises:
            JournalError: The lines were not appended; the file is usually unchanged.
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
            # The lines are synced, also if the file cannot be closed.
            with suppress(OSError):
                os.close(descriptor)
        record_write(self.path)
        if size != after + len(data):
            raise JournalError("concurrentAppend", path=self.path)
        self._held = before + data

    def _unchanged(self, descriptor: int, after: int) -> bytes:
        """Return the content of the file, if it is the content that was read.

        Raises:
            JournalError: The content has changed.
        """
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
        """Remove the bytes that a failed append has left, and check the result.

        Bytes that were not synced are removed even if the line is complete: the system may
        show them and never write them, and later lines would follow a hole.

        Raises:
            JournalError: The system rejected the append.
        """
        with suppress(OSError):
            os.ftruncate(descriptor, len(before))
        if not isinstance(failure, OSError):
            return
        try:
            unchanged = read_content(self.path) == before
        except OSError:
            unchanged = False
        if not unchanged:
            record_write(self.path)
        key = "appendFailed" if unchanged else "appendIncomplete"
        raise JournalError(key, path=self.path, why=failure) from None


def read_content(path: Path) -> bytes:
    """Return the content of a file; can raise OSError."""
    descriptor = os.open(path, os.O_RDONLY | BINARY)
    try:
        return read_all(descriptor)
    finally:
        with suppress(OSError):
            os.close(descriptor)


def read_all(descriptor: int) -> bytes:
    """Return the rest of an open file; can raise OSError."""
    pieces = []
    while piece := os.read(descriptor, PIECE):
        pieces.append(piece)
    return b"".join(pieces)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all data, in one call if the system allows it.

    Raises:
        OSError: The data cannot be written.
    """
    rest = memoryview(data)
    while rest:
        taken = os.write(descriptor, rest)
        if not taken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[taken:]


def sync(descriptor: int) -> None:
    """Write the data of a file to the disk.

    After an OSError the content of the disk is unknown, and another sync does not show it: it
    succeeds without writing anything.
    """
    if FULL_SYNC is not None:
        with suppress(OSError):  # not every file system supports it
            fcntl(descriptor, FULL_SYNC)
            return
    os.fsync(descriptor)


try:
    import fcntl as _control

    fcntl, FULL_SYNC = _control.fcntl, getattr(_control, "F_FULLFSYNC", None)
    """macOS alone has it: a plain sync there leaves the bytes in the disk's own memory."""
    flock, EXCLUSIVE = _control.flock, _control.LOCK_EX | _control.LOCK_NB
    HAS_FLOCK = True
except ImportError:
    FULL_SYNC, HAS_FLOCK = None, False  # Windows


# ---- holding --------------------------------------------------------------------------------


@contextmanager
def hold_log(path: Path) -> Iterator[Journal]:
    """Lock a log for reading and appending.

    Yields:
        The locked log.

    Raises:
        JournalError: Another program has locked it.
        OSError: It is a stream, not a file.
    """
    if not path.exists():
        raise JournalError("noLog", path=path) from FileNotFoundError(
            errno.ENOENT, os.strerror(errno.ENOENT), str(path)
        )
    check_regular(path)
    with lock_content(path):
        yield Journal(path)


@contextmanager
def lock_content(path: Path) -> Iterator[None]:
    """Lock an existing file for writing, the same lock for each name of the file.

    The lock is on the file itself, so hard links, symbolic links and mounts make no difference.
    Windows cannot replace a file that is open: there the lock belongs to the name.

    Raises:
        JournalError: Another program has locked it for long.
    """
    if not HAS_FLOCK:
        with lock_file(path):
            yield
        return
    descriptor = _lock_descriptor(path)
    try:
        yield
    finally:
        with suppress(OSError):  # the system releases the lock when the program ends
            os.close(descriptor)


def _lock_descriptor(path: Path) -> int:
    """Return the open and locked file that has the name `path`.

    A program may replace the file while another one waits for it. The waiting program then has
    the lock of a file without this name, and opens the new file.

    Raises:
        JournalError: Another program has locked it for long, or it cannot be locked.
    """
    end = monotonic() + LOCK_SECONDS
    while True:
        try:
            descriptor = _open_for_lock(path)
            try:
                flock(descriptor, EXCLUSIVE)
                current = os.path.samestat(os.fstat(descriptor), os.stat(path))
            except BaseException:
                os.close(descriptor)
                raise
            if current:
                return descriptor
            os.close(descriptor)
        except BlockingIOError:
            if monotonic() >= end:
                raise JournalError("writerActive", path=path) from None
            sleep(POLL_SECONDS)
        except OSError as error:
            raise JournalError("lockFailed", path=path, why=error) from None


def _open_for_lock(path: Path) -> int:
    """Return an open file; for writing if possible, because some drives lock only such files."""
    try:
        return os.open(path, os.O_RDWR)
    except OSError:
        return os.open(path, os.O_RDONLY)


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Lock the name of a file, which need not exist, for writing: by `NAME.lock`, never deleted.

    Raises:
        JournalError: Another program has locked it for long.
    """
    from filelock import FileLock, Timeout  # loaded only to write

    if not path.parent.is_dir():  # the lock would create it
        missing = Message("errors.folderMissing", {"folder": path.parent})
        raise JournalError("couldNotWrite", path=path, why=missing)
    # By its real name: two names of a file have one lock.
    lock = FileLock(f"{os.path.realpath(path)}.lock", timeout=LOCK_SECONDS)
    try:
        lock.acquire(poll_interval=POLL_SECONDS)
    except Timeout:
        raise JournalError("writerActive", path=path) from None
    except (OSError, NotImplementedError) as error:
        why = error if isinstance(error, OSError) else str(error)
        raise JournalError("lockFailed", path=f"{path}.lock", why=why) from None
    try:
        yield
    finally:
        with suppress(OSError):  # the system releases the lock when the program ends
            lock.release()


# ---- whole files ----------------------------------------------------------------------------


def create_file(path: Path, text: str | bytes) -> None:
    """Create a file durably with its first lines; raise JournalError if that is not possible."""
    data = text.encode() if isinstance(text, str) else text
    temporary = path.parent / f".{path.name}.{os.getpid()}.new"  # also if the path has no name
    try:
        _write_temporary(temporary, data, PLAIN)
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            write_new(path, data, PLAIN)
        record_write(path)
        try:
            sync_folder(path.absolute().parent)
        except OSError:
            path.unlink()
            raise
    except FileExistsError:
        raise JournalError("fileExists", path=path) from None
    except OSError as error:
        raise JournalError("couldNotWrite", path=path, why=find_cause(path, error)) from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def find_cause(path: Path, error: OSError) -> Message | OSError:
    """Return why the system rejected a file: the missing folder, or the error."""
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return Message("errors.folderMissing", {"folder": path.parent})
    return error


def replace_file(path: Path, data: bytes) -> None:
    """Replace the content of a file atomically: for `fmt` and notes, not during play.

    A symbolic link remains a link.

    Raises:
        JournalError: The file cannot be written; it is unchanged.
    """
    real = Path(os.path.realpath(path))
    try:
        _write_file(real, data)
    except OSError as error:
        raise JournalError("couldNotWrite", path=path, why=find_cause(path, error)) from None
    record_write(path)
    try:
        sync_folder(real.parent)
    except OSError as error:
        raise JournalError("notDurable", path=path, why=error) from None


def write_file(path: Path, data: bytes, mode: int) -> None:
    """Replace a file's content atomically and durably; after an OSError the file is unchanged."""
    _write_file(path, data, mode)
    sync_folder(path.parent)


def _write_file(path: Path, data: bytes, mode: int | None = None) -> None:
    """Replace the content without syncing the folder; in the mode of the old file by default."""
    temporary = path.with_name(f".{path.name}.new")
    try:
        _write_temporary(temporary, data, PLAIN if mode is None else mode)
        if mode is None:
            with suppress(OSError):
                os.chmod(temporary, path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def _write_temporary(temporary: Path, data: bytes, mode: int) -> None:
    with suppress(FileNotFoundError):
        temporary.unlink()  # left by a program that was stopped
    write_new(temporary, data, mode)


def write_new(path: Path, data: bytes, mode: int) -> None:
    """Write and sync a new file, or raise OSError; FileExistsError leaves the old file alone."""
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
    """Write the names in a folder to the disk, so that a new name counts; can raise OSError."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # Windows opens no folder; elsewhere a folder may be writable and not readable
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # not every file system supports it
            raise
    finally:
        with suppress(OSError):
            os.close(descriptor)
