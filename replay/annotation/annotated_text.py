"""A log and its notes as one annotated text, and the notes read from it again."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from senpu.logs.marks import THEN, By, Segment, item_by, item_of, read_by, said_in, segments
from senpu.logs.notes import DEEPEST, Note, NoteError, Notes, checked, ordered
from senpu.logs.notes import named as named_notes
from senpu.logs.record import OF_GAME, Record
from senpu.logs.seals import is_of_chain
from senpu.notation.encoding import LONGEST
from senpu.notation.events import Event, Roll
from senpu.notation.faults import Error, Fault, Located, located
from senpu.notation.lexer import item_columns
from senpu.notation.lines import Actor, Blank, End, Glyph, Line, Play, Remark
from senpu.notation.writer import WIDTH, format_event, format_item
from senpu.replay.annotation.annotations import Annotations, Trail, check_places, places_of
from senpu.replay.annotation.branches import Annotation, Branch, Course
from senpu.replay.core.reducer import EVENT_TYPES, ReductionError, Step
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules, State
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_reducer import LogReducer


def annotated(
    timeline: Timeline, annotations: Annotations, rows: Iterable[tuple[int, Line | Fault]]
) -> Iterator[str]:
    """The rows of the text, as far as the log is good; `rows` are the log's, from its header on.
    Raises NoteError.
    """
    for row in _Writer(timeline, annotations).rows(rows):
        if len(row.encode()) >= LONGEST:
            raise NoteError("longRow", text=f"{row[:60]}…", most=LONGEST)
        yield row


class _Writer:
    """One pass over a log."""

    def __init__(self, timeline: Timeline, annotations: Annotations) -> None:
        self.timeline = timeline
        self.annotations = annotations
        self.last = timeline.extend()
        self.number = 0
        """Of the event written last."""
        self.by = By()
        self.done: list[str] = []
        """Rows that are whole."""
        self.parts: list[str] = []
        """Of the row at hand."""
        self.letter = ""
        """Who acts, as written last on the row."""

    def rows(self, rows: Iterable[tuple[int, Line | Fault]]) -> Iterator[str]:
        for key, value in self.timeline.headers.items():
            if not is_of_chain(key):
                yield f"{key}: {value}".rstrip(" ")
        yield ""
        fault, begun = self.timeline.fault, False
        for row, line in rows:
            last = fault is not None and row >= fault.line
            if isinstance(line, Fault) or (last and not isinstance(line, Play)):
                break
            if isinstance(line, Play):
                if not begun:
                    self._notes()
                    self._end_row()
                begun = True
                goes_on = self._play(line)
                self._end_row()
                last = last or not goes_on
            elif isinstance(line, End | Blank):
                self.done.append(f"End: {line.value}".rstrip(" ") if isinstance(line, End) else "")
            yield from self.done
            self.done.clear()
            if last:
                break
        if not begun:
            self._notes()
            self._end_row()
        yield from self.done

    # ---- a row of the log -------------------------------------------------------------------

    def _play(self, line: Play) -> bool:
        """A row of the game; whether all of it was read."""
        first, letter = self.number, ""
        if line.turn is not None:
            self.parts.append(f"T{line.turn}")
        actors: list[str] = []
        for _, segment in segments(line.items):
            item = segment[0]
            if isinstance(item, Actor):
                actors.append(item.letter)
                letter = item.letter
                continue
            event = type(item) in EVENT_TYPES
            if event and self.number > first:
                self._notes()
            if event and self.number == self.last:
                if line.turn is not None and self.number == first:
                    del self.parts[0]  # a turn that was not reached
                return False
            if event:
                self.number += 1
                self._event(self.timeline.get_event(self.number).event, actors, letter)
            else:
                self._act(actors)
                self._put(" ".join(map(format_item, segment)))
            actors.clear()
        if self.number > first:
            self._notes()
        self._act(actors)
        return True

    def _act(self, actors: Iterable[str]) -> None:
        for letter in actors:
            self._put(f"{letter}:")
            self.letter = letter

    def _event(self, event: Event, actors: list[str], letter: str) -> None:
        """An event of the game behind its actors, `letter` being in force; behind notes it may
        begin a row, which then says who acts.
        """
        text = format_event(event)
        if self.noted and not self._fits(" ".join([*(f"{each}:" for each in actors), text])):
            self._end_row()
        self._act(actors)
        if letter and letter != self.letter and not isinstance(event, Roll):
            self._act(letter)
        self._put(text)

    noted = False
    """Whether notes stand on the row of the log at hand."""

    # ---- notes ------------------------------------------------------------------------------

    def _notes(self) -> None:
        """The notes behind the event written last."""
        for each in self.annotations.behind(self.number):
            text, by = self._spelled(each, self.number, self.letter, self.by)
            if not self._fits(text):
                self._end_row()
                text, by = self._spelled(each, self.number, self.letter, self.by)
            self.by = by
            self._put(text)
            self.noted = True

    def _spelled(self, each: Annotation, number: int, letter: str, by: By) -> tuple[str, By]:
        """A note behind an event as text, with who wrote it where that is not `by`, and who is to
        be thought to have written what follows; nothing for a note of a later version.
        """
        note = each.note
        if not note.kind:
            return "", by
        parts = []
        if (own := By(note.author, note.time)) != by:
            parts.append(format_item(item_by(own)))
        if each.branch is None:
            parts.append(format_item(item_of(note)))
            return " ".join(parts), own
        goes_on = note.event == number
        text, by = self._bracket(each.branch, goes_on, letter, own)
        return " ".join([*parts, text]), by

    def _bracket(self, branch: Branch, goes_on: bool, letter: str, by: By) -> tuple[str, By]:
        parts = ["(", format_item(THEN)] if goes_on else ["("]
        entries = [("", None), *branch.lettered(letter)]
        for number, (changes, entry) in enumerate(entries):
            if changes:
                parts.append(f"{changes}:")
                letter = changes
            if entry is not None:
                parts.append(format_event(entry.event))
            for each in branch.behind(number):
                text, by = self._spelled(each, number, letter, by)
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
        self.parts, self.letter, self.noted = [], "", False


class AnnotationError(Error):
    """An annotated text cannot be taken over; carries the fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.message, self.located = fault.message, Located(fault, "", None)
        self.fault = fault


