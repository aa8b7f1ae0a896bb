"""The `senpu` command: finds the command, parses its arguments and returns its exit status.

0: valid; 1: the log is invalid, or an event is rejected; 2: wrong usage, or the output cannot be
written; 141: the reader of a pipe is gone. The table of commands is in `tui/command_line/`, the
commands are in `tui/commands/`; only the module of one command is loaded, so that verifying a log
starts fast.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from senpu.notation.faults import Error
from senpu.tui.command_line.parsing import (
    UnknownWordError,
    UsageError,
    find_language,
    parse,
    split_command,
    wants_help,
)
from senpu.tui.command_line.table import COMMANDS, TABLE
from senpu.tui.printing import flush_output, prepare_streams, print_notice, print_text

GONE = 141
"""The exit status if the reader of a pipe is gone, as after the signal SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Print errors; raise nothing on bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = find_language(words)
    prepare_streams()
    try:
        status = run(words, language)
        flush_output()
        return status
    except Error as error:
        from senpu.tui.commands.arguments import RejectedLogError

        status = 1 if isinstance(error, RejectedLogError) else 2
        return print_error(error.text(language), status, describe_suggestions(error, language))
    except BrokenPipeError:
        return GONE
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return print_error(system_error(error).text(language))


def run(words: list[str], language: str) -> int:
    """Run the command that the words name, and return its exit status.

    Args:
        words: The arguments.
        language: The language of the output.

    Returns:
        The exit status.

    Raises:
        UnknownWordError: The words name no command.
        Error: The command fails.
        OSError: A file cannot be read or written.
    """
    name, rest = split_command(words)
    if not name and rest[:1] in (["--version"], ["-V"]):
        from importlib.metadata import version  # no other command needs it

        print_text(f"senpu {version('senpu')}")
        return 0
    if wants_help(rest) or (not name and not rest):
        from senpu.tui.command_line.help_texts import render_help, render_overview

        print_text("\n".join(render_help(name, language) if name else render_overview(language)))
        return 0 if words else 2
    if not name:
        raise UnknownWordError("unknownCommand", rest[0], COMMANDS)
    try:
        given = parse(name, rest)
    except UsageError:
        return report_usage(name, rest, language)
    given.lang = given.lang or language
    if getattr(given, "data", None) is not None and name != "migrate":  # its data are the goal
        from senpu.tui.commands.pinned_data import report_ignored_data

        report_ignored_data(given, given.lang)
    module, _, function = TABLE[name].run.partition(":")
    execute = getattr(import_module(f"senpu.tui.commands.{module}"), function)
    status: int = execute(given)
    return status


def report_usage(name: str, words: list[str], language: str) -> int:
    """Print why the arguments of a command cannot be parsed, and return the exit status."""
    from senpu.tui.command_line.help_texts import render_usage_error, translate_argparse

    translate_argparse(language)
    try:
        parse(name, words, language)
    except UsageError as error:
        print_notice("\n".join(render_usage_error(name, error, language)))
    return 2


def system_error(error: OSError) -> Error:
    """Return the error that reports what the system refused, with the file."""
    from senpu.logs.journal import find_cause

    if not isinstance(error.filename, str):
        return Error("system", why=error)
    return Error("fileSystem", path=error.filename, why=find_cause(Path(error.filename), error))


def describe_suggestions(error: Error, language: str) -> list[str]:
    """Return a hint with the words that are like an unknown one, which an error names."""
    fields = error.message.fields
    if isinstance(error, UnknownWordError):
        words: object = error.available
    else:
        words = fields.get("available") or fields.get("have")
    unknown = fields.get("name")
    if error.located or not isinstance(unknown, str) or not isinstance(words, tuple | list):
        return []
    from senpu.tui.command_line.help_texts import render_suggestions

    texts = [word for word in words if isinstance(word, str)]
    games = [word.partition("/")[0] for word in texts]
    return render_suggestions(unknown, [*texts, *games], language)


def print_error(message: str, status: int = 2, hints: Sequence[str] = ()) -> int:
    """Print an error with its hints, and return the exit status."""
    print_notice("\n".join([f"senpu: {message}", *hints]))
    return status


if __name__ == "__main__":
    sys.exit(main())
