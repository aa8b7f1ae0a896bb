"""The chooser of a player's pages with the keys that all of them have, which take those of the
player while it has the focus.
"""

from typing import TYPE_CHECKING

from tui.screens import picking
from tui.widgets.chooser import Chooser, Picked

if TYPE_CHECKING:
    from tui.screens.pages import Pages


class PagesChooser(Chooser, can_focus=True):
    """Each key, and each click on a line, does something to the pages."""

    def __init__(self, pages: "Pages") -> None:
        super().__init__(pages.screen.look)
        self.pages = pages

    def on_picked(self, message: Picked) -> None:
        message.stop()
        self.pages.pick(message.index)
        if message.join:
            self.action_join()
        elif message.take:
            self.pages.take()

    def action_join(self) -> None:
        """Add the unit of a line to those chosen, where units are."""

    def action_pick(self, by: int) -> None:
        self.pages.pick(self.cursor + by)

    def action_pick_page(self, way: int) -> None:
        self.pages.pick(self.cursor + way * self.shown)

    def action_take(self) -> None:
        self.pages.take()

    def action_number(self, number: int) -> None:
        self.pages.number(number)

    def action_aim(self, across: int, down: int) -> None:
        picking.aim(self.pages, across, down)

    def action_retrace(self) -> None:
        self.pages.retrace()
