"""A map of areas as a register: a line per area with notes, neighbours and units.

For maps that cannot be tiled, and for small terminals.
"""

from collections.abc import Iterator

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Piece, Tally
from senpu.replay.parts.areas import Neighbours
from senpu.tui.boards.scene import Scene
from senpu.tui.widgets.counters import choose_format, counter_row
from senpu.tui.widgets.painting import Look, Row, wrap_cells, wrap_text

FEW = 5
"""Maximum limit of a count drawn with pips."""


def render_side(
    scene: Scene, narrator: Narrator, look: Look, side: str, width: int, height: int
) -> list[Row]:
    """Return a side's name and tallies, a line each, in a narrow column."""
    at = next(n for n, each in enumerate(narrator.spec.sides) if each.id == side)
    rows = [Row(look).add(look.clip(narrator.side(side), width), f"side{at}", "b")]
    tallies = [tally for tally in scene.board.tallies if tally.side == side]
    labels = [narrator.label(tally.label) for tally in tallies]
    airy = height >= len(tallies) + 3
    if airy:
        rows.append(Row(look))
    gap = max((cell_len(label) for label in labels), default=0) + (2 if width >= 17 else 1)
    for at, (tally, label) in enumerate(zip(tallies, labels, strict=True), 1):
        spare = height - len(rows) - 1 - (len(tallies) - at)
        due = find_due_pieces(scene, side) if tally.label == "due" else []
        if due:
            due_rows = list(_due_rows(due, label, look, gap, width, height - len(rows)))
            if len(due_rows) == 1 and _breaks_line(
                f"{label} T{due[0].turn}", _waves(due)[0][1], width, spare
            ):
                due_rows[0] = Row(look).add(f"{label} ", "dim").add(f"T{due[0].turn}", "dim")
                due_rows += _units(_waves(due)[0][1], look, width)
            rows += due_rows
            continue
        words = format_tally(tally, narrator, look)
        if tally.units and _breaks_line(label, words, width, spare):
            rows.append(Row(look).add(look.clip(label, width), "dim"))
            rows += _units(words, look, width)
            continue
        text = look.clip(words, max(width - cell_len(label) - 1, min(width, 6)))
        size = cell_len(text)
        columns = (gap, width - size if text.isdigit() else gap, cell_len(label) + 1)
        column = next((at for at in columns if at + size <= width), width - size)
        row = Row(look).add(look.clip(label, max(column - 1, 0)), "dim").pad_to(column)
        rows.append(row.add(text))
    return rows[:height]


def format_tally(tally: Tally, narrator: Narrator, look: Look) -> str:
    """Return a tally's value: units, a text, pips for small counts, else a number."""
    if tally.units:
        return " ".join(tally.units)
    if tally.text:
        return narrator.label(tally.text)
    limit = tally.total or tally.needed
    if limit and max(tally.count, limit) <= FEW:
        return look.signs.full * tally.count + look.signs.spent * (limit - tally.count)
    return narrator.count(tally)


def find_due_pieces(scene: Scene, side: str) -> list[Piece]:
    """Return the pieces of a side still to arrive, the next ones first."""
    due = [p for p in scene.board.pieces if p.side == side and p.fate == "due" and p.turn]
    return sorted(due, key=lambda piece: piece.turn)


def _breaks_line(label: str, units: str, width: int, spare: int) -> bool:
    """Return whether units need a row below their label, and rows are available."""
    short = cell_len(label) + 1 + cell_len(units) > width
    return short and len(wrap_cells(units, width - 1)) <= spare


def _units(units: str, look: Look, width: int) -> list[Row]:
    return wrap_text(look, units, width - 1, margin=1)


def _waves(due: list[Piece]) -> list[tuple[int, str]]:
    """Return the units that arrive together, by turn."""
    turns = sorted({piece.turn for piece in due})
    return [(turn, " ".join(p.id for p in due if p.turn == turn)) for turn in turns]


def _due_rows(
    due: list[Piece], label: str, look: Look, gap: int, width: int, room: int
) -> Iterator[Row]:
    """Return `due T3 t1 t2`: a line per turn if there is room, else the next turn only."""
    waves = _waves(due)[: None if room >= 6 else 1]
    longest = max(len(f"T{turn} {units}") for turn, units in waves)
    column = gap if gap + longest <= width else cell_len(label) + 1
    for turn, units in waves:
        row = Row(look).add(label if turn == waves[0][0] else "", "dim").pad_to(column)
        row.add(f"T{turn} ", "dim")
        yield row.add(look.clip(units, max(width - row.width, 2)), "text")


NOTED = 18
"""Maximum cells of notes."""


