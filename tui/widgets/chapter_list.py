"""A list of studies or of chapters, and the details of the selected row."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import ChosenList, ScrolledWidget
from senpu.tui.widgets.rate_table import MARGIN


class ListedTitle(NamedTuple):
    """A row: a title, and what it is the title of."""

    title: str
    kind: str
    is_valid: bool = True


class TitleList(ChosenList[ListedTitle]):
    """Numbered titles. Posts RowClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "titles")

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        self.follow(self.chosen, height)
        shown = range(self.top, min(self.top + height, len(self.rows)))
        self.items = [*shown]
        return [self._row(at, width).strip(width) for at in shown]

    def _row(self, at: int, width: int) -> Row:
        look, found = self.look, self.rows[at]
        here = at == self.chosen
        row = Row(look, "now-ground" if here else "background")
        row.add(f" {look.signs.here} " if here else " " * MARGIN, "now", "b")
        row.add(f"{at + 1:2}. ", "dim")
        kind = make_printable(found.kind)
        kind = kind if found.is_valid else f"{look.signs.bad} {kind}"
        room = max(width - row.width - 1, 4)
        kind = look.clip(kind, max(room // 2, 2))
        title = look.clip(make_printable(found.title), max(room - cell_len(kind) - 2, 2))
        row.add(title, "text", "b" if here else "")
        return row.add("  ").add(kind, "dim" if found.is_valid else "error")


class Paragraphs(ScrolledWidget):
    """Paragraphs, each with its role."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "details")
        self.texts: Sequence[tuple[str, str]] = ()

    def present(self, texts: Sequence[tuple[str, str]]) -> None:
        """Show paragraphs from the first one on."""
        if texts != self.texts:
            self.texts, self.top = texts, 0
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows; the last one reports that more follow."""
        look, rows = self.look, list[Row]()
        for text, role in self.texts:
            rows += [Row(look), *wrap_text(look, make_printable(text), max(width - 2, 4), role, 1)]
        self.top = max(min(self.top, len(rows) - height), 0)
        shown = rows[self.top : self.top + height]
        if len(rows) > self.top + height and shown:
            hidden = len(rows) - self.top - height + 1
            shown[-1] = Row(look).add(" ").add(look.word("more", n=hidden), "dim")
        return [row.strip(width) for row in shown]
