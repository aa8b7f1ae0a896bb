"""The pages of the documentation that are made from data: commands, rule sets, the Python API."""

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import dedent

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
from senpu.tui.commands.public_names import PublicName, describe_name
from senpu.tui.commands.topics import find_folder
from senpu.tui.render.data_sets import format_counts
from senpu.tui.render.text_layout import get_text, strip_code_paragraph

PUBLIC_NAMES = {
    "functions": (
        "read", "verify", "append", "new", "start", "rule_set", "rule_sets", "__version__",
    ),
    "games": ("Game", "Readable", "Note"),
    "events": ("Event", "Effect"),
    "positions": (
        "Position", "Option", "Decision", "Outcome", "Unit", "Odds", "OddsTerm", "OddsCase",
        "WinProbability",
    ),
    "verdicts": ("Verdict", "EventAccount", "AwaitedAct"),
    "books": ("RuleSet", "Book", "BookMove"),
    "errors": ("Error", "IllegalEventError", "LogError", "Fault", "Message"),
}  # fmt: skip
"""The public names of `senpu` by section of the page `python-api`."""
SIGNS = re.compile(r"(`[^`]*`)|([*_<\[\]])")
"""Code, or a sign of Markdown."""
TITLES = {
    "Args": "python_args", "Returns": "python_returns", "Raises": "python_raises",
    "Example": "python_example",
}  # fmt: skip
"""The ids of the titles of the sections of a docstring."""
SECTION = re.compile(rf"^({'|'.join(TITLES)}):$", re.MULTILINE)
"""The heading of a section of a docstring."""
ENTRY = re.compile(r"\n(?=\S)")
"""The end of an entry of a section."""
PAGE_FILE = re.compile(r"`spec/en/([a-z]+)/([a-z-]+)\.md`")
"""The file of a page, as docstrings name it."""


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
    """Return the page `python-api`: the docstring of each public name and of each member."""
    message = topic_renderer("pages", language)
    parts = [f"# {message('python_api_title')}", message("python_api_intro")]
    for section, names in PUBLIC_NAMES.items():
        parts.append(f"## {message(f'python_{section}')}")
        for name in names:
            first, *members = describe_name(name)
            fields = [each for each in members if each.is_attribute]
            parts += _describe_name(first, "###", message, fields)
            for each in members:
                if not each.is_attribute:
                    parts += _describe_name(each, "####", message)
    return "\n\n".join(parts) + "\n"


def _describe_name(
    each: PublicName, level: str, message: Callable[..., str], fields: Sequence[PublicName] = ()
) -> Iterator[str]:
    """Yield the blocks of a public name: heading, form and docstring, with some attributes."""
    yield f"{level} `senpu.{each.name}`"
    if each.form != each.name:
        yield f"```python\n{each.form}\n```"
    text, *sections = SECTION.split(each.text)
    yield from _list_paragraphs(text)
    if fields:
        yield f"**{message('python_attributes')}**"
        yield "\n".join(f"- `{field.form}`: {_join_lines(field.text)}" for field in fields)
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        body = dedent(body).strip()
        yield f"**{message(TITLES[title])}**"
        if title == "Example":
            yield f"```python\n{body}\n```"
        elif title in ("Args", "Raises"):
            entries = (entry.partition(":") for entry in ENTRY.split(body))
            yield "\n".join(
                f"- {_quote_names(names)}: {_join_lines(text)}" for names, _, text in entries
            )
        else:
            yield from _list_paragraphs(body)


def _quote_names(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))


def _list_paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a docstring as Markdown."""
    return (_join_lines(part) for part in text.strip().split("\n\n") if part)


def _join_lines(text: str) -> str:
    """Return a paragraph of a docstring in one line, with links to the pages that it names."""
    return PAGE_FILE.sub(r"[\2](../\1/\2.md)", escape(" ".join(text.split())))


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
