"""The data set of a game in words: its name, and how many of its values are guesses."""

import re
from collections.abc import Mapping

from senpu.notation.printable import make_printable
from senpu.replay.core.registry import DataSet, name_data_set
from senpu.spec.data import WEAK_PROVENANCES
from senpu.spec.loader import Spec
from senpu.spec.translations import find_translation
from senpu.tui.render.text_layout import get_text

ENGLISH = re.compile(r"[a-z]{2,} [a-z]{2,}")
"""Two words, so that a text without a translation is marked."""


def translate_sentence(folder: str, text: str, language: str) -> str:
    """Return a reason or a source of the data in a language, or with a note that it is English."""
    found = find_translation(folder, text, language)
    if found or not ENGLISH.search(text):
        return found or text
    return get_text(language, "in_english", text=text)


def name_values(found: DataSet, language: str) -> str:
    """Return the name of a data set: the title of a shipped one, or the file of a user's."""
    if found.title:
        return found.title[language]
    return make_printable(found.label) or get_text(language, "values_default")


def format_counts(counts: Mapping[str, int], language: str) -> str:
    """Return the number of values of some provenances: `12 printed, 3 inferred`."""
    return get_text(language, "and").join(
        get_text(language, "values_of", n=n, provenance=get_text(language, each))
        for each, n in counts.items()
    )


def describe_values(spec: Spec, language: str) -> str:
    """Return the data set of a rule set, with the number of its guesses if it has any."""
    name = name_values(name_data_set(spec), language)
    counts = spec.values.count_by_provenance()
    guesses = {each: counts[each] for each in WEAK_PROVENANCES if counts[each]}
    if not guesses:
        return get_text(language, "values_certain", name=name)
    return get_text(language, "values_doubtful", name=name, counts=format_counts(guesses, language))
