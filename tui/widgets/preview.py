"""The preview of a game in the library."""

from collections.abc import Iterable
from typing import Any

import msgspec
from textual.strip import Strip

from senpu.notation.messages import SOURCE
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board
from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.area_tiling import build_plan, compute_least_plan, read_neighbours
from senpu.tui.library.catalogue import RecordedGame
from senpu.tui.widgets.area_plan import PlanGrid, draw_walls
from senpu.tui.widgets.event_rows import Rows
from senpu.tui.widgets.painting import Canvas, Look, Row, wrap_cells
from senpu.tui.widgets.panels import Block, ScrolledWidget, render_title
from senpu.tui.widgets.provenance import render_provenance
from senpu.tui.widgets.reasons import render_layers
from senpu.tui.widgets.timeline import LossIndex, TimelineTrack

WIDTHS, HIGH = (6, 5), 2
"""Columns and rows of the smallest tiles, with left and upper wall."""


def draw_thumbnail(board: Board, narrator: Narrator, look: Look, width: int) -> list[Strip]:
    """Return the plan with a count per side; without a plan or room, a list of places."""
    spec = narrator.spec
    letters = [(side.id, side.letter) for side in spec.sides]
    counts: dict[str, list[int]] = {}
    for piece in board.pieces:
        if piece.place:
            held = counts.setdefault(piece.place, [0] * len(letters))
            held[next(at for at, (side, _) in enumerate(letters) if side == piece.side)] += 1
    plan = build_plan(spec.game.area, read_neighbours(spec), spec.game.margin)
    sizes = [compute_least_plan(plan, wide, HIGH) for wide in WIDTHS] if plan else []
    least = next((size for size in sizes if size[0] <= width), None)
    if plan is None or least is None:
        return _register(counts, letters, look, width)
    grid = PlanGrid(plan, 0, 0, least[0] - 1, least[1] - 1)
    canvas = Canvas(width, grid.height, look.ink())
    for box in grid.boxes.values():
        canvas.fill(box.left + 1, box.top + 1, box.wide - 1, box.high - 1, look.ink(on="surface"))
    draw_walls(canvas, grid, look, {})
    for area, box in grid.boxes.items():
        x = box.left + (2 if box.wide >= WIDTHS[0] else 1)
        canvas.put(x, box.top, f" {area} "[: box.right - x], look.ink("dim", how="b"))
        held = counts.get(area, [])
        first = [n for n in held[:1] if n]
        others = [(n, at) for at, n in enumerate(held) if n and at > 0]
        ground = "surface"
        for n in first:
            text = f"{n}{letters[0][1]}"
            canvas.put(box.left + 1, box.top + 1, text, look.ink("side0", ground, "b"))
        right = box.right
        for count, side in reversed(others):
            text = f"{count}{letters[side][1]}"
            right -= len(text)
            canvas.put(right, box.top + 1, text, look.ink(f"side{side}", ground, "b"))
    return canvas.strips()


def _register(
    counts: dict[str, list[int]], letters: list[tuple[str, str]], look: Look, width: int
) -> list[Strip]:
    row = Row(look)
    strips = []
    for place, held in counts.items():
        if row.width + 14 > width:
            strips.append(row.strip(width))
            row = Row(look)
        row.add(f"{place} ", "dim")
        for at, (_, letter) in enumerate(letters):
            row.add(f"{held[at]}{letter} " if held[at] else "", f"side{at}", "b")
        row.add(" ")
    return [*strips, row.strip(width)] if row.width else strips


OPENING = 6
"""Activations of the opening in the preview."""


class PreviewReading(msgspec.Struct):
    """A game being read for its preview, until the timeline is complete."""

    game: RecordedGame
    timeline: Timeline
    rows: Rows
    losses: LossIndex

    @property
    def done(self) -> bool:
        """Return whether the whole game is read."""
        return self.timeline.is_complete and not self.losses.has_backlog

    def read_more(self) -> None:
        """Read a few more events."""
        if not self.timeline.is_complete:
            self.timeline.extend(self.timeline.last + 64)
            self.rows.grow()
        else:
            self.losses.examine_more(32)


def start_reading(game: RecordedGame, timeline: Timeline) -> PreviewReading:
    """Return the reading of a game."""
    rows = Rows(timeline)
    return PreviewReading(game, timeline, rows, LossIndex(timeline, rows))


