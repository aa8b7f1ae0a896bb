"""The whole game as one line, to be clicked and dragged upon."""

from collections.abc import Iterable

from textual import events
from textual.strip import Strip

from replay.narration import Narrator
from tui.widgets.painting import Look, Painted
from tui.widgets.scene import GoTo
from tui.widgets.strand import Strand


class Track(Painted):
    """The track as a widget. Posts GoTo for a click or a drag."""

    def __init__(self, look: Look, strand: Strand) -> None:
        super().__init__(look, "track")
        self.strand = strand
        self._dragging = False

    def present(self, number: int, narrator: Narrator) -> None:
        self.strand.number, self.strand.narrator = number, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        return self.strand.drawn(self.look, width, height)

    def _go(self, x: int) -> None:
        self.post_message(GoTo(self.strand.number_at(x)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._dragging = True
        self.capture_mouse()
        self._go(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragging:
            event.stop()
            self._go(event.x)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        self._dragging = False
        self.release_mouse()
