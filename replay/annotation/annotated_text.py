"""Annotated texts: a log and its notes as one text, and the notes read from such a text."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from senpu.logs.chain import is_chain_field
from senpu.logs.inputs import Source
from senpu.logs.marks import (
    CONJECTURE,
    THEN,
    Authorship,
    Segment,
    format_authorship,
    format_note_items,
    split_variations,
)
from senpu.logs.notes import (
    NoteError,
    Notes,
    StoredNote,
    sort_notes,
)
from senpu.logs.notes import identify_notes as named_notes
from senpu.logs.record import OF_GAME, Record
from senpu.notation.encoding import LONGEST
from senpu.notation.events import Event, Roll, StatedPosition
from senpu.notation.faults import Error, Fault, ReportedFault, make_fault
from senpu.notation.lexer import item_columns
from senpu.notation.lines import Actor, EmptyLine, End, Line, Machine, Play
from senpu.notation.stated_positions import make_position_line
from senpu.notation.writer import WIDTH, format_event, format_item, format_line
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Annotation, Branch
from senpu.replay.annotation.note_reader import NotePlace, NoteReader
from senpu.replay.core.event_digest import EventDigest
from senpu.replay.core.reducer import EVENT_TYPES, ReductionError, Step, has_events
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_reducer import LogReducer


def render_annotated_text(
    timeline: Timeline, annotations: Annotations, rows: Iterable[tuple[int, Line | Fault]]
) -> Iterator[str]:
    """Yield the rows of the annotated text of a log, up to its first error.

    Args:
        timeline: The log.
        annotations: Its notes.
        rows: The numbered lines of the log after its header.

    Yields:
        The rows of the text, without newlines.

    Raises:
        NoteError: A row is too long.
    """
    for row in _Writer(timeline, annotations).rows(rows):
        if len(row.encode()) >= LONGEST:
            raise NoteError("longRow", text=f"{row[:60]}…", most=LONGEST)
        yield row


class _Writer:
    """A writer of one annotated text."""

    def __init__(self, timeline: Timeline, annotations: Annotations) -> None:
        self.timeline = timeline
        self.annotations = annotations
        self.last = timeline.extend()
        self.number = 0
        """The number of the event written last."""
        self.by = Authorship()
        self.done: list[str] = []
        """The complete rows."""
        self.parts: list[str] = []
        """The parts of the current row."""
        self.letter = ""
        """The letter of the acting side, as written last in the row."""

    def rows(self, rows: Iterable[tuple[int, Line | Fault]]) -> Iterator[str]:
        for key, value in self.timeline.headers.items():
            if not is_chain_field(key):
                yield f"{key}: {value}".rstrip(" ")
        yield ""
        fault, begun = self.timeline.fault, False
        for row, line in rows:
            last = fault is not None and row >= fault.line
            if isinstance(line, Fault):
                break
            plays = isinstance(line, Play) or has_events(line)
            if last and not plays:
                break
            if plays:
                if not begun:
                    self._write_notes()
                    self._end_row()
                begun = True
                goes_on = self._write_row(line) if isinstance(line, Play) else self._write_stated()
                self._end_row()
                last = last or not goes_on
            elif isinstance(line, End | EmptyLine):
                self.done.append(f"End: {line.value}".rstrip(" ") if isinstance(line, End) else "")
            yield from self.done
            self.done.clear()
            if last:
                break
        if not begun:
            self._write_notes()
            self._end_row()
        yield from self.done

    # ---- a row of the log -------------------------------------------------------------------

    def _write_row(self, line: Play) -> bool:
        """Write a row of the game; return whether all of it was read."""
        first, letter = self.number, ""
        if line.turn is not None:
            self.parts.append(f"T{line.turn}")
        actors: list[str] = []
        for _, segment in split_variations(line.items):
            item = segment[0]
            if isinstance(item, Actor):
                actors.append(item.letter)
                letter = item.letter
                continue
            event = type(item) in EVENT_TYPES
            if event and self.number > first:
                self._write_notes()
            if event and self.number == self.last:
                if line.turn is not None and self.number == first:
                    del self.parts[0]  # a turn that was not reached
                return False
            if event:
                self.number += 1
                self._write_event(self.timeline.get_event(self.number).event, actors, letter)
            else:
                self._write_actors(actors)
                self._put(" ".join(map(format_item, segment)))
            actors.clear()
        if self.number > first:
            self._write_notes()
        self._write_actors(actors)
        return True

    def _write_stated(self) -> bool:
        """Write the line of a stated position; return whether it was read."""
        if self.number == self.last:
            return False
        self.number += 1
        event = self.timeline.get_event(self.number).event
        assert isinstance(event, StatedPosition)
        self.done.append(format_line(make_position_line(event)))
        self._write_notes()
        return True

    def _write_actors(self, actors: Iterable[str]) -> None:
        for letter in actors:
            self._put(f"{letter}:")
            self.letter = letter

    def _write_event(self, event: Event, actors: list[str], letter: str) -> None:
        """Write an event of the game after its actors, with `letter` as the acting side.

        After notes it may begin a new row, which then names the acting side.
        """
        text = format_event(event)
        if self.has_notes and not self._fits(" ".join([*(f"{each}:" for each in actors), text])):
            self._end_row()
        self._write_actors(actors)
        if letter and letter != self.letter and not isinstance(event, Roll):
            self._write_actors(letter)
        self._put(text)

    has_notes = False
    """True if the current row of the log has notes."""

    # ---- notes ------------------------------------------------------------------------------

    def _write_notes(self) -> None:
        """Write the notes on the event written last."""
        for each in self.annotations.list_following(self.number):
            text, by = self._format_note(each, self.number, self.letter, self.by)
            if not self._fits(text):
                self._end_row()
                text, by = self._format_note(each, self.number, self.letter, self.by)
            self.by = by
            self._put(text)
            self.has_notes = True

    def _format_note(
        self, each: Annotation, number: int, letter: str, by: Authorship
    ) -> tuple[str, Authorship]:
        """Return the text of a note, and the author of what follows it.

        The text names the author unless the author is `by`. A note of a later version has no text.

        Returns:
            The text, and the author.
        """
        note = each.note
        if not note.kind:
            return "", by
        parts = []
        if (own := Authorship(note.author, note.time)) != by:
            parts.append(format_item(format_authorship(own)))
        if each.branch is None:
            parts += map(format_item, format_note_items(note))
            return " ".join(parts), own
        goes_on = note.event == number
        text, by = self._format_variation(each.branch, goes_on, letter, own)
        return " ".join([*parts, text]), by

    def _format_variation(
        self, branch: Branch, goes_on: bool, letter: str, by: Authorship
    ) -> tuple[str, Authorship]:
        parts = ["(", format_item(THEN)] if goes_on else ["("]
        parts += [format_item(CONJECTURE)] if branch.note.conjecture else []
        entries = [("", None), *branch.list_with_letters(letter)]
        for number, (changes, entry) in enumerate(entries):
            if changes:
                parts.append(f"{changes}:")
                letter = changes
            if entry is not None:
                parts.append(format_event(entry.event))
            for each in branch.list_following(number):
                text, by = self._format_note(each, number, letter, by)
                parts += [text] if text else []
        return " ".join([*parts, ")"]), by

    # ---- rows -------------------------------------------------------------------------------

    def _fits(self, text: str) -> bool:
        return not self.parts or len(" ".join(self.parts)) + 1 + len(text) <= WIDTH

    def _put(self, text: str) -> None:
        if text:
            self.parts.append(text)

    def _end_row(self) -> None:
        if self.parts:
            self.done.append(" ".join(self.parts))
        self.parts, self.letter, self.has_notes = [], "", False


class AnnotationError(Error):
    """An annotated text has a fault, so that its notes cannot be used."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.message, self.located = fault.message, ReportedFault(fault, "", None)
        self.fault = fault


