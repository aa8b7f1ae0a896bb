"""Panels: titles, blocks of rows in columns, columns next to each other, scrolling."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar

import msgspec
from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.tui.widgets.clicks import RowClicked
from senpu.tui.widgets.painting import Look, PaintedWidget, Row

WHEEL = 3
"""Rows per notch of the wheel."""
SHORT = 16
"""The cells of a text at the right end of a title that is never cut."""


class ScrolledWidget(PaintedWidget):
    """A widget that shows its rows from `top` on; `paint` limits `top`."""

    def __init__(self, look: Look, name: str, alone: bool = True) -> None:
        super().__init__(look, name, alone)
        self.top = 0
        self.items: list[int] = []
        """The index of the item in each painted line; -1 for a line without an item."""

    def find_item(self, y: int) -> int:
        """Return the index of the item in a line; -1 for none."""
        return self.items[y] if 0 <= y < len(self.items) else -1

    def scroll_rows(self, by: int) -> None:
        """Scroll by some rows."""
        self.top = max(self.top + by, 0)
        self.repaint()

    def wheel(self, by: int, x: int) -> None:
        """Handle a turn of the wheel over column `x`."""
        del x
        self.scroll_rows(by)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self.wheel(WHEEL, event.x)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self.wheel(-WHEEL, event.x)


class RowList(ScrolledWidget):
    """A list of items. A click on one posts RowClicked."""

    def on_click(self, event: events.Click) -> None:
        """Post the row under the pointer."""
        at = self.find_item(event.y)
        if at >= 0:
            event.stop()
            self.post_message(RowClicked(self.name or "", at))


R = TypeVar("R")


class ChosenList(Generic[R], RowList):
    """A list with a selected item, which stays in sight."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, name)
        self.rows: Sequence[R] = ()
        self.chosen = 0
        """The index of the selected item."""

    def present(self, rows: Sequence[R], chosen: int) -> None:
        """Show rows."""
        self.rows, self.chosen = rows, chosen
        self.repaint()

    def follow(self, at: int, height: int, above: int = 0) -> None:
        """Scroll so that a row is in sight.

        Args:
            at: The index of the row.
            height: The number of rows that are shown.
            above: The number of rows that are shown before it.
        """
        self.top = max(min(self.top, at - above), at - height + 1)
        self.top = max(min(self.top, len(self.rows) - height), 0)


class Block(msgspec.Struct, frozen=True):
    """A titled panel."""

    title: str
    rows: list[Row]
    role: str = "dim"
    right: str = ""
    """The text at the end of the title row."""


def render_heading(
    look: Look, title: str, width: int, role: str = "dim", right: str = "",
    right_role: str = "dim", margin: int = 0,
) -> Row:  # fmt: skip
    """Return a title with a line after it, and a text at its right end.

    Args:
        look: The look.
        title: The title; it is cut first if the text at the right is short.
        width: The cells of the row, with its margin.
        role: The role of the title.
        right: The text at the right end.
        right_role: Its role.
        margin: The empty cells before the title.

    Returns:
        The row.
    """
    row = Row(look).pad_to(margin).add(f"{look.signs.level} ", "line")
    kept = cell_len(right) + 3 if cell_len(right) <= SHORT else 0
    row.add(look.clip(title, max(width - row.width - 2 - kept, 2)), role, "b").add(" ")
    text = look.clip(right, max(width - row.width - 4, 0))
    if not text:
        return row.rule(width)
    return row.rule(width - cell_len(text) - 3).add(f" {text} ", right_role).rule(width)


def render_title(look: Look, block: Block, width: int) -> Row:
    """Return the title row of a panel."""
    return render_heading(look, block.title, width, block.role, block.right)


def render_no_combat(look: Look) -> Block:
    """Return the panel of the combat before the first one."""
    row = Row(look).add(f" {look.word('no_attack')}", "faint")
    return Block(look.word("combat"), [row])


class PanelContent(NamedTuple):
    """Columns of blocks, and the weights of the columns' widths."""

    columns: Sequence[Sequence[Block]]
    shares: Sequence[int]


