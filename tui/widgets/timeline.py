"""The timeline: the whole game as one line with turns, losses, notes and the current position. A
variation has a rail of its own.

A cell holds as many events as the length of the game requires; if several losses share a cell, it
shows their number.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import CHANCE
from senpu.replay.core.timeline import Timeline, find_log_number
from senpu.tui.boards.scene import changes, lost
from senpu.tui.render.text_layout import printable
from senpu.tui.widgets.clicks import GoTo
from senpu.tui.widgets.event_rows import Rows
from senpu.tui.widgets.note_panel import BOOKMARK, ORDER, REMARK, Landmark, landmarks
from senpu.tui.widgets.painting import Canvas, Look, Painted

if TYPE_CHECKING:
    from senpu.replay.analysis.confidence import Tally
    from senpu.replay.annotation.variations import Course, Tree


TALL = 6
"""From so many rows on, each side has its own."""


class Loss(NamedTuple):
    number: int
    side: str
    unit: str
    whole: bool
    """The unit, or one step of it."""


class Sign(msgspec.Struct, frozen=True):
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
    is time.
    """

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
        self._board = self.timeline.rules.board(self.timeline.get_position(0).state)
        self._before = (0, 0, 0, self._board)
        """The row looked at last, what was found above it, and the board there."""

    def go_on(self) -> None:
        """The log goes on: the row that was its last may too, and is looked at again."""
        self._row, found, signs, self._board = self._before
        del self.found[found:], self.signs[signs:]

    @property
    def behind(self) -> bool:
        """Whether there are rows not looked at yet (the last one only once the log is read)."""
        return self._row < len(self.rows) - (not self.timeline.is_complete)

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
            board = self.timeline.rules.board(self.timeline.get_position(numbers[-1]).state)
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
            entry = self.timeline.get_event(number)
            named = (*getattr(entry.event, "payer", ()), *getattr(entry.event, "args", ())[:1])
            if entry.actor in self.timeline.rules.letter and entry.actor != CHANCE:
                yield from (Sign(number, entry.actor, CARD) for each in named if each[:1] == CARD)


class Spots(msgspec.Struct, frozen=True):
    """What stands in which cell of a track of some length: made again only when that changes."""

    ticks: list[tuple[int, int, int]]
    """Cell, turn, its first event."""
    said: dict[int, Landmark]
    """By cell."""
    losses: list[tuple[int, Loss, int]]
    """Cell, the loss shown, and how many of its side share the cell."""
    signs: dict[int, Sign]
    """By cell; places taken go before cards."""


