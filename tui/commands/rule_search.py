"""The search in the rules of the games, for `senpu rules` and `senpu help`."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter

from senpu.notation.layout import add_style
from senpu.notation.messages import LANGUAGES, topic_renderer
from senpu.notation.printable import quote_word
from senpu.replay.core.registry import get_registration, list_rule_sets
from senpu.spec.data import DataError
from senpu.spec.texts import RuleText, read_rules_text
from senpu.tui.commands.page_search import MARGIN, cut_around, list_lines, make_pattern
from senpu.tui.render.text_layout import wrap_rows

WORD = re.compile(r"[^\W\d_]")


def find_rules(ident: str, words: Sequence[str], language: str) -> list[RuleText]:
    """Return the rules of an edition that have all words, in the language of the user or another.

    Args:
        ident: The rule set.
        words: The words.
        language: The language of the user, whose texts come first.
    """
    if not any(map(WORD.search, words)):  # a number of a rule, not a word
        return []
    patterns = [*map(make_pattern, words)]
    folder, edition = str(get_registration(ident).folder), ident.partition("/")[2]
    with suppress(DataError):  # a game may have no page of rules
        for each in dict.fromkeys((language, *LANGUAGES)):
            found = [
                rule for rule in read_rules_text(folder, edition, each)
                if all(pattern.search(f"{rule.title}\n{rule.body}") for pattern in patterns)
            ]  # fmt: skip
            if found:
                return found
    return []


def render_rules(rules: Sequence[RuleText], words: Sequence[str], width: int) -> Iterator[str]:
    """Yield the rows of a list of rules, each with a line that has a word."""
    patterns = [*map(make_pattern, words)]
    for rule in rules:
        yield from wrap_rows(add_style(f"{rule.number}  {rule.title}", "heading"), "", width)
        lines = [*list_lines(rule.body)]
        found = ((line, each) for each in patterns for line in lines if each.search(line))
        for line, pattern in [*found][:1]:
            yield MARGIN + cut_around(line, pattern, width - len(MARGIN))


def render_games(words: Sequence[str], language: str) -> Iterator[str]:
    """Yield the command that lists the rules with some words, and their number, by game."""
    message = topic_renderer("pages", language)
    sets = [(ident.partition("/")[0], ident) for ident in list_rule_sets()]
    for game, editions in groupby(sets, itemgetter(0)):
        counts = [(ident, len(find_rules(ident, words, language))) for _, ident in editions]
        names = [game] if len(counts) == 1 else [ident for ident, _ in counts]
        for name, (_, n) in zip(names, counts, strict=True):
            if n:
                command = f"senpu rules {name} {' '.join(map(quote_word, words))}"
                yield MARGIN + message("in_rules", n=n, command=command)
