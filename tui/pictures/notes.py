"""Arrows and highlights that somebody noted, upon a map: dotted, so that nobody takes them for what
happened."""

from collections.abc import Iterable

from logs.notes import Note
from tui.pictures.acts import head
from tui.pictures.elements import element, path, rounded
from tui.pictures.maps import Map


def marked(notes: Iterable[Note], board: Map) -> str:
    """What the notes on one event mark; nothing of places that the map does not show."""
    drawn = ""
    for note in notes:
        if note.kind == "highlight":
            for place in note.text.split("+"):
                if frame := board.frame(place):
                    drawn += element("path", cls="noted-frame", d=frame)
        elif note.kind == "arrow":
            points = [board.centre(place) for place in note.text.split(">")]
            line = [point for point in points if point is not None]
            if len(line) == len(points):
                way = rounded(line, 0.3) if len(line) > 2 else path(line)
                drawn += element("path", cls="noted-way", d=way)
                drawn += element("path", cls="noted-head", d=head(line[-2], line[-1]))
    return drawn
