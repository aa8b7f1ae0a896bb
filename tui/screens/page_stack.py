"""A stack of pages in the chooser of the player, for recording and for notes.

The top page is shown; keys and clicks choose its rows.
"""

from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from senpu.tui.boards.choices import ChoicePreview, Narrowing, preview_choice
from senpu.tui.boards.scene import Scene
from senpu.tui.keys import Key
from senpu.tui.widgets.bars import FooterContent, HeaderPart, make_footer
from senpu.tui.widgets.chooser import Chooser, ChooserEntry, ChooserPage, EntryPicked
from senpu.tui.widgets.clicks import ObjectClicked

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player


STILL = 0.2
"""The seconds after a write in which no row writes."""


class PageFrame(msgspec.Struct):
    """A page of the stack: the function that makes it, and its cursor."""

    build: Callable[[Any], ChooserPage]
    so_far: Narrowing = Narrowing()
    cursor: int = 0


class PageStack:
    """A stack of pages in the chooser of a player."""

    KEYS: ClassVar[tuple[Key, ...]]
    FOOTER: ClassVar[str]
    """The name of the last line in `FOOTERS`."""
    first: Callable[[Any], ChooserPage]
    """Makes the bottom page."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.is_on = False
        self.busy = False
        """True if a write is in progress."""
        self.ended = 0.0
        """The monotonic time of the end of the last write."""
        self.chooser: Chooser | None = None
        self.page = ChooserPage("", ())
        self.stack: list[PageFrame] = []
        self.instead = False
        """True if a page replaces the whole stack."""

    # ---- on and off -----------------------------------------------------------------------

    def open(self, chooser: Chooser) -> None:
        """Show the bottom page."""
        screen = self.screen
        screen.stop_playing()
        self.is_on, screen.panel, screen.pointed = True, "", None
        self.chooser = chooser
        screen.mount(chooser)
        self.reset()

    def leave(self) -> None:
        """Close the chooser."""
        self.is_on = False
        if self.chooser is not None:
            self.chooser.remove()
        self.chooser = None
        self.screen.rearrange()

    # ---- pages ----------------------------------------------------------------------------

    @property
    def top(self) -> PageFrame:
        """The top of the stack."""
        return self.stack[-1]

    @property
    def cursor(self) -> int:
        """The index of the row at the cursor."""
        at = 0 if self.instead else self.top.cursor
        return max(0, min(at, len(self.page.entries) - 1))

    @property
    def entry(self) -> ChooserEntry | None:
        """The row at the cursor."""
        return self.page.entries[self.cursor] if self.stack and self.page.entries else None

    def reset(self, *frames: PageFrame) -> None:
        """Show the bottom page, and other pages on it."""
        self.stack = [PageFrame(type(self).first), *frames]
        self.rebuild()

    def push(self, build: Callable[[Any], ChooserPage], so_far: Narrowing | None = None) -> None:
        """Put another page on top."""
        self.stack.append(PageFrame(build, so_far or Narrowing()))
        self.rebuild()

    def retrace(self) -> None:
        """Return to the page below; from the bottom page, close the chooser."""
        if self.uncover():
            return
        if len(self.stack) > 1 and not self.instead:
            self.stack.pop()
            self.rebuild()
        else:
            self.leave()

    def make_replacement_page(self) -> ChooserPage | None:
        """Return the page that replaces all others if nothing can be done."""
        return None

    def rebuild(self) -> None:
        """Make the top page again, and show it."""
        if self.is_on:
            found = self.make_replacement_page()
            self.instead = found is not None
            self.page = found or self.top.build(self)
            self.show()

    def present(self) -> None:
        """Update the page after the player showed another position."""

    def show(self) -> None:
        """Show the page with its cursor, and on the map what the row leads to."""
        screen = self.screen
        if self.chooser is not None:
            self.chooser.present(self.page, self.cursor)
            if not screen.footer.label and screen.focused is not self.chooser:
                self.chooser.focus()
        screen.map.present(self.adapt_scene(screen.scene), screen.narrator)
        screen.show_footer()

    @property
    def has_preview(self) -> bool:
        """Return whether the map shows what the row at the cursor leads to."""
        return self.is_on and not self.busy

    def adapt_scene(self, scene: Scene) -> Scene:
        """Return the scene for the map, with what the row at the cursor leads to."""
        if not self.has_preview or self.entry is None:
            return scene
        shows = self.entry.shows
        return preview_choice(scene, shows) if isinstance(shows, ChoicePreview) else scene

    # ---- keys -----------------------------------------------------------------------------

    def handle_click(self, message: ObjectClicked) -> bool:
        """Make the choice of a click on the map; return whether the click was one."""
        del message
        return False

    def handle_view_change(self) -> bool:
        """Handle a change of the view; return whether this stack handled it."""
        return False

    def make_parts(self) -> list[HeaderPart]:
        """Return the parts of the header."""
        return []

    def make_footer(self, keys: Iterable[Key], can_use: Callable[[str], bool]) -> FooterContent:
        """Return the last line.

        Args:
            keys: The keys in effect, the keys of the pages first.
            can_use: Returns whether the key of a word does something now.
        """
        labels = self.make_labels()
        look = self.screen.look
        return make_footer(self.FOOTER, keys, look, can_use, role=self.role, labels=labels)

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something on the page."""
        if word == "join":
            return bool(self.entry and self.entry.unit)
        if word == "pick":
            return len(self.page.entries) > 1
        return self.page.numbered if word == "number" else True

    def make_labels(self) -> dict[str, str]:
        """Return the ids of other labels of the last line, by word."""
        return {}

    @property
    def role(self) -> str:
        """The colour of the lit task."""
        return "note"

    def pick(self, index: int) -> None:
        """Put the cursor on a row."""
        self.uncover()
        self.top.cursor = max(0, min(index, len(self.page.entries) - 1))
        self.show()

    def uncover(self) -> bool:
        """Close a panel that covers the page; return whether there was one."""
        panel = self.screen.panel
        if panel:
            self.screen.action_panel(panel)
        return bool(panel)

    def take(self) -> None:
        """Do what the row at the cursor says."""
        if self.uncover() or self.entry is None or self.busy:
            return
        if self.entry.writes and monotonic() - self.ended < STILL:
            return  # a key that was held, or pressed twice
        self.entry.take()

    def choose_number(self, number: int) -> None:
        """Choose the row of a number in view."""
        if self.chooser is not None and self.chooser.top + number <= len(self.page.entries):
            self.pick(self.chooser.top + number - 1)
            if self.entry is not None and not self.entry.writes:
                self.take()


