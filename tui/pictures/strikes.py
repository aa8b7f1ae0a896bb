"""An attack upon a map: a wedge from where the attackers stand together to whom they attack, narrow
where it comes from, with a head where it strikes."""

from collections.abc import Iterable
from typing import NamedTuple

from tui.pictures.elements import Frame, Point, element, path
from tui.pictures.maps import Map
from tui.pictures.spots import Spot, Spots
from tui.widgets.scene import Scene

AIR = 6.0
"""Between a counter and the wedge."""
ACROSS = 0.3
"""In a hex, how much of the way is left out at both ends: the wedge crosses the side."""


class Blow(NamedTuple):
    """One wedge, and whether the current event is about it."""

    drawn: str
    now: bool


def strikes(scene: Scene, board: Map, spots: Spots) -> list[Blow]:
    """The attack that the current activation is about, from each place it comes from."""
    marks = scene.marks
    places = {piece.id: piece.place for piece in scene.board.pieces}
    crossed = [goal for (_, goal), mark in marks.crossings.items() if mark.kind == "attack"]
    targets = [unit for unit, mark in marks.signs.items() if mark.kind == "attack"]
    goals = crossed or [places.get(unit, "") for unit in targets]
    if not goals or board.centre(goals[0]) is None:
        return []
    attackers: dict[str, list[str]] = {}
    for unit, mark in marks.signs.items():
        if mark.kind == "acts" and unit in spots:
            attackers.setdefault(places.get(unit, ""), []).append(unit)
    aimed = [spots[unit] for unit in targets if places.get(unit) == goals[0] and unit in spots]
    found = []
    for place, units in attackers.items():
        line = (
            _between(board, place, goals[0])
            if board.tight
            else _counters([spots[unit] for unit in units], aimed, board.centre(goals[0]))
        )
        if line is not None:
            found.append(Blow(_wedge(*line), any(marks.signs[unit].now for unit in units)))
    return found


def _between(board: Map, place: str, goal: str) -> tuple[Point, Point] | None:
    """Over the side between two hexes."""
    start, end = board.centre(place), board.centre(goal)
    if start is None or end is None or place == goal:
        return None
    return start.towards(end, ACROSS), end.towards(start, ACROSS)


def _counters(
    attackers: list[Spot], aimed: list[Spot], centre: Point | None
) -> tuple[Point, Point] | None:
    """From the edge of the attackers' counters to that of those attacked."""
    first = _around(attackers)
    last = _around(aimed) if aimed else None
    end = last.centre if last else centre
    if end is None:
        return None
    start = first.centre
    return _edge(first, end), _edge(last, start) if last else end.towards(start, 0.1)


def _around(spots: Iterable[Spot]) -> Frame:
    """The rectangle around some counters, with some air."""
    edges = [
        (x - form.width / 2, y - form.height / 2, x + form.width / 2, y + form.height / 2)
        for x, y, form in spots
    ]
    left, top = min(each[0] for each in edges) - AIR, min(each[1] for each in edges) - AIR
    right, foot = max(each[2] for each in edges) + AIR, max(each[3] for each in edges) + AIR
    return Frame(left, top, right - left, foot - top)


def _edge(frame: Frame, beyond: Point) -> Point:
    """Where the line from the middle of a rectangle to a point leaves it."""
    middle = frame.centre
    dx, dy = abs(beyond.x - middle.x), abs(beyond.y - middle.y)
    across = frame.width / 2 / dx if dx else 9.0
    down = frame.height / 2 / dy if dy else 9.0
    return middle.towards(beyond, min(across, down, 0.45))


def _wedge(first: Point, tip: Point) -> str:
    size = max(first.distance(tip), 1)
    dx, dy = (tip.x - first.x) / size, (tip.y - first.y) / size
    neck = Point(tip.x - dx * 13, tip.y - dy * 13)

    def beside(at: Point, by: float) -> Point:
        return Point(at.x - dy * by, at.y + dx * by)

    shape = [
        beside(first, 1.5), beside(neck, 4), beside(neck, 9), tip, beside(neck, -9),
        beside(neck, -4), beside(first, -1.5),
    ]  # fmt: skip
    return element("path", cls="strike", d=path(shape, closed=True))
