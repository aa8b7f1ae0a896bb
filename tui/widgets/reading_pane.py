"""The reading pane: the whole notes and comments on an event, and their signs in the list."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.notation.faults import Fault
from senpu.notation.printable import make_printable
from senpu.replay.core.gaps import list_gap_events
from senpu.replay.core.narration import Narrator
from senpu.tui.keys import list_actions
from senpu.tui.render.gap_texts import describe_effects, name_gap
from senpu.tui.render.notes_report import describe_places
from senpu.tui.widgets.clicks import ActionClicked, PositionRequested
from senpu.tui.widgets.note_texts import (
    LINE,
    REMARK,
    describe_author,
    find_landmarks,
    list_glyphs,
    list_log_comments,
)
from senpu.tui.widgets.painting import Look, Row, wrap_cells, wrap_text
from senpu.tui.widgets.panels import Block, ScrolledWidget, render_title

if TYPE_CHECKING:
    from senpu.logs.notes import StoredNote
    from senpu.replay.annotation.variations import (
        AnyTimeline,
        Variation,
        VariationTree,
    )


DRAWN = "¦"
"""The sign of arrows and highlighted places."""
PLACED = frozenset(("arrow", "highlight"))
"""The kinds of notes that are drawn on the map."""
TITLED = 3
"""The lines from which the pane has a title."""


class NoteIndex:
    """The events with notes of each line, or with a gap before them, and the sign of each."""

    def __init__(self) -> None:
        self.tree: VariationTree | None = None
        """The matching notes, with the courses of their variations."""
        self.judged: Mapping[int, str] = {}
        """The glyphs of a review of the log that are not in the notes, by event."""
        self._numbers: list[int] = []
        self._numbers_for: tuple[object, ...] = ()

    def list_numbers(self, course: "AnyTimeline") -> list[int]:
        """Return the numbers of the events of a line that the pane describes, in order."""
        gaps = len(list_gap_events(course))
        key = (course, self.tree, len(course.comments), len(course.glyphs), gaps)
        if key != self._numbers_for:
            found = {mark.number for mark in find_landmarks(course, self.tree)}
            self._numbers = sorted({*found, *list_gap_events(course)})
            self._numbers_for = key
        return self._numbers

    def find_within(self, course: "AnyTimeline", numbers: range) -> list[int]:
        """Return the events in a range that have notes."""
        every = self.list_numbers(course)
        first = bisect_left(every, numbers.start)
        return every[first : bisect_left(every, numbers.stop, first)]

    def find_sign(self, course: "AnyTimeline", numbers: range) -> str:
        """Return the sign of the notes on a row: glyph, variation, comment, or places."""
        found = [
            self._sign(course, number)
            for number in numbers
            if self.judged or number in course.comments or number in course.glyphs or self.tree
        ]
        return min(found, default=(4, " "))[1]

    def _sign(self, course: "AnyTimeline", number: int) -> tuple[int, str]:
        glyphs = list_glyphs(course, self.tree, number)
        if glyphs:
            return 0, glyphs[0][0]
        if course.parent is None and number in self.judged:
            return 0, self.judged[number][0]
        notes = self.tree.list_following(course, number) if self.tree is not None else []
        if any(each.branch is not None for each in notes):
            return 1, LINE
        if number in course.comments or any(each.note.kind not in PLACED for each in notes):
            return 2, REMARK
        return (3, DRAWN) if notes else (4, " ")


class NoteParagraph(NamedTuple):
    """A paragraph of the pane."""

    text: str
    role: str
    how: str = ""
    variation: "Variation | None" = None
    """The variation that a click enters."""


def describe_event_notes(
    course: "AnyTimeline", tree: "VariationTree | None", number: int, narrator: Narrator, look: Look
) -> Iterator[NoteParagraph]:
    """Yield the notes on an event: heading, comments, places, variations, then date and source.

    Below them is what the gap before the event must contain.
    Its variations replace the event; after the last event they follow it. The author is below each
    note, or once below all if they have one author and day.
    """
    found = tree.list_following(course, number) if tree else []
    notes = [each.note.in_language(look.language) for each in found if each.branch is None]
    glyphs = " ".join(list_glyphs(course, tree, number))
    titles = [make_printable(note.text) for note in notes if note.kind == "bookmark"]
    logged = list(list_log_comments(course, tree, number, look.language))
    is_shared = not logged and len({describe_author(each.note) for each in found}) == 1

    def sign_each(*signed: "StoredNote") -> Iterable[NoteParagraph]:
        return () if is_shared else _sign(*signed)

    heading = "  ".join(filter(None, (glyphs, " / ".join(titles))))
    if heading:
        yield NoteParagraph(heading, "text", "b")
        yield from sign_each(*(note for note in notes if note.kind in ("glyph", "bookmark")))
    for note in notes:
        if note.kind == "comment":
            yield NoteParagraph(make_printable(note.text), "note")
            yield from sign_each(note)
    for text in logged:
        yield NoteParagraph(text, "note")
    for note in notes:
        if note.kind in PLACED:
            label, places = narrator.label(f"note_{note.kind}"), describe_places(note, narrator)
            yield NoteParagraph(f"{DRAWN} {label} {places}", "text")
            yield from sign_each(note)
    for variation in (tree.variations[each.ident] for each in found if tree and each.branch):
        note = variation.branch.note
        lead = f"{narrator.label('note_guess')} " if note.conjecture else ""
        yield NoteParagraph(f"{lead}( {variation.branch.text} )", "text", "", variation)
        yield from sign_each(variation.branch.note)
    for note in notes:
        if note.kind == "date":
            source = make_printable(note.source)
            text = look.word("and").join(filter(None, (make_printable(note.text), source)))
            yield NoteParagraph(text, "faint")
            yield from sign_each(note)
    if is_shared:
        yield from _sign(found[0].note)
    if gap := name_gap(course, number, narrator):
        yield NoteParagraph(f"{look.signs.gap} {gap}", "text", "b")
        for change in describe_effects(course.get_position(number).effects, narrator)[1]:
            yield NoteParagraph(f"- {make_printable(change)}", "text")


def _sign(*notes: "StoredNote") -> Iterator[NoteParagraph]:
    """Yield the authors of notes, each once."""
    for by in dict.fromkeys(filter(None, map(describe_author, notes))):
        yield NoteParagraph(f"  {by}", "faint")


class ChapterPreface(NamedTuple):
    """The comment on a chapter of a study, before the notes on its first position."""

    number: int = -1
    """The number of the position."""
    title: str = ""
    text: str = ""


class ReadingPane(ScrolledWidget):
    """The notes on the current row; else the last notes before it, dimmed."""

    def __init__(self, look: Look, index: NoteIndex) -> None:
        super().__init__(look, "notes")
        self.index = index
        self.course: AnyTimeline | None = None
        self.row = range(0)
        """The events of the current row."""
        self.number = 0
        self.narrator: Narrator | None = None
        self.faults: Sequence[Fault] = ()
        """The reasons why notes do not match."""
        self.preface = ChapterPreface()
        self._shown: tuple[object, ...] = ()
        self._targets: list[Variation | None] = []
        """The variation that each painted row is part of."""

    def present(
        self, course: "AnyTimeline", number: int, row: range, narrator: Narrator,
        faults: Sequence[Fault],
    ) -> None:  # fmt: skip
        """Show the notes on the events of a row."""
        self.course, self.number, self.row, self.narrator = course, number, row, narrator
        self.faults = faults
        self.repaint()

    def _find_events(self, course: "AnyTimeline") -> tuple[list[int], bool]:
        """Return the events whose notes are shown, and whether the current row has them."""
        numbers = self.row if self.number in self.row else range(self.number, self.number + 1)
        found = self.index.find_within(course, numbers)
        if found:
            return found, True
        before = self.index.find_within(course, range(self.number + 1))
        return before[-1:], False

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the visible rows."""
        course, narrator = self.course, self.narrator
        if course is None or narrator is None or width < 12:
            return []
        numbers, here = self._find_events(course)
        self._targets = []
        preface = self._find_preface(course)
        if preface and not here:
            numbers = []
        if height < TITLED:
            texts = [NoteParagraph(preface, "note")] if preface else []
            return self._brief(course, narrator, numbers if here else [], width, height, texts)
        if self._shown != (course, tuple(numbers)):
            self._shown, self.top = (course, tuple(numbers)), 0
        before = wrap_text(self.look, preface, width - 2, "note", 1) if preface else []
        rows: list[tuple[Row, Variation | None]] = [(row, None) for row in before]
        rows += [*self._rows(course, narrator, numbers, here, width), *self._render_errors(width)]
        room = height - 1
        self.top = max(min(self.top, len(rows) - room), 0)
        hidden = len(rows) - room
        block = self._title(course, numbers, here, hidden > 0, width)
        if preface and not numbers:
            title = self.preface.title
            is_wide = cell_len(title) + cell_len(block.right) <= width - 9
            block = Block(title, [], "note", block.right if is_wide else "")
        strips = [render_title(self.look, block, width - 1).strip(width)]
        shown = rows[self.top : self.top + room]
        self._targets = [None, *(target for _, target in shown)]
        return strips + [row.strip(width) for row, _ in shown]

    def _find_preface(self, course: "AnyTimeline") -> str:
        """Return the comment on the chapter if its first position is shown."""
        is_first = course.parent is None and self.number == self.preface.number
        return self.preface.text if is_first else ""

    def on_click(self, event: events.Click) -> None:
        """Enter the variation under the pointer; the short pane opens over the screen."""
        event.stop()
        if not self._targets:
            self.post_message(ActionClicked("panel('comments')"))
        elif event.y < len(self._targets) and (found := self._targets[event.y]) is not None:
            self.post_message(PositionRequested(found.fork + 1, found))

    def _title(
        self, course: "AnyTimeline", numbers: list[int], here: bool, scrolls: bool, width: int
    ) -> Block:
        """Return the title; the keys to other notes are omitted before the keys that scroll."""
        word = self.look.word
        keys = self._format_keys("note_jump")
        every = self.index.list_numbers(course)
        if not numbers:
            later = word("notes_later", n=every[0], keys=keys) if every else word("notes_none")
            return Block(word("notes"), [], "dim", later)
        ends = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        title, place = word("notes_at", n=ends), every.index(numbers[0]) + 1
        scroll = word("notes_scroll", keys=self._format_keys("panel")) if scrolls else ""
        for shown in (keys, ""):
            aside = word("notes_of", n=place, of=len(every), keys=shown).rstrip() + scroll
            if cell_len(title) + cell_len(aside) <= width - 9:
                break
        return Block(title, [], "note" if here else "dim", aside)

    def _format_keys(self, action: str) -> str:
        return self.look.name_keys(list_actions()[action])

    def _rows(
        self, course: "AnyTimeline", narrator: Narrator, numbers: list[int], here: bool, width: int
    ) -> Iterator[tuple[Row, "Variation | None"]]:
        look = self.look
        for number in numbers:
            found = describe_event_notes(course, self.index.tree, number, narrator, look)
            for at, (text, role, how, variation) in enumerate(found):
                lead = f"{number}  " if len(numbers) > 1 and not at else ""
                role = role if here else "dim" if role in ("note", "text") else role
                indent = len(text) - len(text.lstrip(" "))
                for n, line in enumerate(wrap_cells(lead + text, width - 3 - indent)):
                    row = Row(look).add(" " * (1 + indent))
                    if lead and not n:
                        row.add(lead, "dim", "b" * (number == self.number))
                        line = line[len(lead) :]
                    yield row.add(line, role, how), variation

    def _render_errors(self, width: int) -> Iterator[tuple[Row, None]]:
        look = self.look
        if self.faults:
            text = look.word("invalid_notes", n=len(self.faults))
            yield Row(look).add(f" {text}", "error", "b"), None
        for fault in self.faults:
            where = f"{fault.line}: " if fault.line else ""
            text = make_printable(f"{where}{fault.id}: {fault.message.text(look.language)}")
            for line in wrap_cells(text, width - 3):
                yield Row(look).add(f" {line}", "error"), None

    def _brief(
        self, course: "AnyTimeline", narrator: Narrator, numbers: list[int], width: int,
        height: int, before: list[NoteParagraph],
    ) -> list[Strip]:  # fmt: skip
        """Return the beginning of the notes in one or two lines, with the key to the rest."""
        look = self.look
        if not numbers and not before:
            return []
        found = (
            describe_event_notes(course, self.index.tree, number, narrator, look)
            for number in numbers
        )
        every = chain(before, *found)
        texts = [each for each in every if not each.text.startswith(" ")]
        onward = look.word("notes_read")
        row = Row(look).add(" ")
        sign = REMARK
        if numbers:
            sign = self.index.find_sign(course, range(numbers[0], numbers[-1] + 1))
        is_signed = texts[0].text.startswith((sign, look.signs.gap))
        row.add("" if is_signed else f"{sign} ", "note", "b")
        strips: list[Strip] = []
        whole = "  ".join(each.text for each in texts)
        room = width - max(row.width, 3) - 1
        lines = wrap_cells(whole, room)
        short = room - cell_len(onward) - 2
        if len(lines) > height or cell_len(lines[-1]) > short:
            lines = look.wrap(whole, short, height)
        bold = len(texts[0].text) if texts[0].how else 0
        for at, line in enumerate(lines):
            if at:
                row = Row(look).add("   ")
            row.add(line[:bold], "text", "b").add(line[bold:], "note")
            bold = max(bold - len(line), 0)
            if at == len(lines) - 1:
                row.pad_to(width - cell_len(onward) - 1).add(onward, "dim")
            strips.append(row.strip(width))
        return strips
