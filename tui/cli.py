"""The `senpu` command: finds the command, parses its arguments and returns its exit status.

0: valid; 1: the log is invalid, or an event is rejected; 2: wrong usage, or the output cannot be
written; 141: the reader of a pipe is gone. The commands are in `tui/commands/`; only the module of
one command is loaded, so that verifying a log starts fast.
"""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from senpu.notation.faults import Error
from senpu.notation.layout import FILE_LAYOUT, add_style, get_layout, use_layout
from senpu.tui.commands.parsing import Parser, UsageError, find_language, parse
from senpu.tui.printing import (
    COLOUR_CHOICES,
    flush_output,
    is_in_pager,
    open_pager,
    open_terminal,
    prepare_streams,
    print_notice,
    print_text,
)


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
    "config": Command("settings", mixed=True),
}
"""In the order of `senpu --help`."""


PAGED = frozenset((
    "games", "rules", "data", "verify", "dice", "diff", "show", "legal", "note", "bridge", "review",
    "export", "openings", "repertoire", "study", "migrate", "keys",
))  # fmt: skip
"""The commands with long output, which is read in a pager."""
DIALOGS = (("data", "fill"), ("study", "review"))
"""The actions of them that ask the user."""
GONE = 141
"""The exit status if the reader of a pipe is gone, as after the signal SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Print errors; raise nothing on bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = find_language(words)
    prepare_streams()
    with open_terminal():
        try:
            display = take_display(words)
        except Error as error:
            return print_error(error, language)
    with open_terminal(display.colour):
        return run_safely(words, language, display.is_paged)


class Display(NamedTuple):
    """The options of every command about the terminal."""

    colour: str = "auto"
    is_paged: bool = True


def take_display(words: list[str]) -> Display:
    """Return `--color` and `--no-pager`, and remove them from the arguments.

    Raises:
        Error: The value of `--color` is unknown.
    """
    display, at = Display(), 0
    while at < len(words) and words[at] != "--":
        name, sign, value = words[at].partition("=")
        if words[at] == "--no-pager":
            del words[at]
            display = display._replace(is_paged=False)
        elif name == "--color":
            value = value if sign else (words[at + 1 : at + 2] or [""])[0]
            if value not in COLOUR_CHOICES:
                raise Error("unknownColour", text=value, available=COLOUR_CHOICES)
            del words[at : at + (1 if sign else 2)]
            display = display._replace(colour=value)
        else:
            at += 1
    return display


def run_safely(words: list[str], language: str, is_paged: bool) -> int:
    """Run the command that the words name, and return its exit status. Print errors."""
    pager = open_pager() if is_paged and is_long(words) else nullcontext()
    status = 0
    with pager:
        try:
            try:
                status = run(words, language)
            except SystemExit as done:
                status = int(done.code or 0)
            flush_output()
        except Error as error:
            from senpu.tui.commands.arguments import RejectedLogError

            status = print_error(error, language, 1 if isinstance(error, RejectedLogError) else 2)
        except BrokenPipeError:
            status = 0 if is_in_pager() else GONE
        except KeyboardInterrupt:
            status = 130
        except OSError as error:
            status = print_error(system_error(error), language)
    return status


def is_long(words: Sequence[str]) -> bool:
    """Return whether the output of a command is read in a pager."""
    return words[:1] == ["help"] or (
        words[0:1] != [] and words[0] in PAGED and tuple(words[:2]) not in DIALOGS
    )


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
    from senpu.tui.commands.arguments import check_standard_input

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
    check_standard_input(given)
    if getattr(given, "data", None) is not None and words[0] != "migrate":  # its data are the goal
        from senpu.tui.commands.pinned_data import report_ignored_data

        report_ignored_data(given, getattr(given, "lang", language))
    with use_layout(FILE_LAYOUT if getattr(given, "json", False) else get_layout()):
        status: int = execute(given)
    return status


def system_error(error: OSError) -> Error:
    """Return the error that reports what the system refused, with the file."""
    from senpu.logs.journal import find_cause

    if not isinstance(error.filename, str):
        return Error("system", why=error)
    return Error("fileSystem", path=error.filename, why=find_cause(Path(error.filename), error))


def print_error(error: Error, language: str, status: int = 2) -> int:
    """Print an error, with its place if it has one, and return the exit status."""
    text = error.text(language)
    if error.located is None:
        text = f"{add_style('senpu', 'invalid')}: {text}"
    print_notice(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
