"""Help: the commands of the table with their texts in a language, and the messages of argparse.

Loaded only to print help or an error of usage, and to write the reference of commands.
"""

import argparse
import tomllib
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, NamedTuple

from senpu.logs.inputs import STANDARD_INPUT, read_file
from senpu.notation.faults import text_width
from senpu.notation.messages import (
    MESSAGES,
    SOURCE,
    Message,
    cut_middle,
    program_catalogue,
    topic_renderer,
)
from senpu.notation.printable import make_printable
from senpu.tui.command_line.options import GLOBAL, KINDS, Argument
from senpu.tui.command_line.parsing import UsageError
from senpu.tui.command_line.statuses import find_statuses
from senpu.tui.command_line.table import COMMANDS, GROUPS, SYNONYMS, TABLE, list_actions
from senpu.tui.render.text_layout import wrap_rows

EXAMPLES = MESSAGES / "examples.toml"
"""The examples of each command."""
COLUMN = 26
"""The widest names of arguments in the column before their texts, in cells."""
FORMATTER = Formatter()
LIKE, MARGIN, MOST = 0.65, 0.1, 3
"""The least likeness of a suggested word, how much less than the best it can be, and the number."""


class ArgumentHelp(NamedTuple):
    """An argument with its text."""

    name: str
    """The name in the help: `-o, --output OUT`."""
    text: str
    argument: Argument


class CommandHelp(NamedTuple):
    """A command with its texts."""

    name: str
    """The name, such as `openings build`."""
    usage: str
    """The command with its arguments: `senpu openings build [OPTION]... DIR... --output OUT`."""
    summary: str
    description: str
    """The first paragraph of the help: the summary, or more."""
    notes: str
    """The last paragraph of the help; empty if there is none."""
    statuses: tuple[str, ...]
    """The exit statuses that not all commands have, a sentence for each."""
    sections: tuple[tuple[str, tuple[ArgumentHelp, ...]], ...]
    """The arguments and options below their headings."""
    actions: tuple[tuple[str, str], ...]
    """The actions with their summaries."""
    examples: tuple[str, ...]
    pages: tuple[str, ...]
    """Topics of the manual with more."""


def describe_commands(language: str) -> list[tuple[str, list[CommandHelp]]]:
    """Return the title of each group, and its commands and their actions."""
    message = topic_renderer("help", language)
    return [
        (
            message(f"groups.{group}"),
            [
                describe_command(path, language)
                for name in names
                for path in (name, *(f"{name} {each}" for each in list_actions(name)))
            ],
        )
        for group, names in GROUPS.items()
    ]


def describe_command(name: str, language: str) -> CommandHelp:
    """Return a command of the table with its texts."""
    command = TABLE[name]
    texts = Texts(name, language)
    summary = texts.find("summary")
    sections: dict[str, list[ArgumentHelp]] = {}
    for each in (*command.arguments, *command.list_options()):
        heading = each.heading or ("options" if each.is_option else "arguments")
        if each.name in GLOBAL:
            heading = "global_options"
        label = texts.find(heading) or texts.render(f"shared.{heading}")
        found = ArgumentHelp(format_name(each), texts.describe(each), each)
        sections.setdefault(label, []).append(found)
    head = name.partition(" ")[0]
    rows = read_examples(language).get(head, [])
    return CommandHelp(
        name,
        format_usage(name),
        summary,
        texts.find("description") or summary,
        texts.find("notes"),
        describe_statuses(name, language),
        tuple((label, tuple(found)) for label, found in sections.items() if command.run),
        tuple(
            (each, Texts(f"{name} {each}", language).find("summary")) for each in list_actions(name)
        ),
        tuple(_select_examples(name, rows)),
        command.pages or TABLE[head].pages,
    )


def describe_statuses(name: str, language: str) -> tuple[str, ...]:
    """Return a sentence for each exit status of a command that not all commands have."""
    message = topic_renderer("help", language)
    return tuple(
        message("shared.status", status=status, meaning=Message(f"help.statuses.{key}"))
        for status, key in find_statuses(name).items()
    )