class Register:
    """The lines of a scene; `hits` maps lines to areas."""

    def __init__(self, scene: Scene, narrator: Narrator, near: Neighbours, look: Look) -> None:
        self.scene, self.narrator, self.near, self.look = scene, narrator, near, look
        self.sides = {side.id: at for at, side in enumerate(narrator.spec.sides)}
        self.shape = choose_format(scene.board, 1)
        self.hits: dict[int, str] = {}
        noted = max((cell_len(self._notes(place)) for place in near), default=0)
        self.noted = max(8, min(noted, NOTED))
        """The cells of the notes."""
        self.joined = max((len(" ".join(others)) for others in near.values()), default=0)
        """The cells of the neighbours."""

    def rows(self, width: int, height: int) -> list[Row]:
        """Return as many lines as fit, the relevant areas first."""
        places = list(self.near)
        for piece in self.scene.board.pieces:
            if piece.place and piece.place not in places:
                places.append(piece.place)
        tallies = height >= len(places) + len(self.sides)
        room = height - (len(self.sides) if tallies else 0)
        if len(places) > room:
            relevant = sorted(places, key=self._relevance, reverse=True)[: max(room - 1, 1)]
            hidden = len(places) - len(relevant)
            places = [place for place in places if place in relevant]
        else:
            hidden = 0
        rows = []
        for at, place in enumerate(places):
            self.hits[at] = place
            rows.append(self._row(place, width))
        if hidden and len(rows) < height:
            rows.append(Row(self.look).add("   " + self.look.word("more", n=hidden), "faint"))
        if tallies:
            rows += [next(self.side_rows(side)) for side in self.sides]
        return rows

    def _relevance(self, place: str) -> tuple[bool, bool, int]:
        here = [p for p in self.scene.board.pieces if p.place == place]
        both = len({piece.side for piece in here}) > 1
        marks = self.scene.marks
        return place == marks.focus, place in marks.offered or both, len(here)

    def _row(self, place: str, width: int) -> Row:
        look, marks, board = self.look, self.scene.marks, self.scene.board
        framed = place == marks.focus
        sign = look.signs.solid[2] if place in marks.offered else " "
        sign = look.signs.bad if place == marks.rejected else sign
        row = Row(look)
        if place in self.scene.highlights and not framed and sign == " ":
            row.add(look.signs.dashes[1], "note", "b")
        else:
            row.add(look.signs.here if framed else sign, "now", "b")
        role = "error" if place == marks.rejected else "now" if framed or sign != " " else "text"
        row.add(f"{place} ", role, "b")
        notes = self._notes(place)
        wide = width >= 100
        if wide:
            name = self.narrator.name("place", place)
            row.pad_to(5).add(look.clip(name, 22), "dim").pad_to(28)
        noted = row.width + (self.noted if width >= 72 else 8)
        row.add(look.clip(notes, noted - row.width), "text" if framed else "dim")
        row.pad_to(noted + 1)
        if width >= 60:
            joined = max(11, min(self.joined, width // 4))
            others = look.clip(" ".join(self.near.get(place, ())), joined)
            row.add(others, "faint").pad_to(noted + 2 + joined)
        units = [unit for side in self.sides for unit in self.scene.slots.get((place, side), ())]
        pieces = {piece.id: piece for piece in board.pieces}
        short = len(units) * (self.shape.width + 1) > width - row.width
        for unit in units:
            piece = pieces[unit]
            mark = marks.signs.get(unit)
            if piece.place != place:
                row.add(f" {unit}{look.signs.solid[1]}", "faint")
                continue
            sign = " "
            if mark:
                sign = look.signs.strikes if mark.kind == "attack" else look.signs.solid[1]
                sign = look.signs.hollow[1] if mark.kind == "retreat" else sign
            differs = unit in marks.different
            sign = look.signs.differs if differs else sign
            role = "differs" if differs else "now" if mark and mark.now else "dim"
            row.add(sign, role, "b")
            if short:
                row.add(unit, f"side{self.sides[piece.side]}", "b")
            else:
                changed = unit in marks.changed
                counter_row(row, piece, self.sides[piece.side], self.shape, changed, differs)
        for arrow in self.scene.arrows:
            if arrow[0] == place:
                row.add(f" {look.signs.dashes[0]}{look.signs.solid[1]}", "note", "b")
                row.add(">".join(arrow[1:]), "note", "b")
        return row

    def _notes(self, place: str) -> str:
        return " ".join(map(self.narrator.label, self.scene.board.notes.get(place, ())))

    def side_rows(self, side: str, width: int = 0) -> Iterator[Row]:
        """Yield the tallies of a side, in one row or, with a width, in as many as they need."""
        row = Row(self.look).add(f" {self.narrator.side(side)}", f"side{self.sides[side]}", "b")
        for tally in self.scene.board.tallies:
            if tally.side == side:
                label = self.narrator.label(tally.label)
                value = format_tally(tally, self.narrator, self.look)
                if width and row.width + cell_len(f"  {label} {value}") > width:
                    yield row
                    row = Row(self.look).add(" ")
                row.pad_to(row.width + 2).add(f"{label} ", "dim").add(value)
        yield row
