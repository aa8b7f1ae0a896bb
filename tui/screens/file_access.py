"""Write access to the log and notes of a player; copies of a log; free file names."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from senpu.logs.record import LIBRARY, open_record
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, Header, Item, Machine, Play, VariationEnd, VariationStart
from senpu.notation.writer import format_line
from senpu.replay.core.reducer import EVENT_TYPES, has_events

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player


def find_record_block(screen: "Player") -> str:
    """Return the id of the reason why the log is not writable; empty if it is writable."""
    timeline, source, why = screen.timeline, screen.source, find_write_block(screen)
    if source is None or why:
        return why
    if timeline.fault is not None:
        return "blocked_invalid"
    if timeline.record.hands_nonce:
        return "blocked_face_down"
    if is_library(source):
        return "blocked_library"
    if timeline.rules.stated_side:
        return "blocked_view"
    if timeline.is_ended:
        return "blocked_closed"
    if not (os.access(source, os.W_OK) and os.access(source.resolve().parent, os.W_OK)):
        return "blocked_read_only"
    return "" if timeline.is_complete else "blocked_reading"


def find_write_block(screen: "Player") -> str:
    """Return the id of the reason why neither log nor notes are writable; else empty."""
    if screen.source is None:
        return "blocked_no_file"
    if screen.senpu.read_only:
        return "blocked_viewing"
    return "blocked_changed" if screen.is_file_changed else ""


def is_library(path: Path) -> bool:
    """Return whether a log belongs to the library of the program."""
    return path.resolve().is_relative_to(LIBRARY.resolve())


def copy_log_text(path: Path, number: int) -> str:
    """Return a log up to an event as the text of a new log.

    The new log has no hash chain, no End line and no comments after the event.

    Args:
        path: The file of the log.
        number: The number of the last event to keep.

    Returns:
        The text of the new log.

    Raises:
        OSError: The log cannot be read.
    """
    from senpu.logs.chain import is_chain_field  # few are copied

    record = open_record(path)
    kept = (entry for entry in record.headers.items() if not is_chain_field(entry[0]))
    rows = [format_line(Header(key, value)) for key, value in kept]
    rows.append("")
    left = number
    for _, line in record:
        if not left or isinstance(line, Fault):
            break
        if isinstance(line, Machine) and has_events(line):
            left -= 1
            rows.append(format_line(line))
        if not isinstance(line, Play):
            continue
        items = _take_items(line.items, left)
        left -= sum(1 for item in items if type(item) in EVENT_TYPES)
        rows.append(format_line(Play(items, line.turn)))
    return "".join(f"{row}\n" for row in rows)


def _take_items(items: tuple[Item, ...], most: int) -> tuple[Item, ...]:
    """Return the first items of a line.

    Variations are dropped.

    Args:
        items: The items of the line.
        most: The number of events to keep, with the comments on the last of them.

    Returns:
        The items that are kept.
    """
    kept: list[Item] = []
    depth = 0
    for item in items:
        depth += (type(item) is VariationStart) - (type(item) is VariationEnd)
        if depth or type(item) is VariationEnd:
            continue
        event = type(item) in EVENT_TYPES
        if event and not most:
            break
        most -= event
        kept.append(item)
    while kept and type(kept[-1]) is Actor:
        kept.pop()
    return tuple(kept)


def find_free_name(folder: Path, stem: str) -> Path:
    """Return a path in a folder that does not exist: `stem.senpu`, `stem-2.senpu`, and so on."""
    path, number = folder / f"{stem}.senpu", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.senpu"
    return path