# ---- a whole text ---------------------------------------------------------------------------

OwnSegments = dict[int, tuple[list[Segment], list[Segment]]]
"""The items that the log itself has after each event: in the event's row, and in rows below it."""


def find_own_segments(lines: Iterable[Line]) -> OwnSegments:
    """Return the comments, glyphs and variations that a log itself has."""
    own: OwnSegments = {0: ([], [])}
    number = 0
    for line in lines:
        begun = number
        if isinstance(line, Machine) and has_events(line):
            number += 1
            own[number] = ([], [])
        for _, segment in split_variations(line.items) if isinstance(line, Play) else ():
            if type(segment[0]) in EVENT_TYPES:
                number += 1
                own[number] = ([], [])
            elif not isinstance(segment[0], Actor):
                own[number][number == begun].append(segment)
    return own


def read_annotated_text(
    record: Record,
    own: OwnSegments,
    author: str = "",
    named: Source | None = None,
    log: Timeline | None = None,
) -> Notes:
    """Return the notes of an annotated text.

    Args:
        record: The text.
        own: The items that the log itself has, which are not read as notes.
        author: The author of notes for which the text names none.
        named: A file of data to use.
        log: The log of which the text must be an annotated text, if any.

    Returns:
        The notes.

    Raises:
        AnnotationError: The text has a fault, or belongs to another log.
    """
    rules = rules_for(record, named)
    if record.header_faults:
        raise AnnotationError(record.header_faults[0])
    if isinstance(rules, Fault):
        raise AnnotationError(rules)
    for key in OF_GAME if log else ():
        _check_header(key, record, log.headers if log else {})
    return _TextReader(record, rules, own, author, log).read_notes()


def _check_header(key: str, record: Record, log: Mapping[str, str]) -> None:
    """Check that a text names the same game, options or data as the log.

    Raises:
        AnnotationError: It names another value.
    """
    here, there = (" ".join(sorted(each.get(key, "").split())) for each in (record.headers, log))
    if here != there:
        row = record.header_rows.get(key, 1)
        values = {"here": here or "-", "there": there or "-"}
        raise AnnotationError(
            make_fault("noteMisfit", row, "", "otherHeader", layer="notes", key=key, **values)
        )


