"""The marks of the last events on a map: arrows of movements, targets of attacks, losses.

The current event has strong marks, earlier events of the activation faint ones. Shapes identify the
kinds: a full head for a move, a hollow head on a broken line for a retreat, a wedge for an attack,
a cross for a loss. All marks have one colour.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from senpu.logs.notes import StoredNote
from senpu.replay.core.rules import Effect
from senpu.tui.boards.scene import Ghost, Scene
from senpu.tui.pictures.elements import (
    CounterSize,
    PictureFrame,
    PicturePoint,
    element,
    format_path,
    outline_counter,
    round_corners,
    text,
)
from senpu.tui.pictures.maps import CounterPosition, CounterPositions, PictureMap

AIR = 6.0
"""The distance between a counter and the wedge."""
ACROSS = 0.3
"""In a hex, the share of the line that is omitted at both ends: the wedge crosses the side."""


class AttackWedge(NamedTuple):
    """A wedge, and whether it belongs to the current event."""

    drawn: str
    now: bool


def find_wedges(scene: Scene, board: PictureMap, spots: CounterPositions) -> list[AttackWedge]:
    """Return the wedges of the current activation's attack, one from each origin."""
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
            found.append(AttackWedge(_wedge(*line), any(marks.signs[unit].now for unit in units)))
    return found


def _between(board: PictureMap, place: str, goal: str) -> tuple[PicturePoint, PicturePoint] | None:
    """Return a wedge across the side between two hexes."""
    start, end = board.centre(place), board.centre(goal)
    if start is None or end is None or place == goal:
        return None
    return start.towards(end, ACROSS), end.towards(start, ACROSS)


def _counters(
    attackers: list[CounterPosition], aimed: list[CounterPosition], centre: PicturePoint | None
) -> tuple[PicturePoint, PicturePoint] | None:
    """Return a wedge from the attackers' counters to the defenders' counters."""
    first = _around(attackers)
    last = _around(aimed) if aimed else None
    end = last.centre if last else centre
    if end is None:
        return None
    start = first.centre
    return _edge(first, end), _edge(last, start) if last else end.towards(start, 0.1)


def _around(spots: Iterable[CounterPosition]) -> PictureFrame:
    """Return the rectangle around counters, with a margin."""
    edges = [
        (x - form.width / 2, y - form.height / 2, x + form.width / 2, y + form.height / 2)
        for x, y, form in spots
    ]
    left, top = min(each[0] for each in edges) - AIR, min(each[1] for each in edges) - AIR
    right, foot = max(each[2] for each in edges) + AIR, max(each[3] for each in edges) + AIR
    return PictureFrame(left, top, right - left, foot - top)


def _edge(frame: PictureFrame, beyond: PicturePoint) -> PicturePoint:
    """Return where the line from the middle of a rectangle to a point crosses its edge."""
    middle = frame.centre
    dx, dy = abs(beyond.x - middle.x), abs(beyond.y - middle.y)
    across = frame.width / 2 / dx if dx else 9.0
    down = frame.height / 2 / dy if dy else 9.0
    return middle.towards(beyond, min(across, down, 0.45))


def _wedge(first: PicturePoint, tip: PicturePoint) -> str:
    size = max(first.distance(tip), 1)
    dx, dy = (tip.x - first.x) / size, (tip.y - first.y) / size
    neck = PicturePoint(tip.x - dx * 13, tip.y - dy * 13)

    def offset(at: PicturePoint, by: float) -> PicturePoint:
        return PicturePoint(at.x - dy * by, at.y + dx * by)

    shape = [
        offset(first, 1.5), offset(neck, 4), offset(neck, 9), tip, offset(neck, -9),
        offset(neck, -4), offset(first, -1.5),
    ]  # fmt: skip
    return element("path", cls="strike", d=format_path(shape, closed=True))


HEAD, BROAD = 13.0, 7.5
"""The length of an arrow's head, and half its width."""
SHORT = 20.0
"""The distance from the end of an arrow to the middle of a hex with a counter."""


class MarkLayers(NamedTuple):
    """The marks below and above the counters."""

    under: str
    over: str


