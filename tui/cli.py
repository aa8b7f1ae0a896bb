"""The `senpu` command: which command is meant, with which arguments, and its exit status.

0 good, 1 the log is not good (or the event refused), 2 the command was used wrongly. The
commands themselves stand in `tui/commands/`; only the one that is used is loaded, so that
verifying a log starts fast.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple


class Command(NamedTuple):
    module: str
    says: str
    mixed: bool = False
    """Whether options may stand between a file and what follows it."""


COMMANDS = {
    "games": Command("rule_sets", "the rule sets, and the standing of their data"),
    "rules": Command("rule_sets", "a rule in our words, by its printed number"),
    "data": Command(
        "rule_sets", "the numbers of a game, for owners of the printed one: export, check"
    ),
    "new": Command("log_writing", "start a log"),
    "append": Command("log_writing", "check events and append them to a log"),
    "roll": Command("log_writing", "roll what the position waits for, and append it"),
    "deal": Command("cards", "deal the cards that a position waits for, face down"),
    "hand": Command("cards", "your own sealed cards, or those that a dealer sends you"),
    "reveal": Command("cards", "show sealed cards, each with its salt"),
    "play": Command("program_games", "a game, or many, between programs"),
    "match": Command("match", "how strong programs are, and which side wins", mixed=True),
    "verify": Command("verification", "the verdict on logs"),
    "dice": Command("dice_audit", "how the dice of logs have fallen, and how surprising that is"),
    "diff": Command("comparison", "where two copies of a log part, and who signed what"),
    "keygen": Command("seals", "a key to sign with"),
    "seal": Command("seals", "sign what stands in a log; --chain gives it the chain for that"),
    "repair": Command("repair", "cut off the torn end of a log, and keep its bytes"),
    "fmt": Command("canonical_form", "canonical text"),
    "show": Command("positions", "a position, drawn"),
    "legal": Command("positions", "what may be done in a position, with the odds of each attack"),
    "note": Command("notes", "remarks, marks and what-if lines beside a log", mixed=True),
    "review": Command("review", "a game looked at again: mistakes, and luck, as notes"),
    "export": Command("exports", "a game as a page to replay it, a picture, a report, an object"),
    "openings": Command("openings", "the tree of openings of many logs: build, show, top"),
    "migrate": Command("migration", "an old log under newer rules or data, with a record"),
    "view": Command("viewer", "a log on the screen, two side by side, or the library"),
}


def overview() -> str:
    rows = "\n".join(f"  {name:<8} {command.says}" for name, command in COMMANDS.items())
    return (
        "usage: senpu COMMAND ...\n\nRecord, check, show and study wargames.\n\n"
        f"{rows}\n\nsenpu COMMAND --help tells more.\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Prints errors; raises nothing on bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview(), end="")
        return 0 if words else 2
    if words[0] in ("--version", "-V"):
        from importlib.metadata import version  # no other command needs it

        print(f"senpu {version('senpu')}")
        return 0
    command = COMMANDS.get(words[0])
    if command is None:
        return fail(f"no command {words[0]}; there are {', '.join(COMMANDS)}")
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started the command
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets a mark in its place, not a traceback.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    module = import_module(f"senpu.tui.commands.{command.module}")
    parser = argparse.ArgumentParser(
        prog=f"senpu {words[0]}", description=command.says.capitalize() + ".", allow_abbrev=False
    )
    from senpu.notation.faults import Error

    language = "en"
    try:
        run = module.PREPARE[words[0]](parser)
        parse = parser.parse_intermixed_args if command.mixed else parser.parse_args
        given = parse(words[1:])
        language = getattr(given, "lang", language)
        status: int = run(given)
        sys.stdout.flush()
        return status
    except SystemExit as done:
        return int(done.code or 0)
    except Error as error:
        from senpu.tui.commands.arguments import RejectedLogError
        from senpu.tui.render.fault_report import error_told

        return fail(error_told(error, language), 1 if isinstance(error, RejectedLogError) else 2)
    except BrokenPipeError:
        # The reader of a pipe went away: nothing more to say, and no complaint at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        from pathlib import Path

        from senpu.logs.journal import why_not
        from senpu.tui.render.fault_report import sentence

        name = error.filename if isinstance(error.filename, str) else ""
        why = f"{name}: {why_not(Path(name), error)}".removeprefix(": ")
        return fail(sentence(why, language))


def fail(message: str, status: int = 2) -> int:
    """Say what is wrong: with the command as it was used, if not otherwise said."""
    print(f"senpu: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