class _WaitingSegment(NamedTuple):
    """A segment that is either a note or the log's own."""

    segment: Segment
    item: int
    """The index of its first item in its row."""
    row: int
    line: Play
    is_same_row: bool
    """True if it is in the row of its event."""
    letter: str


class _TextReader:
    """A reader of one annotated text."""

    def __init__(
        self, record: Record, rules: AnyRules, own: OwnSegments, author: str, log: Timeline | None
    ) -> None:
        self.record = record
        self.log = log
        self.own = own
        self.gatherer = NoteReader(rules, Authorship(author))
        self.steps: list[Step] = []
        self.reducer = LogReducer(rules, self.steps.append)
        self.trail = EventDigest(record.headers)
        self.number = 0
        self.before: State | None = None
        self.after = self.reducer.state
        self.digests = {0: self.trail.digest}
        """The digests up to the current event and up to the previous one, by event number."""
        self.waiting: list[_WaitingSegment] = []
        self.found: list[tuple[StoredNote, int]] = []

    def read_notes(self) -> Notes:
        for row, line in self.record:
            if isinstance(line, Fault):
                raise AnnotationError(line)
            self.steps.clear()
            try:
                self.reducer.read(line)
            except ReductionError as bad:
                raise AnnotationError(
                    self.reducer.make_fault(bad, self.record, row, line)
                ) from None
            if isinstance(line, Play):
                self._read_row(row, line)
            elif self.steps:
                self._read_waiting()
                self._accept(self.steps[0], row)
        self._read_waiting()
        notes = [note for note, _ in self.found]
        rows = {
            each.ident: row for each, (_, row) in zip(named_notes(notes), self.found, strict=True)
        }  # fmt: skip
        game = self.record.headers.get("Game", "")
        return Notes(game, sort_notes(notes, self.number), {}, rows)

    def _read_row(self, row: int, line: Play) -> None:
        steps, letter, begun = iter(self.steps), "", self.number
        for index, segment in split_variations(line.items):
            first = segment[0]
            if isinstance(first, Actor):
                letter = first.letter
            elif type(first) in EVENT_TYPES:
                self._read_waiting()
                self._accept(next(steps), row)
            else:
                same = self.number > begun
                self.waiting.append(_WaitingSegment(segment, index, row, line, same, letter))

    def _accept(self, step: Step, row: int) -> None:
        """Accept the next event of the game.

        Raises:
            AnnotationError: The log has a different event there.
        """
        number, log = self.number + 1, self.log
        if log is not None and number <= log.extend(number):
            entry, played = log.get_event(number), log.get_full_event(number)
            if (played, entry.actor) != (step.event, step.actor):
                here, there = format_event(step.event), format_event(played)
                fault = make_fault(
                    "noteMisfit", row, self.record.text(row), "otherEvent", layer="notes",
                    number=number, here=here, there=there,
                )  # fmt: skip
                raise AnnotationError(replace(fault, event=number))
        self.trail.add(step.event, step.actor)
        self.digests = {
            self.number: self.digests[self.number],
            self.number + 1: self.trail.digest,
        }
        self.number += 1
        self.before, self.after = step.before, step.state

    def _read_waiting(self) -> None:
        """Read the notes after the current event, once all of them are known.

        Raises:
            AnnotationError: A note is malformed, or an event of a variation is illegal.
        """
        for each in find_added_segments(self.waiting, *self.own.get(self.number, ([], []))):
            where = NotePlace(self.number, self.before, self.after, each.letter)
            previous = self.found[-1][0] if self.found else None
            try:
                translated = self.gatherer.read_translation(
                    each.item, each.segment, self.number, previous
                )
                if translated is not None:
                    self.found[-1] = translated, self.found[-1][1]
                    continue
                note = self.gatherer.read_note(each.item, each.segment, where)
            except NoteError as error:
                text = self.record.text(each.row)
                column = item_columns(text)[self.gatherer.item]
                fault = make_fault(
                    error.fault, each.row, text, error.message, column, error.hint, layer="notes"
                )
                raise AnnotationError(fault) from None
            except ReductionError as bad:
                assert self.gatherer.course is not None
                bad.item, reducer = self.gatherer.item, self.gatherer.course.reducer
                fault = reducer.make_fault(bad, self.record, each.row, each.line)
                raise AnnotationError(replace(fault, event=None)) from None
            if note is not None:
                self.found.append((replace(note, digest=self.digests[note.event]), each.row))
        self.waiting.clear()


def find_added_segments(
    waiting: list[_WaitingSegment], same: list[Segment], below: list[Segment]
) -> list[_WaitingSegment]:  # fmt: skip
    """Return the segments after an event that are not the log's own.

    In the event's row the log's own segments come first; in the rows below it they come last.

    Returns:
        The segments, in their order.
    """
    count = 0
    for each, segment in zip(waiting, same, strict=False):
        if not each.is_same_row or each.segment != segment:
            break
        count += 1
    left, kept = [*same[count:], *below], list[_WaitingSegment]()
    for each in reversed(waiting[count:]):
        if each.segment in left:
            del left[len(left) - 1 - left[::-1].index(each.segment)]
        else:
            kept.append(each)
    return kept[::-1]
