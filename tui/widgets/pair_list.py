"""The list of two logs, row against row: equal rows are dim, differing cells are lit."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message
from textual.strip import Strip

from senpu.logs.machine_lines import KEY, SEAL
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.disputes.log_rows import TURN
from senpu.tui.boards.scene import find_role
from senpu.tui.widgets.event_cells import break_pieces
from senpu.tui.widgets.event_rows import RowPiece
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.pair_findings import NAMES
from senpu.tui.widgets.pair_lines import ERROR, SIGNED, PairLine, PairLines, RowCells
from senpu.tui.widgets.panels import ScrolledWidget, render_heading

WIDE = 60
"""The cells of a half from which the columns have headings and more room."""


class PairRowChosen(Message):
    """A request to go to a row of the list, from one of the logs (0 or 1)."""

    def __init__(self, row: int, log: int) -> None:
        super().__init__()
        self.row = row
        self.log = log


class PairColumns(NamedTuple):
    """The first cells of the columns of a half, and its width."""

    sign: int
    side: int
    act: int
    dice: int
    result: int
    width: int


def compute_pair_columns(width: int, last: int, wide: bool) -> PairColumns:
    """Return the columns of a half; `last` is the largest number of an event."""
    digits = max(len(str(last)), 3)
    sign = 1 + digits + wide
    side = sign + 1
    act = side + 2
    dice_cells, result_cells = (14, 20) if wide else (7, 10)  # `[3 1]+` is whole
    result = max(width - result_cells - 1, act + 8)
    return PairColumns(sign, side, act, max(result - dice_cells, act + 4), result, width)


def wrap_notation(text: str, width: int) -> list[str]:
    """Return an act in rows of at most `width` cells, broken after `+`, `>` and spaces."""
    lines = break_pieces([RowPiece(text, 0)], width) if text else []
    return ["".join(piece.text for piece in line).rstrip() for line in lines] or [""]


class PairList(ScrolledWidget):
    """The aligned rows of two logs. Posts PairRowChosen."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "rows")
        self.pair: PairLines | None = None
        self.narrators: tuple[Narrator | None, Narrator | None] = (None, None)
        self.cursor = (0, 0)
        """The row of the cursor in each log."""
        self.front = 0
        self.unchecked: frozenset[tuple[int, int]] = frozenset()
        """The seals whose signatures could not be checked, by log and covered line."""
        self.signs: Sequence[Mapping[int, str]] = ({}, {})
        """The signs of notes by event, for each log."""
        self.title = ""
        """The part that both logs share."""
        self.note = ""
        """The text before the rows are known."""
        self._follow = True
        self._height = 0
        self._drawn: dict[int, list[Strip]] = {}
        """The lines of rows without the cursor, by row."""
        self._drawn_for: tuple[object, ...] = ()

    def present(
        self,
        pair: PairLines | None,
        narrators: tuple[Narrator | None, Narrator | None],
        cursor: tuple[int, int],
        front: int,
        note: str = "",
    ) -> None:
        """Show rows with the cursor on a row of each log."""
        self._follow = self._follow or cursor != self.cursor or front != self.front
        self.pair, self.narrators, self.cursor = pair, narrators, cursor
        self.front, self.note = front, note
        self.repaint()

    # ---- painting -------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Yield the visible rows."""
        pair = self.pair
        self.items = []
        if pair is None or width < 20:
            return [Row(self.look).add(f" {self.note}", "dim").strip(width)]
        half = (width - 1) // 2
        lasts = [side.timeline.last for side in pair.sides if side.timeline is not None]
        last = max(lasts, default=0)
        wide = half >= WIDE
        columns = (
            compute_pair_columns(half, last, wide),
            compute_pair_columns(width - half - 1, last, wide),
        )
        drawn_for = (columns, self.look, pair, self.unchecked, *self.signs)
        if drawn_for != self._drawn_for:
            self._drawn, self._drawn_for = {}, drawn_for
        strips = self._headings(columns, width) if wide and height > 6 else []
        self.items += [-1] * len(strips)
        room = height - len(strips)
        if self._follow or room != self._height:
            self._follow, self._height = False, room
            self._keep_in_view(columns, room)
        self.top = max(min(self.top, len(pair) - 1), 0)
        for index in range(self.top, len(pair)):
            if len(strips) >= height:
                break
            found = self._draw(index, columns)
            strips += found
            self.items += [index] * len(found)
        return strips

    def _draw(self, index: int, columns: tuple[PairColumns, PairColumns]) -> list[Strip]:
        """Return the lines of a row; lines without the cursor are kept."""
        found = self._drawn.get(index) if index not in self.cursor else None
        if found is None:
            width = sum(half.width for half in columns) + 1
            found = [row.strip(width) for row in self._rows(index, columns)]
            if index not in self.cursor:
                self._drawn[index] = found
        return found

    def _keep_in_view(self, columns: tuple[PairColumns, PairColumns], room: int) -> None:
        """Scroll so that the row of the cursor and its neighbours are in view."""
        assert self.pair is not None
        at = self.cursor[self.front]
        least, used = at, 0
        while least > 0 and used < max(room // 3, 1):
            least -= 1
            used += len(self._draw(least, columns))
        below, used = at, used + len(self._draw(at, columns))
        while below < len(self.pair) - 1 and used < room - 1:
            below += 1
            used += len(self._draw(below, columns))
        missing = room - used  # near the end of the logs
        while below == len(self.pair) - 1 and missing > 1 and least > 0:
            least -= 1
            missing -= len(self._draw(least, columns))
        shown = self.top + 1 < at < self.top + room * 3 // 5
        if not shown or least < self.top:
            self.top = least

    def _headings(self, columns: tuple[PairColumns, PairColumns], width: int) -> list[Strip]:
        """Return the title, with the common part, and the headings of the columns."""
        look = self.look
        title = render_heading(look, look.word("pair_rows"), width, right=self.title)
        row = Row(look)
        for at, half in enumerate(columns):
            own = Row(self.look)
            for name, column in (("number", half.sign - 3), ("act", half.act),
                                 ("dice", half.dice), ("result", half.result)):  # fmt: skip
                own.pad_to(column).add(self.look.word(f"pair_column_{name}"), "faint")
            row.join(own, half.width)
            row.add(" " if not at else "")
        return [title.strip(width), row.strip(width)]

    def _rows(self, index: int, columns: tuple[PairColumns, PairColumns]) -> list[Row]:
        """Return the lines of a row of the list."""
        assert self.pair is not None
        pair, look = self.pair, self.look
        differing = pair.differing_cells(index)
        lone = pair.is_lone(index)
        halves = [self._half(index, at, columns[at], differing) for at in range(2)]
        height = max(map(len, halves))
        is_double = pair.is_double(index)
        marked = any(differing) or is_double
        signs = look.signs
        gutter = signs.differs if marked else signs.thread if lone else signs.upright
        role = "error" if is_double else "differs" if marked or lone else "line"
        rows = []
        for line in range(height):
            row = Row(look)
            for at, half in enumerate(halves):
                on = self._ground(index, at)
                row.join(half[line] if line < len(half) else Row(look, on), columns[at].width)
                if not at:
                    first = gutter if not line or not marked else signs.upright
                    row.add(first, role if first == gutter else "line", "b" if marked else "")
            rows.append(row)
        return rows

    def _double(self, index: int, at: int) -> str:
        """Return the text after a contradictory seal; empty for other rows."""
        assert self.pair is not None
        line, other = self.pair.rows[index].lines[at], self.pair.find_double(index, at)
        if line is None or other is None:
            return ""
        if (other.copy, other.line) == (1 - at, line.line - 1):
            return self.look.word("pair_in_both")
        return self.look.word("pair_in_other", log=NAMES[other.copy], line=other.line)

    def _ground(self, index: int, at: int) -> str:
        assert self.pair is not None
        if self.pair.find_double(index, at) is not None:
            return "error-ground"
        return "now-ground" if index == self.cursor[at] else "background"

    def _half(
        self, index: int, at: int, columns: PairColumns, differing: tuple[bool, bool, bool, bool]
    ) -> list[Row]:
        """Return the lines of one log in a row."""
        assert self.pair is not None
        pair, look = self.pair, self.look
        line, here = pair.rows[index].lines[at], index == self.cursor[at]
        row = Row(look, self._ground(index, at))
        row.add(look.signs.here if here else " ", "now", "b")
        if line is None:
            if self._has_ended_before(index, at):
                row.pad_to(columns.act).add(look.word("pair_ends_here"), "faint")
            return [row]
        if line.kind == ERROR:
            return self._error(row, at, columns)
        if line.kind in SIGNED:
            return self._seal(row, line, index, at, columns)
        strong = any(differing) or None in pair.rows[index].lines
        role = "text" if here or (strong and not line.unproven) else "dim"
        row.add(f"{line.first or '':>{columns.sign - 1}}", role if here else "faint")
        sign = self.signs[at].get(line.first, " ") if line.first else " "
        row.add(look.signs.undone if line.undone else sign, "error" if line.undone else "note", "b")
        letter = pair.sides[at].letter(line)
        side = self._side_role(at, letter)
        if differing[0]:
            row.add(letter or " ", "background", "b", "differs")
        else:
            row.add(letter or " ", side if strong or here else role, "b" if strong else "")
        return self._cells(row, pair.sides[at].cells(line), line, columns, differing, role, here)

    def _cells(
        self, row: Row, cells: RowCells, line: PairLine, columns: PairColumns,
        differing: tuple[bool, bool, bool, bool], role: str, here: bool,
    ) -> list[Row]:  # fmt: skip
        """Add act, dice and result, and return the lines."""
        whole = line.kind != "events" or not (cells.dice or cells.result)
        ends = (columns.width if whole else columns.dice, columns.result, columns.width)
        texts = (cells.act, cells.dice, self._result(cells.result))
        starts = (columns.act, columns.dice, columns.result)
        parts = []
        for at, (text, start, end) in enumerate(zip(texts, starts, ends, strict=True)):
            room = max(end - start - 1, 1)
            if at == 0 or here:
                parts.append(wrap_notation(make_printable(text), room))
            else:
                parts.append([self.look.clip(text, room)])
        rows = [row]
        rows += [Row(self.look, row.on) for _ in range(max(map(len, parts)) - 1)]
        how = "s" if line.undone else "b" if here and line.kind != TURN else ""
        for texts_of, start, differs in zip(parts, starts, differing[1:], strict=True):
            for own, text in zip(rows, texts_of, strict=False):
                if not text:
                    continue
                own.pad_to(start)
                if differs:
                    own.add(text, "background", "b", "differs")
                else:
                    own.add(text, role, how)
        return rows

    def _result(self, pieces: Sequence[RowPiece]) -> str:
        """Return a result as one text: `c3 reduced`, `miss`, `c3<G`."""
        texts = []
        for piece in pieces:
            word = self.look.word(f"row_{piece.text}") if piece.unit else piece.text
            texts.append(f"{piece.unit} {word}" if piece.unit not in ("", "-") else word)
        return " ".join(texts)

    def _side_role(self, at: int, letter: str) -> str:
        narrator = self.narrators[at]
        return find_role(narrator.spec.sides if narrator is not None else (), letter, "dim")

    def _has_ended_before(self, index: int, at: int) -> bool:
        """Return whether a log ends in the previous row."""
        assert self.pair is not None
        rows = self.pair.rows
        ended = index > 0 and rows[index - 1].lines[at] is not None
        return ended and all(row.lines[at] is None for row in rows[index:])

    def _seal(
        self, row: Row, line: PairLine, index: int, at: int, columns: PairColumns
    ) -> list[Row]:
        look, narrator = self.look, self.narrators[at]
        assert line.written is not None
        side, covered = line.written.side, line.line - 1
        sides = narrator.spec.sides if narrator is not None else ()
        letter = next((each.letter for each in sides if each.id == side), "")
        double = self._double(index, at)
        unsure = line.unproven or (at, covered) in self.unchecked
        row.pad_to(columns.side)
        row.add(letter or " ", self._side_role(at, letter), "b")
        row.add(look.signs.open if unsure else look.signs.good, "dim" if unsure else "good", "b")
        row.add(" ")
        name = narrator.side(side) if narrator is not None else side
        text = look.word(f"pair_{'key' if line.kind == KEY else SEAL}", side=name, line=covered)
        text = f"{text}{double}"
        role, how = ("error", "b") if double else ("dim", "")
        return self._text(row, text, row.width, columns.width, role, how)

    def _error(self, row: Row, at: int, columns: PairColumns) -> list[Row]:
        """Return the row before the lines that a fault leaves unproven."""
        assert self.pair is not None
        fault = self.pair.sides[at].copy.fault
        row.pad_to(columns.side).add(f"{self.look.signs.bad} ", "error", "b")
        if fault is None:
            return [row]
        text = self.look.word("pair_unproven", line=fault.line)
        return self._text(row, text, columns.act, columns.width, "error", "")

    def _text(self, row: Row, text: str, start: int, end: int, role: str, how: str) -> list[Row]:
        """Add a text of several lines, and return the lines."""
        rows = [row]
        for at, part in enumerate(wrap_cells(text, max(end - start, 8))):
            if at:
                rows.append(Row(self.look, row.on))
            rows[-1].pad_to(start).add(part, role, how)
        return rows

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Post the row under the pointer."""
        event.stop()
        index = self.find_item(event.y)
        if index >= 0:
            self.post_message(PairRowChosen(index, int(event.x > (self.size.width - 1) // 2)))
