"""The report of an error that ends a command: rows on the error stream, or an object with `--json`.

It has the place of the error, the problem, hints, and whether anything was written.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from senpu.logs.journal import list_written
from senpu.notation.faults import Error, Fault, hint_row
from senpu.notation.layout import FILE_LAYOUT, add_style, use_layout
from senpu.notation.messages import Message
from senpu.notation.user_folders import state_folder
from senpu.tui.command_line.named_files import UnusableFilesError
from senpu.tui.command_line.parsing import UnknownWordError, UsageError
from senpu.tui.command_line.suggestions import suggest
from senpu.tui.command_line.table import TABLE
from senpu.tui.printing import (
    PrintingError,
    flush_output,
    has_output,
    print_data,
    print_notice,
)


class ErrorReport(NamedTuple):
    """The error that ends a command; with `--json` its keys are the keys of the object."""

    error: str
    """The problem."""
    hints: tuple[str, ...]
    """The advice to the user."""
    status: int
    """The exit status."""
    file: str | None = None
    """The file of the fault."""
    fault: Fault | None = None
    """The fault of a log that is the error, if any."""


def report_error(
    error: Error, name: str, words: Sequence[str], language: str, status: int = 2
) -> int:
    """Print an error of a command, and return its exit status.

    Args:
        error: The error.
        name: The command with its action; empty if the arguments name none.
        words: The other arguments.
        language: The language of the report.
        status: The exit status.

    Returns:
        The exit status.
    """
    errors = error.errors if isinstance(error, UnusableFilesError) else (error,)
    rows = [row for each in errors for row in render_error(each, language)]
    with use_layout(FILE_LAYOUT):
        report = make_report(errors[0], language, status)
    finish_report(rows, report, name, words, language)
    return status


def render_error(error: Error, language: str) -> Iterator[str]:
    """Yield the rows of an error: the problem with its place, and hints."""
    from senpu.tui.commands.arguments import RejectedEventError

    text = error.describe_problem(language)
    if error.located is None and not isinstance(error, RejectedEventError):
        text = f"{add_style('senpu', 'invalid')}: {text}"
    yield text
    for hint in list_all_hints(error):
        yield hint_row(hint, language)


def make_report(error: Error, language: str, status: int) -> ErrorReport:
    """Return the report of an error."""
    if error.located is None:
        hints = tuple(each.text(language) for each in list_all_hints(error))
        return ErrorReport(error.describe_problem(language), hints, status)
    fault, file, _ = error.located
    hints = (fault.hint.text(language),) if fault.hint else ()
    return ErrorReport(fault.message.text(language), hints, status, file or None, fault)


def report_usage_error(name: str, words: Sequence[str], error: UsageError, language: str) -> int:
    """Print why the arguments of a command cannot be parsed, and return the exit status."""
    from senpu.tui.command_line.help_texts import format_usage_error  # few errors need it

    more = Message("help.shared.more", {"command": f"senpu {name} --help"})
    hints = [*suggest(error.word, error.available), *error.hints] or [more]
    rows = [format_usage_error(name, error, language)]
    rows += [hint_row(each, language) for each in hints]
    report = ErrorReport(error.message, tuple(each.text(language) for each in hints), 2)
    finish_report(rows, report, name, words, language)
    return report.status


def finish_report(
    rows: list[str], report: ErrorReport, name: str, words: Sequence[str], language: str
) -> None:
    """Print the rows of an error and the written files; with `--json` also an object."""
    command, written = TABLE.get(name), list_written_files()
    if command is not None and command.may_write(words):
        rows = [*rows, describe_written(written).text(language)]
    print_notice("\n".join(rows))
    if command is None or not command.prints_json(words):
        return
    if has_output():  # the object of the other files
        return
    from senpu.tui.commands.arguments import encode_json
    from senpu.tui.render.json_objects import make_fault_object

    fault = make_fault_object(report.fault) if report.fault else None
    found = report._asdict() | {"fault": fault, "written": list(map(str, written))}
    with suppress(PrintingError, BrokenPipeError):  # it may be the error that is reported
        print_data(f"{encode_json(found)}\n")
        flush_output()


def list_written_files() -> list[Path]:
    """Return the files that the command has changed, without the memory of the program."""
    memory = state_folder()
    return [each for each in list_written() if memory is None or memory not in each.parents]


def describe_written(written: list[Path]) -> Message:
    """Return which files were changed before an error."""
    if not written:
        return Message("errors.nothingWritten")
    return Message("errors.writtenBefore", {"paths": tuple(written)})


def list_all_hints(error: Error) -> list[Message]:
    """Return the words that were perhaps meant by an unknown one; else the hints of the error."""
    return list_suggestions(error) or error.list_hints()


def list_suggestions(error: Error) -> list[Message]:
    """Return a hint with the words that are like an unknown one, which an error names."""
    fields = error.message.fields
    if isinstance(error, UnknownWordError):
        words: object = error.available
    else:
        words = fields.get("available") or fields.get("have")
    unknown = fields.get("name")
    if error.located or not isinstance(unknown, str) or not isinstance(words, tuple | list):
        return []
    texts = [word for word in words if isinstance(word, str)]
    return suggest(unknown, [*texts, *(word.partition("/")[0] for word in texts)])
