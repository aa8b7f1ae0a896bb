"""Input lines that replace the last line of a screen."""

import re
from collections.abc import Callable
from typing import ClassVar, Protocol

from textual import events
from textual.binding import Binding, BindingType
from textual.css.query import DOMQuery
from textual.widget import AwaitMount, Widget
from textual.widgets import Input


class PromptHost(Protocol):
    """What a screen does for a line."""

    def mount(self, *widgets: Widget) -> AwaitMount: ...

    def query(self, selector: str, /) -> DOMQuery[Widget]: ...

    def set_focus(self, widget: Widget | None) -> None: ...


class Line(Input):
    """The line itself: Enter says `done` with what was typed, Escape `gone`."""

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
        gone: Callable[[], None],
        changed: Callable[[str], None] | None = None,
        key: Callable[[str], None] | None = None,
        begins: re.Pattern[str] | None = None,
    ) -> None:
        """What is typed takes the place of what is selected; but where a text `begins` with certain
        signs only, others go on behind one that is selected as a whole.
        """
        super().__init__(text, placeholder=hint, name="prompt", compact=True, select_on_focus=False)
        self._done, self._gone, self._changed, self._key = done, gone, changed, key
        self._begins = begins

    def on_key(self, event: events.Key) -> None:
        self._entered(event.character or "" if event.is_printable else "")

    def on_paste(self, event: events.Paste) -> None:
        self._entered(event.text)

    def _entered(self, text: str) -> None:
        """Something is about to be put in."""
        whole = self.selected_text == self.value
        if text and whole and self._begins is not None and not self._begins.match(text):
            self.cursor_position = len(self.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self._changed:
            self._changed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._done(self.value)  # of now: what was handed in may have been taken out meanwhile

    def action_give_up(self) -> None:
        self._gone()

    def action_key(self, name: str) -> None:
        """A key that means something beside the text: Tab, Up, Down."""
        if self._key:
            self._key(name)


def opened(screen: PromptHost, line: Line) -> None:
    """Put a line on a screen and have it take the keys."""
    screen.mount(line)
    line.focus()


def asked(screen: PromptHost, hint: str, text: str = "") -> None:
    """Open the prompt; the screen hears what is typed as `Input.Changed` and `Input.Submitted`."""
    prompt = Input(text, placeholder=hint, name="prompt", compact=True, select_on_focus=True)
    screen.mount(prompt)
    prompt.focus()


def closed(screen: PromptHost) -> None:
    """Close it again."""
    screen.query("Input").remove()
    screen.set_focus(next(reversed(screen.query("Chooser")), None))
