"""A screen that hides all others while the keyboard goes from one side to the other."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip

from tui.screens.parted import PartedScreen
from tui.widgets.painting import Look, Painted, Row, wrapped


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
            *((row, "dim", "") for row in wrapped(look.word("hand_over_says"), width - 4)),
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
