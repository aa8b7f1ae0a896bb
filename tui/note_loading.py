"""Reads the notes of a log and binds them to it, a slice at a time, so that no key waits.

Shows nothing, and writes nothing.
"""

import asyncio
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from senpu.logs.notes import Notes
from senpu.logs.notes_file import NotesFileError, load_notes
from senpu.notation.faults import Fault
from senpu.replay.annotation.annotations import Annotations, Digests
from senpu.replay.annotation.variations import VariationTree

SLICE, SOME = 0.004, 512
"""The seconds of work between two reads of the keyboard, and the number of events at a time."""


class LoadedNotes(NamedTuple):
    """The notes of a log."""

    notes: Notes
    """All notes, including notes that do not fit."""
    faults: list[Fault]
    """The reasons why notes do not fit, or why the file cannot be read."""
    tree: VariationTree | None
    """The notes that fit, and the positions of their variations; None without notes."""


async def bind_notes(path: Path, digests: Digests) -> LoadedNotes:
    """Read the notes of a log and bind them to it.

    Args:
        path: The notes file. A missing file has no notes, an unreadable one has a fault.
        digests: The digests of the log, up to the last event that is read.

    Returns:
        The notes that fit the log, and the faults of the others.
    """
    timeline = digests.timeline
    try:
        notes, faults = load_notes(path), list[Fault]()
    except NotesFileError as error:
        notes, faults = Notes(), [error.fault]
    numbers = sorted({note.event for note in notes.notes if note.event <= timeline.last})
    until = monotonic() + SLICE
    for number in (*range(0, max(numbers, default=0), SOME), *numbers):
        digests.find_digest(number)
        if monotonic() > until:
            await asyncio.sleep(0)
            until = monotonic() + SLICE
    found = Annotations(timeline, notes, faults, digests)
    any_of_it = bool(notes.notes or found.faults)
    return LoadedNotes(notes, found.faults, VariationTree(found) if any_of_it else None)
