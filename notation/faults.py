"""What can be wrong with a text, and how it is told (`spec/faults.md` lists every id).

    Error(ValueError)             the root of what the packages raise on bad input
    ├── notation: NotationError   one event's text cannot be read
    ├── spec: DataError           a data file is wrong (file, key, what was expected)
    ├── logs: JournalError        a log could not be appended to
    │         SigningKeyError     a key cannot be read, used or written
    │         WitnessError        the memory of earlier games cannot be read or written
    │         SecretError         a secret for dice cannot be kept, found or shown
    │         ProofError          a proof proves nothing
    └── replay: IllegalEventError a rule forbids the event in this position

A reader does not raise: it yields :class:`Fault` values among the lines and goes on.
"""

import unicodedata
from typing import Any, NamedTuple, Self

import msgspec


class Error(ValueError):
    """The root of every error that bad input can cause.

    Example:
        >>> import senpu
        >>> try:
        ...     senpu.rule_set("chess")
        ... except senpu.Error:
        ...     print("not installed")
        not installed
    """

    located: "Located | None" = None
    """Of a file that is at fault: what the message was made from."""

    @classmethod
    def of(cls, fault: "Fault", name: str = "", so: str = "") -> Self:
        """An error that tells a fault of the file `name`, and what follows from it."""
        error = cls("\n".join(filter(None, (fault.render(name), so))))
        error.located = Located(fault, name, so)
        return error


class Located(NamedTuple):
    """A fault that an error tells."""

    fault: "Fault"
    name: str
    """The file's."""
    so: str
    """What follows from it, in a row."""


class NotationError(Error):
    """One token cannot be read as an event. Carries the fault's id, an offset and a hint."""

    def __init__(self, fault: str, message: str, offset: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.fault = fault
        self.message = message
        self.offset = offset
        self.hint = hint


LAYERS = ("bytes", "syntax", "chain", "rules")
"""In the order in which they are checked; a line faulty in one is not shown to the next."""


class Grounds(msgspec.Struct, frozen=True):
    """Why a rule refuses an event, for whoever says it in another language than the message."""

    event: str
    """As it was written."""
    why: str
    """The id of the refusal's text."""
    facts: dict[str, Any]


class Fault(msgspec.Struct, frozen=True):
    """One error of a log, with its place and a stable id (`spec/faults.md`).

    Example:
        >>> import senpu
        >>> fault = senpu.read(text="Senpu: 1\\nGame: 800/bonsai-2021\\n\\nC: x1@Q\\n").fault
        >>> fault.id, fault.line, fault.column, fault.rule
        ('illegalMove', 4, 4, '3.0-4')
    """

    id: str
    layer: str
    line: int
    """From 1; 0 where the fault is of the file as a whole."""
    column: int
    """In characters, from 1; 0 where it is of the line as a whole."""
    message: str
    hint: str = ""
    text: str = ""
    """The line as read, for the caret; long lines are cut around the column."""
    event: int | None = None
    """The number of the event concerned, where there is one."""
    rule: str | None = None
    legal: tuple[str, ...] = ()
    """What the rules would have allowed instead (the first ones)."""
    grounds: Grounds | None = None
    """Of an event that a rule refuses."""

    def render(self, name: str = "", message: str | None = None, hint: str | None = None) -> str:
        """The diagnostic for people: place, id, message, the line with a caret, a hint. Message
        and hint are its own, unless others are given."""
        where = ":".join(str(part) for part in (name, self.line or "", self.column or "") if part)
        said = f"{self.id}: {self.message if message is None else message}"
        rows = [f"{where}: {said}" if where else said]
        if self.text:
            start, excerpt = excerpt_around(self.text, self.column)
            margin = f"  {self.line:>5} | "
            rows.append(f"{margin}{excerpt}".rstrip())
            if self.column:
                before = cells(excerpt[: self.column - 1 - start])
                rows.append(f"{'| ':>{len(margin)}}{' ' * before}^")
        if advice := self.hint if hint is None else hint:
            rows.append(f"  {advice}")
        return "\n".join(rows)


WIDTH = 96
"""Cells of a terminal that an excerpt takes at most."""


def excerpt_around(text: str, column: int) -> tuple[int, str]:
    """At most WIDTH cells of `text` around `column` (from 1), and where they start.

    Characters that would move the caret or the cursor are shown as a plain mark; where the
    text goes on to the left or right, the excerpt's first or last character is an ellipsis.
    """
    start = max(column - 1 - WIDTH, 0)
    ahead = [_shown(char) for char in text[start : max(column - 1, 0)]]
    # Cut at all, leave about as much to the right of the column as to its left.
    room = WIDTH // 2 if sum(map(cells, ahead)) > WIDTH - 16 else WIDTH
    while sum(map(cells, ahead)) > room:
        del ahead[0]
        start += 1
    excerpt, width = ahead, sum(map(cells, ahead))
    for end in range(max(column - 1, 0), len(text)):
        char = _shown(text[end])
        width += cells(char)
        if width > WIDTH:
            excerpt[-1] = "…"
            break
        excerpt.append(char)
    if start:
        excerpt[0] = "…"
    return start, "".join(excerpt)


def _shown(char: str) -> str:
    return char if char.isprintable() else "\N{REPLACEMENT CHARACTER}"


def cells(text: str) -> int:
    """How many columns of a terminal `text` takes.

    Wide East Asian characters take two; marks that sit on the letter before take none.

    >>> cells("上海"), cells("g\N{COMBINING TILDE}")
    (4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )


def located(
    ident: str,
    number: int,
    text: str,
    message: str,
    column: int = 0,
    hint: str = "",
    layer: str = "syntax",
) -> Fault:
    """A fault of a row of text, by its row (`number`) and column, both from 1."""
    return Fault(ident, layer, number, column, message, hint, text)
