"""Whether a player may write its log and notes; copies of a log, and free file names."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from senpu.logs.record import LIBRARY, open_record
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, Close, Header, Item, Open, Play
from senpu.notation.writer import format_line
from senpu.replay.core.reducer import EVENT_TYPES

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player


def barred(screen: "Player") -> str:
    """Why nothing can be recorded behind what a player shows, by the id of the words for it; empty
    where something can.
    """
    timeline, source, why = screen.timeline, screen.source, barred_at_all(screen)
    if source is None or why:
        return why
    if timeline.fault is not None:
        return "blocked_invalid"
    if timeline.record.sealed:
        return "blocked_face_down"
    if is_library(source):
        return "blocked_library"
    if timeline.is_ended:
        return "blocked_closed"
    if not (os.access(source, os.W_OK) and os.access(source.resolve().parent, os.W_OK)):
        return "blocked_read_only"
    return "" if timeline.is_complete else "blocked_reading"


def barred_at_all(screen: "Player") -> str:
    """Why nothing of a player's can be written, neither its log nor the notes beside it: by the id
    of the words for it, or empty.
    """
    if screen.source is None:
        return "blocked_no_file"
    if screen.senpu.read_only:
        return "blocked_viewing"
    return "blocked_changed" if screen.file_changed else ""


def is_library(path: Path) -> bool:
    """Whether a log is one of those that come with the program."""
    return path.resolve().is_relative_to(LIBRARY.resolve())


def copied(path: Path, number: int) -> str:
    """A log up to an event, as the text of another one, which is not chained. It has no End line,
    and no line behind that event. Raises OSError.
    """
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
        left -= sum(1 for item in items if type(item) in EVENT_TYPES)
        rows.append(format_line(Play(items, line.turn)))
    return "".join(f"{row}\n" for row in rows)


def _first(items: tuple[Item, ...], most: int) -> tuple[Item, ...]:
    """The items of a line up to so many events, what is said of the last one included; what stands
    in what-if brackets is left out.
    """
    kept: list[Item] = []
    depth = 0
    for item in items:
        depth += (type(item) is Open) - (type(item) is Close)
        if depth or type(item) is Close:
            continue
        event = type(item) in EVENT_TYPES
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
