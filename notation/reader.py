"""Read bytes as the lines of a game, streaming (`spec/en/reference/notation.md`).

The reader yields each line either as a value or as located faults, and never raises on invalid
input. It never holds more in memory than a line and the machine line before it. Turns, actors
and endings are checked by the reducer, which knows the rules.
"""

import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from senpu.notation.encoding import (
    LONGEST,
    decode_row,
    incomplete_block_fault,
    incomplete_row_fault,
    long_row_fault,
)
from senpu.notation.events import Word
from senpu.notation.faults import Fault, fault_message, make_fault
from senpu.notation.lines import Comment, EmptyLine, End, GameText, Header, Line, Machine
from senpu.notation.mistakes import cut
from senpu.notation.other_formats import find_other_format
from senpu.notation.play import parse_cached_line, parse_checked_line
from senpu.notation.play import (
    parse_line as parse_line,
)  # Callers import the reader of one line from here.
from senpu.notation.position_text import is_position_text

VERSION = "1"
"""The version of the notation, in the first header line: `Senpu: 1`."""

HEADER = re.compile(r"([A-Za-z]{2}[A-Za-z0-9-]*+):(?: (.*))?", re.DOTALL)
MACHINE = re.compile(r"%([a-z]++)(?: (.*))?", re.DOTALL)
GAME = re.compile(r"%|\{|T[0-9]|[A-Z]:|End:")
"""The beginnings of lines that can only belong to a game."""

SPECIAL = frozenset(("Senpu", "End"))
"""Keys of header lines at which a text or a game begins or ends."""
LINE_FEED = ord("\n")
RECENT = 64
"""Number of blocks that remain available after reading."""
CLEAN = bytes([*range(0x20, 0x7F), LINE_FEED])

NumberedLine = tuple[int, Line | Fault]
"""The number of a row (from 1), and the line that starts there or a fault in it."""


def read_lines(rows: Iterable[bytes]) -> Iterator[NumberedLine]:
    """Yield each row of a log, newline included, as its line or its faults.

    A row with invalid bytes is repaired and parsed, so one pass finds all faults. A caller
    that needs only valid lines stops at the first fault.

    Returns:
        The number of a row, which never decreases, and a line or a fault.
    """
    return Reader().read(rows)


