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


TOML = {
    "toml_list": r"Unclosed array",
    "toml_table": r"Unclosed inline table",
    "toml_equals": r"Expected '=' after a key in a key/value pair",
    "toml_heading": r"Expected ']{1,2}' at the end of an? (?:table|array) declaration",
    "toml_line_end": r"Expected newline or end of document after a statement",
    "toml_date": r"Invalid date or datetime",
    "toml_key": r"Invalid initial character for a key part",
    "toml_statement": r"Invalid statement",
    "toml_value": r"Invalid value",
    "toml_escape": r"Unescaped '\\' in a string|Invalid hex value|Escaped character .*",
    "toml_string": r"Unterminated string|Expected [\"']+|Illegal character '\\n'",
    "toml_twice": r"(?:Cannot (?:overwrite|declare|redefine|mutate)|Duplicate inline table key) .*",
    "toml_character": r"(?:Illegal|Found invalid) character .*",
}
"""The texts of the TOML parser by the key of their message; first match wins."""


def translate_reason(text: str) -> Message:
    """Return a message for the text of a parser without its place; else the text."""
    for key, pattern in TOML.items():
        if re.fullmatch(pattern, text):
            return Message(f"system.{key}")
    found = TYPES.match(text)
    idents = [
        tuple(f"system.type.{each}" for each in types.split(" | "))
        for types in (found.groups() if found else ())
    ]
    if not idents or not all(map(program_catalogue().has, (*idents[0], *idents[1]))):
        return Message("plain.text", {"text": text})
    expected, given = (tuple(map(Message, each)) for each in idents)
    return Message("system.wrong_type", {"expected": expected, "given": given})
