"""The preview of a game in the library."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from senpu.notation.messages import LANGUAGES
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import name_data_set
from senpu.replay.core.rules import Board, Piece
from senpu.replay.core.timeline import Timeline
from senpu.tui.boards.area_tiling import (
    TileBox,
    TileSizes,
    build_map_plan,
)
from senpu.tui.boards.signs import enclose
from senpu.tui.library.catalogue import RecordedGame, find_names
from senpu.tui.render.data_sets import name_values
from senpu.tui.widgets.area_plan import PlanGrid
from senpu.tui.widgets.event_rows import Rows
from senpu.tui.widgets.game_list import STATES, list_signed
from senpu.tui.widgets.painting import Canvas, Look, Row, wrap_cells, wrap_text
from senpu.tui.widgets.panels import ScrolledWidget, render_heading
from senpu.tui.widgets.placement_plan import draw_tiles
from senpu.tui.widgets.provenance import render_provenance
from senpu.tui.widgets.timeline import LossIndex, TimelineTrack

if TYPE_CHECKING:
    from senpu.tui.library.copies import CopySet

SIZES = ((8, 5), (6, 2), (5, 2))
"""Columns and rows of tiles, with left and upper wall: with units, or with a count per side."""
WITH_UNITS = 8
"""The columns of a tile from which it has its units."""


def draw_thumbnail(board: Board, narrator: Narrator, look: Look, width: int) -> list[Strip]:
    """Return the plan with units or a count per side; without room, a list of places."""
    spec = narrator.spec
    sides = {side.id: at for at, side in enumerate(spec.sides)}
    held: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        if piece.place:
            held.setdefault(piece.place, []).append(piece)
    plan = build_map_plan(spec)
    sizes = SIZES if plan.is_even else SIZES[1:]
    found = [TileSizes(plan, *size).least for size in sizes]
    least = next((size for size in found if size[0] <= width), None)
    letters = [side.letter for side in spec.sides]
    if least is None:
        return _register(held, sides, letters, look, width)
    grid = PlanGrid(plan, 0, 0, least[0] - 1, least[1] - 1)
    canvas = Canvas(width, grid.height, look.ink())
    draw_tiles(canvas, grid, look)
    for area, box in grid.boxes.items():
        pieces = sorted(held.get(area, []), key=lambda piece: sides[piece.side])
        if box.wide >= WITH_UNITS:
            _draw_units(canvas, box, pieces, sides, look)
        else:
            _draw_counts(canvas, box, _count(pieces, sides), letters, look)
    return canvas.strips()


def _count(pieces: Iterable[Piece], sides: Mapping[str, int]) -> list[int]:
    """Return the number of units of each side."""
    counts = [0] * len(sides)
    for piece in pieces:
        counts[sides[piece.side]] += 1
    return counts


def _draw_units(
    canvas: Canvas, box: TileBox, pieces: list[Piece], sides: Mapping[str, int], look: Look
) -> None:
    """Draw the units of a tile, one per row; a number replaces units without room."""
    room = box.high - 1
    shown = pieces if len(pieces) <= room else pieces[: room - 1]
    for y, piece in enumerate(shown, box.top + 1):
        side = sides[piece.side]
        text = enclose(piece.id, side)[: box.wide - 2]
        canvas.put(box.left + 1, y, text, look.ink(f"side{side}", f"side{side}-ground", "b"))
    if len(shown) < len(pieces):
        text = f"+{len(pieces) - len(shown)}"
        canvas.put(box.left + 1, box.bottom - 1, text, look.ink("text", "surface", "b"))


def _draw_counts(
    canvas: Canvas, box: TileBox, counts: list[int], letters: list[str], look: Look
) -> None:
    """Draw the number of units of each side: of the first side on the left."""
    right = box.right
    for side in reversed(range(len(counts))):
        if count := counts[side]:
            text = f"{count}{letters[side]}"
            right = box.left + 1 if not side else right - len(text)
            style = look.ink(f"side{side}", "surface", "b")
            canvas.put(right, box.top + 1, text, style)


def _register(
    held: Mapping[str, list[Piece]], sides: Mapping[str, int], letters: list[str], look: Look,
    width: int,
) -> list[Strip]:  # fmt: skip
    """Return the places with the number of units of each side, as text."""
    row = Row(look)
    strips = []
    for place, pieces in held.items():
        if row.width + 14 > width:
            strips.append(row.strip(width))
            row = Row(look)
        row.add(f"{place} ", "dim")
        for side, count in enumerate(_count(pieces, sides)):
            row.add(f"{count}{letters[side]} " if count else "", f"side{side}", "b")
        row.add(" ")
    return [*strips, row.strip(width)] if row.width else strips


BAND_ROWS = 4
"""Maximum rows of the reason why a game is invalid."""
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


PREVIEW_ROWS = 2
"""The rows of the preview below a list: the name, and the verdict."""


class PreviewVerdict(NamedTuple):
    """The verdict on a game in a few words."""

    sign: str
    """The attribute of its sign in the look."""
    role: str
    text: str
    more: str = ""


class Preview(ScrolledWidget):
    """The preview of one game: verdict, last valid position, copies, signatures, values, opening.

    With two rows it has the name and the verdict only.
    """

    def __init__(self, look: Look) -> None:
        super().__init__(look, "preview")
        self.game: RecordedGame | None = None
        self.reading: PreviewReading | None = None
        self.trouble = ""
        self.copies: CopySet | None = None

    def present(
        self,
        game: RecordedGame | None,
        reading: PreviewReading | None,
        trouble: str,
        copies: "CopySet | None" = None,
    ) -> None:
        """Show a game, its loaded part, the error if it is unreadable, and its copies."""
        if game is not self.game:
            self.top = 0
        self.game, self.reading, self.trouble, self.copies = game, reading, trouble, copies
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the visible rows."""
        if self.game is None or width < 12:
            return []
        look = self.look
        if height <= PREVIEW_ROWS:
            return [row.strip(width) for row in self._brief(self.game, width)]
        inner = width - 3
        strips = list(self._strips(self.game, inner))
        self.top = max(min(self.top, len(strips) - height), 0)
        shown = strips[self.top : self.top + height]
        shown += [Row(look).strip(inner)] * (height - len(shown))
        wall = Row(look).add(f"{look.signs.upright} ", "line").strip(2)
        blank = Row(look).strip(1)
        return [Strip([*wall, *strip, *blank], width) for strip in shown]

    # ---- the verdict ----------------------------------------------------------------------

    def _verdict(self, game: RecordedGame, is_brief: bool = False) -> PreviewVerdict:
        look, verdict = self.look, game.verdict
        if verdict is None:
            return PreviewVerdict("open", "dim", look.word("verifying"))
        if not verdict.valid:
            fault = verdict.faults[0]
            text = make_printable(fault.message.text(look.language))
            if fault.line and is_brief and verdict.valid_through:
                text = look.word("invalid_brief", line=fault.line, n=verdict.valid_through)
            elif fault.line:
                text = f"{look.word('fault_line', line=fault.line)}{look.word('colon')}{text}"
            through = look.word(
                "preview_valid_through",
                line=verdict.valid_line,
                n=verdict.valid_through,
                turn=verdict.turn,
            )
            return PreviewVerdict("bad", "error", text, through if verdict.valid_through else "")
        if self.copies is not None and self.copies.find_difference(self.copies.find(game)):
            return PreviewVerdict("differs", "differs", look.word("preview_forked"))
        if verdict.gaps:
            gaps = look.word("gap_count", n=len(verdict.gaps))
            return PreviewVerdict("gap", "note", look.word("preview_gaps", gaps=gaps))
        return PreviewVerdict("good", "good", look.word("preview_valid"))

    def _brief(self, game: RecordedGame, width: int) -> list[Row]:
        """Return the name, and the verdict with the last signed lines, in two rows."""
        look = self.look
        verdict = self._verdict(game, True)
        name = make_printable(game.path.name)
        role = "error" if verdict.role == "error" else "text"
        head = render_heading(look, name, width - 1, role, margin=1)
        row = Row(look).add(f" {getattr(look.signs, verdict.sign)} ", verdict.role, "b")
        signed = [(f"{side}{line}", role) for side, line, role in list_signed(game)]
        room = width - row.width - sum(cell_len(text) + 2 for text, _ in signed) - 1
        row.add(look.clip(self.trouble or verdict.text, max(room, 8)), verdict.role)
        for text, role in signed:
            row.add("  ").add(text, role)
        return [head, row]

    def _band(self, game: RecordedGame, width: int) -> Iterable[Row]:
        """Yield the verdict, on a red ground if the game is invalid."""
        look = self.look
        verdict = self._verdict(game)
        on = "error-ground" if verdict.role == "error" else "raised"
        for at, line in enumerate(look.wrap(verdict.text, width - 4, BAND_ROWS)):
            row = Row(look, on).add(" ")
            row.add("  " if at else f"{getattr(look.signs, verdict.sign)} ", verdict.role, "b")
            yield row.add(line, verdict.role, "b")
        for line in wrap_cells(verdict.more, width - 4) if verdict.more else ():
            yield Row(look, on).add("   ").add(line)

    # ---- the parts ------------------------------------------------------------------------

    def _render_title(self, word: str, width: int, right: str = "") -> Strip:
        return render_heading(self.look, self.look.word(word), width, right=right).strip(width)

    def _strips(self, game: RecordedGame, width: int) -> Iterable[Strip]:
        look, title = self.look, game.title(self.look.language)
        rows = [Row(look).add(line, how="b") for line in wrap_cells(title, width)]
        about = [make_printable(game.path.name), game.date]
        rows += wrap_text(look, look.word("and").join(filter(None, about)), width, "dim")
        rows += self._players(game, width)
        yield from (row.strip(width) for row in rows)
        yield Row(look).strip(width)
        yield from (row.strip(width) for row in self._band(game, width))
        reading = self.reading
        is_read = reading is not None and reading.game is game
        if reading is not None and is_read:
            yield Row(look).strip(width)
            yield from self._position(game, reading, width)
        else:
            for text in wrap_cells(self.trouble, width) if self.trouble else ():
                yield Row(look).add(text, "error").strip(width)
        if self.copies is not None:
            yield Row(look).strip(width)
            yield self._render_title("copies_title", width)
            yield from (row.strip(width) for row in self._copies(self.copies, game, width))
        if signed := list_signed(game):
            yield Row(look).strip(width)
            yield self._render_title("column_signed", width)
            signatures = Row(look)
            for side, covered, role in signed:
                text = look.word("signed_to", side=side, line=covered)
                signatures.add(text, role, "b").add("   ")
            yield signatures.strip(width)
        if reading is not None and is_read:
            yield Row(look).strip(width)
            yield from self._values(reading.timeline, width)
            yield Row(look).strip(width)
            yield from self._opening(reading, width)

    def _players(self, game: RecordedGame, width: int) -> list[Row]:
        """Return the players with their letters, and the programs."""
        look, row = self.look, Row(self.look)
        about = find_names(game.rule_set)
        for at, side in enumerate(about.sides if about else ()):
            name = game.player(side.id, side.names[0])
            name = name or side.names[LANGUAGES.index(look.language)]
            row.add(f" {look.word('versus')} " if at else "", "dim")
            row.add(look.clip(name, max(width // 2 - 8, 4)), f"side{at}", "b")
            row.add(f" ({side.letter})", "dim")
        rows = [row] if row.width else []
        if game.program:
            label = look.word("played_by_programs", names=game.program)
            rows += [Row(look).add(line, "faint", "i") for line in wrap_cells(label, width)]
        return rows

    def _position(self, game: RecordedGame, reading: PreviewReading, width: int) -> Iterable[Strip]:
        """Yield the last valid position, its ending and the track of the game."""
        look, timeline = self.look, reading.timeline
        narrator = Narrator(timeline.rules.spec, look.language)
        state = timeline.get_position(timeline.last).state
        turn = look.word("turn_of", n=state.turn) if state.turn else look.word("set_up")
        yield self._render_title("last_position", width, turn)
        yield from self._small(timeline.rules.board(state), narrator, width)
        yield Row(look).strip(width)
        if not game.has_fault:
            for text in wrap_cells(self._ending(narrator, timeline, state), width):
                yield Row(look).add(text).strip(width)
        strand = TimelineTrack(timeline, reading.losses, narrator)
        strand.number = timeline.last
        yield from strand.drawn(look, width, 2)

    def _copies(self, copies: "CopySet", game: RecordedGame, width: int) -> Iterable[Row]:
        """Yield the other copies with their relation to the game, and contradictory signatures."""
        look, word = self.look, self.look.word
        at = copies.find(game)
        others = [*copies.list_relations(at)]
        names = [make_printable(other.path.name) for other, _ in others]
        start = min(max(map(cell_len, names), default=0) + 2, width // 2)
        for name, (other, relation) in zip(names, others, strict=True):
            if not relation.differs:
                text = word(f"copy_{relation.kind}")
            elif relation.line:
                text = word("copy_other_line", line=relation.line)
            else:
                text = word("copy_other_event", n=relation.event)
            sign, role = STATES[other.state]
            row = Row(look).add(look.clip(name, start - 2), how="b").pad_to(start)
            row.add(f"{getattr(look.signs, sign)} ", role, "b")
            role = "differs" if relation.differs else "dim"
            yield row.add(look.clip(text, width - row.width), role)
        about = find_names(game.rule_set)
        names_of = {side.id: side.names[LANGUAGES.index(look.language)]
                    for side in (about.sides if about else ())}  # fmt: skip
        known = set[tuple[object, ...]]()
        for (one, other_at), relation in copies.relations.items():
            files = [make_printable(copies.games[each].path.name) for each in (one, other_at)]
            for double in relation.double:
                (_, line), (_, other_line) = double.places
                if (double.side, double.key, line, other_line) in known:
                    continue  # a third copy has the same signatures
                known.add((double.side, double.key, line, other_line))
                facts = {"side": names_of.get(double.side, double.side),
                         "files": word("and").join(files)}  # fmt: skip
                text = word("copy_signed_twice", line=line, **facts)
                if not double.is_same_line:
                    text = word("copy_signed_lines", line=line, other_line=other_line, **facts)
                for n, part in enumerate(wrap_cells(text, width - 2)):
                    row = Row(look).add("  " if n else f"{look.signs.bad} ", "error", "b")
                    yield row.add(part, "error")

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
        return narrator.explain_ending(state.outcome.ending)

    def _values(self, timeline: Timeline, width: int) -> Iterable[Strip]:
        look = self.look
        yield self._render_title("values_title", width)
        spec = timeline.rules.spec
        name = name_values(name_data_set(spec), look.language)
        for text in wrap_cells(name, width - 1):
            yield Row(look).add(f" {text}").strip(width)
        counts = spec.values.count_by_provenance()
        yield from (row.strip(width) for row in render_provenance(counts, look, width))

    def _opening(self, reading: PreviewReading, width: int) -> Iterable[Strip]:
        look, rows, timeline = self.look, reading.rows, reading.timeline
        yield self._render_title("opening", width)
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
            acts = [look.word(f"row_{p.text}") if p.unit else p.text for p in text.act]
            pieces = [*text.dice, *(p for p in text.result if not p.unit)]
            label = " ".join([*acts, *(piece.text for piece in pieces)])
            yield row.add(look.clip(label, width - row.width)).strip(width)
