"""The page of keys, mouse and signs. Any key leads back."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.layout import Layout
from textual.screen import Screen
from textual.strip import Strip

from tui.keys import PLAYER, Key
from tui.screens.arrangement import Parts
from tui.widgets.painting import Look, Painted, Row

SCROLLS = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10}


class Page(Painted):
    """The page itself, in two columns where there is room."""

    def __init__(self, look: Look, keys: tuple[Key, ...]) -> None:
        super().__init__(look, "page")
        self.keys = keys
        self.top = 0

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        look = self.look
        keys, rest = list(self._keys()), list(self._rest())
        if width >= 116 and rest:
            half = width // 2
            rows = []
            for at in range(max(len(keys), len(rest))):
                row = Row(look).join(keys[at] if at < len(keys) else Row(look), half)
                rows.append(row.join(rest[at] if at < len(rest) else Row(look), width - half))
        else:
            rows = [*keys, *([Row(look), *rest] if rest else [])]
        self.top = max(min(self.top, len(rows) - height + 1), 0)
        shown = rows[self.top : self.top + height - 1]
        strips = [row.strip(width) for row in shown]
        strips += [Row(look).strip(width)] * (height - 1 - len(strips))
        last = Row(look, "panel").add(f" {look.word('any_key')}", "dim").strip(width)
        return [*strips, last]

    def _keys(self) -> Iterator[Row]:
        look = self.look
        yield Row(look).add(" ").add(look.word("keys_title"), how="b")
        for key in self.keys:
            row = Row(look).add("   ").add(key.shown, "now", "b").to(15)
            yield row.add(" ").add(look.word(f"help_{key.word}"))

    def _rest(self) -> Iterator[Row]:
        look, signs = self.look, self.look.signs
        if not set(PLAYER[:1]) <= set(self.keys):
            return
        yield Row(look).add(" ").add(look.word("mouse_title"), how="b")
        for name in ("mouse_list", "mouse_track", "mouse_map"):
            yield Row(look).add("   ").add(look.word(name))
        yield Row(look)
        yield Row(look).add(" ").add(look.word("marks_title"), how="b")
        for sign, name in (
            (" ".join(signs.solid), "marks_move"),
            (" ".join(dict.fromkeys(signs.hollow)), "marks_retreat"),
            (signs.strikes, "marks_strike"),
            (signs.weaker, "marks_weaker"),
            (signs.gone, "marks_gone"),
            (signs.striped, "marks_stripe"),
            (f"{signs.full} {signs.spent}", "marks_points"),
            (signs.remark, "marks_remark"),
        ):
            row = Row(look).add("   ").add(sign, "now", "b")
            yield row.to(max(15, cell_len(sign) + 4)).add(" ").add(look.word(name))


class HelpScreen(Screen[None]):
    """Covers the screen it explains."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = "HelpScreen { overflow: hidden hidden; }"

    def __init__(self, look: Look, keys: tuple[Key, ...]) -> None:
        super().__init__()
        self.page = Page(look, keys)
        self._parts = Parts(lambda size: {"page": Region(0, 0, size.width, size.height)})

    def compose(self) -> ComposeResult:
        yield self.page

    @property
    def layout(self) -> Layout:
        return self._parts

    def redress(self, look: Look) -> None:
        self.page.redress(look)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in SCROLLS:
            self.page.top = max(self.page.top + SCROLLS[event.key], 0)
            self.page.repaint()
        elif event.key not in ("ctrl+p", "ctrl+q"):
            self.app.pop_screen()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.app.pop_screen()
