"""Lines of bytes into lines of a game, streaming (`spec/notation.md`).

Yields every line either as a value or as located faults, never raises on bad input, and
never holds more than a line (and the machine line before it) in memory. Does not judge
what a line says: turns, actors and endings are checked where the rules are known.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from notation.encoding import CLEAN, decoded, torn_tail
from notation.events import Act, Word
from notation.faults import Fault, NotationError, located
from notation.lexer import TOKEN, TURN, Kind, arguments, items_by_text, shown, token
from notation.lines import Blank, End, Game, Header, Item, Line, Machine, Play, Remark

VERSION = "1"
"""The version of the notation, in the first header line: `Senpu: 1`."""

HEADER = re.compile(r"([A-Za-z]{2}[A-Za-z0-9-]*+):(?: (.*))?", re.DOTALL)
MACHINE = re.compile(r"%([a-z]++)(?: (.*))?", re.DOTALL)
ENDING = re.compile(r"End: *(.*)", re.DOTALL)

Found = tuple[int, Line | Fault]
"""The number of a row (from 1), and the line that starts there or a fault in it."""


def read_lines(rows: Iterable[bytes]) -> Iterator[Found]:
    """Each row of a log, newline included, as its line or as the faults it has.

    A row with faults of bytes is read on (as its repaired text), so one pass finds all
    faults; a caller that wants only what is good stops at the first.
    """
    return _Reader().read(rows)


def read_text(text: str | bytes) -> tuple[Game, list[Fault]]:
    """A whole text as a game, and every fault in it. The game holds what could be read."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    headers: list[Header] = []
    lines: list[Line] = []
    faults: list[Fault] = []
    body = False
    for _, line in read_lines(
        data.splitlines(keepends=True) if b"\r" not in data else rows_of(data)
    ):
        if isinstance(line, Fault):
            faults.append(line)
        elif body:
            lines.append(line)
        elif isinstance(line, Header):
            headers.append(line)
        else:
            body = True
            if not isinstance(line, Blank):
                lines.append(line)
    return Game(tuple(headers), tuple(lines)), faults


def rows_of(data: bytes) -> list[bytes]:
    """The rows of `data`, split at LF only, each with its LF."""
    rows = [row + b"\n" for row in data.split(b"\n")]
    rows[-1] = rows[-1][:-1]
    return rows if rows[-1] else rows[:-1]


class _Reader:
    """The state of one pass: which part of the text, which keys, a machine line not yet over."""

    def __init__(self) -> None:
        self.part = "top"  # top (nothing read), header, body, after (the End line)
        self.keys: dict[str, int] = {}
        self.machine: tuple[int, str, list[str]] | None = None

    def read(self, rows: Iterable[bytes]) -> Iterator[Found]:
        number = 0
        for number, row in enumerate(rows, 1):
            if row[-1:] != b"\n":
                yield from self._flush()
                yield number, torn_tail(number, row)
                break
            if CLEAN.fullmatch(row):
                text = row[:-1].decode("ascii")
            else:
                text, faults = decoded(number, row[:-1])
                for fault in faults:
                    yield number, fault
            yield from self._line(number, text)
        yield from self._flush()
        if self.part == "top":
            yield (
                number,
                located("headerMissing", max(number, 1), "", "the text is empty", 0, FIRST),
            )
        elif self.part == "header":
            yield number, located(
                "headerUnended", number, "", "the text ends inside its header", 0,
                "an empty line ends the header",
            )  # fmt: skip

    def _flush(self) -> Iterator[Found]:
        if self.machine:
            number, word, rows = self.machine
            self.machine = None
            yield number, Machine(word, tuple(rows))

    def _line(self, number: int, text: str) -> Iterator[Found]:
        if self.part in ("body", "after"):
            yield from self._body(number, text)
        else:
            yield from self._header(number, text)

    def _header(self, number: int, text: str) -> Iterator[Found]:
        if self.part == "top":
            self.part = "header"
            if not re.match(r"Senpu:", text):
                yield (
                    number,
                    located(
                        "headerMissing", number, text, "the first line is not Senpu: 1", 1, FIRST
                    ),
                )
        if not text.strip(" \t"):
            self.part = "body"
            yield number, Blank()
        elif match := HEADER.fullmatch(text):
            key, value = match[1], (match[2] or "").strip(" \t")
            if key in self.keys:
                yield (
                    number,
                    located(
                        "headerTwice",
                        number,
                        text,
                        f"{key} stands on line {self.keys[key]} already",
                        1,
                    ),
                )
                return
            self.keys[key] = number
            if key == "Senpu" and value != VERSION:
                yield number, located(
                    "versionUnknown", number, text, f"version {shown(value)} of the notation",
                    match.start(2) + 1, f"this program reads version {VERSION}",
                )  # fmt: skip
            yield number, Header(key, value)
        else:
            _, faults = play_line(number, text)
            if faults and not text.startswith("%"):
                yield (
                    number,
                    located(
                        "headerMalformed",
                        number,
                        text,
                        "no header line",
                        1,
                        "write it as Key: value",
                    ),
                )
                return
            yield number, located(
                "headerUnended", number, text, "the game begins inside the header", 1,
                "put an empty line between the header and the game",
            )  # fmt: skip
            self.part = "body"
            yield from self._body(number, text)

    def _body(self, number: int, text: str) -> Iterator[Found]:
        if self.machine and text[:1] in (" ", "\t"):
            self.machine[2].append(text.strip(" \t"))
            return
        yield from self._flush()
        first = text[:1]
        if not text.strip(" \t"):
            yield number, Blank()
        elif first == "%":
            if match := MACHINE.fullmatch(text):
                self.machine = (number, match[1], [(match[2] or "").strip(" \t")])
            else:
                yield (
                    number,
                    located(
                        "badMachine",
                        number,
                        text,
                        "no machine line",
                        1,
                        "write it as %word and what belongs to it",
                    ),
                )
        elif match := ENDING.fullmatch(text):
            if self.part == "after":
                yield (
                    number,
                    located("afterEnd", number, text, "the game has an End line already", 1),
                )
                return
            self.part = "after"
            yield number, End(match[1].strip(" \t"))
        elif match := HEADER.fullmatch(text):
            if match[1] == "Senpu":
                self.part, self.keys = "header", {"Senpu": number}
                yield (
                    number,
                    located(
                        "secondGame",
                        number,
                        text,
                        "a second game begins here",
                        1,
                        "one file holds one game",
                    ),
                )
            else:
                yield number, located(
                    "headerInGame", number, text, "a header line below the header", 1,
                    "header lines stand above the first empty line; a remark stands in braces",
                )  # fmt: skip
        else:
            if first in (" ", "\t"):
                yield number, located(
                    "indented", number, text, "the line is indented", 1,
                    "only rows that continue a % line are",
                )  # fmt: skip
            line, faults = play_line(number, text)
            for fault in faults:
                yield number, fault
            if self.part == "after" and any(not isinstance(item, Remark) for item in line.items):
                yield number, located(
                    "afterEnd", number, text, "play goes on below the End line", 1,
                    "only seals and remarks stand there",
                )  # fmt: skip
                return
            if not faults:
                yield number, line


