"""The base classes of the screens."""

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
from senpu.tui.screens.arrangement import PartsLayout
from senpu.tui.widgets.bars import FooterBar, HeaderBar, make_footer
from senpu.tui.widgets.clicks import ActionClicked
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells

if TYPE_CHECKING:
    from senpu.tui.screens.game_pane import GamePane
    from senpu.tui.screens.interfaces import ViewerApp


class PartedScreen(Screen[None]):
    """A screen that its widgets cover completely."""

    AUTO_FOCUS = ""
    BLANK = True
    DEFAULT_CSS = "PartedScreen { overflow: hidden hidden; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self._parts = PartsLayout(self._regions)

    def list_widgets(self) -> "tuple[PaintedWidget | GamePane, ...]":
        """Return the widgets of the screen."""
        return ()

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        yield from self.list_widgets()

    @property
    def senpu(self) -> "ViewerApp":
        """The running program."""
        return cast("ViewerApp", self.app)

    # ---- look -----------------------------------------------------------------------------

    def present(self) -> None:
        """Show the current data in all widgets."""

    def apply_look(self, look: Look) -> None:
        """Show everything in another look."""
        self.look = look
        for part in self.list_widgets():
            part.apply_look(look)
        self.refresh_look()

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        self.present()

    # ---- arrangement ----------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """The layout that places the widgets."""
        return self._parts

    def rearrange(self) -> None:
        """Lay out the widgets again, and show everything."""
        # A part's layout: the screen's own keeps its arrangement.
        self.list_widgets()[0].refresh(layout=True)
        self.present()

    def _regions(self, size: Size) -> dict[str, Region]:
        """Return the region of each widget by its id; a single one fills the screen."""
        return {part.id or "": size.region for part in self.list_widgets()}


class KeyedScreen(PartedScreen):
    """A screen with a header and a last line that shows its keys."""

    KEYS: ClassVar[tuple[Key, ...]]
    FOOTER: ClassVar[str]
    """The name of the last line in `FOOTERS`."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.status = ""
        """The message at the end of the last line."""
        self.header = HeaderBar(look)
        self.footer = FooterBar(look)

    def show_message(self, status: str) -> None:
        """Show a message at the end of the last line until the next key."""
        self.status = status
        self.show_footer()

    def show_footer(self) -> None:
        """Show the task and its keys in the last line."""
        content = make_footer(
            self.FOOTER, self.KEYS, self.look, self.can_use, offers_tasks=self.covers_player
        )
        self.footer.present(content, self.status)

    @property
    def covers_player(self) -> bool:
        """Return whether the screen below is a player, whose tasks can be resumed."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1] if self in stack[1:] else None
        return getattr(below, "FOOTER", "") == "read"

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        del word
        return True

    async def on_action_clicked(self, message: ActionClicked) -> None:
        """Run the action of a part of a line that was clicked."""
        message.stop()
        await self.run_action(message.action)


class TakeoverNotice(PaintedWidget):
    """A text that asks a side to take over the keyboard."""

    def __init__(self, look: Look, side: str) -> None:
        super().__init__(look, "curtain")
        self.side = side

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Yield the rows of the text."""
        look = self.look
        caption = [
            (look.word("hand_over_title", side=self.side), "now", "b"),
            ("", "text", ""),
            *((row, "dim", "") for row in wrap_cells(look.word("hand_over_help"), width - 4)),
            ("", "text", ""),
            (look.word("hand_over_key", side=self.side), "text", "b"),
        ]
        rows = [Row(look) for _ in range(max((height - len(caption)) // 2, 0))]
        for text, role, how in caption:
            shown = look.clip(text, max(width - 2, 1))
            rows.append(Row(look).pad_to((width - cell_len(shown)) // 2).add(shown, role, how))
        return [row.strip(width) for row in rows[:height]]


class TakeoverScreen(PartedScreen):
    """A screen that hides the game until `side` takes over the keyboard.

    Only Enter or a click continues; both call `seated`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "seated", show=False)]

    def __init__(self, look: Look, side: str, seated: Callable[[], None]) -> None:
        super().__init__(look)
        self.takeover_notice = TakeoverNotice(look, side)
        self.seated = seated

    def list_widgets(self) -> tuple[TakeoverNotice]:
        """Return the widgets of the screen."""
        return (self.takeover_notice,)

    def action_seated(self) -> None:
        """Show the game."""
        self.seated()
        self.app.pop_screen()

    def on_click(self, event: events.Click) -> None:
        """Show the game."""
        event.stop()
        self.action_seated()