def draw_marks(
    scene: Scene, effects: Sequence[Effect], board: PictureMap, spots: CounterPositions
) -> MarkLayers:
    """Return the marks of one position."""
    ghosts = board.ghosts(scene)
    under, over = list[str](), list[str]()
    empty = list[str]()
    known = board.ways(effects)
    goals = {(way[0], way[-1]) for way in known}
    obstacles = board.obstacles(scene.board, spots)
    for ghost in scene.marks.ghosts:
        if ghost.unit in ghosts:
            empty.append(_ghost(ghost, ghosts[ghost.unit], scene, board))
        line = _line(ghost, ghosts, spots, board)
        if line and (line[0], line[-1]) not in goals:
            if not board.tight:
                steps = find_steps(scene, ghost)
                line = board.lead(steps, line[0], line[-1], obstacles) or _cut(
                    line, spots.get(ghost.unit)
                )
            way = _arrow(line, ghost.kind, SHORT * board.tight)
            under.append(way if ghost.now else _choose_start(way))
    backs = {ghost.goal for ghost in scene.marks.ghosts if ghost.kind == "retreat"}
    kinds = {board.centre(goal): "retreat" for goal in backs}
    under += [_arrow(way, kinds.get(way[-1], "move"), SHORT) for way in known]
    over += [
        blow.drawn if blow.now else _choose_start(blow.drawn)
        for blow in find_wedges(scene, board, spots)
    ]
    over += _frames(scene, board)
    marked = dict.fromkeys(scene.marks.changed, "ring") | {
        unit: "ring-thin"
        for unit, mark in scene.marks.signs.items()
        if mark.kind == "acts" and unit not in scene.marks.changed
    }
    over += [
        move_drawing(
            outline_counter(_side(scene, unit, board), spots[unit].form, marked[unit], 3),
            spots[unit],
        )
        for unit in sorted(marked)
        if unit in spots
    ]
    for ghost in scene.marks.ghosts:
        if not ghost.goal and ghost.unit in ghosts:
            cross = _cross(ghosts[ghost.unit])
            over.append(cross if ghost.now else _choose_start(cross))
    return MarkLayers("".join((*under, *empty)), "".join(over))


def move_drawing(drawn: str, spot: CounterPosition) -> str:
    """Return a drawing around (0, 0) moved to a counter's middle."""
    return element("g", drawn, transform=f"translate({spot.x:.1f} {spot.y:.1f})")


def _choose_start(drawn: str) -> str:
    return element("g", drawn, cls="before")


def _side(scene: Scene, unit: str, board: PictureMap) -> int:
    side = next((piece.side for piece in scene.board.pieces if piece.id == unit), "")
    return board.sides.get(side, 0)


# ---- ways -------------------------------------------------------------------------------------


def _line(
    ghost: Ghost, ghosts: CounterPositions, spots: CounterPositions, board: PictureMap
) -> tuple[PicturePoint, ...]:  # fmt: skip
    """Return the line from a unit's previous position to its current one, or an empty list."""
    start, goal = board.centre(ghost.place), board.centre(ghost.goal)
    if start is None or goal is None:
        return ()
    if board.tight:
        return (start, goal)
    one = ghosts[ghost.unit].point if ghost.unit in ghosts else start
    other = spots[ghost.unit].point if ghost.unit in spots else goal
    return (one, other)


def find_steps(scene: Scene, ghost: Ghost) -> list[str]:
    """Return the places through which a unit moved during the activation, in order."""
    onward: dict[str, list[str]] = {}
    for (origin, goal), mark in scene.marks.crossings.items():
        if mark.kind == ghost.kind:
            onward.setdefault(origin, []).append(goal)
    ways = [[ghost.place]]
    for way in ways:
        if way[-1] == ghost.goal:
            return way
        ways += [[*way, goal] for goal in onward.get(way[-1], ()) if goal not in way]
    return [ghost.place, ghost.goal]


