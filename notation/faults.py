"""Errors and faults, and how they are reported (`spec/en/reference/faults.md` lists each id).

    Error(ValueError)             the root of the errors that invalid input causes
    ├── FaultError                an error that is a fault; the caller knows its place
    │     NotationError           the text of an event cannot be read
    │     MachineLineError, NoteError, ReductionError (logs, replay)
    ├── spec: DataError           a data file is invalid (file, key, expected value)
    ├── logs: JournalError        a log could not be appended to
    │         SigningKeyError     a key cannot be read, used or written
    │         UserMemoryError     the memory of earlier games cannot be read or written
    │         SecretError         a secret for dice cannot be saved, found or revealed
    │         ProofError          a proof proves nothing
    └── replay: IllegalEventError a rule forbids the event in this position

A reader does not raise: it yields :class:`Fault` values among the lines and continues.
"""

import unicodedata
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, Self, final

import msgspec

from senpu.notation.layout import MARKS, add_style, get_layout
from senpu.notation.messages import SOURCE, Message, program_catalogue
from senpu.notation.printable import make_printable


class Error(ValueError):
    """The root of every error that invalid input can cause.

    Example:
        >>> import senpu
        >>> try:
        ...     senpu.rule_set("chess")
        ... except senpu.Error:
        ...     print("not installed")
        not installed
    """

    topic: ClassVar[str] = "errors"
    """The topic of the catalogue that has the sentences."""
    located: "ReportedFault | None" = None
    """The fault that the error reports, if any."""

    def __init__(self, ident: str | Message = "", /, **fields: object) -> None:
        """Make an error from the id of its sentence and the values of the fields, or a message."""
        super().__init__(ident)
        if isinstance(ident, Message):
            self.message = ident
        else:
            self.message = Message(f"{self.topic}.{ident}", fields)

    def __str__(self) -> str:
        return self.text()

    def __eq__(self, other: object) -> bool:  # a fault may have an error among its fields
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def text(self, language: str = SOURCE) -> str:
        """Return the problem in a language, and each hint in its own row.

        Args:
            language: `en` or `ja`.

        Returns:
            The rows. `str(error)` has the English ones.
        """
        rows = (hint_row(each, language) for each in self.list_hints())
        return "\n".join([self.describe_problem(language), *rows])

    def describe_problem(self, language: str = SOURCE) -> str:
        """Return the message without hints, or the fault with its place, line and hint.

        Args:
            language: `en` or `ja`.

        Returns:
            The rows of the fault, or the sentence.
        """
        if self.located is None:
            return self.message.text(language)
        fault, name, more = self.located
        rows = [fault.render(name, language)]
        if more:
            rows += [more.text(language), *(hint_row(each, language) for each in find_hints(more))]
        return "\n".join(rows)

    def list_hints(self) -> list[Message]:
        """Return what the user can do. A fault has its own hint.

        Returns:
            The hints; `str(hint)` is in English.
        """
        return [] if self.located else list(find_hints(self.message))

    @classmethod
    def from_fault(cls, fault: "Fault", name: str = "", more: Message | None = None) -> Self:
        """Return an error that reports a fault of the file `name`, and the consequence `more`."""
        error = cls()
        error.message = fault.message
        error.located = ReportedFault(fault, name, more)
        return error


class LocatedError(Error):
    """An error that reports a fault of a file. :meth:`Error.from_fault` makes it."""

    @property
    def fault(self) -> "Fault":
        """Return the fault."""
        assert self.located is not None
        return self.located.fault


class ReportedFault(NamedTuple):
    """A fault that an error reports."""

    fault: "Fault"
    name: str
    """The name of the file."""
    more: Message | None
    """The consequence of the fault."""


def hint_row(hint: Message, language: str = SOURCE) -> str:
    """Return a hint with its label: `hint: compare the log with another copy`."""
    return add_style(Message("language.hint", {"hint": hint}).text(language), "hint")


def find_hints(message: Message) -> Iterator[Message]:
    """Yield the hints of an error and of the errors in its fields: what the user can do.

    The hint of the error `errors.noKey` is the sentence `errors.hint.noKey`, with the same fields.
    """
    topic, _, key = message.id.partition(".")
    if topic != Error.topic:  # a fault has its own hint
        return
    ident = f"{topic}.hint.{key}"
    if program_catalogue().has(ident):
        yield Message(ident, message.fields)
    for value in message.fields.values():
        inner = value.message if isinstance(value, Error) and not value.located else value
        if isinstance(inner, Message):
            yield from find_hints(inner)


def fault_message(ident: str, key: str = "message", /, **fields: object) -> Message:
    """Return a sentence of a fault: its key in the table of the fault, with its fields."""
    return Message(f"faults.{ident}.{key}", fields)


class FaultError(Error):
    """An error that is a fault of a log or text; the caller knows its place.

    Args:
        fault: The id of the fault.
        key: The key of the sentence in the table of the fault.
        hint: The key of the hint, or a message; None if there is no hint.
        fields: The values of the fields of the sentence.
    """

    def __init__(
        self,
        fault: str,
        key: str | Message = "message",
        /,
        *,
        hint: str | Message | None = "hint",
        **fields: object,
    ) -> None:
        super().__init__()
        self.fault = fault
        self.message = _message(fault, key, fields)
        self.hint = _message(fault, hint, {}) if hint else None


def _message(fault: str, key: str | Message, fields: dict[str, Any]) -> Message:
    """Return a sentence of a fault by its key."""
    if isinstance(key, Message):
        return key
    return Message(f"faults.{fault}.{key}", fields)


