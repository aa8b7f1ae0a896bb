"""`senpu games`, `senpu rules`, `senpu data`: the rule sets, their rules and their values."""

from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from senpu.logs.inputs import Input
from senpu.notation.faults import text_width
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import (
    correct_shipped,
    find_data_input,
    find_rule_set,
    get_registration,
    list_rule_sets,
    list_shipped_sets,
    open_rules,
    read_data_file,
)
from senpu.spec.corrections import list_changes, list_limited, read_data_rules
from senpu.spec.data import PROVENANCES, DataError, Values
from senpu.spec.loader import load_spec, read_folder, read_shipped_names
from senpu.spec.owner_files import format_data_file
from senpu.spec.stagger import list_fallen
from senpu.spec.texts import check_texts, find_rule_text, read_rules_text
from senpu.tui.api.rule_sets import rule_sets
from senpu.tui.commands.arguments import add_json, add_language, encode_json
from senpu.tui.commands.data_entry import add_fill, fill
from senpu.tui.commands.data_evidence import add_evidence, show_evidence
from senpu.tui.commands.data_ranges import add_ranges, list_ranges
from senpu.tui.commands.game_skeleton import add_actions, run_action
from senpu.tui.commands.parsing import Parser
from senpu.tui.printing import print_data, print_text
from senpu.tui.render.change_report import render_changes
from senpu.tui.render.text_layout import get_text, strip_code_paragraph, wrap_rows


