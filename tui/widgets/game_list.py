"""The list of recorded games: first the games that need a look, then each rule set."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

from senpu.notation.messages import LANGUAGES
from senpu.notation.printable import make_printable
from senpu.tui.library.catalogue import RecordedGame, find_names, name_ending_of
from senpu.tui.library.filters import Completion
from senpu.tui.library.shelf import ShelfGroup
from senpu.tui.widgets.clicks import ActionClicked
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells
from senpu.tui.widgets.panels import ScrolledWidget, render_heading

if TYPE_CHECKING:
    from senpu.tui.library.copies import CopySet


class GameChosen(Message):
    """A request to select a game, and with `opened` to open it."""

    def __init__(self, index: int, opened: bool) -> None:
        super().__init__()
        self.index = index
        self.opened = opened


class GameRow(NamedTuple):
    """A row: a game by its index, the heading of a group or of copies, or an empty row."""

    game: int = -1
    group: ShelfGroup | None = None
    copies: "CopySet | None" = None
    """The copies to which the game belongs; of a heading, the copies below it."""
    is_last: bool = False
    """True for the last copy of a game."""


EMPTY = GameRow()


class GameColumns(NamedTuple):
    """The first cell and the width of each column; (0, 0) for a dropped column."""

    name: tuple[int, int]
    turn: tuple[int, int]
    events: tuple[int, int]
    ending: tuple[int, int]
    verdict: tuple[int, int]
    signed: tuple[int, int]


LEAST_NAME, NAMED = 14, 40
"""Cells of a name: the minimum, and the minimum before other columns get any."""
GAP = 1
INDENT = 4
"""The cells before the name of a copy."""
LOW = 20
"""The height up to which a list has no empty rows."""
STATES = {
    "valid": ("good", "good"),
    "gaps": ("gap", "note"),
    "incomplete": ("torn", "error"),
    "invalid": ("bad", "error"),
    "unverified": ("open", "faint"),
}
"""The sign (an attribute of the signs) and the role of each state of a game."""


def describe_fault(game: RecordedGame, look: Look) -> str:
    """Return where a game has its first fault: `line 41, 7.2-4`; empty if it has none."""
    verdict = game.verdict
    if verdict is None or verdict.valid:
        return ""
    fault = verdict.faults[0]
    if fault.id == "tornTail":
        return look.word("fault_incomplete", line=max(fault.line - 1, 0))
    if not fault.line:
        return look.word("fault_unreadable")
    if fault.rule:
        return look.word("fault_rule", line=fault.line, rule=fault.rule)
    return look.word("fault_line", line=fault.line)


def describe_difference(copies: "CopySet", game: RecordedGame, look: Look) -> str:
    """Return where a copy differs from the others: `fork at line 78`."""
    at = copies.find(game)
    found = copies.find_difference(at) if at >= 0 else None
    if found is None:
        return ""
    kind = "copy_differs" if game.has_fault else "copy_fork"
    if found.line:
        return look.word(f"{kind}_line", line=found.line)
    return look.word(f"{kind}_event", n=found.event)


def list_signed(game: RecordedGame) -> list[tuple[str, int, str]]:
    """Return the letter of each side that signed, its last signed line, and its role."""
    about, signed = find_names(game.rule_set), game.signed_lines
    return [
        (side.letter, signed[side.id], f"side{at}")
        for at, side in enumerate(about.sides if about else ())
        if side.id in signed
    ]


class GameList(ScrolledWidget):
    """Games in groups. Posts GameChosen."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "games")
        self.games: list[RecordedGame] = []
        self.chosen = 0
        self.marked = -1
        """The first of two games to compare."""
        self.note = ""
        """The text of an empty list."""
        self._columns_of: tuple[int, GameColumns] | None = None
        """The columns by width, until games or verdicts change."""
        self._follow = True
        self._groups: Sequence[ShelfGroup] = ()
        self._lines: list[GameRow] = []
        self._places: dict[int, int] = {}
        """The row of each game, by its index."""

    def present(
        self,
        groups: Sequence[ShelfGroup],
        chosen: int,
        note: str,
        marked: int = -1,
    ) -> None:
        """Show groups of games with the cursor on game `chosen`."""
        self._follow = self._follow or chosen != self.chosen
        self.chosen, self.note, self.marked = chosen, note, marked
        if groups is not self._groups:
            self._follow = True
            self._groups = groups
            self._arrange(groups)
        self.repaint()

    def apply_look(self, look: Look) -> None:
        """Apply another look."""
        self._columns_of = None
        super().apply_look(look)

    def _arrange(self, groups: Sequence[ShelfGroup]) -> None:
        """Build the rows of the games and the headings."""
        self._columns_of = None
        self.games = [game for group in groups for game in group.games]
        self._lines = []
        index = 0
        for group in groups:
            self._lines += [EMPTY, GameRow(group=group)]
            copies: CopySet | None = None
            left = 0
            for at, game in enumerate(group.games):
                if at in group.sets:
                    copies = group.sets[at]
                    paths = {each.path for each in copies.games}
                    left = sum(each.path in paths for each in group.games)
                    self._lines.append(GameRow(copies=copies))
                left -= 1
                copies = copies if left >= 0 and copies and copies.find(game) >= 0 else None
                self._lines.append(GameRow(index, copies=copies, is_last=left == 0))
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
        lines, at = self._lines[1:], self._places.get(self.chosen, 1) - 1
        if height <= LOW:
            lines = [line for line in lines if line is not EMPTY]
            at = next((n for n, line in enumerate(lines) if line.game == self.chosen), 0)
        room = height - 1
        if self._follow:
            self._follow = False
            above = 3 if at < len(lines) and lines[at].copies else 2  # headings stay in view
            if at - above < self.top:
                self.top = at - above
            elif at >= self.top + room - 1:
                self.top = at - room + 2
        self.top = max(min(self.top, len(lines) - room), 0)
        shown = lines[self.top : self.top + room]
        self.items = [-1, *(line.game for line in shown)]
        if self._columns_of is None or self._columns_of[0] != width:
            self._columns_of = width, self._columns(width)
        columns = self._columns_of[1]
        rows = [self._heading(columns), *(self._row(line, columns, width) for line in shown)]
        return [row.strip(width) for row in rows]

    def _columns(self, width: int) -> GameColumns:
        """Return the columns, as wide as their content; the least important are dropped first."""
        judged = [game.verdict for game in self.games if game.verdict is not None]
        states = (self.look.word(f"verdict_{game.state}") for game in self.games)
        signed = [self._measure_signed(game) for game in self.games]
        wanted = {
            "turn": self._widest("turn", (str(verdict.turn) for verdict in judged)),
            "events": self._widest("events", (str(verdict.events) for verdict in judged)),
            "ending": self._widest("ending", map(self._ending, self.games)),
            "verdict": 2 + self._widest("verified", states),
            "signed": max(cell_len(self.look.word("column_signed")), *signed) if any(signed) else 0,
        }
        longest = max((self._measure_name(line) for line in self._lines), default=0)
        least = max(min(longest, NAMED), LEAST_NAME)

        def has_name() -> int:
            return width - 4 - sum(size + GAP for size in wanted.values() if size)

        for name, less in (("signed", 0), ("turn", 0), ("ending", 14), ("events", 0),
                           ("ending", 0), ("verdict", 1)):  # fmt: skip
            if has_name() < (LEAST_NAME if name in ("verdict", "ending") and not less else least):
                wanted[name] = min(wanted[name], less)
        columns = {"name": (3, max(has_name(), 6))}
        at = 3 + columns["name"][1] + GAP
        for name, size in wanted.items():
            columns[name] = (at, size) if size else (0, 0)
            at += size + GAP if size else 0
        return GameColumns(**columns)

    def _measure_name(self, line: GameRow) -> int:
        """Return the cells that the name in a row needs, with the difference of a copy."""
        if line.game < 0:
            return 0
        game = self.games[line.game]
        if line.copies is None:
            return cell_len(game.title(self.look.language))
        text = describe_difference(line.copies, game, self.look)
        return INDENT + cell_len(make_printable(game.path.name)) + 2 + cell_len(text)

    def _widest(self, column: str, texts: Iterable[str]) -> int:
        """Return the cells of a column's heading and content."""
        return max(map(cell_len, (self.look.word(f"column_{column}"), *texts)))

    def _ending(self, game: RecordedGame) -> str:
        """Return the ending of a game, or where it has a fault."""
        if game.verdict is None:
            return ""
        if not game.verdict.valid:
            return describe_fault(game, self.look)
        if not game.ending:
            return self.look.word("in_progress")
        return name_ending_of(game.rule_set, game.ending, self.look.language)

    def _heading(self, columns: GameColumns) -> Row:
        look = self.look
        row = Row(look).add("   " + look.clip(look.word("column_game"), columns.name[1]), "dim")
        for name, (at, size) in (("turn", columns.turn), ("events", columns.events)):
            word = look.word(f"column_{name}")
            row.pad_to(at + size - cell_len(word)).add(word if size else "", "dim")
        for name, (at, size) in (("ending", columns.ending), ("verified", columns.verdict),
                                 ("signed", columns.signed)):  # fmt: skip
            word = look.word(f"column_{name}")
            row.pad_to(at).add(word if size >= cell_len(word) else "", "dim")
        return row

    def _row(self, line: GameRow, columns: GameColumns, width: int) -> Row:
        if line.group is not None:
            return self._group_heading(line.group, width)
        if line.game < 0:
            return self._copies_heading(line.copies, columns, width)
        return self._game(line, columns)

    def _group_heading(self, group: ShelfGroup, width: int) -> Row:
        look = self.look
        role = "text"
        if group.rule_set is not None:
            about = find_names(group.rule_set)
            title = about.title(look.language) if about else ""
            ident = group.rule_set if title else ""
            title = title or group.rule_set
        else:
            title, role = look.word("needs_look"), "error"
            ident = look.word("needs_look_games", n=len(group.games))
        ident = ident if cell_len(title) + cell_len(ident) < width - 12 else ""
        return render_heading(look, title, width - 1, role, ident, "faint", margin=1)

    def _copies_heading(self, copies: "CopySet | None", columns: GameColumns, width: int) -> Row:
        """Return the heading of the copies of one game: its name and players, who signed two."""
        look, row = self.look, Row(self.look)
        if copies is None:
            return row
        game = copies.games[0]
        start, room = columns.name
        row.add(" " * (start - 2)).add(f"{look.signs.solid[2]} ", "now", "b")
        about = find_names(game.rule_set)
        players = [
            f"{name} ({side.letter})"
            for side in (about.sides if about else ())
            if (name := game.player(side.id, side.names[0]))
        ]
        row.add(look.clip(game.title(look.language), room), "text", "b")
        text = look.word("and").join(players)
        if text and row.width + cell_len(text) + 3 < start + room:
            row.add("   ").add(text, "dim")
        sides = [
            side.names[LANGUAGES.index(look.language)]
            for side in (about.sides if about else ())
            if side.id in copies.double_sides
        ]
        if copies.double_sides:
            text = look.word("signed_twice_by", sides=look.word("and").join(sides))
            at = next((at for at, size in columns[2:] if size), start + room)
            if columns.signed[1] and cell_len(look.word("signed_twice")) <= columns.signed[1]:
                at, text = columns.signed[0], look.word("signed_twice")
            row.pad_to(at).add(look.clip(text, max(width - row.width - 1, 1)), "error", "b")
        return row

    def _game(self, line: GameRow, columns: GameColumns) -> Row:
        look = self.look
        chosen = line.game == self.chosen
        game = self.games[line.game]
        row = Row(look, "now-ground" if chosen else "background")
        row.add(look.signs.here if chosen else " ", "now", "b")
        if line.game == self.marked:
            row.add("= ", "now", "b")
        else:
            row.add(f"{look.signs.comment} " if game.has_notes else "  ", "note", "b")
        self._add_name(row, line, game, columns, chosen)
        verdict = game.verdict
        if verdict is not None:
            for number, (at, size) in (
                (verdict.turn, columns.turn),
                (verdict.events, columns.events),
            ):
                if size:
                    row.pad_to(at + size - len(str(number))).add(str(number), "dim")
            at, size = columns.ending
            role = "error" if game.has_fault else self._winner(game)
            row.pad_to(at).add(look.clip(self._ending(game), size), role)
        self._verdict(row.pad_to(columns.verdict[0]), game, columns.verdict[1])
        if columns.signed[1]:
            self._signed(row.pad_to(columns.signed[0]), game)
        return row

    def _add_name(
        self, row: Row, line: GameRow, game: RecordedGame, columns: GameColumns, chosen: bool
    ) -> None:
        """Add the name of a game; of a copy, the name of its file and where it differs."""
        look, (start, room) = self.look, columns.name
        how = "b" if chosen else ""
        if line.copies is None:
            row.add(look.clip(game.title(look.language), room), "text", how)
            return
        branch = (1, 1, 0, 0) if line.is_last else (1, 1, 1, 0)
        row.pad_to(start + INDENT - 2).add(f"{look.signs.joint(branch)} ", "line")
        text = describe_difference(line.copies, game, look)
        left = max(room - INDENT, 1)
        name = make_printable(game.path.name)
        split = min(max(left // 2, cell_len(name) + 2), left)
        if left - split < cell_len(text):
            split = max(left - cell_len(text), min(cell_len(name) + 2, left))
        row.add(look.clip(name, split - 2 if text else left), "text", how)
        if text and left - split > 6:
            row.pad_to(start + INDENT + split)
            row.add(look.clip(text, left - split), "error" if game.has_fault else "differs")

    def _winner(self, game: RecordedGame) -> str:
        """Return the role of an ending: the side that won, if any."""
        about = find_names(game.rule_set)
        winner = game.ending.partition(" ")[0]
        if about and winner in about.winners:
            return f"side{about.winners.index(winner)}"
        return "text" if game.ending else "dim"

    def _verdict(self, row: Row, game: RecordedGame, size: int) -> None:
        sign, role = STATES[game.state]
        row.add(getattr(self.look.signs, sign), role, "b")
        word = self.look.word(f"verdict_{game.state}")
        text = " " + self.look.clip(word, size - 2) if size > 4 else ""
        row.add(text, role if role == "error" else "dim")

    def _measure_signed(self, game: RecordedGame) -> int:
        return sum(len(f"{letter}{line}") + 1 for letter, line, _ in list_signed(game))

    def _signed(self, row: Row, game: RecordedGame) -> None:
        """Add the last line that each side signed."""
        signed = list_signed(game)
        for letter, line, role in signed:
            row.add(f"{letter}{line} ", role)
        if signed and game.verdict is not None and game.verdict.chain == "broken":
            row.add(self.look.signs.bad, "error", "b")
        elif not signed and game.verdict is not None:
            row.add(self.look.signs.open, "faint")

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Post the game under the pointer."""
        event.stop()
        index = self.find_item(event.y)
        if index >= 0:
            self.post_message(GameChosen(index, index == self.chosen))


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
