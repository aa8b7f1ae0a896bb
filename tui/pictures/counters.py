"""Counters as drawn shapes: square for the first side, round for the others, so that the shape
tells whose it is before the colour does.

A counter stands around (0, 0). What a small one cannot hold is left out, its id never.
"""

from typing import NamedTuple

from senpu.replay.core.rules import Piece
from senpu.tui.pictures.elements import element, measured, number, text

ROOMY = 50
"""From this width on a counter has its type and its points on it."""
TALL = 20
"""From this height on it has two lines."""
LEAST = 5.5
"""The smallest letters in which strength still stands beside the id."""
PIPS = 3
"""Up to so many action points are drawn one by one; more are a number."""


class Form(NamedTuple):
    """The size of a counter."""

    width: float
    height: float


def outline(side: int, form: Form, cls: str, grown: float = 0) -> str:
    """The shape of a side's counter, larger by so much on each side."""
    width, height = form.width + 2 * grown, form.height + 2 * grown
    corner = 2.0 + grown if not side else height / 2
    return element(
        "rect", cls=cls, x=-width / 2, y=-height / 2, width=width, height=height,
        rx=min(corner, width / 2),
    )  # fmt: skip


def badge(side: int, size: float, cls: str, x: float = 0, y: float = 0) -> str:
    """A small square or circle: whose something is."""
    if side:
        return element("circle", cls=cls, cx=x, cy=y, r=size / 2)
    return element("rect", cls=cls, x=x - size / 2, y=y - size / 2, width=size, height=size)


def counter(piece: Piece, side: int, form: Form, pointed: bool = False) -> str:
    """A counter with what is on it; `pointed` where the game's units have action points."""
    spent = "-spent" if pointed and piece.place and not piece.points else ""
    drawn = outline(side, form, f"c{side}{spent}")
    cls = f"t{side}{spent}"
    if form.height < TALL:
        return drawn + _line(piece, side, form, cls, spent)
    if form.width >= ROOMY:
        return drawn + _roomy(piece, side, form, cls, spent, pointed)
    return drawn + _small(piece, side, form, cls, spent)


def _size(said: str, most: float, width: float) -> float:
    """The size of letters in which a text is so wide at most."""
    return min(most, most * width / max(measured(said, most), 1))


def _stripe(piece: Piece, side: int, form: Form, spent: str, y: float = 0) -> str:
    """Across a counter that shows its reduced side."""
    if not piece.reduced:
        return ""
    end = form.width / 2 - (3 if side else 0)
    return element("path", cls=f"b{side}{spent}", d=f"M{number(-end)} {number(y)}H{number(end)}")


def _small(piece: Piece, side: int, form: Form, cls: str, spent: str) -> str:
    """Strength above, id below; the id alone on a counter without strength."""
    room = form.width - 4 - (7 if form.width < 34 else 5) * bool(side)
    half = form.height / 2
    if not piece.strength:
        size = _size(piece.id, half * 0.95, room)
        said = text(0, size * 0.36, piece.id, f"{cls} strong mid", font_size=size)
        return _stripe(piece, side, form, spent, half * 0.7) + said
    strength = _size(piece.strength, half * 0.95, room)
    ident = _size(piece.id, half * 0.7, room * 0.9)
    return (
        _stripe(piece, side, form, spent, half * 0.07)
        + text(0, -half * 0.14, piece.strength, f"{cls} strong mid", font_size=strength)
        + text(0, half * 0.74, piece.id, f"{cls} mid", font_size=ident)
    )


def _line(piece: Piece, side: int, form: Form, cls: str, spent: str) -> str:
    """The id, and the strength where both find room, in one line."""
    room = form.width - 4 - 2 * bool(side)
    size = form.height * 0.62
    both = f"{piece.id} {piece.strength}".rstrip()
    said = both if _size(both, size, room) >= LEAST else piece.id
    size = _size(said, size, room)
    return _stripe(piece, side, form, spent, form.height / 2 - 1.6) + text(
        0, size * 0.36, said, f"{cls} strong mid", font_size=size
    )


def _roomy(piece: Piece, side: int, form: Form, cls: str, spent: str, pointed: bool) -> str:
    """Id and strength above; type and points below."""
    left = -form.width / 2 + (8 if side else 5)
    right = -left
    half = form.height / 2
    ident = _size(piece.id, half * 0.76, form.width * 0.52)
    drawn = _stripe(piece, side, form, spent)
    drawn += text(left, -half * 0.22, piece.id, f"{cls} strong", font_size=ident)
    drawn += text(right, -half * 0.22, piece.strength, f"{cls} end", font_size=half * 0.72)
    drawn += text(left, half * 0.66, piece.mark, cls, font_size=half * 0.56)
    return drawn + (_points(piece, side, right, half * 0.44, cls, spent) if pointed else "")


def _points(piece: Piece, side: int, right: float, y: float, cls: str, spent: str) -> str:
    """The action points left, filled, and those spent, hollow."""
    most = max(piece.full, piece.points)
    if most > PIPS:
        said = f"{piece.points}/{most}"
        return text(right, y + 3, said, f"{cls} end", font_size=8.5)
    size, step = 5.0, 7.4
    first = right - size / 2 - step * (most - 1)
    return "".join(
        badge(side, size, cls if at < piece.points else f"p{side}{spent}", first + step * at, y)
        for at in range(most)
    )
