"""The digest of the events of a game, which binds other facts to these events."""

from collections.abc import Mapping
from hashlib import sha256

from senpu.logs.position_logs import POSITION
from senpu.notation.events import Event, Word
from senpu.notation.writer import format_event

DIGITS = 16
"""The number of hexadecimal digits of a digest."""


class EventDigest:
    """The digest of the events of a game up to the last one added, in their canonical form."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        options = " ".join(sorted(headers.get("Options", "").split()))
        head = [headers.get("Game", ""), options, headers.get("Data", "")]
        head += [headers[POSITION]] if POSITION in headers else []
        self._hash = sha256("".join(f"{value}\n" for value in head).encode())

    def add(self, event: Event, actor: str) -> None:
        """Add an event, and its side if the text of the event does not name the side."""
        text = format_event(event)
        if type(event) is Word and event.word == "resign":
            text = f"{text} {actor}"
        self._hash.update(f"{text}\n".encode())

    def copy(self) -> "EventDigest":
        """Return a copy to which other events can be added."""
        other = EventDigest.__new__(EventDigest)
        other._hash = self._hash.copy()
        return other

    @property
    def digest(self) -> str:
        """The digest of the game, its options, its data and the events so far."""
        return self._hash.hexdigest()[:DIGITS]
