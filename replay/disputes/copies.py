"""The other files with the same game as a log, and how each differs from it.

A file is compared only if its header and its first lines show that it may be a copy. The number of
files that are read and compared is bounded.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from senpu.logs.chain import NONCE, is_chain_field, split_tag
from senpu.logs.inputs import Input, Source, hold_source
from senpu.logs.record import SUFFIX, open_record
from senpu.notation.reader import split_whole_rows
from senpu.replay.disputes.comparison import FAULT, FORK, IDENTICAL, ComparisonResult, compare
from senpu.replay.disputes.verdict import LogVerdict

MOST_READ = 400
"""Maximum number of files that are read to find copies."""
MOST_COMPARED = 3
"""Maximum number of copies that are compared."""
COMMON_LINES = 8
"""The number of equal first lines from which logs without a common `Nonce:` are copies."""


class FoundCopy(NamedTuple):
    """Another file with the game of a log, and the comparison of the log with it."""

    path: Path
    result: ComparisonResult

    @property
    def verdict(self) -> LogVerdict:
        """Return the verdict on the copy."""
        return self.result.copies[1].verdict

    @property
    def differs(self) -> bool:
        """Return whether the copy has another line where the log has a line too."""
        return self.result.comparison.verdict in (FORK, FAULT)

    @property
    def is_fork(self) -> bool:
        """Return whether the copy is valid and has another line where the log has a line too."""
        return self.verdict.valid and self.differs


def list_neighbours(path: Path | None) -> Iterator[Path]:
    """Yield the other logs in the folder of a log, in order."""
    if path is None:
        return
    try:
        found = sorted(each for each in path.absolute().parent.iterdir() if each.suffix == SUFFIX)
    except OSError:
        return
    yield from found


def find_copies(
    log: Input,
    candidates: Iterable[Path],
    data_file: Source | None = None,
    check: Callable[[], None] = lambda: None,
) -> list[FoundCopy]:
    """Return the copies of a log among other files, valid copies with a difference first.

    Args:
        log: The log.
        candidates: The files that may be copies.
        data_file: A file of data.
        check: A function that is called before each file and may raise to end the search.

    Returns:
        At most `MOST_COMPARED` copies.
    """
    found = list[FoundCopy]()
    seen = {log.path.resolve()}
    wanted = _CopyTest(log)
    for path in islice(candidates, MOST_READ):
        check()
        place = path.resolve()
        if place in seen:
            continue
        seen.add(place)
        try:
            other = hold_source(path)
            if wanted.fits(other):
                result = compare(log, other, data_file)
                if result.comparison.verdict != IDENTICAL:
                    found.append(FoundCopy(path, result))
        except OSError:
            continue
        if len(found) == MOST_COMPARED:
            break
    return sorted(found, key=_rank)


def has_fork(log: Input, candidates: Iterable[Path], data_file: Source | None = None) -> bool:
    """Return whether a valid copy of a log among other files contradicts it."""
    return any(copy.is_fork for copy in find_copies(log, candidates, data_file))


def _rank(copy: FoundCopy) -> tuple[bool, bool, int]:
    return not copy.is_fork, not copy.verdict.valid, -copy.result.comparison.event


class _CopyTest:
    """The test of whether a file may be a copy of a log; it needs no rules."""

    def __init__(self, log: Input) -> None:
        self._headers, self._rows = _read_start(log)

    def fits(self, other: Input) -> bool:
        """Return whether another file may be a copy."""
        headers, rows = _read_start(other)
        mine, theirs = self._headers.get(NONCE, ""), headers.get(NONCE, "")
        if mine and theirs:
            return mine == theirs
        return rows[:COMMON_LINES] == self._rows[:COMMON_LINES] and _describe_game(
            headers
        ) == _describe_game(self._headers)


def list_copy_keys(log: Input) -> list[Hashable]:
    """Return values of which two logs share one if they may be copies of one game."""
    headers, rows = _read_start(log)
    fields = frozenset(_describe_game(headers).items())
    keys: list[Hashable] = [(fields, *rows)] if len(rows) == COMMON_LINES else []
    return [*keys, headers[NONCE]] if headers.get(NONCE) else keys


def _describe_game(headers: dict[str, str]) -> dict[str, str]:
    """Return the header fields that a copy without a hash chain has too."""
    return {
        name: value
        for name, value in headers.items()
        if not is_chain_field(name) and name not in ("Senpu", "Rules")
    }


def _read_start(log: Input) -> tuple[dict[str, str], list[bytes]]:
    """Return the header of a log, and its first lines with text, without tags."""
    lines = list[bytes]()
    in_header = True
    for row in split_whole_rows(log.data[: 1 << 16]):
        if in_header:
            in_header = bool(row.strip())
            continue
        text = (split_tag(row) or (row[:-1],))[0].strip()
        if text and text[:1] not in b"%{":
            lines.append(text)
        if len(lines) == COMMON_LINES:
            break
    return open_record(log).headers, lines
