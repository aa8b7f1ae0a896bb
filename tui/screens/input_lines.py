"""Input lines that replace the last line of a screen."""

import re
from collections.abc import Callable
from typing import ClassVar, Protocol

from textual import events
from textual.binding import Binding, BindingType
from textual.css.query import DOMQuery
from textual.widget import AwaitMount, Widget
from textual.widgets import Input

from senpu.tui.widgets.bars import FooterBar
from senpu.tui.widgets.painting import Look


class PromptScreen(Protocol):
    """The methods of a screen that an input line uses."""

    def mount(self, *widgets: Widget) -> AwaitMount:
        """Add widgets to the screen."""

    def query(self, selector: str, /) -> DOMQuery[Widget]:
        """Return the widgets that match a selector."""

    def set_focus(self, widget: Widget | None) -> None:
        """Give a widget the keys."""


class LabelledScreen(PromptScreen, Protocol):
    """A screen whose last line has the label of its input line."""

    @property
    def footer(self) -> FooterBar:
        """The last line."""


ROW_SIGN = "\N{RETURN SYMBOL}"
"""The sign of a line break in an input line for several rows."""


class PasteLine(Input):
    """An input line that takes a pasted text whole, or not at all with a message.

    The class `Input` keeps only the first row.
    """

    row_break = ""
    """The text for a line break; empty if a text of several rows is rejected."""

    def on_paste(self, event: events.Paste) -> None:
        """Insert the text of the terminal."""
        event.stop()
        event.prevent_default()
        self.insert_pasted(event.text)

    def action_paste(self) -> None:
        """Insert the text of the clipboard of the program."""
        self.insert_pasted(self.app.clipboard)

    def insert_pasted(self, text: str) -> None:
        """Insert a text in place of the selection."""
        rows = [row for row in text.splitlines() if row.strip()]
        if len(rows) > 1 and not self.row_break:
            self.app.notify(self._format_rejection(len(rows)), severity="warning", markup=False)
            return
        whole = self.row_break.join(rows) or text.rstrip("\r\n")
        self.prepare_insert(whole)
        self.replace(whole, *self.selection)

    def prepare_insert(self, text: str) -> None:
        """Prepare for the insertion of a text."""

    def _format_rejection(self, rows: int) -> str:
        look: Look = self.app.look()  # type: ignore[attr-defined] # the app of all screens
        return look.word("pasted_rows", n=rows)


class InputLine(PasteLine):
    """An input line: Enter calls `done` with the text, Escape calls `cancelled`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", show=False),
        Binding("tab", "key('tab')", show=False),
        Binding("up", "key('up')", show=False),
        Binding("down", "key('down')", show=False),
    ]

    def __init__(
        self,
        text: str,
        hint: str,
        done: Callable[[str], None],
        cancelled: Callable[[], None],
        changed: Callable[[str], None] | None = None,
        key: Callable[[str], None] | None = None,
        begins: re.Pattern[str] | None = None,
        row_break: str = "",
    ) -> None:
        """Make a line.

        Typed text replaces the selection. If the whole text is selected and `begins` does not match
        the typed text, the typed text is appended instead.
        """
        super().__init__(text, placeholder=hint, name="prompt", compact=True, select_on_focus=False)
        self._done, self._cancelled, self._changed, self._key = done, cancelled, changed, key
        self._begins = begins
        self.row_break = row_break

    def on_key(self, event: events.Key) -> None:
        """Append to a selected text if the key cannot begin one."""
        self.prepare_insert(event.character or "" if event.is_printable else "")

    def prepare_insert(self, text: str) -> None:
        """Append to a selected text if the text cannot begin one."""
        whole = self.selected_text == self.value
        if text and whole and self._begins is not None and not self._begins.match(text):
            self.cursor_position = len(self.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Report the changed text."""
        event.stop()
        if self._changed:
            self._changed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Report the entered text."""
        event.stop()
        self._done(self.value)  # the current value: an event may be stale

    def action_give_up(self) -> None:
        """Report that the entry was cancelled."""
        self._cancelled()

    def action_key(self, name: str) -> None:
        """Report a key that is not part of the text: Tab, Up, Down."""
        if self._key:
            self._key(name)


def open_line(screen: PromptScreen, line: InputLine) -> None:
    """Add a line to a screen and give it the keys."""
    screen.mount(line)
    line.focus()


def close_line(screen: LabelledScreen, line: InputLine) -> None:
    """Remove a line from a screen, and its label from the last line."""
    line.remove()
    screen.footer.label = ""
    screen.footer.repaint()


def open_prompt(screen: PromptScreen, hint: str, text: str = "") -> None:
    """Open a prompt; the screen gets its text as `Input.Changed` and `Input.Submitted`."""
    prompt = PasteLine(text, placeholder=hint, name="prompt", compact=True, select_on_focus=True)
    screen.mount(prompt)
    prompt.focus()


def close_prompt(screen: PromptScreen) -> None:
    """Remove the prompt of a screen."""
    screen.query("Input").remove()
    screen.set_focus(next(reversed(screen.query("Chooser")), None))
