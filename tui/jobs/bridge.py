"""Search for ways through a gap of a log, and mark one as conjecture in its notes."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from senpu.logs.inputs import Source
from senpu.logs.marks import Authorship
from senpu.logs.notes import Notes, identify_notes, notes_path
from senpu.logs.notes_file import edit_notes
from senpu.notation.writer import format_event
from senpu.replay.analysis.bridges import WAYS, BridgeReport, BridgeSearch, BridgeWay
from senpu.replay.annotation.annotations import (
    Annotations,
    add_conjecture,
    make_conjecture,
)
from senpu.replay.annotation.branches import Annotation, EventSequence
from senpu.replay.core.gaps import list_gaps
from senpu.replay.core.position_changes import LogGap
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.commands.arguments import RejectedLogError, UnusableLogError, open_log

SECONDS = 10
"""The default budget of a search, in seconds."""


class BridgeRequest(NamedTuple):
    """A gap to bridge, and the limits of the search."""

    file: Source
    data: Source | None = None
    gap: int = 1
    seconds: int = SECONDS
    """0 for no limit."""
    positions: int = 0
    """The most positions to examine; 0 for no limit."""
    ways: int = WAYS


class GapBridges(NamedTuple):
    """The ways through a gap."""

    timeline: Timeline
    gap: LogGap
    report: BridgeReport
    texts: tuple[str, ...]
    """The text of each way, as in a variation."""


def open_gap(asked: BridgeRequest) -> tuple[Timeline, LogGap]:
    """Return the timeline of a log, and a gap of its valid part.

    Raises:
        UnusableLogError: The log has no such gap, or it shows the view of a side only.
        OSError: The log cannot be read.
    """
    timeline = open_timeline(*open_log(asked.file, asked.data))
    gaps = list_gaps(timeline)
    if not gaps:
        raise UnusableLogError("bridgeNoGap", path=asked.file)
    if not 1 <= asked.gap <= len(gaps):
        raise UnusableLogError("bridgeWhichGap", path=asked.file, number=asked.gap, n=len(gaps))
    if timeline.rules.stated_side:
        raise UnusableLogError("bridgeView", path=asked.file)
    return timeline, gaps[asked.gap - 1]


def search_gap(
    asked: BridgeRequest,
    timeline: Timeline,
    gap: LogGap,
    progress: Callable[[int], object],
) -> GapBridges:
    """Return the ways through a gap.

    Args:
        asked: The gap, and the limits of the search.
        timeline: The timeline of the log.
        gap: The gap.
        progress: Called now and then with the number of positions that were examined.

    Returns:
        The ways.
    """
    rules = timeline.rules
    until = monotonic() + asked.seconds if asked.seconds else float("inf")

    def report(positions: int) -> bool:
        progress(positions)
        return monotonic() < until

    search = BridgeSearch(rules, gap.before, gap.after)
    search.run(asked.ways, asked.positions, report)
    found = search.make_report(asked.ways)
    return GapBridges(
        timeline, gap, found, tuple(format_way(timeline, gap, way) for way in found.ways)
    )


def format_way(timeline: Timeline, gap: LogGap, way: BridgeWay) -> str:
    """Return the events of a way as the text of a variation."""
    course, letters = EventSequence(timeline.rules, gap.before), timeline.rules.letter
    for step in way.steps:
        course.take(step.event, letters.get(step.side, ""))
    return course.text()


def list_way_events(timeline: Timeline, way: BridgeWay) -> list[tuple[str, str]]:
    """Return the letter of the acting side and the text of each event of a way."""
    letters = timeline.rules.letter
    return [(letters.get(step.side, ""), format_event(step.event)) for step in way.steps]


def write_conjecture(found: GapBridges, number: int, by: Authorship) -> str:
    """Write a way as a conjecture into the notes file of the log.

    Args:
        found: The ways.
        number: The number of the way, from 1.
        by: The author of the note.

    Returns:
        The id of the note.

    Raises:
        RejectedLogError: A note in the file does not fit the log.
        UnusableLogError: The log is not a file.
        NoteError: The way is marked already.
        OSError: The file cannot be written.
    """
    timeline, gap = found.timeline, found.gap
    path = find_notes_path(timeline)
    note = make_conjecture(timeline, gap, found.texts[number - 1], by)
    fresh: list[str] = []

    def change(notes: Notes) -> Notes:
        if faults := Annotations(timeline, notes).faults:
            raise RejectedLogError.from_fault(faults[0], str(path))
        before = {each.ident for each in identify_notes(notes.notes)}
        after = add_conjecture(timeline, notes, note)
        fresh.extend(each.ident for each in identify_notes(after.notes) if each.ident not in before)
        return after

    edit_notes(path, change)
    return fresh[0]


def find_notes_path(timeline: Timeline) -> Path:
    """Return the notes file of a log. Raises UnusableLogError if the log is not a file."""
    path = timeline.record.path
    if path is None:
        raise UnusableLogError("bridgeNoFile")
    return notes_path(path)


def list_conjectures(annotations: Annotations, event: int) -> list[Annotation]:
    """Return the conjectures of the notes of a log about the gap before an event."""
    found = annotations.find_annotations(event - 1)
    return [each for each in found if each.branch is not None and each.note.conjecture]
