"""What the screens have in common: parts that stand where an arrangement says, in one look.

What the parts are, where they stand and what they show is each screen's own.
"""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.screen import Screen

from tui.keys import Key, hints
from tui.screens.arrangement import Parts
from tui.widgets.bars import Footer, Header, Pressed
from tui.widgets.painting import Look, Painted

if TYPE_CHECKING:
    from tui.app import SenpuApp
    from tui.widgets.pane import Pane


class PartedScreen(Screen[None]):
    """A screen of parts, which leave nothing of it to be seen."""

    AUTO_FOCUS = ""
    BLANK = True
    DEFAULT_CSS = "PartedScreen { overflow: hidden hidden; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self._parts = Parts(self._regions)

    def painted(self) -> "tuple[Painted | Pane, ...]":
        """The parts that are there."""
        return ()

    def compose(self) -> ComposeResult:
        yield from self.painted()

    @property
    def senpu(self) -> "SenpuApp":
        return cast("SenpuApp", self.app)

    # ---- look -----------------------------------------------------------------------------

    def present(self) -> None:
        """Show everything as it stands."""

    def redress(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        for part in self.painted():
            part.redress(look)
        self.present_anew()

    def present_anew(self) -> None:
        """Show everything as it stands, made anew where it was made in the look before."""
        self.present()

    # ---- arrangement ----------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        return self._parts

    def rearrange(self) -> None:
        """Lay the parts out again, and show everything."""
        # A part's layout: the screen's own keeps its arrangement.
        self.painted()[0].refresh(layout=True)
        self.present()

    def _regions(self, size: Size) -> dict[str, Region]:
        """Where the parts stand, by their ids; a single one has the whole screen."""
        return {part.id or "": size.region for part in self.painted()}


class KeyedScreen(PartedScreen):
    """A screen between a first line and a last one, which names its keys."""

    KEYS: ClassVar[tuple[Key, ...]]

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.status = ""
        """What stands at the end of the last line."""
        self.header = Header(look)
        self.footer = Footer(look)

    def say(self, status: str) -> None:
        """Say something at the end of the last line, until the next key."""
        self.status = status
        self.show_footer()

    def show_footer(self) -> None:
        """Name the keys again."""
        self.footer.present(hints(self.KEYS, self.look), self.status)

    async def on_pressed(self, message: Pressed) -> None:
        message.stop()
        await self.run_action(message.action)
