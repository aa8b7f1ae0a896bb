"""The list of recorded games, grouped by rule set."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.tui.library.catalogue import RecordedGame, RuleSetNames
from senpu.tui.library.filters import Completion
from senpu.tui.widgets.clicks import ActionClicked
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells
from senpu.tui.widgets.panels import ScrolledWidget

if TYPE_CHECKING:
    from senpu.replay.disputes.verdict import LogVerdict


class GameChosen(Message):
    """A request to select a game, and with `opened` to open it."""

    def __init__(self, index: int, opened: bool) -> None:
        super().__init__()
        self.index = index
        self.opened = opened


class GameRow(NamedTuple):
    """A row: a game by its index, the heading of a group, or an empty row."""

    game: int = -1
    rule_set: str = ""


class GameColumns(NamedTuple):
    """The first cell and the width of each column; (0, 0) for a dropped column."""

    name: tuple[int, int]
    turn: tuple[int, int]
    events: tuple[int, int]
    ending: tuple[int, int]
    verdict: tuple[int, int]


LEAST_NAME, NAMED = 14, 44
"""Cells of a name: the minimum, and the minimum before other columns get any."""
GAP = 2


class GameList(ScrolledWidget):
    """Games by rule set. Posts GameChosen."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "games")
        self.games: list[RecordedGame] = []
        self.about: dict[str, RuleSetNames | None] = {}
        self.chosen = 0
        self.marked = -1
        """The first of two games to compare."""
        self.note = ""
        """The text of an empty list."""
        self._columns_of: tuple[int, GameColumns] | None = None
        """The columns by width, until games or verdicts change."""
        self._follow = True
        self._groups: Sequence[tuple[str, list[RecordedGame]]] = ()
        self._lines: list[GameRow] = []
        self._places: dict[int, int] = {}
        """The row of each game, by its index."""
        self._shown: list[GameRow] = []

    def present(
        self,
        groups: Sequence[tuple[str, list[RecordedGame]]],
        about: dict[str, RuleSetNames | None],
        chosen: int,
        note: str,
        marked: int = -1,
    ) -> None:
        """Show groups of games with the cursor on game `chosen`."""
        self._follow = self._follow or chosen != self.chosen
        self.about, self.chosen, self.note, self.marked = about, chosen, note, marked
        if groups is not self._groups:
            self._groups = groups
            self._arrange(groups)
        self.repaint()

    def apply_look(self, look: Look) -> None:
        """Apply another look."""
        self._columns_of = None
        super().apply_look(look)

    def _arrange(self, groups: Sequence[tuple[str, list[RecordedGame]]]) -> None:
        """Build the rows of the games and the rule sets."""
        self._columns_of = None
        self.games = [game for _, games in groups for game in games]
        self._lines = []
        index = 0
        for rule_set, games in groups:
            self._lines += [GameRow(), GameRow(rule_set=rule_set)]
            for _ in games:
                self._lines.append(GameRow(index))
                index += 1
        self._places = {line.game: at for at, line in enumerate(self._lines)}

    # ---- painting -------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the visible rows."""
        look = self.look
        if not self.games:
            texts = wrap_cells(self.note, max(width - 6, 1))
            return [Row(look).strip(width), *(Row(look).add(f"   {each}", "dim").strip(width)
                                              for each in texts)]  # fmt: skip
        lines, at = self._lines, self._places.get(self.chosen, 0)
        if height <= 14:  # a low list has no room for empty rows
            lines = [line for line in lines if line != GameRow()]
            at = next((n for n, line in enumerate(lines) if line.game == self.chosen), 0)
        room = height - 1
        if self._follow:
            self._follow = False
            if at - 2 < self.top:
                self.top = at - 2
            elif at >= self.top + room - 1:
                self.top = at - room + 2
        self.top = max(min(self.top, len(lines) - room), 0)
        self._shown = lines[self.top : self.top + room]
        if self._columns_of is None or self._columns_of[0] != width:
            self._columns_of = width, self._columns(width)
        columns = self._columns_of[1]
        rows = [self._heading(columns), *(self._row(line, columns, width) for line in self._shown)]
        return [row.strip(width) for row in rows]

    def _columns(self, width: int) -> GameColumns:
        """Return the columns, as wide as their content; the least important are dropped first."""
        look = self.look
        judged = [game.verdict for game in self.games if game.verdict is not None]
        wanted = {
            "turn": self._widest("turn", (str(verdict.turn) for verdict in judged)),
            "events": self._widest("events", (str(verdict.events) for verdict in judged)),
            "ending": self._widest("ending", map(self._ending, judged)),
            "verdict": 2 + self._widest("verified", (format_verdict(g, look) for g in self.games)),
        }
        programs = cell_len(look.word("by_programs")) + 2
        longest = max((cell_len(game.name) for game in self.games), default=0)
        least = max(min(longest, NAMED), LEAST_NAME)

        def has_name() -> int:
            return width - 4 - sum(size + GAP for size in wanted.values() if size)

        marked = 2 + cell_len(look.word("verdict_valid")) + programs
        if any(game.program for game in self.games) and has_name() - programs >= longest:
            wanted["verdict"] = max(wanted["verdict"], marked)
        for name, less in (("turn", 0), ("events", 0), ("verdict", 10), ("verdict", 1),
                           ("ending", 0)):  # fmt: skip
            if has_name() < (LEAST_NAME if less == 10 or name == "ending" else least):
                wanted[name] = min(wanted[name], less)
        columns = {"name": (3, max(has_name(), 6))}
        at = 3 + columns["name"][1] + GAP
        for name, size in wanted.items():
            columns[name] = (at, size) if size else (0, 0)
            at += size + GAP if size else 0
        return GameColumns(**columns)

    def _widest(self, column: str, texts: Iterable[str]) -> int:
        """Return the cells of a column's heading and content."""
        return max(map(cell_len, (self.look.word(f"column_{column}"), *texts)))

    def _ending(self, judged: "LogVerdict") -> str:
        return judged.ending or (self.look.word("in_progress") if judged.valid else "")

    def _heading(self, columns: GameColumns) -> Row:
        look = self.look
        row = Row(look).add("   " + look.clip(look.word("column_game"), columns.name[1]), "dim")
        for name, (at, size) in (("turn", columns.turn), ("events", columns.events)):
            word = look.word(f"column_{name}")
            row.pad_to(at + size - cell_len(word)).add(word if size else "", "dim")
        for name, (at, size) in (("ending", columns.ending), ("verified", columns.verdict)):
            word = look.word(f"column_{name}")
            row.pad_to(at).add(word if size >= cell_len(word) else "", "dim")
        return row

    def _row(self, line: GameRow, columns: GameColumns, width: int) -> Row:
        look = self.look
        if line.game < 0:
            row = Row(look)
            if line.rule_set or line != GameRow():
                row.add(f" {look.signs.level} ", "line")
                about = self.about.get(line.rule_set)
                title = about.title(look.language) if about else ""
                row.add(look.clip(title or line.rule_set, width - 8), "text", "b").add(" ")
                ident = (
                    line.rule_set if title and row.width + len(line.rule_set) < width - 8 else ""
                )
                row.rule(width - 3 - len(ident) - bool(ident))
                row.add(f" {ident} " if ident else "", "faint").rule(width - 1)
            return row
        chosen = line.game == self.chosen
        game = self.games[line.game]
        row = Row(look, "now-ground" if chosen else "background")
        row.add(look.signs.here if chosen else " ", "now", "b")
        row.add("= " if line.game == self.marked else "  ", "now", "b")
        row.add(look.clip(game.name, columns.name[1]), "text", "b" if chosen else "")
        judged = game.verdict
        if judged is not None:
            for number, (at, size) in (
                (judged.turn, columns.turn),
                (judged.events, columns.events),
            ):
                if size:
                    row.pad_to(at + size - len(str(number))).add(str(number), "dim")
            at, size = columns.ending
            row.pad_to(at).add(look.clip(self._ending(judged), size), self._winner(game))
        self._verdict(row.pad_to(columns.verdict[0]), game, columns.verdict[1])
        return row

    def _winner(self, game: RecordedGame) -> str:
        """Return the role of an ending: the side that won, if any."""
        about = self.about.get(game.rule_set)
        ending = game.verdict.ending if game.verdict else None
        winner = (ending or "").partition(" ")[0]
        if about and winner in about.winners:
            return f"side{about.winners.index(winner)}"
        return "text" if ending else "dim"

    def _verdict(self, row: Row, game: RecordedGame, size: int) -> None:
        signs = self.look.signs
        sign, role = {
            "valid": (signs.good, "good"),
            "incomplete": (signs.torn, "error"),
            "invalid": (signs.bad, "error"),
            "unverified": (signs.open, "faint"),
        }[game.state]
        end = row.width + size
        row.add(sign, role, "b")
        text = " " + self.look.clip(format_verdict(game, self.look), size - 2) if size > 4 else ""
        row.add(text, role if role == "error" else "dim")
        mark = self.look.word("by_programs")
        if game.program and row.width + cell_len(mark) + 2 <= end:
            row.add(f"  {mark}", "faint", "i")

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Post the game under the pointer."""
        event.stop()
        if 0 < event.y <= len(self._shown):
            index = self._shown[event.y - 1].game
            if index >= 0:
                self.post_message(GameChosen(index, index == self.chosen))


def format_verdict(game: RecordedGame, look: Look) -> str:
    """Return the verdict on a game: `valid`, `line 41, 7.2-4`, `incomplete after line 96`."""
    verdict = game.verdict
    if verdict is None:
        return look.word("verdict_pending")
    if verdict.valid:
        return look.word("verdict_valid")
    fault = verdict.faults[0]
    if fault.id == "tornTail":
        return look.word("verdict_incomplete", line=max(fault.line - 1, 0))
    return look.word("verdict_line", line=fault.line, what=fault.rule or fault.id)


class Completions(PaintedWidget):
    """A line of completions, the selected one marked, or an error. Posts ActionClicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "offers")
        self.label = ""
        self.offers: Sequence[Completion] = ()
        self.taken = -1
        self.wrong = ""
        self._spots: list[tuple[int, int, int]] = []
        """The first cell, the end, and the index of each completion."""

    def present(self, label: str, offers: Sequence[Completion], taken: int, wrong: str) -> None:
        """Show other completions."""
        self.label, self.offers, self.taken, self.wrong = label, offers, taken, wrong
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the line."""
        look = self.look
        row = Row(look, "panel").add(" ")
        self._spots = []
        if self.wrong:
            row.add(look.clip(self.wrong, max(width - 4, 1)), "error").add("  ")
        elif self.label and self.offers:
            row.add(f"{self.label}  ", "faint")
        first = max(self.taken - 2, 0)  # keeps the selected completion in view
        for number, offer in enumerate(self.offers[first:], first):
            text, count = make_printable(offer.shown), f" {offer.games}" if offer.games else ""
            if row.width + cell_len(text + count) + 1 > width:
                row.add(look.signs.more, "faint")
                break
            start, here = row.width, number == self.taken
            row.add(text, "now", "bu" if here else "b").add(count, "dim").add("  ")
            self._spots.append((start, row.width - 2, number))
        return [row.strip(width)]

    def on_click(self, event: events.Click) -> None:
        """Post the completion under the pointer."""
        number = next((n for start, end, n in self._spots if start <= event.x < end), -1)
        if number >= 0:
            event.stop()
            self.post_message(ActionClicked(f"offer({number})"))
