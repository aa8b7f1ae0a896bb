"""The `senpu` command: finds the command, parses its arguments and returns its exit status.

0: valid; 1: the log is invalid, or an event is rejected; 2: wrong usage, or the output cannot be
written; 141: the reader of a pipe is gone. The commands are in `tui/commands/`; only the module of
one command is loaded, so that verifying a log starts fast.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from senpu.notation.faults import Error
from senpu.tui.commands.parsing import Parser, UsageError, find_language, parse
from senpu.tui.printing import flush_output, prepare_streams, print_notice, print_text


class Command(NamedTuple):
    """A command: its module, and whether options may be between a file and what follows it."""

    module: str
    mixed: bool = False


COMMANDS = {
    "games": Command("rule_sets"),
    "rules": Command("rule_sets"),
    "data": Command("data"),
    "new": Command("log_writing", mixed=True),
    "append": Command("log_writing"),
    "roll": Command("log_writing"),
    "deal": Command("cards"),
    "hand": Command("cards"),
    "reveal": Command("cards"),
    "play": Command("program_games", mixed=True),
    "match": Command("match", mixed=True),
    "train": Command("train"),
    "verify": Command("verification"),
    "dice": Command("dice_audit"),
    "diff": Command("comparison"),
    "keygen": Command("seals"),
    "seal": Command("seals"),
    "keys": Command("player_keys"),
    "repair": Command("repair"),
    "fmt": Command("canonical_form"),
    "restore": Command("restoration"),
    "show": Command("positions"),
    "legal": Command("positions"),
    "note": Command("notes", mixed=True),
    "bridge": Command("bridge"),
    "review": Command("review"),
    "export": Command("exports"),
    "openings": Command("openings"),
    "repertoire": Command("repertoire"),
    "study": Command("study"),
    "drill": Command("drill"),
    "migrate": Command("migration"),
    "view": Command("viewer"),
}
"""In the order of `senpu --help`."""


GONE = 141
"""The exit status if the reader of a pipe is gone, as after the signal SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Print errors; raise nothing on bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = find_language(words)
    prepare_streams()
    try:
        try:
            status = run(words, language)
        except SystemExit as done:
            status = int(done.code or 0)
        flush_output()
        return status
    except Error as error:
        from senpu.tui.commands.arguments import RejectedLogError

        status = 1 if isinstance(error, RejectedLogError) else 2
        return print_error(error.text(language), status)
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
        Error: The words name no command, or the command fails.
        OSError: A file cannot be read or written.
        SystemExit: Help or an error of usage was printed.
    """
    if words[:1] == ["--lang"] or words[:1] == [f"--lang={language}"]:
        del words[: 2 if words[0] == "--lang" else 1]
    if not words or words[0] in ("-h", "--help", "help"):
        from senpu.tui.commands.help_texts import render_overview

        print_text(render_overview(language, COMMANDS), end="")
        return 0 if words else 2
    if words[0] in ("--version", "-V"):
        from importlib.metadata import version  # no other command needs it

        print_text(f"senpu {version('senpu')}")
        return 0
    command = COMMANDS.get(words[0])
    if command is None:
        raise Error("unknownCommand", name=words[0], available=tuple(COMMANDS))
    prepare = import_module(f"senpu.tui.commands.{command.module}").PREPARE[words[0]]
    parser, options = Parser(prog=f"senpu {words[0]}"), words[1:]
    execute = prepare(parser)
    try:
        given = parse(parser, options, command.mixed)
    except UsageError:
        from senpu.tui.commands.help_texts import add_texts, make_help_parser

        parser = make_help_parser(language, prog=f"senpu {words[0]}")
        execute = prepare(parser)
        add_texts(parser)
        given = parse(parser, options, command.mixed)
    if hasattr(given, "lang"):
        given.lang = given.lang or language
    if getattr(given, "data", None) is not None and words[0] != "migrate":  # its data are the goal
        from senpu.tui.commands.pinned_data import report_ignored_data

        report_ignored_data(given, getattr(given, "lang", language))
    status: int = execute(given)
    return status


def system_error(error: OSError) -> Error:
    """Return the error that reports what the system refused, with the file."""
    from senpu.logs.journal import find_cause

    if not isinstance(error.filename, str):
        return Error("system", why=error)
    return Error("fileSystem", path=error.filename, why=find_cause(Path(error.filename), error))


def print_error(message: str, status: int = 2) -> int:
    """Print an error and return the exit status."""
    print_notice(f"senpu: {message}")
    return status


if __name__ == "__main__":
    sys.exit(main())
