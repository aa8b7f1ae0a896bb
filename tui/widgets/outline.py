"""The rows of the list of events with what stands beside them: under the row of its event each
note, and each what-if line in rows of its own.

Knows no width and no colour. A log without notes has the rows of its events and nothing else.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from logs.notes import Note
    from replay.variations import Course, Tree


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
