"""The parts of two logs that are not rows: the band, the strip of differences, the sentences."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.strip import Strip

from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells, wrap_text
from senpu.tui.widgets.pair_findings import (
    NAMES,
    BandStatement,
    PositionDifferences,
    join_values,
    measure_column,
)
from senpu.tui.widgets.panels import ScrolledWidget, join_columns, render_heading

WIDE = 100
"""The width from which texts are whole and values have a row each."""


class PairBand(PaintedWidget):
    """The facts about both logs: a red ground for proven facts, else a plain one."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "band")
        self.statements: Sequence[BandStatement] = ()
        self.hint = ""
        """The key that saves the proof, with its label."""

    def present(self, statements: Sequence[BandStatement], hint: str) -> None:
        """Show other facts."""
        self.statements, self.hint = statements, hint
        self.repaint()

    def rows_for(self, width: int) -> int:
        """Return the rows that all facts need."""
        return len(self._rows(width))

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows; a cut is marked in the last one."""
        rows = self._rows(width)
        if len(rows) > height > 0:
            rows[height - 1].pad_to(width - 4).add(f" {self.look.signs.more}", "text", "b")
        return [row.strip(width) for row in rows[:height]]

    def _rows(self, width: int) -> list[Row]:
        look, rows = self.look, list[Row]()
        for statement in self.statements:
            is_proven = statement.role == "error"
            hint = self.hint if is_proven and not rows else ""
            room = max(width - 5 - (cell_len(hint) + 2 if hint else 0), 10)
            text = statement.text if width >= WIDE else statement.short
            sign = getattr(look.signs, statement.sign) if statement.sign else " "
            for at, line in enumerate(wrap_cells(text, room)):
                row = Row(look, "error-ground" if is_proven else "raised").add(" ")
                row.add(f"{sign if not at else ' '} ", statement.role, "b")
                row.add(line, statement.role if is_proven else "text", "b" * (not rows))
                if hint and not at:
                    row.pad_to(width - cell_len(hint) - 2)
                    key, _, label = hint.partition(" ")
                    row.add(key, "now", "b").add(f" {label}")
                rows.append(row)
        return rows


class DifferenceStrip(ScrolledWidget):
    """The values that differ in the positions of both logs, then the values that do not."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "strip")
        self.title = ""
        self.found: PositionDifferences | None = None
        self.note = ""
        """The text if there is nothing to compare."""

    def present(self, title: str, found: PositionDifferences | None, note: str) -> None:
        """Show other differences."""
        if found != self.found:
            self.top = 0
        self.title, self.found, self.note = title, found, note
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the title and the rows."""
        if height < 1 or width < 12:
            return []
        look, found = self.look, self.found
        count = look.word("pair_units", n=len(found.units), of=found.total) if found else ""
        role = "differs" if found and found.rows else "dim"
        count = count if found and found.units else ""
        row = render_heading(look, self.title, width, role, count)
        rows = self._table(width, height - 1) if width >= WIDE else self._lines(width)
        self.top = max(min(self.top, len(rows) - (height - 1)), 0)
        shown = rows[self.top : self.top + height - 1]
        hidden = len(rows) - self.top - len(shown)
        if hidden and len(shown) > 1:
            shown[-1] = Row(look).add("  " + look.word("more", n=hidden + 1), "faint")
        return [row.strip(width), *(each.strip(width) for each in shown)]

    def _note(self, width: int) -> list[Row]:
        return wrap_text(self.look, self.note, width - 4, "dim", 2)

    def _table(self, width: int, height: int) -> list[Row]:
        """Return a row per value, and on the right the values that are the same."""
        look, found = self.look, self.found
        if found is None or not found.rows:
            return self._note(width)
        word = look.word
        heads = (word("pair_unit"), word("pair_place"), word("pair_value"), *NAMES)
        columns = list(zip(*((r.what, r.place, r.kind, r.one, r.other) for r in found.rows),
                           strict=True))  # fmt: skip
        most = (30, 10, 14, 30, 30)
        sizes = [measure_column(texts, head, limit)
                 for texts, head, limit in zip(columns, heads, most, strict=True)]  # fmt: skip
        starts, at = [], 2
        for n, size in enumerate(sizes):
            starts.append(at)
            at += size + (4 if n >= 2 else 2)
        row = Row(look)
        for n, (start, head) in enumerate(zip(starts, heads, strict=True)):
            row.pad_to(start).add(head, "text" if n > 2 else "faint", "b" if n > 2 else "")
        rows = [row]
        for each in found.rows:
            row = Row(look).pad_to(starts[0])
            side = f"side{each.side}" if each.side >= 0 else "text"
            row.add(look.clip(each.what, sizes[0]), side, "b")
            row.pad_to(starts[1]).add(look.clip(each.place, sizes[1]))
            row.pad_to(starts[2]).add(look.clip(each.kind, sizes[2]), "dim")
            for n, text in ((3, each.one), (4, each.other)):
                row.pad_to(starts[n] - 1)
                row.add(f" {look.clip(text, sizes[n])} ", "background", "b", "differs")
            rows.append(row)
        self._add_same(rows, at + 2, width, height)
        return rows

    def _add_same(self, rows: list[Row], start: int, width: int, height: int) -> None:
        """Add the values that are the same, to the right of the table if there is room."""
        look, found = self.look, self.found
        assert found is not None
        text = look.word("pair_same", what=found.same) if found.same else ""
        room = width - start - 2
        if not text or room < 24:
            return
        for at, line in enumerate(look.wrap(text, room, height)):
            if at == len(rows):
                rows.append(Row(look))
            rows[at].pad_to(start).add(line, "dim")

    def _lines(self, width: int) -> list[Row]:
        """Return a row per unit, and then the values that are the same."""
        look, found = self.look, self.found
        if found is None or not found.rows:
            return self._note(width)
        rows = []
        for first, one, other in join_values(found.rows, look):
            row = Row(look).add(" ")
            what = first.what
            if first.place:
                what = look.word("pair_in", unit=what, place=first.place)
            side = f"side{first.side}" if first.side >= 0 else "text"
            row.add(look.clip(what, max(width * 2 // 5, 8)), side, "b")
            for name, text in zip(NAMES, (one, other), strict=True):
                row.add(f"  {name} ", "text", "b")
                room = max((width - row.width - 2) // (2 if name == NAMES[0] else 1) - 4, 6)
                row.add(f" {look.clip(text, room)} ", "background", "b", "differs")
            rows.append(row)
        if found.same:
            text = look.word("pair_same", what=found.same)
            rows.append(Row(look).add(" " + look.clip(text, width - 2), "dim"))
        return rows


class LogSentences(NamedTuple):
    """The sentences of the current event of a log, and its comments."""

    text: str = ""
    comment: str = ""


class PairSentences(PaintedWidget):
    """The effects and comments of the current event of each log."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "sentences")
        self.logs: Sequence[LogSentences] = (LogSentences(), LogSentences())

    def present(self, logs: Sequence[LogSentences]) -> None:
        """Show other sentences."""
        self.logs = logs
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows: next to each other on a wide screen."""
        if width >= WIDE:
            half = (width - 1) // 2
            columns = [self._column(half, 0, height), self._column(width - half - 1, 1, height)]
            rows = join_columns(self.look, columns, (half + 1, width - half - 1))
            return [row.strip(width) for row in rows]
        # A log with a short sentence leaves its rows to the other one.
        second = len(self._column(width, 1, 0, True))
        first = max(min(len(self._column(width, 0, 0, True)), height - min(second, 1)), 1)
        first = max(first, height - second)
        rows = [*self._column(width, 0, first, True),
                *self._column(width, 1, height - first, True)]  # fmt: skip
        return [row.strip(width) for row in rows]

    def _column(self, width: int, at: int, height: int, named: bool = False) -> list[Row]:
        """Return the sentences of a log, then its comments, in some rows; 0 for all rows."""
        look, log = self.look, self.logs[at]
        lead = f"{NAMES[at]} " if named else ""
        start = 1 + len(lead)
        rows: list[Row] = []
        comments = wrap_cells(log.comment, max(width - start - 3, 8)) if log.comment else []
        room = max(width - start - 1, 8)
        if named and height:
            sentences = look.wrap(log.text, room, max(height - bool(comments and height > 1), 1))
        else:
            sentences = wrap_cells(log.text, room)
        for n, line in enumerate(sentences):
            row = Row(look).add(" ").add(lead if not n else " " * len(lead), "text", "b")
            rows.append(row.add(line))
        for n, line in enumerate(comments):
            row = Row(look).pad_to(start).add("  " if n else f"{look.signs.comment} ", "note", "b")
            rows.append(row.add(line, "note", "i"))
        if len(rows) > height > 0:
            rows = rows[:height]
            cut = Row(look).add(f" {look.signs.more}", "note" if comments else "dim", "b")
            rows[-1] = Row(look).join(rows[-1], min(rows[-1].width, width - 3)).join(cut, 3)
        return rows + [Row(look)] * (height - len(rows))
