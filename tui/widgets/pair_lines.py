"""Two logs as aligned rows: events, seals, and the lines after an error.

Rows come from the file; the rows of valid events have the same columns as the list of events. The
texts of a row are made on first use. `replay/disputes/comparison.py` decides how the logs compare.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

import msgspec

from senpu.logs.machine_lines import KEY, SEAL
from senpu.notation.encoding import decode_row
from senpu.notation.writer import format_event
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.comparison import DoubleSignature, LogCopy, SignedPlace
from senpu.replay.disputes.log_rows import EVENTS, TEXT, TURN, LogRow, list_log_rows
from senpu.tui.widgets.event_rows import RowPiece, Rows

SIGNED = (SEAL, KEY)
ERROR = "error"
"""The kind of the row that separates the lines after a fault."""
RETREAT = re.compile(r"[^\s<]+<")
LONGEST_SECTION = 600
"""Maximum rows of a turn that are matched by content; longer turns are matched by position."""


class RowCells(msgspec.Struct, frozen=True):
    """The texts of a row."""

    act: str = ""
    dice: str = ""
    result: tuple[RowPiece, ...] = ()
    """The result in pieces, as in the list of events; one piece for a line after an error."""


class PairLine(msgspec.Struct, frozen=True):
    """A row of one of the logs."""

    kind: str
    """A kind of `log_rows`."""
    line: int
    """The number of the line in the file; of an activation, of its first line."""
    first: int = 0
    """The number of the first event; 0 without events."""
    last: int = 0
    """The last event of the row, or the last event above a row without events."""
    row: int = -1
    """The index of the row in the list of events; -1 for a row of the file only."""
    written: LogRow | None = None
    """The row of the file, if it is not a row of the list of events."""
    unproven: bool = False
    """True after the first fault."""
    undone: bool = False


class PairSide:
    """The rows of one of the logs."""

    def __init__(self, copy: LogCopy, as_written: bool) -> None:
        """Make the rows; `as_written` is whether they are the rows of the file only."""
        self.copy = copy
        self.timeline = copy.timeline
        self.rows: Rows | None = None
        if self.timeline is not None and not as_written:
            self.rows = Rows(self.timeline)
            self.rows.grow()
        self.lines = self._list_lines()

    def _list_lines(self) -> list[PairLine]:
        """Return the rows in the order of the file."""
        timeline, data = self.timeline, b"".join(self.copy.rows)
        if timeline is not None and not timeline.view.is_unrestricted:
            # The file has facts that the viewer may not know.
            return [*self._list_events(timeline)]
        written = list_log_rows(data) or [*self._list_texts()]
        fault = self.copy.fault
        end = fault.line if fault is not None else len(self.copy.rows) + 1
        lines = [*self._list_events(timeline)] if timeline is not None else []
        lines += [
            PairLine(get_kind(each), each.line, each.first, each.last, written=each)
            for each in _merge_retreats(each for each in written if each.line < end)
            if self.rows is None or each.kind not in (EVENTS, TURN)
        ]
        lines.sort(key=lambda each: each.line)
        last = 0
        for at, made in enumerate(lines):
            last = made.last or last
            if not made.last:
                lines[at] = msgspec.structs.replace(made, last=last)
        if fault is not None:
            lines.append(PairLine(ERROR, end, last=last, unproven=True))
        for each in _merge_retreats(each for each in written if each.line >= end):
            lines.append(
                PairLine(get_kind(each), each.line, last=last, written=each, unproven=True)
            )
        return lines

    def _list_texts(self) -> Iterator[LogRow]:
        """Yield the lines of a file in which no line of a game is found."""
        for line, row in enumerate(self.copy.rows, 1):
            yield LogRow(line, TEXT, act=decode_row(0, row.rstrip(b"\r\n"))[0])

    def _list_events(self, timeline: Timeline) -> Iterator[PairLine]:
        if self.rows is None:
            return
        for at in range(len(self.rows)):
            numbers = self.rows.numbers(at)
            if not numbers and not self.rows.turn(at):
                continue  # the heading of the set-up, which a file does not have
            first = numbers.start if numbers else min(numbers.start, timeline.last)
            entry = timeline.get_event(first)
            kind = TURN if self.rows.is_turn(at) else EVENTS
            if numbers:
                yield PairLine(
                    kind, entry.line, first, numbers[-1], at, undone=self.rows.undone(at)
                )
            else:
                yield PairLine(kind, entry.line, row=at)

    def key(self, line: PairLine) -> tuple[str, ...]:
        """Return the values by which a row is matched with a row of the other log."""
        written = line.written
        if line.kind in (TURN, ERROR) or (self.timeline is None and written is None):
            return (line.kind,)
        if written is not None:
            if written.kind == EVENTS:
                return EVENTS, written.letter, written.act.partition(" ")[0]
            return written.kind, written.side or written.act
        assert self.timeline is not None
        entry = self.timeline.get_event(line.first)
        return EVENTS, self.letter(line), format_event(entry.event)

    def letter(self, line: PairLine) -> str:
        """Return the letter of the side that acts in a row."""
        if line.written is not None:
            return line.written.letter
        if self.timeline is None or not line.first:
            return ""
        return self.timeline.rules.letter.get(self.timeline.get_event(line.first).actor, "")

    def cells(self, line: PairLine) -> RowCells:
        """Return the texts of a row."""
        written = line.written
        if written is not None:
            result = (RowPiece(written.result, line.first),) if written.result else ()
            if line.kind == TURN:
                return RowCells(f"T{written.turn} {written.dice}".strip(), "", result)
            return RowCells(written.act, written.dice, result)
        if self.rows is None or line.row < 0:
            return RowCells()
        dice = _join(self.rows.text(line.row).dice) if line.first else ""
        if line.kind == TURN:
            turn = self.rows.turn(line.row)
            return RowCells(f"T{turn} {dice}".strip() if turn else "")
        text = self.rows.text(line.row)
        return RowCells(_join([*map(self._write_word, text.act)]), dice, text.result)

    def _write_word(self, piece: RowPiece) -> RowPiece:
        """Return a piece of an act; the event in place of the id of a word."""
        if not piece.unit or self.timeline is None:
            return piece
        event = self.timeline.get_event(piece.number).event
        return msgspec.structs.replace(piece, text=format_event(event))

    def contents(self, line: PairLine) -> tuple[object, ...]:
        """Return the values that are equal for rows with equal contents."""
        if line.written is not None or self.timeline is None or not line.first:
            return self.key(line)
        events = (self.timeline.get_event(n) for n in range(line.first, line.last + 1))
        return tuple((each.actor, each.event) for each in events)


def get_kind(row: LogRow) -> str:
    """Return the kind of a row of a file; a turn with its dice is a turn."""
    return TURN if row.turn is not None and not row.act else row.kind


def _join(pieces: Sequence[RowPiece]) -> str:
    """Return the texts of pieces; no space around a plus sign."""
    return " ".join(piece.text for piece in pieces).replace(" + ", "+")


def _merge_retreats(rows: Iterable[LogRow]) -> Iterator[LogRow]:
    """Yield the rows of a file, each retreat in the row of the attack before it."""
    held: LogRow | None = None
    for each in rows:
        both = held is not None and held.kind == each.kind == EVENTS and each.turn is None
        if held is not None and both and RETREAT.match(each.act):
            result = " ".join(filter(None, (held.result, each.act, each.result)))
            held = msgspec.structs.replace(held, result=result, last=each.last)
            continue
        if held is not None:
            yield held
        held = each
    if held is not None:
        yield held


class PairRow(msgspec.Struct):
    """A row of the one log and the row of the other one next to it."""

    lines: tuple[PairLine | None, PairLine | None]
    is_common: bool = False
    """True if both belong to the common part."""


class PairLines:
    """The aligned rows of two logs."""

    def __init__(
        self, copies: tuple[LogCopy, LogCopy], common: int, is_compared: bool = True
    ) -> None:
        """Align the rows.

        Args:
            copies: The two logs.
            common: The number of the last common event.
            is_compared: Whether rows are matched; False for logs of different games.
        """
        as_written = any(copy.timeline is None for copy in copies)
        self.sides = (PairSide(copies[0], as_written), PairSide(copies[1], as_written))
        self.common = common
        self.is_compared = is_compared
        self.doubles: dict[tuple[int, int], SignedPlace] = {}
        """The other signature of each contradiction, by the log and the line that a seal covers."""
        self.rows: list[PairRow] = []
        parts = [list(_split_turns(side.lines)) for side in self.sides]
        for one, other in zip_longest(*parts, fillvalue=[]):
            self.rows += self._align(one, other)
        self._places = [self._index(at) for at in range(2)]
        self._differences: dict[int, tuple[bool, bool, bool, bool]] = {}

    def _align(self, one: list[PairLine], other: list[PairLine]) -> Iterator[PairRow]:
        """Yield the rows of a turn in pairs."""
        keys = [[side.key(each) for each in lines]
                for side, lines in zip(self.sides, (one, other), strict=True)]  # fmt: skip
        is_long = max(len(one), len(other)) > LONGEST_SECTION
        if keys[0] == keys[1] or is_long or not self.is_compared:
            yield from (self._pair(*pair) for pair in zip_longest(one, other))
            return
        matcher = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
        for _, start, end, other_start, other_end in matcher.get_opcodes():
            block = zip_longest(one[start:end], other[other_start:other_end])
            yield from (self._pair(*pair) for pair in block)

    def _pair(self, one: PairLine | None, other: PairLine | None) -> PairRow:
        both = one is not None and other is not None
        common = both and one.last <= self.common and other.last <= self.common  # type: ignore[union-attr] # both
        return PairRow((one, other), common and self._has_equal_contents(one, other))

    def _has_equal_contents(self, one: PairLine | None, other: PairLine | None) -> bool:
        if one is None or other is None or one.kind != other.kind:
            return False
        return self.sides[0].contents(one) == self.sides[1].contents(other)

    def _index(self, at: int) -> list[int]:
        """Return the row of each event of a log; of event 0, the first row."""
        found = [0]
        for index, pair in enumerate(self.rows):
            line = pair.lines[at]
            if line is not None and line.first and not line.unproven:
                found += [index] * (line.last + 1 - len(found))
        return found

    # ---- queries --------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.rows)

    def find_row(self, at: int, number: int) -> int:
        """Return the row of an event of a log (0 or 1)."""
        places = self._places[at]
        return places[min(number, len(places) - 1)] if places else 0

    def find_event(self, at: int, index: int) -> int:
        """Return the last event of a log up to a row."""
        while index >= 0:
            line = self.rows[index].lines[at]
            if line is not None and line.last:
                return line.last
            index -= 1
        return 0

    def find_counterpart(self, at: int, number: int) -> int:
        """Return the event of the other log next to an event of one log."""
        index = self.find_row(at, number)
        mine, yours = self.rows[index].lines[at], self.rows[index].lines[1 - at]
        if not number or mine is None:
            return 0
        if yours is None or not yours.first:
            return self.find_event(1 - at, index)
        return min(yours.first + number - mine.first, yours.last)

    def differing_cells(self, index: int) -> tuple[bool, bool, bool, bool]:
        """Return which cells of a row differ: side, act, dice and result; none of a lone row."""
        found = self._differences.get(index)
        if found is None:
            found = self._differences[index] = self._compare_cells(self.rows[index])
        return found

    def _compare_cells(self, pair: PairRow) -> tuple[bool, bool, bool, bool]:
        one, other = pair.lines
        if pair.is_common or one is None or other is None or not self.is_compared:
            return False, False, False, False
        a, b = self.sides
        mine, yours = a.cells(one), b.cells(other)
        written_only = one.unproven or other.unproven  # the results of the rules are not known
        results = [
            [(each.unit, each.text) for each in cells.result if not (written_only and each.unit)]
            for cells in (mine, yours)
        ]
        return (
            a.letter(one) != b.letter(other),
            mine.act != yours.act,
            mine.dice != yours.dice,
            results[0] != results[1],
        )

    def mark_doubles(self, found: Iterable[DoubleSignature]) -> None:
        """Mark the rows of contradictory signatures."""
        for each in found:
            for place, other in (each.places, each.places[::-1]):
                self.doubles[place] = other

    def find_double(self, index: int, at: int) -> SignedPlace | None:
        """Return the signature that contradicts the signature in a row of a log, if one does."""
        line = self.rows[index].lines[at]
        if line is None or line.kind not in SIGNED:
            return None
        return self.doubles.get((at, line.line - 1))

    def is_double(self, index: int) -> bool:
        """Return whether a row has a signature that contradicts another one."""
        return any(self.find_double(index, at) is not None for at in range(2))

    def is_unproven(self, index: int) -> bool:
        """Return whether a row follows an error in one of the logs."""
        return any(line is not None and line.unproven for line in self.rows[index].lines)

    def is_lone(self, index: int) -> bool:
        """Return whether only one log has a row."""
        return self.is_compared and None in self.rows[index].lines

    def find_difference(self, index: int, way: int) -> int:
        """Return the next row that differs, or the previous one; of lone rows, the first one.

        Returns:
            The index of the row; -1 if there is none.
        """
        at = index + way
        while 0 <= at < len(self.rows):
            if self._begins_difference(at):
                return at
            at += way
        return -1

    def _begins_difference(self, index: int) -> bool:
        if any(line is not None and line.kind == ERROR for line in self.rows[index].lines):
            return False
        if self.is_double(index):
            return True
        if not self.is_lone(index) or not self.is_compared:
            return any(self.differing_cells(index))
        missing = self.rows[index].lines.index(None)
        before = self.rows[index - 1].lines if index else ()
        return not (None in before and before.index(None) == missing)


def _split_turns(lines: Sequence[PairLine]) -> Iterator[list[PairLine]]:
    """Yield the rows of each turn, the first one before turn 1."""
    part: list[PairLine] = []
    for each in lines:
        if each.kind == TURN and part:
            yield part
            part = []
        part.append(each)
    yield part
