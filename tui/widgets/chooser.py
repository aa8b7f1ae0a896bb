"""A list of choices, and the keys to choose from it: the same in every chooser of the program.

A page has one list, or two: the list above leads to the list below. One of them is active. The
keys and their effects are in `spec/en/reference/viewer.md`, "Choosers".
"""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple, Protocol

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from senpu.tui.keys import CHOOSER, make_bindings
from senpu.tui.widgets.captions import RULE, shorten
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import ScrolledWidget, render_heading

NUMBERED = 9
"""The rows with a digit."""
LEAST = 4
"""Minimum rows of a list, if the chooser has as many."""
SOME = 1
"""Minimum rows of a list below a notice."""
ROOMY, TALL = 14, 24
"""The rows from which two lists are one above the other, and from which blocks have space."""
BESIDE = 76
"""The columns from which two lists in a low chooser are next to each other."""


class ChooserEntry(NamedTuple):
    """A choice: its text and the effect of choosing it."""

    paint: Callable[[Row, int], None]
    """A function that writes the entry on a row up to a column."""
    take: Callable[[], None]
    """Chooses it: the effect of Enter, and of the digit unless the entry is `final`."""
    final: bool = False
    """True if only Enter has the effect, because it writes to a log."""
    add: Callable[[], None] | None = None
    """Adds it to the choice, or removes it: the effect of Space."""
    adds: str = ""
    """The id of the label of Space."""
    about: Callable[[int], list[Row]] | None = None
    """A function that returns the details in rows of a width."""
    shows: object = None
    """The value that the map shows for this entry."""
    unit: str = ""
    """The unit of the entry, if any."""
    leads_to: "Callable[[], ChooserPage | None] | None" = None
    """Makes the list that this entry leads to, for display below."""
    sentence: Callable[[], str] | None = None
    """Returns the sentence of what Enter does, and of what is still to be chosen."""
    event: str = ""
    """The notation that it writes to a log."""


class ChooserPage(NamedTuple):
    """The content of the chooser."""

    title: str
    entries: Sequence[ChooserEntry]
    text: Callable[[int, int], list[Row]] | None = None
    """A function that returns the text above the entries: width and maximum rows are given."""
    role: str = "now"
    numbered: bool = True
    """True if digits choose entries."""
    aside: tuple[str, ...] = ()
    """The end of the title, the longest form first: the number of entries still to choose, or the
    heads of columns."""
    adding: bool = False
    """True if entries are being added, so that a digit adds, and Enter confirms."""
    confirm: Callable[[], None] | None = None
    """Confirms the added entries; None if Enter chooses the entry at the cursor."""
    upper: "ChooserPage | None" = None
    """The list above, which led to this one."""
    upper_cursor: int = 0
    notice: Callable[[int, int], list[Row]] | None = None
    """A function that returns a block above all lists."""
    brief: str = ""
    """A shorter title, if the title does not fit."""
    digits: Sequence[int] = ()
    """The digit of each entry, from 1; without them, the digits count the visible entries."""


class Choosing(Protocol):
    """The owner of a chooser: it shows pages and moves between them."""

    @property
    def page(self) -> ChooserPage:
        """The current page."""

    def pick(self, index: int) -> None:
        """Put the cursor on a row."""

    def take(self) -> None:
        """Choose the row at the cursor, or confirm the added rows."""

    def click(self, index: int) -> None:
        """Choose a row by a click; a row that writes to a log needs a second one."""

    def retrace(self) -> None:
        """Return one step."""

    def next_list(self, way: int) -> None:
        """Go to the next list, or to the previous one."""

    def pick_above(self, index: int) -> None:
        """Choose a row of the list above."""

    def aim(self, across: int, down: int) -> None:
        """Put the cursor on the nearest row whose place is in a direction."""


class EntryPicked(Message):
    """A clicked entry, in the list above (-1), the active list (0) or the list below (1)."""

    def __init__(self, index: int, which: int) -> None:
        super().__init__()
        self.index = index
        self.which = which


class Spot(NamedTuple):
    """The cells of a list on the screen."""

    which: int
    left: int
    right: int
    top: int
    first: int
    """The index of its first visible entry."""
    size: int
    """The number of its visible entries."""