SIDEWAYS = 2
"""The weight of a distance across a direction, relative to one along it."""


def aim(pages: PageStack, across: int, down: int) -> None:
    """Put the cursor on the nearest row whose place is in a direction."""
    here = _find_spot(pages, pages.entry)
    if here is None:
        return
    best: tuple[int, int] | None = None
    for index, entry in enumerate(pages.page.entries):
        spot = _find_spot(pages, entry)
        if spot is None:
            continue
        x, y = spot[0] - here[0], 2 * (spot[1] - here[1])
        along_distance, across_distance = x * across + y * down, abs(x * down) + abs(y * across)
        if along_distance > 0 and across_distance <= 2 * along_distance:
            found = (along_distance + SIDEWAYS * across_distance, index)
            best = min(best, found) if best else found
    if best is not None:
        pages.pick(best[1])


def _find_spot(pages: PageStack, entry: ChooserEntry | None) -> tuple[int, int] | None:
    """Return the position on the map of a row's place."""
    shows = entry.shows if entry else None
    if not isinstance(shows, ChoicePreview):
        return None
    place = shows.choice.goal.place if shows.choice else shows.focus
    return pages.screen.map.spot(place)


class PageChooser(Chooser, can_focus=True):
    """The chooser of a stack of pages."""

    def __init__(self, pages: PageStack) -> None:
        super().__init__(pages.screen.look)
        self.pages = pages

    def on_entry_picked(self, message: EntryPicked) -> None:
        """Choose the clicked row."""
        message.stop()
        self.pages.pick(message.index)
        if message.join:
            self.action_join()
        elif message.take:
            self.pages.take()

    def action_join(self) -> None:
        """Add the unit at the cursor to the selected units."""

    def action_pick(self, by: int) -> None:
        """Move the cursor by some rows."""
        self.pages.pick(self.cursor + by)

    def action_pick_page(self, way: int) -> None:
        """Move the cursor by a screen."""
        self.pages.pick(self.cursor + way * self.visible_count)

    def action_take(self) -> None:
        """Do what the row at the cursor says."""
        self.pages.take()

    def action_number(self, number: int) -> None:
        """Choose the row of a number in view."""
        self.pages.choose_number(number)

    def action_aim(self, across: int, down: int) -> None:
        """Put the cursor on the nearest row in a direction."""
        aim(self.pages, across, down)

    def action_retrace(self) -> None:
        """Return to the page below."""
        self.pages.retrace()
