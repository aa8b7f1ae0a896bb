"""The parser of the command line, and the language of its messages.

Arguments are parsed twice at most: first without any text, which is fast; and if that fails, or
if help is wanted, again by the parser of `help_texts`, which prints help or the error.
"""

from argparse import Action, ArgumentError, ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Never

from senpu.logs.inputs import STANDARD_INPUT
from senpu.notation.messages import LANGUAGES, SOURCE, program_catalogue
from senpu.notation.position_text import is_position_text
from senpu.tui.user_files import find_default_language

MAY_BE_EMPTY = ("author",)
"""The options whose value may be empty: a note without an author."""
MOST_SEED = 10**12 - 1
"""The largest seed that a command accepts."""


class UsageError(Exception):
    """The arguments cannot be parsed, or include `--help`."""


class Parser(ArgumentParser):
    """A parser that prints nothing.

    The `help` of an argument, if it has one, is the key of its text; otherwise `dest` is.
    """

    language = SOURCE

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"add_help": False, "allow_abbrev": False, **options})
        self.fields: dict[str, Any] = {}
        """Values of fields in the texts."""

    def error(self, message: str) -> Never:
        """Raise the error of argparse as a UsageError."""
        raise UsageError(message)

    def _get_values(self, action: Action, arg_strings: list[str]) -> Any:
        """Return the values of an argument; an option must not have an empty one."""
        can_be_empty = not action.option_strings or action.dest in MAY_BE_EMPTY
        if "" in arg_strings and not can_be_empty:
            sentence = program_catalogue(self.language).render("errors.emptyOption", {})
            raise ArgumentError(action, sentence)
        return super()._get_values(action, arg_strings)


def parse(parser: Parser, arguments: Sequence[str], mixed: bool) -> Any:
    """Return the parsed arguments; with `mixed`, options may be between a file and a text."""
    return (parser.parse_intermixed_args if mixed else parser.parse_args)(arguments)


def find_language(arguments: Sequence[str]) -> str:
    """Return the language that `--lang` names, or the default language, before parsing."""
    for at, argument in enumerate(arguments):
        named = argument.removeprefix("--lang=")
        if argument == "--lang":
            named = next(iter(arguments[at + 1 : at + 2]), "")
        if argument.startswith("--lang") and named in LANGUAGES:
            return named
    return find_default_language()


def make_log_type(parser: Parser) -> Callable[[str], Path]:
    """Return an argument type: the file of a log that the command changes.

    It is no position text, and not standard input.
    """

    def log(text: str) -> Path:
        problem = "positionNoLog" if is_position_text(text) else ""
        problem = "standardInputNoLog" if text == STANDARD_INPUT else problem
        if problem:
            render = program_catalogue(parser.language).render
            raise ArgumentTypeError(render(f"errors.{problem}", {}))
        return Path(text)

    return log


def is_text(text: str) -> bool:
    """Return whether a text of the command line can be written in UTF-8."""
    return text == text.encode("utf-8", "replace").decode()


def make_text_type(parser: Parser) -> Callable[[str], str]:
    """Return an argument type: a text for a file in UTF-8."""

    def check_text(text: str) -> str:
        if not is_text(text):
            sentence = program_catalogue(parser.language).render("errors.notUtf8", {})
            raise ArgumentTypeError(sentence)
        return text

    return check_text


def make_seed_type(parser: Parser) -> Callable[[str], int]:
    """Return an argument type: a seed."""
    return make_number_type(parser, 0, MOST_SEED)


def make_number_type(parser: Parser, least: int = 1, most: int = 0) -> Callable[[str], int]:
    """Return an argument type: a whole number in a range, without an upper limit if `most` is 0."""

    def number(text: str) -> int:
        in_digits = text.isascii() and text.isdigit() and len(text) < 20
        if not in_digits or int(text) < least or (most and int(text) > most):
            name = "numberRange" if most else "numberLeast"
            fields = {"text": text, "least": least} | ({"most": most} if most else {})
            raise ArgumentTypeError(
                program_catalogue(parser.language).render(f"errors.{name}", fields)
            )
        return int(text)

    return number
