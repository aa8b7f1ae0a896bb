"""The moves of the opening book in a position: bars, counts, confidence intervals, games.

Below them, the selected entry in full.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.replay.analysis.confidence import GameResults
from senpu.replay.core.narration import Narrator
from senpu.replay.openings.book import MoveRecord, SampleGame
from senpu.tui.render.openings_report import (
    format_interval,
    format_players,
    format_win_rate,
    render_game_results,
)
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import ScrolledWidget

LOOKED_AT = 30
"""Maximum moves examined for odds before the column is shown."""
BAR, SHARE, SURE = 10, len("100%"), len("68-100%")
LEAST_TEXT = 14
DETAILS = 4
"""Rows below the list for the selected entry."""
ROOM_FOR_DETAILS = 11
LEAST_LIST = 4
"""Minimum rows of the list next to long details."""


class BookRow(NamedTuple):
    """A row: a move, a game, or a title."""

    move: MoveRecord | None = None
    sample: SampleGame | None = None
    title: str = ""

    @property
    def choosable(self) -> bool:
        """Return whether the row can be chosen."""
        return self.move is not None or self.sample is not None


class MoveChosen(Message):
    """A click on a row."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index


class Column(NamedTuple):
    """A column of a number of each move; columns of low `worth` are dropped first."""

    name: str
    format: Callable[[MoveRecord], str]
    role: str
    priority: int


