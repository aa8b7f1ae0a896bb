"""What stands beside the map for each side: markers, losses, what is still to come."""

from collections.abc import Iterator

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Piece, Tally
from senpu.tui.widgets.painting import Look, Row, wrapped
from senpu.tui.widgets.scene import Scene

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
    for at, (tally, label) in enumerate(zip(tallies, labels, strict=True), 1):
        spare = height - len(rows) - 1 - (len(tallies) - at)
        due = due_pieces(scene, side) if tally.label == "due" else []
        if due:
            told = list(_due_rows(due, label, look, gap, width, height - len(rows)))
            if len(told) == 1 and _below(
                f"{label} T{due[0].turn}", _waves(due)[0][1], width, spare
            ):
                told[0] = Row(look).add(f"{label} ", "dim").add(f"T{due[0].turn}", "dim")
                told += _units(_waves(due)[0][1], look, width)
            rows += told
            continue
        words = tally_words(tally, narrator, look)
        if tally.units and _below(label, words, width, spare):
            rows.append(Row(look).add(look.clip(label, width), "dim"))
            rows += _units(words, look, width)
            continue
        said = look.clip(words, max(width - cell_len(label) - 1, min(width, 6)))
        size = cell_len(said)
        columns = (gap, width - size if said.isdigit() else gap, cell_len(label) + 1)
        column = next((at for at in columns if at + size <= width), width - size)
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


def _below(label: str, units: str, width: int, spare: int) -> bool:
    """Whether units find no room after their label, and lines below it are to be had."""
    short = cell_len(label) + 1 + cell_len(units) > width
    return short and len(wrapped(units, width - 1)) <= spare


def _units(units: str, look: Look, width: int) -> list[Row]:
    return [Row(look).to(1).add(line) for line in wrapped(units, width - 1)]


def _waves(due: list[Piece]) -> list[tuple[int, str]]:
    """The units that come together, by turn."""
    turns = sorted({piece.turn for piece in due})
    return [(turn, " ".join(p.id for p in due if p.turn == turn)) for turn in turns]


def _due_rows(
    due: list[Piece], label: str, look: Look, gap: int, width: int, room: int
) -> Iterator[Row]:
    """`due T3 t1 t2`: a line for each turn where there is room, else the next turn alone."""
    waves = _waves(due)[: None if room >= 6 else 1]
    longest = max(len(f"T{turn} {units}") for turn, units in waves)
    column = gap if gap + longest <= width else cell_len(label) + 1
    for turn, units in waves:
        row = Row(look).add(label if turn == waves[0][0] else "", "dim").to(column)
        row.add(f"T{turn} ", "dim")
        yield row.add(look.clip(units, max(width - row.width, 2)), "text")
