"""What-if lines as games to step through: the events up to where a line begins, then its own.

Numbers go on: the first event of a line that begins after event 64 is its 65. So whatever is shown
of a game is shown of a game as it would have been, without a word about lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Annotation, Beside, Branch
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import (
    Timeline,
    TimelineEvent,
    TimelinePosition,
    find_activation,
    find_turn_start,
)
from senpu.replay.core.views import View


class Variation:
    """A game as it would have been. `before` is what the line leaves: the log, or a line."""

    fault = None
    is_complete = True

    def __init__(self, branch: Branch, before: Timeline | Variation) -> None:
        self.branch = branch
        self.parent = before
        self.timeline: Timeline = branch.timeline
        """The log that it left in the end."""
        self.fork: int = before.fork + branch.event
        """The number of the event after which its own begin."""
        self.rules: AnyRules = self.timeline.rules
        self.headers: Mapping[str, str] = self.timeline.headers
        self.last = self.fork + branch.last
        self.comments: dict[int, list[str]] = _up_to(self.fork, before.comments)
        self.glyphs: dict[int, list[str]] = _up_to(self.fork, before.glyphs)
        self.turn_starts: dict[int, int] = {
            turn: first for turn, first in before.turn_starts.items() if first <= self.fork
        }
        for number in range(1, branch.last + 1):
            self.turn_starts.setdefault(branch.get_event(number).turn, self.fork + number)

    @property
    def view(self) -> View:
        return self.timeline.view

    def find_owner(self, number: int) -> Course:
        return self if number > self.fork else self.parent.find_owner(number)

    def extend(self, to: int | None = None) -> int:
        del to
        return self.last

    def get_event(self, number: int) -> TimelineEvent:
        if number <= self.fork:
            return self.parent.get_event(number)
        return replace(self.branch.get_event(number - self.fork), number=number)

    def get_position(self, number: int) -> TimelinePosition:
        if number <= self.fork:
            return self.parent.get_position(number)
        return self.branch.get_position(number - self.fork)

    def get_full_position(self, number: int) -> TimelinePosition:
        if number <= self.fork:
            return self.parent.get_full_position(number)
        return self.branch.get_full_position(number - self.fork)

    def find_activation(self, number: int) -> range:
        return find_activation(self, number)

    def find_turn_start(self, number: int, way: int) -> int:
        return find_turn_start(self.turn_starts, self.last, number, way)


Course = Timeline | Variation
"""The log itself, or one of the lines beside it."""


def _up_to(number: int, found: Mapping[int, list[str]]) -> dict[int, list[str]]:
    return {at: texts for at, texts in found.items() if at <= number}


class Tree:
    """A log with all that stands beside it, by the courses that its what-if lines make."""

    def __init__(self, notes: Annotations) -> None:
        self.notes = notes
        self.variations: dict[str, Variation] = {}
        """By the id of the note that says the line."""
        self._grow(notes, notes.timeline)

    def _grow(self, beside: Beside, before: Course) -> None:
        for each in beside.annotations:
            if each.branch is not None:
                made = self.variations[each.ident] = Variation(each.branch, before)
                self._grow(each.branch, made)

    def _beside(self, course: Course, number: int) -> tuple[Beside, int]:
        """What stands beside the course whose own event it is, and the event's number there."""
        own = course.find_owner(number)
        if isinstance(own, Variation):
            return own.branch, number - own.fork
        return self.notes, number

    def on(self, course: Course, number: int) -> list[Annotation]:
        """The notes on an event, what-if lines left out."""
        beside, at = self._beside(course, number)
        return beside.notes(at)

    def lines(self, course: Course, number: int) -> list[Variation]:
        """The what-if lines whose first event takes the place of the one after that event."""
        found: list[Variation] = []
        for variation in self._leaving(course, number):
            found += [variation, *self.lines(variation, variation.fork)]
        return found

    def _leaving(self, course: Course, number: int) -> list[Variation]:
        beside, at = self._beside(course, number)
        if isinstance(course, Variation) and number == course.fork:
            beside, at = course.branch, 0
        return [self.variations[each.ident] for each in beside.on(at) if each.branch]

    def behind(self, course: Course, number: int) -> list[Annotation]:
        """What stands behind an event of a course's own, as in an annotated text; behind the one
        where a line begins what stands before its first event.
        """
        return self._own(course).behind(number - course.fork)

    def places(self, course: Course) -> list[int]:
        """The numbers of a course's own events behind which something stands."""
        return [course.fork + number for number in self._own(course).places]

    def bookmarks(self) -> Iterator[tuple[str, Course, int]]:
        """Each bookmark's name, with the course and the number of its event."""
        courses: list[Course] = [self.notes.timeline, *self.variations.values()]
        for course in courses:
            for each in self._own(course).annotations:
                if each.note.kind == "bookmark":
                    yield each.note.text, course, course.fork + each.note.event

    def _own(self, course: Course) -> Beside:
        return course.branch if isinstance(course, Variation) else self.notes