class Preview(ScrolledWidget):
    """The preview of one game: players, ending, validity, opening."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "preview")
        self.game: RecordedGame | None = None
        self.reading: PreviewReading | None = None
        self.trouble = ""

    def present(
        self, game: RecordedGame | None, reading: PreviewReading | None, trouble: str
    ) -> None:
        """Show a game, its loaded part, and the error if it is unreadable."""
        if game is not self.game:
            self.top = 0
        self.game, self.reading, self.trouble = game, reading, trouble
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the visible rows."""
        if self.game is None or width < 12:
            return []
        look = self.look
        inner = width - 3
        strips = list(self._strips(self.game, inner))
        self.top = max(min(self.top, len(strips) - height), 0)
        shown = strips[self.top : self.top + height]
        shown += [Row(look).strip(inner)] * (height - len(shown))
        wall = Row(look).add(f"{look.signs.upright} ", "line").strip(2)
        blank = Row(look).strip(1)
        return [Strip([*wall, *strip, *blank], width) for strip in shown]

    def _strips(self, game: RecordedGame, width: int) -> Iterable[Strip]:
        look = self.look
        rows = [Row(look).add(line, how="b") for line in wrap_cells(game.name, width)]
        date = make_printable(game.headers.get("Date", ""))
        rows.append(Row(look).add(date or make_printable(game.path.name), "dim"))
        yield from (row.strip(width) for row in rows)
        reading = self.reading
        if reading is None or reading.game is not game:
            for text in wrap_cells(self.trouble, width):
                yield Row(look).add(text, "error").strip(width)
        else:
            yield Row(look).strip(width)
            yield from self._read(game, reading, width)
        yield Row(look).strip(width)
        yield render_title(look, Block(look.word("verified"), []), width).strip(width)
        if game.verdict is None:
            yield Row(look).add(" " + look.word("verifying"), "faint").strip(width)
        else:
            yield from (row.strip(width) for row in render_layers(game.verdict, look))
            for fault in game.verdict.faults:
                label = f"{fault.id}: {fault.message.text(look.language)}"
                for text in wrap_cells(make_printable(label), width - 1)[:4]:
                    yield Row(look).add(" " + text, "error").strip(width)
        if reading is not None and reading.game is game:
            yield Row(look).strip(width)
            yield from self._values(reading.timeline, width)
            yield Row(look).strip(width)
            yield from self._opening(reading, width)

    def _read(self, game: RecordedGame, reading: PreviewReading, width: int) -> Iterable[Strip]:
        look, timeline = self.look, reading.timeline
        narrator = Narrator(timeline.rules.spec, look.language)
        row = Row(look)
        for at, side in enumerate(timeline.rules.spec.sides):
            name = game.headers.get(side.id.capitalize()) or game.headers.get(
                timeline.rules.spec.name(SOURCE, "side", side.id), ""
            )
            row.pad_to(row.width and max(width // 2, row.width + 2))
            row.add(f"{side.letter} ", f"side{at}", "b")
            row.add(
                look.clip(make_printable(name) or narrator.side(side.id), max(width // 2 - 3, 4))
            )
        yield row.strip(width)
        if game.program:
            label = look.word("played_by_programs", names=game.program)
            yield from (
                Row(look).add(t, "faint", "i").strip(width) for t in wrap_cells(label, width)
            )
        yield Row(look).strip(width)
        state = timeline.get_position(timeline.last).state
        board = timeline.rules.board(state)
        yield from self._small(board, narrator, width)
        yield Row(look).strip(width)
        for text in wrap_cells(self._ending(narrator, timeline, state), width):
            yield Row(look).add(text).strip(width)
        strand = TimelineTrack(timeline, reading.losses, narrator)
        strand.number = timeline.last
        yield Row(look).strip(width)
        yield from strand.drawn(look, width, 2)

    def _small(self, board: Board, narrator: Narrator, width: int) -> Iterable[Strip]:
        """Return the small map for the kind of board."""
        if narrator.spec.game.board == "hexes":
            from senpu.tui.widgets.hex_layers import hex_thumbnail

            return hex_thumbnail(board, narrator, self.look, width)
        return draw_thumbnail(board, narrator, self.look, width)

    def _ending(self, narrator: Narrator, timeline: Timeline, state: Any) -> str:
        look = self.look
        if not timeline.is_complete:
            return look.word("reading")
        if state.outcome is None:
            return look.word("not_ended")
        winner = state.outcome.winner
        text = look.word("wins", side=narrator.side(winner)) if winner else look.word("drawn")
        why = narrator.ending(state.outcome.ending)
        colon = look.word("colon")
        return f"{text}{colon}{why}" if why else f"{text} ({state.outcome.ending})"

    def _values(self, timeline: Timeline, width: int) -> Iterable[Strip]:
        look = self.look
        yield render_title(look, Block(look.word("values_title"), []), width).strip(width)
        counts = timeline.rules.spec.values.count_by_provenance()
        yield from (row.strip(width) for row in render_provenance(counts, look, width))

    def _opening(self, reading: PreviewReading, width: int) -> Iterable[Strip]:
        look, rows, timeline = self.look, reading.rows, reading.timeline
        yield render_title(look, Block(look.word("opening"), []), width).strip(width)
        sides = {s.id: (n, s.letter) for n, s in enumerate(timeline.rules.spec.sides)}
        for at in range(min(len(rows), OPENING)):
            numbers = rows.numbers(at)
            if not numbers:
                continue
            text = rows.text(at)
            side, letter = sides.get(text.actor, (0, " "))
            row = Row(look)
            if rows.is_turn(at):
                row.add(f"  T{rows.turn(at)} ", "dim")
            else:
                row.add(f"{letter} ", f"side{side}", "b")
            pieces = [*text.act, *text.dice, *(p for p in text.result if not p.unit)]
            label = " ".join(piece.text for piece in pieces)
            yield row.add(look.clip(label, width - row.width)).strip(width)
