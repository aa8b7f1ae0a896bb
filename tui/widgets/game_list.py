"""The list of recorded games, grouped by rule set."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

from tui.catalogue import About, Game
from tui.widgets.painting import Look, Painted, Row


class Chosen(Message):
    """A game was chosen; `opened` if it is to be opened."""

    def __init__(self, index: int, opened: bool) -> None:
        super().__init__()
        self.index = index
        self.opened = opened


class Line(NamedTuple):
    """A line of the list: a game by its place in the list, a group's rule, or nothing."""

    game: int = -1
    rule_set: str = ""


class GameList(Painted):
    """Games under the rule of their rule set. Posts Chosen."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "games")
        self.games: list[Game] = []
        self.about: dict[str, About | None] = {}
        self.chosen = 0
        self.note = ""
        """What is said where there is no game."""
        self.top = 0
        self._follow = True
        self._lines: list[Line] = []
        self._shown: list[Line] = []

    def present(
        self,
        groups: Sequence[tuple[str, list[Game]]],
        about: dict[str, About | None],
        chosen: int,
        note: str,
    ) -> None:
        """Show groups of games, the one with index `chosen` marked."""
        self._follow = self._follow or chosen != self.chosen
        self.about, self.chosen, self.note = about, chosen, note
        self.games = [game for _, games in groups for game in games]
        self._lines = []
        index = 0
        for rule_set, games in groups:
            self._lines += [Line(), Line(rule_set=rule_set)]
            for _ in games:
                self._lines.append(Line(index))
                index += 1
        self.repaint()

    # ---- painting -------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        look = self.look
        if not self.games:
            return [Row(look).strip(width), Row(look).add(f"   {self.note}", "dim").strip(width)]
        lines = self._lines if height > 14 else [line for line in self._lines if line != Line()]
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
        columns = self._columns(width)
        rows = [self._heading(columns), *(self._row(line, columns, width) for line in self._shown)]
        return [row.strip(width) for row in rows]

    @staticmethod
    def _columns(width: int) -> tuple[int, int, int, int]:
        """Where turn and events end, where ending and verdict begin."""
        verdict = max(width - 24, width * 7 // 10)
        ending = verdict - 14
        return ending - 9, ending - 2, ending, verdict

    def _heading(self, columns: tuple[int, int, int, int]) -> Row:
        look = self.look
        turn, events_, ending, verdict = columns
        row = Row(look).add("   " + look.word("column_game"), "dim")
        for name, end in (("column_turn", turn), ("column_events", events_)):
            word = look.word(name)
            row.to(end - cell_len(word)).add(word, "dim")
        row.to(ending).add(look.word("column_ending"), "dim")
        return row.to(verdict).add(look.word("column_verified"), "dim")

    def _row(self, line: Line, columns: tuple[int, int, int, int], width: int) -> Row:
        look = self.look
        if line.game < 0:
            row = Row(look)
            if line.rule_set or line != Line():
                row.add(f" {look.signs.level} ", "line")
                about = self.about.get(line.rule_set)
                title = about.title if about else ""
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
        row.add(look.signs.here if chosen else " ", "now", "b").add("  ")
        turn, events_, ending, verdict = columns
        room = turn - 5 - row.width
        row.add(look.clip(game.name, max(room, 6)), "text", "b" if chosen else "")
        judged = game.verdict
        if judged is not None:
            for number, end in ((judged.turn, turn), (judged.events, events_)):
                row.to(end - len(str(number))).add(str(number), "dim")
            row.to(ending)
            said = judged.ending or (look.word("going_on") if judged.good else "")
            row.add(look.clip(said, verdict - ending - 1), self._winner(game))
        row.to(verdict)
        self._verdict(row, game, width)
        return row

    def _winner(self, game: Game) -> str:
        """The colour of an ending: the side that won, if one did."""
        about = self.about.get(game.rule_set)
        ending = game.verdict.ending if game.verdict else None
        winner = (ending or "").partition(" ")[0]
        if about and winner in about.winners:
            return f"side{about.winners.index(winner)}"
        return "text" if ending else "dim"

    def _verdict(self, row: Row, game: Game, width: int) -> None:
        signs = self.look.signs
        sign, role = {
            "good": (signs.good, "good"),
            "torn": (signs.torn, "error"),
            "bad": (signs.bad, "error"),
            "open": (signs.open, "faint"),
        }[game.state]
        row.add(f"{sign} ", role, "b")
        text = verdict_words(game, self.look)
        row.add(self.look.clip(text, width - row.width - 1), role if role == "error" else "dim")
        mark = self.look.word("by_programs")
        if game.program and row.width + cell_len(mark) + 2 < width:
            row.add(f"  {mark}", "faint", "i")

    # ---- mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if 0 < event.y <= len(self._shown):
            index = self._shown[event.y - 1].game
            if index >= 0:
                self.post_message(Chosen(index, index == self.chosen))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.top += 3
        self.repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.top = max(self.top - 3, 0)
        self.repaint()


def verdict_words(game: Game, look: Look) -> str:
    """`good`, `line 41, 7.2-4`, `torn after line 96`, or that it is not verified yet."""
    verdict = game.verdict
    if verdict is None:
        return look.word("verdict_open")
    if verdict.good:
        return look.word("verdict_good")
    fault = verdict.faults[0]
    if fault.id == "tornTail":
        return look.word("verdict_torn", line=max(fault.line - 1, 0))
    return look.word("verdict_line", line=fault.line, what=fault.rule or fault.id)
