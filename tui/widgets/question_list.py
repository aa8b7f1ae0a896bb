"""The widgets of guided entry: the list of questions, and the question with its picture."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.strip import Strip

from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import ChosenList, ScrolledWidget

MARKED = re.compile(r">[^<>|]+<|^>.*")
"""A place of a map, or a row of a table, that the question is about."""


class ListedQuestion(NamedTuple):
    """A row of the list: the heading of a table, or a question."""

    text: str
    number: int = -1
    """The index of the question; -1 for a heading."""
    is_confirmed: bool = False
    note: str = ""
    """The progress of a table, or the current value of a question."""


class QuestionList(ChosenList[ListedQuestion]):
    """The questions by table. Posts RowClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "questions")

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows around the selected question."""
        at = next((n for n, each in enumerate(self.rows) if each.number == self.chosen), 0)
        self.follow(at, height, int(at > 0 and height > 2))
        shown = self.rows[self.top : self.top + height]
        self.items = [each.number for each in shown]
        return [self._row(each, width).strip(width) for each in shown]

    def _row(self, found: ListedQuestion, width: int) -> Row:
        look = self.look
        if found.number < 0:
            row = Row(look).add(f"{look.signs.level} ", "line")
            room = width - row.width - cell_len(found.note) - 3
            row.add(look.clip(found.text, max(room, 2)), "dim", "b").add(" ")
            row.rule(max(width - cell_len(found.note) - 2, row.width))
            return row.add(f" {found.note} ", "dim")
        here = found.number == self.chosen
        row = Row(look, "now-ground" if here else "background")
        row.add(f" {look.signs.here} " if here else "   ", "now", "b")
        row.add(f"{look.signs.good} " if found.is_confirmed else "  ", "good")
        room = max(width - row.width - 1, 2)
        note = look.clip(found.note, max(room // 2, 2))
        row.add(
            look.clip(found.text, max(room - cell_len(note) - 2, 2)), "text", "b" if here else ""
        )
        return row.add("  ").add(note, "dim")


class QuestionPane(ScrolledWidget):
    """A question: the picture, then paragraphs with their roles."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "question")
        self.picture: Sequence[str] = ()
        self.texts: Sequence[tuple[str, str]] = ()

    def present(self, picture: Sequence[str], texts: Sequence[tuple[str, str]]) -> None:
        """Show a question from its first row on."""
        self.picture, self.texts, self.top = picture, texts, 0
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows; the last one reports that more follow."""
        look, rows = self.look, self._list_rows(width)
        self.top = max(min(self.top, len(rows) - height), 0)
        shown = rows[self.top : self.top + height]
        if len(rows) > self.top + height and shown:
            hidden = len(rows) - self.top - height + 1
            shown[-1] = Row(look).add(" ").add(look.word("more", n=hidden), "dim")
        return [row.strip(width) for row in shown]

    def count_rows(self, width: int) -> int:
        """Return the rows of the whole question."""
        return len(self._list_rows(width))

    def _list_rows(self, width: int) -> list[Row]:
        look = self.look
        rows = [
            row for text, role in self.texts
            for row in wrap_text(look, text, max(width - 2, 4), role, 1)
        ]  # fmt: skip
        return [*map(self._draw, self.picture), *([Row(look)] if self.picture else []), *rows]

    def _draw(self, text: str) -> Row:
        row, at = Row(self.look), 0
        for found in MARKED.finditer(text):
            row.add(text[at : found.start()], "text")
            row.add(found[0], "now", "b")
            at = found.end()
        return row.add(text[at:], "text")
