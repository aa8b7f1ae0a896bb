"""Typing a filter over the library: every letter filters, Tab goes through what may come next."""

from typing import TYPE_CHECKING

from tui.filters import Filter, Offer, offers
from tui.screens.line import Line, opened
from tui.widgets.painting import Look

if TYPE_CHECKING:
    from tui.screens.library import LibraryScreen


def wrong_in(typed: Filter, look: Look) -> str:
    """Why a filter can fit nothing, if a part of it says nothing."""
    unknown = typed.unknown
    if unknown.startswith("date:"):
        return look.word("no_date", text=unknown.removeprefix("date:"))
    return look.word("no_field", text=unknown) if unknown else ""


class Filtering:
    """The line, while it is open."""

    def __init__(self, screen: "LibraryScreen") -> None:
        self.screen = screen
        self._base = screen.shelf.filter.text
        """What was typed without completion."""
        self._taken = -1
        self.offers: list[Offer] = []
        screen.footer.label = screen.look.word("key_filter")
        self.line = Line(
            self._base, screen.look.word("filter_prompt"),
            lambda _: screen.end_filtering(), screen.action_clear, self._changed, self._key,
        )  # fmt: skip
        opened(screen, self.line)
        self.line.cursor_position = len(self._base)
        self.present()

    def close(self) -> None:
        """Take the line away."""
        self.line.remove()
        self.screen.footer.label = ""

    def present(self) -> None:
        """Offer what may come next, and say what is wrong."""
        screen, shelf = self.screen, self.screen.shelf
        if self._taken < 0:
            self.offers = offers(self._base, shelf.games, shelf.known)
        if shelf.filter.unknown and not shelf.filter.unknown.startswith("date:"):
            self.offers = offers("", shelf.games, shelf.known)
        wrong = wrong_in(shelf.filter, screen.look)
        screen.offers.present("Tab", self.offers, self._taken, wrong)

    def take(self, number: int) -> None:
        """Put an offer in place of what stands at the end."""
        if 0 <= number < len(self.offers):
            self._taken = number
            text = self.offers[number].text
            self.line.value = text
            self.line.cursor_position = len(text)
            self.line.focus()

    def _key(self, name: str) -> None:
        """Tab takes the next offer; Up and Down go through the games meanwhile."""
        if name == "tab" and self.offers:
            self.take((self._taken + 1) % len(self.offers))
        elif name in ("up", "down"):
            self.screen.action_choose(1 if name == "down" else -1)

    def _changed(self, text: str) -> None:
        taken = self._taken >= 0 and text == self.offers[self._taken].text
        if not taken or text.endswith(":"):  # a field: go on to what it may be
            self._base, self._taken = text, -1
        self.screen.filter_by(text)
        self.present()
