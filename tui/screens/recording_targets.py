"""What a recording goes on with: the log, or a what-if line beside it. What is entered is checked
by the same rules and goes its own way to the disk.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from senpu.logs.record import LIBRARY, open_record
from senpu.logs.witness import Seen
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, Close, Header, Item, Open, Play, Remark
from senpu.notation.reader import play_line
from senpu.notation.writer import format_line
from senpu.replay.core.reducer import EVENTS, Bad, Before, Reducer
from senpu.replay.recording.inscription import Declined, Written, inscribe
from senpu.replay.recording.scribe import Draft, Faulty, Scribe
from senpu.tui.widgets.painting import Look

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import Course
    from senpu.tui.screens.player import PlayerScreen


def barred(screen: "PlayerScreen") -> str:
    """Why nothing can be recorded behind what a player shows, by the id of the words for it; empty
    where something can."""
    timeline, source, why = screen.timeline, screen.source, barred_at_all(screen)
    if source is None or why:
        return why
    if timeline.fault is not None:
        return "barred_faulty"
    if timeline.record.sealed:
        return "barred_sealed"
    if is_library(source):
        return "barred_library"
    if timeline.closed:
        return "barred_closed"
    if not (os.access(source, os.W_OK) and os.access(source.resolve().parent, os.W_OK)):
        return "barred_read_only"
    return "" if timeline.complete else "barred_reading"


def barred_at_all(screen: "PlayerScreen") -> str:
    """Why nothing of a player's can be written, neither its log nor the notes beside it: by the id
    of the words for it, or empty."""
    if screen.source is None:
        return "barred_no_file"
    if screen.senpu.read_only:
        return "barred_only_looking"
    return "barred_changed" if screen.following.changed else ""


def is_library(path: Path) -> bool:
    """Whether a log is one of those that come with the program."""
    return path.resolve().is_relative_to(LIBRARY.resolve())


def copied(path: Path, number: int) -> str:
    """A log up to an event, as the text of another one, which is not chained. It has no End line,
    and no line behind that event. Raises OSError."""
    from senpu.logs.seals import is_of_chain  # few are copied

    record = open_record(path)
    kept = (entry for entry in record.headers.items() if not is_of_chain(entry[0]))
    rows = [format_line(Header(key, value)) for key, value in kept]
    rows.append("")
    left = number
    for _, line in record:
        if not left or isinstance(line, Fault):
            break
        if not isinstance(line, Play):
            continue
        items = _first(line.items, left)
        left -= sum(1 for item in items if type(item) in EVENTS)
        rows.append(format_line(Play(items, line.turn)))
    return "".join(f"{row}\n" for row in rows)


def _first(items: tuple[Item, ...], most: int) -> tuple[Item, ...]:
    """The items of a line up to so many events, what is said of the last one included; what stands
    in what-if brackets is left out."""
    kept: list[Item] = []
    depth = 0
    for item in items:
        depth += (type(item) is Open) - (type(item) is Close)
        if depth or type(item) is Close:
            continue
        event = type(item) in EVENTS
        if event and not most:
            break
        most -= event
        kept.append(item)
    while kept and type(kept[-1]) is Actor:
        kept.pop()
    return tuple(kept)


def free_name(folder: Path, stem: str) -> Path:
    """A file in a folder that is not there yet: `stem.senpu`, `stem-2.senpu` …"""
    path, number = folder / f"{stem}.senpu", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.senpu"
    return path


Drafting = Callable[[Scribe, Reducer], Draft]
WAIT, PAUSE = 3.0, 0.004
"""Seconds in which a player must find in the file what was written, and between two looks."""


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
        Declined for what is not taken, WentOn, SenpuError, OSError."""
        raise AssertionError


class LogEnd:
    """The end of the log."""

    title = "recording"
    aside = False

    def __init__(self, screen: "PlayerScreen") -> None:
        self.screen = screen

    @property
    def course(self) -> "Course":
        return self.screen.timeline

    @property
    def number(self) -> int:
        return self.screen.timeline.last

    @property
    def there(self) -> bool:
        return self.screen.desk.at_end

    def barred(self) -> str:
        return barred(self.screen)

    async def write(self, draft: Drafting) -> int:
        """The way that `senpu append` does, then wait until the player has it."""
        written = await asyncio.to_thread(self._inscribe, draft)
        await self._seen(written.size)
        return len(written.draft.filled)

    def _inscribe(self, draft: Drafting) -> Written:
        """Onto the file as the player knows it, and onto no other."""
        screen = self.screen
        assert screen.source is not None
        rules, known = screen.timeline.rules, screen.following.knows
        return inscribe(screen.source, draft, opened=rules, known=known, seen=Seen())

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

    def __init__(self, screen: "PlayerScreen", course: "Course", number: int) -> None:
        self.screen = screen
        self._course = course
        self._number = number

    @property
    def title(self) -> str:
        return "recording" if self.course.before else "recording_what_if"

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
        why = screen.notebook.writing.barred()
        return why or ("barred_hidden" if not screen.timeline.sight.whole else "")

    async def write(self, draft: Drafting) -> int:
        course, number = self.course, self.number
        reducer = Reducer(course.rules)
        reducer.state = course.whole(number).state
        scribe = Scribe(course.rules, reducer, None)
        try:
            drafted = draft(scribe, reducer)
            _check_line(drafted, self.screen.look)
        except (Bad, Faulty) as reason:
            raise Declined(reason, scribe, self._newest(course, number)) from None
        steps = [(step.event, course.rules.letter.get(step.actor, "")) for step in drafted.steps]
        writing = self.screen.notebook.writing
        self._course, self._number = await writing.go_on(course, number, steps)
        self.screen.go_to(self._number, self._course)
        return len(drafted.filled)

    @staticmethod
    def _newest(course: "Course", number: int) -> Before | None:
        """The event that the line would go on from, if there is one."""
        if not number:
            return None
        return number, course.whole(number - 1).state, course.entry(number).event

    async def cut(self, count: int) -> int:
        """Take the last events of the line out again, and show what is left; 0. Raises NoteError,
        SenpuError, OSError."""
        self._course, self._number = await self.screen.notebook.writing.cut(self.course, count)
        self.screen.go_to(self._number, self._course)
        return 0


def _check_line(draft: Draft, look: Look) -> None:
    """That nothing was typed which a what-if line does not have. Raises Bad."""
    for step in draft.steps:
        if step.undone:
            raise Bad("badMeta", look.word("line_no_undo"), event=step.event)
    for number, row in enumerate(draft.text.splitlines(), 1):
        if row.startswith("End:"):
            raise Bad("badMeta", look.word("line_no_end"))
        if any(isinstance(item, Remark) for item in play_line(number, row)[0].items):
            raise Bad("whatIf", look.word("line_no_remark"))
