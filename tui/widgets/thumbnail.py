"""A position in the smallest plan: how many units of which side stand where."""

from textual.strip import Strip

from replay.narration import Narrator
from replay.rules import Board
from tui.widgets.frame import Grid, draw_walls
from tui.widgets.painting import Canvas, Look, Row
from tui.widgets.tiling import near_of, plan_of

WIDE, HIGH = 6, 2


def thumbnail(board: Board, narrator: Narrator, look: Look, width: int) -> list[Strip]:
    """The plan with a count for each side; where there is no plan, or no room for it, the places
    that hold units in a few lines."""
    spec = narrator.spec
    letters = [(side.id, side.letter) for side in spec.sides]
    counts: dict[str, list[int]] = {}
    for piece in board.pieces:
        if piece.place:
            held = counts.setdefault(piece.place, [0] * len(letters))
            held[next(at for at, (side, _) in enumerate(letters) if side == piece.side)] += 1
    plan = plan_of(spec.game.area, near_of(spec))
    if plan is None or plan.columns * WIDE + 1 > width:
        return _register(counts, letters, look, width)
    grid = Grid(plan, 0, 0, WIDE, HIGH)
    canvas = Canvas(width, grid.height, look.ink())
    for cell in plan.tiles.values():
        x, y = grid.corner(cell)
        canvas.fill(x + 1, y + 1, WIDE - 1, HIGH - 1, look.ink(on="surface"))
    draw_walls(canvas, grid, look, "")
    for area, cell in plan.tiles.items():
        x, y = grid.corner(cell)
        canvas.put(x + 2, y, f" {area} "[: WIDE - 2], look.ink("dim", how="b"))
        held = counts.get(area, [])
        first = [n for n in held[:1] if n]
        others = [(n, at) for at, n in enumerate(held) if n and at > 0]
        for n in first:
            canvas.put(x + 1, y + 1, f"{n}{letters[0][1]}", look.ink("side0", "surface", "b"))
        right = x + WIDE
        for count, side in reversed(others):
            text = f"{count}{letters[side][1]}"
            right -= len(text)
            canvas.put(right, y + 1, text, look.ink(f"side{side}", "surface", "b"))
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