def read_examples(language: str) -> dict[str, list[str]]:
    """Return the examples of each command. Only their texts depend on the language."""
    return {
        name: [row if isinstance(row, str) else row.get(language, row[SOURCE]) for row in rows]
        for name, rows in tomllib.loads(read_file(EXAMPLES).decode("utf-8")).items()
    }


def _select_examples(name: str, rows: list[str]) -> Iterator[str]:
    """Yield the examples of a command; if it runs itself, not the examples of its actions."""
    actions = tuple(f"senpu {name} {each} " for each in list_actions(name) if TABLE[name].run)
    for row in rows:
        if f"{row} ".startswith(f"senpu {name} ") and not row.startswith(actions or "\n"):
            yield row


class Texts:
    """The texts of a command in a language."""

    def __init__(self, name: str, language: str) -> None:
        self.name, self.language = name, language
        self.catalogue = program_catalogue(language)
        self.render = topic_renderer("help", language)
        self.stop = self.catalogue.topic("language")["stop"]

    def find(self, key: str, ident: str = "", **fields: object) -> str:
        """Return a text of the command, or the text of another id; "" if there is none."""
        own = f"help.{self.name.replace(' ', '.')}.{key}"
        found = next((each for each in (own, ident) if each and self.catalogue.has(each)), "")
        if not found:
            return ""
        used = {name for _, name, _, _ in FORMATTER.parse(str(self.catalogue.find(found))) if name}
        values = {name: self._find_field(name, fields) for name in used}
        return self.catalogue.render(found, values)

    def _find_field(self, name: str, fields: Mapping[str, object]) -> object:
        """Return the value of a field: of the argument, or of the command."""
        if name in fields:
            return fields[name]
        found = dict(TABLE[self.name].fields)[name].find()
        value = found() if callable(found) else found
        return tuple(value) if isinstance(value, dict | list) else value

    def describe(self, given: Argument) -> str:
        """Return the text of an argument, with its default."""
        kind = "options" if given.is_option else "arguments"
        fields: dict[str, object] = {
            **{name: Message(f"help.shared.{name}") for name in ("position", "side")},
            "least": given.least, "most": f"{given.most:,}",
        }  # fmt: skip
        if given.per_side:
            from senpu.tui.commands.arguments import list_sides

            fields["sides"] = tuple(f"--{side}" for side in list_sides())
        text = self.find(given.key, f"help.{kind}.{given.text or given.key}", **fields)
        default = given.find_default()
        values = KINDS[given.kind]
        if values.has_stream and default != STANDARD_INPUT:
            key = "folders_or_stream" if values.has_folders else "stream"
            text = self.render(f"shared.{key}", text=text.removesuffix(self.stop))
        if not given.is_option or given.repeats or default in (None, "", 0):
            return text
        if isinstance(default, float):
            default = f"{default:g}"
        value = " ".join(default) if isinstance(default, tuple) else str(default)
        end = self.stop if text.endswith(self.stop) else ""
        return self.render("shared.default", text=text.removesuffix(self.stop), value=value) + end


def format_name(given: Argument) -> str:
    """Return an argument in the help: `-o, --output OUT`."""
    if not given.is_option:
        return given.label
    value = "" if given.kind == "flag" else f" {given.label}"
    if given.number == "?":
        value = f" [{given.label}]"
    return f"{given.short}, {given.name}{value}" if given.short else f"    {given.name}{value}"


def format_usage(name: str) -> str:
    """Return a command with its arguments."""
    command, words = TABLE[name], ["senpu", name]
    if not command.run:
        return " ".join([*words, f"{{{','.join(list_actions(name))}}}", "..."])
    words += ["[OPTION]..."] if command.options else []
    forms = {"": "{}", "?": "[{}]", "*": "[{}]...", "+": "{}..."}
    words += [forms[str(each.number)].format(each.label) for each in command.arguments]
    required = [each for each in command.list_options() if each.is_required]
    words += [f"{each.short or each.name} {each.label}" for each in required]
    return " ".join(words)


# ---- rows -----------------------------------------------------------------------------------


