"""Position texts in the viewer: the page that shows and copies one, the page that opens one."""

from typing import TYPE_CHECKING

from textual.geometry import Region, Size

from senpu.logs.position_logs import join_position_rows
from senpu.notation.faults import Error, hint_row
from senpu.notation.stated_positions import wrap_position
from senpu.replay.core.visible_positions import format_position_at
from senpu.tui.screens.input_lines import InputLine, open_line
from senpu.tui.screens.text_page import TextPage
from senpu.tui.widgets.painting import Look

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import PagedScreen, Player


def copy_position_text(player: "Player") -> None:
    """Copy the text of the position that a player shows, and show it on a page."""
    show_position_text(player, format_position_at(player.course, player.position))


def show_position_text(screen: "PagedScreen", text: str) -> None:
    """Copy a position text, and show it on a page.

    The page is for terminals that give programs no access to the clipboard.
    """
    look = screen.look
    screen.app.copy_to_clipboard(text)
    rows = [*wrap_position(text), "", look.word("position_copied"), look.word("position_uses")]
    screen.app.push_screen(TextPage(look, look.word("position_text"), rows))


class PositionLine(InputLine):
    """An input line for a position text, which takes a text of several rows as one."""

    def insert_pasted(self, text: str) -> None:
        """Insert a text in place of the selection."""
        super().insert_pasted(join_position_rows(text))


class PositionEntry(TextPage):
    """The page that opens a position text.

    Args:
        look: The look.
        text: The text; if it is not empty, the position is opened at once.
    """

    def __init__(self, look: Look, text: str = "") -> None:
        self.error: Error | None = None
        super().__init__(
            look, look.word("open_position"), self._make_rows(look), "key_open",
            self.action_confirm,
        )  # fmt: skip
        self.line = PositionLine(
            text, look.word("position_hint"), lambda _: self.action_confirm(), self.action_leave
        )

    def on_mount(self) -> None:
        """Show the text, and give the line the keys."""
        super().on_mount()
        open_line(self, self.line)
        if self.line.value:
            self.action_confirm()

    def _make_rows(self, look: Look) -> list[str]:
        """Return the rows below the line: the error, or what to type."""
        if self.error is not None and self.error.located is not None:
            fault = self.error.located.fault
            message = look.word(
                "position_error", column=fault.column, why=fault.message.text(look.language)
            )
            return [message, *([hint_row(fault.hint, look.language)] if fault.hint else ())]
        if self.error is not None:
            return [self.error.text(look.language)]
        return [look.word("position_example"), "", look.word("position_uses")]

    def _regions(self, size: Size) -> dict[str, Region]:
        regions = super()._regions(size)
        x, y, width, height = regions["text"]
        return regions | {
            "prompt": Region(x, y + 1, width, min(height, 1)),
            "text": Region(x, y + 3, width, max(height - 3, 0)),
        }

    def action_confirm(self) -> None:
        """Open the position in place of the page, or show the error and go to its column."""
        try:
            self.senpu.open_position(self.line.value)
        except Error as error:
            self.error = error
            self.text_rows.rows = self._make_rows(self.look)
            self.text_rows.repaint()
            if error.located is not None:
                self.line.cursor_position = max(error.located.fault.column - 1, 0)
