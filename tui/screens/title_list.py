"""A screen with a list of titles and the details of the selected one."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.geometry import Region, Size

from senpu.tui.keys import STUDY, make_bindings
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.widgets.chapter_list import ListedTitle, Paragraphs, TitleList
from senpu.tui.widgets.clicks import RowClicked
from senpu.tui.widgets.painting import Look, PaintedWidget

DETAILS = 8
"""The rows of the details, if the screen has enough."""


class TitleListScreen(KeyedScreen):
    """A list of titles; Enter opens the selected one."""

    KEYS = STUDY
    FOOTER = "chapters"
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(STUDY)]

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.chosen = 0
        """The index of the selected title."""
        self.list = TitleList(look)
        self.details = Paragraphs(look)

    def list_widgets(self) -> tuple[PaintedWidget, ...]:
        """Return the widgets of the screen."""
        return self.header, self.list, self.details, self.footer

    @property
    def count(self) -> int:
        """The number of titles."""
        return len(self.list.rows)

    def show_titles(
        self, titles: Sequence[ListedTitle], details: Sequence[tuple[str, str]]
    ) -> None:
        """Show the titles, and the paragraphs of the selected one."""
        if len(titles) != self.count:
            self.header.refresh(layout=True)
        self.list.present(titles, self.chosen)
        self.details.present(details)
        self.show_footer()

    def _regions(self, size: Size) -> dict[str, Region]:
        width, height = size
        room = max(height - 2, 0)
        listed = min(self.count, max(room - DETAILS, room // 2))
        return {
            "header": Region(0, 0, width, min(height, 1)),
            "titles": Region(0, 1, width, listed),
            "details": Region(0, 1 + listed, width, room - listed),
            "footer": Region(0, height - 1, width, 1),
        }

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        return word != "drill_study" and (word != "open_chapter" or self.count > 0)

    def action_choose(self, by: int) -> None:
        """Select the title some rows further down."""
        self.status = ""
        self.chosen = max(0, min(self.chosen + by, self.count - 1))
        self.present()

    def action_scroll_panel(self, way: int) -> None:
        """Scroll the details."""
        self.details.scroll_rows(way * max(self.details.size.height - 1, 1))

    def action_open(self) -> None:
        """Open the selected title."""

    def action_leave(self) -> None:
        """Leave the screen."""
        self.senpu.leave(self)

    def on_screen_resume(self) -> None:
        """Show the list again."""
        self.present()

    def on_row_clicked(self, message: RowClicked) -> None:
        """Select the clicked title; open it on a second click."""
        message.stop()
        if message.index == self.chosen:
            self.action_open()
        else:
            self.action_choose(message.index - self.chosen)
