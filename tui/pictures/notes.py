"""Arrows and highlights that somebody noted, upon a map: dotted, so that nobody takes them for what
happened. Into boxes beside the map arrows lead as far as the edge."""

from collections.abc import Iterable, Sequence

from logs.notes import Note
from tui.pictures.acts import head
from tui.pictures.elements import Point, element, path, rounded
from tui.pictures.maps import Map


def marked(notes: Iterable[Note], board: Map) -> str:
    """What the notes on one event mark; nothing of places that the map does not show."""
    drawn = ""
    for note in notes:
        if note.kind == "highlight":
            for place in note.text.split("+"):
                if frame := board.frame(place):
                    drawn += element("path", cls="noted-frame", d=frame)
        elif note.kind == "arrow" and (legs := _legs(note.text.split(">"), board)):
            way = "".join(rounded(leg, 0.3) if len(leg) > 2 else path(leg) for leg in legs)
            drawn += element("path", cls="noted-way", d=way)
            drawn += element("path", cls="noted-head", d=head(*legs[-1][-2:]))
    return drawn


def _legs(places: Sequence[str], board: Map) -> list[list[Point]]:
    """The lines of an arrow: one from its first place to its last, but for the boxes on the way.
    Nothing where a place is not drawn."""
    boxes = [board.box(place) for place in places]
    middles = [
        box.centre if box else board.centre(place) for place, box in zip(places, boxes, strict=True)
    ]
    legs: list[list[Point]] = [[]]
    for at, (middle, box) in enumerate(zip(middles, boxes, strict=True)):
        if middle is None:
            return []
        if box is None:
            legs[-1].append(middle)
            continue
        if at:
            legs[-1].append(box.nearest(legs[-1][-1]))
        onward = middles[at + 1] if at + 1 < len(middles) else None
        if onward is not None:
            legs += [[]] if at else []
            legs[-1].append(box.nearest(onward))
    return legs