class MoveList(ScrolledWidget):
    """Rows of a book. Posts MoveChosen."""

    def __init__(self, look: Look, narrator: Narrator) -> None:
        super().__init__(look, "moves")
        self.narrator = narrator
        self.entries: Sequence[BookRow] = ()
        self.chosen = -1
        self.side = 0
        """The side whose wins are shown."""
        self.head: Sequence[str] = ()
        """The heading of the list."""
        self.named: Callable[[MoveRecord], str] = lambda move: move.text
        self.chance: Callable[[MoveRecord], str] = lambda move: ""
        """The success probability of an attack, or the probability of the dice."""
        self.about: Callable[[MoveRecord], Sequence[str]] = lambda move: ()
        """Further details of the move."""
        self.over = "book_odds"
        """The heading of the column of odds."""
        self._follow = True
        self._shown: list[int] = []

    def present(
        self,
        entries: Sequence[BookRow],
        chosen: int,
        side: int,
        head: Sequence[str],
        narrator: Narrator,
    ) -> None:
        """Show other rows or another selection."""
        self._follow = self._follow or chosen != self.chosen or entries is not self.entries
        self.entries, self.chosen, self.side, self.head = entries, chosen, side, head
        self.narrator = narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows."""
        look = self.look
        rows = [
            Row(look).add(" " + line, "text" if at else "dim")
            for at, text in enumerate(self.head)
            for line in wrap_cells(text, max(width - 2, 4))
        ]
        details = self._details(width)[: max(height - len(rows) - LEAST_LIST, 0)]
        details = details if height >= ROOM_FOR_DETAILS else []
        columns = self._columns(width)
        room = max(height - len(rows) - len(details), 1)
        first, last = self._window(room)
        above = len(rows)
        self._shown = [-1] * above + list(range(first, last))
        rows += [self._row(at, columns, width) for at in range(first, last)]
        rows += [Row(look)] * max(height - len(rows) - len(details), 0) + details
        return [row.strip(width) for row in rows[:height]]

    def _window(self, room: int) -> tuple[int, int]:
        """Return the entries that fit."""
        count = len(self.entries)
        if self._follow and self.chosen >= 0:
            self._follow = False
            above = 1 if self.chosen and not self.entries[self.chosen - 1].choosable else 0
            self.top = min(self.top, self.chosen - above)
            self.top = max(self.top, self.chosen - room + 1)
        self.top = max(min(self.top, count - room), 0)
        return self.top, min(self.top + room, count)

    # ---- rows -----------------------------------------------------------------------------

    def _columns(self, width: int) -> list[tuple[Column, int]]:
        """Return the columns that fit, each with its width."""
        word, side = self.look.word, self.side
        letter = self.narrator.spec.sides[side].letter
        won = word("book_won_brief", letter=letter)
        moves = [entry.move for entry in self.entries if entry.move]
        here = max((move.played.games for move in moves), default=0)
        reached = max((move.reached.games for move in moves), default=0)
        chances = [self.chance(move) for move in moves[:LOOKED_AT]]
        columns = [
            (Column(word(self.over), self.chance, "note", 6), max(map(len, chances), default=0)),
            (Column(word("book_here"), lambda m: str(m.played.games), "text", 5), len(str(here))),
            (Column(word("book_all"), lambda m: str(m.reached.games), "dim", 1), len(str(reached))),
            (Column(won, lambda m: format_win_rate(m.played, side), "now", 4), SHARE),
            (
                Column(
                    word("book_interval"),
                    lambda m: format_interval(m.played.win_rate_interval(side)),
                    "dim",
                    3,
                ),
                SURE,
            ),
            (Column("", lambda m: "", "", 2), BAR),
        ]
        found = [(column, max(cell_len(column.name), size)) for column, size in columns if size]
        while found and sum(size + 2 for _, size in found) > width - LEAST_TEXT - 3:
            found.remove(min(found, key=lambda pair: pair[0].priority))
        return found

    def _row(self, at: int, columns: list[tuple[Column, int]], width: int) -> Row:
        look, entry = self.look, self.entries[at]
        here = at == self.chosen
        row = Row(look, "panel" if here else "background")
        row.add(f" {look.signs.here} " if here else "   ", "now", "b")
        room = width - 4 - sum(size + 2 for _, size in columns)
        if entry.sample is not None:
            return row.add(look.clip(self._game(entry.sample), width - 4), "text")
        if entry.move is None:
            row, below = Row(look).add(" "), self._count_rows(at)
            title = f"{entry.title} ({below})" if entry.title and below else entry.title
            row.add(look.clip(title, room + 2), "dim", "b" if title else "")
            return self._names(row, columns, room) if entry.title and self._heads(at) else row
        row.add(
            look.clip(make_printable(self.named(entry.move)), room), "text", "b" if here else ""
        )
        row.pad_to(3 + room)
        for column, size in columns:
            if column.name:
                row.add("  " + column.format(entry.move).rjust(size), column.role)
            else:
                self._bar(row.add("  "), entry.move.played)
        return row

    def _count_rows(self, at: int) -> int:
        """Return the number of moves or games below a title."""
        below = takewhile(lambda entry: entry.choosable, self.entries[at + 1 :])
        return sum(1 for _ in below)

    def _heads(self, at: int) -> bool:
        """Return whether moves follow a title."""
        return at + 1 < len(self.entries) and self.entries[at + 1].move is not None

    def _names(self, row: Row, columns: list[tuple[Column, int]], room: int) -> Row:
        row.pad_to(3 + room)
        for column, size in columns:
            row.add("  " + " " * (size - cell_len(column.name)) + column.name, "faint")
        return row

    def _bar(self, row: Row, tally: GameResults) -> None:
        """Return the bar: wins of the side at the left, of others at the right, draws between."""
        if not tally.ended:
            row.add(" " * BAR)
            return
        signs, ended = self.look.signs, tally.ended
        wins = round(tally.wins[self.side] * BAR / ended)
        draws = round((tally.wins[self.side] + tally.draws) * BAR / ended) - wins
        other = next((at for at in range(len(tally.wins)) if at != self.side), self.side)
        row.add(signs.full * wins, f"side{self.side}").add(signs.level * draws, "dim")
        row.add(signs.spent * (BAR - wins - draws), f"side{other}")

    def _game(self, sample: SampleGame) -> str:
        parts = (format_players(sample), sample.date, sample.event, sample.ending, sample.path.name)
        return make_printable("  ".join(filter(None, parts)))

    def _details(self, width: int) -> list[Row]:
        """Return the selected entry in full: the move, its results here and by any route."""
        look = self.look
        entry = self.entries[self.chosen] if self.chosen >= 0 else BookRow()
        rows = [Row(look).add(" ").rule(width - 1)]
        if entry.move is not None:
            move = entry.move
            rows.append(Row(look).add(" " + look.clip(self.named(move), width - 2), "now"))
            about = [line for label in self.about(move) for line in wrap_cells(label, width - 2)]
            rows += [Row(look).add(" " + line, "text") for line in about]
            for ident, tally in (("book_here", move.played), ("book_all", move.reached)):
                text = f"{look.word(ident)}: {render_game_results(tally, self.narrator)}"
                rows.append(Row(look).add(" " + look.clip(text, width - 2), "dim"))
        elif entry.sample is not None:
            path = make_printable(str(entry.sample.path))
            rows.append(Row(look).add(" " + look.clip(path, width - 2), "now"))
            text = look.word("book_at", n=entry.sample.number)
            rows.append(Row(look).add(" " + look.clip(text, width - 2), "dim"))
        return [*rows, *[Row(look)] * (DETAILS - len(rows))]

    def on_click(self, event: events.Click) -> None:
        """Post the row under the pointer."""
        at = self._shown[event.y] if event.y < len(self._shown) else -1
        if 0 <= at < len(self.entries) and self.entries[at].choosable:
            event.stop()
            self.post_message(MoveChosen(at))
