"""Lines of bytes into lines of a game, streaming (`spec/notation.md`).

Yields every line either as a value or as located faults, never raises on bad input, and
never holds more than a line (and the machine line before it) in memory. Does not judge
what a line says: turns, actors and endings are checked where the rules are known.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator

from senpu.notation.encoding import LONGEST, decoded, too_long, torn_tail
from senpu.notation.events import Word
from senpu.notation.faults import Fault, fault_text, located
from senpu.notation.lines import Blank, End, Game, Header, Line, Machine, Remark
from senpu.notation.mistakes import cut
from senpu.notation.play import plain_line, read_play
from senpu.notation.play import play_line as play_line  # The reader of one line, for its callers.

VERSION = "1"
"""The version of the notation, in the first header line: `Senpu: 1`."""

HEADER = re.compile(r"([A-Za-z]{2}[A-Za-z0-9-]*+):(?: (.*))?", re.DOTALL)
MACHINE = re.compile(r"%([a-z]++)(?: (.*))?", re.DOTALL)
GAME = re.compile(r"%|\{|T[0-9]|[A-Z]:|End:")
"""How a line begins that can only belong to a game."""

SPECIAL = frozenset(("Senpu", "End"))
"""Keys of header lines that say where a text or a game begins or ends."""
LINE_FEED = ord("\n")
RECENT = 64
"""How many blocks are at hand after they were read."""
CLEAN = bytes([*range(0x20, 0x7F), LINE_FEED])

Found = tuple[int, Line | Fault]
"""The number of a row (from 1), and the line that starts there or a fault in it."""


def read_lines(rows: Iterable[bytes]) -> Iterator[Found]:
    """Each row of a log, newline included, as its line or as the faults it has.

    A row with faults of bytes is read on (as its repaired text), so one pass finds all
    faults; a caller that wants only what is good stops at the first. Numbers never fall.
    """
    return Reader().read(rows)


def read_text(text: str | bytes) -> tuple[Game, list[Fault]]:
    """A whole text as a game, and every fault in it. The game holds what could be read.

    >>> game, faults = read_text("Senpu: 1\\nGame: 800/bonsai-2021\\n\\nT1 J: i3>D\\n")
    >>> len(game.headers), len(game.lines), faults
    (2, 1, [])
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    headers: list[Header] = []
    lines: list[Line] = []
    faults: list[Fault] = []
    body = False
    for _, line in read_lines(rows_of(data)):
        if isinstance(line, Fault):
            faults.append(line)
        elif isinstance(line, Header):
            headers.append(line)
            body = False
            lines.clear()  # Only empty lines can have stood above: see Reader._second.
        elif body:
            lines.append(line)
        elif isinstance(line, Blank):
            body = True
        else:
            body = True
            lines.append(line)
    return Game(tuple(headers), tuple(lines)), faults


def rows_of(data: bytes) -> list[bytes]:
    """The rows of `data`, split at LF only, each with its LF.

    >>> rows_of(b"T1\\r\\nJ: pass")
    [b'T1\\r\\n', b'J: pass']
    """
    if b"\r" not in data:
        return data.splitlines(keepends=True)  # The quick way; it would split at CR too.
    rows = [row + b"\n" for row in data.split(b"\n")]
    rows[-1] = rows[-1][:-1]
    return rows if rows[-1] else rows[:-1]


NONE: list[Fault] = []


