"""The events of a log as rows: one for each turn and each activation.

Rows grow with the timeline. The text of a row is built on first use, so that a long log opens as
fast as a short one.
"""

from array import array
from bisect import bisect_right
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Attack, Roll, StatedPosition, Word
from senpu.notation.writer import format_event
from senpu.replay.core.timeline import GameLine
from senpu.tui.boards.scene import ActivationStep, find_changes, find_strike, is_lost, list_steps

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline


KEPT = 512
LONGEST = 60
"""Maximum events of an activation in its row."""
COUNTED = (
    ("gap_lost", "error"), ("gap_reduced", "error"), ("gap_moved", "text"), ("gap_arrived", "text"),
)  # fmt: skip
"""The changes of a gap whose units its row counts, and their roles."""
COUNTED_AS = {"gap_lost_due": "gap_lost", "gap_returned": "gap_arrived"}
"""The changes that are counted as others."""
TURNS = "gap_turns"
"""The start of the kinds of a change of the turn."""


class RowPiece(msgspec.Struct, frozen=True):
    """A piece of a row's text, and its event."""

    text: str
    number: int
    role: str = "text"
    unit: str = ""
    """The unit of a result without an event, or a number; `text` is the id of its word."""


class RowText(msgspec.Struct, frozen=True):
    """An activation in columns."""

    numbers: range
    actor: str
    act: tuple[RowPiece, ...]
    dice: tuple[RowPiece, ...]
    result: tuple[RowPiece, ...]


class Rows:
    """The rows of a log or of a variation, by index from 0."""

    def __init__(self, timeline: GameLine) -> None:
        self.timeline = timeline
        self._first = array("L")
        self._turned = bytearray()
        """1 for rows that are turn headings (with the dice that open the turn)."""
        self._known = timeline.fork
        self._turn = timeline.get_event(self._known + 1).turn if timeline.parent else -1
        self._texts: OrderedDict[int, RowText] = OrderedDict()

    def grow(self) -> None:
        """Add the events that the timeline has read since the last call."""
        entry = self.timeline.get_event
        self._texts.pop(
            len(self._first) - 1, None
        )  # the last row may continue, or have a new comment
        for number in range(self._known + 1, self.timeline.last + 1):
            at = entry(number)
            if at.turn != self._turn:
                self._turn = at.turn
                self._first.append(number)
                self._turned.append(1)
                if type(at.event) is Roll:
                    continue
                self._first.append(number)
                self._turned.append(0)
            elif at.starts_activation or not self._first:
                self._first.append(number)
                self._turned.append(0)
        self._known = self.timeline.last

    def forget(self) -> None:
        """Discard the texts of all rows, so that they are built again."""
        self._texts.clear()

    def __len__(self) -> int:
        return len(self._first)

    def is_turn(self, row: int) -> bool:
        """Return whether a row is a turn heading."""
        return bool(self._turned[row])

    def turn(self, row: int) -> int:
        """Return the turn of a row."""
        return self.timeline.get_event(self._first[row]).turn

    def numbers(self, row: int) -> range:
        """Return the events of a row; none for a turn heading without dice."""
        end = self._first[row + 1] if row + 1 < len(self._first) else self._known + 1
        return range(self._first[row], end)

    def find_numbers(self, number: int) -> range:
        """Return the events of the row of an event; none before the first row."""
        row = self.row_of(number)
        return self.numbers(row) if row >= 0 else range(0)

    def row_of(self, number: int) -> int:
        """Return the row of an event, or -1 before the first row."""
        return bisect_right(self._first, number) - 1

    def undone(self, row: int) -> bool:
        """Return whether a later event undid an event of the row."""
        entry = self.timeline.get_event
        return any(entry(number).undone for number in self.numbers(row)[:LONGEST])

    def end_below(self, number: int) -> int:
        """Return the last event of an event's row, or of the next row from there."""
        row = self.row_of(number)
        if row >= 0 and number in self.numbers(row)[:-1]:
            return self.numbers(row)[-1]
        row += 1
        while row < len(self) and not self.numbers(row):
            row += 1
        return self.numbers(row)[-1] if row < len(self) else number

    def end_above(self, number: int) -> int:
        """Return the last event of the previous row, or the number before the first row."""
        row = self.row_of(number) - 1
        while row >= 0 and not self.numbers(row):
            row -= 1
        return self.numbers(row)[-1] if row >= 0 else self.timeline.fork

    def rule_above(self, row: int) -> int:
        """Return the turn heading of a row."""
        while row > 0 and not self._turned[row]:
            row -= 1
        return max(row, 0)

    def text(self, row: int) -> RowText:
        """Return the columns of a row."""
        found = self._texts.get(row)
        if found is not None:
            self._texts.move_to_end(row)
            return found
        text = _spelled(self.timeline, self.numbers(row))
        if row + 1 < len(self._first) or self.timeline.is_complete:
            self._texts[row] = text
            if len(self._texts) > KEPT:
                self._texts.popitem(last=False)
        return text


