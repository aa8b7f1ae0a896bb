"""The check of each message that a test renders."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from string import Formatter
from typing import Any

from senpu.notation.faults import Error
from senpu.notation.messages import Message, Sentence


def check(ident: str, sentence: Sentence | None, fields: Mapping[str, Any]) -> None:
    """Raise AssertionError if a message has no sentence, other fields, or a value without text."""
    found = list(mistakes(ident, sentence, fields))
    assert not found, "; ".join(found)


def mistakes(ident: str, sentence: Sentence | None, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a message."""
    if sentence is None:
        yield f"{ident}: no catalogue has this sentence"
        return
    used = names(sentence)
    for name in sorted(used - fields.keys()):
        yield f"{ident}: the field {name} is not given"
    surplus = set() if ident.startswith("texts.") else fields.keys() - used
    for name in sorted(surplus):  # a text of a game need not show every fact of an event
        yield f"{ident}: the field {name} is not used"
    for name, value in fields.items():
        if not has_text(value):
            yield f"{ident}: the field {name} is a {type(value).__name__}: {value!r}"


def names(sentence: Sentence) -> set[str]:
    """Return the names of the fields of a sentence."""
    texts = [sentence] if isinstance(sentence, str) else [
        text for form, text in sentence.items() if form != "by"
    ]  # fmt: skip
    found = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    counted = set() if isinstance(sentence, str) else {sentence.get("by", "n")}
    return {name.partition("[")[0].partition(".")[0] for name in found} | counted


def has_text(value: Any) -> bool:
    """Return whether a value of a field has a text that a user can read."""
    if isinstance(value, tuple | list):
        return all(map(has_text, value))
    if isinstance(value, str | int | float | PurePath | Message | Error | OSError):
        return True
    return hasattr(value, "__getitem__") and not isinstance(value, Mapping)  # `{key[undo]}`
