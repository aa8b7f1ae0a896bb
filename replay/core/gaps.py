"""The gaps of a log: where it states a position that the events before it do not lead to."""

from senpu.replay.core.position_changes import LogGap, list_changes
from senpu.replay.core.timeline import GameLine, Timeline, list_ancestors


def list_gaps(line: GameLine) -> list[LogGap]:
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


def find_gap_number(line: GameLine, event: int) -> int:
    """Return the number of the gap before an event, from 1; 0 if there is none in effect."""
    gaps = list_gap_events(line.find_owner(event)) if event else []
    return gaps.index(event) + 1 if event in gaps else 0


def list_gap_events(line: GameLine) -> list[int]:
    """Return the numbers of a line's own events that state a position after a gap."""
    return line.list_gap_events() if isinstance(line, Timeline) else []


def make_gap(line: GameLine, number: int, event: int) -> LogGap:
    """Return a gap by its number, and the number of the event that states the position."""
    before, after = line.get_position(event - 1).state, line.get_position(event).state
    changes = tuple(list_changes(line.rules, before, after))
    return LogGap(number, event, line.get_event(event).line, changes, before, after)
