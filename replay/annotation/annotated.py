"""A log and its notes as one annotated text. `gathering` reads the notes from it again.

The rows are those of the log. Notes stand behind their event, after what the log itself has
there, and begin rows of their own where a row would get too long. Events are as the timeline's
sight shows them. What only a log needs (tags, seals and other machine lines) is left out.
"""

from collections.abc import Iterable, Iterator

from senpu.logs.marks import THEN, By, item_by, item_of, segments
from senpu.logs.notes import NoteError
from senpu.logs.seals import is_of_chain
from senpu.notation.encoding import LONGEST
from senpu.notation.events import Event, Roll
from senpu.notation.faults import Fault
from senpu.notation.lines import Actor, Blank, End, Line, Play
from senpu.notation.writer import WIDTH, format_event, format_item
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Annotation, Branch
from senpu.replay.core.reducer import EVENTS
from senpu.replay.core.timeline import Timeline


def annotated(
    timeline: Timeline, annotations: Annotations, rows: Iterable[tuple[int, Line | Fault]]
) -> Iterator[str]:
    """The rows of the text, as far as the log is good; `rows` are the log's, from its header on.
    Raises NoteError."""
    for row in _Writer(timeline, annotations).rows(rows):
        if len(row.encode()) >= LONGEST:
            raise NoteError(f"{row[:60]}...: a row of an annotated text cannot be as long as this")
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
            event = type(item) in EVENTS
            if event and self.number > first:
                self._notes()
            if event and self.number == self.last:
                if line.turn is not None and self.number == first:
                    del self.parts[0]  # a turn that was not reached
                return False
            if event:
                self.number += 1
                self._event(self.timeline.entry(self.number).event, actors, letter)
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
        begin a row, which then says who acts."""
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
        be thought to have written what follows; nothing for a note of a later version."""
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
