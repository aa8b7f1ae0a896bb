"""What there is to step through: a log, or a log up to where a what-if line leaves it and then that
line. Whoever shows positions asks both in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from senpu.notation.events import Event
from senpu.notation.faults import Error, Fault
from senpu.notation.writer import format_event
from senpu.replay.core.rules import AnyRules, Effect, State
from senpu.replay.core.views import Sight


class UnknownPositionError(Error):
    """No such event, turn or side in the log."""


class Entry(msgspec.Struct, frozen=True):
    """An event of the log."""

    number: int
    event: Event
    actor: str
    """A side's id, or `chance`; empty for `undo` and `agree` that no side is named for."""
    line: int
    turn: int
    """The turn in which it was played."""
    opens: bool
    """Whether it begins an activation: the first event, or one that answers an `act`."""
    undone: bool


class Moment(msgspec.Struct, frozen=True):
    """The position after an event, and what the event made happen."""

    state: State
    effects: tuple[Effect, ...]


class Line(Protocol):
    """Events by their numbers, from 1, and the positions after them; 0 is the one before the
    first."""

    @property
    def rules(self) -> AnyRules: ...

    @property
    def sight(self) -> Sight:
        """Through whose eyes everything is answered."""

    @property
    def before(self) -> Line | None:
        """What it leaves; nothing for a log."""

    @property
    def fork(self) -> int:
        """The number of the event after which its own begin; 0 for a log."""

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def fault(self) -> Fault | None:
        """What is wrong behind the last event."""

    @property
    def last(self) -> int:
        """The number of the last event known so far."""

    @property
    def complete(self) -> bool:
        """Whether all events are known."""

    @property
    def remarks(self) -> Mapping[int, list[str]]:
        """What the log itself says of its events."""

    @property
    def glyphs(self) -> Mapping[int, list[str]]:
        """And how it judges them."""

    def extend(self, to: int | None = None) -> int:
        """Have the events up to `to` known, or all; the number of the last one known."""

    def entry(self, number: int) -> Entry:
        """The event of that number (from 1). Raises UnknownPositionError."""

    def at(self, number: int) -> Moment:
        """The position after an event. Raises UnknownPositionError."""

    def whole(self, number: int) -> Moment:
        """The position as it is, whoever looks: to be reckoned with, and not to be shown."""

    def owner(self, number: int) -> Line:
        """Whose own event that is: its own, or of what it leaves."""

    def activation(self, number: int) -> range:
        """The numbers of the events of one activation."""

    def turn_from(self, number: int, way: int) -> int:
        """The first event of the turn that begins after an event, or of the last that began before
        it; the end or the start of what is known, if there is none."""


def chain_of(line: Line) -> tuple[Line, ...]:
    """The log, the line that leaves it, the line that leaves that one, and so on to this."""
    return (*(chain_of(line.before) if line.before else ()), line)


def said(line: Line, number: int) -> str:
    """An event (from 1) as a text of its own has it: behind who acts. Raises
    UnknownPositionError."""
    entry = line.entry(number)
    letter = line.rules.letter.get(entry.actor, "")
    return f"{letter}: {format_event(entry.event)}" if letter else format_event(entry.event)


def in_log(line: Line, number: int) -> int:
    """Where one is in the log at an event: in a what-if line, where that left it."""
    return next((each.fork for each in chain_of(line)[1:]), number)


def activation_of(line: Line, number: int) -> range:
    """The numbers of the events of one activation: the act, its dice, its retreats."""
    first = number
    while first > 1 and not line.entry(first).opens:
        first -= 1
    last = number
    while last < line.extend(last + 1) and not line.entry(last + 1).opens:
        last += 1
    return range(max(first, 1), last + 1)


def turn_from(starts: Mapping[int, int], last: int, number: int, way: int) -> int:
    """Where the turn begins that comes next after an event, or that began last before it; `starts`
    are the first events of the turns."""
    firsts = sorted(first for turn, first in starts.items() if turn)
    if way > 0:
        return next((first for first in firsts if first > number), last)
    return next((first for first in reversed(firsts) if first < number), 0)
