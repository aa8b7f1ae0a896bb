"""The gate for files that commands write: exports, reports, proofs, sheets of cards.

An output replaces only a file of the same kind, which a function recognises from the content, or
an empty file. It never replaces a file that the same command reads. `--force` removes the first
restriction. (Logs, keys and new files never replace anything: see `senpu.logs.journal`.)
"""

import errno
import os
import re
import stat
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from senpu.logs.hand_sheets import SheetError, parse_sheet
from senpu.logs.inputs import BINARY, Input, Source, read_file
from senpu.logs.journal import replace_file, write_all
from senpu.logs.proofs import FIRST_LINE
from senpu.logs.study_files import STUDY_KEY
from senpu.logs.toml_files import begins_with_key
from senpu.notation.faults import Error
from senpu.notation.layout import FILE_LAYOUT, use_layout
from senpu.notation.messages import LANGUAGES, Message, topic_renderer
from senpu.notation.printable import MARK
from senpu.spec.data import DataError
from senpu.spec.value_files import decode_value
from senpu.tui.render.headers import match_game_row

PROOF_SUFFIX = ".proof.txt"
"""The suffix of the file of a proof that a screen writes, in place of the suffix of the log."""
Recognizer = Callable[[bytes], bool]
"""A function that returns whether a file has a kind, from the content."""


PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" class="senpu-'
PAGE = b'<meta name="generator" content="Senpu">'
MARKDOWN = r"# .+\n\n(?:- .+\n)*?- (?:{game}|Study: )"
POST = r"\[b\].+\[/b\]\n\n(?:.+\n)*?(?:{game})"
"""The starts of a game in Markdown and BBCode; `game` is the row with the rule set."""


class GameObject(msgspec.Struct):
    """The keys by which a JSON export is recognised."""

    header: dict[str, str]
    events: list[msgspec.Raw]
    position: msgspec.Raw


class StudyObject(msgspec.Struct):
    """The keys by which the JSON export of a study is recognised."""

    study: str
    chapters: list[msgspec.Raw]


def is_json_export(data: bytes) -> bool:
    """Return whether a file is a game or a study as a JSON object."""
    for kind in (GameObject, StudyObject):
        with suppress(msgspec.MsgspecError, UnicodeDecodeError):
            msgspec.json.decode(data, type=kind)
            return True
    return False


def is_report(data: bytes) -> bool:
    """Return whether a file is a page for an arbiter, in any language."""
    first = data.partition(b"\n")[0]
    titles = (topic_renderer("arbiter", each)("title", file="\0") for each in LANGUAGES)
    heads = (f"# {title}".partition(MARK)[0].encode() for title in titles)
    return any(map(first.startswith, heads))


def _has_start(data: bytes, pattern: str) -> bool:
    """Return whether a file begins like an export of a game."""
    return bool(re.match(pattern.format(game=match_game_row()).encode(), data))


def is_markdown_export(data: bytes) -> bool:
    """Return whether a file is a game in Markdown."""
    return _has_start(data, MARKDOWN) and not is_report(data)


def is_sheet(data: bytes) -> bool:
    """Return whether a file is a sheet of cards."""
    try:
        parse_sheet(data, Path())
    except SheetError:
        return False
    return True


def is_value(data: bytes) -> bool:
    """Return whether a file is a learned value."""
    try:
        decode_value(data, "")
    except DataError:
        return False
    return True


KINDS: dict[str, Recognizer] = {
    "svg": lambda data: data.startswith(PICTURE),
    "html": lambda data: data.startswith(b"<!DOCTYPE html>") and PAGE in data,
    "md": is_markdown_export,
    "bbcode": lambda data: _has_start(data, POST),
    "json": is_json_export,
    "report": is_report,
    "proof": lambda data: data.startswith(f"{FIRST_LINE}\n".encode()),
    "request": lambda data: data.startswith(b"old "),
    "sheet": is_sheet,
    "study": lambda data: begins_with_key(data, STUDY_KEY),
    "value": is_value,
}
"""The functions that recognise the files of each kind."""


class OutputError(Error):
    """A file is not of the kind that the output may replace."""


class OutputFile(NamedTuple):
    """A file that a command writes."""

    path: Path
    kind: str
    """The key of its kind in `KINDS` and in `errors.outputKind`."""
    inputs: tuple[Source, ...] = ()
    """The files that the command reads."""
    force: bool = False
    """True if the file may replace a file of another kind."""
    recognize: Recognizer | None = None
    """A function in place of the function in `KINDS`."""

    def write(self, rows: Iterable[str]) -> None:
        """Write the rows. Nothing is written if a row cannot be made.

        Raises:
            OutputError: The output may not replace the file.
            OSError: The file cannot be written.
            JournalError: The file cannot be written; it is unchanged.
        """
        self.check()
        with use_layout(FILE_LAYOUT):
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
        if not code and not self._is_stream() and not os.access(path.parent, os.W_OK):
            code = errno.EACCES
        if code:
            raise OSError(code, os.strerror(code), str(path))
        if self.force or self._is_stream() or not path.exists():
            return
        data = read_file(path)
        recognize = self.recognize or KINDS[self.kind]
        if data and not recognize(data):
            kind = Message(f"errors.outputKind.{self.kind}")
            raise OutputError("outputReplaces", path=path, kind=kind)

    def _is_stream(self) -> bool:
        """Return whether the file is a pipe or a character device, which keeps nothing."""
        try:
            mode = self.path.stat().st_mode
        except OSError:
            return False
        return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


def make_output(given: Namespace, path: Path, kind: str) -> OutputFile:
    """Return a file that a command with these arguments writes."""
    return OutputFile(path, kind, tuple(_list_inputs(given)), given.force)


def _list_inputs(given: Namespace) -> Iterator[Input]:
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
