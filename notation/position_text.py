"""The notation of a position: one line of fields (`spec/en/reference/notation.md`, section 13).

The module knows the form of a line and not the meaning of its fields, which a game defines.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

import msgspec

from senpu.notation.faults import Fault, FaultError, fault_message, make_fault
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut

POSITION_START = "Senpu 1 "
"""The start of each position text: the name and version of the notation."""
SEPARATOR = "; "
POSITION_FAULTS = (
    "positionMalformed", "positionUnknown", "positionIncomplete", "positionIllegal",
)  # fmt: skip
"""The ids of the faults of the text itself."""
DIGEST_DIGITS = 16
"""The digits of the digest of the data set that a position text has."""

START_LENGTH = 1000
"""The characters in which the start of a position text is looked for."""

_START = re.compile(r"\ufeff?[\s>]*Senpu [0-9]+ ")
_RULE_SET = re.compile(r"[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9.-]*")
_VERSION = re.compile(r"[1-9][0-9]{0,5}")
_OPTIONS = re.compile(r"[a-z0-9-]+(?:\+[a-z0-9-]+)*")
_DATA = re.compile(rf"[0-9a-f]{{{DIGEST_DIGITS}}}")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")
_WORD = re.compile(r"[^ ]+")
_HEAD_PARTS = {"rules": _VERSION, "options": _OPTIONS, "data": _DATA}


class PositionError(FaultError):
    """A position text has a fault.

    Args:
        fault: The id of the fault.
        column: The column in the text, from 1; 0 if the fault concerns the whole text.
        key: The key of the sentence in the table of the fault, or a message.
        hint: The key of the hint, or a message; None if there is no hint.
        rule: The number of the printed rule that the position breaks; empty for other faults.
        fields: The values of the fields of the sentence.
    """

    def __init__(
        self,
        fault: str,
        column: int,
        key: str | Message = "message",
        /,
        *,
        hint: str | Message | None = "hint",
        rule: str = "",
        **fields: object,
    ) -> None:
        super().__init__(fault, key, hint=hint, **fields)
        self.column = column
        self.rule = rule

    def make_fault(self, text: str, line: int = 1, shift: int = 0) -> Fault:
        """Return the fault of a row.

        Args:
            text: The row, which contains the position text.
            line: The number of the row, from 1.
            shift: The number of characters before the position text.

        Returns:
            The fault, with its column in the row.
        """
        layer = "rules" if self.rule else "syntax"
        column = self.column + shift if self.column else shift + 1
        fault = make_fault(
            self.fault, line, text, self.message, column, hint=self.hint, layer=layer
        )
        return msgspec.structs.replace(fault, rule=self.rule or None)


class PositionField(msgspec.Struct, frozen=True):
    """A field of a position text: `A: i1+i2`."""

    key: str
    words: tuple[str, ...] = ()
    """Its value; empty for a flag."""
    column: int = 0
    """The column of the key, from 1; 0 if the field was not read from a text."""
    columns: tuple[int, ...] = ()
    """The column of each word; empty if the field was not read from a text."""

    def find_column(self, at: int) -> int:
        """Return the column of a word by its number, or after the last one; 0 if there is none."""
        if at < len(self.columns):
            return self.columns[at]
        if self.columns:
            return self.columns[-1] + len(self.words[-1])
        return self.column and self.column + len(self.key)

    @property
    def text(self) -> str:
        """Return the field as text."""
        return f"{self.key}: {' '.join(self.words)}" if self.words else self.key


class PositionText(msgspec.Struct, frozen=True):
    """A position text in its parts."""

    rule_set: str
    fields: tuple[PositionField, ...]
    rules: int = 0
    """The version of the rules; 0 if the text has none."""
    options: tuple[str, ...] = ()
    data: str = ""
    """The first digits of the digest of the data set; empty if the text has none."""

    @property
    def text(self) -> str:
        """Return the line."""
        head = f"{POSITION_START}{self.rule_set}"
        if self.rules:
            head += f" rules {self.rules}"
        if self.options:
            head += f" options {'+'.join(self.options)}"
        if self.data:
            head += f" data {self.data}"
        return SEPARATOR.join([head, *(field.text for field in self.fields)])


def is_position_text(text: str | bytes) -> bool:
    """Return whether a text or the content of a file is meant as a position text.

    A mail program may have quoted it; its version may be unknown.
    """
    start = text[:START_LENGTH]
    if isinstance(start, bytes):
        start = start.decode("utf-8", "replace")
    return _START.match(start) is not None


def parse_position_text(text: str) -> PositionText:
    """Return the parts of a position text.

    Spaces at its ends are ignored.

    Args:
        text: The line.

    Returns:
        The parts, whose columns refer to the text.

    Raises:
        PositionError: The text has another form.
    """
    start = len(text) - len(text.lstrip())
    if not text.startswith(POSITION_START, start):
        raise PositionError("positionMalformed", start + 1, "start", text=cut(text.strip()))
    for column, char in enumerate(text, 1):
        if not " " <= char <= "~":
            raise PositionError("positionMalformed", column, "character", code=f"{ord(char):04X}")
    parts = _split(text.rstrip(), start)
    column, head = next(parts)
    return _parse_head(head, column, tuple(_parse_fields(parts)))


def _split(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield the parts between the separators, each with its column."""
    at = start
    while at <= len(text):
        end = text.find(";", at)
        end = len(text) if end < 0 else end
        part = text[at:end]
        yield at + 1 + len(part) - len(part.lstrip()), part.strip()
        at = end + 1


