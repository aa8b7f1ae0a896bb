"""The first and last lines of a screen: the position, and the keys."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.tui.keyboard import NO_KEY
from senpu.tui.keys import FOOTERS, MOST_HINTS, TASKS, Key
from senpu.tui.widgets.clicks import ActionClicked
from senpu.tui.widgets.painting import Look, PaintedWidget, Row

CLIPPED, LEAST_CLIPPED = 60, 16
"""The priority from which a part is shortened rather than dropped, and the cells that remain."""


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


class ActionLine(PaintedWidget):
    """A line with parts that do something when they are clicked. Posts ActionClicked."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look, name)
        self._spots: list[tuple[int, int, str]] = []
        """The first cell, the end, and the action of each part."""

    def on_click(self, event: events.Click) -> None:
        """Post the action of the part under the pointer."""
        action = next((does for start, end, does in self._spots if start <= event.x < end), "")
        if action:
            event.stop()
            self.post_message(ActionClicked(action))


class HeaderBar(ActionLine):
    """A line of parts at the left and at the right. Posts ActionClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "header")
        self.left: Sequence[HeaderPart] = ()
        self.right: Sequence[HeaderPart] = ()

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
            part = next(part for part in group if part.priority == least)
            over = self._width(left) + self._width(right) - (width - 3)
            room = cell_len(part.text) - over
            if least >= CLIPPED and room >= LEAST_CLIPPED:
                group[group.index(part)] = replace(part, text=self.look.clip(part.text, room))
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

    @staticmethod
    def _width(parts: Sequence[HeaderPart]) -> int:
        return sum(cell_len(part.text) + part.gap for part in parts if part.text)


class Hint(NamedTuple):
    """A key in the last line."""

    key: str
    label: str
    action: str
    """The screen action for a click on it."""


class FooterContent(msgspec.Struct, frozen=True):
    """The last line: the lit task, the other tasks, the keys of the task, the last keys."""

    task: str
    """The label of the lit task."""
    role: str = "now"
    """The colour of the lit task."""
    before: Sequence[Hint] = ()
    """The tasks before the lit one, with the keys that begin them."""
    after: Sequence[Hint] = ()
    """The tasks after it."""
    hints: Sequence[Hint] = ()
    """The keys of the task, most useful first."""
    back: Hint | None = None
    """The key that leaves the task, shown unless one of the other tasks has it."""
    last: Sequence[Hint] = ()
    """The keys at the right end, which every screen has."""


FEW = 4
"""The number of keys of the task that are more useful than the key of the command palette."""
GAP = 4
"""The cells next to a status: two on its right, and two that the widths of the keys omit."""
ROOM_FOR_TASKS = 100
"""The width from which the last line has the other tasks."""


class FooterBar(ActionLine):
    """The task, its keys, as many as fit, and a status. Posts ActionClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "footer")
        self.content = FooterContent("")
        self.status = ""
        self.label = ""
        """The label of a prompt next to it, in place of the keys."""

    def present(self, content: FooterContent, status: str) -> None:
        """Show other keys and another status."""
        self.content, self.status = content, status
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the line."""
        row = Row(self.look, "panel").add(" ")
        self._spots = []
        if self.label:
            return [row.add(self.label, "now", "b").strip(width)]
        content, lit = self.content, cell_len(self.content.task) + 3
        others = [*content.before, *content.after] if width >= ROOM_FOR_TASKS else []
        last = list(content.last)
        offered = {each.key for each in others}
        back = [content.back] if content.back and content.back.key not in offered else []
        status = self.look.clip(self.status, max(width - 4, 1))
        room = width - (cell_len(status) + GAP if status else 0)
        tasks = lit + _width(others) + 2 * bool(others)
        hints = [each for each in content.hints if each.key not in offered]
        kept = _fit(hints, tasks + _width(back) + _width(last), room)
        is_short = len(kept + back) < FEW and len(kept) < len(hints)
        if is_short and not others and len(last) > 1:
            del last[0]
            kept = _fit(hints, tasks + _width(back) + _width(last), room)
        if tasks + _width(back) + _width(last) <= room:
            kept += back
        if tasks + _width(last) > room and status:
            others, tasks = [], lit
        while len(last) > 1 and tasks + _width(last) > room:
            del last[0]
        if tasks + _width(last) > room:
            tasks = 0
        if _width(last) > room + 2:
            last = []
        if tasks:
            for each in content.before if others else ():
                self._add(row, each)
            self._add_task(row)
            for each in content.after if others else ():
                self._add(row, each)
            if others and kept:
                row.add(self.look.signs.upright, "line").add("  ")
            for each in kept:
                self._add(row, each)
        end = width - max(_width(last) - 1, 0) - 1
        if status:
            row.pad_to(end - cell_len(status) - 2 * bool(last)).add(status)
        row.pad_to(end)
        for each in last:
            self._add(row, each)
        return [row.strip(width)]

    def _add_task(self, row: Row) -> None:
        """Append the lit task: on its colour, without colours in brackets."""
        content, (start, end) = self.content, "[]" if self.look.colourless else "  "
        text = f"{start}{content.task}{end}"
        row.add(text, "background", "b", on=content.role).add(" ")

    def _add(self, row: Row, hint: Hint) -> None:
        start = row.width
        row.add(hint.key, "now", "b").add(f" {hint.label}", "dim").add("  ")
        self._spots.append((start, row.width - 2, hint.action))


def _fit(hints: Iterable[Hint], used: int, room: int) -> list[Hint]:
    """Return the first keys of the task that fit next to `used` cells."""
    kept = list(hints)
    while kept and used + _width(kept) > room:
        kept.pop()
    return kept


def _width(hints: Iterable[Hint]) -> int:
    return sum(cell_len(key) + cell_len(label) + 3 for key, label, _ in hints)


def make_hint(key: Key, look: Look, label: str = "") -> Hint:
    """Return a key for the last line."""
    rebound = key.action in look.keyboard.rebound
    shown = look.name_keys(key) if rebound or not key.short else look.word(key.short)
    return Hint(shown, label or look.label(key), key.command)


def make_footer(
    name: str,
    keys: Iterable[Key],
    look: Look,
    can_use: Callable[[str], bool],
    *,
    offers_tasks: bool = True,
    role: str = "now",
    first: tuple[str, ...] = (),
    labels: Mapping[str, str] = MappingProxyType({}),
) -> FooterContent:
    """Return the last line of a task or screen.

    Args:
        name: The name of the line in `FOOTERS`.
        keys: The keys in effect; the first of a word counts.
        look: The look.
        can_use: Returns whether the key of a word does something now.
        offers_tasks: True if the other tasks can be begun here.
        role: The colour of the lit task.
        first: The words of keys that precede the keys of the task.
        labels: The ids of other labels by word.

    Returns:
        The line; it omits keys that do nothing now.
    """
    footer = FOOTERS[name]
    table: dict[str, Key] = {}
    for key in keys:
        table.setdefault(key.word, key)

    def usable(words: Iterable[str]) -> list[Key]:
        found = [table[word] for word in words if word in table and can_use(word)]
        return [key for key in found if look.keyboard.format_keys(key) != NO_KEY]

    def label_hint(key: Key) -> Hint:
        label = labels.get(key.word, "")
        return make_hint(key, look, look.word(label) if label else "")

    before: list[Hint] = []
    after: list[Hint] = []
    tasks = list(TASKS) if offers_tasks and footer.task in TASKS else []
    for at, task in enumerate(tasks):
        if task != footer.task:
            group = before if at < tasks.index(footer.task) else after
            label = look.word(f"task_{task}")
            group += [make_hint(key, look, label) for key in usable([TASKS[task]])]
    back = next((label_hint(key) for key in usable([footer.back])), None)
    if back and tasks and footer.back == TASKS["read"]:
        back = back._replace(label=look.word("task_read"))
    return FooterContent(
        look.word(f"task_{footer.task}"), role, before, after,
        [label_hint(key) for key in usable(dict.fromkeys((*first, *footer.words)))][:MOST_HINTS],
        back,
        [make_hint(key, look) for key in usable(("commands", "help"))],
    )  # fmt: skip
