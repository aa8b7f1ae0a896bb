"""A painted widget with more rows than it has room for."""

from textual import events

from tui.widgets.painting import Look, Painted

WHEEL = 3
"""How many rows a notch of the wheel moves."""


class Scrolled(Painted):
    """Shows its rows from `top` on. What it paints decides how far down that can be."""

    def __init__(self, look: Look, name: str, alone: bool = True) -> None:
        super().__init__(look, name, alone)
        self.top = 0

    def scroll_rows(self, by: int) -> None:
        """Look further down, or up; nothing else changes."""
        self.top = max(self.top + by, 0)
        self.repaint()

    def wheel(self, by: int, x: int) -> None:
        """The wheel is turned over column `x`."""
        del x
        self.scroll_rows(by)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.wheel(WHEEL, event.x)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.wheel(-WHEEL, event.x)
