"""The chooser of noting with its keys, which take those of the player while it has the focus."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tui.keys import NOTING, bindings
from tui.screens.pages_keys import PagesChooser

if TYPE_CHECKING:
    from tui.screens.noting import Noting


class NotingChooser(PagesChooser):
    """Each key, and each click on a line, does something to the notes."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NOTING)]

    def __init__(self, noting: "Noting") -> None:
        super().__init__(noting)
        self.noting = noting

    def action_take_back(self) -> None:
        self.noting.take_back()
