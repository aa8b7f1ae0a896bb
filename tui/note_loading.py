"""Reading the notes beside a log and binding them to it, a slice at a time, so that no key waits.

Shows nothing, and writes nothing.
"""

import asyncio
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from senpu.logs.notes import Notes
from senpu.logs.notes_file import NotesFileError, read
from senpu.notation.faults import Fault
from senpu.replay.annotation.annotations import Annotations, Digests
from senpu.replay.annotation.variations import Tree

SLICE, SOME = 0.004, 512
"""Seconds of reckoning digests between two chances for a key, and how many events at a time."""


class Bound(NamedTuple):
    """What a file of notes has for a log."""

    notes: Notes
    """All of them, those that do not fit too."""
    faults: list[Fault]
    """Why others do not fit, or why the file cannot be read."""
    tree: Tree | None
    """Those that fit, and the courses of their what-if lines; nothing without notes."""


async def bound(path: Path, digests: Digests) -> Bound:
    """Read the notes of a file and bind them to the log of these digests, as far as it is read. A
    file that is missing has none; one that cannot be read has a fault.
    """
    timeline = digests.timeline
    try:
        notes, faults = read(path), list[Fault]()
    except NotesFileError as error:
        notes, faults = Notes(), [error.fault]
    numbers = sorted({note.event for note in notes.notes if note.event <= timeline.last})
    until = monotonic() + SLICE
    for number in (*range(0, max(numbers, default=0), SOME), *numbers):
        digests.at(number)
        if monotonic() > until:
            await asyncio.sleep(0)
            until = monotonic() + SLICE
    found = Annotations(timeline, notes, faults, digests)
    any_of_it = bool(notes.notes or found.faults)
    return Bound(notes, found.faults, Tree(found) if any_of_it else None)
