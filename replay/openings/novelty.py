"""The novelty of a log: the first event after its last position that other games of a book have."""

import os
from functools import cache
from typing import NamedTuple

from senpu.logs.inputs import Source
from senpu.logs.record import open_record
from senpu.notation.events import Event, StatedPosition
from senpu.replay.core.reducer import is_log_event
from senpu.replay.core.states import CHANCE
from senpu.replay.core.timeline import Timeline
from senpu.replay.openings.book import DEFAULT_GAMES, BookFile, GameFilter
from senpu.replay.openings.reading import Numbering, read_record


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
    book: BookFile, timeline: Timeline, source: Source | None, choice: GameFilter = DEFAULT_GAMES
) -> Departure:
    """Return the place where a log leaves a book for the last time.

    Positions after it that others reached by another order of events are positions of the book.

    Args:
        book: The book.
        timeline: The log.
        source: The file of the log, which may be in the book itself, or a copy of it; None if it
            has none.
        choice: The games that count.

    Returns:
        The last position of the log that other games reached, and the event that leads out.

    Raises:
        BookError: The book cannot be read.
    """
    numbering, numbers, is_whole = Numbering(timeline.rules), [0], True
    for number in reversed(timeline.effective_events(timeline.extend())):
        event = timeline.get_event(number).event
        if isinstance(event, StatedPosition):
            is_whole = False
            break
        if not is_log_event(event):
            numbers.append(number)
    positions = [numbering(timeline.get_position(number).state) for number in numbers]
    sides = len(timeline.rules.spec.sides)
    reached = book.count_each_reached([*set(positions)], sides, choice)

    @cache
    def list_own() -> set[str]:
        return _list_own(book, source) if source else set()

    def is_known(position: int) -> bool:
        games = reached[position].games
        if games != 1 or not list_own():  # the log is read again only for one game
            return games > 0
        samples = book.list_samples(position, choice)
        return not any(os.path.realpath(each.path) in list_own() for each in samples)

    last = next((at for at in reversed(range(len(numbers))) if is_known(positions[at])), None)
    if last is None:
        return Departure()
    if last + 1 == len(numbers):
        return Departure(numbers[last], is_end=is_whole)
    entry = timeline.get_event(numbers[last + 1])
    others = book.look_up(numbering, timeline.get_position(numbers[last]).state, choice).moves
    is_new = any(move.after != positions[last + 1] for move in others)
    found = Novelty(numbers[last + 1], entry.actor, entry.event) if is_new else None
    return Departure(numbers[last], found)


def _list_own(book: BookFile, source: Source) -> set[str]:
    """Return the files that have the game of a log: the log, and its copies in the book."""
    copies = book.list_copies(read_record(open_record(source), str(source), depth=0).digest)
    return {os.path.realpath(each) for each in (source, *copies)}
