"""The first and the last line: where one is, and which keys lead on."""

from collections.abc import Iterable, Sequence

import msgspec
from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.tui.boards.signs import PLAIN
from senpu.tui.keys import Key
from senpu.tui.widgets.clicks import Pressed
from senpu.tui.widgets.painting import Look, Painted, Row


class Part(msgspec.Struct, frozen=True):
    """A piece of the first line; those of low worth are left out where room is short."""

    text: str
    role: str
    how: str = ""
    worth: int = 0
    gap: int = 3
    """Cells before it."""
    action: str = ""
    """The screen's action that a click on it does."""


class Header(Painted):
    """A line of parts, some at the left and some at the right. Posts Pressed."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "header")
        self.left: Sequence[Part] = ()
        self.right: Sequence[Part] = ()
        self._spots: list[tuple[int, int, str]] = []
        """From which cell to which a click does what."""

    def present(self, left: Sequence[Part], right: Sequence[Part]) -> None:
        self.left, self.right = left, right
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        left, right = list(self.left), list(self.right)
        while (left or right) and self._width(left) + self._width(right) > width - 3:
            worth, group = min(
                ((part.worth, group) for group in (left, right) for part in group),
                key=lambda pair: pair[0],
            )
            if len(left) + len(right) == 1:
                break
            group[:] = [part for part in group if part.worth != worth]
        self._spots = []
        row = Row(self.look, "panel").add(" ")
        for part in left:
            self._add(row, part, row.width <= 1)
        right = [part for part in right if part.text]
        row.to(width - 1 - self._width(right) + (right[0].gap if right else 0))
        for at, part in enumerate(right):
            self._add(row, part, not at)
        return [row.strip(width)]

    def _add(self, row: Row, part: Part, first: bool) -> None:
        row.add("" if first else " " * part.gap)
        start = row.width
        row.add(part.text, part.role, part.how)
        if part.action:
            self._spots.append((start, row.width, part.action))

    def on_click(self, event: events.Click) -> None:
        action = next((does for start, end, does in self._spots if start <= event.x < end), "")
        if action:
            event.stop()
            self.post_message(Pressed(action))

    @staticmethod
    def _width(parts: Sequence[Part]) -> int:
        return sum(cell_len(part.text) + part.gap for part in parts if part.text)


class Footer(Painted):
    """The keys, as many as fit, and at the right what is going on. Posts Pressed."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "footer")
        self.hints: Sequence[tuple[str, str, str]] = ()
        """Each key, what it does in a word, and the action of a click on it."""
        self.status = ""
        self.label = ""
        """What a prompt beside it asks for; takes the place of the keys."""
        self._spots: list[tuple[int, int, str]] = []
        """From which cell to which a click does what."""

    def present(self, hints: Sequence[tuple[str, str, str]], status: str) -> None:
        self.hints, self.status = hints, status
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        row = Row(self.look, "panel").add(" ")
        self._spots = []
        if self.label:
            return [row.add(self.label, "now", "b").strip(width)]
        status = self.look.clip(self.status, max(width - 4, 1))
        room = width - cell_len(status) - 2
        # The last hint (help) always finds its place.
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
        row.to(width - cell_len(status) - 1).add(status, "text")
        return [row.strip(width)]

    def on_click(self, event: events.Click) -> None:
        action = next((does for start, end, does in self._spots if start <= event.x < end), "")
        if action:
            event.stop()
            self.post_message(Pressed(action))


def hints(keys: tuple[Key, ...], look: Look) -> list[tuple[str, str, str]]:
    """Return the keys for the last line, the most useful first and help last: the key, its label,
    and the action of a click on it.
    """
    shown = sorted((key for key in keys if key.hint), key=lambda key: key.hint)
    plain = look.signs is PLAIN and look.language == "en"
    labels = [f"key_{key.word}{'_plain' * (plain and key.word == 'language')}" for key in shown]
    own = look.keyboard.rebound
    return [
        (
            look.word(key.short)
            if key.short and key.action not in own
            else look.keyboard.format_keys(key),
            look.word(label),
            key.command,
        )
        for key, label in zip(shown, labels, strict=True)
    ]
