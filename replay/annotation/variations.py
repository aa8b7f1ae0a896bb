"""Variations as games: the events up to the start of a variation, then its own events.

The numbers continue: the first event of a variation that begins after event 64 is its event 65. So
every function that shows a game also shows a variation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from senpu.logs.notes import StoredNote
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Annotation, Branch, PlacedNotes
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
    """A game that follows a variation; `parent` is the log or variation that it leaves."""

    fault = None
    is_complete = True

    def __init__(self, branch: Branch, before: Timeline | Variation) -> None:
        self.branch = branch
        self.parent = before
        self.timeline: Timeline = branch.timeline
        """The log."""
        self.fork: int = before.fork + branch.event
        """The number of the event after which its own events begin."""
        self.rules: AnyRules = self.timeline.rules
        self.headers: Mapping[str, str] = self.timeline.headers
        self.last = self.fork + branch.last
        self.comments: dict[int, list[str]] = _select_until(self.fork, before.comments)
        self.glyphs: dict[int, list[str]] = _select_until(self.fork, before.glyphs)
        self.turn_starts: dict[int, int] = {
            turn: first for turn, first in before.turn_starts.items() if first <= self.fork
        }
        for number in range(1, branch.last + 1):
            self.turn_starts.setdefault(branch.get_event(number).turn, self.fork + number)

    @property
    def view(self) -> View:
        """The view in which its positions are shown."""
        return self.timeline.view

    def find_owner(self, number: int) -> AnyTimeline:
        """Return the variation or the log that has the event of a number."""
        return self if number > self.fork else self.parent.find_owner(number)

    def extend(self, to: int | None = None) -> int:
        """Return the number of the last event."""
        del to
        return self.last

    def get_event(self, number: int) -> TimelineEvent:
        """Return the event of a number."""
        if number <= self.fork:
            return self.parent.get_event(number)
        return replace(self.branch.get_event(number - self.fork), number=number)

    def get_position(self, number: int) -> TimelinePosition:
        """Return the position after an event, as the view shows it."""
        if number <= self.fork:
            return self.parent.get_position(number)
        return self.branch.get_position(number - self.fork)

    def get_full_position(self, number: int) -> TimelinePosition:
        """Return the complete position after an event."""
        if number <= self.fork:
            return self.parent.get_full_position(number)
        return self.branch.get_full_position(number - self.fork)

    def find_activation(self, number: int) -> range:
        """Return the numbers of the events in the activation of an event."""
        return find_activation(self, number)

    def find_turn_start(self, number: int, way: int) -> int:
        """Return the first event of the next turn in a direction."""
        return find_turn_start(self.turn_starts, self.last, number, way)


AnyTimeline = Timeline | Variation
"""A log or one of its variations."""


def _select_until(number: int, found: Mapping[int, list[str]]) -> dict[int, list[str]]:
    return {at: texts for at, texts in found.items() if at <= number}


class VariationTree:
    """A log with its notes, and a game for each of its variations."""

    def __init__(self, notes: Annotations) -> None:
        self.notes = notes
        self.variations: dict[str, Variation] = {}
        """The variations, by the id of the note."""
        self._grow(notes, notes.timeline)

    def _grow(self, placed: PlacedNotes, before: AnyTimeline) -> None:
        for each in placed.annotations:
            if each.branch is not None:
                made = self.variations[each.ident] = Variation(each.branch, before)
                self._grow(each.branch, made)

    def _find_owner_notes(self, course: AnyTimeline, number: int) -> tuple[PlacedNotes, int]:
        """Return the notes of the game that has an event, and the number of the event there."""
        own = course.find_owner(number)
        if isinstance(own, Variation):
            return own.branch, number - own.fork
        return self.notes, number

    def find_notes(self, course: AnyTimeline, number: int) -> list[Annotation]:
        """Return the notes on an event, without variations."""
        placed, at = self._find_owner_notes(course, number)
        return placed.find_notes(at)

    def find_variations(self, course: AnyTimeline, number: int) -> list[Variation]:
        """Return the variations whose first event replaces the next event."""
        found: list[Variation] = []
        for variation in self._find_leaving(course, number):
            found += [variation, *self.find_variations(variation, variation.fork)]
        return found

    def _find_leaving(self, course: AnyTimeline, number: int) -> list[Variation]:
        placed, at = self._find_owner_notes(course, number)
        if isinstance(course, Variation) and number == course.fork:
            placed, at = course.branch, 0
        return [self.variations[each.ident] for each in placed.find_annotations(at) if each.branch]

    def list_following(self, course: AnyTimeline, number: int) -> list[Annotation]:
        """Return the notes that an annotated text has after an event of a game.

        After the event where a variation begins, these are the notes before its first event.

        Returns:
            The notes.
        """
        return self._get_notes(course).list_following(number - course.fork)

    def list_event_numbers(self, course: AnyTimeline) -> list[int]:
        """Return the numbers of the events of a game that are followed by notes."""
        return [course.fork + number for number in self._get_notes(course).event_numbers]

    def list_bookmarks(self) -> Iterator[tuple[StoredNote, AnyTimeline, int]]:
        """Yield each bookmark, with its game and the number of its event."""
        courses: list[AnyTimeline] = [self.notes.timeline, *self.variations.values()]
        for course in courses:
            for each in self._get_notes(course).annotations:
                if each.note.kind == "bookmark":
                    yield each.note, course, course.fork + each.note.event

    def _get_notes(self, course: AnyTimeline) -> PlacedNotes:
        return course.branch if isinstance(course, Variation) else self.notes
