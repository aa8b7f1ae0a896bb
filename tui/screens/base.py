"""The common base of screens: parts in an arrangement, in one look."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.screen import Screen
from textual.strip import Strip

from senpu.tui.keys import Key
from senpu.tui.screens.arrangement import Parts
from senpu.tui.widgets.bars import Footer, Header, hints
from senpu.tui.widgets.clicks import Pressed
from senpu.tui.widgets.painting import Look, Painted, Row, wrapped

if TYPE_CHECKING:
    from senpu.tui.screens.game_pane import Pane
    from senpu.tui.screens.interfaces import ViewerApp


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
    def senpu(self) -> "ViewerApp":
        return cast("ViewerApp", self.app)

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


class Curtain(Painted):
    """Says who is to sit down."""

    def __init__(self, look: Look, side: str) -> None:
        super().__init__(look, "curtain")
        self.side = side

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        look = self.look
        said = [
            (look.word("hand_over_title", side=self.side), "now", "b"),
            ("", "text", ""),
            *((row, "dim", "") for row in wrapped(look.word("hand_over_help"), width - 4)),
            ("", "text", ""),
            (look.word("hand_over_key", side=self.side), "text", "b"),
        ]
        rows = [Row(look) for _ in range(max((height - len(said)) // 2, 0))]
        for text, role, how in said:
            shown = look.clip(text, max(width - 2, 1))
            rows.append(Row(look).to((width - cell_len(shown)) // 2).add(shown, role, how))
        return [row.strip(width) for row in rows[:height]]


class HandingOver(PartedScreen):
    """Enter or a click shows the game to `side` by calling `seated`; nothing else leads on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "seated", show=False)]

    def __init__(self, look: Look, side: str, seated: Callable[[], None]) -> None:
        super().__init__(look)
        self.curtain = Curtain(look, side)
        self.seated = seated

    def painted(self) -> tuple[Curtain]:
        return (self.curtain,)

    def action_seated(self) -> None:
        self.seated()
        self.app.pop_screen()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.action_seated()
