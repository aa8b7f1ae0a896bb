"""What-if lines: events that lead away from a game, taken by the same rules, and their positions.

A line begins after an event of the log, or of another line, and never comes back. Its events are
public texts: nothing of them is hidden, but its positions are looked at like those of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from senpu.logs.notes import Note, line_items
from senpu.notation.events import Event, Word
from senpu.notation.lines import Actor, Close, Glyph, Item, Open, Remark
from senpu.notation.writer import format_item
from senpu.replay.core.reducer import Reducer, ReductionError, Step
from senpu.replay.core.rules import AnyRules, State
from senpu.replay.core.timeline import (
    Activations,
    Timeline,
    TimelineEvent,
    TimelinePosition,
    UnknownPositionError,
)
from senpu.replay.recording.log_writing import only_answer


class Course:
    """Events taken one by one from a position on, as a log's are: canonical, or refused."""

    def __init__(self, rules: AnyRules, start: State) -> None:
        self.rules = rules
        self.start = start
        self.steps: list[Step] = []
        self.filled = 0
        """How many of the events were filled in."""
        self.reducer = Reducer(rules, self.steps.append)
        self.reducer.state = start

    def state(self, number: int) -> State:
        """The position after an event of the course; 0 is the one it begins from."""
        return self.steps[number - 1].state if number else self.start

    def take(
        self, event: Event, letter: str = "", fill: bool = False, continues: bool = False
    ) -> None:
        """Accept the next event.

        Args:
            event: The event.
            letter: The letter of the side that acts, if it is given.
            fill: Whether to accept events that are the only legal ones first, if it is illegal.
            continues: Whether the letter stands before an earlier event of the line.

        Raises:
            ReductionError: The event is illegal.
        """
        if type(event) is Word and event.word == "undo":
            raise ReductionError("badMeta", "variation", hint="variationHint")
        while True:
            try:
                self.reducer.accept_event(event, letter, continues)
                return
            except ReductionError:
                if not (fill and self._fill_one()):
                    raise

    def play(self, items: Iterable[Item]) -> None:
        """The events of a line, each of who acts there; what else stands in it is no matter.
        Raises ReductionError.
        """
        letter, continues = "", False
        for item in items:
            if isinstance(item, Actor):
                letter, continues = item.letter, False
            elif not isinstance(item, Remark | Glyph | Open | Close):
                self.take(item, letter, continues=continues)
                continues = True

    def fill(self) -> None:
        """Take what has only one answer, up to a choice, a roll or the end."""
        while self._fill_one():
            pass

    def _fill_one(self) -> bool:
        answer = only_answer(self.rules, self.reducer.state)
        if answer is not None:
            self.reducer.accept_event(answer)
            self.filled += 1
        return answer is not None

    def text(self) -> str:
        """Its events in canonical spelling, and who acts wherever that changes."""
        letter, items = "", list[Item]()
        for step in self.steps:
            acts = self.rules.letter.get(step.actor, "")
            if acts and acts != letter:
                items.append(Actor(letter := acts))
            items.append(step.event)
        return " ".join(map(format_item, items))


class Annotation(NamedTuple):
    """A note where it stands."""

    ident: str
    note: Note
    branch: Branch | None = None
    """What a what-if line leads to."""


class Beside:
    """What stands beside the events of a log or of a what-if line."""

    def __init__(self, annotations: Iterable[Annotation], last: int) -> None:
        self.annotations = tuple(annotations)
        self._on: dict[int, list[Annotation]] = {}
        self._behind: dict[int, list[Annotation]] = {}
        for each in self.annotations:
            number = each.note.event
            self._on.setdefault(number, []).append(each)
            place = number + 1 if each.branch and number < last else number
            self._behind.setdefault(place, []).append(each)

    def on(self, number: int) -> list[Annotation]:
        """The notes on an event, and the what-if lines that begin after it."""
        return self._on.get(number, [])

    def notes(self, number: int) -> list[Annotation]:
        """The notes on an event, what-if lines left out."""
        return [each for each in self._on.get(number, ()) if each.branch is None]

    def branches(self, number: int) -> list[Branch]:
        """The what-if lines that begin after an event."""
        return [each.branch for each in self._on.get(number, ()) if each.branch]

    @property
    def places(self) -> list[int]:
        """The numbers of the events behind which something stands."""
        return sorted(self._behind)

    def behind(self, number: int) -> list[Annotation]:
        """What an annotated text has behind an event: the notes on it, and the what-if lines that
        take its place (behind the last one also those that go on from it), in their order.
        """
        return self._behind.get(number, [])


class Branch(Beside):
    """A what-if line to step into: its positions, from the one it begins at (number 0) on."""

    def __init__(
        self,
        timeline: Timeline,
        ident: str,
        note: Note,
        start: TimelinePosition,
        parent: Branch | None,
    ) -> None:
        """`start` is the whole moment after the event where it begins. Raises ReductionError,
        NoteError.
        """
        self.timeline = timeline
        self.ident = ident
        self.note = note
        self.parent = parent
        """The line that it begins in; nothing for one that leaves the log."""
        self.event = note.event
        """The number of the event, of the log or of the parent, after which it begins."""
        course = Course(timeline.rules, start.state)
        course.play(line_items(note.text))
        self.text = course.text()
        self.depth: int = 1 + (parent.depth if parent else 0)
        activations = Activations(timeline.rules)
        self._moments = [start]
        self._entries: list[TimelineEvent] = []
        for number, step in enumerate(course.steps, 1):
            before = step.before
            opens = activations.is_start(before.decision, step.event)
            if number == 1 and before.decision is not None:  # dice, a retreat: of an act before it
                opens = before.decision.kind not in timeline.rules.continuing_kinds
            self._moments.append(TimelinePosition(step.state, step.effects))
            self._entries.append(
                TimelineEvent(number, step.event, step.actor, 0, before.turn, opens, False)
            )
        super().__init__((), self.last)

    def keep(self, annotations: Iterable[Annotation]) -> None:
        """Take the notes inside it, which are made once it is there itself."""
        super().__init__(annotations, self.last)

    @property
    def last(self) -> int:
        """The number of its last event."""
        return len(self._entries)

    def get_event(self, number: int) -> TimelineEvent:
        """Its event of that number (from 1). Raises UnknownPositionError."""
        if not 1 <= number <= self.last:
            raise UnknownPositionError("noEventInVariation", number=number, n=self.last)
        return self._entries[number - 1]

    def get_position(self, number: int) -> TimelinePosition:
        """The position after an event, as the timeline's sight shows it; 0 is the one where the
        line begins. Raises UnknownPositionError.
        """
        moment, sight = self.get_full_position(number), self.timeline.view
        return TimelinePosition(
            sight.filter_hypothetical(moment.state), sight.filter_effects(moment.effects)
        )

    def get_full_position(self, number: int) -> TimelinePosition:
        """The position as it is, whoever looks: to be reckoned with, and not to be shown."""
        if not 0 <= number <= self.last:
            raise UnknownPositionError("noEventInVariation", number=number, n=self.last)
        return self._moments[number]

    def lettered(self, letter: str = "") -> Iterator[tuple[str, TimelineEvent]]:
        """Each event, and the letter to write before it where `letter` is in force: of who acts,
        where that changes.
        """
        for entry in self._entries:
            acts = self.timeline.rules.letter.get(entry.actor, "")
            changes = acts if acts and acts != letter else ""
            letter = changes or letter
            yield changes, entry
