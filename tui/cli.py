"""The `senpu` command: finds the command, parses its arguments and returns its exit status.

0: valid; 1: the log is invalid, or an event is rejected; 2: wrong usage. The commands are in
`tui/commands/`; only the module of one command is loaded, so that verifying a log starts fast.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from senpu.notation.faults import Error
from senpu.tui.commands.parsing import Parser, UsageError, find_language, parse


class Command(NamedTuple):
    """A command: its module, and whether options may be between a file and what follows it."""

    module: str
    mixed: bool = False


COMMANDS = {
    "games": Command("rule_sets"),
    "rules": Command("rule_sets"),
    "data": Command("rule_sets"),
    "new": Command("log_writing"),
    "append": Command("log_writing"),
    "roll": Command("log_writing"),
    "deal": Command("cards"),
    "hand": Command("cards"),
    "reveal": Command("cards"),
    "play": Command("program_games"),
    "match": Command("match", mixed=True),
    "verify": Command("verification"),
    "dice": Command("dice_audit"),
    "diff": Command("comparison"),
    "keygen": Command("seals"),
    "seal": Command("seals"),
    "keys": Command("player_keys"),
    "repair": Command("repair"),
    "fmt": Command("canonical_form"),
    "show": Command("positions"),
    "legal": Command("positions"),
    "note": Command("notes", mixed=True),
    "review": Command("review"),
    "export": Command("exports"),
    "openings": Command("openings"),
    "migrate": Command("migration"),
    "view": Command("viewer"),
}
"""In the order of `senpu --help`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Print errors; raise nothing on bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = find_language(words)
    if words[:1] == ["--lang"] or words[:1] == [f"--lang={language}"]:
        del words[: 2 if words[0] == "--lang" else 1]
    if not words or words[0] in ("-h", "--help", "help"):
        from senpu.tui.commands.help_texts import render_overview

        print(render_overview(language, COMMANDS), end="")
        return 0 if words else 2
    if words[0] in ("--version", "-V"):
        from importlib.metadata import version  # no other command needs it

        print(f"senpu {version('senpu')}")
        return 0
    command = COMMANDS.get(words[0])
    if command is None:
        unknown = Error("unknownCommand", name=words[0], available=tuple(COMMANDS))
        return print_error(unknown.text(language))
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed before the command started
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets a mark in its place, not a traceback.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    prepare = import_module(f"senpu.tui.commands.{command.module}").PREPARE[words[0]]
    try:
        parser, options = Parser(prog=f"senpu {words[0]}"), words[1:]
        run = prepare(parser)
        try:
            given = parse(parser, options, command.mixed)
        except UsageError:
            from senpu.tui.commands.help_texts import add_texts, make_help_parser

            parser = make_help_parser(language, prog=f"senpu {words[0]}")
            run = prepare(parser)
            add_texts(parser)
            given = parse(parser, options, command.mixed)
        if hasattr(given, "lang"):
            given.lang = language = given.lang or language
        status: int = run(given)
        sys.stdout.flush()
        return status
    except SystemExit as done:
        return int(done.code or 0)
    except Error as error:
        from senpu.tui.commands.arguments import RejectedLogError

        return print_error(error.text(language), 1 if isinstance(error, RejectedLogError) else 2)
    except BrokenPipeError:
        # The reader of a pipe went away: nothing more to print, and no error at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return print_error(system_error(error).text(language))


def system_error(error: OSError) -> Error:
    """Return the error that reports what the system refused, with the file."""
    from senpu.logs.journal import find_cause

    if not isinstance(error.filename, str):
        return Error("system", why=error)
    return Error("fileSystem", path=error.filename, why=find_cause(Path(error.filename), error))


def print_error(message: str, status: int = 2) -> int:
    """Print an error and return the exit status."""
    print(f"senpu: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
