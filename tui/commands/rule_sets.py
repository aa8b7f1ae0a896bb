"""`senpu games`, `senpu rules`, `senpu data`: the rule sets, their rules and their values."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from senpu.notation.faults import cells
from senpu.replay.core.registry import find_ruleset, open_rules, registered, rulesets
from senpu.spec.data import STANDINGS, DataError, Values, export, own_values
from senpu.spec.loader import folder, read_toml, spec_of
from senpu.spec.texts import check_texts, rule_text, rules_text
from senpu.tui.api.rule_sets import rule_sets
from senpu.tui.commands.arguments import add_json, add_language
from senpu.tui.commands.game_skeleton import add_actions, run_action
from senpu.tui.render.text_layout import spoken, word


def prepare_data(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.epilog = (
        "senpu data export 800 > mine.toml, correct the numbers, senpu data check mine.toml; "
        "then --data mine.toml, or keep the file beside the log or in the user's data folder."
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="export|check")
    out = actions.add_parser("export", help="print a game's values as TOML")
    out.add_argument("game", metavar="GAME")
    check = actions.add_parser("check", help="check a file of values, and tell its digest")
    check.add_argument("file", metavar="FILE|GAME")
    add_language(check)
    return data


def data(given: Namespace) -> int:
    if given.action == "export":
        return export_values(given.game)
    return check_values(given.file, given.lang)


def export_values(ident: str) -> int:
    """All values of a game (or of one edition of it), ready to be corrected."""
    import tomli_w

    editions = editions_of(ident)
    values = folder(registered(ident).folder).values[editions[0].partition("/")[2]]
    sys.stdout.write(
        f"# The values of {ident}. Correct a number, move it to a block that says where it stands\n"
        f"# ({', '.join(STANDINGS)}), and check the file with: senpu data check FILE\n"
    )
    for name, entry in export(values, ident).items():
        if not isinstance(entry, list):
            sys.stdout.write(tomli_w.dumps({name: entry}))
            continue
        for block in entry:
            sys.stdout.write(f"\n[[{name}]]\n{tomli_w.dumps(block)}")
    return 0


def editions_of(ident: str) -> list[str]:
    """The rule sets that a game's or an edition's id names. Raises UnknownGameError."""
    line = registered(ident)
    if ident in rulesets():
        return [ident]
    if "/" in ident:
        open_rules(ident)  # says which editions there are
    return [f"{ident}/{edition}" for edition in folder(line.folder).game.edition]


def check_values(name: str, language: str) -> int:
    """The digest and the standings of a file of values (or of a game's shipped ones, with what is
    wrong with its folder)."""
    if not Path(name).exists() and not Path(name).suffix:
        for ident in editions_of(name):
            spec = spec_of(ident, registered(ident).folder)
            says = word(language, "values_shipped")
            _report(ident, spec.values.digest(), spec.values.standings(), says, language)
            check_texts(spec.folder)
            open_rules(ident)  # says what the rules miss, in the data or altogether
        return 0
    path = Path(name)
    raw = read_toml(path)
    game = raw.get("game")
    if raw.get("senpu-data") != 1 or not isinstance(game, str):
        raise DataError(f'{path}: expected senpu-data = 1 and game = "800" on top')
    for ident in editions_of(game):
        spec = open_rules(ident).spec
        edition = ident.partition("/")[2]
        values = own_values(raw, str(path), spec.values, edition, spec.game.edition)
        open_rules(ident, named=path)
        changed = list(differences(spec.values, values))
        says = word(language, "values_differ" if changed else "values_same", n=len(changed))
        _report(ident, values.digest(), values.standings(), says, language)
        for name, old, value in changed:
            ident_of = "value_new" if old is None else "value_now"
            print(f"    {word(language, ident_of, name=name, old=old, value=value)}")
    return 0


def differences(shipped: Values, own: Values) -> Iterator[tuple[str, Any, Any]]:
    """Each value that is not as shipped: its name, what it is there (nothing where there is none of
    that name), what it is now."""
    for name, table in own.tables.items():
        for key, value in table.items():
            old = shipped.tables[name].get(key)
            if old is None or old.value != value.value:
                yield f"{name}.{key}", old and old.value, value.value


def _report(ident: str, digest: str, counts: dict[str, int], says: str, language: str) -> None:
    print(f"{ident}: {says}")
    print(f"    {word(language, 'games_values')}  {values_told(counts, language)}")
    print(f"    Data: sha256:{digest}")


LABEL = 11
"""The cells of what is said of a game, with those up to what it is."""


def prepare_games(parser: ArgumentParser) -> Callable[[Namespace], int]:
    add_json(parser)
    add_language(parser)
    add_actions(parser)
    return games


def games(given: Namespace) -> int:
    """List the rule sets with their sides, options and values, or run an action on one."""
    if given.action:
        return run_action(given)
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
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n")
        return 0
    for each in rule_sets():
        sides = (each.side_name(side, language) for side in each.sides)
        lines = [
            ("rulebook", each.rulebook),
            ("sides", word(language, "and").join(sides)),
            ("values", values_told(each.provenance, language)),
        ]
        for option in each.available_options:
            lines.append(("option", f"{option}: {each.option_text(option, language)}"))
        print(f"{each.id}  {each.title(language)}")
        for name, text in lines:
            label = word(language, f"games_{name}")
            print(f"    {label}{' ' * (LABEL - cells(label))}{text}")
        print()
    print(word(given.lang, "games_standing"))
    return 0


def values_told(counts: Mapping[str, int], language: str) -> str:
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


PREPARE = {"games": prepare_games, "rules": prepare_rules, "data": prepare_data}
