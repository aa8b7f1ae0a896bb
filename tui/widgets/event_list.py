"""The list of events: turns, activations, and notes and variations below them.

Variations have indented rows. The widget paints only the visible rows of a log of any length.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import GameLine, Timeline, list_ancestors
from senpu.tui.widgets.clicks import PositionRequested
from senpu.tui.widgets.event_rows import EventItem, EventOutline, RowPiece, Rows
from senpu.tui.widgets.note_panel import BOOKMARK, describe_note, list_glyphs, signed
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import ScrolledWidget

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline, VariationTree


AHEAD = 3
"""Minimum visible rows below the current row."""
GLYPH = "glyph"
"""The role of a glyph."""
DATED = ":"
"""The sign before a historical date."""
INDENT = 2
"""Cells of indentation for each level of variation."""


class EventColumns(NamedTuple):
    """The first cells of the columns."""

    number: int
    """The cell after the number."""
    side: int
    act: int
    dice: int
    result: int
    comment: int
    comment_sign_after_number: bool


def compute_columns(width: int, last: int, flowing: bool = False) -> EventColumns:
    """Return the columns at a width; a `flowing` list has no columns for dice and results."""
    digits = max(len(str(last)), 3)
    narrow_signs = width < 62
    number = 1 + digits + (0 if narrow_signs else 1)
    side = number + 1
    act = side + 2
    spare = max(width - act - 37 - (0 if narrow_signs else 35), 0)
    act_width = 14 + min(spare // 4, 10)
    dice = act + (1 if flowing else act_width)
    result = dice + (1 if flowing else 12 + min(spare // 8, 4))
    comment = result + 11 + min(spare // 6, 12)
    return EventColumns(number, side, act, dice, result, comment, narrow_signs)


def indent_columns(columns: EventColumns, cells: int) -> EventColumns:
    """Return the columns indented by some cells."""
    number, side, act, dice, result, comment, narrow = columns
    return EventColumns(
        number + cells, side + cells, act + cells, dice + cells, result + cells, comment + cells,
        narrow,
    )  # fmt: skip


def insert_glyphs(
    pieces: tuple[RowPiece, ...], judged: dict[int, list[str]]
) -> tuple[RowPiece, ...]:
    """Return the pieces of a row with the glyphs of an event after its last piece."""
    if not judged:
        return pieces
    found: list[RowPiece] = []
    for at, piece in enumerate(pieces):
        found.append(piece)
        if piece.number not in [each.number for each in pieces[at + 1 :]]:
            found += [RowPiece(text, piece.number, GLYPH) for text in judged.pop(piece.number, ())]
    return tuple(found)


class EventList(ScrolledWidget):
    """All events that are loaded, with notes and variations. Posts PositionRequested for clicks."""

    def __init__(self, look: Look, timeline: Timeline, rows: Rows, narrator: Narrator) -> None:
        super().__init__(look, "list")
        self.timeline, self.rows, self.narrator = timeline, rows, narrator
        self.outline = EventOutline(rows, timeline)
        self.notes: VariationTree | None = None
        self.course: AnyTimeline = timeline
        """The log or the variation in view."""
        self.number = 0
        self._reached: dict[GameLine, int] = {timeline: 0}
        """The current event of each line in view."""
        self._follow = True
        self._height = 0
        self.flowing = False
        """True if the columns have no fixed width, for lists next to another one."""
        self._spots: dict[int, list[tuple[int, int, int]]] = {}
        """The first cell, the end, and the event of each piece, by painted row."""
        self._courses: dict[int, AnyTimeline] = {}
        """The line of each painted row."""

    def note(self, tree: "VariationTree | None") -> None:
        """Show other notes."""
        self.notes = tree
        self.outline = EventOutline(self.rows, self.timeline, tree)

    def present(self, course: "AnyTimeline", number: int, narrator: Narrator) -> None:
        """Show the position after an event and its surroundings."""
        self.course, self.number, self.narrator = course, number, narrator
        self._reached = {}
        for each in reversed(list_ancestors(course)):
            self._reached[each] = number
            number = each.fork
        self._follow = True
        self.repaint()

    # ---- painting -------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the visible rows."""
        outline = self.outline
        current = outline.index_of(self.course, self.number)
        tail = self._tail(width)
        total = len(outline) + len(tail)
        if self._follow or height != self._height:
            self._height = height
            below = AHEAD if current < len(outline) - 1 else len(tail)
            self._keep_in_view(max(current, 0), below, height)
            self._follow = False
        self.top = max(min(self.top, total - height), 0)
        columns = compute_columns(width, self.timeline.last, self.flowing)
        self._spots, self._courses = {}, {}
        strips = []
        for line in range(height):
            at = self.top + line
            if at >= total:
                break
            if at >= len(outline):
                strips.append(tail[at - len(outline)].strip(width))
                continue
            item = outline.get_item(at)
            if not line and at != current and len(self.rows):
                item = self._turn_heading(at)
            self._courses[line] = item.course
            if item.note is not None:
                strips.append(self._note(line, item, columns, width).strip(width))
                continue
            columns_here = indent_columns(columns, INDENT * item.depth)
            row = self._row(line, item, at == current, columns_here, width)
            strips.append(self._cut(row, width, line, columns_here.act))
        return strips

    def _cut(self, row: Row, width: int, line: int, act: int) -> Strip:
        """Shorten a row that is too long, and mark it; the current event stays visible."""
        if row.width <= width:
            return row.strip(width)
        more = Row(self.look, row.on).add(self.look.signs.more, "dim").strip(2)
        spots = self._spots.get(line, [])
        ends = [end for start, end, number in spots[1:-1] if number == self.number]
        over = max(ends, default=0) - (width - 2)
        if over <= 0:
            return Strip.join([row.strip(width - 2), more])
        over = min(over + 2, row.width - act - 4)
        moved = [(start - over, end - over, number) for start, end, number in spots[1:]]
        self._spots[line] = [spots[0], *moved]
        whole = row.strip(row.width)
        rest = whole.crop(act + 2 + over, whole.cell_length)
        tail = Row(self.look, row.on)
        tail.segments, tail.width = list(rest), rest.cell_length
        shown = Strip.join([whole.crop(0, act), more, tail.strip(width - act - 2)])
        if tail.width <= width - act - 2:
            return shown
        return Strip.join([shown.crop(0, width - 2), more])

    def _turn_heading(self, at: int) -> EventItem:
        """Return the turn heading for the top row, unless it would hide the current row."""
        return EventItem(self.timeline, self.rows.rule_above(self.outline.row_above(at)))

    def _keep_in_view(self, current: int, below: int, height: int) -> None:
        """Scroll so that the current row has `below` visible rows after it."""
        ahead = min(below, max(height // 3, 0) if below == AHEAD else max(height - 2, 0))
        if current < self.top + 2:
            self.top = current - max(height // 3, 1)
        elif current > self.top + height - 1 - ahead:
            self.top = current - height + 1 + ahead

    def _row(
        self, line: int, item: EventItem, current: bool, columns: EventColumns, width: int
    ) -> Row:
        on = "now-ground" if current else "background"
        rows, at = self.outline.rows_of(item.course), item.row
        row = Row(self.look, on)
        row.add(self.look.signs.here if current else " ", "now", "b")
        self._margin(row, item)
        if rows.is_turn(at):
            return self._turn(line, row, item, current, width)
        text = rows.text(at)
        undone = rows.undone(at)
        reached = self._reached.get(item.course, -1)
        future = text.numbers.start > reached
        shown = reached if current else text.numbers.start
        row.add(f"{shown:>{columns.number - row.width}}",
                "faint" if future else "text" if current else "dim",
                "b" if current else "")  # fmt: skip
        judged = self._judged(item, text.numbers)
        sign = self._sign(text.comment and columns.comment_sign_after_number, judged)
        if undone:
            row.add(self.look.signs.undone, "error")
        else:
            row.add(sign, "faint" if future else "note", "b")
        spec = self.narrator.spec
        letters = {side.id: (side.letter, at) for at, side in enumerate(spec.sides)}
        letter, side = letters.get(text.actor, (" ", 0))
        row.add(letter, "faint" if future else f"side{side}", "" if future else "b")
        spots = self._spots.setdefault(line, [])
        spots.append((0, columns.act, text.numbers.start))
        for column, pieces in (
            (columns.act, text.act), (columns.dice, text.dice), (columns.result, text.result)
        ):  # fmt: skip
            if pieces:
                row.add(" " if row.width >= column else "").pad_to(column)
                self._pieces(row, insert_glyphs(pieces, judged), undone, spots, reached)
        spots.append((row.width, width, text.numbers[-1]))
        if text.comment and not columns.comment_sign_after_number:
            row.pad_to(columns.comment)
            role = "faint" if future else "note"
            row.add(f" {self.look.signs.comment} " if row.width > columns.comment else
                    f"{self.look.signs.comment} ", role, "b")  # fmt: skip
            spots.append((row.width, width, text.comment_event))
            row.add(self.look.clip(make_printable(text.comment), width - row.width), role, "i")
        return row

    def _margin(self, row: Row, item: EventItem) -> None:
        """Indent a row of a variation: a bracket at its start, then a thread."""
        if item.depth:
            first = item.note is None and item.row == 0
            thread = self.look.signs.thread.ljust(INDENT)
            row.add(thread * (item.depth - first), "note")
            row.add("(".ljust(INDENT) * first, "note", "b")

    def _judged(self, item: EventItem, numbers: range) -> dict[int, list[str]]:
        """Return the glyphs of a row's events, by event."""
        judged: dict[int, list[str]] = {}
        if item.course.glyphs or self.notes is not None:
            for number in numbers:
                if found := list_glyphs(item.course, self.notes, number):
                    judged[number] = found
        return judged

    def _sign(self, commented: object, judged: dict[int, list[str]]) -> str:
        """Return the sign in the column after the number."""
        for texts in judged.values():
            return texts[0][0]
        return self.look.signs.comment if commented else " "

    def _note(self, line: int, item: EventItem, columns: EventColumns, width: int) -> Row:
        """Return the row of a note."""
        assert item.note is not None
        note, look = item.note, self.look
        row = Row(look).add(" ")
        self._margin(row, item)
        reached = self._reached.get(item.course, -1)
        role = "faint" if item.number > reached else "note"
        here = item.course is self.course and item.number == self.number
        row.pad_to(indent_columns(columns, INDENT * item.depth).side)
        signs = {
            "comment": look.signs.comment, "bookmark": BOOKMARK, "date": DATED,
            "arrow": look.signs.solid[1], "highlight": look.signs.dashes[1],
        }  # fmt: skip
        row.add(f"{signs[note.kind]} ", role, "b")
        label = describe_note(note, self.narrator)
        lead = f"{label.lead} " if note.kind in ("arrow", "highlight") else ""
        text = signed(note, self.narrator) if note.kind == "comment" else lead + label.text
        how = "i" if note.kind == "comment" else ""
        row.add(look.clip(text, max(width - row.width, 0)), role, how + "b" * here)
        self._spots[line] = [(0, width, item.number)]
        return row

    def _pieces(
        self, row: Row, pieces: tuple[RowPiece, ...], undone: bool,
        spots: list[tuple[int, int, int]], reached: int,
    ) -> None:  # fmt: skip
        for at, piece in enumerate(pieces):
            joined = piece.text == "+" or (at and pieces[at - 1].text == "+")
            if at and not joined and piece.role != GLYPH:
                row.add(" ")
            how = "s" if undone else ""
            if piece.number == reached == self.number:
                how += "bu"
            if piece.role == GLYPH:
                row.add(piece.text, "note" if piece.number <= reached else "faint", "b")
                continue
            role = piece.role if piece.number <= reached else "faint"
            start = row.width
            row.add(self._format_piece(piece), role, how)
            spots.append((start, row.width, piece.number))

    def _format_piece(self, piece: RowPiece) -> str:
        if not piece.unit:
            return piece.text
        word = self.look.word(f"row_{piece.text}")
        return word if piece.unit == "-" else f"{piece.unit} {word}"

    def _turn(self, line: int, row: Row, item: EventItem, current: bool, width: int) -> Row:
        rows, at = self.outline.rows_of(item.course), item.row
        turn = rows.turn(at)
        numbers = rows.numbers(at)
        reached = self._reached.get(item.course, -1)
        future = numbers.start > reached
        row.add(self.look.signs.level + " ", "line")
        name = self.look.word("turn_rule", n=turn) if turn else self.look.word("set_up_rule")
        row.add(name, "faint" if future else "text", "b")
        date = self.narrator.date(turn)
        row.add(f" {date}" if date else "", "faint" if future else "dim")
        row.add(" ", "line")
        dice = rows.text(at).dice if numbers else ()
        text = " ".join(piece.text.strip("[]") for piece in dice)
        size = cell_len(text)
        row.rule(max(width - size - 4, row.width) if text else width)
        row.add(" " if text else "")
        spots = self._spots.setdefault(line, [])
        spots.append((0, row.width, numbers.start))
        for index, piece in enumerate(dice):
            how = "bu" if piece.number == reached == self.number else ""
            role = "faint" if piece.number > reached else "text" if how else "dim"
            row.add(" " if index else "").add(piece.text.strip("[]"), role, how)
            spots.append((row.width - len(piece.text) + 2, row.width, piece.number))
        return row.add(" ").rule(width) if text else row

    def _tail(self, width: int) -> list[Row]:
        """Return the rows below the last event: the ending or the error."""
        timeline, look = self.timeline, self.look
        if not timeline.is_complete:
            return [Row(look).add(" " + look.word("reading"), "faint")]
        fault = timeline.fault
        if fault is None:
            outcome = timeline.get_position(timeline.last).state.outcome
            if outcome is None:
                return [Row(look).add(" " + look.word("log_ends_here"), "faint")]
            role = "faint" if self._reached[timeline] < timeline.last else "text"
            row = Row(look).add(f" {look.signs.level} ", "line")
            row.add(look.word("end_rule", ending=outcome.ending), role, "b").add(" ")
            return [row.rule(width)]
        where = look.word("line_column", line=fault.line, column=fault.column)
        rows = [
            Row(look, "error-ground").add(f" {look.signs.bad} ", "error", "b")
            .add(f"{where}  {fault.id}", "error", "b").pad_to(width)
        ]  # fmt: skip
        label = fault.message.text(look.language)
        for text in wrap_cells(make_printable(label), width - 3):
            rows.append(Row(look).add("   " + text))
        if fault.text:
            rows.append(
                Row(look).add("   " + look.clip(make_printable(fault.text), width - 3), "error")
            )
        hint = fault.hint.text(look.language) if fault.hint else ""
        for text in wrap_cells(make_printable(hint), width - 3):
            rows.append(Row(look).add("   " + text, "dim"))
        if fault.legal:
            label = look.word("legal_here", events="  ".join(fault.legal))
            rows += [Row(look).add("   " + text, "dim") for text in wrap_cells(label, width - 3)]
        return rows

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Post the event under the pointer."""
        event.stop()
        spots = self._spots.get(event.y, [])
        within = [number for start, end, number in spots if start <= event.x < end]
        if within or spots:
            number = within[-1] if within else spots[-1][2]
            self.post_message(PositionRequested(number, self._courses[event.y]))
