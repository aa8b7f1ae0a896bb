"""Suggestions for a mistyped word: the accepted words that are like it."""

from difflib import SequenceMatcher
from typing import Any

from senpu.notation.messages import Message
from senpu.tui.command_line.table import SYNONYMS

LIKE, MARGIN, MOST = 0.65, 0.1, 3
"""The least likeness of a suggested word, how much less than the best it can be, and the number."""


def suggest(word: str, available: Any) -> list[Message]:
    """Return a hint with the words that are like a mistyped word; none if no word is.

    Args:
        word: The mistyped word.
        available: The words; or texts to compare, with the words.
    """
    words = available if isinstance(available, dict) else {each: each for each in available}
    synonym = SYNONYMS.get(word.casefold())
    if synonym in words:
        return [Message("help.shared.did_you_mean", {"words": (synonym,)})]
    ratios = {
        each: SequenceMatcher(None, word.casefold().lstrip("-"), each.lstrip("-")).ratio()
        for each in words
    }
    best = max(ratios.values(), default=0.0)
    if best < LIKE:
        return []
    near = [words[each] for each, ratio in ratios.items() if ratio > best - MARGIN]
    found: dict[str, str] = {}
    for each in near:  # a topic and its title may differ in capitals only
        found.setdefault(each.casefold(), each)
    return [Message("help.shared.did_you_mean", {"words": tuple(found.values())[:MOST]})]
