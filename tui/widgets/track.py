"""The whole game as one line, to be clicked and dragged upon."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.strip import Strip

from replay.narration import Narrator
from tui.widgets.painting import Look, Painted
from tui.widgets.scene import GoTo
from tui.widgets.strand import Strand

if TYPE_CHECKING:
    from replay.variations import Course


class Track(Painted):
    """The track as a widget. Posts GoTo for a click or a drag."""

    def __init__(self, look: Look, strand: Strand) -> None:
        super().__init__(look, "track")
        self.strand = strand
        self._dragging = False

    def present(self, course: "Course", number: int, narrator: Narrator) -> None:
        """Show the position after an event of the log, or of a what-if line."""
        strand = self.strand
        strand.course, strand.number, strand.narrator = course, number, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        return self.strand.drawn(self.look, width, height)

    def _go(self, event: events.MouseEvent) -> None:
        course, number = self.strand.goal_at(event.x, event.y)
        self.post_message(GoTo(number, course))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._dragging = True
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragging:
            event.stop()
            self._go(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        self._dragging = False
        self.release_mouse()
