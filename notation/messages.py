"""Messages as data: an id with fields, and the sentence that a catalogue has for it.

The code names no sentence. A catalogue is one folder per language with TOML files, one file (or
folder of files) per topic; the id `errors.noLog` is the key `noLog` of `errors.toml`, and
`faults.badDie.empty` is a key of the table `badDie` of `faults.toml`. A sentence is a text with
`{fields}`, or one text per plural form::

    events = { one = "{n} event", other = "{n} events" }
    rest = { by = "rest", one = "{rest} event follows", other = "{rest} events follow" }

`language.toml` holds the language's own name, the plural forms and the rule that selects one (the
expression of `Plural-Forms` in gettext), and the signs between parts of a list.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

MESSAGES = Path(__file__).parents[1] / "tui" / "messages"
"""The catalogue of the program; each game has another (`spec/texts.py`)."""
SOURCE = "en"
"""The language whose sentences define the fields of every id. It stands in for a sentence that
another language lacks."""
LANGUAGES = (
    SOURCE,
    *sorted({path.parent.name for path in MESSAGES.glob("*/language.toml")} - {SOURCE}),
)
"""The languages of the program's catalogue."""

Sentence = str | dict[str, str]
"""A text with fields; or texts by plural form, where `by` names the field that is counted."""
Render = Callable[[str, Any], Any]
"""Returns the value of a field as a text or number, or the value itself to have it rendered in
the usual way. Takes the name of the field and the value."""


class Message(msgspec.Struct, frozen=True):
    """A message: its id and the values of its fields.

    A field is a text, number, path, event, message, error, or a tuple of these.

    Example:
        >>> message = Message("plain.text", {"text": "Hello"})
        >>> message.text("ja")
        'Hello'
    """

    id: str
    """Topic, then the key in the file of the topic."""
    fields: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = SOURCE) -> str:
        """Return the sentence in a language."""
        return program(language).text(self)


class Catalogue:
    """The sentences of one folder in one language, loaded topic by topic."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self._topics: dict[str, dict[str, Any]] = {}
        self._found: dict[str, Sentence | None] = {}

    def topic(self, name: str) -> dict[str, Any]:
        """Return the sentences of a topic by id: of one file, or of the files in a folder."""
        if name not in self._topics:
            base = self.folder / self.language / name
            self._topics[name] = {
                ident: sentence
                for path in (base.with_suffix(".toml"), *sorted(base.glob("*.toml")))
                if path.exists()
                for ident, sentence in tomllib.loads(path.read_text("utf-8")).items()
            }
        return self._topics[name]

    def find(self, ident: str) -> Sentence | None:
        """Return the sentence of an id, or None."""
        if ident not in self._found:
            name, *keys = ident.split(".")
            found: Any = self.topic(name)
            for key in keys:
                found = found.get(key) if isinstance(found, dict) else None
            self._found[ident] = found
        return self._found[ident]

    def has(self, ident: str) -> bool:
        """Return whether the catalogue has a sentence for an id."""
        return self.find(ident) is not None

    def text(self, message: Message, render: Render | None = None) -> str:
        """Return the sentence of a message; its id if no language has one."""
        return self.say(message.id, message.fields, render)

    def say(self, ident: str, fields: Mapping[str, Any], render: Render | None = None) -> str:
        """Return the sentence of an id with the values of its fields."""
        sentence = self.find(ident)
        if sentence is None:
            if self.language == SOURCE:
                return ident
            return catalogue(self.folder, SOURCE).say(ident, fields, render)
        return self.fill(sentence, fields, render)

    def fill(
        self, sentence: Sentence, fields: Mapping[str, Any], render: Render | None = None
    ) -> str:
        """Return a sentence with the values of its fields."""
        if isinstance(sentence, dict):
            count = fields.get(sentence.get("by", "n"))
            sentence = sentence.get(self.form(count)) or sentence["other"]
        shown = _Fields()
        for name, value in fields.items():
            shown[name] = self.shown(render(name, value) if render else value)
        return sentence.format_map(shown)

    def form(self, count: Any) -> str:
        """Return the plural form for a count: `one`, `other` …"""
        language = self.topic("language")
        if len(language["forms"]) == 1 or not isinstance(count, int):
            return "other"
        return str(language["forms"][plural_rule(language["plural"])(count)])

    def shown(self, value: Any) -> Any:
        """Return the value of a field as a text or a number."""
        if isinstance(value, str):
            return value if value.isprintable() else printable(value)
        if isinstance(value, int | float):
            return value
        if isinstance(value, Message):
            return value.text(self.language)
        if isinstance(value, tuple | list):
            return self.listed(value)
        if isinstance(value, OSError):
            return program(self.language).system(value)
        if hasattr(value, "__getitem__"):  # `{key[undo]}`
            return value
        message = getattr(value, "message", None)
        return self.shown(message if isinstance(message, Message) else str(value))

    def listed(self, values: tuple[Any, ...] | list[Any], between: str = "comma") -> str:
        """Return a list: `a, b, c`."""
        sign: str = self.topic("language")[between]
        return sign.join(str(self.shown(value)) for value in values)

    def system(self, error: OSError) -> str:
        """Return why the system refused something."""
        from errno import errorcode

        ident = f"system.{errorcode.get(error.errno or 0, '')}"
        return self.say(ident, {}) if self.has(ident) else str(error.strerror or error)


class _Fields(dict[str, Any]):
    """The values of fields; a field without a value shows its name."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@cache
def catalogue(folder: Path, language: str) -> Catalogue:
    """Return the catalogue of a folder in a language."""
    return Catalogue(folder, language)


def program(language: str = SOURCE) -> Catalogue:
    """Return the catalogue of the program in a language."""
    return catalogue(MESSAGES, language)


@cache
def plural_rule(expression: str) -> Callable[[int], int]:
    """Return the function that selects a plural form, from an expression such as `n != 1`."""
    from gettext import c2py  # few sentences count

    return c2py(expression)


def plain(text: str) -> Message:
    """Return a message of a text that is in no catalogue."""
    return Message("plain.text", {"text": text})


def printable(text: str) -> str:
    """Return `text` with a replacement character for each character that is not printable."""
    return "".join(
        char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text
    )
