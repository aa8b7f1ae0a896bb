"""A list of choices for recording a game: a page with a title, a text and the entries.

Keeps the cursor in view and posts clicks; the page defines their effect.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message
from textual.strip import Strip

from senpu.tui.widgets.captions import shorten
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block, ScrolledWidget, render_title

NUMBERED = 9
BOX = 7
"""Cells of an entry up to its unit's closing bracket: a click there selects the unit."""
URGENT = 2
"""Minimum rows of an error text."""
LEAST = 4
"""Minimum rows of the entries before an entry's details get any."""


class ChooserEntry(NamedTuple):
    """A choice: its text and the effect of choosing it."""

    paint: Callable[[Row, int], None]
    """A function that writes the entry on a row up to a column."""
    take: Callable[[], None]
    writes: bool = False
    """True if choosing it writes to the log, so that the first click only selects it."""
    about: Callable[[int], list[Row]] | None = None
    """A function that returns the details in rows of a width."""
    shows: object = None
    """The value that the map shows for this entry."""
    unit: str = ""
    """The unit of the entry, if any."""


class ChooserPage(NamedTuple):
    """The content of the chooser."""

    title: str
    entries: Sequence[ChooserEntry]
    text: Callable[[int, int], list[Row]] | None = None
    """A function that returns the text above the entries: width and maximum rows are given."""
    role: str = "now"
    numbered: bool = True
    """True if digits choose entries."""


class EntryPicked(Message):
    """A selected entry; `take` chooses it, `join` adds its unit to the selection."""

    def __init__(self, index: int, take: bool, join: bool = False) -> None:
        super().__init__()
        self.index = index
        self.take = take
        self.join = join


class Chooser(ScrolledWidget):
    """A list of choices. Posts EntryPicked for clicks."""

    def __init__(self, look: Look, numbered: int = NUMBERED) -> None:
        super().__init__(
            look, "chooser", alone=False
        )  # without an id: one is mounted while another is removed
        self.numbered = numbered
        """Number of visible entries with a digit."""
        self.page = ChooserPage("", ())
        self.cursor = 0
        self._follow = True
        self._lines: tuple[int, int] = (0, 0)
        """The row of the first visible entry, and the number of visible entries."""

    def present(self, page: ChooserPage, cursor: int) -> None:
        """Show a page with the cursor on an entry."""
        self.page, self.cursor = page, cursor
        self._follow = True
        self.repaint()

    @property
    def visible_count(self) -> int:
        """Return the number of visible entries."""
        return max(self._lines[1], 1)

    # ---- painting -------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows of the page."""
        if width < 6 or not height:
            return []
        look, page = self.look, self.page
        title = shorten(look, page.title, width - 6)
        rows = [render_title(look, Block(title, [], page.role), width - 2)]
        urgent = min(URGENT if page.role == "error" else 0, height - 1)
        most = max(height - 1 - min(LEAST, len(page.entries)), urgent)
        rows += page.text(width - 2, most)[:most] if page.text else []
        about = self._about(width - 2)
        least = min(len(page.entries), max(LEAST, (height - len(rows)) // 2))
        about = about[: max(height - len(rows) - least - 1, 0)]
        below = len(about) + 1 if about else 0
        room = max(height - len(rows) - below, 0)
        self._keep_in_view(room)
        self._lines = (len(rows), room)
        for index in range(self.top, min(self.top + room, len(page.entries))):
            rows.append(self._line(index, width))
        rows += [Row(look)] * (height - below - len(rows))
        if below:
            rows += [Row(look), *about]
        return [row.strip(width) for row in rows[:height]]

    def _about(self, width: int) -> list[Row]:
        entries = self.page.entries
        about = entries[self.cursor].about if self.cursor < len(entries) else None
        return about(width) if about else []

    def _keep_in_view(self, room: int) -> None:
        count = len(self.page.entries)
        if self._follow:
            self.top = max(min(self.top, self.cursor), self.cursor - room + 1)
            self._follow = False
        self.top = max(min(self.top, count - room), 0)

    def _line(self, index: int, width: int) -> Row:
        look, current = self.look, index == self.cursor
        row = Row(look, "now-ground" if current else "background")
        row.add(look.signs.here if current else " ", "now", "b")
        number = index - self.top + 1
        numbered = self.page.numbered and number <= self.numbered
        row.add(str(number) if numbered else " ", "now" if current else "faint")
        row.add(" ")
        left = len(self.page.entries) - index - 1
        last = index == self.top + self._lines[1] - 1
        text = f" {look.signs.solid[2]}{left}" if last and left else ""
        until = width - len(text) - 1
        self.page.entries[index].paint(row, until)
        if text or row.width > until:
            row = Row(look, row.on).join(row, until).add(text, "now" if current else "faint")
        return row.pad_to(width) if current else row

    # ---- mouse ----------------------------------------------------------------------------

    def index_at(self, y: int) -> int:
        """Return the entry in a row, or -1."""
        first, shown = self._lines
        index = self.top + y - first
        inside = first <= y < first + shown and index < len(self.page.entries)
        return index if inside else -1

    def on_click(self, event: events.Click) -> None:
        """Post the entry under the pointer."""
        event.stop()
        index = self.index_at(event.y)
        if index >= 0:
            entry = self.page.entries[index]
            join = bool(entry.unit) and event.x < BOX + len(entry.unit)
            take = not join and (index == self.cursor or not entry.writes)
            self.post_message(EntryPicked(index, take, join))
