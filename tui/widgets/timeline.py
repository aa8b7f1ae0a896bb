"""The timeline: the whole game as one line with turns, losses, notes and the position.

A variation has its own rail. A cell holds as many events as the length of the game requires; if
several losses share a cell, it shows their number.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.states import CHANCE
from senpu.replay.core.timeline import Timeline, find_log_number
from senpu.replay.disputes.log_timeline import list_sealed_events
from senpu.tui.boards.scene import find_changes, is_lost
from senpu.tui.widgets.clicks import PositionRequested
from senpu.tui.widgets.event_rows import Rows
from senpu.tui.widgets.note_texts import ORDER, REMARK, Landmark, find_landmarks
from senpu.tui.widgets.painting import Canvas, Look, PaintedWidget

if TYPE_CHECKING:
    from senpu.replay.annotation.variations import AnyTimeline, VariationTree


TALL = 6
"""Minimum rows at which each side has its own row."""


class Loss(NamedTuple):
    """A unit or a step that a side lost."""

    number: int
    side: str
    unit: str
    whole: bool
    """True if the unit is eliminated; else a step loss."""


class TrackSign(msgspec.Struct, frozen=True):
    """Another sign on the line of a track."""

    number: int
    side: str
    text: str
    """`#` for a card, `@` for a city or key place that a side took, `seal` for a seal, `gap`."""


CARD, TAKEN, SEALED, GAP = "#", "@", "seal", "gap"
PLAIN_CARD = "%"
"""The sign of cards if `#` is the cursor."""
CAPTURE_NOTES = frozenset(("city", "key"))
"""The notes of places whose capture is shown."""


class LossIndex:
    """Losses and other signs of a log, found activation by activation in idle time."""

    def __init__(self, timeline: Timeline, rows: Rows) -> None:
        self.timeline, self.rows = timeline, rows
        self.found: list[Loss] = []
        self.signs: list[TrackSign] = []
        self.start_over()

    def start_over(self) -> None:
        """Examine the whole log again."""
        self.found.clear()
        self.signs.clear()
        self._row = 0
        self._board = self.timeline.rules.board(self.timeline.get_position(0).state)
        self._before = (0, 0, 0, self._board)
        """The last examined row, the effects above it, and the board there."""

    def go_on(self) -> None:
        """Continue with a longer log: its last row is examined again."""
        self._row, found, signs, self._board = self._before
        del self.found[found:], self.signs[signs:]

    @property
    def has_backlog(self) -> bool:
        """Return whether rows are unexamined; the last one counts when the log is complete."""
        return self._row < len(self.rows) - (not self.timeline.is_complete)

    def examine_more(self, rows: int) -> None:
        """Examine a number of further rows."""
        for _ in range(rows):
            if not self.has_backlog:
                return
            numbers = self.rows.numbers(self._row)
            self._before = (self._row, len(self.found), len(self.signs), self._board)
            self._row += 1
            if not numbers:
                continue
            board = self.timeline.rules.board(self.timeline.get_position(numbers[-1]).state)
            for old, new in find_changes(self._board, board):
                whole = is_lost(old, new)
                if whole or (new.reduced and not old.reduced):
                    self.found.append(Loss(numbers[-1], new.side, new.id, whole))
            self.signs += self._cards(numbers)
            self.signs += [
                TrackSign(numbers[-1], side, TAKEN)
                for place, side in board.control.items()
                if side and side != self._board.control.get(place)
                if not CAPTURE_NOTES.isdisjoint(board.notes.get(place, ()))
            ]
            self._board = board

    def _cards(self, numbers: range) -> Iterator[TrackSign]:
        """Return the cards that sides spent and played."""
        for number in numbers:
            entry = self.timeline.get_event(number)
            named = (*getattr(entry.event, "payer", ()), *getattr(entry.event, "args", ())[:1])
            if entry.actor in self.timeline.rules.letter and entry.actor != CHANCE:
                yield from (
                    TrackSign(number, entry.actor, CARD) for each in named if each[:1] == CARD
                )


class SwingMark(msgspec.Struct, frozen=True):
    """A decision or a roll of a review that changed the win probability."""

    number: int
    is_luck: bool
    """True for a roll, False for the error of a decision."""
    raises: bool
    """True if it raised the win probability of the first side."""
    side: int
    """The index of the side that decided, or that was lucky."""
    size: float
    """The change."""
    is_certain: bool = False
    """True for an error that playouts confirmed."""


class TrackCells(msgspec.Struct, frozen=True):
    """The signs by cell of a track of some length, cached until it changes."""

    ticks: list[tuple[int, int, int]]
    """Cell, turn, first event of the turn."""
    landmarks: dict[int, Landmark]
    """Landmarks by cell."""
    losses: list[tuple[int, Loss, int]]
    """Cell, the loss shown, and the number of losses of its side in the cell."""
    signs: dict[int, TrackSign]
    """Signs by cell; captured places take precedence over cards."""


class TimelineTrack:
    """The drawn track: 1 row, 2 (losses and comments above), or 6 and more.

    Win probabilities take one or two rows more, and the marks of a review one.
    """

    def __init__(self, timeline: Timeline, losses: LossIndex, narrator: Narrator) -> None:
        self.timeline, self.losses, self.narrator = timeline, losses, narrator
        self.tree: VariationTree | None = None
        self.course: AnyTimeline = timeline
        """The log or the variation in view."""
        self.value: Callable[[AnyTimeline, int], float | None] | None = None
        """The win probability of the first side after an event, while it is shown."""
        self.swings: Sequence[SwingMark] | None = None
        """The errors and the lucky rolls of a review, while they are shown."""
        self.number = 0
        self._span = (0, 1)
        """The first cell of the line, and its length."""
        self._spots = TrackCells([], {}, [], {})
        self._spots_for: tuple[object, ...] = ()
        self._said_row = -1

    @property
    def _last(self) -> int:
        """Return the number at the end of the line."""
        return max(self.timeline.last, self.course.last)

    @property
    def _left(self) -> int:
        """Return the event at which the variation left the log."""
        return find_log_number(self.course, self._last)

    @property
    def _now(self) -> int:
        """Return the column up to which the log is the line in view."""
        return self.cell(min(self.number, self._left))

    def goal_at(self, x: int, y: int) -> "tuple[AnyTimeline, int]":
        """Return the event for a click on a cell: the nearest one, or the landmark's own."""
        start, size = self._span
        share = min(max(x - start, 0), size - 1) / max(size - 1, 1)
        number = round(share * self._last)
        mark = self.spots().landmarks.get(x)
        if mark is not None and y == self._said_row:
            return self.timeline, mark.number
        within = self._left < number <= self.course.last
        return (self.course if within else self.timeline), min(number, self._last)

    def cells(self) -> "list[tuple[AnyTimeline, int]]":
        """Return the last event of each cell of the line."""
        last, left, size = self._last, self._left, self._span[1]
        most, steps = max(last, 1), max(size - 1, 1)
        numbers = (min(((x + 1) * most - 1) // steps, last) for x in range(size))
        line = range(left + 1, self.course.last + 1)
        return [(self.course if n in line else self.timeline, n) for n in numbers]

    @property
    def extent(self) -> tuple[object, ...]:
        """Return the values on which the cells depend."""
        return self.course, self._last, self._span

    def cell(self, number: int) -> int:
        """Return the column of the position after an event."""
        start, size = self._span
        return start + number * (size - 1) // max(self._last, 1)

    def spots(self) -> TrackCells:
        """Return the current signs by cell."""
        timeline, found = self.timeline, self.losses.found
        signs = [sign for sign in self.losses.signs if not timeline.get_event(sign.number).undone]
        seals = list_sealed_events(timeline)
        signs = [*(TrackSign(seal.number, seal.side, SEALED) for seal in seals), *signs]
        signs += [TrackSign(number, "", GAP) for number in timeline.list_gap_events()]
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
        marks = sorted(find_landmarks(timeline, self.tree), key=lambda mark: mark.weight)
        text = {self.cell(mark.number): mark for mark in marks}
        signs.sort(key=lambda sign: sign.text != SEALED)
        signs.sort(key=lambda sign: (sign.text == TAKEN) + 2 * (sign.text == GAP))
        on_line = {self.cell(sign.number): sign for sign in signs}
        self._spots_for, self._spots = known, TrackCells(ticks, text, losses, on_line)
        return self._spots

    # ---- painting -------------------------------------------------------------------------

    def drawn(self, look: Look, width: int, height: int) -> list[Strip]:
        """Return the track with the current position marked."""
        self.look = look
        valued, swung = self._share_rows(height)
        more = valued + swung
        is_tall = height - swung >= TALL
        self._said_row = height - 1 if is_tall else more if height > more + 1 else -1
        canvas = Canvas(width, height, look.ink())
        if is_tall:
            self._tall(canvas, valued, swung)
        elif height:
            self._span = (1, max(width - 2, 1))
            self._line(canvas, height - 1)
            if self._said_row >= 0:
                self._draw_landmarks(canvas, more, False, {REMARK})
            self._losses(canvas, more, "", True)
            if self._said_row >= 0:
                self._draw_landmarks(canvas, more, False, {*ORDER} - {REMARK})
            self._ticks(canvas, height - 1, True)
            self._draw_gaps(canvas, height - 1, {x for x, _, _ in self.spots().ticks})
            self._draw_values(canvas, 0, valued)
            self._draw_swings(canvas, valued, swung)
        return canvas.strips()

    def _share_rows(self, height: int) -> tuple[int, int]:
        """Return the rows of the win probability and of the errors and the luck."""
        swung = int(self.swings is not None and height > 1 + (self.value is not None))
        if self.value is None or height < 2:
            return 0, swung
        rest = height - swung
        return max(rest - (TALL if rest >= TALL else 2), 1), swung

    def _draw_swings(self, canvas: Canvas, y: int, rows: int) -> None:
        """Draw the largest error or luck of each cell: filled or hollow, up or down."""
        if not rows or not self.swings:
            return
        look, now = self.look, self._now
        largest = {
            self.cell(mark.number): mark for mark in sorted(self.swings, key=lambda each: each.size)
        }
        for x, mark in largest.items():
            sign = look.signs.swings[2 * mark.is_luck + (not mark.raises)]
            role = f"side{mark.side}" if x <= now else "faint"
            canvas.put(x, y, sign, look.ink(role, how="b" if mark.is_certain else ""))

    def _draw_values(self, canvas: Canvas, y: int, rows: int) -> None:
        """Draw the first side's win probability after the last event of each cell."""
        if self.value is not None and rows:
            from senpu.tui.widgets.win_probability_bar import (
                draw_graph,
            )  # loaded late: most users do not show win probabilities

            start, cursor = self._span[0], self.cell(self.number)
            shown = self.cells()
            if 0 <= cursor - start < len(shown):
                shown[cursor - start] = (self.course, self.number)
            values = [self.value(course, number) for course, number in shown]
            draw_graph(canvas, self.look, values, start, y, rows, cursor)

    def _tall(self, canvas: Canvas, valued: int, swung: int) -> None:
        look, sides = self.look, self.narrator.spec.sides
        at = canvas.put(1, 0, f"{look.signs.level} ", look.ink("line"))
        at = canvas.put(at, 0, look.word("timeline"), look.ink("dim", how="b"))
        if self.course is not self.timeline:
            at = canvas.put(at + 1, 0, look.word("variation_from", n=self._left), look.ink("note"))
        canvas.put(at + 1, 0, look.signs.level * (canvas.width - at - 2), look.ink("line"))
        labels = [look.word("losses_of", letter=side.letter) for side in sides]
        labels.append(look.word("comments"))
        swings = [look.word("swings")] if swung else []
        start = max(map(cell_len, (*labels, *swings))) + 4
        self._span = (start, max(canvas.width - start - 1, 1))
        self._line(canvas, 2)
        self._ticks(canvas, 2, False)
        self._draw_gaps(canvas, 2, {self.cell(self.number)})
        cursor = self.cell(self.number)
        for y in range(3, canvas.height):
            canvas.put(cursor, y, look.signs.thread, look.ink("now"))
        last, y = canvas.height - 1, 3 + valued + swung
        if valued:
            named = look.word("wins_by", letter=sides[0].letter)
            canvas.put(2, 2 + valued, named, look.ink("side0"))
            self._draw_values(canvas, 3, valued)
        if swung:
            canvas.put(2, 3 + valued, look.word("swings"), look.ink("dim"))
            self._draw_swings(canvas, 3 + valued, swung)
        for row, side in enumerate(sides[: last - y]):
            canvas.put(2, y + row, labels[row], look.ink(f"side{row}"))
            self._losses(canvas, y + row, side.id, False)
        canvas.put(2, last, labels[-1], look.ink("note"))
        self._draw_landmarks(canvas, last, True, ORDER)

    def _line(self, canvas: Canvas, y: int) -> None:
        """Draw the line with its cards and captured places."""
        look, signs = self.look, self.look.signs
        start, size = self._span
        past = self._now
        canvas.put(start, y, signs.past * (past - start), look.ink("dim"))
        canvas.put(past, y, signs.level * (start + size - past), look.ink("line"))
        order = {side.id: at for at, side in enumerate(self.narrator.spec.sides)}
        for x, sign in self.spots().signs.items():
            side = order.get(sign.side)
            role = "faint" if x > past else "text" if side is None else f"side{side}"
            text = PLAIN_CARD if sign.text == signs.cursor else sign.text
            text = {SEALED: signs.good, GAP: signs.gap}.get(text, text)
            canvas.put(x, y, text, look.ink(role, how="b" if sign.text in (TAKEN, GAP) else ""))

    def _ticks(self, canvas: Canvas, y: int, narrow: bool) -> None:
        """Draw the starts of turns and the cursor."""
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

    def _draw_gaps(self, canvas: Canvas, y: int, taken: Collection[int]) -> None:
        """Draw the gaps over the other signs of the line, but before those in taken cells."""
        gaps = (x for x, sign in self.spots().signs.items() if sign.text == GAP)
        for x in gaps:
            role = "faint" if x > self._now else "text"
            at = x - 1 if x in taken else x
            canvas.put(at, y, self.look.signs.gap, self.look.ink(role, how="b"))

    def _losses(self, canvas: Canvas, y: int, side: str, letters: bool) -> None:
        """Draw losses: ids if there is room, else letters; small letters are step losses."""
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
                text += look.signs.lost if loss.whole else look.signs.striped
            role = f"side{at}" if x <= now else "faint"
            x = min(x, canvas.width - len(text))
            free = canvas.put(x, y, text, look.ink(role, how="b" if loss.whole else "")) + 1

    def _draw_landmarks(self, canvas: Canvas, y: int, named: bool, signs: Collection[str]) -> None:
        """Draw landmarks by sign; bookmarks with their names if these fit."""
        look, now = self.look, self._now
        marks = sorted(pair for pair in self.spots().landmarks.items() if pair[1].sign in signs)
        for at, (x, mark) in enumerate(marks):
            role = "note" if x <= now else "faint"
            end = canvas.put(x, y, mark.sign, look.ink(role, how="b"))
            room = (marks[at + 1][0] if at + 1 < len(marks) else canvas.width) - end - 1
            if named and mark.bookmark is not None and room > 3:
                name = make_printable(mark.bookmark.in_language(look.language).text)
                canvas.put(end, y, look.clip(name, room), look.ink(role))


class TimelineBar(PaintedWidget):
    """The widget of the track. Posts PositionRequested for a click or a drag."""

    def __init__(self, look: Look, strand: TimelineTrack) -> None:
        super().__init__(look, "track")
        self.strand = strand
        self._dragging = False

    def present(self, course: "AnyTimeline", number: int, narrator: Narrator) -> None:
        """Show the position after an event of the log or of a variation."""
        strand = self.strand
        strand.course, strand.number, strand.narrator = course, number, narrator
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the rows of the track."""
        return self.strand.drawn(self.look, width, height)

    def _go(self, event: events.MouseEvent) -> None:
        course, number = self.strand.goal_at(event.x, event.y)
        self.post_message(PositionRequested(number, course))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Post the position under the pointer and start a drag."""
        event.stop()
        self._dragging = True
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post the position under the pointer during a drag."""
        if self._dragging:
            event.stop()
            self._go(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the drag."""
        event.stop()
        self._dragging = False
        self.release_mouse()
