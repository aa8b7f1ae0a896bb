"""Logs and position texts that the public API reads: their timelines."""

from __future__ import annotations

import os
from typing import TypeAlias

from senpu.logs.inputs import Input
from senpu.logs.record import Record, open_record
from senpu.notation.faults import Fault
from senpu.replay.core.registry import rules_for
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.api.errors import make_data_input, make_log_error

PathName: TypeAlias = str | os.PathLike[str]
"""The name of a file."""


def open_record_timeline(
    record: Record, data: PathName | None = None, source: Input | None = None
) -> Timeline:
    """Return the timeline of a log with its rules.

    Args:
        record: The log.
        data: A file of values.
        source: The file of the log, if it has a name.

    Returns:
        The timeline.

    Raises:
        LogError: The header or the position text is unusable.
    """  # noqa: DOC501 - make_log_error makes it
    found = rules_for(record, make_data_input(data))
    faults = [*record.header_faults]
    if isinstance(found, Fault):
        faults.append(found)
    if isinstance(found, Fault) or (faults and record.position_text):
        raise make_log_error(faults, str(source or ""))
    return open_timeline(record, found)


def open_position_text(text: str, data: PathName | None = None) -> Timeline:
    """Return the timeline of the log that a position text begins.

    Args:
        text: The position text.
        data: A file of values.

    Returns:
        The timeline.

    Raises:
        LogError: The text is malformed, or its position breaks a rule.
    """
    return open_record_timeline(open_record(Input.from_position_text(text)), data)
