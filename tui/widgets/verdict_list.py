"""The list of all rows of a log, valid or not, with the seals in a column."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

from senpu.logs.machine_lines import SIGNED
from senpu.notation.printable import make_printable
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.examination import Examination, SealMark
from senpu.replay.disputes.log_rows import EVENTS, LogRow
from senpu.tui.boards.scene import find_changes, find_role, is_lost, list_steps
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import ScrolledWidget, render_heading
from senpu.tui.widgets.verdict_page import find_seal_sign
from senpu.tui.widgets.verdict_text import VerdictTexts

ABOVE = 2
"""The number of rows above and below the chosen row that stay in view, if there is room."""


class RowChosen(Message):
    """A message: the row of an index was clicked."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index


class ListColumns(NamedTuple):
    """The first columns of the parts of a row."""

    side: int
    act: int
    dice: int
    result: int
    signed: int


class ListIndex:
    """The rows of an examination that the list shows, and the marks of the seals on them."""

    def __init__(self, found: Examination) -> None:
        self.found = found
        self.rows: list[LogRow] = [row for row in found.rows if row.kind not in SIGNED]
        self._lines = [row.line for row in self.rows]
        self.marks: dict[int, list[SealMark]] = {}
        """The seals and keys by the index of the last row above them."""
        for mark in found.list_marks():
            self.marks.setdefault(self.at_line(mark.line), []).append(mark)
        self.fault = self._find_fault()
        self.gaps = {gap.event: gap.number for gap in found.verdict.gaps}
        """The numbers of the gaps by their events."""

    def at_line(self, line: int) -> int:
        """Return the index of the last row that is not below a line of the file."""
        return max(bisect_left(self._lines, line + 1) - 1, 0)

    def _find_fault(self) -> int:
        """Return the index of the row at which the page opens; -1 for none.

        A fault that no row has, as one in the header or in a seal, belongs to the row below it.
        """
        line = self.found.line
        if not line or not self.rows:
            return -1
        at = bisect_left(self._lines, line)
        if at < len(self.rows) and self.rows[at].line == line:
            event = self.found.fault.event if self.found.fault else None
            while event and at + 1 < len(self.rows) and self.rows[at + 1].line == line:
                if self.rows[at].last >= event:
                    break
                at += 1
        return min(at, len(self.rows) - 1)

    def is_fault(self, at: int) -> bool:
        """Return whether a row is the invalid line or the line that differs."""
        return at == self.fault and self.rows[at].line == self.found.line

    def is_proven(self, at: int) -> bool:
        """Return whether a row is above the fault; a copy that differs is not a fault."""
        if self.found.rules is None:
            return False
        return self.found.fault is None or self.fault < 0 or at < self.fault

    def event_at(self, at: int) -> int:
        """Return the number of the last event up to a row."""
        while at >= 0 and not self.rows[at].last:
            at -= 1
        return self.rows[at].last if at >= 0 else 0

    def row_of(self, number: int) -> int:
        """Return the index of the row of an event."""
        return next((at for at, row in enumerate(self.rows) if row.last >= number > 0), 0)


