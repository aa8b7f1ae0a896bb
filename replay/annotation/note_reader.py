"""Notes in an annotated text: the notes between the events of a row."""

from typing import NamedTuple

from msgspec.structs import replace

from senpu.logs.marks import (
    CONJECTURE,
    THEN,
    Authorship,
    Segment,
    parse_authorship,
    parse_mark,
    split_variations,
)
from senpu.logs.notes import DEEPEST, TRANSLATES, NoteError, StoredNote, check_note, sort_notes
from senpu.notation.lines import Actor, Comment, Glyph
from senpu.replay.annotation.annotations import check_places, find_places
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.reducer import EVENT_TYPES
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State

MISPLACED = {"then": "misplacedThen", "in": "misplacedIn", "conjecture": "misplacedConjecture"}
"""The error of each mark that is not a note, if it is in the place of one."""


class NotePlace(NamedTuple):
    """The place of a note in a text."""

    number: int
    """The number of the event before the note."""
    before: State | None
    """The state before that event, or None at the start."""
    after: State
    letter: str = ""
    """The letter of the acting side, as written last in the row."""


class NoteReader:
    """A reader of the notes between the events of a row."""

    def __init__(self, rules: AnyRules, by: Authorship, fill: bool = False) -> None:
        self.rules = rules
        self.by = by
        """The author of what follows."""
        self.fill = fill
        """If true, fill in events that are the only legal ones."""
        self.places = find_places(rules.spec)
        self.item = 0
        """The index in its row of the item read last, for the place of an error."""
        self.course: EventSequence | None = None
        """The variation whose event was tried last, for the place of an error."""

    def read_note(
        self, index: int, segment: Segment, where: NotePlace, depth: int = 0
    ) -> StoredNote | None:
        """Return the note of a segment, or None for a segment that names an author.

        Args:
            index: The index in its row of the first item of the segment.
            segment: The items of the note.
            where: The place of the note.
            depth: The number of variations around the note.

        Returns:
            The note, or None.

        Raises:
            NoteError: The note is malformed.
            ReductionError: An event of a variation is illegal.
        """
        self.item, first = index, segment[0]
        if isinstance(first, Comment):
            return self._read_comment(first, where, depth)
        if isinstance(first, Glyph):
            return self._make_note(where.number, "glyph", first.sign)
        by, items = self.by, segment[1:-1]
        conjecture = items[:1] == (CONJECTURE,)
        if conjecture and depth:
            raise NoteError("conjectureInside")
        skipped = int(conjecture)
        event, text, notes = self._read_variation(index + skipped, items[skipped:], where, depth)
        made = StoredNote(
            event=event, kind="variation", text=text, author=by.author, time=by.time,
            conjecture=conjecture,
        )  # fmt: skip
        return replace(made, notes=notes)

    def read_translation(
        self, index: int, segment: Segment, number: int, before: StoredNote | None
    ) -> StoredNote | None:
        """Return the previous note with a translation, or None for another segment.

        Args:
            index: The index in its row of the first item of the segment.
            segment: The items.
            number: The number of the event before the segment.
            before: The previous note, if any.

        Returns:
            The note, or None.

        Raises:
            NoteError: The translation is malformed, or does not follow a note.
        """
        first = segment[0]
        if not isinstance(first, Comment) or not first.text.startswith("%in "):
            return None
        self.item, marked = index, parse_mark(first)
        if before is None or before.event != number or marked.text in before.translations:
            raise NoteError("misplacedIn")
        translations = {**before.translations, marked.text: marked.source}
        return check_note(replace(before, translations=translations))

    def _read_comment(self, remark: Comment, where: NotePlace, depth: int) -> StoredNote | None:
        marked = parse_mark(remark)
        if marked.kind in MISPLACED:
            raise NoteError(MISPLACED[marked.kind])
        if marked.kind == TRANSLATES:
            if depth:
                raise NoteError("translatesInside")
            language, _, text = marked.source.partition(" ")
            return self._make_note(where.number, TRANSLATES, marked.text, "", {language: text})
        if marked.kind == "by":
            self.by = parse_authorship(marked.text)
            self._make_note(where.number, "comment", "")  # says what is wrong with it
            return None
        return self._make_note(where.number, marked.kind, marked.text, marked.source)

    def _make_note(
        self,
        event: int,
        kind: str,
        text: str,
        source: str = "",
        translations: dict[str, str] | None = None,
    ) -> StoredNote:
        by = self.by
        note = StoredNote(
            event=event, kind=kind, text=text, source=source, author=by.author, time=by.time,
            translations=translations or {},
        )  # fmt: skip
        check_places(check_note(note), self.places)
        return note

    def _read_variation(
        self, index: int, items: Segment, where: NotePlace, depth: int
    ) -> tuple[int, str, tuple[StoredNote, ...]]:
        """Return the event after which a variation begins, its text, and its notes.

        Returns:
            The number of the event, the canonical text, and the notes.

        Raises:
            NoteError: The variation is misplaced or nested too deeply.
        """
        if depth >= DEEPEST:
            raise NoteError("tooDeep", most=DEEPEST)
        if items[:1] == (THEN,):
            inside = self.read_variation(items[1:], where.after, where.letter, index + 2, depth + 1)
            return where.number, *inside
        if where.before is None:
            raise NoteError("nothingReplaced")
        inside = self.read_variation(items, where.before, where.letter, index + 1, depth + 1)
        return where.number - 1, *inside

    def read_variation(
        self, items: Segment, start: State, letter: str = "", index: int = 0, depth: int = 1
    ) -> tuple[str, tuple[StoredNote, ...]]:
        """Return the canonical text of a variation and the notes inside it.

        Args:
            items: The items of the variation.
            start: The state at which it begins.
            letter: The letter of the acting side, if it is given before.
            index: The index of the first item in its row.
            depth: The number of variations that the items are in, this one included.

        Returns:
            The text, and the notes in their order.

        Raises:
            NoteError: The variation is empty, or a note in it is malformed.
            ReductionError: An event is illegal.
        """
        course = EventSequence(self.rules, start)
        notes: list[StoredNote] = []
        for offset, segment in split_variations(items):
            at, first, number = index + offset, segment[0], len(course.steps)
            if isinstance(first, Actor):
                letter = first.letter
            elif type(first) in EVENT_TYPES:
                self.item, self.course = at, course
                course.take(first, letter, self.fill)  # type: ignore[arg-type]
            else:
                translated = self.read_translation(
                    at, segment, number, notes[-1] if notes else None
                )
                if translated is not None:
                    notes[-1] = translated
                    continue
                before = course.state(number - 1) if number else None
                where = NotePlace(number, before, course.state(number), letter)
                note = self.read_note(at, segment, where, depth)
                notes += [] if note is None else [note]
        if self.fill:
            course.fill()
        if not course.steps:
            self.item = max(index - 1, 0)
            raise NoteError("lineEmpty")
        return course.text(), sort_notes(notes, len(course.steps))
