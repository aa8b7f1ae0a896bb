"""A line of what may be typed next, above the line into which it is typed."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from tui.filters import Offer
from tui.widgets.bars import Pressed
from tui.widgets.painting import Look, Painted, Row, printable


class Offers(Painted):
    """Offers, as many as fit, the one taken last marked; or what is wrong. Posts Pressed."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "offers")
        self.label = ""
        self.offers: Sequence[Offer] = ()
        self.taken = -1
        self.wrong = ""
        self._spots: list[tuple[int, int, int]] = []
        """From which cell to which a click takes which offer."""

    def present(self, label: str, offers: Sequence[Offer], taken: int, wrong: str) -> None:
        self.label, self.offers, self.taken, self.wrong = label, offers, taken, wrong
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        look = self.look
        row = Row(look, "panel").add(" ")
        self._spots = []
        if self.wrong:
            row.add(look.clip(self.wrong, max(width - 4, 1)), "error").add("  ")
        elif self.label and self.offers:
            row.add(f"{self.label}  ", "faint")
        first = max(self.taken - 2, 0)  # so that what was taken stays in view
        for number, offer in enumerate(self.offers[first:], first):
            text, count = printable(offer.shown), f" {offer.games}" if offer.games else ""
            if row.width + cell_len(text + count) + 1 > width:
                row.add(look.signs.more, "faint")
                break
            start, here = row.width, number == self.taken
            row.add(text, "now", "bu" if here else "b").add(count, "dim").add("  ")
            self._spots.append((start, row.width - 2, number))
        return [row.strip(width)]

    def on_click(self, event: events.Click) -> None:
        number = next((n for start, end, n in self._spots if start <= event.x < end), -1)
        if number >= 0:
            event.stop()
            self.post_message(Pressed(f"offer({number})"))