def _cut(line: tuple[PicturePoint, ...], spot: CounterPosition | None) -> tuple[PicturePoint, ...]:
    """Return a line that ends at the counter at its target."""
    if spot is None:
        return line
    before, end = line[-2], line[-1]
    dx, dy = abs(end.x - before.x), abs(end.y - before.y)
    across = (spot.form.width / 2 + 4) / dx if dx else 9.0
    down = (spot.form.height / 2 + 4) / dy if dy else 9.0
    return (*line[:-1], end.towards(before, min(across, down, 0.6)))


def _arrow(line: Sequence[PicturePoint], kind: str, short: float = 0) -> str:
    """Return a line with a head at a distance before its end."""
    before, end = line[-2], line[-1]
    size = max(before.distance(end), 1)
    tip = end.towards(before, min(short / size, 0.6))
    neck = find_neck(before, tip)
    back = kind == "retreat"
    way = format_way((*line[:-1], neck), bool(short))
    return (
        element("path", cls="way-under", d=way)
        + element("path", cls="way" + " back" * back, d=way)
        + element("path", cls="head-back" if back else "head", d=head(before, tip))
    )


def find_neck(before: PicturePoint, tip: PicturePoint) -> PicturePoint:
    """Return the point inside the head at which the line of an arrow ends."""
    return tip.towards(before, min(HEAD * 0.8 / max(before.distance(tip), 1), 0.6))


def head(before: PicturePoint, tip: PicturePoint) -> str:
    """Return the head."""
    size = max(before.distance(tip), 1)
    dx, dy = (tip.x - before.x) / size, (tip.y - before.y) / size
    foot = PicturePoint(tip.x - dx * HEAD, tip.y - dy * HEAD)
    return format_path(
        [tip, PicturePoint(foot.x - dy * BROAD, foot.y + dx * BROAD),
         PicturePoint(foot.x + dy * BROAD, foot.y - dx * BROAD)], closed=True
    )  # fmt: skip


# ---- frames and ghosts ------------------------------------------------------------------------


def _frames(scene: Scene, board: PictureMap) -> list[str]:
    """Return frames around the place of the event and the targets of declared attacks."""
    found = []
    for plan in scene.board.plans:
        if frame := board.frame(plan.place):
            found.append(element("path", cls="plan", d=frame))
    if frame := board.frame(scene.marks.focus):
        found.append(element("path", cls="frame", d=frame))
    return found


def _ghost(ghost: Ghost, spot: CounterPosition, scene: Scene, board: PictureMap) -> str:
    """Return the empty outline of a counter, with its id."""
    side = _side(scene, ghost.unit, board)
    drawn = outline_counter(side, CounterSize(spot.form.width - 2, spot.form.height - 2), "ghost")
    drawn += text(0, 4, ghost.unit, "ghost-text")
    shown = move_drawing(drawn, spot)
    return shown if ghost.now else _choose_start(shown)


def _cross(spot: CounterPosition) -> str:
    x, y = spot.form.width / 2 - 4, spot.form.height / 2 - 4
    return move_drawing(element("path", cls="gone", d=f"M{-x:.1f} {-y:.1f}L{x:.1f} {y:.1f}"
                         f"M{x:.1f} {-y:.1f}L{-x:.1f} {y:.1f}"), spot)  # fmt: skip


def draw_notes(
    notes: Iterable[StoredNote], board: PictureMap, obstacles: Sequence[PictureFrame]
) -> str:
    """Return the marks of the notes on one event, for places that the map shows."""
    drawn = ""
    for note in notes:
        if note.kind == "highlight":
            for place in note.text.split("+"):
                if frame := board.frame(place):
                    drawn += element("path", cls="noted-frame", d=frame)
        elif note.kind == "arrow" and (legs := board.trace(note.text.split(">"), obstacles)):
            before, tip = legs[-1][-2:]
            legs[-1][-1] = find_neck(before, tip)
            way = "".join(format_way(leg, board.tight) for leg in legs)
            drawn += element("path", cls="noted-way", d=way)
            drawn += element("path", cls="noted-head", d=head(before, tip))
    return drawn


def format_way(points: Sequence[PicturePoint], is_round: bool) -> str:
    """Return the line of an arrow, with round corners from hex to hex."""
    return round_corners(points, 0.3) if is_round and len(points) > 2 else format_path(points)
