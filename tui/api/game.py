"""Games of the public API: a log, read up to its first error."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from senpu.logs.inputs import Input
from senpu.logs.notes import TRANSLATES, Notes, notes_path
from senpu.logs.notes_file import NotesFileError
from senpu.logs.notes_file import load_notes as read_notes
from senpu.logs.record import open_record, record_from
from senpu.notation.faults import Error, Fault
from senpu.notation.position_text import is_position_text
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.core.timeline import Timeline
from senpu.tui.api.errors import (
    ArgumentError,
    Entries,
    Live,
    check_type,
    make_input,
    opening_files,
)
from senpu.tui.api.events import Event, Events, Note, make_event, make_note
from senpu.tui.api.position import Position
from senpu.tui.api.rule_sets import RuleSet
from senpu.tui.api.sources import PathName, open_record_timeline

if TYPE_CHECKING:
    from senpu.replay.core.states import Outcome


class Readable(Protocol):
    """A file object: anything with a method `read` that returns text or bytes.

    Example:
        >>> import io, senpu
        >>> with open("game.senpu", "rb") as file:
        ...     len(senpu.read(file).events)
        139
    """

    def read(self) -> str | bytes:
        """Return the rest of the file.

        Returns:
            Text, or bytes in UTF-8.
        """


class Game(Live):
    """A recorded game. If the log has an error, everything before the error is available.

    Example:
        >>> import senpu
        >>> game = senpu.read("game.senpu")
        >>> game.rules.id, game.headers["Japan"], len(game.events)
        ('800/bonsai-2021', 'Anna', 139)
        >>> game.outcome.winner, game.outcome.ending
        ('china', 'China 4.2')
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._notes: dict[str, Mapping[int, tuple[Note, ...]]] = {}
        """The notes by event, in the view of each side that was shown."""

    @property
    def path(self) -> Path | None:
        """The file; None for a game that was read from memory."""
        return self._timeline.record.path

    @property
    def headers(self) -> Mapping[str, str]:
        """The header fields of the log: `Event`, `Date`, the players by side, and others."""
        return Entries("header", self._timeline.headers)

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return RuleSet(self._timeline.rules.spec)

    @property
    def fault(self) -> Fault | None:
        """The first error of the log; None if the log has none."""
        self._timeline.extend()
        return self._timeline.fault

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None if it is not over."""
        return self.end.outcome

    @property
    def events(self) -> Sequence[Event]:
        """The events in order; `events[0]` has the number 1."""
        return Events(self._timeline.extend, self._event)

    @property
    def start(self) -> Position:
        """The position before the first event."""
        return self._make_position(0)

    @property
    def end(self) -> Position:
        """The position after the last event."""
        return self._make_position(self._timeline.extend())

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes on the game as a whole.

        Notes on events are in `Event.notes`. Both include the comments of the log and the
        notes file in the same folder.
        """
        return self._notes_on(0, self._timeline)

    @property
    def note_faults(self) -> tuple[Fault, ...]:
        """The errors of the notes file. Notes that do not fit the log are left out."""
        return tuple(self._annotations.faults)

    def at(self, position: int | str) -> Position:
        """Return a position of the game.

        Args:
            position: The number of an event (the position after it; 0 is the start), or a text:
                `T3` (after the first event of turn 3), `T3.C` (after the first event of the side
                with the letter C in turn 3), `T3.end` (after the last event of turn 3), `start` or
                `end`.

        Returns:
            The position.

        Raises:
            Error: The log has no such event, turn or side.

        Example:
            >>> import senpu
            >>> game = senpu.read("game.senpu")
            >>> game.at("T2").number, game.at("T2.C").number
            (29, 31)
        """
        check_type("position", position, int, str)
        number = int(position) if isinstance(position, int) else self._timeline.find(position)
        if number < 0:
            self._timeline.extend()
        return self._make_position(number)

    def __repr__(self) -> str:
        """Return the rule set and the players, for a prompt."""
        sides = (side.capitalize() for side in self.rules.sides)
        players = " - ".join(self._timeline.headers.get(side, "?") for side in sides)
        return f"<Game {self.rules.id}: {players}>"

    def _make_position(self, number: int) -> Position:
        return Position(self._timeline, number, notes=self._notes_on)

    def _event(self, number: int) -> Event:
        return make_event(self._timeline, number, lambda: self._notes_on(number, self._timeline))

    def _notes_on(self, number: int, timeline: Timeline) -> tuple[Note, ...]:
        """Return the notes on an event, in the view of a timeline of this game."""
        side = timeline.view.side
        if side not in self._notes:
            bound = self._annotations if not side else self._bind_notes(timeline)
            self._notes[side] = self._collect_notes(bound)
        return self._notes[side].get(number, ())

    @cached_property
    def _annotations(self) -> Annotations:
        """The notes file in the folder of the log."""
        return self._bind_notes(self._timeline)

    def _bind_notes(self, timeline: Timeline) -> Annotations:
        timeline.extend()
        if self.path is None:
            return Annotations(timeline, Notes())
        try:
            return Annotations(timeline, read_notes(notes_path(self.path)))
        except NotesFileError as error:
            return Annotations(timeline, Notes(), [error.fault])

    def _collect_notes(self, annotations: Annotations) -> Mapping[int, tuple[Note, ...]]:
        """Return the notes by the number of the event, the comments of the log first."""
        found: dict[int, list[Note]] = {}
        for number, texts in self._timeline.comments.items():
            for index, text in enumerate(texts):
                translations = annotations.find_translations(number, index)
                found.setdefault(number, []).append(
                    Note("comment", text, translations=translations)
                )
        for number, signs in self._timeline.glyphs.items():
            found.setdefault(number, []).extend(Note("glyph", sign) for sign in signs)
        for each in annotations.annotations:
            if each.note.kind != TRANSLATES:
                found.setdefault(each.note.event, []).append(make_note(each))
        return {number: tuple(notes) for number, notes in found.items()}