class NotationError(FaultError):
    """The text of an event cannot be read; `offset` is the place in the text, from 0."""

    def __init__(
        self,
        fault: str,
        key: str | Message = "message",
        /,
        offset: int = 0,
        hint: str | Message | None = "hint",
        **fields: object,
    ) -> None:
        super().__init__(fault, key, hint=hint, **fields)
        self.offset = offset


STANDARD_INPUT = "-"
"""The name of standard input."""
LAYERS = ("bytes", "syntax", "chain", "rules")
"""The layers, in the order of the checks. A line with a fault in one skips the next layers."""


@final
class Fault(msgspec.Struct, frozen=True):
    r"""An error of a log, with its place and a stable id (`spec/en/reference/faults.md`).

    Example:
        >>> import senpu
        >>> fault = senpu.read(text="Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1@Q\n").fault
        >>> fault.id, fault.line, fault.column, fault.rule
        ('illegalMove', 4, 4, '3.0-4')
    """

    id: str
    """The id of the error, which stays the same in later versions."""
    layer: str
    """The part of the check that found it: `bytes`, `syntax`, `chain` or `rules`."""
    line: int
    """The line, from 1; 0 if the fault concerns the whole file."""
    column: int
    """In characters, from 1; 0 if the fault concerns the whole line."""
    message: Message
    """The sentence: `str(fault.message)` is in English, `fault.message.text("ja")` in Japanese."""
    hint: Message | None = None
    """The advice, in the same form; None if there is none."""
    text: str = ""
    """The line as read, for the caret; a long line is cut around the column."""
    event: int | None = None
    """The number of the event, if the fault concerns one."""
    rule: str | None = None
    """The number of the printed rule, if the fault breaks one."""
    legal: tuple[str, ...] = ()
    """The first legal alternatives, in canonical form."""

    def render(self, name: str = "", language: str = SOURCE) -> str:
        """Return the diagnostic, as the command prints it.

        Args:
            name: The name of the file; if it is empty, the first row begins with the line.
            language: `en` or `ja`.

        Returns:
            The rows: place, id and message; the line with a caret; a hint.
        """
        place = (make_printable(name), self.line or "", self.column or "")
        where = ":".join(str(part) for part in place if part)
        text = f"{add_style(self.id, 'invalid')}: {self.message.text(language)}"
        rows = [f"{where}: {text}" if where else text]
        if self.text:
            start, excerpt = excerpt_around(self.text, self.column)
            margin = f"  {self.line:>5} | "
            rows.append(f"{margin}{excerpt}".rstrip())
            if self.column:
                before = text_width(excerpt[: self.column - 1 - start])
                caret = add_style("^", "invalid")
                rows.append(f"{'| ':>{len(margin)}}{' ' * before}{caret}")
        if self.hint:
            hint = find_input_hint(self.hint) if name == STANDARD_INPUT else self.hint
            rows.append(f"  {hint_row(hint, language)}")
        return "\n".join(rows)


def find_input_hint(hint: Message) -> Message:
    """Return a hint for standard input, which is not a file that can be changed or deleted."""
    ident = f"{hint.id}ForInput"
    return Message(ident, hint.fields) if program_catalogue(SOURCE).has(ident) else hint


WIDTH = 96
"""Maximum width of an excerpt, in cells of a terminal."""
MARGIN = 10
"""The number of cells before an excerpt: the number of its line."""


def excerpt_around(text: str, column: int) -> tuple[int, str]:
    """Return a part of `text` around `column` (from 1), and its start.

    It has at most WIDTH cells, and fits a terminal after a margin of MARGIN cells.

    Characters that would move the caret or the cursor become a plain mark. If the text
    continues to the left or right, the first or last character of the excerpt is an ellipsis.
    """
    layout = get_layout()
    size = min(WIDTH, layout.width - MARGIN) if layout.is_bounded else WIDTH
    start = max(column - 1 - size, 0)
    ahead = [make_printable(char) for char in text[start : max(column - 1, 0)]]
    # The column is about in the middle of an excerpt that is cut.
    room = size // 2 if sum(map(text_width, ahead)) > size - min(16, size // 4) else size
    while sum(map(text_width, ahead)) > room:
        del ahead[0]
        start += 1
    excerpt, width = ahead, sum(map(text_width, ahead))
    for end in range(max(column - 1, 0), len(text)):
        char = make_printable(text[end])
        width += text_width(char)
        if width > size:
            excerpt[-1] = "…"
            break
        excerpt.append(char)
    if start:
        excerpt[0] = "…"
    return start, "".join(excerpt)


def text_width(text: str) -> int:
    """Return the number of columns of a terminal that `text` takes.

    Wide East Asian characters take two columns, combining marks and marks of styles none.

    >>> text_width("上海"), text_width("g̃")
    (4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(char)
        or unicodedata.category(char) in ("Mn", "Me")
        or char in MARKS
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )


def make_fault(
    ident: str,
    number: int,
    text: str,
    key: str | Message = "message",
    column: int = 0,
    /,
    hint: str | Message | None = "hint",
    layer: str = "syntax",
    **fields: object,
) -> Fault:
    """Return a fault of a row of text.

    Args:
        ident: The id of the fault.
        number: The row, from 1; 0 if the fault is not in a row.
        text: The row as read.
        key: The key of the sentence in the table of the fault, or a message.
        column: The column, from 1; 0 if the fault is not in a column.
        hint: The key of the hint, or a message; None for the hint of an error in the message.
        layer: The layer that checks it.
        fields: The values of the fields of the sentence.
    """
    message = _message(ident, key, fields)
    advice = _message(ident, hint, {}) if hint else next(find_hints(message), None)
    return Fault(ident, layer, number, column, message, advice, text)
