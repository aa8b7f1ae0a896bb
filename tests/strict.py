"""The check of each message that a test renders."""

from collections.abc import Iterator, Mapping
from functools import cache
from os import PathLike
from string import Formatter
from typing import Any

from senpu.notation.faults import Error
from senpu.notation.messages import Message, Sentence, program_catalogue
from senpu.tui.keyboard import Keyboard


def check(ident: str, sentence: Sentence | None, fields: Mapping[str, Any]) -> None:
    """Raise AssertionError if a message has no sentence, other fields, or a value without text."""
    found = list(mistakes(ident, sentence, fields))
    assert not found, "; ".join(found)


def mistakes(ident: str, sentence: Sentence | None, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a message."""
    if sentence is None:
        yield f"{ident}: no catalogue has this sentence"
        return
    used = names(sentence) | names(find_partner(ident) or "")
    for name in sorted(used - fields.keys()):
        yield f"{ident}: the field {name} is not given"
    offered = ident.startswith("texts.")  # the sentences of a game select among the fields
    for name in [] if offered else sorted(fields.keys() - used):
        if not isinstance(fields[name], Keyboard):  # screens offer it to every text
            yield f"{ident}: the field {name} is not used"
    for name, value in fields.items():
        if name in used and not has_text(value):
            yield f"{ident}: the field {name} is a {type(value).__name__}: {value!r}"


def find_partner(ident: str) -> Sentence | None:
    """Return the hint of an error, or the error of a hint: both get the same fields."""
    topic, _, key = ident.partition(".")
    if topic != Error.topic:
        return None
    hint = f"{topic}.hint.{key}"
    return program_catalogue().find(ident.replace(".hint.", ".") if ".hint." in ident else hint)


def names(sentence: Sentence) -> set[str]:
    """Return the names of the fields of a sentence."""
    if isinstance(sentence, str):
        return set(names_in(sentence))
    found = {name for form, text in sentence.items() if form != "by" for name in names_in(text)}
    return found | {sentence.get("by", "n")}


@cache
def names_in(text: str) -> frozenset[str]:
    """Return the names of the fields of a text."""
    found = (name for _, name, _, _ in Formatter().parse(text) if name)
    return frozenset(name.partition("[")[0].partition(".")[0] for name in found)


def has_text(value: Any) -> bool:
    """Return whether a value of a field has a text that a user can read."""
    if type(value) in (tuple, list):  # no named tuple: its text shows the names in the code
        return all(map(has_text, value))
    if isinstance(value, bool):
        return False
    texts = (str, int, float, PathLike, Message, Error, OSError, Keyboard)  # `{key[undo]}`
    return isinstance(value, texts)
