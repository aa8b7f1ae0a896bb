"""A table of the moves of a book: counts, win rate, and its interval on a scale."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from senpu.replay.analysis.confidence import Interval
from senpu.replay.openings.book import MoveRecord
from senpu.tui.render.openings_report import format_interval, format_win_rate
from senpu.tui.widgets.painting import Look, Row, wrap_cells, wrap_text
from senpu.tui.widgets.panels import RowList, render_heading

LOOKED_AT = 30
"""The number of moves whose odds decide whether their column is shown."""
MARGIN = 3
"""The cells of the cursor before a row."""
SCALE, LEAST_SCALE = 33, 13
"""The most and the fewest cells of the scale."""
LEAST_TEXT = 16
"""The cells of a text for which columns are left out."""
GAPS = (3, 2)
"""The cells between columns, with and without room."""
TICKS = (0, 25, 50, 75, 100)
"""The marks of a scale, in percent of its length."""


class ScaleMarks(NamedTuple):
    """The results and the value of a move on a scale from 0 to 1; None for unknown ones."""

    interval: Interval | None = None
    """The confidence interval of the results."""
    result: float | None = None
    """The results."""
    value: float | None = None
    """The value of the position after it."""


class TableRow(NamedTuple):
    """A row: a move, or a text across the table."""

    move: MoveRecord | None = None
    thin: bool = False
    """True if the games of the move are too few."""
    text: str = ""
    own: bool = False
    """True for the own choice of the repertoire."""
    tag: str = ""
    """A mark after the move: that it is the event of the log, or its novelty."""


class TableContent(msgspec.Struct, frozen=True):
    """The content of a table."""

    title: str = ""
    heading: str = ""
    """The heading of the moves."""
    odds: str = ""
    """The heading of the odds."""
    wins: str = ""
    """The heading of the win rate."""
    rows: Sequence[TableRow] = ()
    side: int = 0
    """The side whose win rate is shown."""
    chosen: int = -1
    """The index of the chosen row; -1 if no row is chosen."""
    has_keys: bool = True
    """True if the keys are for this table."""
    notes: tuple[str, ...] = ()
    """Sentences below the rows."""

    least_text: int = LEAST_TEXT
    """The least cells of the text, so that the columns of two tables are aligned."""
    count: int = 0
    """The number of moves in the title."""
    ticks: tuple[str, ...] = tuple(map(str, TICKS))
    """The names of the marks of the scale."""


class Column(NamedTuple):
    """A column; those with a low priority are left out first."""

    name: str
    format: Callable[[TableRow, MoveRecord], str]
    role: str
    priority: int
    bold: bool = False


class RateTable(RowList):
    """A table of moves. Posts RowClicked."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, name)
        self.content = TableContent()
        self.named: Callable[[MoveRecord], str] = lambda move: move.text
        """Returns the text of a move."""
        self.chance: Callable[[MoveRecord], str] = lambda move: ""
        """Returns the odds of a move."""
        self.value: Callable[[MoveRecord], str] = lambda move: ""
        """Returns the value of a move."""
        self.marks: Callable[[MoveRecord], ScaleMarks] = lambda move: ScaleMarks()
        """Returns the results and the value of a move on the scale."""
        self._follow = True

    def present(self, content: TableContent) -> None:
        """Show another content."""
        self._follow = self._follow or content.chosen != self.content.chosen
        if content.rows is not self.content.rows:
            self._follow, self.top = True, 0
        self.content = content
        self.repaint()

    # ---- painting -------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        content, look = self.content, self.look
        columns, room, scale, gap = self._arrange(width)
        rows: list[Row] = []
        if content.title:
            rows.append(render_heading(look, content.title, width - 1, "text", str(content.count)))
        rows.append(self._heading(columns, room, scale, gap))
        notes = [
            row
            for at, text in enumerate(content.notes)
            for row in wrap_text(
                look, text, max(width - MARGIN - 1, 8), "dim" if at else "text", MARGIN
            )
        ]
        notes = notes[: max((height - len(rows)) // 3, 0)]
        height -= len(notes)
        free = height - len(rows)
        blocks = [
            self._row(at, columns, room, scale, gap) for at in range(len(content.rows))
        ] if len(content.rows) <= free * 2 else None  # fmt: skip
        self.items = [-1] * len(rows)
        first, last, hidden = self._window(free)
        for at in range(first, last):
            found = blocks[at] if blocks else self._row(at, columns, room, scale, gap)
            if len(rows) + len(found) > height - bool(hidden):
                found = found[: max(height - bool(hidden) - len(rows), 0)]
            rows += found
            self.items += [at if content.rows[at].move else -1] * len(found)
        if hidden:
            below = len([row for row in content.rows[last:] if row.move])
            text = look.word("book_more", n=below) if below else look.word("book_more_above")
            rows += [Row(look)] * (height - 1 - len(rows))
            rows.append(Row(look).add(" " * MARGIN).add(look.clip(text, width - MARGIN), "dim"))
        if notes and len(rows) < height:
            rows.append(Row(look))
        return [row.strip(width) for row in (*rows[:height], *notes)]

    def _window(self, room: int) -> tuple[int, int, bool]:
        """Return the rows that fit, and whether some do not."""
        count = len(self.content.rows)
        if count <= room:
            self.top = 0
            return 0, count, False
        room = max(room - 1, 1)
        chosen = self.content.chosen
        if self._follow and chosen >= 0:
            self._follow = False
            above = 1 if chosen == 1 and self.content.rows[0].move is None else 0
            self.top = min(self.top, chosen - above)
            self.top = max(self.top, chosen - room + 1)
        self.top = max(min(self.top, count - room), 0)
        return self.top, min(self.top + room, count), True

    def _columns(self) -> list[tuple[Column, int]]:
        """Return the columns of numbers, each with its width."""
        word, content = self.look.word, self.content
        moves = [row.move for row in content.rows if row.move]
        side = content.side
        chances = [self.chance(move) for move in moves[:LOOKED_AT]]
        values = [self.value(move) for move in moves[:LOOKED_AT]]
        is_played = any(move.played.games for move in moves)
        played = str(max((move.played.games for move in moves), default=0))
        reached = str(max((move.reached.games for move in moves), default=0))
        none = word("book_no_games")

        def format_ends(_: TableRow, move: MoveRecord) -> str:
            is_new = not move.played.games
            return none if is_new else format_interval(move.played.win_rate_interval(side))

        columns = [
            (Column(content.odds, lambda _, move: self.chance(move), "note", 4),
             max(map(cell_len, chances), default=0)),
            (Column(word("book_here"), lambda _, move: str(move.played.games), "text", 7),
             len(played) * is_played),
            (Column(word("book_all"), lambda _, move: str(move.reached.games), "dim", 1),
             len(reached) * (is_played or reached != "0")),
            (Column(content.wins, lambda _, move: format_win_rate(move.played, side), "text", 6,
                    bold=True), len("100%") * is_played),
            (Column(word("book_interval"), format_ends, "text", 3),
             max(len("68-100%"), cell_len(none)) * is_played),
            (Column(word("value_column"), lambda _, move: self.value(move), "text", 5, bold=True),
             max(map(cell_len, values), default=0)),
        ]  # fmt: skip
        return [(column, max(cell_len(column.name), size)) for column, size in columns if size]

    def _arrange(self, width: int) -> tuple[list[tuple[Column, int]], int, int, int]:
        """Return the columns, and the cells of the text, of the scale, and of a gap."""
        content = self.content
        columns = self._columns()
        wanted = max(measure_texts(content.rows), cell_len(content.heading), content.least_text)
        scale = LEAST_SCALE if any(row.move for row in content.rows) else 0

        def find_room(gap: int) -> int:
            used = sum(size + gap for _, size in columns) + (scale + gap if scale else 0)
            return width - MARGIN - 1 - used

        gap = GAPS[0] if find_room(GAPS[0]) >= wanted + SCALE - LEAST_SCALE else GAPS[1]
        while find_room(gap) < wanted:
            least = min(columns, key=lambda pair: pair[0].priority, default=None)
            if scale and (least is None or least[0].priority >= 2):
                scale = 0
            elif least is None or len(columns) == 1 or find_room(gap) >= 2 * LEAST_TEXT:
                break
            else:
                columns.remove(least)
        room = max(min(find_room(gap), wanted), 1)
        if scale:
            scale = min(scale + find_room(gap) - room, SCALE)
        return columns, room, scale, gap

    def _heading(
        self, columns: list[tuple[Column, int]], room: int, scale: int, gap: int
    ) -> Row:  # fmt: skip
        look = self.look
        row = Row(look).add(" " * MARGIN).add(look.clip(self.content.heading, room), "dim")
        row.pad_to(MARGIN + room)
        for column, size in columns:
            row.add(" " * (gap + size - cell_len(column.name)) + column.name, "dim")
        if scale:
            row.add(" " * gap)
            start = row.width
            step = 1 if scale >= SCALE - 8 else 2
            for tick, name in zip(TICKS[::step], self.content.ticks[::step], strict=True):
                at = start + find_cell(tick / 100, scale)
                at = min(max(at - len(name) // 2, start), start + scale - len(name))
                row.pad_to(at).add(name, "dim")
        return row

    def _row(
        self, at: int, columns: list[tuple[Column, int]], room: int, scale: int, gap: int
    ) -> list[Row]:  # fmt: skip
        """Return the rows of an entry; the text of the chosen one wraps."""
        look, entry = self.look, self.content.rows[at]
        end = MARGIN + room + sum(gap + size for _, size in columns) + (gap + scale if scale else 0)
        if entry.move is None:
            row = Row(look).add(f" {look.signs.level} ", "line")
            return [row.add(look.clip(entry.text, end - MARGIN - 2), "dim").add(" ").rule(end)]
        here = at == self.content.chosen
        ground = ("now-ground" if self.content.has_keys else "panel") if here else "background"
        text, tag = self.named(entry.move), f"  {entry.tag}" * bool(entry.tag)
        shown = look.clip(text, max(room - cell_len(tag), 1)).rstrip() + tag
        lines = wrap_cells(text + tag, room) if here else [look.clip(shown, room)]
        role = "text" if here or not entry.thin else "faint"
        row = Row(look, ground).add(f" {look.signs.here if here else ' '}", "now", "b")
        row.add(look.signs.good if entry.own else " ", "now", "b")
        row.add(lines[0], role, "b" if here else "").pad_to(MARGIN + room)
        for column, size in columns:
            found = column.format(entry, entry.move)
            how = "b" if column.bold else ""
            row.add(" " * (gap + size - cell_len(found)))
            row.add(
                found, "dim" if here and entry.thin else role if entry.thin else column.role, how
            )
        if scale:
            row.add(" " * gap)
            add_scale(row, self.marks(entry.move), self.content.side, scale, entry.thin)
        rest = [
            Row(look, ground).add(" " * MARGIN).add(line, role, "b").pad_to(end)
            for line in lines[1:]
        ]
        return [row, *rest]


def measure_texts(rows: Sequence[TableRow]) -> int:
    """Return the cells of the longest text of a move; of all texts if there are no moves."""
    if not any(row.move for row in rows):
        return max((cell_len(row.text) + 2 for row in rows), default=0)
    return max(
        (cell_len(row.move.text) + (cell_len(row.tag) + 2) * bool(row.tag)
         for row in rows if row.move),
        default=0,
    )  # fmt: skip


def find_cell(share: float, width: int) -> int:
    """Return the cell of a share on a scale from 0 to 1; the nearest end if it is outside."""
    return round(min(max(share, 0.0), 1.0) * (width - 1))


def add_scale(row: Row, marks: ScaleMarks, side: int, width: int, thin: bool) -> None:
    """Append a scale with a confidence interval as a heavy line, and marks of results and value.

    Args:
        row: The row.
        marks: The results and the value.
        side: The number of the side.
        width: The cells of the scale.
        thin: Whether the games are too few.
    """
    signs = row.look.signs
    cells = [(signs.level, "line")] * width
    if marks.interval is not None:
        low, high = (find_cell(end, width) for end in marks.interval)
        role = "faint" if thin else f"side{side}"
        cells[low : high + 1] = [(signs.past, role)] * (high + 1 - low)
    if marks.result is not None:
        cells[find_cell(marks.result, width)] = (signs.cursor, "dim" if thin else "text")
    if marks.value is not None:
        cells[find_cell(marks.value, width)] = (signs.value, "text")
    for role, found in groupby(cells, itemgetter(1)):
        row.add("".join(sign for sign, _ in found), role)
