"""The chooser of noting with its keys, which take those of the player while it has the focus."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tui.keys import NOTING, bindings
from tui.screens import picking
from tui.widgets.chooser import Chooser, Picked

if TYPE_CHECKING:
    from tui.screens.noting import Noting


class NotingChooser(Chooser, can_focus=True):
    """Each key, and each click on a line, does something to the notes."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NOTING)]

    def __init__(self, noting: "Noting") -> None:
        super().__init__(noting.screen.look)
        self.noting = noting

    def on_picked(self, message: Picked) -> None:
        message.stop()
        self.noting.pick(message.index)
        if message.take:
            self.noting.take()

    def action_pick(self, by: int) -> None:
        self.noting.pick(self.cursor + by)

    def action_pick_page(self, way: int) -> None:
        self.noting.pick(self.cursor + way * self.shown)

    def action_take(self) -> None:
        self.noting.take()

    def action_number(self, number: int) -> None:
        self.noting.number(number)

    def action_aim(self, across: int, down: int) -> None:
        picking.aim(self.noting, across, down)

    def action_take_back(self) -> None:
        self.noting.take_back()

    def action_retrace(self) -> None:
        self.noting.retrace()
