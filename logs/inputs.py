"""The gate for files that are read: logs, keys, proofs, sheets, notes, data, settings.

A file that a command names is an :class:`Input`. It is opened once, as a regular file or as a
stream (a pipe, a process substitution, standard input) that is read to its end; the verdict,
digest and picture are made from the same bytes. Any other file, such as a log in a folder or the
notes file of a log, must be a regular file: opening a pipe there would wait for a writer forever.
"""

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

STANDARD_INPUT = "-"
"""The name of standard input."""
LARGEST = 1 << 28
"""Maximum number of bytes of a file. It bounds the memory that an endless stream takes."""
PIECE = 1 << 20
"""Number of bytes read at a time."""
BINARY = getattr(os, "O_BINARY", 0)
"""Without it, Windows changes line ends."""
AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""With it, a pipe is opened without a writer."""


class IrregularFileError(OSError):
    """A file is neither a regular file nor a folder, and no command names it as a stream."""

    key = "irregular"
    """The key of its text in the topic `system`."""


class Input:
    """A file that a command names; `-` is standard input. It is opened at most once.

    Args:
        path: The name of the file.
        data: Its content, if it was read.
    """

    def __init__(self, path: str | os.PathLike[str], data: bytes | None = None) -> None:
        self.path = Path(path)
        self._data = data

    @property
    def data(self) -> bytes:
        """The content of the file.

        Raises:
            OSError: The file cannot be read.
        """
        if self._data is None:
            if str(self.path) == STANDARD_INPUT:
                self._data = read_standard_input()
            else:
                self._data = _read(self.path, os.open(self.path, os.O_RDONLY | BINARY), True)
        return self._data

    @property
    def is_stream(self) -> bool:
        """Return whether the name is a stream: standard input, a pipe, a device."""
        return str(self.path) == STANDARD_INPUT or not is_regular(self.path)

    @property
    def file(self) -> Path | None:
        """The path of a regular file; None for a stream, which has no files next to it."""
        return None if self.is_stream else self.path

    def __str__(self) -> str:
        return str(self.path)

    def __fspath__(self) -> str:
        return str(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Input) and (self.path, self.data) == (other.path, other.data)

    def __hash__(self) -> int:
        return hash(self.path)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the parts for another process, which cannot read a stream of this one."""
        return Input, (self.path, self.data if self.is_stream else self._data)


Source: TypeAlias = Path | Input
"""A file to read: a regular file, or a file that a command names."""


def hold_source(source: Source) -> Input:
    """Return a file as an input; a regular file is read now. Can raise OSError."""
    return source if isinstance(source, Input) else Input(source, read_file(source))


def read_source(source: Source) -> bytes:
    """Return the content of a file; can raise OSError."""
    return source.data if isinstance(source, Input) else read_file(source)


def read_file(path: Path) -> bytes:
    """Return the content of a regular file.

    Raises:
        IrregularFileError: The file is a pipe, a socket or a device.
        OSError: The file cannot be read.
    """
    check_regular(path)  # opening a device may have effects
    return _read(path, os.open(path, os.O_RDONLY | BINARY | AT_ONCE), False)


def read_standard_input() -> bytes:
    """Return standard input to its end; can raise OSError."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), STANDARD_INPUT)
    return data


def read_input_line() -> str | None:
    """Return the next line of standard input without its end; None at the end. Can raise OSError.

    Bytes that are not UTF-8 become surrogates, as in a log.
    """
    row = sys.stdin.buffer.readline(PIECE)
    return row.decode("utf-8", "surrogateescape").rstrip("\r\n") if row else None


def _read(path: Path, descriptor: int, streams: bool) -> bytes:
    """Return the content of an open file, and close it."""
    pieces, size = [], 0
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not streams and not stat.S_ISREG(mode):
            raise make_irregular_error(path)
        while piece := os.read(descriptor, PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > LARGEST:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            os.close(descriptor)
    return b"".join(pieces)


def is_regular(path: Path) -> bool:
    """Return whether a file is regular, a folder, or missing: not a stream."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return True
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def check_regular(path: Path) -> None:
    """Raise IrregularFileError for a pipe, a socket or a device."""
    if not is_regular(path):
        raise make_irregular_error(path)


def make_irregular_error(path: Path) -> IrregularFileError:
    """Return the error for a file that is not regular."""
    return IrregularFileError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
