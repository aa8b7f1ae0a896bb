"""The parser of one command, made from the table, and the language of its messages.

Arguments are parsed without any text first, which is fast. If that fails, they are parsed again
for the message of the error (see `help_texts.py`).
"""

import argparse
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    Namespace,
)
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Never

from senpu.logs.inputs import STANDARD_INPUT, Input, make_path
from senpu.notation.faults import Error, find_hints
from senpu.notation.messages import LANGUAGES, SOURCE, Message
from senpu.notation.position_text import is_position_text
from senpu.tui.command_line.options import GLOBAL, KINDS, OPTIONS, Argument
from senpu.tui.command_line.table import TABLE, Command, list_actions
from senpu.tui.user_files import find_default_language

vars(argparse)["_"] = str  # its own search for translations loads the locales of the system
STANDARD_OUTPUT = "-"
REQUIRED = "the following arguments are required: %s"
"""A message of argparse."""


class UsageError(Exception):
    """The arguments cannot be parsed.

    Args:
        message: The reason.
        word: The unknown word, if that is the reason.
        available: The words that are accepted in its place.
    """

    hints: Sequence[Message] = ()
    """The advice to the user."""

    def __init__(self, message: str, word: str = "", available: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message, self.word, self.available = message, word, available


class UnknownWordError(Error):
    """A word is not one of many, which the message does not list.

    Args:
        ident: The id of the sentence.
        name: The word.
        available: The words that are accepted in its place.
    """

    def __init__(self, ident: str, name: str, available: Sequence[str]) -> None:
        super().__init__(ident, name=name)
        self.available = available


class ChoiceError(ArgumentError):
    """The value of an argument is not one of its choices."""

    word = ""
    available: Sequence[str] = ()


PICTURE_FORMATS = ("png", "jpg", "jpeg", "gif", "webp", "pdf")
"""Formats to which other programs convert the pictures of the program."""


class Parser(ArgumentParser):
    """A parser that prints nothing, in a language."""

    def __init__(self, language: str = SOURCE) -> None:
        super().__init__(
            add_help=False, allow_abbrev=False, exit_on_error=False, usage="",
            formatter_class=partial(HelpFormatter, width=80),  # the terminal's loads shutil
        )  # fmt: skip
        self.language = language
        self.may_be_empty: set[str] = set()
        """The arguments whose value may be empty."""
        self.ends_in_text = False
        """True if the last argument is a text, which may have spaces."""
        self.actions: list[str] = []
        """The actions of the command, which other words may be meant for."""
        self.hints: list[Message] = []
        """The hints of the last error."""

    def error(self, message: str) -> Never:
        """Raise the error of argparse as a UsageError."""
        raise UsageError(message)

    def render(self, key: str, **fields: object) -> str:
        """Return the message of an error, and keep its hints."""
        message = Message(f"errors.{key}", fields)
        self.hints = list(find_hints(message))
        return message.text(self.language)

    def _get_values(self, action: Action, arg_strings: list[str]) -> Any:
        """Return the values of an argument; an option or a file must not have an empty one."""
        if "" in arg_strings and action.dest not in self.may_be_empty:
            raise ArgumentError(action, self.render("emptyOption"))
        return super()._get_values(action, arg_strings)

    def _check_value(self, action: Action, value: Any) -> None:
        """Check that a value is one of the choices."""
        if action.choices is not None and value not in action.choices:
            choices = tuple(map(str, action.choices))
            if value in PICTURE_FORMATS and "svg" in choices:
                raise ArgumentError(action, self.render("noPictureForm", form=value))
            error = ChoiceError(action, self.render("unknownValue", text=value, available=choices))
            error.word, error.available = str(value), choices
            raise error


def split_command(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the command that words name, with its action, and the other words.

    Options of all commands can be before the command, or before its action.
    """
    name, held, rest = "", [], list(words)
    while rest:
        longer = f"{name} {rest[0]}".strip()
        option, sign, _ = rest[0].partition("=")
        if rest[0] and longer in TABLE:
            name = longer
            del rest[0]
        elif option in GLOBAL:
            size = 1 if sign or OPTIONS[option].kind == "flag" else 2
            held += rest[:size]
            del rest[:size]
        else:
            break
    return name, held + rest if name else rest


def wants_help(words: Sequence[str]) -> bool:
    """Return whether words have the option `--help`."""
    options = words[: words.index("--")] if "--" in words else words
    return "--help" in options or "-h" in options


def parse(name: str, words: Sequence[str], language: str = SOURCE) -> Namespace:
    """Return the parsed arguments of a command; options may be between the other arguments.

    Args:
        name: The command, with its action.
        words: The other words.
        language: The language of errors.

    Raises:
        UsageError: The words cannot be parsed.
    """
    parser = Parser(language)
    if not TABLE[name].run:
        actions = list_actions(name)
        word = next((each for each in words if not each.startswith("-")), "")
        key = "unknownAction" if word else "noAction"
        fields = {"name": word} if word else {}
        raise UsageError(parser.render(key, available=tuple(actions), **fields), word, actions)
    parser = build_parser(TABLE[name], language)
    parser.actions = list_actions(name)
    try:
        return parse_once(parser, words)
    except UsageError as first:
        try:
            return parse_once(parser, words, mixed=True)
        except UsageError as error:
            # Without mixing, the message names all missing arguments.
            start = translate(REQUIRED).partition("%s")[0]
            raise (first if first.message.startswith(start) else error) from None


def build_parser(command: Command, language: str = SOURCE) -> Parser:
    """Return the parser of a command."""
    parser = Parser(language)
    parser.ends_in_text = any(each.kind in ("text", "utf8") for each in command.arguments[-1:])
    for each in (*command.arguments, *command.list_options()):
        if each.per_side:
            from senpu.tui.commands.arguments import list_sides  # few commands name players

            for side in list_sides():
                add_argument(parser, each._replace(name=f"--{side}"))
        else:
            add_argument(parser, each)
    return parser


def add_argument(parser: Parser, given: Argument) -> None:
    """Add an argument of the table to a parser."""
    if given.kind == "flag":
        parser.add_argument(given.name, action="store_true", **_name(given))
        return
    options: dict[str, Any] = {
        "type": find_converter(parser, given), "default": given.find_default(),
        "metavar": given.metavar or KINDS[given.kind].metavar or None, "const": given.const,
    }  # fmt: skip
    if given.choices is not None:
        options["choices"] = given.list_choices()
    if given.number:
        options["nargs"] = given.number
    if given.repeats:
        options |= {"action": "append", "default": []}
    if given.is_required:
        options["required"] = True
    if given.may_be_empty or not (given.is_option or KINDS[given.kind].is_file):
        parser.may_be_empty.add(given.target)
    names = (given.short, given.name) if given.short else (given.name,)
    options = {name: value for name, value in options.items() if value is not None}
    parser.add_argument(*names, **options, **_name(given))


def _name(given: Argument) -> dict[str, Any]:
    return {"dest": given.target} if given.is_option else {}


def find_converter(parser: Parser, given: Argument) -> Callable[[str], Any]:
    """Return the function that converts the text of an argument."""
    convert = KINDS[given.kind].convert
    if convert == "number":
        return make_number_type(parser, given.least, given.most)
    if convert == "data":
        from senpu.replay.core.registry import find_data_input  # not all commands load rules

        return find_data_input
    if convert == "game":
        from senpu.replay.core.registry import complete_id

        return complete_id
    if convert == "input":
        return Input
    if convert == "output":
        return make_output_type(parser, given.has_stdout)
    makers = {
        "log": make_log_type, "path": make_path_type, "utf8": make_text_type,
        "float": make_percent_type,
    }  # fmt: skip
    return makers[convert](parser) if convert in makers else str


def parse_once(parser: Parser, words: Sequence[str], mixed: bool = False) -> Namespace:
    """Return the parsed arguments. Raises UsageError."""
    try:
        known = parser.parse_known_intermixed_args if mixed else parser.parse_known_args
        given, rest = known(words)
    except ChoiceError as error:
        raise UsageError(str(error), error.word, error.available) from None
    except ArgumentError as error:
        usage = UsageError(str(error))
        usage.hints = parser.hints
        raise usage from None
    if rest:
        word = next((each for each in rest if each.startswith("-")), rest[0])
        words = parser.actions
        if word.startswith("-"):
            words = [name for each in parser._actions for name in each.option_strings]
        message = translate("unrecognized arguments: %s") % " ".join(rest)
        usage = UsageError(message, word.partition("=")[0], words)
        if parser.ends_in_text and not word.startswith("-"):
            usage.hints = [Message("errors.oneText")]
        raise usage
    return given


def translate(text: str) -> str:
    """Return a message of argparse as argparse would: `help_texts.py` may have changed it."""
    return str(vars(argparse)["_"](text))


def find_language(arguments: Sequence[str]) -> str:
    """Return the language that `--lang` names, or the default language, before parsing."""
    named = (each for each in list_values("--lang", arguments) if each in LANGUAGES)
    return next(named, "") or find_default_language()


def find_colour(arguments: Sequence[str]) -> str:
    """Return the value of `--color` before parsing, which reports an unknown one."""
    option = OPTIONS["--color"]
    found = [*list_values(option.name, arguments)][-1:]
    return found[0] if {*found} & {*option.list_choices()} else str(option.default)


def list_values(option: str, arguments: Sequence[str]) -> Iterator[str]:
    """Yield the values of an option before parsing; an empty one if its value is missing."""
    for at, argument in enumerate(arguments):
        if argument == option:
            yield next(iter(arguments[at + 1 : at + 2]), "")
        elif argument.startswith(f"{option}="):
            yield argument.partition("=")[2]


def make_log_type(parser: Parser) -> Callable[[str], Path]:
    """Return an argument type: the file of a log; not a position text, and not standard input."""
    convert = make_path_type(parser)

    def log(text: str) -> Path:
        if is_position_text(text):
            raise ArgumentTypeError(parser.render("positionNoLog"))
        return convert(text)

    return log


def make_path_type(parser: Parser) -> Callable[[str], Path]:
    """Return an argument type: a file or folder that has a name; not standard input."""

    def path(text: str) -> Path:
        if text == STANDARD_INPUT:
            raise ArgumentTypeError(parser.render("standardInputNoFile"))
        return make_path(text)

    return path


def make_output_type(parser: Parser, has_stdout: bool) -> Callable[[str], Path | None]:
    """Return an argument type: a file or folder that the command writes; None for `-`."""

    def output(text: str) -> Path | None:
        if text != STANDARD_OUTPUT:
            return make_path(text)
        if not has_stdout:
            raise ArgumentTypeError(parser.render("noStandardOutput"))
        return None

    return output


def is_text(text: str) -> bool:
    """Return whether a text of the command line can be written in UTF-8."""
    return text == text.encode("utf-8", "replace").decode()


def make_text_type(parser: Parser) -> Callable[[str], str]:
    """Return an argument type: a text for a file in UTF-8."""

    def check_text(text: str) -> str:
        if not is_text(text):
            raise ArgumentTypeError(parser.render("notUtf8"))
        return text

    return check_text


def make_number_type(parser: Parser, least: int = 1, most: int = 0) -> Callable[[str], int]:
    """Return an argument type: a whole number in a range, without an upper limit if `most` is 0."""

    def number(text: str) -> int:
        in_digits = text.isascii() and text.isdigit() and len(text) < 20
        if not in_digits or int(text) < least or (most and int(text) > most):
            name = "numberRange" if most else "numberLeast"
            fields = {"text": text, "least": least} | ({"most": most} if most else {})
            raise ArgumentTypeError(parser.render(name, **fields))
        return int(text)

    return number


def make_percent_type(parser: Parser) -> Callable[[str], float]:
    """Return an argument type: a percentage above 0."""

    def percent(text: str) -> float:
        with suppress(ValueError):
            if 0 < float(text) <= 100:
                return float(text)
        raise ArgumentTypeError(parser.render("percentOption", text=text))

    return percent
