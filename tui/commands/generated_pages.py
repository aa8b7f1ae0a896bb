"""The pages of the documentation that are made from data: commands, rule sets, the Python API."""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import senpu
from senpu.logs.inputs import read_file
from senpu.notation.messages import program_catalogue, topic_renderer
from senpu.replay.core.registry import GAMES
from senpu.tui.api.rule_sets import RuleSet, rule_sets
from senpu.tui.command_line.help_texts import (
    ArgumentHelp,
    CommandHelp,
    describe_command,
    describe_commands,
)
from senpu.tui.command_line.table import COMMANDS
from senpu.tui.commands.topics import find_folder
from senpu.tui.render.data_sets import format_counts
from senpu.tui.render.text_layout import get_text, strip_code_paragraph

PUBLIC_NAMES = {
    "functions": ("read", "verify", "append", "new", "start", "rule_set", "rule_sets"),
    "games": ("Game", "Note"),
    "events": ("Event", "Effect"),
    "positions": ("Position", "Option", "Decision", "Outcome", "Unit", "Odds"),
    "verdicts": ("Verdict", "EventAccount", "AwaitedAct"),
    "books": ("RuleSet", "Book", "BookMove"),
    "errors": ("Error", "IllegalEventError", "LogError", "Fault"),
}
"""The public names of `senpu` by section of the page `python-api`."""
SIGNS = re.compile(r"(`[^`]*`)|([*_<\[\]])")
"""Code, or a sign of Markdown."""


def make_commands_page(language: str) -> str:
    """Return the page `commands`: each command with its arguments, options and examples."""
    message = topic_renderer("pages", language)
    parts = [f"# {message('commands_title')}", message("commands_intro")]
    shared = describe_command(COMMANDS[0], language).sections[-1]
    parts += _describe_arguments(shared)
    for title, commands in describe_commands(language):
        parts.append(f"## {title[:1].upper()}{title[1:]}")
        for each in commands:
            sections = [section for section in each.sections if section[0] != shared[0]]
            parts += _describe_command(each._replace(sections=tuple(sections)), language)
    return "\n\n".join(parts) + "\n"


def _describe_command(each: CommandHelp, language: str) -> Iterator[str]:
    """Yield the blocks of a command or action."""
    message = topic_renderer("help", language)
    yield f"{'####' if ' ' in each.name else '###'} `senpu {each.name}`"
    yield escape(each.description)
    yield f"```text\n{each.usage}\n```"
    for section in each.sections:
        yield from _describe_arguments(section)
    if each.notes:
        has_form = any(row.startswith(" ") for row in each.notes.splitlines())
        yield f"```text\n{each.notes}\n```" if has_form else escape(each.notes)
    if each.statuses:
        yield escape(program_catalogue(language).join_messages(each.statuses))
    if each.examples:
        yield "\n".join(("```text", *each.examples, "```"))
    if each.pages:
        topics = (f"[{name}](../{find_folder(name)}/{name}.md)" for name in each.pages)
        yield message("shared.pages", pages=tuple(topics))


def _describe_arguments(section: tuple[str, tuple[ArgumentHelp, ...]]) -> Iterator[str]:
    """Yield the heading and the list of some arguments."""
    heading, arguments = section
    yield f"**{heading[:1].upper()}{heading[1:]}**"
    yield "\n".join(f"- `{each.name.strip()}`: {escape(each.text)}" for each in arguments)


def escape(text: str) -> str:
    """Return a text with the signs of Markdown escaped, except in code."""
    return SIGNS.sub(lambda sign: sign[1] or f"\\{sign[2]}", text)


def make_python_page(language: str) -> str:
    """Return the page `python-api`: the docstring of each public name."""
    parts = list(begin_python_page(language))
    for section, names in PUBLIC_NAMES.items():
        parts.append(f"## {topic_renderer('pages', language)(f'python_{section}')}")
        for name in names:
            value = getattr(senpu, name)
            parts += _describe_value(name, value)
            if isinstance(value, type) and not issubclass(value, tuple):
                for key, member in vars(value).items():
                    is_method = inspect.isfunction(member) or isinstance(member, classmethod)
                    if is_method and not key.startswith("_"):
                        parts += _describe_value(f"{name}.{key}", getattr(value, key))
    return "\n\n".join(parts) + "\n"


def begin_python_page(language: str) -> Iterator[str]:
    """Yield the title and the introduction of the page `python-api`."""
    message = topic_renderer("pages", language)
    yield f"# {message('python_api_title')}"
    yield message("python_api_intro")


def _describe_value(name: str, value: Any) -> Iterator[str]:
    """Yield the heading and the docstring of a public name or of one of its methods."""
    try:
        signature = str(inspect.signature(value))
    except ValueError:  # a class of the standard library
        signature = ""
    yield f"### `senpu.{name}`"
    yield f"```text\n{name}{signature}\n\n{inspect.getdoc(value) or ''}\n```"


def make_rule_sets_page(language: str) -> str:
    """Return the page `rule-sets`: the editions that are installed."""
    message = topic_renderer("pages", language)
    parts = [f"# {message('rule_sets_title')}", message("rule_sets_intro")]
    for each in rule_sets():
        parts += _describe_rule_set(each, language)
        game = each.id.partition("/")[0]
        link = f"../../{game}/{language}/rules.md"
        parts[-1] += f"\n- [{message('rules')}]({link})"
    return "\n\n".join(parts) + "\n"


def make_game_page(game: str, language: str) -> str:
    """Return the page of a game: its rule sets, then its rules."""
    message = topic_renderer("pages", language)
    path = GAMES[game].folder / language / "rules.md"
    editions = [each for each in rule_sets() if each.id.startswith(f"{game}/")]
    head, _, body = read_file(path).decode("utf-8").partition("\n")
    parts = [f"# {head.removeprefix('# ')}"]
    for each in editions:
        parts += _describe_rule_set(each, language)
    parts.append(f"## {message('rules')}")
    return "\n\n".join((*parts, strip_code_paragraph(body))) + "\n"


def _describe_rule_set(each: RuleSet, language: str) -> Iterator[str]:
    """Yield a heading and a list: the sides, options and values of a rule set."""
    message = topic_renderer("pages", language)
    both = get_text(language, "and")
    facts = [
        (message("rule_set"), f"`{each.id}`"),
        (message("rulebook"), each.rulebook),
        (
            message("sides"),
            both.join(each.side_name(side, language) for side in each.sides),
        ),
        (message("values"), format_counts(each.provenance, language)),
    ]
    yield f"## {each.title(language)}"
    rows = [message("fact", name=name, text=text) for name, text in facts]
    for option in each.available_options:
        text = each.option_text(option, language)
        rows.append(message("option", name=option, text=text))
    yield "\n".join(f"- {row}" for row in rows)


GENERATORS: dict[str, Callable[[str], str]] = {
    "commands": make_commands_page,
    "python-api": make_python_page,
    "rule-sets": make_rule_sets_page,
}
"""The functions that make the pages, by topic."""
