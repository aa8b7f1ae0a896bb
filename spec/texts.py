"""The texts of a game: its sentences and names by language, and its rules, paraphrased.

The program loads it only to print sentences; `verify` of a valid log does not.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from senpu.notation.lexer import PLACE
from senpu.notation.messages import (
    LANGUAGES,
    MESSAGES,
    SOURCE,
    Catalogue,
    Sentence,
    is_table,
    open_catalogue,
)
from senpu.spec.data import DataError
from senpu.spec.loader import (
    SPEC,
    GameFolder,
    Spec,
    UnknownGameError,
    find_roles,
    list_set_files,
    read_toml,
)
from senpu.spec.loader import read_folder as load_folder
from senpu.spec.names import read_names

COMMON = SPEC / "common"
"""The sentences that all games share: `<language>/texts.toml`."""
TABLES = ("effect", "result", "decision", "prompt", "rejection", "label", "form", "question")
"""The tables of `<game>/<language>/texts.toml`. `form` is for all games."""
NAMES = (
    "side", "kind", "unit", "article", "place", "short", "box", "card", "date", "title", "ending",
    "option", "programs", "value", "set", "unknown",
)  # fmt: skip
"""The tables of `<game>/<language>/names.toml`."""


def open_texts(folder: str, language: str = SOURCE) -> Catalogue:
    """Return the sentences of a game as the topic `texts`; they replace the common sentences."""
    texts = open_catalogue(language, MESSAGES, COMMON, Path(folder))
    try:
        unknown = texts.topic("texts").keys() - set(TABLES)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        read_toml(Path(folder) / language / "texts.toml")
        raise
    if unknown:
        path = Path(folder) / language / "texts.toml"
        raise DataError("unknownTextTable", path=path, table=min(unknown), have=TABLES)
    return texts


def check_texts(folder: str) -> None:
    """Check the texts and names of a game in all languages.

    Raises:
        DataError: There is a fault; the first is reported.
    """
    for path, fault in find_text_faults(Path(folder)):
        raise DataError("badTexts", path=path, fault=fault)


def find_text_faults(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield each fault of the texts and names of a game, with its file or folder.

    Raises:
        DataError: A file is not TOML, or a file of texts has an unknown table.
    """
    for language in LANGUAGES:
        open_texts(str(path), language)
        read_names(path, language)
    for fault in find_name_faults(load_folder(path), path):
        yield path / SOURCE / "names.toml", fault
    for language in LANGUAGES:
        for fault in find_differences(path, language):
            yield path / language, fault


def find_name_faults(folder: GameFolder, path: Path) -> Iterator[str]:
    """Yield the names that a game lacks in English, and the names of unknown ids."""
    from senpu.spec.ranges import list_blocks  # only checks need it

    game = folder.game
    tables = [table for values in folder.values.values() for table in values.tables.values()]
    held = [each.value for table in tables for each in table.values()]
    own = Catalogue(SOURCE, path).topic("names")
    for table in own.keys() - set(NAMES):
        yield f"no table {table}; expected {', '.join(NAMES)}"
    places = [area.id for area in game.area]
    if game.board == "hexes":
        places = [each for each in own.get("place", {}) if re.fullmatch(PLACE, each)]
        roles = (find_roles(values).values() for values in folder.values.values())
        places += {role for each in roles for found in each for role in found}
    letters = [side.letter for side in game.side]
    cards = [each for each in own.get("card", {}) if each[:1] in letters and each[1:].isdecimal()]
    turns = [str(turn) for turn in range(1, game.turns + 1)] if "date" in own else []
    known: dict[tuple[str, ...], tuple[list[str], list[str]]] = {
        ("side",): ([side.id for side in game.side], []),
        ("kind",): ([kind.id for kind in game.kind], []),
        ("box",): ([box.id for box in game.box], []),
        ("date",): (turns, []),
        ("title",): (list(game.edition), []),
        ("programs",): ([], list(game.edition)),
        ("unit",): ([unit.id for unit in game.unit], []),
        ("place",): ([], places),
        ("short",): ([], places),
        ("card",): ([], cards),
        ("set",): (list(list_set_files(path)), []),
        ("unknown",): ([block.id for block in list_blocks(str(path))], []),
        ("value",): ([], [value for value in held if isinstance(value, str)]),
    }
    for ident, edition in game.edition.items():
        known["ending", ident] = list(edition.endings), []
        known["option", ident] = [option.id for option in edition.option], []
    with_article = {ident for idents in own.get("article", {}).values() for ident in idents}
    unknown = with_article - {*places, *(unit.id for unit in game.unit)}
    yield from (f"article: unknown id {each}" for each in sorted(unknown))
    for keys, (needed, optional) in known.items():
        names = own
        for key in keys:
            names = names.get(key, {})
        table = ".".join(keys)
        yield from (f"{table}: no name of {each}" for each in needed if not names.get(each))
        unknown = names.keys() - {*needed, *optional}
        yield from (f"{table}: unknown id {each}" for each in sorted(unknown))
    wrong = own.get("place", {}).keys() ^ {each for block in game.place_name for each in block.ids}
    yield from (f"place: {each} needs a name and a provenance" for each in sorted(wrong))
    for table in ("ending", "option"):
        for ident in own.get(table, {}):
            if ident not in game.edition:
                yield f"{table}: no edition {ident}"


