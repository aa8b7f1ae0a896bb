"""`senpu games`, `senpu rules`: what there is, and what its rules say."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

import msgspec

from senpu.notation.faults import cells
from senpu.replay.core.registry import find_ruleset, open_rules, registered, rulesets
from senpu.spec.data import STANDINGS
from senpu.spec.loader import spec_of
from senpu.spec.texts import rule_text, rules_text
from senpu.tui.commands.arguments import add_json, add_language
from senpu.tui.render.text_layout import spoken, word

LABEL = 11
"""The cells of what is said of a game, with those up to what it is."""


def prepare_games(parser: ArgumentParser) -> Callable[[Namespace], int]:
    add_json(parser)
    add_language(parser)
    return games


def games(given: Namespace) -> int:
    """Every rule set, its sides and options, and how many values stand where."""
    specs = [open_rules(ident).spec for ident in rulesets()]
    if given.json:
        rows = [
            {
                "id": spec.id,
                "title": spec.title(given.lang),
                "options": [option.id for option in spec.edition.option],
                "sides": [side.id for side in spec.sides],
                "values": spec.values.standings(),
                "data": f"sha256:{spec.values.digest()}",
            }
            for spec in specs
        ]
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n")
        return 0
    for spec in specs:
        comma = word(given.lang, "and")
        said = [
            ("rulebook", spec.edition.rulebook),
            ("sides", comma.join(side.name[given.lang] for side in spec.sides)),
            ("values", values_told(spec.values.standings(), given.lang)),
            *(("option", f"{each.id}: {each.text[given.lang]}") for each in spec.edition.option),
        ]
        print(f"{spec.id}  {spec.title(given.lang)}")
        for name, text in said:
            label = word(given.lang, f"games_{name}")
            print(f"    {label}{' ' * (LABEL - cells(label))}{text}")
        print()
    print(word(given.lang, "games_standing"))
    return 0


def values_told(counts: dict[str, int], language: str) -> str:
    """How many values stand where."""
    return word(language, "and").join(
        word(language, "values_of", n=counts[each], standing=word(language, each))
        for each in STANDINGS
    )


def prepare_rules(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "number", nargs="?", metavar="NUMBER", help="7.2-4, or 7.2 for all below it"
    )
    return rules


def rules(given: Namespace) -> int:
    """One rule with those below it, or the list of all."""
    ident = find_ruleset(given.game)
    spec = spec_of(ident, registered(ident).folder)
    if given.number is None:
        print(f"{ident}: {spec.edition.rulebook}, in our own words\n")
        for entry in rules_text(spec.folder, ident.partition("/")[2]):
            print(f"  {entry.number:<12} {entry.title}")
        print(f"\nsenpu rules {ident} NUMBER tells one of them.")
        return 0
    entries = rule_text(spec, given.number)
    print("\n\n".join(f"{each.number}  {each.title}\n\n{spoken(each.body)}" for each in entries))
    return 0


PREPARE = {"games": prepare_games, "rules": prepare_rules}
