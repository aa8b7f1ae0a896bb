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


def find_novelty(
    book: BookFile, timeline: Timeline, path: Path | None, choice: GameFilter = DEFAULT_GAMES
) -> Novelty | None:
    """Return the first event that no other game of the book played, by any order of events.

    Args:
        book: The book.
        timeline: The log.
        path: The file of the log, which may be in the book itself; None if it has no file.
        choice: The games that count.

    Returns:
        The event; None if the log leaves the book only at its end: the book has no further event.

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

    before = 0
    if not is_known(before):
        return None
    for number in reversed(timeline.effective_events(timeline.extend())):
        entry = timeline.get_event(number)
        if isinstance(entry.event, StatedPosition):
            return None
        if is_log_event(entry.event):
            continue
        if not is_known(number):
            state = timeline.get_position(before).state
            after = numbering(timeline.get_position(number).state)
            others = book.look_up(numbering, state, choice).moves
            is_new = any(move.after != after for move in others)
            return Novelty(number, entry.actor, entry.event) if is_new else None
        before = number
    return None
