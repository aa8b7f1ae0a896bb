"""The gate for files that are read: logs, keys, proofs, sheets, notes, data, settings.

A file that a command names is an :class:`Input`. It is opened once, as a regular file or as a
stream (a pipe, a process substitution, standard input) that is read to its end; the verdict,
digest and picture are made from the same bytes. A position text, in place of the name of a file or
in a file, is read as the log that begins with it. Any other file, such as a log in a folder or the
notes file of a log, must be a regular file: opening a pipe there would wait for a writer forever.
"""

import errno
import os
import stat
import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias

from senpu.logs.position_logs import join_position_rows, make_position_log
from senpu.notation.faults import STANDARD_INPUT as STANDARD_INPUT
from senpu.notation.other_formats import find_binary_format
from senpu.notation.position_text import is_position_text

TYPED_POSITION = "(position)"
"""The name of a position text that was given in place of the name of a file."""
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


class BinaryFileError(OSError):
    """A file has another format that is not text, such as a database or a picture."""

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        self.key = f"binary.{name}"
        """The key of its text in the topic `system`."""


class EmptyFolderError(OSError):
    """A folder has no logs."""

    key = "noLogs"
    """The key of its text in the topic `system`."""


class Input:
    """A file that a command names; `-` is standard input, `./-` a file. It is opened at most once.

    Args:
        path: The name of the file, or a position text.
        data: Its content, if it was read.
    """

    def __init__(self, path: str | os.PathLike[str], data: bytes | None = None) -> None:
        name = os.fspath(path)
        self._typed = name if is_position_text(name) else ""
        is_standard = name == STANDARD_INPUT
        self.path = (
            Path(name) if is_standard else make_path(TYPED_POSITION if self._typed else name)
        )
        self._content = self._typed.encode("utf-8", "surrogateescape") if self._typed else data

    @classmethod
    def from_position_text(cls, text: str) -> Self:
        """Return an input with a typed or pasted text, which may have another form."""
        made = cls(TYPED_POSITION)
        made._typed = text or " "
        made._content = made._typed.encode("utf-8", "surrogateescape")
        return made

    @property
    def content(self) -> bytes:
        """The content of the file, unchanged.

        Raises:
            OSError: The file cannot be read.
        """
        if self._content is None:
            if str(self.path) == STANDARD_INPUT:
                self._content = read_standard_input()
            else:
                self._content = _read(self.path, os.open(self.path, os.O_RDONLY | BINARY), True)
        return self._content

    @cached_property
    def position_text(self) -> str:
        """The position text that is the content, in one row; empty for other content.

        Raises:
            OSError: The file cannot be read.
        """
        if not (self._typed or is_position_text(self.content)):
            return ""
        return join_position_rows(self.content.decode("utf-8", "surrogateescape")) or " "

    @cached_property
    def data(self) -> bytes:
        """The content of the file; of a position text, the log that begins with the position.

        Raises:
            OSError: The file cannot be read.
        """
        return make_position_log(self.position_text) if self.position_text else self.content

    @property
    def argument(self) -> str:
        """The argument of a command in another process: the absolute name, or the typed text."""
        return self._typed or str(self.path.absolute())

    @property
    def is_stream(self) -> bool:
        """Return whether no file has the name: standard input, a pipe, a device, a typed text."""
        return bool(self._typed) or str(self.path) == STANDARD_INPUT or not is_regular(self.path)

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
        if self._typed:
            return Input, (self._typed,)
        return Input, (self.path, self.content if self.is_stream else self._content)


def make_path(name: str | os.PathLike[str]) -> Path:
    """Return the path of a file. A file `-` gets an absolute one: `-` is standard input."""
    path = Path(name)
    return path.absolute() if str(path) == STANDARD_INPUT else path


Source: TypeAlias = Path | Input
"""A file to read: a regular file, or a file that a command names."""


class ListedFile(Input):
    """A file that was found in a folder: to read a pipe, a socket or a device is an error."""

    @property
    def content(self) -> bytes:
        """The content of the file, unchanged.

        Raises:
            IrregularFileError: The file is a pipe, a socket or a device.
            OSError: The file cannot be read.
        """
        if self._content is None:
            self._content = read_file(self.path)
        return self._content

    def __reduce__(self) -> tuple[Any, ...]:
        return ListedFile, (self.path, self._content)


class EmptyFolder(Input):
    """A folder without logs, in place of its logs: to read it is an error."""

    @property
    def content(self) -> bytes:
        """Raise EmptyFolderError."""
        raise EmptyFolderError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))

    def __reduce__(self) -> tuple[Any, ...]:
        return EmptyFolder, (self.path,)


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
    if "\0" in str(path):
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return _read(path, os.open(path, os.O_RDONLY | BINARY | AT_ONCE), False)


def read_standard_input() -> bytes:
    """Return standard input to its end; can raise OSError."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), STANDARD_INPUT)
    return check_text(data, Path(STANDARD_INPUT))


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
    return check_text(b"".join(pieces), path)


def check_text(content: bytes, path: Path) -> bytes:
    """Return the content of a file; raise BinaryFileError if it is known not to be text."""
    if name := find_binary_format(content):
        raise BinaryFileError(path, name)
    return content


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
