"""The first and last lines of a screen: the position, and the keys."""

from collections.abc import Iterable, Sequence

import msgspec
from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.tui.keys import Key
from senpu.tui.widgets.clicks import ActionClicked
from senpu.tui.widgets.painting import Look, PaintedWidget, Row


class HeaderPart(msgspec.Struct, frozen=True):
    """A piece of the first line; pieces of low `worth` are dropped first."""

    text: str
    role: str
    how: str = ""
    priority: int = 0
    gap: int = 3
    """Spaces before it."""
    action: str = ""
    """The screen action for a click on it."""


class HeaderBar(PaintedWidget):
    """A line of parts at the left and at the right. Posts ActionClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "header")
        self.left: Sequence[HeaderPart] = ()
        self.right: Sequence[HeaderPart] = ()
        self._spots: list[tuple[int, int, str]] = []
        """The first cell, the end, and the action of each part."""

    def present(self, left: Sequence[HeaderPart], right: Sequence[HeaderPart]) -> None:
        """Show other parts."""
        self.left, self.right = left, right
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the line."""
        left, right = list(self.left), list(self.right)
        while (left or right) and self._width(left) + self._width(right) > width - 3:
            least, group = min(
                ((part.priority, group) for group in (left, right) for part in group),
                key=lambda pair: pair[0],
            )
            if len(left) + len(right) == 1:
                break
            group[:] = [part for part in group if part.priority != least]
        self._spots = []
        row = Row(self.look, "panel").add(" ")
        for part in left:
            self._add(row, part, row.width <= 1)
        right = [part for part in right if part.text]
        row.pad_to(width - 1 - self._width(right) + (right[0].gap if right else 0))
        for at, part in enumerate(right):
            self._add(row, part, not at)
        return [row.strip(width)]

    def _add(self, row: Row, part: HeaderPart, first: bool) -> None:
        row.add("" if first else " " * part.gap)
        start = row.width
        row.add(part.text, part.role, part.how)
        if part.action:
            self._spots.append((start, row.width, part.action))

    def on_click(self, event: events.Click) -> None:
        """Post the action of the part under the pointer."""
        action = next((does for start, end, does in self._spots if start <= event.x < end), "")
        if action:
            event.stop()
            self.post_message(ActionClicked(action))

    @staticmethod
    def _width(parts: Sequence[HeaderPart]) -> int:
        return sum(cell_len(part.text) + part.gap for part in parts if part.text)


class FooterBar(PaintedWidget):
    """The keys, as many as fit, and a status at the right. Posts ActionClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "footer")
        self.hints: Sequence[tuple[str, str, str]] = ()
        """Each key, its label, and the action of a click on it."""
        self.status = ""
        self.label = ""
        """The label of a prompt next to it, in place of the keys."""
        self._spots: list[tuple[int, int, str]] = []
        """The first cell, the end, and the action of each key."""

    def present(self, hints: Sequence[tuple[str, str, str]], status: str) -> None:
        """Show other keys and another status."""
        self.hints, self.status = hints, status
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the line."""
        row = Row(self.look, "panel").add(" ")
        self._spots = []
        if self.label:
            return [row.add(self.label, "now", "b").strip(width)]
        status = self.look.clip(self.status, max(width - 4, 1))
        room = width - cell_len(status) - 2
        # The last hint (help) always fits.
        kept = list(self.hints)
        wide = [cell_len(key) + cell_len(word) + 3 for key, word, _ in kept]
        while len(kept) > 1 and sum(wide) > room:
            del kept[-2], wide[-2]
        for key, word, action in kept:
            if row.width + cell_len(key) + cell_len(word) + 1 > room:
                break
            start = row.width
            row.add(key, "now", "b").add(f" {word}", "dim").add("  ")
            self._spots.append((start, row.width - 2, action))
        row.pad_to(width - cell_len(status) - 1).add(status, "text")
        return [row.strip(width)]

    def on_click(self, event: events.Click) -> None:
        """Post the action of the key under the pointer."""
        action = next((does for start, end, does in self._spots if start <= event.x < end), "")
        if action:
            event.stop()
            self.post_message(ActionClicked(action))


def list_hints(keys: tuple[Key, ...], look: Look) -> list[tuple[str, str, str]]:
    """Return the hints of the last line, most useful first and help last: key, label, action."""
    shown = sorted((key for key in keys if key.hint), key=lambda key: key.hint)
    own = look.keyboard.rebound
    return [
        (
            look.word(key.short)
            if key.short and key.action not in own
            else look.keyboard.format_keys(key),
            look.label(key),
            key.command,
        )
        for key in shown
    ]
