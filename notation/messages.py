"""Messages as data: an id with fields, and its sentence in a catalogue.

The code contains no sentences. A catalogue is one folder per language with TOML files, one
file (or folder of files) per topic; the id `errors.noLog` is the key `noLog` of `errors.toml`,
and `faults.badDie.empty` is a key of the table `badDie` of `faults.toml`. A sentence is a text
with `{fields}`, or one text per plural form::

    events = { one = "{n} event", other = "{n} events" }
    rest = { by = "rest", one = "{rest} event follows", other = "{rest} events follow" }

`language.toml` has the language's own name, the plural forms and the rule that selects one (the
expression of `Plural-Forms` in gettext), and the signs between parts of a list and at the end of
a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from senpu.notation.printable import make_printable

MESSAGES = Path(__file__).parents[1] / "tui" / "messages"
"""The catalogue of the program. The catalogue of a game extends it (`spec/texts.py`)."""
SOURCE = "en"
"""The language whose sentences define the fields of each id, and the fallback of the others."""
LANGUAGES = (
    SOURCE,
    *sorted({path.parent.name for path in MESSAGES.glob("*/language.toml")} - {SOURCE}),
)
"""The languages of the program's catalogue."""

REPORTS = ("errors", "faults", "findings")
"""The topics whose sentences quote input; a longer value than `LIMIT` is cut in them."""
LIMIT = 1000

Sentence = str | dict[str, str]
"""A text with fields; or texts by plural form, where `by` names the counted field."""
Check = Callable[[str, "Sentence | None", Mapping[str, Any]], None]
"""A function of an id, its sentence (None if no catalogue has one) and the field values."""
check: Check | None = None
"""Called before a sentence is rendered, if set.

Tests set it to find sentences that lack a field, and values that have no text.
"""
Render = Callable[[str, Any], Any]
"""A function of the name and the value of a field. It returns a text or number, or the value.

A returned value of another type is rendered in the usual way.
"""


class Message(msgspec.Struct, frozen=True):
    r"""A message: its id and the values of its fields.

    A field is a text, number, path, event, message, error, or a tuple of these.

    Example:
        >>> import senpu
        >>> fault = senpu.read(text="Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1@Q\n").fault
        >>> str(fault.message)[:24], fault.message.text("ja")[:5]
        ('x1@Q: units cannot be pl', 'x1@Q：')
    """

    id: str
    """The id of the sentence: topic, then the key in the file of the topic."""
    fields: Mapping[str, object] = {}
    """The values of the fields of the sentence."""

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = SOURCE) -> str:
        """Return the sentence in a language.

        Args:
            language: `en` or `ja`.

        Returns:
            The sentence; `str(message)` is in English.
        """
        return program_catalogue(language).text(self)