def _parse_head(head: str, column: int, fields: tuple[PositionField, ...]) -> PositionText:
    words = [(column + found.start(), found[0]) for found in _WORD.finditer(head)]
    at, rule_set = words[2] if len(words) > 2 else (column + len(head), "")
    if not _RULE_SET.fullmatch(rule_set):
        raise PositionError(
            "positionMalformed", at, "ruleSet", hint="ruleSetHint", text=cut(rule_set)
        )
    found: dict[str, str] = {}
    rest = words[3:]
    for (at, name), (value_at, value) in zip(rest[::2], [*rest[1::2], (0, "")], strict=False):
        pattern = _HEAD_PARTS.get(name)
        if pattern is None or name in found:
            raise PositionError("positionMalformed", at, "head", text=cut(name))
        if not pattern.fullmatch(value):
            raise PositionError(
                "positionMalformed", value_at or at, f"{name}Value", text=cut(value)
            )
        found[name] = value
    options = tuple(found["options"].split("+")) if "options" in found else ()
    return PositionText(
        rule_set, fields, int(found.get("rules", 0)), options, found.get("data", "")
    )


def _parse_fields(parts: Iterable[tuple[int, str]]) -> Iterator[PositionField]:
    seen: set[str] = set()
    for column, part in parts:
        key, colon, value = part.partition(":")
        if not _KEY.fullmatch(key):
            raise PositionError("positionMalformed", column, "field", text=cut(part))
        start = column + len(key) + 1
        found = [(match[0], start + match.start()) for match in _WORD.finditer(value)]
        words = tuple([word for word, _ in found])
        if colon and not words:
            raise PositionError("positionMalformed", column, "value", name=key)
        if key in seen:
            raise PositionError("positionMalformed", column, "twice", name=key)
        seen.add(key)
        yield PositionField(key, words, column, tuple([at for _, at in found]))


class FieldWords:
    """The words of a field, taken one after the other.

    Args:
        field: The field.
    """

    def __init__(self, field: PositionField) -> None:
        self.field = field
        self._at = 0

    def peek(self) -> str:
        """Return the next word without taking it; empty at the end."""
        words = self.field.words
        return words[self._at] if self._at < len(words) else ""

    def take(self) -> str:
        """Return the next word, and take it. Raises PositionError at the end."""
        word = self.peek()
        if not word:
            self.fail()
        self._at += 1
        return word

    def take_label(self, label: str) -> bool:
        """Take the next word if it is a label; return whether it is."""
        if self.peek() != label:
            return False
        self._at += 1
        return True

    def make_part(self, part: str) -> "FieldWords":
        """Return a part of the word that was taken last as separate words."""
        field, at = self.field, self._at - 1
        column = field.find_column(at)
        columns = (column + max(field.words[at].find(part), 0),) if column else ()
        return FieldWords(PositionField(field.key, (part,), field.column, columns))

    def finish(self) -> None:
        """Raise PositionError if words are left."""
        if self.peek():
            self.fail()

    def fail(self, accepted: Iterable[str] = (), back: int = 0, part: str = "") -> NoReturn:
        """Raise the error of a word.

        Args:
            accepted: The accepted words, if they are few.
            back: The number of words that were taken since; 0 for the next word.
            part: The part of the word that is wrong; the whole word if it is empty.

        Raises:
            PositionError: Always.
        """
        at = max(self._at - back, 0)
        words = self.field.words
        column = self.field.find_column(at)
        word = part or (words[at] if at < len(words) else "")
        if part and at < len(words) and column:
            column += max(words[at].find(part), 0)
        known = tuple(accepted)
        hint = fault_message("positionUnknown", "accepted", have=known) if known else "hint"
        name, text = self.field.key, cut(word)
        if word:
            raise PositionError(
                "positionUnknown", column, "valueOf", hint=hint, name=name, text=text
            )
        raise PositionError("positionUnknown", column, "valueMissingOf", hint=hint, name=name)
