"""A stack of pages in the chooser of the player, used for recording and for notes. The top page is
shown. Keys and clicks choose its lines.
"""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from senpu.tui.boards.choices import Narrowing, Prospect, prospective
from senpu.tui.boards.scene import Scene
from senpu.tui.keys import Key
from senpu.tui.widgets.bars import Part
from senpu.tui.widgets.chooser import Chooser, Entry, Page, Picked
from senpu.tui.widgets.clicks import Pointed

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player


STILL = 0.2
"""Seconds after something was written in which no line writes anything."""


class Frame(msgspec.Struct):
    """A page of the stack: how it is made, and where one is on it."""

    build: Callable[[Any], Page]
    so_far: Narrowing = Narrowing()
    cursor: int = 0


class Pages:
    """What somebody does with the chooser of a player."""

    KEYS: ClassVar[tuple[Key, ...]]
    first: Callable[[Any], Page]
    """The page at the bottom."""

    def __init__(self, screen: "Player") -> None:
        self.screen = screen
        self.on = False
        self.busy = False
        """Whether something is being written."""
        self.ended = 0.0
        """When something was written last, by a clock of its own."""
        self.chooser: Chooser | None = None
        self.page = Page("", ())
        self.stack: list[Frame] = []
        self.instead = False
        """Whether the page stands in place of the whole stack."""

    # ---- on and off -----------------------------------------------------------------------

    def open(self, chooser: Chooser) -> None:
        """Show the first page."""
        screen = self.screen
        screen.stop_playing()
        self.on, screen.panel, screen.pointed = True, "", None
        self.chooser = chooser
        screen.mount(chooser)
        self.reset()

    def leave(self) -> None:
        """Back to looking at the game."""
        self.on = False
        if self.chooser is not None:
            self.chooser.remove()
        self.chooser = None
        self.screen.rearrange()

    # ---- pages ----------------------------------------------------------------------------

    @property
    def top(self) -> Frame:
        return self.stack[-1]

    @property
    def cursor(self) -> int:
        """Which line of the page one is on."""
        at = 0 if self.instead else self.top.cursor
        return max(0, min(at, len(self.page.entries) - 1))

    @property
    def entry(self) -> Entry | None:
        """The line at the cursor."""
        return self.page.entries[self.cursor] if self.stack and self.page.entries else None

    def reset(self, *frames: Frame) -> None:
        """The first page, and others on it."""
        self.stack = [Frame(type(self).first), *frames]
        self.rebuild()

    def push(self, build: Callable[[Any], Page], so_far: Narrowing | None = None) -> None:
        """Another page on top."""
        self.stack.append(Frame(build, so_far or Narrowing()))
        self.rebuild()

    def retrace(self) -> None:
        """Back to the page below; from the first one out."""
        if self.uncover():
            return
        if len(self.stack) > 1 and not self.instead:
            self.stack.pop()
            self.rebuild()
        else:
            self.leave()

    def standing_instead(self) -> Page | None:
        """A page in place of all others, where nothing can be done."""
        return None

    def rebuild(self) -> None:
        """Make the top page anew, and show it."""
        if self.on:
            found = self.standing_instead()
            self.instead = found is not None
            self.page = found or self.top.build(self)
            self.show()

    def present(self) -> None:
        """The screen shows something else: so may the page."""

    def show(self) -> None:
        """Show the page with its cursor, and on the map what the line there leads to."""
        screen = self.screen
        if self.chooser is not None:
            self.chooser.present(self.page, self.cursor)
            if not screen.footer.label and screen.focused is not self.chooser:
                self.chooser.focus()
        screen.map.present(self.scene(screen.scene), screen.narrator)
        screen.show_footer()

    @property
    def shows(self) -> bool:
        """Whether the map shows what the line at the cursor leads to."""
        return self.on and not self.busy

    def scene(self, scene: Scene) -> Scene:
        """What the map shows: the scene, or the prospect of the line at the cursor."""
        if not self.shows or self.entry is None:
            return scene
        shows = self.entry.shows
        return prospective(scene, shows) if isinstance(shows, Prospect) else scene

    # ---- keys -----------------------------------------------------------------------------

    def points(self, message: Pointed) -> bool:
        """Whether a click on the map is a choice, which is made then."""
        del message
        return False

    def eyes(self) -> bool:
        """Whether through whose eyes one looks is its concern, and not the player's."""
        return False

    def parts(self) -> list[Part]:
        """What it says in the first line."""
        return []

    def hints(self) -> list[tuple[str, str, str]]:
        """The keys that the last line names."""
        return []

    def pick(self, index: int) -> None:
        """Put the cursor on a line."""
        self.uncover()
        self.top.cursor = max(0, min(index, len(self.page.entries) - 1))
        self.show()

    def uncover(self) -> bool:
        """Close a panel that stands in place of the page; whether one did."""
        panel = self.screen.panel
        if panel:
            self.screen.action_panel(panel)
        return bool(panel)

    def take(self) -> None:
        """Go on with the line at the cursor."""
        if self.uncover() or self.entry is None or self.busy:
            return
        if self.entry.writes and monotonic() - self.ended < STILL:
            return  # a key that was held, or pressed twice
        self.entry.take()

    def number(self, number: int) -> None:
        """The line of a number in view."""
        if self.chooser is not None and self.chooser.top + number <= len(self.page.entries):
            self.pick(self.chooser.top + number - 1)
            if self.entry is not None and not self.entry.writes:
                self.take()


SIDEWAYS = 2
"""How much further what lies beside a direction counts than what lies along it."""


def aim(pages: Pages, across: int, down: int) -> None:
    """The nearest line whose place lies in a direction."""
    here = _spot(pages, pages.entry)
    if here is None:
        return
    best: tuple[int, int] | None = None
    for index, entry in enumerate(pages.page.entries):
        spot = _spot(pages, entry)
        if spot is None:
            continue
        x, y = spot[0] - here[0], 2 * (spot[1] - here[1])
        along, beside = x * across + y * down, abs(x * down) + abs(y * across)
        if along > 0 and beside <= 2 * along:
            found = (along + SIDEWAYS * beside, index)
            best = min(best, found) if best else found
    if best is not None:
        pages.pick(best[1])


def _spot(pages: Pages, entry: Entry | None) -> tuple[int, int] | None:
    """Where on the map a line leads, or stands."""
    shows = entry.shows if entry else None
    if not isinstance(shows, Prospect):
        return None
    place = shows.choice.goal.place if shows.choice else shows.focus
    return pages.screen.map.spot(place)


class PagesChooser(Chooser, can_focus=True):
    """Each key, and each click on a line, does something to the pages."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages.screen.look)
        self.pages = pages

    def on_picked(self, message: Picked) -> None:
        message.stop()
        self.pages.pick(message.index)
        if message.join:
            self.action_join()
        elif message.take:
            self.pages.take()

    def action_join(self) -> None:
        """Add the unit of a line to those chosen, where units are."""

    def action_pick(self, by: int) -> None:
        self.pages.pick(self.cursor + by)

    def action_pick_page(self, way: int) -> None:
        self.pages.pick(self.cursor + way * self.shown)

    def action_take(self) -> None:
        self.pages.take()

    def action_number(self, number: int) -> None:
        self.pages.number(number)

    def action_aim(self, across: int, down: int) -> None:
        aim(self.pages, across, down)

    def action_retrace(self) -> None:
        self.pages.retrace()
