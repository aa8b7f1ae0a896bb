"""SVG elements, and counters made of them."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from senpu.notation.faults import text_width
from senpu.notation.printable import make_rows_printable
from senpu.replay.core.rules import Piece
from senpu.tui.render.text_layout import wrap

LETTERS = 12.0
"""The smallest font size of a drawing: a page shows its map so large that this is legible."""
NARROW, CAPITAL, WIDE = 0.54, 0.64, 1.0
"""Approximate widths of letters as a share of the font size."""

Words = Mapping[str, str]
"""A text by language."""


class PicturePoint(NamedTuple):
    """A point of a drawing."""

    x: float
    y: float

    def towards(self, other: "PicturePoint", part: float) -> "PicturePoint":
        """Return the point at a share of the way to another one: 0 here, 1 there."""
        return PicturePoint(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)

    def distance(self, other: "PicturePoint") -> float:
        """Return the distance to another point."""
        return math.hypot(other.x - self.x, other.y - self.y)


class PictureFrame(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> PicturePoint:
        """Return the middle."""
        return PicturePoint(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def outline(self) -> str:
        """Return the edge as a path."""
        x, y, wide, high = self
        corners = [
            PicturePoint(x, y),
            PicturePoint(x + wide, y),
            PicturePoint(x + wide, y + high),
            PicturePoint(x, y + high),
        ]
        return format_path(corners, closed=True)

    def nearest(self, point: PicturePoint) -> PicturePoint:
        """Return the point of the rectangle that is nearest to another."""
        x = max(self.x, min(point.x, self.x + self.width))
        return PicturePoint(x, max(self.y, min(point.y, self.y + self.height)))

    def has(self, point: PicturePoint) -> bool:
        """Return whether a point is inside the rectangle."""
        return self.x < point.x < self.x + self.width and self.y < point.y < self.y + self.height

    def inset(self, by: float) -> "PictureFrame":
        """Return a smaller rectangle."""
        return PictureFrame(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def format_number(value: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> format_number(12.0), format_number(0.25), format_number(-0.04)
    ('12', '0.2', '0')

    Returns:
        The number as text.
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def escape_text(text: str) -> str:
    """Return a text escaped for elements and attributes.

    >>> escape_text('a < "b" & c')
    'a &lt; &quot;b&quot; &amp; c'

    Returns:
        The escaped text.
    """
    return escape(make_rows_printable(text))


def element(name: str, *inside: str, **attributes: str | float | None) -> str:
    """Return an element; its content is already markup.

    `cls` is the attribute `class`, and underscores are hyphens in names of attributes.

    >>> element("text", "a", cls="name", x=1.5, text_anchor="middle", id=None)
    '<text class="name" x="1.5" text-anchor="middle">a</text>'

    Returns:
        The markup.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = escape_text(value) if isinstance(value, str) else format_number(value)
            parts.append(f'{"class" if key == "cls" else key.replace("_", "-")}="{shown}"')
    return f"<{' '.join(parts)}>{''.join(inside)}</{name}>" if inside else f"<{' '.join(parts)}/>"


def text(x: float, y: float, label: str, cls: str, **attributes: str | float | None) -> str:
    """Return a line of text; an empty one has no element."""
    return element("text", escape_text(label), cls=cls, x=x, y=y, **attributes) if label else ""


def texts(x: float, y: float, label: Words, cls: str, **attributes: str | float | None) -> str:
    """Return a line of text in each language; several languages have a `lang` attribute."""
    if len(set(label.values())) == 1:
        return text(x, y, next(iter(label.values())), cls, **attributes)
    return "".join(
        text(x, y, words, cls, lang=language, **attributes) for language, words in label.items()
    )


def render_languages(drawn: Mapping[str, str]) -> str:
    """Return a drawing that differs between languages."""
    if len(set(drawn.values())) == 1:
        return next(iter(drawn.values()))
    return "".join(element("g", part, lang=language) for language, part in drawn.items() if part)


def format_path(points: Sequence[PicturePoint], closed: bool = False) -> str:
    """Return straight lines through points.

    >>> format_path([PicturePoint(0, 0), PicturePoint(1, 2)])
    'M0 0L1 2'

    Returns:
        The commands of a path.
    """
    label = "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points)
    return f"M{label}{'Z' if closed else ''}"


def round_corners(points: Sequence[PicturePoint], part: float) -> str:
    """Return lines through points with corners rounded at a distance.

    >>> round_corners([PicturePoint(0, 0), PicturePoint(10, 0), PicturePoint(10, 10)], 0.5)
    'M0 0L5 0Q10 0 10 5L10 10'

    Returns:
        The commands of a path.
    """
    parts = [format_path(points[:1])]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        one, other = corner.towards(before, part), corner.towards(after, part)
        parts.append(
            f"L{format_number(one.x)} {format_number(one.y)}"
            f"Q{format_number(corner.x)} {format_number(corner.y)} "
        )
        parts.append(f"{format_number(other.x)} {format_number(other.y)}")
    parts.append(f"L{format_number(points[-1].x)} {format_number(points[-1].y)}")
    return "".join(parts)


def measure_text(label: str, size: float) -> float:
    """Return the approximate width of a text, in the unit of the font size."""
    wide = sum(text_width(sign) == 2 for sign in label)
    capital = sum(sign.isupper() or sign.isdigit() for sign in label)
    return size * (wide * WIDE + capital * CAPITAL + (len(label) - wide - capital) * NARROW)


def wrap_text(label: str, size: float, width: float) -> list[str]:
    """Return the rows of a text, each of at most `width`, in the unit of the font size.

    >>> wrap_text("to be or not", 10, 40)
    ['to be', 'or not']

    Returns:
        The rows.
    """
    return wrap(label, width, lambda sign: measure_text(sign, size))


