"""The pages of the documentation that are made from data: commands, rule sets, the Python API."""

import argparse
import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import senpu
from senpu.logs.inputs import read_file
from senpu.notation.messages import Catalogue, program_catalogue
from senpu.replay.core.registry import GAMES
from senpu.tui.api.rule_sets import RuleSet, rule_sets
from senpu.tui.commands.help_texts import add_texts, list_examples, make_help_parser
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


def make_commands_page(language: str) -> str:
    """Return the page `commands`: each command with its arguments, options and examples."""
    from senpu.tui.cli import COMMANDS

    catalogue = program_catalogue(language)
    say = catalogue.render
    parts = [f"# {say('pages.commands_title', {})}", say("pages.commands_intro", {})]
    for name, command in COMMANDS.items():
        parser = make_help_parser(language, prog=f"senpu {name}")
        import_module(f"senpu.tui.commands.{command.module}").PREPARE[name](parser)
        add_texts(parser)
        parts += _describe_parser(parser, catalogue, 2)
    return "\n\n".join(parts) + "\n"


def _describe_parser(parser: Any, catalogue: Catalogue, level: int) -> Iterator[str]:
    """Yield the blocks of a command, then the blocks of its actions."""
    yield f"{'#' * level} `{parser.prog}`"
    if parser.description:
        yield str(parser.description)
    usage = " ".join(parser.format_usage().split()).partition(parser.prog)
    yield f"```text\n{parser.prog}{usage[2]}\n```"
    actions = []
    for group in parser._action_groups:
        rows = []
        for action in group._group_actions:
            if isinstance(action, argparse._SubParsersAction):
                actions += list(action.choices.values())
            elif not isinstance(action, argparse._HelpAction):
                rows.append(_describe_argument(action, parser))
        if rows:
            yield f"**{group.title}**"
            yield "\n".join(rows)
    command = parser.prog.removeprefix("senpu ").replace(" ", ".")
    if examples := list(list_examples(parser, command))[1:]:
        yield f"**{catalogue.render('pages.examples', {})}**"
        yield "\n".join(("```text", *(row.strip() for row in examples), "```"))
    for each in actions:
        yield from _describe_parser(each, catalogue, level + 1)


def _describe_argument(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """Return an item of a list: an argument or option with its text."""
    formatter = parser._get_formatter()
    name = formatter._format_action_invocation(action)
    text = " ".join(formatter._expand_help(action).split()) if action.help else ""
    return f"- `{name}`: {text}"


def make_python_page(language: str) -> str:
    """Return the page `python-api`: the docstring of each public name."""
    parts = list(begin_python_page(language))
    for section, names in PUBLIC_NAMES.items():
        parts.append(f"## {program_catalogue(language).render(f'pages.python_{section}', {})}")
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
    say = program_catalogue(language).render
    yield f"# {say('pages.python_api_title', {})}"
    yield say("pages.python_api_intro", {})


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
    say = program_catalogue(language).render
    parts = [f"# {say('pages.rule_sets_title', {})}", say("pages.rule_sets_intro", {})]
    for each in rule_sets():
        parts += _describe_rule_set(each, language)
        game = each.id.partition("/")[0]
        link = f"../../{game}/{language}/rules.md"
        parts[-1] += f"\n- [{say('pages.rules', {})}]({link})"
    return "\n\n".join(parts) + "\n"


def make_game_page(game: str, language: str) -> str:
    """Return the page of a game: its rule sets, then its rules."""
    say = program_catalogue(language).render
    path = GAMES[game].folder / language / "rules.md"
    editions = [each for each in rule_sets() if each.id.startswith(f"{game}/")]
    head, _, body = read_file(path).decode("utf-8").partition("\n")
    parts = [f"# {head.removeprefix('# ')}"]
    for each in editions:
        parts += _describe_rule_set(each, language)
    parts.append(f"## {say('pages.rules', {})}")
    return "\n\n".join((*parts, strip_code_paragraph(body))) + "\n"


def _describe_rule_set(each: RuleSet, language: str) -> Iterator[str]:
    """Yield a heading and a list: the sides, options and values of a rule set."""
    say = program_catalogue(language).render
    both = get_text(language, "and")
    facts = [
        (say("pages.rule_set", {}), f"`{each.id}`"),
        (say("pages.rulebook", {}), each.rulebook),
        (say("pages.sides", {}), both.join(each.side_name(side, language) for side in each.sides)),
        (say("pages.values", {}), format_counts(each.provenance, language)),
    ]
    yield f"## {each.title(language)}"
    rows = [say("pages.fact", {"name": name, "text": text}) for name, text in facts]
    for option in each.available_options:
        text = each.option_text(option, language)
        rows.append(say("pages.option", {"name": option, "text": text}))
    yield "\n".join(f"- {row}" for row in rows)


GENERATORS: dict[str, Callable[[str], str]] = {
    "commands": make_commands_page,
    "python-api": make_python_page,
    "rule-sets": make_rule_sets_page,
}
"""The functions that make the pages, by topic."""
