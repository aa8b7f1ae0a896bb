"""Counters on a map: `[i3 2 of 3]` square for the first side, `(c1)` round for the others.

Shape, place and colour each identify the side; a stripe marks the reduced side.
"""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece
from senpu.tui.boards.signs import get_brackets
from senpu.tui.widgets.painting import Canvas, Look, Row

PIPS = 3
"""Maximum action points drawn as pips; more are a number."""


class CounterFormat(msgspec.Struct, frozen=True):
    """The widths of all counters of one board."""

    ident: int
    pointed: bool
    """True if the game has action points."""
    rows: int
    """1, or 2 with strength and type."""
    tail: int = PIPS
    """Cells for points or strength; 0 if room is short."""
    striped: bool = True
    """True if a cell is reserved for the stripe."""

    @property
    def width(self) -> int:
        """Return the columns of a counter."""
        return self.ident + 2 + self.striped + self.tail


def choose_format(board: Board, rows: int) -> CounterFormat:
    """Return the format of the counters of a board."""
    ident = max((len(piece.id) for piece in board.pieces), default=2)
    return CounterFormat(ident, any(piece.full for piece in board.pieces), rows)


def choose_brief_format(board: Board) -> CounterFormat:
    """Return the smallest format: the id, and the stripe if any unit is reduced."""
    striped = any(piece.reduced for piece in board.pieces)
    return replace(choose_format(board, 1), tail=0, striped=striped)


def format_points(piece: Piece, look: Look) -> str:
    """Return the action points of a unit in three cells: remaining, then spent ones."""
    signs = look.signs
    most = max(piece.full, piece.points)
    if most > PIPS:
        return f"{piece.points:>{PIPS}}"
    return (signs.full * piece.points + signs.spent * (most - piece.points)).ljust(PIPS)


def draw_counter(
    canvas: Canvas,
    x: int,
    y: int,
    piece: Piece,
    side: int,
    look: Look,
    shape: CounterFormat,
    now: bool,
    differs: bool = False,
) -> None:
    """Draw a counter with its top left corner at a cell; `now` or `differs` highlights it."""
    ground = "differs" if differs else "now-ground" if now else f"side{side}-ground"
    role = "background" if differs else f"side{side}"
    spent = shape.pointed and not piece.points and not differs
    faint = look.ink("dim" if spent else role, ground)
    strong = look.ink("dim" if spent else role, ground, "" if spent else "b")
    left, right = get_brackets(side)
    strength = piece.strength.rjust(PIPS)[:PIPS]
    last = format_points(piece, look) if shape.pointed else strength
    width = shape.width - 2

    canvas.put(x, y, left, faint)
    at = canvas.put(x + 1, y, piece.id.ljust(shape.ident), strong)
    if shape.striped:
        stripe = look.signs.striped if piece.reduced else " "
        at = canvas.put(at, y, stripe, look.ink(role if differs else "error", ground, "b"))
    first = last if shape.rows == 1 else strength
    at = canvas.put(at, y, first[: shape.tail], faint)
    canvas.put(at, y, right, faint)
    if shape.rows == 2:
        at = canvas.put(x, y + 1, left, faint)
        mark = piece.mark[: width - PIPS].ljust(width - PIPS)
        at = canvas.put(at, y + 1, mark, faint)
        at = canvas.put(at, y + 1, last if shape.pointed else " " * PIPS, faint)
        canvas.put(at, y + 1, right, faint)


def counter_row(
    row: Row, piece: Piece, side: int, shape: CounterFormat, now: bool, differs: bool = False
) -> Row:
    """Add a counter to a row of text; `now` or `differs` highlights it."""
    look = row.look
    ground = "differs" if differs else "now-ground" if now else f"side{side}-ground"
    spent = shape.pointed and not piece.points and not differs
    role = "background" if differs else "dim" if spent else f"side{side}"
    left, right = get_brackets(side)
    row.add(left, role, on=ground)
    row.add(piece.id.ljust(shape.ident), role, "" if spent else "b", ground)
    stripe = look.signs.striped if piece.reduced else " "
    row.add(stripe, role if differs else "error", "b", ground)
    row.add(
        format_points(piece, look) if shape.pointed else piece.strength.rjust(PIPS),
        role,
        "",
        ground,
    )
    return row.add(right, role, on=ground)


class CounterWriter(NamedTuple):
    """Writes units as counters in rows of text."""

    narrator: Narrator
    look: Look
    pieces: dict[str, Piece]

    def counter(self, row: Row, unit: str) -> Row:
        """Add a unit as its side's counter, with the stripe of the reduced side."""
        piece = self.pieces.get(unit)
        if piece is None:
            return row.add(unit)
        sides = [side.id for side in self.narrator.spec.sides]
        at = sides.index(piece.side) if piece.side in sides else 0
        left, right = get_brackets(at)
        row.add(f"{left}{unit}", f"side{at}", "b")
        row.add(self.look.signs.striped if piece.reduced else "", "error", "b")
        return row.add(right, f"side{at}", "b")