ROOMY = 50
"""Minimum width of a counter with type and points."""
TALL = 2 * LETTERS
"""Minimum height of a counter with two lines."""
ROUND = 0.36
"""The radius of the corners of the second side's counters, as a share of their height."""
SQUEEZED = 0.72
"""The narrowest that a text is drawn, as a share of its width."""
PIPS = 3
"""Maximum action points drawn as pips; more are a number."""


class CounterSize(NamedTuple):
    """The size of a counter."""

    width: float
    height: float


def outline_counter(side: int, form: CounterSize, cls: str, grown: float = 0) -> str:
    """Return the outline of a side's counter, enlarged on each side."""
    width, height = form.width + 2 * grown, form.height + 2 * grown
    corner = 2.0 + grown if not side else ROUND * min(width, height)
    return element(
        "rect", cls=cls, x=-width / 2, y=-height / 2, width=width, height=height,
        rx=min(corner, width / 2),
    )  # fmt: skip


def render_badge(side: int, size: float, cls: str, x: float = 0, y: float = 0) -> str:
    """Return a small square or circle as the sign of a side."""
    if side:
        return element("circle", cls=cls, cx=x, cy=y, r=size / 2)
    return element("rect", cls=cls, x=x - size / 2, y=y - size / 2, width=size, height=size)


def render_counter(piece: Piece, side: int, form: CounterSize, pointed: bool = False) -> str:
    """Return a counter with its texts; `pointed` if the game has action points."""
    spent = "-spent" if pointed and piece.place and not piece.points else ""
    drawn = outline_counter(side, form, f"c{side}{spent}")
    cls = f"t{side}{spent}"
    if form.height < TALL:
        return drawn + _line(piece, side, form, cls, spent)
    if form.width >= ROOMY:
        return drawn + _roomy(piece, side, form, cls, spent, pointed)
    return drawn + _small(piece, side, form, cls, spent)


def _fit(
    label: str, at: PicturePoint, size: float, width: float, cls: str, anchor: str = " mid"
) -> str:
    """Return a text as large as a width allows, up to a size; rather squeezed than illegible."""
    size = max(LETTERS, min(size, size * width / max(measure_text(label, size), 1)))
    squeezed: dict[str, str | float] = {}
    if measure_text(label, size) > width:
        squeezed = {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    return text(at.x, at.y, label, f"{cls}{anchor}", font_size=size, **squeezed)


def _stripe(piece: Piece, side: int, form: CounterSize, spent: str, y: float = 0) -> str:
    """Return a stripe across a reduced counter."""
    if not piece.reduced:
        return ""
    end = form.width / 2 - (3 if side else 0)
    return element(
        "path",
        cls=f"b{side}{spent}",
        d=f"M{format_number(-end)} {format_number(y)}H{format_number(end)}",
    )


def _small(piece: Piece, side: int, form: CounterSize, cls: str, spent: str) -> str:
    """Return strength above the id, or the id alone without strength."""
    room = form.width - 3 - 2 * bool(side)
    half = form.height / 2
    if not piece.strength:
        label = _fit(piece.id, PicturePoint(0, half * 0.34), half * 0.95, room, f"{cls} strong")
        return _stripe(piece, side, form, spent, half * 0.8) + label
    return (
        _stripe(piece, side, form, spent)
        + _fit(piece.strength, PicturePoint(0, -half * 0.13), half * 0.95, room, f"{cls} strong")
        + _fit(piece.id, PicturePoint(0, half * 0.82), half * 0.8, room, cls)
    )


def _line(piece: Piece, side: int, form: CounterSize, cls: str, spent: str) -> str:
    """Return the id in one line, with the strength if both fit."""
    room = form.width - 3 - 2 * bool(side)
    label = f"{piece.id} {piece.strength}".rstrip()
    if measure_text(label, LETTERS) * SQUEEZED > room:
        label = piece.id
    return _stripe(piece, side, form, spent, form.height / 2 - 1.2) + _fit(
        label, PicturePoint(0, 4.3), form.height * 0.62, room, f"{cls} strong"
    )


def _roomy(piece: Piece, side: int, form: CounterSize, cls: str, spent: str, pointed: bool) -> str:
    """Return id and strength above type and points."""
    left = -form.width / 2 + (7 if side else 5)
    right = -left
    half = form.height / 2
    room = form.width - 10 - 4 * bool(side)
    above, below = -half * 0.17, half * 0.76
    drawn = _stripe(piece, side, form, spent)
    drawn += _fit(
        piece.id, PicturePoint(left, above), half * 0.76, room * 0.6, f"{cls} strong", anchor=""
    )
    drawn += text(right, above, piece.strength, f"{cls} end", font_size=max(half * 0.72, LETTERS))
    drawn += _fit(piece.mark, PicturePoint(left, below), LETTERS, room * 0.5, cls, anchor="")
    return drawn + (_points(piece, side, right, half * 0.5, cls, spent) if pointed else "")


def _points(piece: Piece, side: int, right: float, y: float, cls: str, spent: str) -> str:
    """Return the action points: remaining ones filled, spent ones hollow."""
    most = max(piece.full, piece.points)
    if most > PIPS:
        label = f"{piece.points}/{most}"
        return text(right, y + 3, label, f"{cls} end", font_size=LETTERS)
    size, step = 5.0, 7.4
    first = right - size / 2 - step * (most - 1)
    return "".join(
        render_badge(
            side, size, cls if at < piece.points else f"p{side}{spent}", first + step * at, y
        )
        for at in range(most)
    )