class Panels(ScrolledWidget):
    """Blocks in columns; each scrolls by the wheel, all of them by keys."""

    def __init__(
        self, look: Look, source: Callable[[int, int], PanelContent], name: str = "panels"
    ) -> None:
        super().__init__(look, name)
        self.source = source
        self._titles: list[list[str]] = []
        self._tops: list[int] = []
        """The first visible row of each column."""
        self._ends: list[int] = []
        """The cell after each column."""

    def present(self) -> None:
        """Get the content from the source and paint it."""
        self.repaint()

    def scroll_rows(self, by: int) -> None:
        """Scroll all columns."""
        self._tops = [max(top + by, 0) for top in self._tops]
        self.repaint()

    def wheel(self, by: int, x: int) -> None:
        """Scroll the column under the pointer."""
        at = min(bisect_right(self._ends, x), len(self._tops) - 1)
        if self._tops:
            self._tops[at] = max(self._tops[at] + by, 0)
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        if width < 6:
            return []
        look = self.look
        columns, shares = self.source(width - 2, height)
        titles = [[block.title for block in column] for column in columns]
        if titles != self._titles:
            self._titles, self._tops = titles, [0] * len(columns)
        widths = split_width(width - 2, shares)
        self._ends = list(accumulate(widths, initial=1))[1:]
        pillars = []
        for at, (column, room) in enumerate(zip(columns, widths, strict=True)):
            longest = sum(len(b.rows) + 2 for b in column) - 1
            top = self._tops[at] = max(min(self._tops[at], longest - height), 0)
            rows: list[Row] = []
            for block in column:
                if rows:
                    rows.append(Row(look))
                rows += [render_title(look, block, room - 2), *block.rows]
            # The title of a column's only block stays.
            rows = [rows[0], *rows[top + 1 :]] if len(column) == 1 and top else rows[top:]
            if len(rows) > height > 1:
                hidden = len(rows) - height + 1
                rows = [
                    *rows[: height - 1],
                    Row(look).add("  " + look.word("more", n=hidden), "faint"),
                ]
            pillars.append(rows)
        return [row.strip(width) for row in join_columns(look, pillars, widths, 1)[:height]]


def share_rows(plan: Iterable[tuple[str, int]], rows: int, title: int = 0) -> dict[str, int]:
    """Return the rows of each part of a panel.

    Args:
        plan: The parts and the rows to which they grow, the most important step first.
        rows: The rows of the panel.
        title: The rows that a part needs besides its own. The first step of a part is not split.

    Returns:
        The rows of each part that has some.
    """
    shares: dict[str, int] = {}
    for name, wanted in plan:
        more = wanted - shares.get(name, -title)
        more = min(more, rows) if name in shares else more
        if 0 < more <= rows:
            shares[name] = shares.get(name, -title) + more
            rows -= more
    return shares


def join_columns(
    look: Look, columns: Sequence[Sequence[Row]], widths: Sequence[int], margin: int = 0
) -> list[Row]:  # fmt: skip
    """Return columns of rows next to each other, after a margin."""
    rows = []
    for y in range(max(map(len, columns), default=0)):
        row = Row(look).pad_to(margin)
        for column, width in zip(columns, widths, strict=True):
            row.join(column[y] if y < len(column) else Row(look), width)
        rows.append(row)
    return rows


def split_width(width: int, shares: Sequence[int]) -> list[int]:
    """Return a width split by weights."""
    total = sum(shares)
    widths = [width * share // total for share in shares]
    widths[-1] += width - sum(widths)
    return widths


def arrange_rows(look: Look, cells: Sequence[Row], width: int, cell: int) -> list[Row]:
    """Return short rows in columns, read downwards."""
    across = max(width // cell, 1)
    down = -(-len(cells) // across)
    rows = []
    for y in range(down):
        row = Row(look)
        for x in range(across):
            at = x * down + y
            if at < len(cells):
                row.pad_to(x * cell)
                row.join(cells[at], min(cell, max(width - row.width, 0)))
        rows.append(row)
    return rows


def measure_labels(labels: Iterable[str]) -> int:
    """Return the cells of the longest label."""
    return max(map(cell_len, labels), default=0)
