"""The names of a game by language: sides, kinds, units, places, dates, titles, endings, cards.

They are in `spec/<game>/<language>/names.toml`; `spec/en/reference/texts.md` lists the tables.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from senpu.notation.messages import LANGUAGES, SOURCE, Catalogue, open_catalogue
from senpu.notation.reasons import find_reason
from senpu.spec.data import DataError

Translations = dict[str, str]
"""A text in each language."""


def find_name(folder: str | Path, language: str, *keys: str) -> str:
    """Return a name of a game.

    Args:
        folder: The folder of the game.
        language: The language. If it lacks the name, the name is in English.
        keys: The table and the id, such as `side`, `japan`.

    Returns:
        The name, or "" if English lacks it too.
    """
    for each in dict.fromkeys((language, SOURCE)):
        found: Any = read_names(folder, each)
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        if found and isinstance(found, str):
            return found
    return ""


def read_names(folder: str | Path, language: str) -> Mapping[str, Any]:
    """Return the tables of names of a game in a language.

    Raises:
        DataError: The file is not TOML.
    """
    try:
        return _open_names(folder, language).topic("names")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        path = Path(folder) / language / "names.toml"
        raise DataError("noToml", path=path, why=find_reason(error)) from None


@cache
def _open_names(folder: str | Path, language: str) -> Catalogue:
    """Return the catalogue of a game; a `Path` made for each name takes longer than the name."""
    return open_catalogue(language, Path(folder))


def translate_name(folder: str | Path, *keys: str) -> Translations:
    """Return a name in each language."""
    return {language: find_name(folder, language, *keys) for language in LANGUAGES}
