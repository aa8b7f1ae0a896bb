"""The places where a recording adds events: the end of the log, or of a variation. Both check the
events by the same rules; each writes in its own way.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from senpu.logs.witness import Seen
from senpu.notation.lines import Remark
from senpu.notation.play import play_line
from senpu.replay.core.reducer import AcceptedEvent, Reducer, ReductionError
from senpu.replay.recording.log_writing import (
    AppendResult,
    Draft,
    Drafter,
    InputParseError,
    RejectedInputError,
    append_draft,
)
from senpu.tui.screens.file_access import barred
from senpu.tui.screens.interfaces import Player

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import Course
    from senpu.tui.screens.log_reading import Following, Notebook
    from senpu.tui.screens.note_changes import NoteWriting
    from senpu.tui.screens.win_probability import Chances


Drafting = Callable[[Drafter, Reducer], Draft]
WAIT, PAUSE = 3.0, 0.004
"""Seconds in which a player must find in the file what was written, and between two looks."""


class WritablePlayer(Player, Protocol):
    """A player that can add events to its log, and write notes."""

    @property
    def following(self) -> "Following": ...

    @property
    def notebook(self) -> "Notebook": ...

    @property
    def chances(self) -> "Chances": ...


class End(Protocol):
    """A place where events are added."""

    aside: bool
    """Whether it is a what-if line, and not the log."""

    @property
    def title(self) -> str:
        """The id of what the first line says of it."""

    @property
    def course(self) -> "Course": ...

    @property
    def number(self) -> int:
        """The number of the event behind which something is added."""

    @property
    def there(self) -> bool:
        """Whether the screen shows that position."""

    def barred(self) -> str:
        """Why nothing can be added, by the id of the words for it; empty where something can."""

    async def write(self, draft: Drafting) -> int:
        """Have lines drafted and written, and shown; how many of the events were filled in. Raises
        RejectedInputError for what is not taken, ConcurrentAppendError, Error, OSError.
        """
        raise AssertionError


class LogEnd:
    """The end of the log."""

    title = "recording"
    aside = False

    def __init__(self, screen: WritablePlayer) -> None:
        self.screen = screen

    @property
    def course(self) -> "Course":
        return self.screen.timeline

    @property
    def number(self) -> int:
        return self.screen.timeline.last

    @property
    def there(self) -> bool:
        return self.screen.at_end

    def barred(self) -> str:
        return barred(self.screen)

    async def write(self, draft: Drafting) -> int:
        """The way that `senpu append` does, then wait until the player has it."""
        written = await asyncio.to_thread(self._inscribe, draft)
        await self._seen(written.size)
        return len(written.draft.filled)

    def _inscribe(self, draft: Drafting) -> AppendResult:
        """Onto the file as the player knows it, and onto no other."""
        screen = self.screen
        assert screen.source is not None
        rules, known = screen.timeline.rules, screen.following.knows
        return append_draft(screen.source, draft, rules=rules, is_current=known, witness=Seen())

    async def _seen(self, size: int) -> None:
        """Wait until the player has taken in what was written."""
        following, record = self.screen.following, self.screen.timeline.record
        for _ in range(int(WAIT / PAUSE)):
            following.look()
            if following.changed or (record.size >= size and not following.reading):
                return
            await asyncio.sleep(PAUSE)


class LineEnd:
    """The end of a what-if line, or the position in which one is to begin."""

    aside = True

    def __init__(
        self, screen: WritablePlayer, writing: "NoteWriting", course: "Course", number: int
    ) -> None:
        self.screen = screen
        self._writing = writing
        self._course = course
        self._number = number

    @property
    def title(self) -> str:
        return "recording" if self.course.parent else "recording_variation"

    @property
    def course(self) -> "Course":
        self._course, self._number = self.screen.notebook.again(self._course, self._number)
        return self._course

    @property
    def number(self) -> int:
        last = self.course.last
        return min(self._number, last)

    @property
    def there(self) -> bool:
        screen = self.screen
        return screen.course is self.course and screen.position == self.number

    def barred(self) -> str:
        screen = self.screen
        why = self._writing.barred()
        return why or ("blocked_hidden_hands" if not screen.timeline.view.is_unrestricted else "")

    async def write(self, draft: Drafting) -> int:
        course, number = self.course, self.number
        reducer = Reducer(course.rules)
        reducer.state = course.get_full_position(number).state
        scribe = Drafter(course.rules, reducer, None)
        try:
            drafted = draft(scribe, reducer)
            _check_variation(drafted)
        except (ReductionError, InputParseError) as reason:
            raise RejectedInputError(reason, scribe, self._newest(course, number)) from None
        steps = [(step.event, course.rules.letter.get(step.actor, "")) for step in drafted.steps]
        self._course, self._number = await self._writing.go_on(course, number, steps)
        self.screen.go_to(self._number, self._course)
        return len(drafted.filled)

    @staticmethod
    def _newest(course: "Course", number: int) -> AcceptedEvent | None:
        """The event that the line would go on from, if there is one."""
        if not number:
            return None
        return number, course.get_full_position(number - 1).state, course.get_event(number).event

    async def cut(self, count: int) -> int:
        """Take the last events of the line out again, and show what is left; 0. Raises NoteError,
        Error, OSError.
        """
        self._course, self._number = await self._writing.cut(self.course, count)
        self.screen.go_to(self._number, self._course)
        return 0


def _check_variation(draft: Draft) -> None:
    """Raise ReductionError for what a variation does not have: undo, an End line, a comment."""
    for step in draft.steps:
        if step.undone:
            raise ReductionError("badMeta", "variation", hint="variationHint", event=step.event)
    for number, row in enumerate(draft.text.splitlines(), 1):
        if row.startswith("End:"):
            raise ReductionError("badMeta", "variationEnd", hint="variationEndHint")
        if any(isinstance(item, Remark) for item in play_line(number, row)[0].items):
            raise ReductionError("whatIf", "comment")
