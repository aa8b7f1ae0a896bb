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
HEADED = 8
"""The rows from which a list has headings of its columns."""


class ReviewListContent(NamedTuple):
    """The content of a list."""

    title: str
    columns: tuple[str, str, str]
    """The headings of the amount, of the event, and of the column after it."""
    has_keys: bool
    """True if the keys are for this list."""
    letters: Sequence[str]
    """The letters of the sides."""
    amounts: Sequence[str]
    """The size of each item, as text."""


class ColumnSizes(NamedTuple):
    """The cells of the columns of a list."""

    number: int
    turn: int
    amount: int
    sign: int
    text: int
    more: int


class ReviewList(ChosenList[ReviewItem]):
    """The items of a review, the largest first."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, name)
        self.content = ReviewListContent("", ("", "", ""), False, (), ())

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
            empty = Row(look).add(" ").add(look.word("review_empty"), "faint")
            self.items = []
            return [row.strip(width) for row in (head, empty)[:height]]
        headed = height >= HEADED
        self.follow(self.chosen, max(height - 1 - headed, 1))
        shown = range(self.top, min(self.top + height - 1 - headed, len(self.rows)))
        self.items = [-1] * (1 + headed) + [*shown]
        sizes = self._measure(width)
        rows = [head, *([self._heading(sizes)] if headed else [])]
        rows += [self._row(at, sizes) for at in shown]
        return [row.strip(width) for row in rows]

    def _measure(self, width: int) -> ColumnSizes:
        """Return the cells of the columns."""
        rows, columns = self.rows, self.content.columns
        number = len(str(max(each.number for each in rows)))
        turn = measure_labels(each.turn for each in rows)
        amount = measure_labels((columns[0], *self.content.amounts))
        sign = measure_labels(each.sign for each in rows)
        rest = max(width - 10 - number - turn - amount - sign, LEAST_TEXT)
        wanted = measure_labels((columns[1], *(each.text for each in rows)))
        more = measure_labels((columns[2], *(each.more for each in rows)))
        if wanted + more + 2 <= rest:
            return ColumnSizes(number, turn, amount, sign, wanted, more)
        text = min(wanted, max(rest - more - 2, rest * 11 // 20))
        left = rest - text - 2
        return ColumnSizes(number, turn, amount, sign, text, left if left >= LEAST_MORE else 0)

    def _heading(self, sizes: ColumnSizes) -> Row:
        """Return the headings of the columns."""
        amount, text, more = self.content.columns
        row = Row(self.look).pad_to(6 + sizes.number + sizes.turn)
        row.pad_to(row.width + sizes.amount - cell_len(amount)).add(amount, "dim")
        row.pad_to(9 + sizes.number + sizes.turn + sizes.amount + sizes.sign)
        row.add(text, "dim").pad_to(row.width + sizes.text - cell_len(text) + 2)
        return row.add(more if sizes.more else "", "dim")

    def _row(self, at: int, sizes: ColumnSizes) -> Row:
        look, item, content = self.look, self.rows[at], self.content
        is_chosen = at == self.chosen
        here = is_chosen and content.has_keys
        row = Row(look, "now-ground" if here else "background")
        row.add(f"{look.signs.here} " if is_chosen else "  ", "now" if here else "dim", "b")
        row.add(f"{item.number:>{sizes.number}}", "dim").add(" ")
        row.add(item.turn, "dim").pad_to(4 + sizes.number + sizes.turn)
        row.add(content.letters[item.side], f"side{item.side}", "b").add(" ")
        amount = content.amounts[at]
        row.pad_to(row.width + sizes.amount - cell_len(amount))
        row.add(amount, "text", "b" * item.is_certain).add(" ")
        row.add(item.sign, "error" if item.is_certain else "dim", "b" * item.is_certain)
        row.pad_to(9 + sizes.number + sizes.turn + sizes.amount + sizes.sign)
        row.add(look.clip(item.text, sizes.text), "text", "b" if here else "")
        row.pad_to(11 + sizes.number + sizes.turn + sizes.amount + sizes.sign + sizes.text)
        return row.add(look.clip(item.more, sizes.more), "dim")
