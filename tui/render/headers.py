"""The header of a log in reports for people: fields and titles in the language of the reader."""

import re
from collections.abc import Iterable, Iterator, Mapping

from senpu.notation.messages import LANGUAGES, program_catalogue
from senpu.spec.loader import Spec
from senpu.tui.render.text_layout import add_label
from senpu.tui.render.titles import translate_title


def list_header_rows(
    headers: Mapping[str, str], spec: Spec | None, language: str, keys: Iterable[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each field of a header, without the version of the notation.

    Args:
        headers: The header.
        spec: The rule set, for the names of the sides; None if it is not known.
        language: The language.
        keys: The fields to yield; by default, all.
    """
    sides = {side.id.capitalize(): side.id for side in spec.sides} if spec is not None else {}
    for key in keys or headers:
        if key == "Senpu" or key not in headers:
            continue
        name = name_field(key, language)
        if spec is not None and key in sides:
            name = spec.name(language, "side", sides[key])
        value = headers[key]
        yield name, translate_title(value, language) if key == "Event" else value


def name_field(key: str, language: str) -> str:
    """Return the name of a header field; of a field that the program does not know, the key."""
    catalogue = program_catalogue(language)
    return catalogue.render(f"headers.{key}", {}) if catalogue.has(f"headers.{key}") else key


def render_digest(digest: str, language: str) -> str:
    """Return the digest of some data after the name of its field."""
    return add_label(language, name_field("Data", language), f"sha256:{digest}")


def match_game_row() -> str:
    """Return the pattern of the start of the row with the rule set, in any language."""
    rows = (add_label(each, name_field("Game", each), "") for each in LANGUAGES)
    return "|".join(map(re.escape, rows))
