"""The `senpu` command: finds the command, parses its arguments and returns its exit status.

The statuses and the table of commands are in `tui/command_line/`, the
commands are in `tui/commands/`; only the module of one command is loaded, so that verifying a log
starts fast.
"""

import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module

from senpu.logs.journal import forget_written
from senpu.notation.faults import Error
from senpu.notation.layout import FILE_LAYOUT, get_layout, use_layout, use_page_layout
from senpu.tui.command_line.options import OPTIONS
from senpu.tui.command_line.parsing import (
    UnknownWordError,
    UsageError,
    find_colour,
    find_language,
    parse,
    split_command,
    wants_help,
)
from senpu.tui.command_line.statuses import FAILURE, GONE, INTERRUPTED, MISUSE
from senpu.tui.command_line.table import COMMANDS, TABLE
from senpu.tui.printing import (
    flush_output,
    is_in_pager,
    open_pager,
    open_terminal,
    prepare_streams,
    print_notice,
    print_text,
)
from senpu.tui.settings import list_ignored
from senpu.tui.user_files import Memory


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Print errors; raise nothing on bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    Memory.problem = None
    forget_written()
    language = find_language(words)
    prepare_streams()
    name, rest = split_command(words)
    is_long = not words or wants_help(words) or (name and TABLE[name].is_paged)
    is_paged = bool(is_long) and "--no-pager" not in words
    with open_terminal(find_colour(words)), open_pager(is_paged, language):
        status = run_safely(name, rest, language)
    return status if words else status or MISUSE  # without arguments only the help is printed


def run_safely(name: str, words: list[str], language: str) -> int:
    """Run a command, and return its exit status. Print errors."""
    try:
        if name != "config":  # which reports them itself
            report_ignored_settings(name, language)
        status = run(name, words, language)
        flush_output()
        return status
    except Error as error:
        from senpu.tui.command_line.error_reports import report_error
        from senpu.tui.commands.arguments import RejectedLogError

        status = FAILURE if isinstance(error, RejectedLogError) else MISUSE
        return report_error(error, name, words, language, status)
    except BrokenPipeError:
        return 0 if is_in_pager() else GONE
    except KeyboardInterrupt:
        from senpu.tui.command_line.error_reports import report_error

        return report_error(Error("interrupted"), name, words, language, INTERRUPTED)
    except OSError as error:
        from senpu.tui.command_line.error_reports import report_error
        from senpu.tui.command_line.named_files import make_file_error

        return report_error(make_file_error(error), name, words, language)


def report_ignored_settings(name: str, language: str) -> None:
    """Print a notice if the settings file is damaged, or if a value of a setting is invalid."""
    for error in list_ignored(name):
        print_notice(error.text(language))
    if Memory.problem is not None:
        print_notice(Memory.problem.text(language))


def run(name: str, words: list[str], language: str) -> int:
    """Run a command, and return its exit status.

    Args:
        name: The command with its action; empty if the arguments name none.
        words: The other arguments.
        language: The language of the output.

    Returns:
        The exit status.

    Raises:
        UnknownWordError: The words name no command.
        Error: The command fails.
        OSError: A file cannot be read or written.
    """
    if not name and words[:1] in (["--version"], ["-V"]):
        from importlib.metadata import version  # no other command needs it

        print_text(f"senpu {version('senpu')}")
        return 0
    if wants_help(words) or (not name and not words):
        from senpu.tui.command_line.help_texts import render_help, render_overview

        with use_page_layout():
            rows = render_help(name, language) if name else render_overview(language)
        print_text("\n".join(rows))
        return 0
    if not name:
        raise UnknownWordError("unknownCommand", words[0], COMMANDS)
    try:
        given = parse(name, words)
    except UsageError:
        return report_usage(name, words, language)
    given.lang = given.lang or language
    check_options(name, given)
    creates = name == "migrate" or any(each.kind == "output" for each in TABLE[name].arguments)
    if getattr(given, "data", None) is not None and not creates:  # the data of another log
        from senpu.tui.commands.pinned_data import report_ignored_data

        report_ignored_data(given, given.lang)
    module, _, function = TABLE[name].run.partition(":")
    execute = getattr(import_module(f"senpu.tui.commands.{module}"), function)
    layout = FILE_LAYOUT if getattr(given, "json", False) else get_layout()
    with use_page_layout() if TABLE[name].is_page else use_layout(layout):
        status: int = execute(given)
    return status


def check_options(name: str, given: Namespace) -> None:
    """Check that each option has an effect, standard input is read once, and files exist.

    Raises:
        UnusableLogError: An option has no effect, or two files are standard input.
        UnusableFileError: A file cannot be used.
    """
    from senpu.tui.command_line.named_files import check_files
    from senpu.tui.commands.arguments import UnusableLogError, check_standard_input

    for each in TABLE[name].list_options():
        value = getattr(given, each.target, None)
        if not each.requires or value in (None, False, []) or value == each.find_default():
            continue
        others = (OPTIONS[other] for other in each.requires)
        if not any(getattr(given, other.target) for other in others):
            raise UnusableLogError("optionNeeds", option=each.name, other=each.requires[0])
    check_standard_input(given)
    check_files(name, given)


def report_usage(name: str, words: list[str], language: str) -> int:
    """Print why the arguments of a command cannot be parsed, and return the exit status."""
    from senpu.tui.command_line.error_reports import report_usage_error
    from senpu.tui.command_line.help_texts import translate_argparse

    translate_argparse(language)
    try:
        parse(name, words, language)
    except UsageError as error:
        return report_usage_error(name, words, error, language)
    return MISUSE


if __name__ == "__main__":
    sys.exit(main())
