"""The signs and colours of a map of hexes in a row, as far as it has them."""

from collections.abc import Iterator
from typing import NamedTuple

from replay.narration import Narrator
from tui.pictures.counters import Form, badge, outline
from tui.pictures.elements import Point, element, measured, text
from tui.pictures.hex_ground import SIGNS, anchor, moved, place
from tui.pictures.hexes import HexMap
from tui.pictures.voices import Voices
from tui.widgets.hex_chart import PLACES, SUPPLY, sort_of
from tui.words import WORDS

GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")
SIZE, ROW, SAMPLE = 10.5, 22.0, 26.0


class Sign(NamedTuple):
    """A sample, drawn around (0, 0), and what it stands for."""

    drawn: str
    words: str


def legend(board: HexMap, voices: Voices, say: Narrator, width: float) -> tuple[str, float]:
    """The samples in rows, in one language, and how high they are together."""
    x, y, drawn = 0.0, 0.0, ""
    for sign in _signs(board, voices, say):
        size = SAMPLE + measured(sign.words, SIZE) + 18
        if x and x + size > width:
            x, y = 0.0, y + ROW
        drawn += element("g", sign.drawn, transform=f"translate({x + 11:.1f} {y + 11:.1f})")
        drawn += text(x + SAMPLE, y + 14.5, sign.words, "legend")
        x += size
    return drawn, y + ROW


def _signs(board: HexMap, voices: Voices, say: Narrator) -> Iterator[Sign]:
    chart = board.chart
    japanese = say.language == "ja"
    for ground in GROUNDS:
        if ground in chart.terrain:
            tile = element("rect", cls=f"{ground}-0", x=-10, y=-8, width=20, height=16, rx=2)
            for sign in SIGNS.get(ground, ()):
                tile += element("path", cls=f"texture {ground}-sign", d=moved(sign, Point(0, 0)))
            yield Sign(tile, say.label(ground))
    for name, sides in chart.sides:
        if any(sides):
            line = element("path", cls=f"water {name}", d="M-9 3Q0 -6 9 1")
            yield Sign(line, WORDS[f"map_{name}"][japanese])
    if any(chart.rail):
        rails = (element("path", cls=cls, d="M-10 0H10") for cls in ("ties", "rail"))
        yield Sign("".join(rails), WORDS["map_rail"][japanese])
    if any(chart.road):
        yield Sign(element("path", cls="road", d="M-10 0H10"), WORDS["map_road"][japanese])
    for sort, sign in PLACES:
        for kind in sorted({k for kinds in chart.kinds for k in kinds if sort_of(k) == sort}):
            drawn = anchor(Point(0, 0)) if sign == "p" else place(sign, Point(0, 0))
            owner = kind.removeprefix(SUPPLY)
            if owner in voices.sides:
                drawn += badge(voices.sides[owner], 8, f"c{voices.sides[owner]}", 9, 6)
            yield Sign(drawn, say.label(kind))
    for side, at in voices.sides.items():
        yield Sign(outline(at, Form(20, 14), f"c{at}"), say.side(side))
