"""The events of a log as rows: a rule for each turn, a row for each activation.

Grows with the timeline. A row's text is made when it is first shown, so that a log of 100,000
events costs as much as its first screen.
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
from senpu.tui.boards.scene import Step, changes, lost, steps_of, strikes

if TYPE_CHECKING:
    from senpu.logs.notes import Note
    from senpu.replay.annotation.variations import Course, Tree


KEPT = 512
LONGEST = 60
"""How many events of an activation are spelled out in its row."""


class Piece(msgspec.Struct, frozen=True):
    """A piece of a row's text, and the event that it tells of."""

    text: str
    number: int
    role: str = "text"
    unit: str = ""
    """For a result without an act: who it happened to; `text` is the word for it then."""


class RowText(msgspec.Struct, frozen=True):
    """An activation in columns."""

    numbers: range
    actor: str
    act: tuple[Piece, ...]
    dice: tuple[Piece, ...]
    result: tuple[Piece, ...]
    remark: str
    remarked: int
    """The first event that the remark is about."""


class Rows:
    """The rows of a log's events, or of those of a what-if line, by their index from 0."""

    def __init__(self, timeline: GameLine) -> None:
        self.timeline = timeline
        self._first = array("L")
        self._turned = bytearray()
        """1 where the row is a turn's rule (with the dice that open the turn)."""
        self._known = timeline.fork
        self._turn = timeline.get_event(self._known + 1).turn if timeline.parent else -1
        self._texts: OrderedDict[int, RowText] = OrderedDict()

    def grow(self) -> None:
        """Take in the events that the timeline has read since."""
        entry = self.timeline.get_event
        self._texts.pop(len(self._first) - 1, None)  # it may go on, or have a remark now
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
        """The events are read otherwise from here on: their texts are made again when looked at."""
        self._texts.clear()

    def __len__(self) -> int:
        return len(self._first)

    def is_turn(self, row: int) -> bool:
        return bool(self._turned[row])

    def turn(self, row: int) -> int:
        return self.timeline.get_event(self._first[row]).turn

    def numbers(self, row: int) -> range:
        """The events of a row; none for a turn's rule without dice."""
        end = self._first[row + 1] if row + 1 < len(self._first) else self._known + 1
        return range(self._first[row], end)

    def row_of(self, number: int) -> int:
        """The row in which an event stands; -1 before the first one."""
        return bisect_right(self._first, number) - 1

    def undone(self, row: int) -> bool:
        """Whether an event of the row was taken back later."""
        entry = self.timeline.get_event
        return any(entry(number).undone for number in self.numbers(row)[:LONGEST])

    def end_below(self, number: int) -> int:
        """The last event of the row in which one stands; from there, of the next row."""
        row = self.row_of(number)
        if row >= 0 and number in self.numbers(row)[:-1]:
            return self.numbers(row)[-1]
        row += 1
        while row < len(self) and not self.numbers(row):
            row += 1
        return self.numbers(row)[-1] if row < len(self) else number

    def end_above(self, number: int) -> int:
        """The last event of the row above; above the first what everything begins from."""
        row = self.row_of(number) - 1
        while row >= 0 and not self.numbers(row):
            row -= 1
        return self.numbers(row)[-1] if row >= 0 else self.timeline.fork

    def rule_above(self, row: int) -> int:
        """The turn's rule that a row stands under."""
        while row > 0 and not self._turned[row]:
            row -= 1
        return max(row, 0)

    def text(self, row: int) -> RowText:
        """The row's columns."""
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
    act: list[Piece] = []
    dice: list[Piece] = []
    result: list[Piece] = []
    remarks: list[str] = []
    remarked = numbers.start
    attacked = False
    steps = list(steps_of(timeline, shown)) if shown else []
    for step in steps:
        said = timeline.comments.get(step.number, ())
        remarked = step.number if said and not remarks else remarked
        remarks += said
        text = format_event(step.event) + "".join(timeline.glyphs.get(step.number, ()))
        attacked = attacked or type(step.event) is Attack or strikes(step) is not None
        if type(step.event) is Roll:
            dice.append(Piece(text, step.number))
        elif not dice and not result:
            act.append(Piece(text, step.number))
        elif type(step.event) is Word and not step.event.args and not result:
            dice.append(Piece(text, step.number))
        else:
            result.append(Piece(text, step.number))
        result += _results(step)
    dice, left = _between_rolls(dice)
    result = left + result
    if attacked and dice and not result and _settled(timeline, numbers):
        result.append(Piece("miss", dice[-1].number, "dim", "-"))
    actor = timeline.get_event(numbers.start).actor if numbers else ""
    remark = " / ".join(remarks)
    return RowText(numbers, actor, tuple(act), tuple(dice), tuple(result), remark, remarked)


