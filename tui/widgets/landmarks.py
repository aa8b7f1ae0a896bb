"""What the timeline marks of what was said of a game: remarks, judgements, what-if lines and
bookmarks, with the numbers of the events that have some of these.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from notation.lexer import GLYPHS

if TYPE_CHECKING:
    from replay.branches import Annotation
    from replay.variations import Course, Tree

BOOKMARK, LINE = "=", "("
REMARK = '"'
ORDER = (REMARK, LINE, *sorted({glyph[0] for glyph in GLYPHS}), BOOKMARK)
"""Where several signs share an event, or a cell, the last of these is shown."""


class Landmark(msgspec.Struct, frozen=True):
    """An event of which something was said."""

    number: int
    sign: str
    name: str = ""
    """Of a bookmark."""

    @property
    def weight(self) -> int:
        return ORDER.index(self.sign)


def landmarks(course: "Course", tree: "Tree | None") -> list[Landmark]:
    """Those of a course's own events, each event once, in their order."""
    every = [Landmark(number, REMARK) for number in course.remarks if number > course.fork]
    every += [
        Landmark(number, sign[0])
        for number, signs in course.glyphs.items()
        for sign in signs
        if number > course.fork
    ]
    if tree is not None:
        every += _noted(course, tree)
    found: dict[int, Landmark] = {}
    for each in every:
        if each.number not in found or each.weight > found[each.number].weight:
            found[each.number] = each
    return [found[number] for number in sorted(found)]


def _noted(course: "Course", tree: "Tree") -> Iterator[Landmark]:
    for number in tree.places(course):
        for each in tree.behind(course, number):
            yield _of(number, each)


def _of(number: int, each: "Annotation") -> Landmark:
    note = each.note
    if each.branch is not None:
        return Landmark(number, LINE)
    if note.kind == "glyph":
        return Landmark(number, note.text[0])
    if note.kind == "bookmark":
        return Landmark(number, BOOKMARK, note.text)
    return Landmark(number, REMARK)
