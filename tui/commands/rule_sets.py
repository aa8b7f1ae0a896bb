"""`senpu games`, `senpu rules`: the rule sets and their rules."""

from argparse import Namespace

import msgspec

from senpu.notation.faults import text_width
from senpu.notation.layout import add_style
from senpu.replay.core.registry import get_registration
from senpu.spec.loader import UnknownGameError, load_spec
from senpu.spec.texts import find_rule_text, read_rules_text
from senpu.spec.translations import find_translation
from senpu.tui.api.rule_sets import rule_sets
from senpu.tui.commands.arguments import choose_rule_set, encode_json
from senpu.tui.printing import print_data, print_text
from senpu.tui.render.data_sets import format_counts
from senpu.tui.render.text_layout import (
    add_label,
    get_text,
    get_width,
    strip_code_paragraph,
    wrap_rows,
)

LABEL = 11
"""The columns of a label of a rule set."""


def games(given: Namespace) -> int:
    """List the rule sets with their sides, options and values, or run an action on one."""
    language = given.lang
    if given.json:
        rows = [
            {
                "id": each.id,
                "title": each.title(language),
                "options": each.available_options,
                "sides": each.sides,
                "values": each.provenance,
                "data": each.data,
            }
            for each in rule_sets()
        ]
        print_data(msgspec.json.format(encode_json(rows)) + "\n")
        return 0
    for each in rule_sets():
        sides = (each.side_name(side, language) for side in each.sides)
        folder = str(get_registration(each.id).folder)
        lines = [
            ("rulebook", find_translation(folder, each.rulebook, language) or each.rulebook),
            ("sides", get_text(language, "and").join(sides)),
            ("values", format_counts(each.provenance, language)),
        ]
        for option in each.available_options:
            text = each.option_text(option, language)
            lines.append(("option", add_label(language, option, text)))
        print_text(add_style(f"{each.id}  {each.title(language)}", "heading"))
        for name, text in lines:
            label = get_text(language, f"games_{name}")
            print_text(f"    {label}{' ' * (LABEL - text_width(label))}{text}")
        print_text()
    print_text(get_text(given.lang, "games_provenance"))
    return 0


def rules(given: Namespace) -> int:
    """Print a rule with the rules below it, the rules with some words, or a list of all rules."""
    ident = choose_rule_set(given)
    spec = load_spec(ident, get_registration(ident).folder)
    if not given.number:
        print_text(get_text(given.lang, "rules_heading", game=ident, title=spec.title(given.lang)))
        print_text()
        for entry in read_rules_text(spec.folder, ident.partition("/")[2], given.lang):
            number = f"  {entry.number}{' ' * max(12 - text_width(entry.number), 0)} "
            for row in wrap_rows(entry.title, number, get_width()):
                print_text(row)
        _print_hint(ident, given.lang)
        return 0
    from senpu.tui.commands.help_pages import render_link
    from senpu.tui.render.markdown import render_markdown  # the lists need no Markdown

    words = " ".join(given.number).split()
    try:
        entries = find_rule_text(spec, " ".join(words), given.lang)
    except UnknownGameError:
        from senpu.tui.commands.rule_search import find_rules, render_rules

        found = find_rules(ident, words, given.lang)
        if not found:
            raise
        for row in render_rules(found, words, get_width()):
            print_text(row)
        _print_hint(ident, given.lang)
        return 0
    for at, each in enumerate(entries):
        if at:
            print_text()
        for row in wrap_rows(each.title, f"{each.number}  ", get_width()):
            print_text(row)
        print_text()
        for row in render_markdown(strip_code_paragraph(each.body), get_width(), render_link):
            print_text(row)
    return 0


def _print_hint(ident: str, language: str) -> None:
    """Print how a rule is read or searched."""
    print_text(
        "\n".join(["", *wrap_rows(get_text(language, "rules_hint", game=ident), "", get_width())])
    )
