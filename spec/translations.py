"""The sentences of a game's data in other languages: reasons, sources, the printed rules.

The data files have these sentences in English. `translations.toml` of a game has a table for each
other language, from the sentence in English to the sentence in that language. It is not part of
the values, so a new translation changes no digest.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from senpu.notation.messages import SOURCE
from senpu.spec.loader import read_toml

FILE = "translations.toml"


def find_translation(folder: str, text: str, language: str) -> str:
    """Return a sentence of the data of a game in a language, or "" if it has none.

    Args:
        folder: The folder of the game.
        text: The sentence in the data.
        language: The language.
    """
    return text if language == SOURCE else read_translations(folder, language).get(text, "")


@cache
def read_translations(folder: str, language: str) -> Mapping[str, str]:
    """Return the sentences of a game in a language, by the sentences in English."""
    path = Path(folder, FILE)
    if not path.is_file():
        return {}
    found: Mapping[str, str] = read_toml(path).get(language, {})
    return found
