"""The gate for files that commands write: exports, reports, proofs, sheets of cards.

An output replaces only a file of its own kind, which a function recognises from the content, or
an empty file. It never replaces a file that the same command reads. `--force` removes the first
restriction. (Logs, keys and new files never replace anything: see `senpu.logs.journal`.)
"""

import errno
import os
import stat
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.inputs import Input, Source, read_file
from senpu.logs.journal import BINARY, replace_file, write_all
from senpu.notation.faults import Error
from senpu.notation.messages import Message

Recognizer = Callable[[bytes], bool]
"""A function that returns whether a file is of a kind, from its content."""


class OutputError(Error):
    """A file is not of the kind that the output may replace."""


class OutputFile(NamedTuple):
    """A file that a command writes."""

    path: Path
    kind: str
    """The key of the name of its kind in `errors.outputKind`."""
    recognize: Recognizer
    inputs: tuple[Source, ...] = ()
    """The files that the command reads."""
    force: bool = False
    """Whether the file may replace a file of another kind."""

    def write(self, rows: Iterable[str]) -> None:
        """Write the rows. Nothing is written if a row cannot be made.

        Raises:
            OutputError: The output may not replace the file.
            OSError: The file cannot be written.
            JournalError: The file cannot be written; it is unchanged.
        """
        self.check()
        data = "".join(f"{row}\n" for row in rows).encode("utf-8", "replace")
        if self._is_stream():
            _send(self.path, data)
        else:
            replace_file(self.path, data)

    def check(self) -> None:
        """Check that the file can be written, and may be replaced if it exists.

        Raises:
            OutputError: The output may not replace the file.
            OSError: The file cannot be read or written.
        """
        path = self.path
        for each in self.inputs:
            if _is_same(path, Path(each)):
                raise OutputError("outputIsInput", path=path)
        code = errno.EISDIR if path.is_dir() else 0 if path.parent.is_dir() else errno.ENOENT
        if code:
            raise OSError(code, os.strerror(code), str(path))
        if self.force or self._is_stream() or not path.exists():
            return
        data = read_file(path)
        if data and not self.recognize(data):
            kind = Message(f"errors.outputKind.{self.kind}")
            raise OutputError("outputReplaces", path=path, kind=kind)

    def _is_stream(self) -> bool:
        """Return whether the file is a pipe or a character device, which keeps nothing."""
        try:
            mode = self.path.stat().st_mode
        except OSError:
            return False
        return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


def list_inputs(given: Namespace) -> Iterator[Input]:
    """Yield the inputs that the arguments of a command name."""
    for value in vars(given).values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Input):
                yield each


def _is_same(one: Path, other: Path) -> bool:
    """Return whether two names are one file, through links too."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def _send(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | BINARY)
    try:
        write_all(descriptor, data)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        os.close(descriptor)
