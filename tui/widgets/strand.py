"""The whole game as one line: turns, losses, remarks, and where one is.

A cell of the track stands for as many events as the game's length asks for; where several
losses share a cell their number is shown.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len
from textual.strip import Strip

from replay.narration import Narrator
from replay.rules import CHANCE
from replay.timeline import Timeline
from tui.widgets.painting import Canvas, Look
from tui.widgets.rows import Rows
from tui.widgets.scene import changes, lost

TALL = 6
"""From so many rows on, each side has its own."""


class Loss(NamedTuple):
    number: int
    side: str
    unit: str
    whole: bool
    """The unit, or one step of it."""


class Sign(NamedTuple):
    """Something else that a track shows on its line."""

    number: int
    side: str
    text: str
    """`#` for a card, `@` for a city or key place that a side took."""


CARD, TAKEN = "#", "@"
PLAIN_CARD = "%"
"""Where the cursor is the sign of cards."""
TOLD = frozenset(("city", "key"))
"""The notes of places whose taking is told."""


class Losses:
    """Every loss of a log, and what else its track shows, found activation by activation as there
    is time."""

    def __init__(self, timeline: Timeline, rows: Rows) -> None:
        self.timeline, self.rows = timeline, rows
        self.found: list[Loss] = []
        self.signs: list[Sign] = []
        self.start_over()

    def start_over(self) -> None:
        """Look at the whole log again: it is seen otherwise from here on."""
        self.found.clear()
        self.signs.clear()
        self._row = 0
        self._board = self.timeline.rules.board(self.timeline.at(0).state)
        self._before = (0, 0, 0, self._board)
        """The row looked at last, what was found above it, and the board there."""

    def go_on(self) -> None:
        """The log goes on: the row that was its last may too, and is looked at again."""
        self._row, found, signs, self._board = self._before
        del self.found[found:], self.signs[signs:]

    @property
    def behind(self) -> bool:
        """Whether there are rows not looked at yet (the last one only once the log is read)."""
        return self._row < len(self.rows) - (not self.timeline.complete)

    def look_on(self, rows: int) -> None:
        """Look at so many more rows."""
        for _ in range(rows):
            if not self.behind:
                return
            numbers = self.rows.numbers(self._row)
            self._before = (self._row, len(self.found), len(self.signs), self._board)
            self._row += 1
            if not numbers:
                continue
            board = self.timeline.rules.board(self.timeline.at(numbers[-1]).state)
            for old, new in changes(self._board, board):
                whole = lost(old, new)
                if whole or (new.reduced and not old.reduced):
                    self.found.append(Loss(numbers[-1], new.side, new.id, whole))
            self.signs += self._cards(numbers)
            self.signs += [
                Sign(numbers[-1], side, TAKEN)
                for place, side in board.control.items()
                if side and side != self._board.control.get(place)
                if not TOLD.isdisjoint(board.notes.get(place, ()))
            ]
            self._board = board

    def _cards(self, numbers: range) -> Iterator[Sign]:
        """The cards that sides spent and played."""
        for number in numbers:
            entry = self.timeline.entry(number)
            named = (*getattr(entry.event, "payer", ()), *getattr(entry.event, "args", ())[:1])
            if entry.actor in self.timeline.rules.letter and entry.actor != CHANCE:
                yield from (Sign(number, entry.actor, CARD) for each in named if each[:1] == CARD)


class Spots(NamedTuple):
    """What stands in which cell of a track of some length: made again only when that changes."""

    ticks: list[tuple[int, int, int]]
    """Cell, turn, its first event."""
    remarks: list[int]
    losses: list[tuple[int, Loss, int]]
    """Cell, the loss shown, and how many of its side share the cell."""
    signs: dict[int, Sign]
    """By cell; places taken go before cards."""


class Strand:
    """The track drawn: in one row, in two (losses and remarks above it), or in six and more."""

    def __init__(self, timeline: Timeline, losses: Losses, narrator: Narrator) -> None:
        self.timeline, self.losses, self.narrator = timeline, losses, narrator
        self.number = 0
        self._span = (0, 1)
        """The first cell of the line, and how many there are."""
        self._spots = Spots([], [], [], {})
        self._spots_for: tuple[int, ...] = ()

    def number_at(self, x: int) -> int:
        """The event nearest to a column."""
        start, size = self._span
        share = min(max(x - start, 0), size - 1) / max(size - 1, 1)
        return round(share * self.timeline.last)

    def cell(self, number: int) -> int:
        """The column of the position after an event."""
        start, size = self._span
        return start + number * (size - 1) // max(self.timeline.last, 1)

    def spots(self) -> Spots:
        """What stands where on the track as it is now."""
        timeline, found = self.timeline, self.losses.found
        signs = [sign for sign in self.losses.signs if not timeline.entry(sign.number).undone]
        known = (*self._span, timeline.last, len(found), len(signs), len(timeline.remarks))
        if known == self._spots_for:
            return self._spots
        ticks = [(self.cell(n), turn, n) for turn, n in timeline.turn_starts.items() if turn]
        ticks = [tick for at, tick in enumerate(ticks) if not at or ticks[at - 1][0] != tick[0]]
        standing = [loss for loss in found if not timeline.entry(loss.number).undone]
        counts = Counter((self.cell(loss.number), loss.side) for loss in standing)
        ordered = sorted(standing, key=lambda loss: loss.whole)
        shown = {(self.cell(loss.number), loss.side): loss for loss in ordered}
        losses = sorted((x, loss, counts[x, side]) for (x, side), loss in shown.items())
        remarks = sorted({self.cell(number) for number in timeline.remarks})
        signs.sort(key=lambda sign: sign.text == TAKEN)
        on_line = {self.cell(sign.number): sign for sign in signs}
        self._spots_for, self._spots = known, Spots(ticks, remarks, losses, on_line)
        return self._spots

    # ---- painting -------------------------------------------------------------------------

    def drawn(self, look: Look, width: int, height: int) -> list[Strip]:
        """The track with the position after event `number` marked."""
        self.look = look
        canvas = Canvas(width, height, look.ink())
        if height >= TALL:
            self._tall(canvas)
        elif height:
            self._span = (1, max(width - 2, 1))
            self._line(canvas, height - 1)
            if height > 1:
                self._remarks(canvas, 0)
            self._losses(canvas, 0, "", True)
            self._ticks(canvas, height - 1, True)
        return canvas.strips()

    def _tall(self, canvas: Canvas) -> None:
        look, sides = self.look, self.narrator.spec.sides
        at = canvas.put(1, 0, f"{look.signs.level} ", look.ink("line"))
        at = canvas.put(at, 0, look.word("timeline"), look.ink("dim", how="b"))
        canvas.put(at + 1, 0, look.signs.level * (canvas.width - at - 2), look.ink("line"))
        labels = [look.word("lost_by", letter=side.letter) for side in sides]
        labels.append(look.word("remarks"))
        start = max(map(cell_len, labels)) + 4
        self._span = (start, max(canvas.width - start - 1, 1))
        self._line(canvas, 2)
        self._ticks(canvas, 2, False)
        cursor = self.cell(self.number)
        for y in range(3, canvas.height):
            canvas.put(cursor, y, look.signs.thread, look.ink("now"))
        last = canvas.height - 1
        for row, side in enumerate(sides[: last - 3]):
            canvas.put(2, 3 + row, labels[row], look.ink(f"side{row}"))
            self._losses(canvas, 3 + row, side.id, False)
        canvas.put(2, last, labels[-1], look.ink("note"))
        self._remarks(canvas, last)

    def _line(self, canvas: Canvas, y: int) -> None:
        """The line itself, with the cards and the places taken on it."""
        look, signs = self.look, self.look.signs
        start, size = self._span
        cursor = self.cell(self.number)
        canvas.put(start, y, signs.past * (cursor - start), look.ink("dim"))
        canvas.put(cursor, y, signs.level * (start + size - cursor), look.ink("line"))
        order = {side.id: at for at, side in enumerate(self.narrator.spec.sides)}
        for x, sign in self.spots().signs.items():
            role = f"side{order[sign.side]}" if x <= cursor else "faint"
            text = PLAIN_CARD if sign.text == signs.cursor else sign.text
            canvas.put(x, y, text, look.ink(role, how="b" if sign.text == TAKEN else ""))

    def _ticks(self, canvas: Canvas, y: int, narrow: bool) -> None:
        """Where turns begin, and where one is."""
        look, signs = self.look, self.look.signs
        start, size = self._span
        cursor = self.cell(self.number)
        past, future = look.ink("dim"), look.ink("line")
        ticks = self.spots().ticks
        dense = len(ticks) > size // 4  # then only those with a label are drawn
        free = -1
        for at, (x, turn, number) in enumerate(ticks):
            reached = number <= self.number
            style = look.ink("text" if reached else "dim", how="b" if reached else "")
            if narrow:
                if x >= free:
                    free = canvas.put(x, y, str(turn), style) + 1
                continue
            if x < free and dense:
                continue
            canvas.put(x, y, signs.tick, past if reached else future)
            if x < free:
                continue
            free = canvas.put(x, 1, f"T{turn}", style) + 1
            date = self.narrator.date(turn)
            room = (ticks[at + 1][0] if at + 1 < len(ticks) else start + size) - free
            if date and cell_len(date) < room:
                free = canvas.put(free, 1, date, look.ink("dim" if reached else "faint")) + 1
        canvas.put(cursor, y, signs.cursor, look.ink("now", how="b"))

    def _losses(self, canvas: Canvas, y: int, side: str, letters: bool) -> None:
        """Ids where there is room for them, else letters; a small one is a step lost."""
        look = self.look
        order = {each.id: (at, each.letter) for at, each in enumerate(self.narrator.spec.sides)}
        cursor = self.cell(self.number)
        free = -1
        for x, loss, several in self.spots().losses:
            if side and loss.side != side:
                continue
            at, letter = order.get(loss.side, (0, "?"))
            if letters:
                text = letter.upper() if loss.whole else letter.lower()
                text = str(min(several, 9)) if several > 2 else text
            elif x < free:
                continue
            else:
                text = loss.unit if several == 1 else str(several)
                text += look.signs.gone if loss.whole else look.signs.striped
            role = f"side{at}" if x <= cursor else "faint"
            x = min(x, canvas.width - len(text))
            free = canvas.put(x, y, text, look.ink(role, how="b" if loss.whole else "")) + 1

    def _remarks(self, canvas: Canvas, y: int) -> None:
        look, cursor = self.look, self.cell(self.number)
        for x in self.spots().remarks:
            role = "note" if x <= cursor else "faint"
            canvas.put(x, y, look.signs.remark, look.ink(role, how="b"))
