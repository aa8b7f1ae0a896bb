"""An open log: its header, and its lines as a stream. The file is never changed.

The file is opened once: all that is reported on a log comes from the same bytes. Of the lines,
only the current row and the seals are in memory.
The lines of a chained log have no tags. They end before the first line with a fault of the
chain or of a seal, which is replaced by its fault.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from senpu.logs.chain import Chain
from senpu.logs.inputs import Input, Source, hold_source, read_file
from senpu.logs.machine_lines import SIGNED, is_whole
from senpu.logs.position_logs import POSITION
from senpu.notation.encoding import TORN, decode_row
from senpu.notation.faults import Fault
from senpu.notation.lines import EmptyLine, Header, Line, Machine
from senpu.notation.position_text import POSITION_START, PositionError, parse_position_text
from senpu.notation.reader import NumberedLine, Reader, split_rows

if TYPE_CHECKING:
    from senpu.logs.dice import Dice
    from senpu.logs.hands import Hands
    from senpu.logs.seals import Seals


LIBRARY = Path(__file__).parent / "library"
"""The recorded games of the program, in a folder for each game."""

SUFFIX = ".senpu"
"""The suffix of the names of logs."""

OF_GAME = ("Game", "Options", "Data", POSITION)
"""The header fields that identify a game; the notes of a log fit only logs with the same values."""


HEAD_LABELS = {
    "Game": POSITION_START, "Rules": " rules ", "Options": " options ", "Data": " data ",
}  # fmt: skip
"""The texts before the values of header fields in a position text."""


class HeaderPlace(NamedTuple):
    """The place of the value of a header field, for a fault."""

    line: int
    """The number of its row."""
    row: str
    """The row; empty if the header has no such field."""
    shift: int
    """The number of characters of the row before the value."""


class Record:
    """A pass over a log.

    `headers` and `header_faults` are available at once. Iterating yields (row number, line or
    fault) for everything after the header, and after :meth:`go_on` for the added rows.
    """

    def __init__(
        self, blocks: Iterable[list[bytes]], source: Input | None = None, position_text: str = ""
    ) -> None:
        self.source = source
        """The bytes of the log, to read it again; None for a log that was made here."""
        self.path = source.file if source and not position_text else None
        """The file of the log; None if it has none, as a stream or a position text."""
        self.position_text = position_text
        """The position text from which the log was made; empty for other logs."""
        self.headers: dict[str, str] = {}
        self.header_rows: dict[str, int] = {}
        self.header_faults: list[Fault] = []
        self.size = 0
        """The number of bytes of the whole rows that were read."""
        self.digest = sha256()
        """The digest of those bytes."""
        self.chain = Chain()
        self.first_fault = 0
        """The first row with a fault of the chain or of a seal; 0 if there is none."""
        self.rejected_seals: list[int] = []
        """The first rows of the signed machine lines that have a fault."""
        self.has_incomplete_row = False
        """True if the last row that was read has no newline."""
        self._reader = Reader(
            is_whole=lambda word, rows: is_whole(word, rows) if self.chain.on else None,
            find_body=self.chain.find_body,
        )
        self._found = self._reader.read_blocks(self._measured(blocks))
        self._rest: list[NumberedLine] = []
        for number, line in self._found:
            if isinstance(line, Fault):
                self.header_faults.append(line)
            elif isinstance(line, Header):
                self.headers[line.key] = line.value
                self.header_rows[line.key] = number
            else:
                if not isinstance(line, EmptyLine):
                    self._rest.append((number, line))
                break
        if self.position_text:
            self._locate_in_text()
        self.header_faults += self.chain.header_faults(self.headers, self.header_rows)
        if self.chain.on:
            self.header_faults += self.seals.header_faults
        first = self.chain.faults.get(self.chain.first)
        if first is not None and first.id == "headerMismatch":
            self.header_faults.append(self.chain.faults.pop(first.line))
        lines = (fault.line for fault in self.header_faults if fault.layer == "chain")
        self.first_fault = min(lines, default=0)

    def _locate_in_text(self) -> None:
        """Give the header fields and their faults the places that they have in a position text."""
        self.header_rows = dict.fromkeys(self.headers, 1)
        try:
            parse_position_text(self.position_text)
        except PositionError as error:
            self.header_faults = [error.make_fault(self.position_text)]

    @property
    def position_digest(self) -> str:
        """The first digits of the digest of the data that the first position names, if it does."""
        with suppress(PositionError):  # reported when the position is read
            text = self.headers.get(POSITION, "")
            return parse_position_text(text).data if text else ""
        return ""

    def find_header_place(self, field: str) -> "HeaderPlace":
        """Return the place of a header field; in a position text, of its part of the text."""
        if self.position_text:
            label = HEAD_LABELS.get(field, "")
            at = max(self.position_text.find(label), 0)
            return HeaderPlace(1, self.position_text, at + len(label))
        if field not in self.headers:
            return HeaderPlace(self.header_rows.get(field, 1), "", 0)
        start = f"{field}: "
        row = f"{start}{self.headers[field]}"
        return HeaderPlace(self.header_rows[field], row, len(start))

    # Few logs are chained: the modules for their lines are imported when one is opened.

    @cached_property
    def seals(self) -> "Seals":
        """The keys and seals in the part of a chained log that was read."""
        from senpu.logs.seals import Seals

        return Seals(self.headers if self.chain.on else {}, self.header_rows)

    @cached_property
    def dice(self) -> "Dice":
        """The commitments and secrets for fair dice in the part of a chained log that was read."""
        from senpu.logs.dice import Dice

        return Dice(self.seals.keys)

    @cached_property
    def hands(self) -> "Hands":
        """The face-down and revealed cards in the part of a chained log that was read."""
        from senpu.logs.hands import Hands

        return Hands(self.headers, self.seals.nonce)

    @property
    def folder(self) -> Path | None:
        """The folder of the file, where a data set may be; None for a stream or a typed text."""
        file = self.source.file if self.source else None
        return file.absolute().parent if file else None

    @property
    def lines(self) -> int:
        """Return the number of rows that were read, without the rows of an incomplete last line."""
        return (self._reader.incomplete or self.chain.row + 1) - 1

    @property
    def head(self) -> bytes:
        """Return the head of the chain after these rows."""
        return self.chain.above.get(self.lines + 1, self.chain.head)

    @property
    def signers(self) -> frozenset[str] | None:
        """Return the sides that have keys; None if the log is not chained."""
        return frozenset(self.seals.keys) if self.chain.on else None

    @property
    def hands_nonce(self) -> str:
        """Return the name of a game with face-down hands; empty for other games."""
        return self.hands.nonce if self.chain.on and self.hands.declared else ""

    def __iter__(self) -> Iterator[tuple[int, Line | Fault]]:
        rest, self._rest = self._rest, []
        if self.chain.on:
            yield from self._checked(chain(rest, self._found))
        else:
            yield from rest
            yield from self._found

    def _checked(self, found: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
        """Yield the results of the reader, up to the first fault of the chain or of a seal."""
        faults = self.chain.faults
        for number, line in found:
            is_torn = isinstance(line, Fault) and line.id == TORN
            rows = len(line.rows) if isinstance(line, Machine) else 1
            if is_torn:  # all whole rows of an incomplete machine line
                rows = self.chain.row + 1 - number
            faulty = [faults.pop(row) for row in range(number, number + rows) if row in faults]
            if is_torn and faulty:
                self._reader.incomplete = 0  # its rows are damaged, not ignored
            if isinstance(line, Machine) and not faulty:
                above = self.chain.above.pop(number, b"")
                kept = self.seals.read(number, line, above) or self.dice.read(number, line, above)
                kept = kept or self.hands.read(number, line)
                faulty += [kept] if kept else []
            if faulty and isinstance(line, Machine) and line.word in SIGNED:
                self.rejected_seals.append(number)
            self.first_fault = self.first_fault or min((fault.line for fault in faulty), default=0)
            if faulty and (is_torn or not isinstance(line, Fault)):
                yield from ((fault.line, fault) for fault in faulty)
            elif number != self.chain.first or not isinstance(
                line, EmptyLine
            ):  # the tag of the header
                yield number, line

    def _measured(self, blocks: Iterable[list[bytes]]) -> Iterator[list[bytes]]:
        coming = iter(blocks)
        ahead: list[list[bytes]] = []

        def following() -> bytes:
            ahead.extend(islice(coming, 1))
            return ahead[0][0] if ahead else b""

        while rows := ahead.pop() if ahead else next(coming, []):
            self.has_incomplete_row = not rows[-1].endswith(b"\n")
            whole = b"".join(rows[:-1] if self.has_incomplete_row else rows)
            self.size += len(whole)
            self.digest.update(whole)
            yield self.chain.read(rows, following)

    def resume(self, blocks: Iterable[list[bytes]]) -> None:
        """Add rows that were appended after the end was reached; a further pass yields them.

        The first row replaces an incomplete last row.
        """
        if self.has_incomplete_row:
            self._reader.before -= 1
            self.has_incomplete_row = False
        self._found = self._reader.read_blocks(self._measured(blocks))

    def text(self, number: int) -> str:
        """Return a recent row as text."""
        return decode_row(0, self._reader.row(number).rstrip(b"\n"))[0]


def open_record(source: Source) -> Record:
    """Open a log file: it is read whole, unless it was read before; can raise OSError."""
    held = hold_source(source)
    return Record(_blocks(held.data), held, held.position_text)


def _blocks(data: bytes) -> Iterator[list[bytes]]:
    file, size = BytesIO(data), FIRST
    while rows := file.readlines(size):
        yield rows
        size = BLOCK


FIRST, BLOCK = 1 << 12, 1 << 16
"""Bytes parsed at a time, up to the end of a row; few at first, to open long logs fast."""


def find_logs(folder: Path, suffix: str = SUFFIX) -> Iterator[str]:
    """Yield each log, or file with another suffix, in a folder and its subfolders, in no order.

    A folder is not a log, whatever its name. Links to folders are not followed. Unreadable folders
    are skipped.

    Yields:
        The path of a file.
    """
    for at, _, files in os.walk(folder):
        yield from (os.path.join(at, name) for name in files if name.endswith(suffix))


def is_library_log(data: bytes) -> bool:
    """Return whether the bytes of a log are the bytes of a recorded game of the program."""
    paths = map(Path, find_logs(LIBRARY))
    return any(path.stat().st_size == len(data) and read_file(path) == data for path in paths)


def record_from(data: bytes | str, path: Path | None = None) -> Record:
    """Return a log in memory as a record; `path` is the file that has these bytes."""
    data = data.encode() if isinstance(data, str) else data
    rows = split_rows(data)
    return Record([rows] if rows else [], Input(path, data) if path else None)


def read_headers(path: Path) -> dict[str, str]:
    """Return the header of a log without reading the game; can raise OSError."""
    return open_record(path).headers
