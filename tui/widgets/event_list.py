"""The list of events in columns: number, sign of a note, side, act, dice, result.

The rows are turns and activations. The heading of the turn stays at the top. The widget lays out
only the visible rows of a log of any length.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.notation.events import Roll
from senpu.notation.printable import make_printable
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import GameLine, Timeline, list_ancestors
from senpu.replay.disputes.log_timeline import list_sealed_events
from senpu.tui.boards.scene import find_role
from senpu.tui.widgets.clicks import PositionRequested
from senpu.tui.widgets.event_cells import (
    SIDE,
    EventColumns,
    RowLines,
    arrange_row,
    compute_columns,
)
from senpu.tui.widgets.event_rows import EventItem, EventOutline, RowPiece, Rows, RowText
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import ScrolledWidget, render_heading
from senpu.tui.widgets.reading_pane import NoteIndex

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline, VariationTree


AHEAD = 3
"""Minimum visible lines below the current row."""
INDENT = 2
"""Cells of indentation for each level of variation."""
HEADED = 8
"""The lines from which the list has a row with the names of its columns."""


def measure_rolls(timeline: Timeline, after: int = 0) -> int:
    """Return the cells of the longest roll among the events that have been read after one."""
    rolls = (timeline.get_event(number).event for number in range(after + 1, timeline.last + 1))
    return max((len(format_event(each)) for each in rolls if type(each) is Roll), default=0)


class EventList(ScrolledWidget):
    """All events that are loaded. Posts PositionRequested for clicks."""

    def __init__(self, look: Look, timeline: Timeline, rows: Rows, narrator: Narrator) -> None:
        super().__init__(look, "list")
        self.timeline, self.rows, self.narrator = timeline, rows, narrator
        self.outline = EventOutline(rows, timeline)
        self.notes = NoteIndex()
        self.hides_signs = False
        """True if the signs of notes are folded."""
        self.seals: Mapping[int, RowPiece] = {}
        """The mark of a sealed event, at the end of its row."""
        self.course: AnyTimeline = timeline
        """The log or the variation in view."""
        self.number = 0
        self._roll = measure_rolls(timeline)
        """The cells of the longest roll, up to the event `_measured`."""
        self._measured = timeline.last
        self._columns_by_width: dict[tuple[int, int, int, str], EventColumns] = {}
        self._reached: dict[GameLine, int] = {timeline: 0}
        """The current event of each line in view."""
        self._follow = True
        self._height = 0
        self._spots: list[tuple[AnyTimeline | None, list[tuple[int, int, int]]]] = []
        """For each painted line, its course, and the first cell, end and event of each piece."""
        self._arranged: dict[tuple[GameLine, int, int], tuple[RowText, RowLines]] = {}
        """The lines of each row, by line, row and width."""
        self._arranged_for: tuple[object, ...] = ()

    def note(self, tree: "VariationTree | None") -> None:
        """Show the signs of other notes."""
        self.notes.tree = tree
        self.outline = EventOutline(self.rows, self.timeline)
        self._arranged.clear()

    def present(self, course: "AnyTimeline", number: int, narrator: Narrator) -> None:
        """Show the position after an event and its surroundings."""
        self.course, self.number, self.narrator = course, number, narrator
        self.outline.show(course)
        self._reached = {}
        for each in reversed(list_ancestors(course)):
            self._reached[each] = number
            number = each.fork
        self._follow = True
        self.repaint()

    # ---- the visible rows -----------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the visible rows."""
        self._spots = []
        if width < 12:
            return []
        headed = height >= HEADED
        columns = self._columns(width)
        current = self.outline.index_of(self.course, self.number)
        body = max(height - headed - 1, 1)
        tail = self._tail(width)
        self._scroll(current, body, tail, width)
        strips: list[Strip] = []
        if headed:
            strips.append(self._heading(columns).strip(width))
            self._spots.append((None, []))
        first = self.top
        if len(self.outline):
            heading = self.outline.find_heading(self.top)
            if heading is not None:
                at = self.outline.index_of_row(heading.course, heading.row)
                strips.append(self._turn(heading, at == current, width).strip(width))
                first += at == self.top
        for at in range(first, len(self.outline)):
            if len(strips) >= height:
                break
            strips += self._paint_item(at, at == current, width, height - len(strips))
        else:
            strips += [row.strip(width) for row in tail]
        return strips[:height]

    def _columns(self, width: int) -> EventColumns:
        """Return the columns; they depend only on the width, the log and the language."""
        if self._measured < self.timeline.last:
            self._roll = max(self._roll, measure_rolls(self.timeline, self._measured))
            self._measured = self.timeline.last
        key = (width, len(str(self.timeline.last)), self._roll, self.look.language)
        if key not in self._columns_by_width:
            named = cell_len(self.look.word("list_dice"))
            columns = compute_columns(width, self.timeline.last, max(self._roll, named))
            self._columns_by_width[key] = columns
        return self._columns_by_width[key]

    def _scroll(self, current: int, body: int, tail: list[Row], width: int) -> None:
        """Keep the current row and some lines after it in view, and fill the height."""
        count = len(self.outline)
        if self._follow or body != self._height:
            self._height, self._follow = body, False
            after = sum(
                self._measure(at, current, width)
                for at in range(max(current, 0) + 1, min(max(current, 0) + 1 + AHEAD, count))
            )
            if max(current, 0) + AHEAD >= count - 1:
                after += len(tail)
            here = self._measure(current, current, width) if current >= 0 else 0
            ahead = min(after, AHEAD if current < count - 1 else body, body // 3)
            least = self._climb(max(current, 0), body - here - ahead, current, width)
            if self.top < least:
                self.top = least
            elif self.top > max(current - 1, 0):
                self.top = self._climb(max(current, 0), body // 3, current, width)
        if count - self.top <= body:
            most = self._climb(count, body - len(tail), current, width)
            self.top = min(self.top, most)
        self.top = max(self.top, 0)

    def _climb(self, index: int, lines: int, current: int, width: int) -> int:
        """Return the first of the rows before `index` that fit into a number of lines."""
        while index > 0:
            lines -= self._measure(index - 1, current, width)
            if lines < 0:
                break
            index -= 1
        return index

    def _measure(self, index: int, current: int, width: int) -> int:
        """Return the lines of a row."""
        item = self.outline.get_item(index)
        if self.outline.rows_of(item.course).is_turn(item.row):
            return 1
        lines = self._arrange(item, width)[1]
        return lines.height if index == current else lines.least

    def _arrange(self, item: EventItem, width: int) -> tuple[RowText, RowLines]:
        """Return the text of a row and its lines."""
        columns = self._columns(width - INDENT * item.depth)
        key = (len(str(self.timeline.last)), self.look.language, self._roll, width)
        if key != self._arranged_for:
            self._arranged.clear()
            self._arranged_for = key
        text = self.outline.rows_of(item.course).text(item.row)
        found = self._arranged.get((item.course, item.row, width))
        if found is None or found[0] is not text:
            act, dice, result = (
                [self._format_piece(piece) for piece in pieces]
                for pieces in (text.act, text.dice, text.result)
            )
            found = text, arrange_row(act, dice, result, columns)
            self._arranged[item.course, item.row, width] = found
        return found

    def _format_piece(self, piece: RowPiece) -> RowPiece:
        if not piece.unit:
            return piece
        word = self.look.word(f"row_{piece.text}")
        text = word if piece.unit == "-" else f"{piece.unit} {word}"
        if piece.text == "position_stated":
            text = f"{self.look.signs.gap} {word}"
        return RowPiece(text, piece.number, piece.role)

    # ---- painting -------------------------------------------------------------------------

    def _heading(self, columns: EventColumns) -> Row:
        """Return the row with the names of the columns."""
        word = self.look.word
        number = word("list_number")
        row = Row(self.look).pad_to(columns.number - cell_len(number)).add(number, "faint")
        row.pad_to(columns.act).add(word("list_act"), "faint")
        if columns.has_cells:
            row.pad_to(columns.dice).add(word("list_dice"), "faint")
            row.pad_to(columns.result).add(word("list_result"), "faint")
        return row

    def _paint_item(self, index: int, current: bool, width: int, room: int) -> list[Strip]:
        """Return the lines of a row, at most `room` of them."""
        item = self.outline.get_item(index)
        if self.outline.rows_of(item.course).is_turn(item.row):
            return [self._turn(item, current, width).strip(width)]
        text, lines = self._arrange(item, width)
        count = lines.height if current else lines.least
        skipped = max(self._find_line(lines) - room + 1, 0) if current and count > room else 0
        return [
            self._line(item, text, lines, at, count, current, width, at == skipped)
            for at in range(skipped, min(count, skipped + room))
        ]

    def _find_line(self, lines: RowLines) -> int:
        """Return the line of the current event."""
        for column in (lines.result, lines.dice, lines.act):
            for at, line in enumerate(column):
                if any(piece.number == self.number for piece in line):
                    return at
        return 0

    def _line(
        self, item: EventItem, text: RowText, lines: RowLines, at: int, count: int,
        current: bool, width: int, first: bool,
    ) -> Strip:  # fmt: skip
        """Return a line of a row; the first one has its number, sign and side."""
        row = Row(self.look, "now-ground" if current else "background")
        indent = INDENT * item.depth
        columns = self._columns(width - indent)
        reached = self._reached.get(item.course, -1)
        future = text.numbers.start > reached
        undone = self.outline.rows_of(item.course).undone(item.row)
        spots: list[tuple[int, int, int]] = []
        self._spots.append((item.course, spots))
        row.add(self.look.signs.here if current and first else " ", "now", "b")
        self._margin(row, item, first)
        if first:
            self._label(row, item, text, columns, indent, current, undone)
        spots.append((0, columns.act + indent, text.numbers.start))
        for start, column in (
            (columns.act, lines.act), (columns.dice, lines.dice), (columns.result, lines.result)
        ):  # fmt: skip
            if at < len(column):
                row.pad_to(start + indent)
                self._pieces(row, column[at], undone, spots, reached)
        if at == count - 1:  # results without a line continue here, and are cut
            for rest in (lines.result or lines.act)[count:]:
                self._pieces(row.add(" "), rest, undone, spots, reached)
        spots.append((row.width, width, text.numbers[-1]))
        seal = next((self.seals[n] for n in text.numbers if n in self.seals), None)
        hidden = at == count - 1 and count < lines.height
        room = width - (cell_len(seal.text) + 1 if seal and first else 0)
        strip = row.strip(max(row.width, room))
        if hidden or row.width > room:
            more = Row(self.look, row.on).add(self.look.signs.more, "faint" if future else "dim")
            cut = min(row.width, room - more.width)
            strip = Strip.join([row.strip(row.width).crop(0, cut), more.strip(room - cut)])
        if seal and first:
            mark = Row(self.look, row.on).add(" ").add(seal.text, seal.role, "b")
            strip = Strip.join([strip, mark.strip(width - room)])
        return strip

    def _label(
        self, row: Row, item: EventItem, text: RowText, columns: EventColumns, indent: int,
        current: bool, undone: bool,
    ) -> None:  # fmt: skip
        """Add the number, the sign and the side of a row."""
        reached = self._reached.get(item.course, -1)
        future = text.numbers.start > reached
        shown = reached if current else text.numbers.start
        row.add(f"{shown:>{columns.number + indent - row.width}}",
                "faint" if future else "text" if current else "dim",
                "b" if current else "")  # fmt: skip
        sign = "" if self.hides_signs else self.notes.find_sign(item.course, text.numbers)
        if undone:
            row.add(self.look.signs.undone, "error")
        else:
            row.add(sign, "faint" if future else "note", "b")
        row.pad_to(columns.number + indent + SIDE)
        letters = {side.id: (side.letter, n) for n, side in enumerate(self.narrator.spec.sides)}
        letter, side = letters.get(text.actor, (" ", 0))
        row.add(letter, "faint" if future else f"side{side}", "" if future else "b")

    def _margin(self, row: Row, item: EventItem, first: bool) -> None:
        """Indent a row of a variation: a bracket at its start, then a thread."""
        if item.depth:
            begins = item.row == 0 and first
            thread = self.look.signs.thread.ljust(INDENT)
            row.add(thread * (item.depth - begins), "note")
            row.add("(".ljust(INDENT) * begins, "note", "b")

    def _pieces(
        self, row: Row, pieces: Iterable[RowPiece], undone: bool,
        spots: list[tuple[int, int, int]], reached: int,
    ) -> None:  # fmt: skip
        later = "dim" if row.on == "now-ground" else "faint"
        for piece in pieces:
            text = piece.text.lstrip(" ")
            row.add(" " * (len(piece.text) - len(text)))
            how = "s" if undone else ""
            if piece.number == reached == self.number:
                how += "bu"
            role = piece.role if piece.number <= reached else later
            start = row.width
            row.add(text, role, how)
            spots.append((start, row.width, piece.number))

    def _turn(self, item: EventItem, current: bool, width: int) -> Row:
        """Return the heading of a turn, with the dice that open it."""
        rows, at = self.outline.rows_of(item.course), item.row
        turn = rows.turn(at)
        numbers = rows.numbers(at)
        reached = self._reached.get(item.course, -1)
        future = numbers.start > reached
        row = Row(self.look, "now-ground" if current else "background")
        signs = self.look.signs
        row.add(signs.here if current else signs.level, "now" if current else "line", "b" * current)
        self._margin(row.add(" "), item, True)
        name = self.look.word("turn_of", n=turn) if turn else self.look.word("set_up_rule")
        row.add(name, "faint" if future else "text", "b")
        date = self.narrator.date(turn)
        row.add(f"  {date}" if date else "", "faint" if future else "dim")
        row.add(" ", "line")
        dice = rows.text(at).dice if numbers else ()
        text = " ".join(piece.text.strip("[]") for piece in dice)
        size = cell_len(text)
        row.rule(max(width - size - 4, row.width) if text else width)
        row.add(" " if text else "")
        spots = [(0, row.width, numbers.start)]
        self._spots.append((item.course, spots))
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
            title = look.word("end_rule", ending=self.narrator.name_ending(outcome.ending, "brief"))
            return [render_heading(look, title, width, role, margin=1)]
        where = look.word("line_column", line=fault.line, column=fault.column)
        rows = [
            Row(look, "error-ground").add(f" {look.signs.bad} ", "error", "b")
            .add(f"{where}  {fault.id}", "error", "b").pad_to(width)
        ]  # fmt: skip
        label = fault.message.text(look.language)
        rows += wrap_text(look, label, width - 3, margin=3)
        if fault.text:
            rows.append(
                Row(look).add("   " + look.clip(make_printable(fault.text), width - 3), "error")
            )
        hint = fault.hint.text(look.language) if fault.hint else ""
        rows += wrap_text(look, hint, width - 3, "dim", 3)
        if fault.legal:
            label = look.word("legal_here", events="  ".join(fault.legal))
            rows += wrap_text(look, label, width - 3, "dim", 3)
        return rows + wrap_text(look, look.word("rows_after_error"), width - 3, "dim", 3)

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Post the event under the pointer."""
        event.stop()
        course, spots = self._spots[event.y] if event.y < len(self._spots) else (None, [])
        within = [number for start, end, number in spots if start <= event.x < end]
        if course is not None:
            number = within[-1] if within else spots[-1][2]
            self.post_message(PositionRequested(number, course))


def mark_seals(timeline: Timeline, look: Look) -> dict[int, RowPiece]:
    """Return the marks of the events below which sides have sealed the log."""
    marks: dict[int, RowPiece] = {}
    for number, side, checked in list_sealed_events(timeline):
        letter = timeline.rules.letter.get(side, side[:1].upper())
        text = f"{letter}{look.signs.good if checked else '?'}"
        role = find_role(timeline.rules.spec.sides, side)
        if before := marks.get(number):
            text, role = f"{before.text} {text}", "text"
        marks[number] = RowPiece(text, number, role)
    return marks