class Where(NamedTuple):
    """What a note of a text is about."""

    number: int
    """Of the event before it."""
    before: State | None
    """The position before that event; nothing where none stands there."""
    after: State
    letter: str = ""
    """Of who acts, as written last on the row."""


class Gatherer:
    """Makes notes of what stands between the events of a row."""

    def __init__(self, rules: AnyRules, by: By, fill: bool = False) -> None:
        self.rules = rules
        self.by = by
        """Who wrote what follows."""
        self.fill = fill
        """Whether what has only one answer is filled in."""
        self.places = places_of(rules.spec)
        self.item = 0
        """The index in its row of the item read last, for what is said of an error."""
        self.course: Course | None = None
        """The what-if line whose event was tried last, for the same."""

    def note(self, index: int, segment: Segment, where: Where, depth: int = 0) -> Note | None:
        """A segment whose first item has that index as a note, `depth` what-if lines deep;
        nothing for one that says who wrote the others. Raises NoteError, ReductionError.
        """
        self.item, first = index, segment[0]
        if isinstance(first, Remark):
            return self._remark(first, where)
        if isinstance(first, Glyph):
            return self._made(where.number, "glyph", first.sign)
        by = self.by
        event, text, notes = self._bracketed(index, segment[1:-1], where, depth)
        made = Note(event=event, kind="variation", text=text, author=by.author, time=by.time)
        return replace(made, notes=notes)

    def _remark(self, remark: Remark, where: Where) -> Note | None:
        said = said_in(remark)
        if said.kind == "then":
            raise NoteError("misplacedThen")
        if said.kind == "by":
            self.by = read_by(said.text)
            self._made(where.number, "comment", "")  # says what is wrong with it
            return None
        return self._made(where.number, said.kind, said.text, said.source)

    def _made(self, event: int, kind: str, text: str, source: str = "") -> Note:
        by = self.by
        note = Note(
            event=event, kind=kind, text=text, source=source, author=by.author, time=by.time
        )
        check_places(checked(note), self.places)
        return note

    def _bracketed(
        self, index: int, items: Segment, where: Where, depth: int
    ) -> tuple[int, str, tuple[Note, ...]]:
        """After which event a what-if line begins, its events, and the notes inside it."""
        if depth >= DEEPEST:
            raise NoteError("tooDeep", most=DEEPEST)
        if items[:1] == (THEN,):
            inside = self.line(items[1:], where.after, where.letter, index + 2, depth + 1)
            return where.number, *inside
        if where.before is None:
            raise NoteError("nothingReplaced")
        inside = self.line(items, where.before, where.letter, index + 1, depth + 1)
        return where.number - 1, *inside

    def line(
        self, items: Segment, start: State, letter: str = "", index: int = 0, depth: int = 1
    ) -> tuple[str, tuple[Note, ...]]:
        """The canonical text of a what-if line and the notes inside it. Its items stand in their
        row from `index` on; it is the `depth`th of those that it stands in. Raises NoteError,
        ReductionError.
        """
        course = Course(self.rules, start)
        notes: list[Note] = []
        for offset, segment in segments(items):
            at, first, number = index + offset, segment[0], len(course.steps)
            if isinstance(first, Actor):
                letter = first.letter
            elif type(first) in EVENT_TYPES:
                self.item, self.course = at, course
                course.take(first, letter, self.fill)  # type: ignore[arg-type]
            else:
                before = course.state(number - 1) if number else None
                where = Where(number, before, course.state(number), letter)
                note = self.note(at, segment, where, depth)
                notes += [] if note is None else [note]
        if self.fill:
            course.fill()
        if not course.steps:
            self.item = max(index - 1, 0)
            raise NoteError("lineEmpty")
        return course.text(), ordered(notes, len(course.steps))


# ---- a whole text ---------------------------------------------------------------------------