def prepare_data(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu data`, and return the function that runs it."""
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="export|names|ranges|check|fill|evidence"
    )
    out = actions.add_parser("export", help="summary")
    out.add_argument("game", metavar="GAME")
    add_language(out)
    names = actions.add_parser("names", help="summary")
    names.add_argument("game", metavar="GAME")
    add_language(names)
    add_ranges(actions)
    check = actions.add_parser("check", help="summary")
    check.add_argument("file", type=find_data_input, metavar="FILE|GAME")
    add_language(check)
    add_evidence(actions.add_parser("evidence", help="summary"))
    add_fill(actions)
    return data


def data(given: Namespace) -> int:
    """Export, check or enter values, list names or ranges, or test public facts."""
    if given.action == "evidence":
        return show_evidence(given)
    if given.action == "fill":
        return fill(given)
    if given.action == "names":
        return list_names(given.game, given.lang)
    if given.action == "ranges":
        return list_ranges(list_editions(given.game), given)
    if given.action == "export":
        return export_values(given.game, given.lang)
    return check_values(given.file, given.lang)


def export_values(ident: str, language: str) -> int:
    """Print all values of a game, or of one edition of it, as TOML."""
    editions = list_editions(ident)
    folder = get_registration(ident).folder
    shipped = read_folder(folder).values[editions[0].partition("/")[2]]
    values = Values(shipped.tables, read_shipped_names(folder))
    print_text(get_text(language, "data_heading", game=ident, standings=PROVENANCES))
    for text in format_data_file(values, ident):
        print_data(text)
    return 0


def list_names(ident: str, language: str) -> int:
    """Print the names of the units and places of a game by provenance, with the source."""
    spec = open_rules(list_editions(ident)[0]).spec
    narrator = Narrator(spec, language)
    for kind, blocks, name in (
        ("unit", spec.name_blocks("unit_name"), narrator.unit),
        ("place", spec.name_blocks("place_name"), narrator.place),
    ):
        for block in blocks:
            source = {"provenance": get_text(language, block.provenance), "source": block.source}
            print_text("\n".join(wrap_rows(get_text(language, f"names_{kind}", **source), "")))
            names = narrator.label("comma").join(map(name, block.ids))
            print_text("\n".join(wrap_rows(names, "    ")))
    return 0


def list_editions(ident: str) -> list[str]:
    """Return the rule sets that the id of a game or an edition names. Raises UnknownGameError."""
    line = get_registration(ident)
    if ident in list_rule_sets():
        return [ident]
    if "/" in ident:
        open_rules(ident)  # says which editions there are
    return [f"{ident}/{edition}" for edition in read_folder(line.folder).game.edition]


def check_values(named: Input, language: str) -> int:
    """Print the digest and the provenance of the values in a file or of a game.

    Returns:
        The exit status.

    Raises:
        DataError: The file has no values, or values that the game does not know.
    """
    name, path = str(named), named.path
    if not named.is_stream and not path.exists() and not path.suffix:
        for ident in list_editions(name):
            for each in list_shipped_sets(ident):
                text = get_text(language, "values_default")
                if each.name:
                    title, data = each.title[language], f"{ident.partition('/')[0]}/{each.name}"
                    text = get_text(language, "values_set", title=title, data=data)
                _print_values(ident, each.values, text, language)
            check_texts(str(get_registration(ident).folder))
            open_rules(ident)  # says what the rules miss, in the data or altogether
        return 0
    raw = read_data_file(named)
    game = raw.get("game")
    if raw.get("senpu-data") != 1 or not isinstance(game, str):
        raise DataError("dataFileHead", path=path)
    for ident in list_editions(game):
        spec = open_rules(ident).spec
        values = correct_shipped(raw, str(path), spec)
        open_rules(ident, data_file=named)
        rules = read_data_rules(Path(spec.folder))
        shipped = Values(spec.values.tables, read_shipped_names(Path(spec.folder)))
        followed = rules.follow(shipped, values)
        changed = list_changes(followed, values)
        text = get_text(language, "values_same")
        if changed:
            text = get_text(language, "values_differ", n=len(changed))
        _print_values(ident, values, text, language)
        for row in render_changes(changed, language):
            print_text(row)
        if followed is not shipped:
            hexes = " ".join(list_fallen(shipped, rules.kept_rows))
            text = get_text(language, "values_renumbered", hexes=hexes)
            print_text("\n".join(wrap_rows(text, "    ")))
        if names := list_limited(raw, values, ident.partition("/")[2]):
            listed = get_text(language, "and").join(names)
            text = get_text(language, "values_limited", n=len(names), names=listed)
            print_text("\n".join(wrap_rows(text, "    ")))
    return 0


def _print_values(ident: str, values: Values, text: str, language: str) -> None:
    counts = format_values(values.count_by_provenance(), language)
    print_text(f"{ident}: {text}")
    print_text(f"    {get_text(language, 'games_values')}  {counts}")
    print_text(f"    Data: sha256:{values.digest()}")


LABEL = 11
"""The columns of a label of a rule set."""


def prepare_games(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu games`, and return the function that runs it."""
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
        print_data(msgspec.json.format(encode_json(rows)) + "\n")
        return 0
    for each in rule_sets():
        sides = (each.side_name(side, language) for side in each.sides)
        lines = [
            ("rulebook", each.rulebook),
            ("sides", get_text(language, "and").join(sides)),
            ("values", format_values(each.provenance, language)),
        ]
        for option in each.available_options:
            lines.append(("option", f"{option}: {each.option_text(option, language)}"))
        print_text(f"{each.id}  {each.title(language)}")
        for name, text in lines:
            label = get_text(language, f"games_{name}")
            print_text(f"    {label}{' ' * (LABEL - text_width(label))}{text}")
        print_text()
    print_text(get_text(given.lang, "games_provenance"))
    return 0


def format_values(counts: Mapping[str, int], language: str) -> str:
    """Return the number of values of each provenance."""
    return get_text(language, "and").join(
        get_text(language, "values_of", n=counts[each], provenance=get_text(language, each))
        for each in PROVENANCES
    )


def prepare_rules(parser: Parser) -> Callable[[Namespace], int]:
    """Add the arguments of `senpu rules`, and return the function that runs it."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("number", nargs="?", metavar="NUMBER")
    add_language(parser)
    return rules


def rules(given: Namespace) -> int:
    """Print a rule with the rules below it, or the list of all rules."""
    ident = find_rule_set(given.game)
    spec = load_spec(ident, get_registration(ident).folder)
    if given.number is None:
        print_text(
            get_text(given.lang, "rules_heading", game=ident, rulebook=spec.edition.rulebook)
        )
        print_text()
        for entry in read_rules_text(spec.folder, ident.partition("/")[2]):
            print_text(f"  {entry.number:<12} {entry.title}")
        print_text(f"\n{get_text(given.lang, 'rules_hint', game=ident)}")
        return 0
    entries = find_rule_text(spec, given.number)
    print_text(
        "\n\n".join(
            f"{each.number}  {each.title}\n\n{strip_code_paragraph(each.body)}" for each in entries
        )
    )
    return 0


PREPARE = {"games": prepare_games, "rules": prepare_rules, "data": prepare_data}
