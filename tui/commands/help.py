"""`senpu help`: the help of a command, or a page of the manual."""

from argparse import Namespace

from senpu.tui.command_line.help_texts import render_help, render_overview
from senpu.tui.command_line.parsing import UnknownWordError
from senpu.tui.command_line.table import COMMANDS, TABLE
from senpu.tui.printing import print_text


def list_words() -> list[str]:
    """Return the commands, which `senpu help` explains."""
    return [*COMMANDS]


def run_help(given: Namespace) -> int:
    """Print the help of a command, or the list of the commands."""
    name = " ".join(given.topic)
    if not name:
        print_text("\n".join(render_overview(given.lang)))
    elif name in TABLE:
        print_text("\n".join(render_help(name, given.lang)))
    else:
        raise UnknownWordError("unknownTopic", name, list_words())
    return 0
