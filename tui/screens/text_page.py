"""A page of text: the result of a job, or an explanation."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.strip import Strip

from senpu.tui.keys import TEXT_PAGE, make_bindings
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.widgets.bars import HeaderPart, make_footer
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells
from senpu.tui.widgets.panels import ScrolledWidget


class TextRows(ScrolledWidget):
    """Rows of text that scroll; long rows wrap."""

    def __init__(self, look: Look, rows: Sequence[str]) -> None:
        super().__init__(look, "text")
        self.rows = rows

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        look = self.look
        lines = [line for row in self.rows for line in wrap_indented(row, max(width, 8))]
        self.top = max(min(self.top, len(lines) - height), 0)
        shown = [Row(look).add(line) for line in lines[self.top : self.top + height]]
        if len(lines) > self.top + height and shown:
            hidden = len(lines) - self.top - height + 1
            shown[-1] = Row(look).add(look.word("more", n=hidden), "dim")
        return [row.strip(width) for row in shown]


def wrap_indented(text: str, width: int) -> list[str]:
    """Return the lines of a row; the indent of the row is before each line."""
    indent = min(len(text) - len(text.lstrip()), width // 2)
    return [" " * indent + line for line in wrap_cells(text.lstrip(), width - indent)] or [""]


class TextPage(KeyedScreen):
    """A page of text.

    Args:
        look: The look.
        title: The title.
        rows: The text.
        label: The id of the label of Enter, if it does something.
        confirm: The function that Enter calls before the page closes.
    """

    KEYS = TEXT_PAGE
    FOOTER = "text_page"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(TEXT_PAGE)]

    def __init__(
        self, look: Look, title: str, rows: Sequence[str], label: str = "",
        confirm: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(look)
        self.title_text, self.label, self.confirm = title, label, confirm
        self.text_rows = TextRows(look, rows)

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return self.header, self.text_rows, self.footer

    def on_mount(self) -> None:
        """Show the text."""
        self.present()

    def present(self) -> None:
        """Show the text."""
        self.header.present([HeaderPart(self.title_text, "text", "b", 60)], [])
        self.text_rows.repaint()
        self.show_footer()

    def show_footer(self) -> None:
        """Show the keys; the label of Enter says what it does."""
        labels = {"confirm": self.label} if self.label else {}
        content = make_footer(
            self.FOOTER, self.KEYS, self.look, self.can_use, offers_tasks=False, labels=labels
        )
        self.footer.present(content, self.status)

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        return {
            "header": Region(0, 0, width, min(height, 1)),
            "text": Region(0, 1, width, max(height - 2, 0)),
            "footer": Region(0, height - 1, width, 1),
        }

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        return word != "confirm" or self.confirm is not None

    def action_scroll(self, by: int) -> None:
        """Scroll the text."""
        self.text_rows.scroll_rows(by)

    def action_confirm(self) -> None:
        """Close the page, and do what Enter is for."""
        if self.confirm is not None:
            self.senpu.leave(self)
            self.confirm()

    def action_leave(self) -> None:
        """Close the page."""
        self.senpu.leave(self)