def read_text(text: str | bytes) -> tuple[GameText, list[Fault]]:
    r"""Return a whole text as a game of its readable lines, and its faults.

    >>> game, faults = read_text("Senpu: 1\nGame: 800/bonsai-2021\n\nT1 J: i3>D\n")
    >>> len(game.headers), len(game.lines), faults
    (2, 1, [])
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    headers: list[Header] = []
    lines: list[Line] = []
    faults: list[Fault] = []
    body = False
    for _, line in read_lines(split_rows(data)):
        if isinstance(line, Fault):
            faults.append(line)
        elif isinstance(line, Header):
            headers.append(line)
            body = False
            lines.clear()  # Only empty lines can precede it: see Reader._second.
        elif body:
            lines.append(line)
        elif isinstance(line, EmptyLine):
            body = True
        else:
            body = True
            lines.append(line)
    return GameText(tuple(headers), tuple(lines)), faults


def split_rows(data: bytes) -> list[bytes]:
    r"""Return the rows of `data`, split at LF only, each with its LF.

    >>> split_rows(b"T1\r\nJ: pass")
    [b'T1\r\n', b'J: pass']
    """
    if b"\r" not in data:
        return data.splitlines(keepends=True)  # splitlines is faster, but would split at CR too.
    rows = [row + b"\n" for row in data.split(b"\n")]
    rows[-1] = rows[-1][:-1]
    return rows if rows[-1] else rows[:-1]


def split_whole_rows(data: bytes) -> list[bytes]:
    """Return the rows of a text that have a line feed: an incomplete last row does not count."""
    return [row for row in split_rows(data) if row.endswith(b"\n")]


NONE: list[Fault] = []


class Reader:
    """The state of one pass: the part of the text, the keys, a machine line in progress.

    Args:
        part: The part of the text at which the pass begins.
        is_whole: A function that returns whether a machine line has all rows, by its word and its
            rows; None if this is not known. The last line of a text counts only if it has.
        find_body: A function that returns the text of a last row that lacks only its newline; None
            if the row may lack more.
    """

    def __init__(
        self,
        part: str = "top",
        is_whole: Callable[[str, Sequence[str]], bool | None] = lambda word, rows: True,
        find_body: Callable[[bytes], bytes | None] = lambda row: None,
    ) -> None:
        self.is_whole = is_whole
        self.find_body = find_body
        self.part = part
        """top (above the header), header, body, after (the End line), second (game)."""
        self.keys: dict[str, int] = {}
        self.reported = False  # that the header is missing
        self.begun = False  # whether a line of the game was seen
        self.machine: tuple[int, str, list[str]] | None = None
        self.held: list[Fault] = []  # faults of the rows that continue the machine line
        self.before = 0  # number of rows before the current block
        self.incomplete = 0
        """The first row of an incomplete last line, which does not count; 0 if there is none."""
        self.blocks: deque[tuple[int, list[bytes]]] = deque(maxlen=RECENT)
        """The blocks read last, each with the number of its first row, for those who must show
        a row."""

    def read(self, rows: Iterable[bytes]) -> Iterator[NumberedLine]:
        """Yield each row as its line or its faults at once, at the end the faults of the whole."""
        return self.read_blocks([row] for row in rows)

    def read_blocks(self, blocks: Iterable[list[bytes]]) -> Iterator[NumberedLine]:
        """Do the same for blocks of rows, which is faster."""
        self.incomplete = 0
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
                    yield from self._incomplete_row(self.before, rows[-1])
                    break
            else:
                for row in rows:
                    self.before += 1
                    yield from self._row(self.before, row)
                if rows[-1][-1] != LINE_FEED:
                    break
        else:
            yield from self._end(b"")
        yield from self._lacking(max(self.before, 1))

    def _clean(self, texts: list[str]) -> list[NumberedLine]:
        """Return the rows of a block that has only plain characters."""
        found: list[NumberedLine] = []
        append = found.append
        plain = self.part == "body" and not self.machine
        for number, text in enumerate(texts, self.before + 1):
            if plain and text >= "!":
                # Most rows of most logs; no row of another kind matches.
                line = parse_cached_line(text)
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

    def _row(self, number: int, row: bytes) -> Iterator[NumberedLine]:
        """Read any row."""
        if row[-1] != LINE_FEED:
            yield from self._incomplete_row(number, row)
        elif len(row) > LONGEST:
            yield from self._flush()
            yield number, long_row_fault(number, row)
        else:
            text, faults = decode_row(number, row[:-1])
            yield from self._text(number, text, faults)

    def _text(self, number: int, text: str, faults: list[Fault]) -> Iterator[NumberedLine]:
        """Read a repaired row without its newline, after the faults of its bytes."""
        if self.part == "other":
            return
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
        """Return a row of one of the most recent blocks, else nothing."""
        for first, rows in reversed(self.blocks):
            if first <= number < first + len(rows):
                return rows[number - first]
        return b""

    def _flush(self) -> Iterator[NumberedLine]:
        """Yield the machine line that is now complete, then the faults of its rows."""
        if self.machine:
            number, word, rows = self.machine
            self.machine = None
            yield number, Machine(word, tuple(rows))
            for fault in self.held:
                yield fault.line, fault
            self.held.clear()

    def _incomplete_row(self, number: int, row: bytes) -> Iterator[NumberedLine]:
        """Read a last row without its newline."""
        if self.part != "other" and not (yield from self._end(row)):
            is_header = self.part in ("top", "header")
            self.reported = True  # a log with a row is not empty
            self.incomplete = number
            is_complete = self.find_body(row) is not None
            yield number, incomplete_row_fault(number, row, is_header, is_complete)

    def _end(self, row: bytes) -> Generator[NumberedLine, None, bool]:
        """End the machine line in progress at the end of the text.

        Args:
            row: The last row if it has no newline, else nothing.

        Yields:
            The line; or its fault if it lacks rows. The rows that follow then continue it.

        Returns:
            Whether it lacks rows; then the incomplete row belongs to it.
        """
        if self.machine and not self.held:
            number, word, rows = self.machine
            whole = self.is_whole(word, rows)
            if whole is False or (whole is None and row[:1] == b" "):
                self.incomplete = number
                text = f"%{word} {rows[0]}".rstrip(" ")
                yield number, incomplete_block_fault(number, text, self._completes(word, rows, row))
                return True
        yield from self._flush()
        return False

    def _completes(self, word: str, rows: list[str], row: bytes) -> bool:
        """Return whether a machine line lacks only the newline of the last row."""
        body = self.find_body(row) if row else None
        if body is None or body[:1] != b" ":
            return body is not None  # the row is the line that is written with it
        return self.is_whole(word, [*rows, body.decode("utf-8", "replace").strip(" ")]) is not False

    def _lacking(self, number: int) -> Iterator[NumberedLine]:
        if self.part == "top" and not self.reported:
            yield number, make_fault("headerMissing", number, "", "empty", hint="emptyHint")
        elif self.part == "header":
            yield number, make_fault("headerUnended", number, "", "end", hint="endHint")

    def _top(self, number: int, text: str) -> Iterator[NumberedLine]:
        """Read a row that follows only empty or unknown lines."""
        match = HEADER.fullmatch(text)
        blank = not text.strip(" ")
        reported, self.reported = self.reported, True
        if not reported and not (match and match[1] == "Senpu"):
            missing = "positionAsLog" if is_position_text(text) else "headerMissing"
            other = find_other_format(text)
            hint = other.hint if other else "hint"
            yield number, make_fault(missing, number, text, "message", 1, hint=hint)
            if other and not other.may_have_log:
                self.part = "other"
                return
        if blank:
            yield number, EmptyLine()
        elif not _is_header(match) and _is_play(number, text):
            self.part = "body"
            yield from self._body(number, text)
        elif match:
            self.part = "header"
            yield from self._header(number, text)
        elif reported:
            yield number, malformed_header_fault(number, text)

    def _header(self, number: int, text: str) -> Iterator[NumberedLine]:
        if not text.strip(" "):
            self.part = "body"
            yield number, EmptyLine()
        elif not _is_header(match := HEADER.fullmatch(text)) and _is_play(number, text):
            yield number, make_fault("headerUnended", number, text, "message", 1)
            self.part = "body"
            yield from self._body(number, text)
        elif match:
            key, value = match[1], (match[2] or "").strip(" ")
            if key in self.keys:
                message = fault_message("headerTwice", key=cut(key), line=self.keys[key])
                yield number, make_fault("headerTwice", number, text, message, 1)
                return
            self.keys[key] = number
            if key == "Senpu" and value != VERSION:
                column = len(text) - len((match[2] or "").lstrip(" ")) + 1
                hint = fault_message("versionUnknown", "hint", version=VERSION)
                message = fault_message("versionUnknown", version=cut(value))
                yield number, make_fault("versionUnknown", number, text, message, column, hint)
            yield number, Header(key, value)
        else:
            yield number, malformed_header_fault(number, text)

    def _body(self, number: int, text: str) -> Iterator[NumberedLine]:
        if not text.strip(" "):
            yield number, EmptyLine()
            return
        match = HEADER.fullmatch(text)
        if match and match[1] == "Senpu":
            yield from self._second(number, text)
            return
        self.begun = True
        if match:
            yield from self._field(number, text, match[1], (match[2] or "").strip(" "))
        elif text[0] == "%":
            if found := MACHINE.fullmatch(text):
                self.machine = (number, found[1], [(found[2] or "").strip(" ")])
            else:
                yield number, make_fault("badMachine", number, text, "message", 1)
        else:
            yield from self._play(number, text)

    def _field(self, number: int, text: str, key: str, value: str) -> Iterator[NumberedLine]:
        """Read a `Key: value` line after the header: the End line, or a misplaced line."""
        if key != "End":
            yield number, make_fault("headerInGame", number, text, "message", 1)
        elif self.part == "after":
            yield number, make_fault("afterEnd", number, text, "second", 1)
        else:
            self.part = "after"
            yield number, End(value)

    def _play(self, number: int, text: str) -> Iterator[NumberedLine]:
        line, faults = parse_checked_line(number, text)
        if text[0] == " ":
            yield number, make_fault("indentedLine", number, text, "message", 1)
        for fault in faults:
            yield number, fault
        if self.part == "after" and (
            line.turn is not None or any(not isinstance(item, Comment) for item in line.items)
        ):
            yield number, make_fault("afterEnd", number, text, "message", 1)
        elif not faults:
            yield number, line

    def _second(self, number: int, text: str) -> Iterator[NumberedLine]:
        """Read a `Senpu:` line after the header.

        If neither such a line nor a line of a game preceded it, the lines before it were not a
        header (perhaps the header of a mail), and this line begins the header.

        Yields:
            The faults and lines of the row.
        """
        if "Senpu" in self.keys or self.begun:
            self.part = "second"
            yield number, make_fault("secondGame", number, text, "message", 1)
        else:
            self.part = "header"
            yield from self._header(number, text)


def _is_play(number: int, text: str) -> bool:
    """Return whether a line before the first empty line can only belong to a game.

    A line of words only can be any text.
    """
    if GAME.match(text):
        return True
    line, faults = parse_checked_line(number, text)
    return not faults and any(not isinstance(item, Word) for item in line.items)


def _is_header(match: re.Match[str] | None) -> bool:
    """Return whether a line before the first empty line is a header line."""
    return match is not None and match[1] != "End"


def malformed_header_fault(number: int, text: str) -> Fault:
    """Return the fault of a line in the header that is neither a header line nor play."""
    return make_fault("headerMalformed", number, text, "message", 1)
