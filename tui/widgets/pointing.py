"""Maps that the mouse points at: a click or the pointer over a unit or place posts it."""

from textual import events

from senpu.tui.widgets.clicks import ObjectClicked, ObjectHovered
from senpu.tui.widgets.painting import Look, PaintedWidget

MapObject = tuple[str, str]
"""The kind, `unit` or `area`, and the id."""


class PointedMap(PaintedWidget):
    """A map. Posts ObjectClicked for a click, and ObjectHovered if the pointer moves elsewhere."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, name)
        self._hovered: MapObject | None = None

    def find_object(self, x: int, y: int) -> MapObject | None:
        """Return the unit or place in a cell of the widget."""
        del x, y
        return None

    def on_click(self, event: events.Click) -> None:
        """Post the unit or place under the pointer."""
        event.stop()
        found = self.find_object(event.x, event.y)
        if found is not None:
            self.post_message(ObjectClicked(*found))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post the unit or place under the pointer if it is another one."""
        self._hover(self.find_object(event.x, event.y))

    def on_leave(self) -> None:
        """Post that the pointer is elsewhere."""
        self._hover(None)

    def _hover(self, found: MapObject | None) -> None:
        if found != self._hovered:
            self._hovered = found
            self.post_message(ObjectHovered(*(found or ("", ""))))