Own = dict[int, tuple[list[Segment], list[Segment]]]
"""What stands in a log behind each event: on the event's row, and on rows below it."""


def own_of(lines: Iterable[Line]) -> Own:
    """The remarks, glyphs and what-if lines that stand in a log itself."""
    own: Own = {0: ([], [])}
    number = 0
    for line in lines:
        begun = number
        for _, segment in segments(line.items) if isinstance(line, Play) else ():
            if type(segment[0]) in EVENT_TYPES:
                number += 1
                own[number] = ([], [])
            elif not isinstance(segment[0], Actor):
                own[number][number == begun].append(segment)
    return own


def gather(
    record: Record,
    own: Own,
    author: str = "",
    named: Path | None = None,
    log: Timeline | None = None,
) -> Notes:
    """The notes of an annotated text, by `author` where it names nobody; what stands in the log
    itself (`own`) is none. `named` is a file of data, `log` that of which it has to be a text.
    Raises AnnotationError.
    """
    rules = rules_for(record, named)
    if record.header_faults:
        raise AnnotationError(record.header_faults[0])
    if isinstance(rules, Fault):
        raise AnnotationError(rules)
    for key in OF_GAME if log else ():
        _check_bound(key, record, log.headers if log else {})
    return _Pass(record, rules, own, author, log).notes()


def _check_bound(key: str, record: Record, log: Mapping[str, str]) -> None:
    """That a text names the same game, options or data as the log. Raises AnnotationError."""
    here, there = (" ".join(sorted(each.get(key, "").split())) for each in (record.headers, log))
    if here != there:
        row = record.header_rows.get(key, 1)
        values = {"here": here or "-", "there": there or "-"}
        raise AnnotationError(
            located("noteMisfit", row, "", "otherHeader", layer="notes", key=key, **values)
        )


class _Waiting(NamedTuple):
    """A segment that may be a note, or the log's own."""

    segment: Segment
    at: int
    """The index of its first item in its row."""
    row: int
    line: Play
    same: bool
    """Whether it stands on the row of its event."""
    letter: str


class _Pass:
    """One pass over an annotated text."""

    def __init__(
        self, record: Record, rules: AnyRules, own: Own, author: str, log: Timeline | None
    ) -> None:
        self.record = record
        self.log = log
        self.own = own
        self.gatherer = Gatherer(rules, By(author))
        self.steps: list[Step] = []
        self.reducer = LogReducer(rules, self.steps.append)
        self.trail = Trail(record.headers)
        self.number = 0
        self.before: State | None = None
        self.after = self.reducer.state
        self.digests = {0: self.trail.digest}
        """Of the events up to this one, and up to the one before it."""
        self.waiting: list[_Waiting] = []
        self.found: list[tuple[Note, int]] = []

    def notes(self) -> Notes:
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
                self._line(row, line)
        self._settle()
        notes = [note for note, _ in self.found]
        rows = {
            each.ident: row for each, (_, row) in zip(named_notes(notes), self.found, strict=True)
        }  # fmt: skip
        game = self.record.headers.get("Game", "")
        return Notes(game, ordered(notes, self.number), {}, rows)

    def _line(self, row: int, line: Play) -> None:
        steps, letter, begun = iter(self.steps), "", self.number
        for index, segment in segments(line.items):
            first = segment[0]
            if isinstance(first, Actor):
                letter = first.letter
            elif type(first) in EVENT_TYPES:
                self._settle()
                self._go_on(next(steps), row)
            else:
                same = self.number > begun
                self.waiting.append(_Waiting(segment, index, row, line, same, letter))

    def _go_on(self, step: Step, row: int) -> None:
        """The next event of the game. Raises AnnotationError if the log has another one there."""
        number, log = self.number + 1, self.log
        if log is not None and number <= log.extend(number):
            entry, played = log.get_event(number), log.get_full_event(number)
            if (played, entry.actor) != (step.event, step.actor):
                here, there = format_event(step.event), format_event(played)
                fault = located(
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

    def _settle(self) -> None:
        """All is read that stands behind an event: what of it is the log's own, and the notes."""
        for each in foreign(self.waiting, *self.own.get(self.number, ([], []))):
            where = Where(self.number, self.before, self.after, each.letter)
            try:
                note = self.gatherer.note(each.at, each.segment, where)
            except NoteError as error:
                text = self.record.text(each.row)
                column = item_columns(text)[self.gatherer.item]
                fault = located(
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


def foreign(
    waiting: list[_Waiting], same: list[Segment], below: list[Segment]
) -> list[_Waiting]:  # fmt: skip
    """What stands behind an event and is not the log's own: of that, what is on the event's row
    comes first, what is on rows below it last.
    """
    count = 0
    for each, segment in zip(waiting, same, strict=False):
        if not each.same or each.segment != segment:
            break
        count += 1
    left, kept = [*same[count:], *below], list[_Waiting]()
    for each in reversed(waiting[count:]):
        if each.segment in left:
            del left[len(left) - 1 - left[::-1].index(each.segment)]
        else:
            kept.append(each)
    return kept[::-1]
