"""All that is known about one log, for the page with its verdict: verdict, rows, copies, positions.

An examination follows the view of a side: what the side may not know is not in it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from senpu.logs.inputs import Input, Source
from senpu.logs.machine_lines import KEY, SEAL
from senpu.logs.record import Record, open_record
from senpu.notation.faults import Fault
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.core.views import View
from senpu.replay.disputes.copies import FoundCopy, find_copies
from senpu.replay.disputes.log_rows import (
    LogRow,
    list_log_rows,
    list_visible_rows,
    open_unproven,
)
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verdict import LogVerdict, filter_verdict
from senpu.replay.disputes.verification import verify

if TYPE_CHECKING:
    from senpu.logs.memory import UserMemory


class SealMark(msgspec.Struct, frozen=True):
    """A seal or a key in the list of rows, valid or not."""

    side: str
    line: int
    """The last line above it."""
    kind: str
    """`seal` or `key`."""
    status: str
    """`valid`, `unchecked` (its signature could not be checked), or `invalid`."""


class Examination(msgspec.Struct):
    """The result of the examination of a log in a view."""

    record: Record
    verdict: LogVerdict
    rules: AnyRules | None = None
    rows: list[LogRow] = []
    timeline: Timeline | None = None
    """The log up to its first fault, in the view."""
    unproven: Timeline | None = None
    """The log up to the first event that the rules of the game reject, if it has a fault."""
    copies: list[FoundCopy] = []
    is_whole: bool = True
    """False if the view hides a part of the log."""

    @property
    def source(self) -> Input:
        """The bytes of the log."""
        assert self.record.source is not None
        return self.record.source

    @property
    def fault(self) -> Fault | None:
        """The first fault, if there is one."""
        return self.verdict.faults[0] if self.verdict.faults else None

    @property
    def fork(self) -> FoundCopy | None:
        """The first valid copy that has another line where the log has a line too."""
        return next((copy for copy in self.copies if copy.is_fork), None)

    @property
    def is_good(self) -> bool:
        """Return whether the log is valid and no other copy of the game contradicts it."""
        return self.verdict.valid and self.fork is None and not self.is_contradicted

    @property
    def is_contradicted(self) -> bool:
        """Return whether the memory of this computer has another continuation of the game."""
        return any(each.relation == "fork" for each in self.verdict.known_copies)

    @property
    def line(self) -> int:
        """The line at which the page opens: of the fault, or of the difference; 0 if none."""
        if self.fault is not None:
            return self.fault.line
        if self.fork is not None and (coming := self.fork.result.comparison.next[0]) is not None:
            return coming.line
        return 0

    @property
    def last_proven(self) -> int:
        """The last event that is valid, and that no valid copy contradicts."""
        if self.verdict.valid and self.fork is not None:
            return min(self.verdict.valid_through, self.fork.result.comparison.event)
        return self.verdict.valid_through

    def find_timeline(self, number: int) -> Timeline | None:
        """Return the timeline that has the position after an event, if one has."""
        for timeline in (self.timeline, self.unproven):
            if timeline is not None and number <= timeline.last:
                return timeline
        return None

    def begins_activation(self, number: int) -> bool | None:
        """Return whether an event begins an activation; None if no rules accept it."""
        timeline = self.find_timeline(number)
        return None if timeline is None else timeline.get_event(number).starts_activation

    def list_marks(self) -> list[SealMark]:
        """Return the seals and keys of the log, in the order of their lines."""
        fitting = {seal.line + 1: seal for seal in self.verdict.seals}
        marks = [
            SealMark(seal.side, seal.line, seal.kind, "valid" if seal.checked else "unchecked")
            for seal in self.verdict.seals
        ]
        marks += [
            SealMark(row.side, row.line - 1, row.kind, "invalid")
            for row in self.rows
            if row.kind in (SEAL, KEY) and row.line not in fitting
        ]
        return sorted(marks, key=lambda mark: mark.line)


def examine(
    source: Input,
    view: View | None = None,
    data_file: Source | None = None,
    open_memory: "Callable[[], UserMemory] | None" = None,
    can_remember: bool = True,
) -> Examination:
    """Return the examination of a log, without its copies.

    Args:
        source: The log.
        view: The view; None for everything.
        data_file: A file of data.
        open_memory: As for :func:`~senpu.replay.disputes.verification.verify`.
        can_remember: Whether the log may be saved in the memory.

    Returns:
        The examination.

    Raises:
        OSError: The log cannot be read.
    """
    verdict = verify(source, True, data_file, open_memory, can_remember=can_remember,
                     every_event=True)  # fmt: skip
    record = open_record(source)
    rules = rules_for(record, data_file)
    found = Examination(record, verdict)
    if isinstance(rules, Fault):
        found.rows = list_log_rows(source.data)
        return found
    found.rules = rules
    found.timeline = open_timeline(record, rules)
    if view is not None:
        found.timeline.view_as(view.side, view.known)
    found.timeline.extend()
    found.is_whole = found.timeline.view.is_unrestricted
    if not found.is_whole:
        found.verdict = filter_verdict(verdict, found.timeline.view)
        found.rows = list_visible_rows(found.timeline)
        return found
    if verdict.faults and found.timeline.last < verdict.events:
        found.unproven = open_unproven(source, rules)
        found.unproven.extend()
    found.rows = list_log_rows(source.data, found.begins_activation)
    return found


def add_copies(
    found: Examination,
    candidates: Iterable[Path],
    data_file: Source | None = None,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Find the copies of an examined log among the candidates and the files that the memory names.

    Args:
        found: The examination; its view must show the whole log.
        candidates: The other files that may be copies.
        data_file: A file of data.
        check: As for :func:`~senpu.replay.disputes.copies.find_copies`.
    """
    known = [Path(each.file) for each in found.verdict.known_copies]
    files = [path for path in known if path.is_file()]
    found.copies = find_copies(found.source, [*candidates, *files], data_file, check)
