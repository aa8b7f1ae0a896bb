"""A stack of pages in the chooser of a screen: for recording, for notes, and for a position.

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
from senpu.tui.widgets.chooser import Chooser, ChooserEntry, ChooserPage
from senpu.tui.widgets.clicks import ObjectClicked

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import PagedScreen, Player


STILL = 0.2
"""The seconds after a write in which no row writes."""


class PageFrame(msgspec.Struct):
    """A page of the stack: the function that makes it, and its cursor."""

    build: Callable[[Any], ChooserPage]
    so_far: Narrowing = Narrowing()
    cursor: int = 0
    clicked: int = -1
    """The row that was clicked last."""


class PageStack:
    """A stack of pages in the chooser of a screen with a map."""

    KEYS: ClassVar[tuple[Key, ...]]
    FOOTER: ClassVar[str]
    """The name of the last line in `FOOTERS`."""
    first: Callable[[Any], ChooserPage]
    """Makes the bottom page."""

    def __init__(self, screen: "PagedScreen") -> None:
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

    def make_chooser(self) -> Chooser:
        """Return a new chooser for the pages."""
        return Chooser(self.screen.look, self)

    def open(self) -> None:
        """Show the bottom page."""
        self.is_on = True
        self.chooser = self.make_chooser()
        self.screen.mount(self.chooser)
        self.reset()

    def leave(self) -> None:
        """Close the chooser."""
        self.is_on = False
        if self.chooser is not None:
            self.chooser.remove()
        self.chooser = None

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
        """Update the page after the screen showed another position."""

    def show(self) -> None:
        """Show the page with its cursor, and on the map what the row leads to."""
        screen = self.screen
        if self.chooser is not None:
            self.chooser.present(self.page, self.cursor)
            if not screen.footer.label and screen.focused is not self.chooser:
                self.chooser.focus()
        screen.map.present(self.adapt_scene(screen.scene), screen.narrator)
        screen.sentences.show_pending(self.sentence)
        screen.show_footer()

    @property
    def sentence(self) -> str:
        """The sentence of what the row at the cursor does, and of what is still to be chosen."""
        entry = self.entry
        return entry.sentence() if entry and entry.sentence and not self.busy else ""

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
        look, entry = self.screen.look, self.entry
        labels = {"take": "key_write"} if entry is not None and entry.final else {}
        labels |= {"add": entry.adds} if entry is not None and entry.adds else {}

        return make_footer(self.FOOTER, keys, look, can_use, role=self.role, labels=labels)

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something on the page."""
        entry = self.entry
        if word == "add":
            return entry is not None and entry.add is not None
        if word == "next_list":
            leads = entry is not None and entry.leads_to is not None
            return self.page.upper is not None or leads
        if word == "pick":
            return len(self.page.entries) > 1
        return self.page.numbered if word == "number" else True

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
        return False

    def take(self) -> None:
        """Choose the row at the cursor, or confirm the added rows."""
        if self.uncover() or self.entry is None or self.busy:
            return
        if self.page.confirm is not None:
            self.page.confirm()
        elif not self.entry.final or monotonic() - self.ended >= STILL:
            self.entry.take()  # a key that was held, or pressed twice, writes nothing

    def click(self, index: int) -> None:
        """Choose a row by a click; a row that writes to a log needs a second one."""
        is_first = self.top.clicked != index
        self.pick(index)
        self.top.clicked = index
        if self.entry is not None and not (self.entry.final and is_first):
            self.take()

    def next_list(self, way: int) -> None:
        """Go from the upper list to the lower one; from the lower one, to the next upper row."""
        if self.uncover() or self.busy:
            return
        if self.page.upper is None:
            if way > 0 and self.entry is not None and self.entry.leads_to is not None:
                self.entry.take()
            return
        at = self.page.upper_cursor + way
        if 0 <= at < len(self.page.upper.entries):
            self.pick_above(at)

    def pick_above(self, index: int) -> None:
        """Choose a row of the list above."""
        if self.uncover() or self.busy:
            return
        self.stack.pop()
        self.top.cursor = index
        self.page = self.top.build(self)
        entry = self.entry
        if entry is not None and not entry.final:
            entry.take()
        else:
            self.rebuild()

    def aim(self, across: int, down: int) -> None:
        """Put the cursor on the nearest row whose place is in a direction."""
        here = self._find_spot(self.entry)
        if here is None:
            return
        best: tuple[int, int] | None = None
        for index, entry in enumerate(self.page.entries):
            spot = self._find_spot(entry)
            if spot is None:
                continue
            x, y = spot[0] - here[0], 2 * (spot[1] - here[1])
            along, aside = x * across + y * down, abs(x * down) + abs(y * across)
            if along > 0 and aside <= 2 * along:
                found = (along + SIDEWAYS * aside, index)
                best = min(best, found) if best else found
        if best is not None:
            self.pick(best[1])

    def _find_spot(self, entry: ChooserEntry | None) -> tuple[int, int] | None:
        """Return the position on the map of a row's place."""
        shows = entry.shows if entry else None
        if not isinstance(shows, ChoicePreview):
            return None
        place = shows.choice.goal.place if shows.choice else shows.focus
        return self.screen.map.spot(place)


SIDEWAYS = 2
"""The weight of a distance across a direction, relative to one along it."""


class PlayerPages(PageStack):
    """A stack of pages in the chooser of a player, whose panels can cover them."""

    screen: "Player"

    def open(self) -> None:
        """Show the bottom page."""
        screen = self.screen
        screen.stop_playing()
        screen.panel, screen.pointed = "", None
        super().open()

    def leave(self) -> None:
        """Close the chooser."""
        super().leave()
        self.screen.sentences.show_pending("")
        self.screen.rearrange()

    def uncover(self) -> bool:
        """Close a panel that covers the page; return whether there was one."""
        panel = self.screen.panel
        if panel:
            self.screen.action_panel(panel)
        return bool(panel)
