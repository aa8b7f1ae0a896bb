"""`senpu data`: the values of games, exported, listed, checked, entered and tested."""

from argparse import Namespace
from pathlib import Path

from senpu.logs.inputs import Input
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import (
    complete_id,
    correct_shipped,
    get_registration,
    list_editions,
    list_shipped_sets,
    open_rules,
    read_data_file,
)
from senpu.spec.corrections import list_changes, list_limited, read_data_rules
from senpu.spec.data import PROVENANCES, DataError, Values, find_game
from senpu.spec.loader import UnknownGameError, read_folder, read_shipped_names
from senpu.spec.owner_files import format_data_file
from senpu.spec.texts import check_texts
from senpu.tui.commands.arguments import encode_json
from senpu.tui.printing import print_data, print_text
from senpu.tui.render.change_report import count_entered, render_changes
from senpu.tui.render.data_sets import format_counts, translate_sentence
from senpu.tui.render.headers import render_digest
from senpu.tui.render.influence_report import make_ranges_object, render_ranges
from senpu.tui.render.text_layout import add_label, get_text, wrap_rows


def export(given: Namespace) -> int:
    """Print all values of a game, or of one edition of it, as TOML."""
    ident, language = given.game, given.lang
    editions = list_editions(ident)
    folder = get_registration(ident).folder
    shipped = read_folder(folder).values[editions[0].partition("/")[2]]
    values = Values(shipped.tables, read_shipped_names(folder))
    heading = get_text(language, "data_heading", game=ident, standings=PROVENANCES)
    print_data(f"{heading}\n")
    for text in format_data_file(values, ident):
        print_data(text)
    return 0


def list_names(given: Namespace) -> int:
    """Print the names of the units and places of a game by provenance, with the source."""
    language = given.lang
    spec = open_rules(list_editions(given.game)[0]).spec
    narrator = Narrator(spec, language)
    for kind, blocks, name in (
        ("unit", spec.name_blocks("unit_name"), narrator.unit),
        ("place", spec.name_blocks("place_name"), narrator.place),
    ):
        for block in blocks:
            source = translate_sentence(spec.folder, block.source, language)
            provenance = get_text(language, block.provenance)
            head = get_text(language, f"names_{kind}", provenance=provenance, source=source)
            print_text("\n".join(wrap_rows(head, "")))
            names = narrator.label("comma").join(map(name, block.ids))
            print_text("\n".join(wrap_rows(names, "    ")))
    return 0


def list_ranges(given: Namespace) -> int:
    """Print the unknown values of a game with their ranges, the most influential first."""
    idents = list_editions(given.game)
    every = [open_rules(ident, tuple(given.option), data_file=given.data) for ident in idents]
    if given.json:
        print_text(encode_json([make_ranges_object(rules.spec) for rules in every]))
        return 0
    narrators = [Narrator(rules.spec, given.lang) for rules in every]
    print_text("\n\n".join("\n".join(render_ranges(narrator)) for narrator in narrators))
    return 0


def check(given: Namespace) -> int:
    """Print the digest and the provenance of the values in a file or of a game.

    Returns:
        The exit status.

    Raises:
        DataError: The file has no values, or values that the game does not know.
    """
    named: Input = given.file
    name, path, language = str(named), named.path, given.lang
    if not named.is_stream and not path.exists() and not path.suffix:
        for ident in list_editions(complete_id(name)):
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
    try:
        idents = list_editions(find_game(raw, path))
    except UnknownGameError as error:
        raise DataError("badFile", file=path, why=error.message) from None
    for ident in idents:
        spec = open_rules(ident).spec
        values = correct_shipped(raw, str(path), spec)
        options = [option.id for option in spec.edition.option]
        for chosen in dict.fromkeys(((), *((each,) for each in options), tuple(options))):
            open_rules(ident, chosen, data_file=named)
        rules = read_data_rules(Path(spec.folder))
        shipped = Values(spec.values.tables, read_shipped_names(Path(spec.folder)))
        followed = rules.follow(shipped, values)
        changed = list_changes(followed, values)
        text = get_text(language, "values_same")
        if changed:
            text = get_text(language, "values_differ", n=count_entered(changed, values))
        _print_values(ident, values, text, language)
        for row in render_changes(changed, values, ident, language):
            print_text(row)
        if names := list_limited(raw, values, ident.partition("/")[2]):
            listed = get_text(language, "and").join(names)
            text = get_text(language, "values_limited", n=len(names), names=listed)
            print_text("\n".join(wrap_rows(text, "    ")))
    return 0


def _print_values(ident: str, values: Values, text: str, language: str) -> None:
    counts = format_counts(values.count_by_provenance(), language)
    print_text(add_label(language, ident, text))
    print_text(f"    {get_text(language, 'games_values')}  {counts}")
    print_text(f"    {render_digest(values.digest(), language)}")
