"""A map of areas as a register: a line an area, with its notes, its neighbours and who stands
there. For maps that cannot be tiled, and for small terminals.
"""

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.parts.areas import Neighbours
from senpu.tui.widgets.counters import counter_row, shape_of
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.scene import Scene
from senpu.tui.widgets.sidelines import tally_words

NOTED = 18
"""So many cells are the notes' at most."""


class Register:
    """The lines of a scene; `hits` says which line is which area."""

    def __init__(self, scene: Scene, narrator: Narrator, near: Neighbours, look: Look) -> None:
        self.scene, self.narrator, self.near, self.look = scene, narrator, near, look
        self.areas = {area.id: area for area in narrator.spec.game.area}
        self.sides = {side.id: at for at, side in enumerate(narrator.spec.sides)}
        self.shape = shape_of(scene.board, 1)
        self.hits: dict[int, str] = {}
        noted = max((cell_len(self._notes(place)) for place in near), default=0)
        self.noted = max(8, min(noted, NOTED))
        """The cells of the notes."""

    def rows(self, width: int, height: int) -> list[Row]:
        """As many lines as fit; where not all do, the areas that matter now."""
        places = list(self.near)
        for piece in self.scene.board.pieces:
            if piece.place and piece.place not in places:
                places.append(piece.place)
        tallies = height >= len(places) + len(self.sides)
        room = height - (len(self.sides) if tallies else 0)
        if len(places) > room:
            worth = sorted(places, key=self._worth, reverse=True)[: max(room - 1, 1)]
            hidden = len(places) - len(worth)
            places = [place for place in places if place in worth]
        else:
            hidden = 0
        rows = []
        for at, place in enumerate(places):
            self.hits[at] = place
            rows.append(self._row(place, width))
        if hidden and len(rows) < height:
            rows.append(Row(self.look).add("   " + self.look.word("more", n=hidden), "faint"))
        if tallies:
            rows += [self._tallies(side) for side in self.sides]
        return rows

    def _worth(self, place: str) -> tuple[bool, bool, int]:
        here = [p for p in self.scene.board.pieces if p.place == place]
        both = len({piece.side for piece in here}) > 1
        marks = self.scene.marks
        return place == marks.focus, place in marks.offered or both, len(here)

    def _row(self, place: str, width: int) -> Row:
        look, marks, board = self.look, self.scene.marks, self.scene.board
        framed = place == marks.focus
        sign = look.signs.hollow[1] if place in marks.offered else " "
        row = Row(look)
        if place in self.scene.highlights and not framed and sign == " ":
            row.add(look.signs.dashes[1], "note", "b")
        else:
            row.add(look.signs.here if framed else sign, "now", "b")
        row.add(f"{place} ", "now" if framed or sign != " " else "text", "b")
        notes = self._notes(place)
        wide = width >= 100
        if wide:
            area = self.areas.get(place)
            name = area.name.get(look.language, "") if area else ""
            row.to(5).add(look.clip(name, 22), "dim").to(28)
        noted = row.width + (self.noted if width >= 72 else 8)
        row.add(look.clip(notes, noted - row.width), "text" if framed else "dim")
        row.to(noted + 1)
        if width >= 60:
            row.add(look.clip(" ".join(self.near.get(place, ())), 11), "faint").to(noted + 13)
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
            row.add(sign, "now" if mark and mark.now else "dim", "b")
            if short:
                row.add(unit, f"side{self.sides[piece.side]}", "b")
            else:
                counter_row(row, piece, self.sides[piece.side], self.shape, unit in marks.changed)
        for arrow in self.scene.arrows:
            if arrow[0] == place:
                row.add(f" {look.signs.dashes[0]}{look.signs.solid[1]}", "note", "b")
                row.add(">".join(arrow[1:]), "note", "b")
        return row

    def _notes(self, place: str) -> str:
        return " ".join(map(self.narrator.label, self.scene.board.notes.get(place, ())))

    def _tallies(self, side: str) -> Row:
        row = Row(self.look).add(f" {self.narrator.side(side)}", f"side{self.sides[side]}", "b")
        for tally in self.scene.board.tallies:
            if tally.side == side:
                label = self.narrator.label(tally.label)
                row.to(row.width + 2).add(f"{label} ", "dim")
                row.add(tally_words(tally, self.narrator, self.look))
        return row