class Catalogue:
    """The sentences of some folders in one language.

    A sentence of a folder replaces the sentence of the folders before it. A file is loaded when no
    file of its topic before it has a wanted sentence, the last folder first.
    """

    def __init__(self, language: str, *folders: Path) -> None:
        self.language = language
        self.folders = folders
        self._topics: dict[str, dict[str, Any]] = {}
        self._files: dict[str, list[Path]] = {}
        """The files of each topic that are not loaded, the last one first."""
        self._found: dict[str, Sentence | None] = {}

    def topic(self, name: str) -> dict[str, Any]:
        """Return the sentences of a topic by id: of one file, or of the files in a folder."""
        while self._load_next(name):
            pass
        return self._topics[name]

    def _load_next(self, name: str) -> bool:
        """Load the next file of a topic; return whether there was one."""
        if name not in self._files:
            self._topics[name] = {}
            files = self._files[name] = []
            for base in (folder / self.language / name for folder in self.folders):
                files += [*sorted(base.glob("*.toml"), reverse=True), base.with_suffix(".toml")]
        while self._files[name]:
            if (path := self._files[name].pop()).is_file():
                import tomllib  # a valid log needs no sentence

                found = tomllib.loads(path.read_text("utf-8"))
                merge(found, self._topics[name])
                self._topics[name] = found
                return True
        return False

    @property
    def source(self) -> Catalogue:
        """The catalogue of the same folders in English."""
        return self if self.language == SOURCE else open_catalogue(SOURCE, *self.folders)

    def find(self, ident: str) -> Sentence | None:
        """Return the sentence of an id in this language, or None."""
        if ident not in self._found:
            name, *keys = ident.split(".")
            found = self._look_up(name, keys)
            while found is None and self._load_next(name):
                found = self._look_up(name, keys)
            self._found[ident] = found
        return self._found[ident]

    def _look_up(self, name: str, keys: list[str]) -> Any:
        """Return the entry of a topic by its keys, or None if the loaded files have none."""
        found: Any = self._topics.get(name, {})
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def has(self, ident: str) -> bool:
        """Return whether there is a sentence for an id, in this language or in English."""
        return self.find(ident) is not None or self.source.find(ident) is not None

    def text(self, message: Message, render: Render | None = None) -> str:
        """Return the sentence of a message; its id if no language has one."""
        return self.render(message.id, message.fields, render)

    def render(self, ident: str, fields: Mapping[str, Any], render: Render | None = None) -> str:
        """Return the sentence of an id with the values of its fields."""
        sentence = self.find(ident)
        if sentence is None:
            if self.language != SOURCE:
                return self.source.render(ident, fields, render)
            if check:
                check(ident, None, fields)
            return ident
        values = {name: render(name, value) for name, value in fields.items()} if render else fields
        if check:
            check(ident, sentence, values)
        if isinstance(sentence, dict):
            count = fields.get(sentence.get("by", "n"))
            sentence = sentence.get(self.form(count)) or sentence["other"]
        texts = {name: self.render_value(value) for name, value in values.items()}
        if ident.partition(".")[0] in REPORTS:
            for name, value in values.items():
                if not isinstance(value, Message) and not hasattr(value, "located"):
                    texts[name] = cut_middle(texts[name])
        return sentence.format_map(_Fields(texts))

    def form(self, count: Any) -> str:
        """Return the plural form for a count, such as `one` or `other`."""
        language = self.topic("language")
        if len(language["forms"]) == 1 or not isinstance(count, int):
            return "other"
        return str(language["forms"][compile_plural_rule(language["plural"])(count)])

    def render_value(self, value: Any) -> Any:
        """Return the value of a field as a text or a number."""
        if isinstance(value, str):
            return make_printable(value)
        if isinstance(value, int | float):
            return value
        if isinstance(value, Message):
            return value.text(self.language)
        if hasattr(value, "located"):  # an error of this program
            return value.describe_problem(self.language)
        if isinstance(value, tuple | list):
            return self.join_values(value)
        if isinstance(value, OSError):
            return program_catalogue(self.language).describe_error(value)
        if hasattr(value, "__getitem__"):  # `{key[undo]}`
            return value
        return self.render_value(str(value))

    def join_values(self, values: tuple[Any, ...] | list[Any], between: str = "comma") -> str:
        """Return a list: `a, b, c`."""
        sign: str = self.topic("language")[between]
        return sign.join(str(self.render_value(value)) for value in values)

    def join_messages(self, sentences: Iterable[str]) -> str:
        """Return sentences as one text."""
        return self.render("language.space", {}).join(sentences)

    def describe_error(self, error: OSError) -> str:
        """Return the reason of an error of the system."""
        from errno import errorcode

        key = getattr(error, "key", None) or errorcode.get(error.errno or 0, "")
        ident = f"system.{key}"
        return self.render(ident, {}) if self.has(ident) else str(error.strerror or error)


class _Fields(dict[str, Any]):
    """The values of fields; a field without a value shows its name."""

    def __missing__(self, name: str) -> _Name:
        return _Name(f"{{{name}}}")


class _Name(str):
    """The name of a field without a value, with any format or index."""

    def __format__(self, form: str) -> str:
        return str(self)

    def __getitem__(self, key: object) -> str:
        return str(self)


def merge(sentences: dict[str, Any], others: Mapping[str, Any]) -> None:
    """Add sentences to a topic. A table is added to the table of the same name."""
    for ident, sentence in others.items():
        if is_table(sentence) and is_table(sentences.get(ident)):
            merge(sentences[ident], sentence)
        else:
            sentences[ident] = sentence


def is_table(entry: Any) -> bool:
    """Return whether an entry of a topic is a table of sentences, not a sentence."""
    return isinstance(entry, dict) and "other" not in entry


@cache
def open_catalogue(language: str, *folders: Path) -> Catalogue:
    """Return the catalogue of some folders in a language."""
    return Catalogue(language, *folders)


def program_catalogue(language: str = SOURCE) -> Catalogue:
    """Return the catalogue of the program in a language."""
    return open_catalogue(language, MESSAGES)


def find_language_name(language: str) -> str:
    """Return the name of a language in the language itself."""
    return str(program_catalogue(language).topic("language")["name"])


def find_next_language(language: str) -> str:
    """Return the language after this one, the first after the last."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


def topic_renderer(topic: str, language: str = SOURCE) -> Callable[..., str]:
    """Return the function that renders the texts of a topic: `say("head", file=path)`."""

    def render_text(key: str, /, **fields: Any) -> str:
        return program_catalogue(language).render(f"{topic}.{key}", fields)

    return render_text


@cache
def compile_plural_rule(expression: str) -> Callable[[int], int]:
    """Return the function that selects a plural form, from an expression such as `n != 1`."""
    from gettext import c2py  # few sentences count

    return c2py(expression)


def cut_middle(value: Any) -> Any:
    """Return a text without its middle if it is longer than a message can quote; else the value."""
    if isinstance(value, str) and len(value) > LIMIT:
        return f"{value[: LIMIT // 2]} … {value[-LIMIT // 2 :]}"
    return value
