"""How a command reports an error: the file, the reason and hints; and the files that it needs."""

import errno
import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from senpu.logs.inputs import EmptyFolderError, Input
from senpu.logs.journal import find_cause
from senpu.logs.record import find_logs
from senpu.notation.faults import Error, hint_row
from senpu.notation.layout import add_style
from senpu.notation.messages import Message
from senpu.tui.command_line.options import KINDS, LOG
from senpu.tui.command_line.parsing import UnknownWordError
from senpu.tui.command_line.table import TABLE
from senpu.tui.printing import print_notice

SHOWN = 3
"""The number of files of a folder that a hint names."""


class UnusableFileError(Error):
    """A file cannot be used.

    Args:
        path: The file.
        why: The reason.
        suffixes: The ends of the names of the files that can be used in its place.
    """

    def __init__(
        self, path: str | Path, why: OSError | Message, suffixes: Sequence[str] = ("",)
    ) -> None:
        super().__init__("fileSystem", path=path, why=why)
        self.path, self.suffixes = Path(path), tuple(suffixes)
        self.is_folder = isinstance(why, IsADirectoryError)
        self.is_missing = isinstance(why, FileNotFoundError)

    def find_stem(self, name: str) -> str:
        """Return the name of a file without the suffix that all have."""
        found = (name.removesuffix(each) for each in self.suffixes if each and name.endswith(each))
        return next(found, Path(name).stem)

    def list_files(self, folder: Path) -> list[str]:
        """Return the names of the files of a folder that can be used."""
        try:
            names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
        except OSError:
            return []
        return [
            name
            for name in names
            if name.endswith(self.suffixes) and not os.path.isdir(folder / name)
        ]


def make_file_error(error: OSError, suffixes: Sequence[str] = ("",)) -> Error:
    """Return the error that reports what the system refused, with the file.

    Args:
        error: The error of the system.
        suffixes: The ends of the names of the files that can be used in its place.
    """
    if not isinstance(error.filename, str):
        return Error("system", why=error)
    path = Path(error.filename)
    return UnusableFileError(path, find_cause(path, error), suffixes)


def check_files(name: str, given: Namespace) -> None:
    """Check the files that the arguments of a command name.

    Raises:
        UnusableFileError: A file is missing that must exist, or a folder is no file.
    """
    command = TABLE[name]
    for each in (*command.arguments, *command.list_options()):
        kind = KINDS[each.kind]
        if not kind.suffixes or kind.has_folders:
            continue
        value = getattr(given, each.target, None)
        for one in value if isinstance(value, list) else [value]:
            if one is None or one == "" or (isinstance(one, Input) and one.is_stream):
                continue
            path = one.path if isinstance(one, Input) else Path(one)
            if os.path.isdir(path):
                raise UnusableFileError(path, IsADirectoryError(errno.EISDIR, ""), kind.suffixes)
            if kind.must_exist and not os.path.lexists(path):
                why = find_cause(path, FileNotFoundError(errno.ENOENT, ""))
                raise UnusableFileError(path, why, kind.suffixes)


def print_file_error(error: OSError | Error, language: str) -> int:
    """Print the error of a file among several, and return the exit status."""
    found = make_file_error(error, LOG) if isinstance(error, OSError) else error
    print_notice(render_error(found, language))
    return 2


def report_empty_folders(folders: Iterable[Path], language: str) -> int:
    """Print an error for each folder without logs, and return the exit status."""
    status = 0
    for folder in folders:
        if folder.is_dir() and not any(find_logs(folder)):
            status = print_file_error(EmptyFolderError(errno.ENOENT, "", str(folder)), language)
    return status


def render_error(error: Error, language: str) -> str:
    """Return the rows of an error, with its place if it has one, and hints."""
    text = error.text(language)
    if error.located is None:
        text = f"{add_style('senpu', 'invalid')}: {text}"
    return "\n".join([text, *_list_hints(error, language)])


def _list_hints(error: Error, language: str) -> Iterator[str]:
    """Yield a hint with the words or files that are like an unknown one, or that a folder has."""
    if isinstance(error, UnusableFileError):
        yield from _list_file_hints(error, language)
        return
    fields = error.message.fields
    if isinstance(error, UnknownWordError):
        words: object = error.available
    else:
        words = fields.get("available") or fields.get("have")
    unknown = fields.get("name")
    if error.located or not isinstance(unknown, str) or not isinstance(words, tuple | list):
        return
    from senpu.tui.command_line.help_texts import render_suggestions

    texts = [word for word in words if isinstance(word, str)]
    games = [word.partition("/")[0] for word in texts]
    yield from render_suggestions(unknown, [*texts, *games], language)


def _list_file_hints(error: UnusableFileError, language: str) -> Iterator[str]:
    path = error.path
    if error.is_folder:
        files = tuple(str(path / name) for name in error.list_files(path)[:SHOWN])
        if "" in error.suffixes:
            message = Message("errors.folder.any")
        elif files:
            message = Message("errors.folder.files", {"files": files})
        else:
            kinds = tuple(f"*{suffix}" for suffix in error.suffixes)
            message = Message("errors.folder.empty", {"kinds": kinds})
        yield hint_row(message, language)
    elif error.is_missing:
        from senpu.tui.command_line.help_texts import render_suggestions

        names = {error.find_stem(name): name for name in error.list_files(path.parent)}
        yield from render_suggestions(error.find_stem(path.name), names, language)
