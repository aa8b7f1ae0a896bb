"""What stands beside the map for each side: markers, losses, what is still to come."""

from collections.abc import Iterator

from rich.cells import cell_len

from replay.narration import Narrator
from replay.rules import Piece, Tally
from tui.widgets.painting import Look, Row
from tui.widgets.scene import Scene

FEW = 3
"""A count out of so many at most is drawn one by one."""


def side_rows(
    scene: Scene, narrator: Narrator, look: Look, side: str, width: int, height: int
) -> list[Row]:
    """A side's name and its tallies, a line each, in a narrow column."""
    at = next(n for n, each in enumerate(narrator.spec.sides) if each.id == side)
    rows = [Row(look).add(look.clip(narrator.side(side), width), f"side{at}", "b")]
    tallies = [tally for tally in scene.board.tallies if tally.side == side]
    labels = [narrator.label(tally.label) for tally in tallies]
    airy = height >= len(tallies) + 3
    if airy:
        rows.append(Row(look))
    gap = max((cell_len(label) for label in labels), default=0) + (2 if width >= 17 else 1)
    for tally, label in zip(tallies, labels, strict=True):
        due = due_pieces(scene, side) if tally.label == "due" else []
        if due:
            rows += _due_rows(due, label, look, gap, width, height - len(rows))
            continue
        said = look.clip(
            tally_words(tally, narrator, look), max(width - cell_len(label) - 1, min(width, 6))
        )
        size = cell_len(said)
        column = next((at for at in (gap, cell_len(label) + 1) if at + size <= width), width - size)
        row = Row(look).add(look.clip(label, max(column - 1, 0)), "dim").to(column)
        rows.append(row.add(said))
    return rows[:height]


def tally_words(tally: Tally, narrator: Narrator, look: Look) -> str:
    """A tally's value: units, a word, pips for a few of a few, else a number."""
    if tally.units:
        return " ".join(tally.units)
    if tally.words:
        return narrator.label(tally.words)
    if not tally.of:
        return str(tally.count) if tally.count else narrator.label("none")
    if tally.of <= FEW and tally.count <= tally.of:
        return look.signs.full * tally.count + look.signs.spent * (tally.of - tally.count)
    return look.word("of", count=tally.count, of=tally.of)


def due_pieces(scene: Scene, side: str) -> list[Piece]:
    """The pieces of a side that are still to come, the next ones first."""
    due = [p for p in scene.board.pieces if p.side == side and p.fate == "due" and p.turn]
    return sorted(due, key=lambda piece: piece.turn)


def _due_rows(
    due: list[Piece], label: str, look: Look, gap: int, width: int, room: int
) -> Iterator[Row]:
    """`due T3 t1 t2`: a line for each turn where there is room, else the next turn alone."""
    turns = sorted({piece.turn for piece in due})
    if room < 6:
        del turns[1:]
    waves = [(turn, " ".join(p.id for p in due if p.turn == turn)) for turn in turns]
    longest = max(len(f"T{turn} {units}") for turn, units in waves)
    column = gap if gap + longest <= width else cell_len(label) + 1
    for turn, units in waves:
        row = Row(look).add(label if turn == turns[0] else "", "dim").to(column)
        row.add(f"T{turn} ", "dim")
        yield row.add(look.clip(units, max(width - row.width, 2)), "text")
