"""A position in the smallest plan: how many units of which side stand where."""

from textual.strip import Strip

from replay.narration import Narrator
from replay.rules import Board
from tui.widgets.frame import Grid, draw_walls
from tui.widgets.painting import Canvas, Look, Row
from tui.widgets.tiling import least_plan, near_of, plan_of

WIDTHS, HIGH = (6, 5), 2
"""Columns and rows of the smallest tile, with its left and upper wall: what finds room."""


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
    plan = plan_of(spec.game.area, near_of(spec), spec.game.margin)
    sizes = [least_plan(plan, wide, HIGH) for wide in WIDTHS] if plan else []
    least = next((size for size in sizes if size[0] <= width), None)
    if plan is None or least is None:
        return _register(counts, letters, look, width)
    grid = Grid(plan, 0, 0, least[0] - 1, least[1] - 1)
    canvas = Canvas(width, grid.height, look.ink())
    for box in grid.boxes.values():
        canvas.fill(box.left + 1, box.top + 1, box.wide - 1, box.high - 1, look.ink(on="surface"))
    draw_walls(canvas, grid, look, "")
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
