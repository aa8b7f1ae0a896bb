"""The chapters of a study as a list, and the details of the selected one."""

from collections.abc import Iterable, Sequence

from textual import events
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.tui.jobs.studies import CheckedChapter, name_chapter
from senpu.tui.render.study_report import describe_error, describe_game, describe_kind
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import ScrolledWidget
from senpu.tui.widgets.rate_table import MARGIN, RowClicked


class ChapterList(ScrolledWidget):
    """The chapters. Posts RowClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "chapters")
        self.chapters: Sequence[CheckedChapter] = ()
        self.chosen = 0
        """The index of the selected chapter."""

    def present(self, chapters: Sequence[CheckedChapter], chosen: int) -> None:
        """Show chapters."""
        self.chapters, self.chosen = chapters, chosen
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        self.top = max(min(self.top, self.chosen), self.chosen - height + 1)
        self.top = max(min(self.top, len(self.chapters) - height), 0)
        shown = self.chapters[self.top : self.top + height]
        self.items = [each.number - 1 for each in shown]
        return [self._row(each, width).strip(width) for each in shown]

    def _row(self, found: CheckedChapter, width: int) -> Row:
        look, language = self.look, self.look.language
        here = found.number - 1 == self.chosen
        row = Row(look, "now-ground" if here else "background")
        row.add(f" {look.signs.here} " if here else " " * MARGIN, "now", "b")
        row.add(f"{found.number:2}. ", "dim")
        kind = describe_kind(found, language)
        if not found.is_valid:
            kind = f"{look.signs.bad} {kind}"
        title = make_printable(name_chapter(found.chapter, language).title)
        title = title or look.word("study_untitled")
        room = max(width - row.width - 1, 4)
        short = look.clip(kind, max(room // 2, 2))
        row.add(look.clip(title, max(room * 2 // 3, room - Row(look).add(short).width - 2)), "text",
                "b" if here else "")  # fmt: skip
        row.add("  ").add(short, "error" if not found.is_valid else "dim")
        return row

    def on_click(self, event: events.Click) -> None:
        """Post the row under the pointer."""
        at = self.find_item(event.y)
        if at >= 0:
            event.stop()
            self.post_message(RowClicked(self.name or "", at))


class ChapterDetails(ScrolledWidget):
    """The comment on a study; the game, the comment and the error of the selected chapter."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "details")
        self.comment = ""
        self.found: CheckedChapter | None = None

    def present(self, comment: str, found: CheckedChapter | None) -> None:
        """Show a chapter."""
        if found is not self.found:
            self.top = 0
        self.comment, self.found = comment, found
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        rows = [row for text, role in self._list_texts() for row in self._wrap(text, role, width)]
        self.top = max(min(self.top, len(rows) - height), 0)
        return [row.strip(width) for row in rows[self.top : self.top + height]]

    def _wrap(self, text: str, role: str, width: int) -> Iterable[Row]:
        return [Row(self.look), *wrap_text(self.look, make_printable(text), width - 2, role, 1)]

    def _list_texts(self) -> Iterable[tuple[str, str]]:
        """Yield the paragraphs, each with its role."""
        if self.found is not None:
            language = self.look.language
            if game := describe_game(self.found, language):
                yield game, "text"
            if error := describe_error(self.found, language):
                yield f"{self.look.signs.bad} {error}", "error"
            texts = name_chapter(self.found.chapter, language)
            if texts.comment and not self.found.chapter.answer:
                yield texts.comment, "note"
        if self.comment:
            yield self.comment, "dim"
