"""A log opened: its header, and its lines as they come. Never changes a file.

Streams: only the header and the row at hand are held, so a log may be of any length.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from notation.encoding import decoded
from notation.faults import Fault
from notation.lines import Blank, Header, Line
from notation.reader import Found, Reader, rows_of

LIBRARY = Path(__file__).parent / "library"
"""The recorded games that come with the program, in a folder for each game."""


class Record:
    """One pass over a log. `headers` and `header_faults` are there at once; iterating yields
    (row number, line or fault) for everything below the header, and after :meth:`go_on` for what
    was added."""

    def __init__(self, blocks: Iterable[list[bytes]], path: Path | None = None) -> None:
        self.path = path
        self.headers: dict[str, str] = {}
        self.header_rows: dict[str, int] = {}
        self.header_faults: list[Fault] = []
        self.size = 0
        """The bytes of the whole rows read so far: those that end in a newline."""
        self._torn = False
        self._reader = Reader()
        self._found = self._reader.read_blocks(self._measured(blocks))
        self._rest: list[Found] = []
        for number, line in self._found:
            if isinstance(line, Fault):
                self.header_faults.append(line)
            elif isinstance(line, Header):
                self.headers[line.key] = line.value
                self.header_rows[line.key] = number
            else:
                if not isinstance(line, Blank):
                    self._rest.append((number, line))
                break

    def __iter__(self) -> Iterator[tuple[int, Line | Fault]]:
        yield from self._rest
        self._rest = []
        yield from self._found

    def _measured(self, blocks: Iterable[list[bytes]]) -> Iterator[list[bytes]]:
        for rows in blocks:
            self._torn = not rows[-1].endswith(b"\n")
            self.size += sum(map(len, rows)) - self._torn * len(rows[-1])
            yield rows

    def go_on(self, blocks: Iterable[list[bytes]]) -> None:
        """Have the rows that were added since the end was reached yielded by a further pass; the
        first of them stands in place of a last row that had no newline."""
        if self._torn:
            self._reader.before -= 1
        self._found = self._reader.read_blocks(self._measured(blocks))

    def text(self, number: int) -> str:
        """A row read lately, as text."""
        return decoded(0, self._reader.row(number).rstrip(b"\n"))[0]


def open_record(path: Path) -> Record:
    """A log file, streaming. Raises OSError if it cannot be read."""
    return Record(_blocks(path), path)


def _blocks(path: Path) -> Iterator[list[bytes]]:
    with path.open("rb") as file:
        size = FIRST
        while rows := file.readlines(size):
            yield rows
            size = BLOCK


FIRST, BLOCK = 1 << 12, 1 << 16
"""Bytes read at a time, up to the end of a row; few at first, so that a long log opens at once."""


def record_of(data: bytes | str) -> Record:
    """A log from memory."""
    rows = rows_of(data.encode() if isinstance(data, str) else data)
    return Record([rows] if rows else [])


def headers_of(path: Path) -> dict[str, str]:
    """The header of a log, without reading the game. Raises OSError."""
    return open_record(path).headers
