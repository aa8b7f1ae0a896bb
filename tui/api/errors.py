"""The errors of the public API, and mappings whose missing keys are such errors."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Never, Self, TypeVar

from senpu.logs.inputs import Input, make_path
from senpu.notation.faults import Error, Fault
from senpu.notation.messages import LANGUAGES, Message
from senpu.notation.position_text import is_position_text
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import find_data_input, make_missing_data_error
from senpu.replay.core.rejections import list_alternatives
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import State

T = TypeVar("T")


class LogError(Error):
    r"""A log, or the text of an event, that cannot be used because of its errors.

    Example:
        >>> import senpu
        >>> try:
        ...     senpu.read(text="Senpu: 1\nGame: chess\n\n")
        ... except senpu.LogError as error:
        ...     print(error.faults[0].id, error.faults[0].line)
        gameUnknown 2
    """

    faults: tuple[Fault, ...] = ()
    """Each error found, the first one first.

    Empty if the log is valid but takes no further events."""


class ArgumentError(Error):
    """An argument has a value that the function does not take."""


class FileError(OSError, Error):
    """A file cannot be opened, read or written."""

    __str__ = Error.__str__


class MissingFileError(FileError, FileNotFoundError):
    """No file has this name."""


class NotFoundError(Error, KeyError, IndexError):
    """No entry has this name or number."""

    __str__ = Error.__str__


class Live:
    """An object that belongs to an open log or book. A copy of it is the object itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        """Return the object."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the object."""
        return self

    def __reduce__(self) -> Never:
        """Refuse to pickle it. Raises TypeError."""
        raise TypeError(f"cannot pickle {self!r}; pass the log or the name of its file")


class Entries(Mapping[str, T]):
    """A read-only mapping; a key that it lacks raises NotFoundError."""

    def __init__(self, what: str, entries: Mapping[str, T]) -> None:
        """Wrap `entries`; `what` is the id of its name in messages: `unit`."""
        self._what = what
        self._entries = entries

    def __getitem__(self, key: str) -> T:
        """Return the value of a key. Raises NotFoundError."""
        try:
            return self._entries[key]
        except KeyError:
            what = Message(f"errors.entry.{self._what}")
            fields = {"what": what, "name": str(key), "available": tuple(self._entries)}
            raise NotFoundError("noEntry", **fields) from None

    def __iter__(self) -> Iterator[str]:
        """Iterate over the keys, in the order of the source."""
        return iter(self._entries)

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries)

    def __repr__(self) -> str:
        """Return the entries as a dict shows them."""
        return repr(dict(self._entries))


def make_log_error(faults: list[Fault], name: str | Path = "") -> LogError:
    """Return an error that shows the first of some faults and carries all."""
    error = LogError.from_fault(faults[0], str(name or ""))
    error.faults = tuple(faults)
    return error


def make_illegal_event_error(
    rules: AnyRules, state: State, bad: ReductionError
) -> IllegalEventError:
    """Return the public form of a rejection: its sentence, rule and legal alternatives."""
    error = bad.rejection
    if error is None:
        rule = state.decision.rule if state.decision else ""
        error = IllegalEventError(bad.fault, rule)
        error.alternatives = (bad.expected,) if bad.expected else ()
    else:
        error.alternatives = list_alternatives(rules, state, bad.event)
    error.message = bad.message
    return error


@contextmanager
def opening_files() -> Iterator[None]:
    """Turn each error that the system has caused into an OSError that is an Error too."""
    try:
        yield
    except FileError:
        raise
    except Error as error:
        cause = error.__cause__ or error.__context__
        if not isinstance(cause, OSError):
            raise
        raise make_file_error(cause, error.message) from None
    except OSError as error:
        raise make_file_error(error) from None


def make_file_error(cause: OSError, message: Message | None = None) -> FileError:
    """Return the public form of an error of the system, by default with its own message."""
    kind = MissingFileError if isinstance(cause, FileNotFoundError) else FileError
    made = kind(*cause.args[:2], *(() if cause.filename is None else (cause.filename,)))
    why: object = OSError(*cause.args[:2]) if cause.errno else str(cause)
    if cause.filename is None:
        made.message = message or Message("errors.system", {"why": why})
    else:
        fields = {"path": cause.filename, "why": why}
        made.message = message or Message("errors.fileSystem", fields)
    return made


LOG_START = re.compile(r"\s*Senpu:[^\n]*\n")
"""The first line of a log, and not of the name of a file."""


def check_path(file: str | os.PathLike[str], what: str = "file") -> Path:
    """Return the name of a file; `-` is a file like others. Raises ArgumentError and TypeError."""
    check_type(what, file, str, os.PathLike)
    name = os.fspath(file)
    if not name:
        raise ArgumentError("fileNameEmpty", name=what)
    if "\0" in name:
        raise ArgumentError("fileNameNul", text=name)
    if LOG_START.match(name):
        raise ArgumentError("fileNameLog", name=what)
    return make_path(name)


def make_input(file: str | os.PathLike[str]) -> Input:
    """Return a file or a position text to read. Raises ArgumentError and TypeError."""
    if isinstance(file, Input):
        return file
    path = check_path(file)
    return Input(file if is_position_text(os.fspath(file)) else path)


def make_data_input(data: str | os.PathLike[str] | None) -> Input | None:
    """Return a data file that was read, also by the name of a shipped data set; None for None.

    Raises ArgumentError, FileError and TypeError.
    """  # noqa: DOC501 - make_file_error makes it
    if data is None or isinstance(data, Input):
        return data
    found = find_data_input(check_path(data, "data"))
    with opening_files():
        try:
            _ = found.content
        except FileNotFoundError as error:
            raise make_file_error(error, make_missing_data_error(data).message) from None
    return found


def check_type(what: str, value: object, *types: type) -> None:
    """Raise a TypeError if a value has none of the types; a truth value is not a number."""
    is_truth = isinstance(value, bool) and bool not in types
    if is_truth or not isinstance(value, types):
        wanted = " or ".join(each.__name__ for each in types)
        raise TypeError(f"{what}: expected {wanted}, not {type(value).__name__}")


def check_count(what: str, value: int | None, least: int = 1) -> None:
    """Check a number that a caller gives, or None for the default.

    Raises:
        TypeError: It is not a whole number.
        ArgumentError: It is too small.
    """
    if value is None:
        return
    check_type(what, value, int)
    if value < least:
        raise ArgumentError("countLeast", name=what, value=value, least=least)


def check_list(what: str, values: Iterable[T]) -> tuple[T, ...]:
    """Return the values. A single text is a TypeError, not a list of letters."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{what}: expected a list, not {type(values).__name__}")
    return tuple(values)


def check_choice(what: str, value: str, choices: tuple[str, ...]) -> str:
    """Return `value` if it is among the choices.

    Args:
        what: The kind of value, an id in the table `choice` of the errors, such as "language".
        value: The value.
        choices: The accepted values.

    Raises:
        TypeError: The value is not a text.
        ArgumentError: The value is not among the choices.
    """
    check_type(what, value, str)
    if value not in choices:
        raise ArgumentError(
            "unknownChoice", what=Message(f"errors.choice.{what}"), value=value, available=choices
        )
    return value


def check_language(language: str) -> str:
    """Return a language in which texts are available. Raises ArgumentError."""
    return check_choice("language", language, LANGUAGES)
