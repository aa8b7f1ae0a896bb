"""The chooser of recording with its keys, which take those of the player while it has the focus."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tui.keys import RECORDING, bindings
from tui.screens import menus, picking
from tui.screens.pages_keys import PagesChooser

if TYPE_CHECKING:
    from tui.screens.recording import Recording


class RecordingChooser(PagesChooser):
    """Each key, and each click on a line, does something to the recording."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(RECORDING)]

    def __init__(self, recording: "Recording") -> None:
        super().__init__(recording)
        self.recording = recording

    def focus_on_click(self) -> bool:
        """Not while somebody types: a click takes a line, the keys stay with the text."""
        return self.recording.typing is None

    def action_join(self) -> None:
        picking.join(self.recording)

    def action_type(self) -> None:
        self.recording.type("")

    def action_take_back(self) -> None:
        menus.open_page(self.recording, menus.take_back)

    def action_more(self) -> None:
        menus.open_page(self.recording, menus.others)

    def action_stop_recording(self) -> None:
        self.recording.leave()