def _results(step: Step) -> list[Piece]:
    """What the notation leaves unwritten: steps and units lost."""
    found = []
    for old, new in changes(step.before, step.after):
        if lost(old, new):
            found.append(Piece("lost", step.number, "error", new.id))
        elif new.reduced and not old.reduced and new.place == old.place:
            found.append(Piece("reduced", step.number, "error", new.id))
    return found


def _between_rolls(dice: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """A word between two rolls is a plus sign (it asked for the second); one after the last
    roll belongs to the results.
    """
    rolls = [at for at, piece in enumerate(dice) if piece.text.startswith("[")]
    last = rolls[-1] if rolls else -1
    shown = [
        piece if at in rolls else replace(piece, text="+")
        for at, piece in enumerate(dice[: last + 1])
    ]
    return shown, dice[last + 1 :]


def _settled(timeline: GameLine, numbers: range) -> bool:
    """Whether nothing more can come of an activation."""
    decision = timeline.get_position(numbers[-1]).state.decision
    return decision is None or decision.kind not in timeline.rules.continuing_kinds


class Item(msgspec.Struct, frozen=True):
    """One row of the list."""

    course: "Course"
    """Whose events it is about."""
    row: int
    """The row of its events; -1 for a note."""
    depth: int = 0
    """How many what-if lines it stands in."""
    number: int = 0
    """Of a note: the event that it is about."""
    note: "Note | None" = None


class Outline:
    """All rows, by their index from 0."""

    def __init__(self, rows: Rows, timeline: "Course", tree: "Tree | None" = None) -> None:
        self.rows, self.timeline = rows, timeline
        """Those of the log itself."""
        self._rows: dict[Course, Rows] = {timeline: rows}
        self._below: list[list[Item]] = []
        """What stands under those rows of the log that have something there."""
        self._above: list[int] = []
        """The rows of the log that these are."""
        self._where: dict[tuple[Course, int], tuple[int, int]] = {}
        """For a row of a what-if line: under which of them, and where there."""
        if tree is not None:
            self._take(tree)
        counts = [len(items) for items in self._below]
        self._before = [0, *accumulate(counts)]
        """How many items stand above each of them that are no rows of the log."""
        self._heads = [row + more for row, more in zip(self._above, self._before, strict=False)]

    def _take(self, tree: "Tree") -> None:
        below: dict[int, list[Item]] = {}
        first = 0 if len(self.rows) else -1  # what is said of the start stands under the first row
        for number in tree.places(self.timeline):
            row = max(self.rows.row_of(number), first)
            below.setdefault(row, []).extend(self._behind(tree, self.timeline, number, 0))
        self._above = sorted(below)
        self._below = [below[row] for row in self._above]
        for head, items in enumerate(self._below):
            for at, item in enumerate(items):
                if item.row >= 0:
                    self._where[item.course, item.row] = (head, at)

    def _behind(self, tree: "Tree", course: "Course", number: int, depth: int) -> Iterator[Item]:
        """What stands behind an event: notes, then what might have been in its place."""
        found = tree.behind(course, number)
        for each in sorted(found, key=lambda each: each.branch is not None):
            if each.branch is not None:
                yield from self._line(tree, tree.variations[each.ident], depth + 1)
            elif each.note.kind not in ("glyph", ""):  # glyphs stand with their event
                yield Item(course, -1, depth, number, each.note)

    def _line(self, tree: "Tree", course: "Course", depth: int) -> Iterator[Item]:
        rows = self._rows[course] = Rows(course)
        rows.grow()
        places = tree.places(course)
        for row in range(len(rows)):
            yield Item(course, row, depth)
            first, last = rows.numbers(row).start, rows.numbers(row).stop - 1
            for number in places:
                if first <= number <= last or (row == 0 and number == course.fork):
                    yield from self._behind(tree, course, number, depth)

    def rows_of(self, course: "Course") -> Rows:
        """The rows of a course's own events."""
        return self._rows[course]

    def __len__(self) -> int:
        return len(self.rows) + self._before[-1]

    def at(self, index: int) -> Item:
        """The row of that index."""
        head = bisect_right(self._heads, index) - 1
        below = index - self._heads[head] - 1 if head >= 0 else -1
        if 0 <= below < len(self._below[head]):
            return self._below[head][below]
        return Item(self.timeline, self.row_above(index))

    def row_above(self, index: int) -> int:
        """The row of the log that stands there, or last before what stands there."""
        head = bisect_right(self._heads, index) - 1
        if head < 0:
            return index
        below = index - self._heads[head] - 1
        if below < len(self._below[head]):
            return self._above[head]
        return index - self._before[head + 1]

    def index_of(self, course: "Course", number: int) -> int:
        """Where the row of an event stands that is a course's own; -1 before the first."""
        row = self._rows[course].row_of(number)
        if course is self.timeline:
            return row + self._before[bisect_right(self._above, row - 1)]
        head, at = self._where[course, row]
        return self._heads[head] + 1 + at
