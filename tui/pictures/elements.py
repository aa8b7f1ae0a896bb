"""SVG elements, and counters made of them."""

import math
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from senpu.notation.faults import cells
from senpu.replay.core.rules import Piece
from senpu.tui.render.text_layout import wrap

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no document of this kind may hold, however it is written."""
NARROW, CAPITAL, WIDE = 0.54, 0.64, 1.0
"""The width of a letter over the height of its line, about: fonts differ."""

Words = Mapping[str, str]
"""A text in each of the languages that a picture is drawn in."""


class Point(NamedTuple):
    x: float
    y: float

    def towards(self, other: "Point", part: float) -> "Point":
        """The point so far on the way to another one: 0 here, 1 there."""
        return Point(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)

    def distance(self, other: "Point") -> float:
        return math.hypot(other.x - self.x, other.y - self.y)


class Frame(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def outline(self) -> str:
        """Its edge as a path."""
        x, y, wide, high = self
        corners = [Point(x, y), Point(x + wide, y), Point(x + wide, y + high), Point(x, y + high)]
        return path(corners, closed=True)

    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to another."""
        x = max(self.x, min(point.x, self.x + self.width))
        return Point(x, max(self.y, min(point.y, self.y + self.height)))

    def inset(self, by: float) -> "Frame":
        return Frame(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def number(value: float) -> str:
    """A coordinate with one decimal at most.

    >>> number(12.0), number(0.25), number(-0.04)
    ('12', '0.2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def plain(text: str) -> str:
    """A text as it may stand between elements and in attributes.

    >>> plain('a < "b" & c')
    'a &lt; &quot;b&quot; &amp; c'
    """
    return escape(FORBIDDEN.sub("\ufffd", text))


def element(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element; what stands in it is markup already. `cls` is the attribute `class`, and
    underscores stand for the hyphens of attributes.

    >>> element("text", "a", cls="name", x=1.5, text_anchor="middle", id=None)
    '<text class="name" x="1.5" text-anchor="middle">a</text>'
    """
    said = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = plain(value) if isinstance(value, str) else number(value)
            said.append(f'{"class" if key == "cls" else key.replace("_", "-")}="{shown}"')
    return f"<{' '.join(said)}>{''.join(inside)}</{name}>" if inside else f"<{' '.join(said)}/>"


def text(x: float, y: float, said: str, cls: str, **attributes: str | float | None) -> str:
    """A line of text; an empty one is not drawn."""
    return element("text", plain(said), cls=cls, x=x, y=y, **attributes) if said else ""


def texts(x: float, y: float, said: Words, cls: str, **attributes: str | float | None) -> str:
    """A line of text in each language; where there are several, each says which it is."""
    if len(set(said.values())) == 1:
        return text(x, y, next(iter(said.values())), cls, **attributes)
    return "".join(
        text(x, y, words, cls, lang=language, **attributes) for language, words in said.items()
    )


def tongues(drawn: Mapping[str, str]) -> str:
    """A part of a drawing that differs from language to language."""
    if len(set(drawn.values())) == 1:
        return next(iter(drawn.values()))
    return "".join(element("g", part, lang=language) for language, part in drawn.items() if part)


def path(points: Sequence[Point], closed: bool = False) -> str:
    """Straight lines through some points.

    >>> path([Point(0, 0), Point(1, 2)])
    'M0 0L1 2'
    """
    said = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{said}{'Z' if closed else ''}"


def rounded(points: Sequence[Point], part: float) -> str:
    """Lines through some points, with corners cut so far before and after each of them.

    >>> rounded([Point(0, 0), Point(10, 0), Point(10, 10)], 0.5)
    'M0 0L5 0Q10 0 10 5L10 10'
    """
    said = [path(points[:1])]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        one, other = corner.towards(before, part), corner.towards(after, part)
        said.append(f"L{number(one.x)} {number(one.y)}Q{number(corner.x)} {number(corner.y)} ")
        said.append(f"{number(other.x)} {number(other.y)}")
    said.append(f"L{number(points[-1].x)} {number(points[-1].y)}")
    return "".join(said)


def measured(said: str, size: float) -> float:
    """About how wide a text is in letters of some size."""
    wide = sum(cells(sign) == 2 for sign in said)
    capital = sum(sign.isupper() or sign.isdigit() for sign in said)
    return size * (wide * WIDE + capital * CAPITAL + (len(said) - wide - capital) * NARROW)


def wrapped(said: str, size: float, width: float) -> list[str]:
    """Return the rows of a text in letters of a size.

    >>> wrapped("to be or not", 10, 40)
    ['to be', 'or not']
    """
    return wrap(said, width, lambda sign: measured(sign, size))


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
