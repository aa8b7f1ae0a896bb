"""A list of the decisions or of the rolls of a review. Posts RowClicked."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.strip import Strip

from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import ChosenList, measure_labels, render_heading
from senpu.tui.widgets.review_texts import ReviewItem

LEAST_TEXT, LEAST_MORE = 12, 10
"""The fewest cells of an event, and of the column after it."""


class ReviewListContent(NamedTuple):
    """The content of a list."""

    title: str
    more: str
    """The heading of the last column."""
    has_keys: bool
    """True if the keys are for this list."""
    letters: Sequence[str]
    """The letters of the sides."""
    amounts: Sequence[str]
    """The size of each item, as text."""


class ReviewList(ChosenList[ReviewItem]):
    """The items of a review, the largest first."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, name)
        self.content = ReviewListContent("", "", False, (), ())

    def show(self, rows: Sequence[ReviewItem], chosen: int, content: ReviewListContent) -> None:
        """Show items."""
        self.content = content
        self.present(rows, chosen)

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the title and the rows around the selected item."""
        look, content = self.look, self.content
        role = "now" if content.has_keys else "text"
        count = str(len(self.rows))
        head = render_heading(look, content.title, width - 1, role, count)
        if not self.rows:
            empty = Row(look).add(" ").add(look.word("review_none"), "faint")
            self.items = []
            return [row.strip(width) for row in (head, empty)[:height]]
        self.follow(self.chosen, max(height - 1, 1))
        shown = range(self.top, min(self.top + height - 1, len(self.rows)))
        self.items = [-1, *shown]
        sizes = self._measure()
        return [head.strip(width), *(self._row(at, sizes, width).strip(width) for at in shown)]

    def _measure(self) -> tuple[int, int, int, int]:
        """Return the cells of the numbers, of the turns, of the amounts, and of the signs."""
        rows = self.rows
        return (
            len(str(max(each.number for each in rows))),
            measure_labels(each.turn for each in rows), measure_labels(self.content.amounts),
            measure_labels(each.sign for each in rows),
        )  # fmt: skip

    def _row(self, at: int, sizes: tuple[int, int, int, int], width: int) -> Row:
        look, item, content = self.look, self.rows[at], self.content
        here = at == self.chosen and content.has_keys
        mark = at == self.chosen
        numbers, turns, amounts, signs = sizes
        row = Row(look, "now-ground" if here else "background")
        row.add(f"{look.signs.here} " if mark else "  ", "now" if here else "dim", "b")
        row.add(f"{item.number:>{numbers}}", "dim").add(" ")
        row.add(item.turn, "dim").pad_to(4 + numbers + turns)
        letter = content.letters[item.side]
        row.add(letter, f"side{item.side}", "b").add(" ")
        rest = width - row.width - amounts - signs - 5
        text = min(max(cell_len(item.text), LEAST_TEXT), max(rest, LEAST_TEXT))
        text = min(text, max(rest * 2 // 3, LEAST_TEXT)) if item.more else text
        amount = content.amounts[at]
        start = row.width
        row.add(" " * (amounts - cell_len(amount)) + amount, "text", "b" * item.is_certain).add(" ")
        role = "error" if item.is_certain else "dim"
        row.add(item.sign, role, "b" * item.is_certain)
        row.pad_to(start + amounts + signs + 3)
        row.add(look.clip(item.text, text), "text", "b" if here else "")
        room = width - row.width - 3
        if item.more and room >= LEAST_MORE:
            row.add("  ").add(look.clip(item.more, room), "dim")
        return row