FIRST = "a log begins with Senpu: 1, a Game: line, and an empty line before the game"


def play_line(number: int, text: str) -> tuple[Play, list[Fault]]:
    """A line of the game as a value, and every fault in it (the value then lacks those parts)."""
    return _plain_line(text) or _any_line(number, text)


def _plain_line(text: str) -> tuple[Play, list[Fault]] | None:
    """The quick way, for a line of nothing but whole tokens read before; else nothing.

    Most lines of most logs are such; they cost a dictionary look-up a token.
    """
    items: list[Item] = []
    turn: int | None = None
    append, known = items.append, items_by_text.get
    for piece in TOKEN.findall(text):
        item = known(piece)
        if item is not None:
            append(item)
        elif piece[0] == "T" and turn is None and not items:
            if not TURN.fullmatch(piece):
                return None
            turn = int(piece[1:])
        elif piece[0] == "{":
            try:
                append(token(piece).value)
            except NotationError:
                return None
        elif items and type(items[-1]) is Word and piece in arguments:
            items[-1] = with_argument(items[-1], piece)
        else:
            return None
    return Play(tuple(items), turn), []


def _any_line(number: int, text: str) -> tuple[Play, list[Fault]]:
    """The thorough way: any line, each fault with its column."""
    items: list[Item] = []
    faults: list[Fault] = []
    turn: int | None = None
    tag = ""
    again = speaking = False  # an & waits for its act; a word may still take arguments
    opened: list[int] = []
    column = 0

    def fault(ident: str, message: str, hint: str = "") -> None:
        faults.append(located(ident, number, text, message, column, hint))

    for match in TOKEN.finditer(text):
        column = match.start() + 1
        try:
            kind, value = token(match[0])
        except NotationError as error:
            fault(error.fault, str(error), error.hint)
            again = speaking = False
            continue
        if tag:
            fault("badTag", "a tag stands only at the end of its line")
            tag = ""
        if again and not isinstance(value, Act):
            fault("badAgain", "& stands before an act", "& t1>D goes on with the same activation")
            again = False
        if kind is Kind.ARGUMENT:
            last = items[-1] if speaking else None
            if isinstance(last, Word):
                items[-1] = with_argument(last, value)
            else:
                fault("strayArgument", f"{shown(match[0])} belongs to no word and is no event")
            continue
        speaking = kind is Kind.WORD
        if kind is Kind.AGAIN:
            again = True
        elif kind is Kind.TURN:
            if items or turn is not None:
                fault(
                    "misplacedTurn",
                    f"T{value} stands inside a line",
                    "a turn mark stands first on its line",
                )
            else:
                turn = value
        elif kind is Kind.TAG:
            tag = value
        elif kind is Kind.CLOSE and not opened:
            fault("unbalanced", "this ) closes nothing")
        else:
            if kind is Kind.OPEN:
                opened.append(column)
            elif kind is Kind.CLOSE:
                opened.pop()
            items.append(msgspec.structs.replace(value, again=True) if again else value)
            again = False
    if again:
        fault("badAgain", "& stands before an act")
    if opened:
        column = opened[-1]
        fault("unbalanced", "this ( is not closed on its line")
    return Play(tuple(items), turn, tag), faults


def with_argument(word: Word, argument: str) -> Word:
    """`word` with one more argument."""
    return Word(word.word, (*word.args, argument), again=word.again, payer=word.payer)
