"""The places where a recording adds events: the end of the log, or of a variation.

Both check the events by the same rules; each writes in its own way.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from senpu.logs.memory import UserMemory
from senpu.notation.events import StatedPosition
from senpu.notation.faults import Error
from senpu.notation.lines import Comment
from senpu.notation.play import parse_line
from senpu.notation.writer import format_event
from senpu.replay.core.reducer import AcceptedEvent, Reducer, ReductionError
from senpu.replay.recording.log_writing import (
    AppendResult,
    Draft,
    Drafter,
    InputParseError,
    RejectedInputError,
    append_draft,
)
from senpu.tui.screens.file_access import find_record_block
from senpu.tui.screens.interfaces import Player

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline
    from senpu.replay.core.timeline import Timeline
    from senpu.tui.screens.log_reading import LogWatcher, Notebook
    from senpu.tui.screens.navigation import PositionSearch
    from senpu.tui.screens.note_changes import NoteEditor
    from senpu.tui.screens.win_probability import WinProbabilityController


DraftMaker = Callable[[Drafter, Reducer], Draft]


class UnconfirmedEventsError(Error):
    """A draft with events that the user has not seen yet. Nothing was written."""

    def __init__(self, draft: Draft, can_omit: bool) -> None:
        super().__init__()
        self.draft = draft
        self.can_omit = can_omit
        """True if the forced events can be left out: they follow all others."""


def check_confirmed(draft: Draft, text: str) -> Draft:
    """Return a draft that has only the typed events, in the typed form.

    Raises:
        UnconfirmedEventsError: Events were filled in, or completed.
    """
    tail = draft.steps[len(draft.steps) - len(draft.filled) :]
    can_omit = all(one is other for one, other in zip(tail, draft.filled, strict=True))
    own = [step for step in draft.steps if not any(step is each for each in draft.filled)]
    written = Counter("".join(format_event(step.event) for step in own))
    whole = written - Counter(text) <= Counter(" ")  # only the order and spaces differ
    if draft.filled or not whole:
        raise UnconfirmedEventsError(draft, can_omit and bool(draft.filled))
    return draft


WAIT, PAUSE = 3.0, 0.004
"""The seconds in which written events must appear in the player, and between two checks."""


class WritablePlayer(Player, Protocol):
    """A player that can add events to its log, and write notes."""

    @property
    def search(self) -> "PositionSearch":
        """The search."""

    @property
    def log_watcher(self) -> "LogWatcher":
        """The watcher of the log file."""

    @property
    def notebook(self) -> "Notebook":
        """The notes file of the log."""

    @property
    def win_probability(self) -> "WinProbabilityController":
        """The win probability display."""


class RecordingTarget(Protocol):
    """A place where events are added."""

    is_variation: bool
    """True if the place is a variation, not the log."""

    @property
    def title(self) -> str:
        """The id of the title in the header."""

    @property
    def course(self) -> "AnyTimeline":
        """The course that gets the events."""

    @property
    def number(self) -> int:
        """The number of the event before the added events."""

    @property
    def is_shown(self) -> bool:
        """Return whether the screen shows that position."""

    def find_block(self) -> str:
        """Return the id of the reason why nothing can be added; empty if something can."""

    async def write(self, draft: DraftMaker) -> None:
        """Draft lines, write them, and show the result.

        Raises:
            RejectedInputError: The rules reject an event.
            ConcurrentAppendError: Another program appended to the log.
            Error: The file cannot be written.
            OSError: The file cannot be written.
            AssertionError: A subclass does not implement the method.
        """
        raise AssertionError


class TimelineEnd:
    """The end of the timeline that a screen shows, as a place where events are added."""

    screen: WritablePlayer

    @property
    def course(self) -> "Timeline":
        """The timeline."""
        return self.screen.timeline

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.screen.timeline.last

    @property
    def is_shown(self) -> bool:
        """Return whether the screen shows the end of the timeline."""
        return self.screen.at_end


class LogTarget(TimelineEnd):
    """The end of the log."""

    title = "recording"
    is_variation = False

    def __init__(self, screen: WritablePlayer) -> None:
        self.screen = screen

    def find_block(self) -> str:
        """Return the id of the reason why the log is not writable; empty if it is."""
        return find_record_block(self.screen)

    async def write(self, draft: DraftMaker) -> None:
        """Write to the log as `senpu append` does, then wait until the player has read it."""
        written = await asyncio.to_thread(self._inscribe, draft)
        await self._wait_until_read(written.size)

    def _inscribe(self, draft: DraftMaker) -> AppendResult:
        """Append to the file, if it is still the file that the player read."""
        screen = self.screen
        assert screen.source is not None
        timeline, is_known = screen.timeline, screen.log_watcher.knows
        return append_draft(
            screen.source, draft, rules=timeline.rules, is_current=is_known, memory=UserMemory(),
            side=timeline.view.side if timeline.is_locked else "",
        )  # fmt: skip

    async def _wait_until_read(self, size: int) -> None:
        """Wait until the player has read the written events."""
        following, record = self.screen.log_watcher, self.screen.timeline.record
        for _ in range(int(WAIT / PAUSE)):
            following.look()
            if following.changed or (record.size >= size and not following.reading):
                return
            await asyncio.sleep(PAUSE)


class VariationTarget:
    """The end of a variation, or the position in which one begins."""

    title = "recording_variation"
    is_variation = True

    def __init__(
        self, screen: WritablePlayer, writing: "NoteEditor", course: "AnyTimeline", number: int
    ) -> None:
        self.screen = screen
        self._writing = writing
        self._course = course
        self._number = number

    @property
    def course(self) -> "AnyTimeline":
        """The variation, or the course that it leaves."""
        self._course, self._number = self.screen.notebook.find_again(self._course, self._number)
        return self._course

    @property
    def number(self) -> int:
        """The number of the event before the added events."""
        last = self.course.last
        return min(self._number, last)

    @property
    def is_shown(self) -> bool:
        """Return whether the screen shows that position."""
        screen = self.screen
        return screen.course is self.course and screen.position == self.number

    def find_block(self) -> str:
        """Return the id of the reason why no variation can be written; empty if one can."""
        screen = self.screen
        why = self._writing.find_block()
        return why or ("blocked_hidden_hands" if not screen.timeline.view.is_unrestricted else "")

    async def write(self, draft: DraftMaker) -> None:
        """Check events, and write them as a variation."""
        course, number = self.course, self.number
        reducer = Reducer(course.rules)
        reducer.state = course.get_full_position(number).state
        scribe = Drafter(course.rules, reducer, None)
        try:
            drafted = draft(scribe, reducer)
            check_variation(drafted)
        except (ReductionError, InputParseError) as reason:
            raise RejectedInputError(reason, scribe, self._newest(course, number)) from None
        steps = [(step.event, course.rules.letter.get(step.actor, "")) for step in drafted.steps]
        self._course, self._number = await self._writing.go_on(course, number, steps)
        self.screen.go_to(self._number, self._course)

    @staticmethod
    def _newest(course: "AnyTimeline", number: int) -> AcceptedEvent | None:
        """Return the course and number of the event that the variation would continue."""
        if not number:
            return None
        return number, course.get_full_position(number - 1).state, course.get_event(number).event

    async def cut(self, count: int) -> None:
        """Delete the last events of the variation, and show the rest.

        Raises:
            NoteError: Another author wrote the variation, or a deleted event has notes.
            Error: The file cannot be written.
            OSError: The file cannot be written.
        """
        self._course, self._number = await self._writing.cut(self.course, count)
        self.screen.go_to(self._number, self._course)


def check_variation(draft: Draft) -> None:
    """Check that a draft has only what a variation can have.

    Raises:
        ReductionError: The draft has an undo, an End line or a comment.
    """
    for step in draft.steps:
        if step.undone:
            raise ReductionError("badMeta", "variation", hint="variationHint", event=step.event)
        if isinstance(step.event, StatedPosition):
            raise ReductionError("badMeta", "variationPosition", hint=None, event=step.event)
    for number, row in enumerate(draft.text.splitlines(), 1):
        if row.startswith("End:"):
            raise ReductionError("badMeta", "variationEnd", hint="variationEndHint")
        if any(isinstance(item, Comment) for item in parse_line(number, row)[0].items):
            raise ReductionError("whatIf", "comment")
