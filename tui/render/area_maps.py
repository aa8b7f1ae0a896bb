"""A map of areas as printed text: a plan of tiles where the data have one, else a register.

Knows areas and counters, no game. Colour never.
"""

from collections.abc import Sequence
from typing import NamedTuple

from senpu.notation.faults import cells
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece
from senpu.spec.loader import Spec
from senpu.tui.render.hex_maps import Sheet
from senpu.tui.widgets.area_tiling import (
    Box,
    Form,
    Plan,
    holds,
    least_plan,
    lines,
    near_of,
    plan_of,
)
from senpu.tui.widgets.signs import DRAWN, PLAIN

EVEN = 13, 5
"""Columns and rows of a tile, its right and lower border left out, where all are alike."""
LEAST = 11, 3
"""Of the smallest one, where they are rectangles."""


class Pen(NamedTuple):
    """The signs that a drawing uses."""

    joints: str
    """As in :mod:`senpu.tui.widgets.signs`."""
    left: str
    spent: str


ASCII = Pen(PLAIN.joints, PLAIN.full, PLAIN.spent)
BOXES = Pen(DRAWN.joints, DRAWN.full, DRAWN.spent)


def drawn(spec: Spec, board: Board, say: Narrator, pen: Pen) -> list[str]:
    """The map in the form that suits it."""
    plan = plan_of(spec.game.area, near_of(spec), spec.game.margin)
    return register(spec, board, say) if plan is None else tiles(plan, spec, board, say, pen)


# ---- the plan -------------------------------------------------------------------------------


def tiles(plan: Plan, spec: Spec, board: Board, say: Narrator, pen: Pen) -> list[str]:
    """The map as a plan: a shared edge is adjacency."""
    width, height = least_plan(plan, *(EVEN if plan.even else LEAST))
    xs, ys = lines(plan.columns, width - 1), lines(plan.rows, height - 1)
    boxes = {
        area: Box(xs[box.left], ys[box.top], xs[box.right], ys[box.bottom])
        for area, box in plan.tiles.items()
    }
    sheet = Sheet(width, height)
    walls(sheet, list(boxes.values()), pen)
    first = spec.sides[0].id
    pointed = any(piece.full for piece in board.pieces)
    for area, box in boxes.items():
        notes = [say.label(note) for note in board.notes.get(area, ())]
        sheet.put(*titled(area, notes, box))
        here = [piece for piece in board.pieces if piece.place == area]
        texts = [counter(piece, piece.side == first, pen, pointed) for piece in here]
        form, high = Form(max(map(len, texts), default=1), 1), box.high - 1
        if len(here) > holds(form, box.wide - 1, high) and not pointed:
            brief = [counter(piece, piece.side == first, None, pointed) for piece in here]
            size = Form(max(map(len, brief)), 1)
            if holds(size, box.wide - 1, high) >= len(here):
                texts, form = brief, size
        if (more := len(here) - holds(form, box.wide - 1, high)) > 0:
            # An owner's data may let more units stand together.
            sheet.put(box.left + 2, box.bottom - 1, say.label("more", n=more + 1))
            del here[-more - 1 :]
        left = [text for text, piece in zip(texts, here, strict=False) if piece.side == first]
        right = [text for text, piece in zip(texts, here, strict=False) if piece.side != first]
        stand(sheet, box, left, right, form)
    return sheet.text()


def walls(sheet: Sheet, boxes: Sequence[Box], pen: Pen) -> None:
    arms: dict[tuple[int, int], list[int]] = {}
    for box in boxes:
        for y in (box.top, box.bottom):
            for x in range(box.left, box.right):
                arms.setdefault((x, y), [0] * 4)[1] = 1
                arms.setdefault((x + 1, y), [0] * 4)[3] = 1
        for x in (box.left, box.right):
            for y in range(box.top, box.bottom):
                arms.setdefault((x, y), [0] * 4)[2] = 1
                arms.setdefault((x, y + 1), [0] * 4)[0] = 1
    for (x, y), (up, right, down, left) in arms.items():
        sheet.put(x, y, pen.joints[27 * up + 9 * right + 3 * down + left])


def titled(area: str, notes: Sequence[str], box: Box) -> tuple[int, int, str]:
    """Where an area's number and notes stand in its upper wall, and what: what finds room."""
    text = f" {area} "
    for note in notes:
        if cells(text + note) < box.wide:
            text += f"{note} "
    if cells(text) > box.wide - 2:
        return box.left + 1, box.top, text.rstrip()
    return box.left + 2, box.top, text


def stand(sheet: Sheet, box: Box, left: list[str], right: list[str], form: Form) -> None:
    """The counters in columns, the first side's from the left wall, the others' at the right."""
    high, columns = box.high - 1, max(form.columns(box.wide - 1), 1)
    unused = columns - (len(left) + len(right) + high - 1) // high
    for at, text in enumerate(left):
        column, row = divmod(at, high)
        sheet.put(box.left + 2 + column * (form.width + 1), box.top + 1 + row, text)
    for at, text in enumerate(right, len(left) + max(unused, 0) * high):
        column, row = divmod(at, high)
        x = box.right - 1 - form.width - (columns - 1 - column) * (form.width + 1)
        sheet.put(x, box.top + 1 + row, text)


def counter(piece: Piece, square: bool, pen: Pen | None, pointed: bool = True) -> str:
    """`[i3/:. ]` or `(c1 2-1)`: the id, a stripe if reduced, points left and spent, or the
    strength; without a pen the id alone."""
    inside = piece.id
    if pen is not None:
        points = pen.left * piece.points + pen.spent * (piece.full - piece.points)
        last = points.ljust(3) if pointed else piece.strength.rjust(3)
        inside += f"{'/' if piece.reduced else ' '}{last}"
    return f"[{inside}]" if square else f"({inside})"


# ---- the register ---------------------------------------------------------------------------


def register(spec: Spec, board: Board, say: Narrator) -> list[str]:
    """The map as a list, an area a row, with its neighbours: for maps that cannot be tiled."""
    near = near_of(spec)
    first = spec.sides[0].id
    pointed = any(piece.full for piece in board.pieces)
    rows = []
    for area in spec.game.area:
        notes = " ".join(say.label(note) for note in board.notes.get(area.id, ()))
        units = " ".join(
            counter(piece, piece.side == first, ASCII, pointed)
            for piece in board.pieces
            if piece.place == area.id
        )
        rows.append(
            f"{area.id:<2} {notes:<9} {say.label('next_to')} "
            f"{' '.join(near[area.id]):<10} {units}".rstrip()
        )
    return rows