class VerdictList(ScrolledWidget):
    """The rows of a log; posts RowChosen."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "rows")
        self.texts: VerdictTexts | None = None
        self.index: ListIndex | None = None
        self.chosen = 0
        self.is_wide = False
        self._results: dict[int, str] = {}
        self._follow = True
        """True if the chosen row stays in view; False after the user has scrolled."""

    def present(self, texts: VerdictTexts, index: ListIndex, chosen: int, is_wide: bool) -> None:
        """Show the rows with a chosen one."""
        if self.index is not index:
            self._results.clear()
        self._follow = self._follow or chosen != self.chosen or self.index is not index
        self.texts, self.index, self.chosen, self.is_wide = texts, index, chosen, is_wide
        self.repaint()

    def wheel(self, by: int, x: int) -> None:
        """Scroll; the chosen row may leave the view."""
        self._follow = False
        super().wheel(by, x)

    # ---- painting ---------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the visible rows below a heading."""
        index, texts, look = self.index, self.texts, self.look
        if index is None or texts is None or height < 1:
            return []
        fault = index.fault >= 0
        title = look.word(
            "list_rows" if not fault else "list_around" if index.found.fault else "list_fork"
        )
        row = index.rows[self.chosen] if index.rows else None
        account = texts.account(row.first or index.event_at(self.chosen)) if row else ""
        is_long = cell_len(account) > width - cell_len(title) - 10
        head = [render_heading(look, title, width, "text", "" if is_long else account)]
        if is_long and height > 3:
            head.append(Row(look).add(" ").add(look.clip(account, width - 2), "dim"))
        if self.is_wide and height > 8:
            head.append(self._labels(width))
        room = height - len(head)
        lines = self._arrange(index, room)
        self.items = [-1] * len(head) + [at for at, _ in lines]
        columns = self._columns(width)
        rows = head + [
            self._note(index, columns) if is_note else self._row(index, at, columns, width)
            for at, is_note in lines
        ]
        return [row.strip(width) for row in rows]

    def _arrange(self, index: ListIndex, room: int) -> list[tuple[int, bool]]:
        """Return the index of each visible row; with True the note below the invalid row."""
        lines: list[tuple[int, bool]] = []
        here = 0
        has_note = index.fault >= 0 and index.fault < len(index.rows) - 1 and room > 5
        for at in range(len(index.rows)):
            noted = [(at, True)] if has_note and at == index.fault else []
            if not index.is_fault(at):
                lines += noted
            if at == self.chosen:
                here = len(lines)
            lines.append((at, False))
            if index.is_fault(at):
                lines += noted
        if self._follow:
            above = max(room * 3 // 5, 1) if room > 5 else min(1, room - 1)
            below = min(ABOVE, len(lines) - 1 - here, max(room // 3, 0))
            if not self.top <= here - min(ABOVE, above) or here > self.top + room - 1 - below:
                self.top = here - above
        self.top = max(min(self.top, len(lines) - room), 0)
        return lines[self.top : self.top + room]

    def _columns(self, width: int) -> ListColumns:
        signed = width - (14 if self.is_wide else 7)
        act = 15 if self.is_wide else 14
        room = signed - act
        dice = act + max(room * 45 // 100, 14)
        return ListColumns(act - 2, act, dice, dice + (9 if room > 40 else 8), signed)

    def _labels(self, width: int) -> Row:
        look, columns = self.look, self._columns(width)
        row = Row(look).add(look.word("list_line").rjust(6), "dim")
        row.add(f"{look.word('list_number')} ".rjust(columns.side - row.width), "dim")
        for at, word in (
            (columns.act, "list_act"), (columns.dice, "list_dice"),
            (columns.result, "list_result"), (columns.signed, "list_signed"),
        ):  # fmt: skip
            row.pad_to(at).add(look.word(word), "dim")
        return row

    def _note(self, index: ListIndex, columns: ListColumns) -> Row:
        """Return the row that says that the following events are not proven."""
        verdict = index.found.verdict
        rest = verdict.events - index.found.last_proven
        if index.found.rules is None:
            text = self.look.word("list_text_only")
        else:
            word = "list_not_proven" if index.found.fault else "list_differs"
            text = self.look.word(word, n=rest)
        return Row(self.look).pad_to(columns.act).add(text, "error")

    def _row(self, index: ListIndex, at: int, columns: ListColumns, width: int) -> Row:
        look, row = self.look, index.rows[at]
        here, wrong = at == self.chosen, index.is_fault(at)
        proven = index.is_proven(at)
        on = "error-ground" if wrong else "now-ground" if here else "background"
        line = Row(look, on)
        sign = " " if proven else look.signs.level
        sign = look.signs.bad if wrong else look.signs.here if here else sign
        line.add(sign, "error" if wrong else "now" if here else "faint", "b")
        above = index.rows[at - 1] if at else None
        number = "" if above is not None and above.line == row.line else str(row.line)
        dim = "dim" if proven or here or wrong else "faint"
        line.add(number.rjust(5), dim).add(str(row.first or "").rjust(5), dim).add(" ")
        role = self._actor(row)
        line.pad_to(columns.side).add(row.letter or " ", role if proven else dim, "b")
        text = "text" if proven else "dim" if on != "background" else "faint"
        how = ("b" if here or wrong else "") + ("u" if here else "")
        line.pad_to(columns.act)
        self._text(index, at, line, columns, "error" if wrong else text, how, width)
        self._signs(index, at, line, columns, width)
        return line.pad_to(width)

    def _text(
        self, index: ListIndex, at: int, line: Row, columns: ListColumns, role: str, how: str,
        width: int,
    ) -> None:  # fmt: skip
        """Add the act, the dice and the result, or the whole text of another row."""
        look, row = self.look, index.rows[at]
        signed = columns.signed if at in index.marks else width
        turn = look.word("turn_of", n=row.turn) if row.turn is not None else ""
        if row.kind != EVENTS:
            text = turn or row.act
            line.add(look.clip(text, signed - line.width - 1), role, how)
            return
        lead = f"{turn}  " if turn else ""
        if gap := index.gaps.get(row.first):
            text = f"{look.signs.gap} {look.word('row_gap', n=gap)}"
            line.add(look.clip(lead + text, signed - line.width - 1), "note", f"b{how}")
            return
        end = columns.dice if row.dice else columns.result if row.result else signed
        narrator = self.texts.narrator if self.texts is not None and row.stated else None
        act = narrator.label("stated_position") if narrator is not None else row.act
        line.add(look.clip(lead + act, max(end - line.width - 1, 4)), role, how)
        if row.dice:
            end = columns.result if row.result else signed
            start = columns.dice if row.act or turn else columns.act
            line.pad_to(start).add(look.clip(row.dice, max(end - start - 1, 4)), role, how)
        result = " ".join(filter(None, (row.result, self._find_result(index, at))))
        if result:
            start = max(columns.result, line.width + 1)
            line.pad_to(start).add(look.clip(result, max(signed - start - 1, 2)), role, how)

    def _find_result(self, index: ListIndex, at: int) -> str:
        """Return the results that the file does not contain: lost and reduced units."""
        if at not in self._results:
            row = index.rows[at]
            timeline = index.found.find_timeline(row.last) if row.dice else None
            self._results[at] = self._describe_losses(timeline, row) if timeline else ""
        return self._results[at]

    def _describe_losses(self, timeline: Timeline, row: LogRow) -> str:
        found = []
        for step in list_steps(timeline, range(row.first, row.last + 1)):
            for old, new in find_changes(step.before, step.after):
                if is_lost(old, new):
                    found.append(f"{new.id} {self.look.word('row_lost')}")
                elif new.reduced and not old.reduced and new.place == old.place:
                    found.append(f"{new.id} {self.look.word('row_reduced')}")
        return " ".join(found)

    def _actor(self, row: LogRow) -> str:
        texts = self.texts
        sides = texts.narrator.spec.sides if texts and texts.narrator else ()
        return find_role(sides, row.letter, "dim")

    def _signs(
        self, index: ListIndex, at: int, line: Row, columns: ListColumns, width: int
    ) -> None:
        """Add the seals on the last line of a row: the letter of each side and its sign."""
        marks, texts, look = index.marks.get(at), self.texts, self.look
        if not marks or texts is None:
            return
        spec = texts.narrator.spec if texts.narrator else None
        letters = {side.id: side.letter for side in spec.sides} if spec else {}
        line.pad_to(columns.signed)
        for mark in marks:
            letter = letters.get(mark.side, mark.side[:1].upper())
            role = find_role(spec.sides if spec else (), mark.side)
            sign, colour = find_seal_sign(look, mark.status)
            line.add(letter, role, "b").add(sign, colour, "b")
            name = make_printable(index.found.record.headers.get(mark.side.capitalize(), ""))
            if self.is_wide and len(marks) == 1 and line.width + cell_len(name) + 1 < width:
                line.add(f" {name}", "dim")
            line.add(" ")

    # ---- mouse ------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Post the row under the pointer."""
        event.stop()
        at = self.find_item(event.y)
        if at >= 0:
            self.post_message(RowChosen(at))
