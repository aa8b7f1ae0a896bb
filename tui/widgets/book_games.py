"""The games of a book that reached a position, as a table."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.openings.book import SampleGame
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import RowList, render_heading
from senpu.tui.widgets.rate_table import MARGIN

GAP = 3
LEAST_CELL = 8
"""The fewest cells of a column that is cut."""


class GameTable(RowList):
    """A table of games. Posts RowClicked."""

    def __init__(self, look: Look, narrator: Narrator) -> None:
        super().__init__(look, "games")
        self.narrator = narrator
        self.games: Sequence[SampleGame] = ()
        self.count = 0
        """The number of all games that reached the position."""
        self.chosen = -1
        """The index of the chosen game; -1 while a move is chosen."""

    def present(
        self, games: Sequence[SampleGame], count: int, chosen: int, narrator: Narrator
    ) -> None:
        """Show other games."""
        self.games, self.count, self.chosen, self.narrator = games, count, chosen, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        look, word = self.look, self.look.word
        rows = [render_heading(look, word("book_samples_of"), width - 1, "text", str(self.count))]
        names = [
            word("book_log"), *(self.narrator.side(side.id) for side in self.narrator.spec.sides),
            word("book_ending"), word("book_opens_at"), word("book_date"),
        ]  # fmt: skip
        cells = [names, *map(self._cells, self.games)]
        sizes = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
        while sizes and sum(sizes) + GAP * len(sizes) > width - MARGIN:
            at = max(range(len(sizes)), key=sizes.__getitem__)
            if sizes[at] <= LEAST_CELL:
                sizes.pop()
            else:
                sizes[at] -= 1
        rows.append(self._row(names, sizes, "dim"))
        self.items = [-1] * len(rows)
        room = max(height - len(rows) - 1, 1)
        if self.chosen >= 0:
            self.top = max(min(self.top, self.chosen), self.chosen - room + 1)
        self.top = max(min(self.top, len(self.games) - room), 0)
        for at in range(self.top, min(self.top + room, len(self.games))):
            here = at == self.chosen
            rows.append(self._row(cells[at + 1], sizes, "text", here))
            self.items.append(at)
        below = self.count - min(self.top + room, len(self.games))
        if below > 0:
            more = word("book_more" if self.chosen >= 0 else "book_more_games", n=below)
            rows.append(Row(look).add(" " * MARGIN).add(look.clip(more, width - MARGIN), "dim"))
        return [row.strip(width) for row in rows[:height]]

    def _cells(self, game: SampleGame) -> list[str]:
        word = self.look.word
        at = word("book_at", n=game.number) if game.number else word("book_at_start")
        players = [
            make_printable(game.players.get(side.id, "")) for side in self.narrator.spec.sides
        ]
        ending = self.narrator.name_ending(game.ending, "brief")
        return [
            make_printable(game.path.name), *players,
            make_printable(ending) or word("book_in_progress"), at, make_printable(game.date),
        ]  # fmt: skip

    def _row(
        self, cells: Sequence[str], sizes: Sequence[int], role: str, here: bool = False
    ) -> Row:
        look = self.look
        row = Row(look, "now-ground" if here else "background")
        row.add(f" {look.signs.here} " if here else " " * MARGIN, "now", "b")
        for at, size in enumerate(sizes):
            start = row.width
            row.add(look.clip(cells[at], size), role, "b" if here else "").pad_to(
                start + size + GAP
            )
        return row
