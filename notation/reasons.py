"""Reasons of a library that rejects a file: messages in place of the English text of its error.

The text of a parser is kept as a part of the message, because it names what was found.
"""

import re

from senpu.notation.messages import Message, program_catalogue

PLACES = {
    "at_line": re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$"),
    "at_end": re.compile(r" \(at end of document\)$"),
    "at_byte": re.compile(r" \(byte (?P<byte>\d+)\)$"),
    "at_key": re.compile(r" - at `\$\.?(?P<key>.+)`$"),
}
"""The ends of the texts of parsers of TOML and JSON, by the key of the message."""
TYPES = re.compile(r"Expected `(?P<expected>[^`]+)`, got `(?P<given>[^`]+)`$")


def find_reason(error: Exception) -> Message | OSError:
    """Return why a file cannot be read, from the error of a parser, a database or the system."""
    if isinstance(error, OSError):
        return error
    if isinstance(error, UnicodeDecodeError):
        return Message("errors.notUtf8")
    if isinstance(error, RecursionError):
        return Message("system.nested")
    code = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
    if code and program_catalogue().has(f"system.{code}"):
        return Message(f"system.{code}")
    text = str(error)
    for key, pattern in PLACES.items():
        if found := pattern.search(text):
            why = translate_reason(text[: found.start()])
            return Message(f"system.{key}", {"why": why, **found.groupdict()})
    return translate_reason(text)


def split_place(error: Exception) -> tuple[str, int, int]:
    """Return the text of a parser of TOML without its place, the line and the column.

    The place is 0, 0 if it is the end of the file or not known.
    """
    text = str(error)
    for key in ("at_line", "at_end"):
        if found := PLACES[key].search(text):
            place = found.groupdict("0")
            return text[: found.start()], int(place.get("line", 0)), int(place.get("column", 0))
    return text, 0, 0


def translate_reason(text: str) -> Message:
    """Return the text of a parser without a place; two types of values have a message."""
    found = TYPES.match(text)
    idents = [
        tuple(f"system.type.{each}" for each in types.split(" | "))
        for types in (found.groups() if found else ())
    ]
    if not idents or not all(map(program_catalogue().has, (*idents[0], *idents[1]))):
        return Message("plain.text", {"text": text})
    expected, given = (tuple(map(Message, each)) for each in idents)
    return Message("system.wrong_type", {"expected": expected, "given": given})
