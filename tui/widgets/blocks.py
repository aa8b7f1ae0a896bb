"""Strength: a panel that needs nothing but the scene."""

from collections.abc import Callable

from rich.cells import cell_len

from replay.narration import Narrator
from replay.rules import CHANCE, Piece
from tui.widgets.painting import Look, Row, wrapped
from tui.widgets.panels import Block, label_width
from tui.widgets.scene import Scene
from tui.widgets.standings import weak_values


def strength_block(scene: Scene, narrator: Narrator, look: Look, width: int) -> Block:
    """Units on the map, how many of them reduced, and points left, a column a side."""
    sides = narrator.spec.sides
    table: dict[str, Callable[[Piece], int]] = {
        "units_on_map": lambda p: bool(p.place),
        "reduced_units": lambda p: bool(p.place) and p.reduced,
        "points_left": lambda p: p.points if p.place else 0,
        "still_to_come": lambda p: p.fate == "due",
        "lost_units": lambda p: p.fate == "lost",
    }
    if not any(piece.full for piece in scene.board.pieces):
        del table["points_left"]
    labels = [look.word(name) for name in table]
    start = label_width(labels) + 3
    pitch = max((label_width(narrator.side(side.id) for side in sides)) + 2, 7)
    pitch = min(pitch, max((width - start) // max(len(sides), 1), 4))
    head = Row(look)
    for at, side in enumerate(sides):
        name = narrator.side(side.id)
        name = name if cell_len(name) < pitch else side.letter
        head.to(start + (at + 1) * pitch - cell_len(name)).add(name, f"side{at}")
    rows = [head]
    for label, count in zip(labels, table.values(), strict=True):
        row = Row(look).add(" " + label, "dim")
        for at, side in enumerate(sides):
            number = str(sum(count(p) for p in scene.board.pieces if p.side == side.id))
            row.to(start + (at + 1) * pitch - len(number)).add(number)
        rows.append(row)
    rows += [
        Row(look).add(" " + t, "note") for t in wrapped(weak_values(narrator, look), width - 3)
    ]
    return Block(look.word("strength"), rows)


def actor_role(narrator: Narrator, side: str) -> str:
    """The colour of a side, plain for chance."""
    if side == CHANCE:
        return "text"
    at = next((n for n, each in enumerate(narrator.spec.sides) if each.id == side), -1)
    return f"side{at}" if at >= 0 else "text"