class Chooser(ScrolledWidget, can_focus=True):
    """A list of choices with the keys to choose from it."""

    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(CHOOSER)]

    def __init__(self, look: Look, owner: Choosing) -> None:
        # Without an id: one is mounted while another is removed.
        super().__init__(look, "chooser", alone=False)
        self.owner = owner
        self.page = ChooserPage("", ())
        self.cursor = 0
        self.pending: Callable[[int], list[Row]] | None = None
        """Returns the rows of the events that are not yet written."""
        self.foot: Callable[[int, int], Sequence[Row]] | None = None
        """Returns the rows that always remain below the lists, for a width and a height."""
        self._follow = True
        self._spots: list[Spot] = []

    def present(self, page: ChooserPage, cursor: int) -> None:
        """Show a page with the cursor on an entry."""
        self.page, self.cursor = page, cursor
        self._follow = True
        self.repaint()

    @property
    def visible_count(self) -> int:
        """Return the number of visible entries of the active list."""
        return max(next((spot.size for spot in self._spots if not spot.which), 1), 1)

    # ---- painting -------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows of the page."""
        self._spots = []
        if width < 6 or not height:
            return []
        page = self.page
        foot = self.foot(width, height) if self.foot else []
        height -= len(foot)
        entry = page.entries[self.cursor] if self.cursor < len(page.entries) else None
        lower = entry.leads_to() if entry and entry.leads_to else None
        rows: list[Row] = []
        if self.pending is not None and height >= TALL:
            rows += self.pending(width)
            rows += [Row(self.look)] * bool(rows)
        if page.notice is not None:
            most = max(height - len(rows) - min(SOME, len(page.entries)) - 1, 2)
            rows += page.notice(width, most)[:most]
            rows += [Row(self.look)] * (height >= TALL)
        about = entry.about(width - 2) if entry and entry.about and height >= TALL else []
        about = [self._head(self.look.word("at_cursor"), width), *about] if about else []
        room, top = height - len(rows), len(rows)
        other = page.upper or lower
        if other is None or (room < ROOMY and width < BESIDE):
            rows += self._one(width, room, top, about)
        elif room < ROOMY:
            rows += self._side_by_side(width, room, top, lower)
        else:
            rows += self._stacked(width, room, top, lower, about)
        rows = rows[:height]
        rows += [Row(self.look)] * (height - len(rows) if foot else 0)
        return [row.strip(width) for row in (*rows, *foot)]

    def _one(self, width: int, height: int, top: int, about: list[Row]) -> list[Row]:
        """Return the active list alone, and the details of the entry at the cursor."""
        page = self.page
        least = min(len(page.entries) + 1, max(LEAST, height // 2))
        about = about[: max(height - least - 1, 0)]
        room = height - (len(about) + 1 if about else 0)
        rows = self._list(page, self.cursor, 0, Region(0, top, width, room))
        rows += [Row(self.look)] * (room - len(rows))
        return [*rows, Row(self.look), *about] if about else rows

    def _side_by_side(
        self, width: int, height: int, top: int, lower: ChooserPage | None
    ) -> list[Row]:
        half = width // 2
        first, second = self._pair(lower)
        left = self._list(*first, Region(0, top, half - 1, height))
        right = self._list(*second, Region(half, top, width - half, height))
        rows = []
        for y in range(height):
            row = Row(self.look)
            row.join(left[y] if y < len(left) else Row(self.look), half)
            row.join(right[y] if y < len(right) else Row(self.look), width - half)
            rows.append(row)
        return rows

    def _stacked(
        self, width: int, height: int, top: int, lower: ChooserPage | None, about: list[Row]
    ) -> list[Row]:
        first, second = self._pair(lower)
        gap = int(height >= TALL)
        free = height - 2 - gap
        above = min(len(first[0].entries), max(free * 2 // 5, free - len(second[0].entries) - 5))
        rows = self._list(*first, Region(0, top, width, above + 1))
        rows += [Row(self.look)] * (above + 1 + gap - len(rows))
        room = height - len(rows)
        wanted = len(second[0].entries) + 1
        about = about[: max(room - wanted - 1, min(4, room - 2 * LEAST), 0)]
        below = len(about) + 1 if about else 0
        rows += self._list(*second, Region(0, top + len(rows), width, room - below))
        rows += [Row(self.look)] * (height - below - len(rows))
        return [*rows, Row(self.look), *about] if below else rows

    def _pair(
        self, lower: ChooserPage | None
    ) -> tuple[tuple[ChooserPage, int, int], tuple[ChooserPage, int, int]]:
        """Return the upper and the lower list: the page, its cursor, and which it is."""
        page = self.page
        if page.upper is not None:
            return (page.upper, page.upper_cursor, -1), (page, self.cursor, 0)
        assert lower is not None
        return (page, self.cursor, 0), (lower, -1, 1)

    def _list(self, page: ChooserPage, cursor: int, which: int, cells: Region) -> list[Row]:
        """Return a list with its title for some cells of the widget."""
        left, top, width, height = cells
        rows = [self._title(page, width, active=not which)]
        if page.text and not which:
            least = min(LEAST, len(page.entries))
            rows += page.text(width - 2, max(height - 1 - least, 0))[: max(height - 1 - least, 0)]
        room = max(height - len(rows), 0)
        count = len(page.entries)
        first = self._first(cursor, which, room, count)
        hidden = count - room
        shown = min(room - (hidden > 0 and room > 1), count - first)
        if hidden > 0:
            first = min(first, count - shown)
        self._spots.append(Spot(which, left, left + width, top + len(rows), first, shown))
        for index in range(first, first + shown):
            rows.append(self._line(page, index, first, index == cursor, which, width))
        if hidden > 0 and room > 1:
            below = count - first - shown
            text = self.look.word("rows_below", n=below) if below else ""
            if first:
                text = f"{text}  {self.look.word('rows_above', n=first)}".strip()
            rows.append(Row(self.look).add(f"    {text}", "dim"))
        return rows

    def _first(self, cursor: int, which: int, room: int, count: int) -> int:
        """Return the first visible entry of a list; keep its cursor in view."""
        room = room - (count > room > 1)
        if which:
            return max(min(cursor - room // 2, count - room), 0)
        if self._follow:
            self.top = max(min(self.top, cursor), cursor - room + 1)
            self._follow = False
        self.top = max(min(self.top, count - room), 0)
        return self.top

    def _title(self, page: ChooserPage, width: int, *, active: bool) -> Row:
        look = self.look
        role = page.role if active else "dim"
        title = page.title
        least = min(map(cell_len, page.aside), default=0)
        if page.brief and cell_len(title) > width - 8 - least:
            title = page.brief
        room = width - 8 - cell_len(title)
        asides = [each for each in page.aside if cell_len(each) <= room]
        aside = asides[0] if asides else page.aside[0] if len(page.aside) == 1 else ""
        room = max(width - 5 - (cell_len(aside) + 3 if aside else 0), 4)
        if cell_len(title) > room:
            title = RULE.sub("", title)
        row = Row(look).add(f" {look.signs.level} ", "line")
        row.add(shorten(look, title, room), role, "b").add(" ")
        row.rule(width - 1 - (cell_len(aside) + 2 if aside else 0))
        return row.add(f" {aside} " if aside else "", role if active else "dim")

    def _head(self, text: str, width: int) -> Row:
        return render_heading(self.look, text, width - 1, margin=1)

    def _line(
        self, page: ChooserPage, index: int, first: int, current: bool, which: int, width: int
    ) -> Row:
        look = self.look
        row = Row(look, "now-ground" if current else "background")
        row.add(look.signs.here if current else " ", "now", "b")
        number = page.digits[index] if page.digits else index - first + 1
        numbered = page.numbered and not which and number <= NUMBERED
        row.add(f"{number if numbered else ' '} ", "now" if current else "dim")
        page.entries[index].paint(row, width - 1)
        if row.width > width - 1:
            row = Row(look, row.on).join(row, width - 1)
        return row.pad_to(width) if current else row

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Post the entry under the pointer."""
        event.stop()
        for spot in self._spots:
            at = event.y - spot.top
            index = spot.first + at
            if spot.left <= event.x < spot.right and 0 <= at < spot.size:
                self.post_message(EntryPicked(index, spot.which))
                return

    def on_entry_picked(self, message: EntryPicked) -> None:
        """Choose the clicked entry, as its digit does; its second click is Enter."""
        message.stop()
        if message.which < 0:
            self.owner.pick_above(message.index)
            return
        if message.which > 0:
            self.owner.next_list(1)
        if self.page.adding:
            self._choose(message.index)
        elif message.index < len(self.page.entries):
            self.owner.click(message.index)

    # ---- keys -----------------------------------------------------------------------------

    def _choose(self, index: int) -> None:
        """Choose a row by its digit: nothing is written to a log."""
        if index >= len(self.page.entries):
            return
        self.owner.pick(index)
        entry = self.owner.page.entries[index]
        if self.page.adding:
            self.action_add()
        elif not entry.final:
            self.owner.take()

    def action_number(self, number: int) -> None:
        """Choose the row of a number."""
        digits = self.page.digits
        if number in digits or not digits:
            self._choose(digits.index(number) if digits else self.top + number - 1)

    def action_add(self) -> None:
        """Add the row at the cursor, or remove it."""
        page = self.owner.page
        entry = page.entries[self.cursor] if self.cursor < len(page.entries) else None
        if entry is not None and entry.add is not None:
            entry.add()

    def action_take(self) -> None:
        """Confirm."""
        self.owner.take()

    def action_retrace(self) -> None:
        """Return one step."""
        self.owner.retrace()

    def action_next_list(self, way: int) -> None:
        """Go to the next list, or to the previous one."""
        self.owner.next_list(way)

    def action_pick(self, by: int) -> None:
        """Move the cursor by some rows."""
        self.owner.pick(self.cursor + by)

    def action_pick_page(self, way: int) -> None:
        """Move the cursor by a screen."""
        self.owner.pick(self.cursor + way * self.visible_count)

    def action_pick_edge(self, way: int) -> None:
        """Move the cursor to the first row, or to the last."""
        self.owner.pick(len(self.page.entries) - 1 if way > 0 else 0)

    def action_aim(self, across: int, down: int) -> None:
        """Put the cursor on the nearest row in a direction."""
        self.owner.aim(across, down)