def render_help(name: str, language: str) -> list[str]:
    """Return the rows of the help of a command."""
    message, found = topic_renderer("help", language), describe_command(name, language)
    rows = [
        *wrap_rows(found.usage, message("shared.usage")),
        "",
        *wrap_rows(found.description, ""),
    ]
    for heading, arguments in found.sections:
        rows += ["", message("shared.heading", text=heading)]
        rows += render_table([(each.name, each.text) for each in arguments])
    if found.actions:
        rows += ["", message("shared.heading", text=message("shared.actions"))]
        rows += render_table(found.actions)
    if found.notes:
        rows += ["", *render_notes(found.notes)]
    if found.statuses:
        rows.append("")
        rows += [row for each in found.statuses for row in wrap_rows(each, "")]
    if found.examples:
        rows += ["", message("shared.examples"), *(f"  {each}" for each in found.examples)]
    if found.pages:
        pages = tuple(f"senpu help {each}" for each in found.pages)
        rows += ["", *wrap_rows(message("shared.pages", pages=pages), "")]
    return rows


def render_notes(text: str) -> Iterator[str]:
    """Yield the rows of a paragraph; indented lines keep their form."""
    for row in text.splitlines():
        yield from [row] if row.startswith(" ") or not row else wrap_rows(row, "")


def render_table(pairs: Any) -> Iterator[str]:
    """Yield rows of names and texts in two columns."""
    wide = min(max((text_width(name) for name, _ in pairs), default=0), COLUMN) + 4
    for name, text in pairs:
        margin = f"  {name}"
        margin += " " * (wide - text_width(margin))
        if text_width(margin) > wide:
            yield margin
            margin = " " * wide
        yield from wrap_rows(text, margin) if text else [margin.rstrip()]


def render_overview(language: str) -> list[str]:
    """Return the rows of the help of `senpu`: its commands by group."""
    message = topic_renderer("help", language)
    stop = program_catalogue(language).topic("language")["stop"]
    rows = [f"{message('shared.usage')}senpu COMMAND ...", "", message("senpu.summary")]
    wide = max(map(text_width, COMMANDS)) + 4
    for group, names in GROUPS.items():
        rows += ["", message("shared.heading", text=message(f"groups.{group}"))]
        for name in names:
            margin = f"  {name}".ljust(wide)
            rows += wrap_rows(message(f"{name}.summary").removesuffix(stop), margin)

    return [*rows, "", *render_notes(message("senpu.notes"))]


# ---- errors of usage ------------------------------------------------------------------------


def translate_argparse(language: str) -> None:
    """Translate the messages of argparse."""
    table: Mapping[str, str] = program_catalogue(language).topic("argparse")
    # argparse looks its messages up in these two functions, and offers no other way.
    vars(argparse).update(
        _=lambda text: table.get(text, text),
        ngettext=lambda one, more, n: table.get(one, one) if n == 1 else table.get(more, more),
    )


def format_usage_error(name: str, error: UsageError, language: str) -> str:
    """Return the rows of an error of usage: the reason and the usage."""
    usage = topic_renderer("help", language)("shared.usage")
    reason = cut_middle(make_printable(error.message))
    return f"senpu {name}: {reason}\n{usage}{format_usage(name)}"


def suggest_words(word: str, available: Any) -> list[Message]:
    """Return a hint with the words that are like a mistyped word; none if no word is.

    Args:
        word: The mistyped word.
        available: The words; or texts to compare, with the words.
    """
    from difflib import SequenceMatcher  # few words are mistyped

    words = available if isinstance(available, dict) else {each: each for each in available}
    meant = SYNONYMS.get(word.casefold())
    if meant in words:
        return [Message("help.shared.did_you_mean", {"words": (meant,)})]

    ratios = {
        each: SequenceMatcher(None, word.casefold().lstrip("-"), each.lstrip("-")).ratio()
        for each in words
    }
    best = max(ratios.values(), default=0.0)
    if best < LIKE:
        return []
    near = [words[each] for each, ratio in ratios.items() if ratio > best - MARGIN]
    found: dict[str, str] = {}
    for each in near:  # a topic and its title may differ in capitals only
        found.setdefault(each.casefold(), each)
    return [Message("help.shared.did_you_mean", {"words": tuple(found.values())[:MOST]})]