def _spelled(timeline: GameLine, numbers: range) -> RowText:
    shown = numbers[:LONGEST]
    act: list[RowPiece] = []
    dice: list[RowPiece] = []
    result: list[RowPiece] = []
    attacked = False
    steps = list(list_steps(timeline, shown)) if shown else []
    for step in steps:
        if type(step.event) is StatedPosition:
            act, result = _describe_stated(step)
            continue
        text = format_event(step.event)
        attacked = attacked or type(step.event) is Attack or find_strike(step) is not None
        if type(step.event) is Roll:
            dice.append(RowPiece(text, step.number))
        elif not dice and not result:
            act.append(RowPiece(text, step.number))
        elif type(step.event) is Word and not step.event.args and not result:
            dice.append(RowPiece(text, step.number))
        else:
            result.append(RowPiece(text, step.number))
        result += _results(step)
    dice, left = _between_rolls(dice)
    result = left + result
    if attacked and dice and not result and _settled(timeline, numbers):
        result.append(RowPiece("miss", dice[-1].number, "dim", "-"))
    actor = timeline.get_event(numbers.start).actor if numbers else ""
    return RowText(numbers, actor, tuple(act), tuple(dice), tuple(result))


def _describe_stated(step: ActivationStep) -> tuple[list[RowPiece], list[RowPiece]]:
    """Return the row of a stated position: a gap with the number of its changes, or no gap."""
    act = [RowPiece(step.effects[0].kind, step.number, "text", "-")]
    counts = Counter[str]()
    for effect in step.effects[1:]:
        counts[COUNTED_AS.get(effect.kind, effect.kind)] += len(effect.units)
    for turns in (effect.numbers for effect in step.effects if effect.kind.startswith(TURNS)):
        act.append(RowPiece("-".join(f"T{turn}" for turn in turns[1:] if turn), step.number))
    return act, [
        RowPiece(word, step.number, role, str(counts[word]))
        for word, role in COUNTED if counts[word]
    ]  # fmt: skip


def _results(step: ActivationStep) -> list[RowPiece]:
    """Return the results that the notation does not contain: step losses and lost units."""
    found = []
    for old, new in find_changes(step.before, step.after):
        if is_lost(old, new):
            found.append(RowPiece("lost", step.number, "error", new.id))
        elif new.reduced and not old.reduced and new.place == old.place:
            found.append(RowPiece("reduced", step.number, "error", new.id))
    return found


def _between_rolls(dice: list[RowPiece]) -> tuple[list[RowPiece], list[RowPiece]]:
    """Return a plus sign for a word between two rolls; the last word belongs to the results."""
    rolls = [at for at, piece in enumerate(dice) if piece.text.startswith("[")]
    last = rolls[-1] if rolls else -1
    shown = [
        piece if at in rolls else replace(piece, text="+")
        for at, piece in enumerate(dice[: last + 1])
    ]
    return shown, dice[last + 1 :]


