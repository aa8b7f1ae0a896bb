"""The gaps of a log: where it states a position that the events before it do not lead to."""

import msgspec

from senpu.replay.core.position_changes import PositionChange, list_changes
from senpu.replay.core.states import State
from senpu.replay.core.timeline import GameLine, Timeline, list_ancestors


class Gap(msgspec.Struct, frozen=True):
    """A gap of a log, in the view of its timeline."""

    number: int
    """Its number among the gaps of the log, from 1."""
    event: int
    """The number of the event that states the position."""
    line: int
    """The line of the log with that event."""
    before: State
    after: State
    changes: tuple[PositionChange, ...]
    """What the gap must contain."""


def list_gaps(line: GameLine) -> list[Gap]:
    """Return the gaps of a log; of a variation, the gaps before it leaves the log.

    A stated position that was undone, or that is only offered, leaves no gap.
    """
    lines = list_ancestors(line)
    log = lines[0]
    assert isinstance(log, Timeline)
    last = lines[1].fork if len(lines) > 1 else log.extend()
    return [
        make_gap(log, number, event)
        for number, event in enumerate(log.list_gap_events(), 1)
        if event <= last
    ]


def make_gap(line: GameLine, number: int, event: int) -> Gap:
    """Return a gap by its number, and the number of the event that states the position."""
    before, after = line.get_position(event - 1).state, line.get_position(event).state
    changes = tuple(list_changes(line.rules, before, after))
    return Gap(number, event, line.get_event(event).line, before, after, changes)