class Strand:
    """The track drawn: in one row, in two (losses and remarks above it), or in six and more; and
    with chances in one row more, or two.
    """

    def __init__(self, timeline: Timeline, losses: Losses, narrator: Narrator) -> None:
        self.timeline, self.losses, self.narrator = timeline, losses, narrator
        self.tree: Tree | None = None
        self.course: Course = timeline
        """What is shown: the log, or a what-if line."""
        self.chance: Callable[[Course, int], Tally | None] | None = None
        """How often who wins after an event, while that is shown."""
        self.number = 0
        self._span = (0, 1)
        """The first cell of the line, and how many there are."""
        self._spots = Spots([], {}, [], {})
        self._spots_for: tuple[object, ...] = ()
        self._said_row = -1

    @property
    def _last(self) -> int:
        """The number that stands at the end of the line."""
        return max(self.timeline.last, self.course.last)

    @property
    def _left(self) -> int:
        """Where what is shown left the log, if it did."""
        return find_log_number(self.course, self._last)

    @property
    def _now(self) -> int:
        """The column up to which the log is what was shown."""
        return self.cell(min(self.number, self._left))

    def goal_at(self, x: int, y: int) -> "tuple[Course, int]":
        """What a click on a cell leads to: the event nearest to a column; in the row of what was
        said exactly the one that its sign is about.
        """
        start, size = self._span
        share = min(max(x - start, 0), size - 1) / max(size - 1, 1)
        number = round(share * self._last)
        mark = self.spots().said.get(x)
        if mark is not None and y == self._said_row:
            return self.timeline, mark.number
        within = self._left < number <= self.course.last
        return (self.course if within else self.timeline), min(number, self._last)

    def cells(self) -> "list[tuple[Course, int]]":
        """For each cell of the line the last event of its span."""
        last, left, size = self._last, self._left, self._span[1]
        most, steps = max(last, 1), max(size - 1, 1)
        numbers = (min(((x + 1) * most - 1) // steps, last) for x in range(size))
        line = range(left + 1, self.course.last + 1)
        return [(self.course if n in line else self.timeline, n) for n in numbers]

    @property
    def extent(self) -> tuple[object, ...]:
        """On what the cells depend."""
        return self.course, self._last, self._span

    def cell(self, number: int) -> int:
        """The column of the position after an event."""
        start, size = self._span
        return start + number * (size - 1) // max(self._last, 1)

    def spots(self) -> Spots:
        """What stands where on the track as it is now."""
        timeline, found = self.timeline, self.losses.found
        signs = [sign for sign in self.losses.signs if not timeline.get_event(sign.number).undone]
        counts = (len(found), len(signs), len(timeline.comments), len(timeline.glyphs))
        known = (*self._span, self._last, *counts, self.tree)
        if known == self._spots_for:
            return self._spots
        ticks = [(self.cell(n), turn, n) for turn, n in timeline.turn_starts.items() if turn]
        ticks = [tick for at, tick in enumerate(ticks) if not at or ticks[at - 1][0] != tick[0]]
        standing = [loss for loss in found if not timeline.get_event(loss.number).undone]
        shared = Counter((self.cell(loss.number), loss.side) for loss in standing)
        ordered = sorted(standing, key=lambda loss: loss.whole)
        shown = {(self.cell(loss.number), loss.side): loss for loss in ordered}
        losses = sorted((x, loss, shared[x, side]) for (x, side), loss in shown.items())
        marks = sorted(landmarks(timeline, self.tree), key=lambda mark: mark.weight)
        said = {self.cell(mark.number): mark for mark in marks}
        signs.sort(key=lambda sign: sign.text == TAKEN)
        on_line = {self.cell(sign.number): sign for sign in signs}
        self._spots_for, self._spots = known, Spots(ticks, said, losses, on_line)
        return self._spots

    # ---- painting -------------------------------------------------------------------------

    def drawn(self, look: Look, width: int, height: int) -> list[Strip]:
        """The track with the position after event `number` marked."""
        self.look = look
        more = max(height - (TALL if height >= TALL else 2), 1) if self.chance and height > 1 else 0
        self._said_row = height - 1 if height >= TALL else more if height > more + 1 else -1
        canvas = Canvas(width, height, look.ink())
        if height >= TALL:
            self._tall(canvas, more)
        elif height:
            self._span = (1, max(width - 2, 1))
            self._line(canvas, height - 1)
            if self._said_row >= 0:
                self._said(canvas, more, False, {REMARK})
            self._losses(canvas, more, "", True)
            if self._said_row >= 0:
                self._said(canvas, more, False, {*ORDER} - {REMARK})
            self._ticks(canvas, height - 1, True)
            self._chances(canvas, 0, more)
        return canvas.strips()

    def _chances(self, canvas: Canvas, y: int, rows: int) -> None:
        """How often the first side wins, after the last event of each cell."""
        if self.chance is not None and rows:
            from senpu.tui.widgets.win_probability_bar import draw_graph  # few look at chances

            start, cursor = self._span[0], self.cell(self.number)
            shown = self.cells()
            if 0 <= cursor - start < len(shown):
                shown[cursor - start] = (self.course, self.number)
            tallies = [self.chance(course, number) for course, number in shown]
            draw_graph(canvas, self.look, tallies, start, y, rows, cursor)

    def _tall(self, canvas: Canvas, more: int) -> None:
        look, sides = self.look, self.narrator.spec.sides
        at = canvas.put(1, 0, f"{look.signs.level} ", look.ink("line"))
        at = canvas.put(at, 0, look.word("timeline"), look.ink("dim", how="b"))
        if self.course is not self.timeline:
            at = canvas.put(at + 1, 0, look.word("variation_from", n=self._left), look.ink("note"))
        canvas.put(at + 1, 0, look.signs.level * (canvas.width - at - 2), look.ink("line"))
        labels = [look.word("losses_of", letter=side.letter) for side in sides]
        labels.append(look.word("comments"))
        start = max(map(cell_len, labels)) + 4
        self._span = (start, max(canvas.width - start - 1, 1))
        self._line(canvas, 2)
        self._ticks(canvas, 2, False)
        cursor = self.cell(self.number)
        for y in range(3, canvas.height):
            canvas.put(cursor, y, look.signs.thread, look.ink("now"))
        last, y = canvas.height - 1, 3 + more
        if more:
            canvas.put(2, y - 1, look.word("wins_by", letter=sides[0].letter), look.ink("side0"))
            self._chances(canvas, 3, more)
        for row, side in enumerate(sides[: last - y]):
            canvas.put(2, y + row, labels[row], look.ink(f"side{row}"))
            self._losses(canvas, y + row, side.id, False)
        canvas.put(2, last, labels[-1], look.ink("note"))
        self._said(canvas, last, True, ORDER)

    def _line(self, canvas: Canvas, y: int) -> None:
        """The line itself, with the cards and the places taken on it."""
        look, signs = self.look, self.look.signs
        start, size = self._span
        past = self._now
        canvas.put(start, y, signs.past * (past - start), look.ink("dim"))
        canvas.put(past, y, signs.level * (start + size - past), look.ink("line"))
        order = {side.id: at for at, side in enumerate(self.narrator.spec.sides)}
        for x, sign in self.spots().signs.items():
            role = f"side{order[sign.side]}" if x <= past else "faint"
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
            reached = number <= min(self.number, self._left)
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
        if self.course is not self.timeline:
            fork = self.cell(self._left)
            rail = signs.whatif * (self.cell(self.course.last) - fork + 1)
            canvas.put(fork, y, rail, look.ink("note", how="b"))
        canvas.put(cursor, y, signs.cursor, look.ink("now", how="b"))

    def _losses(self, canvas: Canvas, y: int, side: str, letters: bool) -> None:
        """Ids where there is room for them, else letters; a small one is a step lost."""
        look = self.look
        order = {each.id: (at, each.letter) for at, each in enumerate(self.narrator.spec.sides)}
        now = self._now
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
            role = f"side{at}" if x <= now else "faint"
            x = min(x, canvas.width - len(text))
            free = canvas.put(x, y, text, look.ink(role, how="b" if loss.whole else "")) + 1

    def _said(self, canvas: Canvas, y: int, named: bool, signs: Collection[str]) -> None:
        """What was said of the game, by some signs; bookmarks with their names, where these have
        room.
        """
        look, now = self.look, self._now
        marks = sorted(pair for pair in self.spots().said.items() if pair[1].sign in signs)
        for at, (x, mark) in enumerate(marks):
            role = "note" if x <= now else "faint"
            end = canvas.put(x, y, mark.sign, look.ink(role, how="b"))
            room = (marks[at + 1][0] if at + 1 < len(marks) else canvas.width) - end - 1
            if named and mark.sign == BOOKMARK and room > 3:
                canvas.put(end, y, look.clip(printable(mark.name), room), look.ink(role))


class Track(Painted):
    """The track as a widget. Posts GoTo for a click or a drag."""

    def __init__(self, look: Look, strand: Strand) -> None:
        super().__init__(look, "track")
        self.strand = strand
        self._dragging = False

    def present(self, course: "Course", number: int, narrator: Narrator) -> None:
        """Show the position after an event of the log, or of a what-if line."""
        strand = self.strand
        strand.course, strand.number, strand.narrator = course, number, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        return self.strand.drawn(self.look, width, height)

    def _go(self, event: events.MouseEvent) -> None:
        course, number = self.strand.goal_at(event.x, event.y)
        self.post_message(GoTo(number, course))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._dragging = True
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragging:
            event.stop()
            self._go(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        event.stop()
        self._dragging = False
        self.release_mouse()