def _settled(timeline: GameLine, numbers: range) -> bool:
    """Return whether an activation is complete."""
    decision = timeline.get_position(numbers[-1]).state.decision
    return decision is None or decision.kind not in timeline.rules.continuing_kinds


class EventItem(NamedTuple):
    """A row of the list."""

    course: "AnyTimeline"
    """The log or the variation of its events."""
    row: int
    depth: int = 0
    """Levels of variation."""


class RowSpan(NamedTuple):
    """Neighbouring rows of one line."""

    course: "AnyTimeline"
    first: int
    last: int
    """The row after the last one; -1 for all further rows."""
    depth: int


class EventOutline:
    """All rows of the list, by index from 0.

    These are the rows of the log. The rows of the variation in view, and of the variations that it
    leaves, follow the row where it begins.
    """

    def __init__(self, rows: Rows, timeline: "AnyTimeline") -> None:
        self._rows: dict[AnyTimeline, Rows] = {timeline: rows}
        self._spans = [RowSpan(timeline, 0, -1, 0)]

    def show(self, course: "AnyTimeline") -> None:
        """Show the rows of a variation, or only the rows of the log."""
        lines = [course]
        while (parent := lines[0].parent) is not None:
            lines.insert(0, parent)
        if len(self._spans) == 2 * len(lines) - 1 and self._spans[len(lines) - 1].course is course:
            return
        self._rows = {line: self._rows.get(line) or _grow_rows(line) for line in lines}
        before, after = [RowSpan(course, 0, -1, len(lines) - 1)], list[RowSpan]()
        for depth in reversed(range(len(lines) - 1)):
            line, rows = lines[depth], self._rows[lines[depth]]
            split = min(max(rows.row_of(lines[depth + 1].fork), 0) + 1, len(rows))
            before.insert(0, RowSpan(line, 0, split, depth))
            after.append(RowSpan(line, split, -1, depth))
        self._spans = before + after

    def rows_of(self, course: "AnyTimeline") -> Rows:
        """Return the rows of a line's own events."""
        return self._rows[course]

    def _size(self, span: RowSpan) -> int:
        return (len(self._rows[span.course]) if span.last < 0 else span.last) - span.first

    def __len__(self) -> int:
        return sum(map(self._size, self._spans))

    def get_item(self, index: int) -> EventItem:
        """Return the row of an index."""
        for span in self._spans:
            size = self._size(span)
            if index < size:
                return EventItem(span.course, span.first + index, span.depth)
            index -= size
        raise IndexError(index)

    def index_of(self, course: "AnyTimeline", number: int) -> int:
        """Return the index of the row of an event, or -1 before the first row."""
        row = self._rows[course].row_of(number)
        return self.index_of_row(course, row) if row >= 0 or course.parent else -1

    def index_of_row(self, course: "AnyTimeline", row: int) -> int:
        """Return the index of a row of a line."""
        start = 0
        for span in self._spans:
            size = self._size(span)
            if span.course is course and span.first <= max(row, 0) < span.first + size:
                return start + max(row, 0) - span.first
            start += size
        return start - 1

    def find_heading(self, index: int) -> "EventItem | None":
        """Return the turn heading of a row: itself, or the last heading before it."""
        item = self.get_item(index)
        course, row = item.course, item.row
        while rows := self._rows[course]:
            row = rows.rule_above(row)
            if rows.is_turn(row):
                depth = next(span.depth for span in self._spans if span.course is course)
                return EventItem(course, row, depth)
            if course.parent is None:
                return None
            row, course = max(self._rows[course.parent].row_of(course.fork), 0), course.parent
        return None


def _grow_rows(course: "AnyTimeline") -> Rows:
    rows = Rows(course)
    rows.grow()
    return rows
