"""Help: the texts of commands and arguments from the catalogues, and the messages of argparse.

Loaded only to print help or an error of usage.
"""

import argparse
import tomllib
from argparse import HelpFormatter
from collections.abc import Iterator, Mapping
from string import Formatter as Format
from typing import Any

from senpu.logs.inputs import read_file
from senpu.notation.faults import text_width
from senpu.notation.messages import MESSAGES, cut_middle, program_catalogue
from senpu.notation.printable import make_printable
from senpu.tui.commands.parsing import Parser
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render.text_layout import get_prose_width, wrap_rows

EXAMPLES = MESSAGES / "examples.toml"
"""The examples of each command, the same in every language."""
MARGIN = 6
"""Cells that are left free: argparse counts wide characters of the usage as one cell."""
FORMAT = Format()
OWN_GROUPS = 2
"""The groups that argparse itself makes: positional arguments and options."""


class HelpParser(Parser):
    """A parser that prints help and errors in a language."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"add_help": True, "formatter_class": Formatter, **options})

    def error(self, message: str) -> Any:
        """Raise the error of argparse in the language of the user."""
        super(Parser, self).error(cut_middle(make_printable(message)))

    def print_help(self, file: Any = None) -> None:
        """Print the help."""
        del file
        print_text(self.format_help(), end="")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the usage, or an error."""
        del file
        print_notice(message.removesuffix("\n"))

    def parse_known_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse options and arguments in any order."""
        if self.usage is None:
            # argparse would cut off the length of the English "usage: ".
            prefix = program_catalogue(self.language).topic("argparse").get("usage: ", "usage: ")
            self.usage = self.format_usage().removeprefix(prefix)
        return super().parse_known_intermixed_args(args, namespace)

    def format_help(self) -> str:
        """Return the help in the language of the user."""
        text = super().format_help()
        message = program_catalogue(self.language).render
        for group in self._action_groups:
            heading = message("help.shared.heading", {"text": str(group.title)})
            text = text.replace(f"\n{group.title}:\n", f"\n{heading}\n")
        return text


class Formatter(HelpFormatter):
    """Breaks lines by the width of characters in cells, and keeps indented lines."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=get_prose_width() - MARGIN)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return list(wrap_rows(text, "", width))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        rows = [
            row if row.startswith(" ") else "\n".join(wrap_rows(row, indent, width))
            for row in text.splitlines()
        ]
        return "\n".join(rows)


def make_help_parser(language: str, **options: Any) -> Parser:
    """Return a parser that prints in a language. Translates the messages of argparse too."""
    table: Mapping[str, str] = program_catalogue(language).topic("argparse")
    # argparse looks its messages up in these two functions, and offers no other way.
    vars(argparse).update(
        _=lambda text: table.get(text, text),
        ngettext=lambda one, more, n: table.get(one, one) if n == 1 else table.get(more, more),
    )
    kind = type("HelpParser", (HelpParser,), {"language": language})
    made: Parser = kind(**options)
    return made


def add_texts(parser: Parser) -> None:
    """Set the texts of a parser, and of the parsers of its actions."""
    own = parser.prog.removeprefix("senpu ").replace(" ", ".")
    parser.description = find_text(parser, own, "description") or find_text(parser, own, "summary")
    parts = [find_text(parser, own, "notes"), "\n".join(list_examples(parser, own))]
    parser.epilog = "\n\n".join(filter(None, parts)) or None
    for group in parser._action_groups[OWN_GROUPS:]:
        group.title = find_text(parser, own, str(group.title))
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        action.help = find_text(parser, own, action.help or action.dest, dest=action.dest)
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                choice.help = find_text(parser, f"{own}.{choice.dest}", "summary")
            for each in action.choices.values():
                add_texts(each)


def find_text(parser: Parser, command: str, key: str, **fields: Any) -> str:
    """Return a text of a command, else of all commands, or "" if there is none."""
    catalogue = program_catalogue(parser.language)
    for ident in list_text_ids(command, key):
        if catalogue.has(ident):
            used = {name for _, name, _, _ in FORMAT.parse(str(catalogue.find(ident))) if name}
            given = {**parser.fields, **fields}
            return catalogue.render(ident, {name: given[name] for name in used})
    return ""


def list_text_ids(command: str, key: str) -> tuple[str, str]:
    """Return the ids of a text of a command: its own id, and the id that commands share."""
    key = "help" if key == argparse.SUPPRESS else key
    return f"help.{command}.{key}", f"help.shared.{key}"


def list_examples(parser: Parser, command: str) -> Iterator[str]:
    """Yield the examples of a command, with a heading."""
    rows = tomllib.loads(read_file(EXAMPLES).decode("utf-8")).get(command.partition(".")[0], [])
    start = f"senpu {command.replace('.', ' ')} "
    found = [row for row in rows if row.startswith(start) or row == start.strip()]
    if found:
        yield program_catalogue(parser.language).render("help.shared.examples", {})
        yield from (f"  {row}" for row in found)


def render_overview(language: str, commands: Mapping[str, object]) -> str:
    """Return the help of `senpu`: its commands."""
    catalogue = program_catalogue(language)
    message, stop = catalogue.render, catalogue.topic("language")["stop"]
    rows = [message("help.senpu.usage", {}), "", message("help.senpu.summary", {}), ""]
    wide = max(map(text_width, commands)) + 4
    for name in commands:
        margin = f"  {name}".ljust(wide)
        summary = message(f"help.{name}.summary", {}).removesuffix(stop)
        rows += wrap_rows(summary, margin)
    rows += ["", message("help.senpu.notes", {})]
    return "".join(f"{row}\n" for row in rows)