class Reader:
    """The state of one pass: which part of the text, which keys, a machine line not yet over."""

    def __init__(self, part: str = "top") -> None:
        self.part = part
        """top (above the header), header, body, after (the End line), second (game)."""
        self.keys: dict[str, int] = {}
        self.told = False  # that the header is missing
        self.begun = False  # whether a line of the game was seen
        self.machine: tuple[int, str, list[str]] | None = None
        self.held: list[Fault] = []  # of the rows that continue the machine line
        self.before = 0  # how many rows stand above the block at hand
        self.blocks: deque[tuple[int, list[bytes]]] = deque(maxlen=RECENT)
        """The blocks read last, each with the number of its first row, for those who must show
        a row."""

    def read(self, rows: Iterable[bytes]) -> Iterator[Found]:
        """Each row as its line or its faults, as soon as it is there, and at last what the whole
        lacks.
        """
        return self.read_blocks([row] for row in rows)

    def read_blocks(self, blocks: Iterable[list[bytes]]) -> Iterator[Found]:
        """Likewise of rows that are at hand many at a time, which is faster."""
        for rows in blocks:
            self.blocks.append((self.before + 1, rows))
            block = b"".join(rows)
            if len(block) <= LONGEST and block.isascii() and not block.translate(None, CLEAN):
                torn = block[-1] != LINE_FEED
                texts = block.decode().split("\n")
                yield from self._clean(texts[:-1])
                self.before += len(texts) - 1
                if torn:
                    self.before += 1
                    yield from self._flush()
                    yield self.before, torn_tail(self.before, rows[-1])
                    break
            else:
                for row in rows:
                    self.before += 1
                    yield from self._row(self.before, row)
                if rows[-1][-1] != LINE_FEED:
                    break
        yield from self._flush()
        yield from self._lacking(max(self.before, 1))

    def _clean(self, texts: list[str]) -> list[Found]:
        """The rows of a block of nothing but plain characters."""
        found: list[Found] = []
        append = found.append
        plain = self.part == "body" and not self.machine
        for number, text in enumerate(texts, self.before + 1):
            if plain and text >= "!":
                # Most rows of most logs. None of another kind would pass as plain.
                line = plain_line(text)
                if line is not None:
                    append((number, line))
                    self.begun = True
                    continue
            elif self.part == "header" and (match := HEADER.fullmatch(text)):
                key, value = match[1], match[2] or ""
                if key not in self.keys and key not in SPECIAL:
                    self.keys[key] = number
                    append((number, Header(key, value.strip(" "))))
                    continue
            found += self._text(number, text, NONE)
            plain = self.part == "body" and not self.machine
        return found

    def _row(self, number: int, row: bytes) -> Iterator[Found]:
        """Any row."""
        if row[-1] != LINE_FEED:
            yield from self._flush()
            yield number, torn_tail(number, row)
        elif len(row) > LONGEST:
            yield from self._flush()
            yield number, too_long(number, row)
        else:
            text, faults = decoded(number, row[:-1])
            yield from self._text(number, text, faults)

    def _text(self, number: int, text: str, faults: list[Fault]) -> Iterator[Found]:
        """A row without its newline, repaired, and the faults of its bytes."""
        if self.machine:
            if text[:1] == " " and text.strip(" ") and self.part != "second":
                self.machine[2].append(text.strip(" "))
                self.held += faults
                return
            yield from self._flush()
        for fault in faults:
            yield number, fault
        if self.part in ("body", "after"):
            yield from self._body(number, text)
        elif self.part == "header":
            yield from self._header(number, text)
        elif self.part == "top":
            yield from self._top(number, text)

    def row(self, number: int) -> bytes:
        """A row of one of the blocks read last; else nothing."""
        for first, rows in reversed(self.blocks):
            if first <= number < first + len(rows):
                return rows[number - first]
        return b""

    def _flush(self) -> Iterator[Found]:
        """The machine line that is now known to be over, then the faults of its rows."""
        if self.machine:
            number, word, rows = self.machine
            self.machine = None
            yield number, Machine(word, tuple(rows))
            for fault in self.held:
                yield fault.line, fault
            self.held.clear()

    def _lacking(self, number: int) -> Iterator[Found]:
        if self.part == "top" and not self.told:
            yield number, located("headerMissing", number, "", "empty")
        elif self.part == "header":
            yield number, located("headerUnended", number, "", "end")

    def _top(self, number: int, text: str) -> Iterator[Found]:
        """A row with nothing but empty lines or strange ones above it."""
        match = HEADER.fullmatch(text)
        blank = not text.strip(" ")
        told, self.told = self.told, True
        if not told and not (match and match[1] == "Senpu"):
            yield number, located("headerMissing", number, text, "message", 1)
        if blank:
            yield number, Blank()
        elif not _heads(match) and _plays(number, text):
            self.part = "body"
            yield from self._body(number, text)
        elif match:
            self.part = "header"
            yield from self._header(number, text)
        elif told:
            yield number, malformed(number, text)

    def _header(self, number: int, text: str) -> Iterator[Found]:
        if not text.strip(" "):
            self.part = "body"
            yield number, Blank()
        elif not _heads(match := HEADER.fullmatch(text)) and _plays(number, text):
            yield number, located("headerUnended", number, text, "message", 1)
            self.part = "body"
            yield from self._body(number, text)
        elif match:
            key, value = match[1], (match[2] or "").strip(" ")
            if key in self.keys:
                message = fault_text("headerTwice", key=cut(key), line=self.keys[key])
                yield number, located("headerTwice", number, text, message, 1)
                return
            self.keys[key] = number
            if key == "Senpu" and value != VERSION:
                column = len(text) - len((match[2] or "").lstrip(" ")) + 1
                hint = fault_text("versionUnknown", "hint", version=VERSION)
                message = fault_text("versionUnknown", version=cut(value))
                yield number, located("versionUnknown", number, text, message, column, hint)
            yield number, Header(key, value)
        else:
            yield number, malformed(number, text)

    def _body(self, number: int, text: str) -> Iterator[Found]:
        if not text.strip(" "):
            yield number, Blank()
            return
        match = HEADER.fullmatch(text)
        if match and match[1] == "Senpu":
            yield from self._second(number, text)
            return
        self.begun = True
        if match:
            yield from self._below(number, text, match[1], (match[2] or "").strip(" "))
        elif text[0] == "%":
            if found := MACHINE.fullmatch(text):
                self.machine = (number, found[1], [(found[2] or "").strip(" ")])
            else:
                yield number, located("badMachine", number, text, "message", 1)
        else:
            yield from self._play(number, text)

    def _below(self, number: int, text: str, key: str, value: str) -> Iterator[Found]:
        """A `Key: value` line below the header: the End line, or one out of place."""
        if key != "End":
            yield number, located("headerInGame", number, text, "message", 1)
        elif self.part == "after":
            yield number, located("afterEnd", number, text, "second", 1)
        else:
            self.part = "after"
            yield number, End(value)

    def _play(self, number: int, text: str) -> Iterator[Found]:
        line, faults = read_play(number, text)
        if text[0] == " ":
            yield number, located("indentedLine", number, text, "message", 1)
        for fault in faults:
            yield number, fault
        if self.part == "after" and (
            line.turn is not None or any(not isinstance(item, Remark) for item in line.items)
        ):
            yield number, located("afterEnd", number, text, "message", 1)
        elif not faults:
            yield number, line

    def _second(self, number: int, text: str) -> Iterator[Found]:
        """A `Senpu:` line below the header.

        Where neither such a line nor any line of a game stood above, what stood there was
        no header (a mail's, perhaps), and this is the first.
        """
        if "Senpu" in self.keys or self.begun:
            self.part = "second"
            yield number, located("secondGame", number, text, "message", 1)
        else:
            self.part = "header"
            yield from self._header(number, text)


def _plays(number: int, text: str) -> bool:
    """Whether a line above the first empty line can only belong to a game.

    Words alone can be anything, so a line of nothing else cannot.
    """
    if GAME.match(text):
        return True
    line, faults = read_play(number, text)
    return not faults and any(not isinstance(item, Word) for item in line.items)


def _heads(match: re.Match[str] | None) -> bool:
    """Whether a line above the first empty line is a header line, whatever else it might be."""
    return match is not None and match[1] != "End"


def malformed(number: int, text: str) -> Fault:
    """Return the fault of a line in the header that is neither a header line nor play."""
    return located("headerMalformed", number, text, "message", 1)