def read(
    file: PathName | Readable | bytes | None = None,
    *,
    text: str | None = None,
    data: PathName | None = None,
) -> Game:
    r"""Read a log.

    Args:
        file: The name of a file, an open file, or the bytes of a log. A position text, in place of
            the name or of the log, is a game that starts from it and has no events.
        text: The text of a log, in place of `file`.
        data: A file of values to play on, in place of the values that the log names.

    Returns:
        The game. A log with an error is read up to the error (see `Game.fault`).

    Raises:
        LogError: The header is unusable, so that not even the rule set is known.
        Error: Both `file` and `text` were given, or neither.
        FileNotFoundError, OSError: The file cannot be read; these errors are an Error too.
        TypeError: An argument has another type.

    Example:
        >>> import io, senpu
        >>> log = b"Senpu: 1\nGame: 800/bonsai-2021\n\nC: x1+c2+c3+k1@D c1@C\n"
        >>> [event.text for event in senpu.read(io.BytesIO(log)).events]
        ['x1+c2+c3+k1@D', 'c1@C']
    """  # noqa: DOC501 - Error is the public name
    if (file is None) == (text is None):
        raise ArgumentError("fileOrText")
    if isinstance(file, str | os.PathLike):
        source = make_input(file)
        with opening_files():
            record = open_record(source)
        return Game(open_record_timeline(record, data, source))
    if isinstance(file, bytes):
        content: str | bytes = file
    elif file is not None:
        content = _read_content(file)
    else:
        check_type("text", text, str)
        assert text is not None
        content = text
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    if is_position_text(content):
        typed = content.decode("utf-8", "surrogateescape")
        record = open_record(Input.from_position_text(typed))
    else:
        record = record_from(content)
    return Game(open_record_timeline(record, data))


def _read_content(file: Readable) -> str | bytes:
    """Return the rest of an open file. Raises Error and TypeError."""
    if not hasattr(file, "read"):
        kind = type(file).__name__
        raise TypeError(f"file: expected a file name, an open file or bytes, not {kind}")
    try:
        with opening_files():
            content = file.read()
    except Error:
        raise
    except ValueError as error:  # closed, or not in the encoding of the open file
        raise ArgumentError("openFile", why=str(error)) from None
    check_type("the content of the open file", content, str, bytes)
    return content
