"""The novelty of a log: its first event after which no other game of a book is in the position."""

import os
from pathlib import Path
from typing import NamedTuple

from senpu.notation.events import Event, StatedPosition
from senpu.replay.core.reducer import is_log_event
from senpu.replay.core.states import CHANCE
from senpu.replay.core.timeline import Timeline
from senpu.replay.openings.book import DEFAULT_GAMES, BookFile, GameFilter
from senpu.replay.openings.reading import Numbering


class Novelty(NamedTuple):
    """The event with which a log leaves a book."""

    number: int
    """The number of the event."""
    side: str
    """The side that played it, or `chance`."""
    event: Event

    @property
    def is_roll(self) -> bool:
        """True if dice or a draw led out of the book, and no side's choice."""
        return self.side == CHANCE


class Departure(NamedTuple):
    """The place where a log leaves a book."""

    last: int | None = None
    """The number of the event before the last position that another game of the book reached.

    0 for the start; None if no other game reached a position of the log.
    """
    novelty: Novelty | None = None
    """The event after it; None if the book has no further event."""
    is_end: bool = False
    """True if it is the last position of the log."""


def find_departure(
    book: BookFile, timeline: Timeline, path: Path | None, choice: GameFilter = DEFAULT_GAMES
) -> Departure:
    """Return the place where a log leaves a book, by any order of events.

    The first positions of a log do not count if the games of the book begin at a later one.

    Args:
        book: The book.
        timeline: The log.
        path: The file of the log, which may be in the book itself; None if it has no file.
        choice: The games that count.

    Returns:
        The last position of the log that other games reached, and the event that leads out.

    Raises:
        BookError: The book cannot be read.
    """
    numbering, own = Numbering(timeline.rules), os.path.realpath(path) if path else ""

    def is_known(number: int) -> bool:
        position = numbering(timeline.get_position(number).state)
        games = book.count_reached(position, choice).games
        if games != 1 or not own:
            return games > 0
        samples = book.list_samples(position, choice)
        return not any(os.path.realpath(each.path) == own for each in samples)

    before = 0 if is_known(0) else None
    for number in reversed(timeline.effective_events(timeline.extend())):
        entry = timeline.get_event(number)
        if isinstance(entry.event, StatedPosition):
            break
        if is_log_event(entry.event):
            continue
        if is_known(number):
            before = number
        elif before is not None:
            state = timeline.get_position(before).state
            after = numbering(timeline.get_position(number).state)
            others = book.look_up(numbering, state, choice).moves
            is_new = any(move.after != after for move in others)
            found = Novelty(number, entry.actor, entry.event) if is_new else None
            return Departure(before, found)
    else:
        return Departure(before, is_end=before is not None)
    return Departure(before)