# ---- one language compared with another ------------------------------------------------------


def find_differences(folder: Path, language: str) -> list[str]:
    """Return what the sentences of a folder in a language lack or invent, compared with English.

    Each is an id and a fault: `texts.effect.move: missing`.
    """
    source, other = read_catalogue(folder, SOURCE), read_catalogue(folder, language)
    found = [f"{ident}: missing" for ident in source if ident not in other]
    found += [f"{ident}: not in {SOURCE}" for ident in other if ident not in source]
    for ident in source.keys() & other.keys():
        wanted, used = find_fields(source[ident]), find_fields(other[ident])
        known = wanted | find_counted_field(source[ident])
        found += [f"{ident}: the field {name} is not used" for name in sorted(wanted - used)]
        found += [f"{ident}: there is no field {name}" for name in sorted(used - known)]
    return found


def read_catalogue(folder: Path, language: str) -> dict[str, Sentence]:
    """Return the sentences of a folder in a language by id, with its topic."""
    own = Catalogue(language, folder)
    base = folder / language
    topics = {
        path.relative_to(base).parts[0].removesuffix(".toml") for path in base.rglob("*.toml")
    }
    return {
        ident: sentence
        for topic in sorted(topics - {"language", "system"})
        for ident, sentence in _sentences(own.topic(topic), f"{topic}.")
    }


def _sentences(table: dict[str, Any], start: str) -> Iterator[tuple[str, Sentence]]:
    for key, entry in table.items():
        if is_table(entry):
            yield from _sentences(entry, f"{start}{key}.")
        elif not isinstance(entry, list):  # the articles of names belong to one language
            yield f"{start}{key}", entry


def find_fields(sentence: Sentence) -> set[str]:
    """Return the names of the fields that a sentence shows."""
    forms = [sentence] if isinstance(sentence, str) else [
        text for form, text in sentence.items() if form != "by"
    ]  # fmt: skip
    found = {name for text in forms for _, name, _, _ in Formatter().parse(text) if name}
    return found | {
        name for text in forms for name in re.findall(r"%(?:\(\w+\)[a-z]|[rs](?![a-z]))", text)
    }


def find_counted_field(sentence: Sentence) -> set[str]:
    """Return the name of the field that selects the plural form of a sentence, if it has any."""
    return {sentence.get("by", "n")} if isinstance(sentence, dict) else set()


# ---- rules -----------------------------------------------------------------------------------


class RuleText(msgspec.Struct, frozen=True):
    """An entry of `rules.md`: the printed number, the title, the text."""

    number: str
    title: str
    body: str


READINGS = ("Readings", "解釈")
"""The heading of the readings on a page of rules, in each language."""
READING = re.compile(r"(Readings?|解釈)[ -]*(?=\d)", re.IGNORECASE)
"""The word before the number of a reading: `Reading 3`, `解釈3`."""


@cache
def read_rules_text(folder: str, edition: str, language: str = SOURCE) -> tuple[RuleText, ...]:
    """Return the entries of an edition, then the readings, in the order of `rules.md`.

    They are English if the game has no page in the language.

    Raises:
        DataError: There is no page.
    """
    path = Path(folder) / language / "rules.md"
    if language != SOURCE and not path.exists():
        return read_rules_text(folder, edition)
    try:
        source = path.read_text("utf-8")
    except OSError as error:
        raise DataError("unreadableFile", path=path, why=error) from None
    entries = []
    for part in re.split(r"^## ", source, flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        has_readings = heading.strip() in READINGS
        if heading.strip() != edition and not has_readings:
            continue
        for entry in re.split(r"^### ", rest, flags=re.MULTILINE)[1:]:
            title, _, body = entry.partition("\n")
            number, _, title = re.split("(: |：)" if has_readings else "( )", title, maxsplit=1)
            entries.append(RuleText(number.strip(), title.strip(), body.strip()))
    return tuple(entries)


def find_rule_text(spec: Spec, number: str, language: str = SOURCE) -> tuple[RuleText, ...]:
    """Return the entry of a number, and its sub-entries (`7.2` has 7.2-1 to 7.2-7).

    A reading is found by its word in any language, or by its number alone.

    Raises:
        UnknownGameError: There is no such entry.
    """
    entries = read_rules_text(spec.folder, spec.id.partition("/")[2], language)
    wanted = READING.sub("Reading ", number.strip())
    for each in (wanted, f"Reading {wanted}"):
        below = re.compile(rf"{re.escape(each)}(?:[-.].*)?$")
        if found := tuple(x for x in entries if below.match(READING.sub("Reading ", x.number))):
            return found
    raise UnknownGameError("noRule", game=spec.id, rule=number)
