"""The events of a log as rows: one for each turn and each activation.

Rows grow with the timeline. The text of a row is built on first use, so that a long log opens as
fast as a short one.
"""

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Attack, Roll, Word
from senpu.notation.writer import format_event
from senpu.replay.core.timeline import GameLine
from senpu.tui.boards.scene import ActivationStep, find_changes, find_strike, is_lost, list_steps

if TYPE_CHECKING:
    from senpu.logs.notes import StoredNote
    from senpu.replay.annotation.variations import AnyTimeline, VariationTree


KEPT = 512
LONGEST = 60
"""Maximum events of an activation in its row."""


class RowPiece(msgspec.Struct, frozen=True):
    """A piece of a row's text, and its event."""

    text: str
    number: int
    role: str = "text"
    unit: str = ""
    """The unit of a result without an event; `text` is the result's message id."""


class RowText(msgspec.Struct, frozen=True):
    """An activation in columns."""

    numbers: range
    actor: str
    act: tuple[RowPiece, ...]
    dice: tuple[RowPiece, ...]
    result: tuple[RowPiece, ...]
    comment: str
    comment_event: int
    """The first event with a comment."""


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
    comments: list[str] = []
    comment_event = numbers.start
    attacked = False
    steps = list(list_steps(timeline, shown)) if shown else []
    for step in steps:
        label = timeline.comments.get(step.number, ())
        comment_event = step.number if label and not comments else comment_event
        comments += label
        text = format_event(step.event) + "".join(timeline.glyphs.get(step.number, ()))
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
    comment = " / ".join(comments)
    return RowText(numbers, actor, tuple(act), tuple(dice), tuple(result), comment, comment_event)


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


class EventItem(msgspec.Struct, frozen=True):
    """A row of the list."""

    course: "AnyTimeline"
    """The log or the variation of its events."""
    row: int
    """The index of the row; -1 for a note."""
    depth: int = 0
    """Levels of variation."""
    number: int = 0
    """The event of a note."""
    note: "StoredNote | None" = None


class EventOutline:
    """All rows of the list, by index from 0."""

    def __init__(
        self, rows: Rows, timeline: "AnyTimeline", tree: "VariationTree | None" = None
    ) -> None:
        self.rows, self.timeline = rows, timeline
        """The rows of the log itself."""
        self._rows: dict[AnyTimeline, Rows] = {timeline: rows}
        self._below: list[list[EventItem]] = []
        """The items below each row of the log that has any."""
        self._above: list[int] = []
        """The rows of the log with items below them."""
        self._where: dict[tuple[AnyTimeline, int], tuple[int, int]] = {}
        """For a row of a variation: the row of the log, and the index below it."""
        if tree is not None:
            self._take(tree)
        counts = [len(items) for items in self._below]
        self._before = [0, *accumulate(counts)]
        """The number of items of other lines before each of these rows."""
        self._heads = [row + more for row, more in zip(self._above, self._before, strict=False)]

    def _take(self, tree: "VariationTree") -> None:
        below: dict[int, list[EventItem]] = {}
        first = 0 if len(self.rows) else -1  # comments on the start appear under the first row
        for number in tree.list_event_numbers(self.timeline):
            row = max(self.rows.row_of(number), first)
            below.setdefault(row, []).extend(self._find_items(tree, self.timeline, number, 0))
        self._above = sorted(below)
        self._below = [below[row] for row in self._above]
        for head, items in enumerate(self._below):
            for at, item in enumerate(items):
                if item.row >= 0:
                    self._where[item.course, item.row] = (head, at)

    def _find_items(
        self, tree: "VariationTree", course: "AnyTimeline", number: int, depth: int
    ) -> Iterator[EventItem]:
        """Yield the items after an event: notes, then variations."""
        found = tree.list_following(course, number)
        for each in sorted(found, key=lambda each: each.branch is not None):
            if each.branch is not None:
                yield from self._line(tree, tree.variations[each.ident], depth + 1)
            elif each.note.kind not in ("glyph", ""):  # glyphs appear with their event
                yield EventItem(course, -1, depth, number, each.note)

    def _line(
        self, tree: "VariationTree", course: "AnyTimeline", depth: int
    ) -> Iterator[EventItem]:
        rows = self._rows[course] = Rows(course)
        rows.grow()
        places = tree.list_event_numbers(course)
        for row in range(len(rows)):
            yield EventItem(course, row, depth)
            first, last = rows.numbers(row).start, rows.numbers(row).stop - 1
            for number in places:
                if first <= number <= last or (row == 0 and number == course.fork):
                    yield from self._find_items(tree, course, number, depth)

    def rows_of(self, course: "AnyTimeline") -> Rows:
        """Return the rows of a line's own events."""
        return self._rows[course]

    def __len__(self) -> int:
        return len(self.rows) + self._before[-1]

    def get_item(self, index: int) -> EventItem:
        """Return the row of an index."""
        head = bisect_right(self._heads, index) - 1
        below = index - self._heads[head] - 1 if head >= 0 else -1
        if 0 <= below < len(self._below[head]):
            return self._below[head][below]
        return EventItem(self.timeline, self.row_above(index))

    def row_above(self, index: int) -> int:
        """Return the row of the log at an index, or the last one before it."""
        head = bisect_right(self._heads, index) - 1
        if head < 0:
            return index
        below = index - self._heads[head] - 1
        if below < len(self._below[head]):
            return self._above[head]
        return index - self._before[head + 1]

    def index_of(self, course: "AnyTimeline", number: int) -> int:
        """Return the index of the row of an event, or -1 before the first row."""
        row = self._rows[course].row_of(number)
        if course is self.timeline:
            return row + self._before[bisect_right(self._above, row - 1)]
        head, at = self._where[course, row]
        return self._heads[head] + 1 + at
