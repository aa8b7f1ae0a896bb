"""Variations: events that lead away from a game under the same rules, and their states.

A variation begins after an event of the log, or of another variation, and never rejoins it. The
texts of its events are public. Its states are shown in the same view as the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from senpu.logs.notes import TRANSLATES, StoredNote, variation_items
from senpu.notation.events import Event, Word
from senpu.notation.lines import Actor, Comment, Glyph, Item, VariationEnd, VariationStart
from senpu.notation.writer import format_item
from senpu.replay.core.activations import Activations
from senpu.replay.core.reducer import Reducer, ReductionError, Step
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import (
    Timeline,
    TimelineEvent,
    TimelinePosition,
    UnknownPositionError,
)
from senpu.replay.core.views import View, find_only_answer


class EventSequence:
    """Events accepted one by one from a state, as in a log: canonical, or rejected.

    Args:
        rules: The rule set.
        start: The state.
        sight: The view that must show that an event is legal, if it is not the view of all.
    """

    def __init__(self, rules: AnyRules, start: State, sight: View | None = None) -> None:
        self.rules = rules
        self.sight = sight or View(rules)
        self.start = start
        self.steps: list[Step] = []
        self.filled = 0
        """The number of events that were filled in."""
        self.reducer = Reducer(rules, self.steps.append)
        self.reducer.state = start

    def state(self, number: int) -> State:
        """Return the state after an event; 0 is the state at the start."""
        return self.steps[number - 1].state if number else self.start

    def take(
        self, event: Event, letter: str = "", fill: bool = False, continues: bool = False
    ) -> None:
        """Accept the next event.

        Args:
            event: The event.
            letter: The letter of the side that acts, if it is given.
            fill: Whether to accept events that are the only legal ones first, if it is illegal.
            continues: Whether the letter is before an earlier event of the line.

        Raises:
            ReductionError: The event is illegal.
        """
        if type(event) is Word and event.word == "undo":
            raise ReductionError("badMeta", "variation", hint="variationHint")
        while True:
            try:
                self.sight.check_event(self.reducer, event, letter)
                self.reducer.accept_event(event, letter, continues)
                self.sight.check_end(self.reducer, event)
                return
            except ReductionError:
                if not (fill and self._fill_one()):
                    raise

    def play(self, items: Iterable[Item]) -> None:
        """Accept the events of a variation; its comments, glyphs and brackets are ignored.

        Raises:
            ReductionError: An event is illegal.
        """
        letter, continues = "", False
        for item in items:
            if isinstance(item, Actor):
                letter, continues = item.letter, False
            elif not isinstance(item, Comment | Glyph | VariationStart | VariationEnd):
                self.take(item, letter, continues=continues)
                continues = True

    def fill(self) -> None:
        """Accept each event that is the only legal one, up to a choice, a roll or the end."""
        while self._fill_one():
            pass

    def _fill_one(self) -> bool:
        answer = find_only_answer(self.rules, self.reducer.state)
        if answer is not None:
            self.reducer.accept_event(answer)
            self.filled += 1
        return answer is not None

    def text(self) -> str:
        """Return the events in canonical form, with each change of the acting side."""
        letter, items = "", list[Item]()
        for step in self.steps:
            acts = self.rules.letter.get(step.actor, "")
            if acts and acts != letter:
                items.append(Actor(letter := acts))
            items.append(step.event)
        return " ".join(map(format_item, items))


class Annotation(NamedTuple):
    """A note, and the variation if the note is one."""

    ident: str
    note: StoredNote
    branch: Branch | None = None
    """The states of a variation."""


class PlacedNotes:
    """The notes on the events of a log or of a variation."""

    def __init__(self, annotations: Iterable[Annotation], last: int) -> None:
        self.annotations = tuple(annotations)
        self._on: dict[int, list[Annotation]] = {}
        self._after: dict[int, list[Annotation]] = {}
        for each in self.annotations:
            number = each.note.event
            self._on.setdefault(number, []).append(each)
            place = number + 1 if each.branch and number < last else number
            self._after.setdefault(place, []).append(each)

    def find_annotations(self, number: int) -> list[Annotation]:
        """Return the notes on an event, and the variations that begin after it."""
        return self._on.get(number, [])

    def find_notes(self, number: int) -> list[Annotation]:
        """Return the notes on an event, without variations and translations of comments."""
        return [
            each
            for each in self._on.get(number, ())
            if each.branch is None and each.note.kind != TRANSLATES
        ]

    def find_variations(self, number: int) -> list[Branch]:
        """Return the variations that begin after an event."""
        return [each.branch for each in self._on.get(number, ()) if each.branch]

    @property
    def event_numbers(self) -> list[int]:
        """The numbers of the events after which an annotated text has notes."""
        return sorted(self._after)

    def list_following(self, number: int) -> list[Annotation]:
        """Return the notes that an annotated text has after an event, in order.

        These are the notes on the event and the variations that replace it. After the last event
        they include the variations that follow it.

        Returns:
            The notes.
        """
        return self._after.get(number, [])


class Branch(PlacedNotes):
    """A variation with its states; number 0 is the state at which it begins."""

    def __init__(
        self,
        timeline: Timeline,
        ident: str,
        note: StoredNote,
        start: TimelinePosition,
        parent: Branch | None,
        sight: View | None = None,
        is_played: bool = False,
    ) -> None:
        """Play the variation of a note.

        Args:
            timeline: The log.
            ident: The id of the note.
            note: The note.
            start: The complete position after the event where the variation begins.
            parent: The variation in which it begins, if any.
            sight: The view that must show that its events are legal, if it is not the view of all.
            is_played: Whether its events were played, not written: the view hides them as in a log.

        Raises:
            ReductionError: An event is illegal.
            NoteError: The text is malformed.
        """
        self.timeline = timeline
        self._is_played = is_played
        self.ident = ident
        self.note = note
        self.parent = parent
        """The variation in which it begins; None if it leaves the log."""
        self.event = note.event
        """The number of the event, of the log or of the parent, after which it begins."""
        course = EventSequence(timeline.rules, start.state, sight)
        course.play(variation_items(note.text))
        self.text = course.text()
        self.depth: int = 1 + (parent.depth if parent else 0)
        activations = Activations(timeline.rules)
        self._moments = [start]
        self._entries: list[TimelineEvent] = []
        for number, step in enumerate(course.steps, 1):
            before = step.before
            opens = activations.is_start(before.decision, step.event)
            if number == 1 and before.decision is not None:
                # Dice or a retreat: part of an earlier activation.
                opens = before.decision.kind not in timeline.rules.continuing_kinds
            self._moments.append(TimelinePosition(step.state, step.effects))
            self._entries.append(
                TimelineEvent(number, step.event, step.actor, 0, before.turn, opens, False)
            )
        super().__init__((), self.last)

    def set_annotations(self, annotations: Iterable[Annotation]) -> None:
        """Set the notes inside it, which are read after its events."""
        super().__init__(annotations, self.last)

    @property
    def last(self) -> int:
        """The number of its last event."""
        return len(self._entries)

    def get_event(self, number: int) -> TimelineEvent:
        """Return its event of a number, from 1.

        Raises:
            UnknownPositionError: It has no such event.
        """
        if not 1 <= number <= self.last:
            raise UnknownPositionError("noEventInVariation", number=number, n=self.last)
        entry, before = self._entries[number - 1], self._moments[number - 1].state
        if self._is_played:
            return replace(entry, event=self.timeline.view.filter_event(before, entry.event))
        return entry

    def get_position(self, number: int) -> TimelinePosition:
        """Return the position after an event as the view of the timeline shows it; 0 is the start.

        Raises:
            UnknownPositionError: It has no such event.
        """
        moment, sight = self.get_full_position(number), self.timeline.view
        return TimelinePosition(
            sight.filter_hypothetical(moment.state),
            sight.filter_hypothetical_effects(moment.state, moment.effects),
        )

    def get_full_position(self, number: int) -> TimelinePosition:
        """Return the complete position after an event: for computations, not for display.

        Raises:
            UnknownPositionError: It has no such event.
        """
        if not 0 <= number <= self.last:
            raise UnknownPositionError("noEventInVariation", number=number, n=self.last)
        return self._moments[number]

    def list_with_letters(self, letter: str = "") -> Iterator[tuple[str, TimelineEvent]]:
        """Yield each event with the letter to write before it: empty if the side is unchanged.

        Args:
            letter: The letter of the acting side before the variation.

        Yields:
            The letter, and the event.
        """
        for entry in self._entries:
            acts = self.timeline.rules.letter.get(entry.actor, "")
            changes = acts if acts and acts != letter else ""
            letter = changes or letter
            yield changes, entry
