"""The files that the arguments of a command name, and the errors of files that cannot be used."""

import errno
import os
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

from senpu.logs.inputs import EmptyFolderError, Input
from senpu.logs.journal import find_cause
from senpu.logs.record import find_logs
from senpu.notation.faults import Error, find_hints
from senpu.notation.messages import SOURCE, Message
from senpu.tui.command_line.options import KINDS, Kind
from senpu.tui.command_line.table import TABLE

SHOWN = 3
"""The number of files of a folder that a hint names."""
ANY_FILE, LOG_FILE = KINDS["input"], KINDS["source"]
"""The kinds of files that are read, if no argument names them; and of logs."""


class UnusableFileError(Error):
    """A file cannot be used.

    Args:
        path: The file.
        why: The reason.
        kind: The kind of the files that can be used in its place.
    """

    def __init__(self, path: str | Path, why: OSError | Message, kind: Kind = ANY_FILE) -> None:
        super().__init__("fileSystem", path=path, why=why)
        self.path, self.why, self.kind = Path(path), why, kind

    def list_hints(self) -> list[Message]:
        """Return the files that a folder has, or that have a name like a missing one."""
        if isinstance(self.why, IsADirectoryError):
            return [self._make_folder_hint()]
        if not isinstance(self.why, FileNotFoundError):
            return []
        from senpu.tui.command_line.suggestions import suggest  # few names are mistyped

        names = {self._find_stem(name): name for name in self._list_files(self.path.parent)}
        found = suggest(self._find_stem(self.path.name), names)
        if self.kind == KINDS["log"] and not found:
            return [*find_hints(Message("errors.noLog", {"path": self.path}))]
        return found

    def _make_folder_hint(self) -> Message:
        files = tuple(str(self.path / name) for name in self._list_files(self.path)[:SHOWN])
        if "" in self.kind.suffixes:
            return Message("errors.hint.folder.any")
        if files:
            return Message("errors.hint.folder.files", {"files": files})
        kinds = tuple(f"*{suffix}" for suffix in self.kind.suffixes)
        return Message("errors.hint.folder.empty", {"kinds": kinds})

    def _find_stem(self, name: str) -> str:
        """Return the name of a file without the suffix that all have."""
        suffixes = (each for each in self.kind.suffixes if each and name.endswith(each))
        return next((name.removesuffix(each) for each in suffixes), Path(name).stem)

    def _list_files(self, folder: Path) -> list[str]:
        """Return the names of the files of a folder that can be used."""
        try:
            names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
        except OSError:
            return []
        return [
            name
            for name in names
            if name.endswith(self.kind.suffixes) and not os.path.isdir(folder / name)
        ]


class UnusableFilesError(Error):
    """A command has left out files that cannot be used, and has used the others.

    Args:
        errors: The errors of the files, at least one.
    """

    def __init__(self, errors: Sequence[Error]) -> None:
        super().__init__()
        self.errors = tuple(errors)

    def describe_problem(self, language: str = SOURCE) -> str:
        """Return the problems, one on each row."""
        return "\n".join(each.describe_problem(language) for each in self.errors)

    def list_hints(self) -> list[Message]:
        """Return the hints of all files."""
        return [hint for each in self.errors for hint in each.list_hints()]


def make_file_error(error: OSError, kind: Kind = ANY_FILE) -> Error:
    """Return the error that reports what the system refused, with the file.

    Args:
        error: The error of the system.
        kind: The kind of the files that can be used in its place.
    """
    if not isinstance(error.filename, str):
        return Error("system", why=error)
    path = Path(error.filename)
    return UnusableFileError(path, find_cause(path, error), kind)


def check_files(name: str, given: Namespace) -> None:
    """Check the files that the arguments of a command name.

    Raises:
        UnusableFileError: A file is missing that must exist, or the name is the name of a folder.
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
                raise UnusableFileError(path, IsADirectoryError(errno.EISDIR, ""), kind)
            if kind.must_exist and not os.path.lexists(path):
                why = find_cause(path, FileNotFoundError(errno.ENOENT, ""))
                raise UnusableFileError(path, why, kind)


def raise_file_errors(errors: Iterable[OSError | Error]) -> None:
    """Report the logs that a command has left out, after it has used the others.

    Args:
        errors: Why the logs cannot be read or written.

    Raises:
        UnusableFilesError: There are such logs.
    """
    found = [
        make_file_error(each, LOG_FILE) if isinstance(each, OSError) else each for each in errors
    ]
    if found:
        raise UnusableFilesError(found)


def check_folders(folders: Iterable[Path]) -> None:
    """Report the folders without logs, after a command has used the others.

    Raises:
        UnusableFilesError: There are such folders.
    """
    raise_file_errors(
        EmptyFolderError(errno.ENOENT, "", str(each))
        for each in folders
        if each.is_dir() and not any(find_logs(each))
    )
