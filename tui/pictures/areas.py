"""A map of areas as a picture: tiles, with double lines for closed edges, and lines for links."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from senpu.notation.messages import SOURCE
from senpu.replay.core.rules import Board
from senpu.tui.boards.area_edges import explain_edges
from senpu.tui.boards.area_routes import (
    Cell,
    RouteMap,
    find_route,
    find_ways,
    list_inner,
)
from senpu.tui.boards.area_tiling import (
    DOWN,
    UP,
    TileBox,
    build_map_plan,
    find_border,
    find_corner,
)
from senpu.tui.boards.scene import Scene
from senpu.tui.boards.signs import DRAWN
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.elements import (
    LETTERS,
    PictureFrame,
    PicturePoint,
    Words,
    element,
    format_number,
    format_path,
    measure_text,
    render_badge,
    render_languages,
    texts,
)
from senpu.tui.pictures.maps import (
    CounterLayout,
    CounterPositions,
    PictureMap,
    PlacedText,
    SideLines,
    fill_tile,
    fit_groups,
    group_pieces,
    has_room,
)

EVEN = 190.0, 256.0
"""The size of a tile if all are one cell."""
MIDDLING = 190.0, 190.0
"""The size of an average tile otherwise."""
LEAST = 60.0
"""The least width and height of a tile."""
CORNER, BOW = 7.0, 0.12
"""The part of a link in each of two tiles that share a corner; the bend of others, as a share."""
ENDS, APART = 4.0, 2.5
"""Free parts of a closed edge at its ends; its lines are this far from the edge."""
HEAD, FOOT, PAD = 28.0, 20.0, 8.0
"""In a tile: room for its name, for its notes, and around its counters."""
TITLE, NAME, NOTE = 17.0, LETTERS, LETTERS
"""Font sizes."""
LINE = 16.0
"""The distance between lines of text."""
CELL, AIR = 10.0, 3.0
"""The distance between the cells on which arrows are routed, and between arrows and obstacles."""
MORE = ".."
"""The sign of a cut."""
SAMPLES = 40
"""The number of parts of a straight line that are tested for obstacles."""


class AreaMapPicture(PictureMap):
    """A picture of a map of areas."""

    def __init__(self, narrators: Narrators) -> None:
        super().__init__(narrators)
        self.plan = plan = build_map_plan(self.spec)
        wide, high = EVEN if plan.is_even else MIDDLING
        boxes = plan.tiles.values()
        self.across = max(wide / plan.middling[0], LEAST / min(box.wide for box in boxes))
        self.down = max(high / plan.middling[1], LEAST / min(box.high for box in boxes))
        self.width, self.height = plan.columns * self.across, plan.rows * self.down
        self.height += LINE * 1.5 * bool(plan.closed or plan.links)
        self.frames = {area: self._frame(box) for area, box in plan.tiles.items()}
        self.links = {area: self._wrap_links(area) for area in plan.links}
        """The references to linked areas, in lines."""
        self.margin_frames = {
            side: self._frame(box).inset(PAD) for side, box in plan.margins.items()
        }
        self.margins = self.margin_frames.keys() >= self.sides.keys()

    def _frame(self, box: TileBox) -> PictureFrame:
        return PictureFrame(
            box.left * self.across, box.top * self.down,
            box.wide * self.across, box.high * self.down,
        )  # fmt: skip

    def _wrap_links(self, area: str) -> list[str]:
        """Return the references of an area, the first line next to its title."""
        frame, others = self.frames[area], self.plan.links[area]
        rows, room = [DRAWN.linked], frame.width - 2 * PAD - measure_text(area, TITLE) - 7
        for at, other in enumerate(others):
            word = other + "," * (at < len(others) - 1)
            if _measure_links(rows[-1] + word) > room:
                if rows == [DRAWN.linked]:
                    rows = [""]
                if rows[-1] != DRAWN.linked:
                    rows.append(DRAWN.linked)
                room = frame.width - 2 * PAD
            rows[-1] += word
        return rows

    # ---- what never changes -----------------------------------------------------------------

    def ground(self) -> str:
        """Return the map without a position."""
        parts = [_rect(frame, "tile") for frame in self.frames.values()]
        parts += [_rect(frame, "wall") for frame in self.frames.values()]
        parts += [self._close(one, other) for one, other in self.plan.closed]
        parts += [
            self._link(one, other)
            for one, other in combinations(self.frames, 2)
            if other in self.plan.links.get(one, ())
        ]
        parts += [self._title(area) for area in self.frames]
        if self.margins:
            parts += [self._heading(side) for side in self.sides]
        return "".join(parts) + self._explain()

    def _close(self, one: str, other: str) -> str:
        """Draw a closed edge: two lines, one in each tile."""
        border = find_border(self.plan.tiles[one], self.plan.tiles[other])
        assert border is not None
        box, level = self.plan.tiles[one], border.way in (UP, DOWN)
        fixed = (box.top, box.right, box.bottom, box.left)[border.way]
        at = fixed * (self.down if level else self.across)
        step = self.across if level else self.down
        start, end = border.start * step + ENDS, border.end * step - ENDS
        lines = [
            [PicturePoint(start, side), PicturePoint(end, side)]
            if level
            else [PicturePoint(side, start), PicturePoint(side, end)]
            for side in (at - APART, at + APART)
        ]
        return element("path", cls="closed", d="".join(map(format_path, lines)))

    def _link(self, one: str, other: str) -> str:
        """Draw a link: through a common corner, or as a bow from tile to tile."""
        corner = find_corner(self.plan.tiles[one], self.plan.tiles[other])
        if corner is not None:
            x, y, falls = corner[0] * self.across, corner[1] * self.down, corner[2]
            reach = CORNER if falls else -CORNER
            ends = PicturePoint(x - CORNER, y - reach), PicturePoint(x + CORNER, y + reach)
            way = format_path(ends)
        else:
            ends = self._find_ends(one, other)
            start, end = ends
            middle = start.towards(end, 0.5)
            x, y = middle.x - (end.y - start.y) * BOW, middle.y + (end.x - start.x) * BOW
            way = (
                f"M{format_number(start.x)} {format_number(start.y)}"
                f"Q{format_number(x)} {format_number(y)} "
                f"{format_number(end.x)} {format_number(end.y)}"
            )
        dots = (element("circle", cls="link-end", cx=at.x, cy=at.y, r=3) for at in ends)
        return element("path", cls="link", d=way) + "".join(dots)

    def _find_ends(self, one: str, other: str) -> tuple[PicturePoint, PicturePoint]:
        """Return where a link begins and ends: at the edges of the rooms for counters."""
        start, end = self._room(one), self._room(other)
        return start.nearest(end.centre), end.nearest(start.centre)

    def _explain(self) -> str:
        """Return the line below the tiles that explains closed edges and links."""
        lines = {
            each.language: " \u00b7 ".join(
                f"{sign} {words}" for sign, words in explain_edges(self.plan, each, DRAWN)
            )
            for each in self.narrators.every
        }
        return texts(PAD, self.height - 5, lines, "label") if any(lines.values()) else ""

    def _title(self, area: str) -> str:
        frame = self.frames[area]
        x, y = frame.x + PAD, frame.y + 20
        after = x + measure_text(area, TITLE) + 7
        drawn = element("text", area, cls="area", x=x, y=y)
        for at, row in enumerate(self.links.get(area, ())):
            drawn += element("text", row, cls="linked", x=x if at else after, y=y + LINE * at)
            after += 0 if at or not row else _measure_links(row) + 7
        room = frame.x + frame.width - PAD - after
        text: Words = {}
        if self.spec.name(SOURCE, "place", area):
            text = self.narrators.translate(
                lambda each: _choose_fitting(
                    (each.name("place", area), each.name("short", area)), room
                )
            )
        return drawn + (texts(after, y, text, "area-name") if text else "")

    def _heading(self, side: str) -> str:
        frame, at = self.margin_frames[side], self.sides[side]
        text = self.narrators.side(side)
        name = texts(frame.x + 18, frame.y + 14, text, f"side-name side{at}")
        return render_badge(at, 12, f"side{at}", frame.x + 6, frame.y + 9) + name

    # ---- positions --------------------------------------------------------------------------

    def _room(self, area: str) -> PictureFrame:
        frame = self.frames[area]
        head = HEAD + LINE * (len(self.links.get(area, "-")) - 1)
        return PictureFrame(
            frame.x + PAD, frame.y + head, frame.width - 2 * PAD,
            max(frame.height - head - FOOT, 1.0),
        )  # fmt: skip

    def _slots(self, scene: Scene, area: str) -> CounterPositions:
        """Return the positions of an area's counters.

        Units that left during the activation keep their slots unless counters would shrink.

        Returns:
            The positions by unit.
        """
        here = {piece.id for piece in scene.board.pieces if piece.place == area}
        first, *others = (list(scene.slots.get((area, side), ())) for side in self.sides)
        rest = [unit for units in others for unit in units]
        room = self._room(area)
        if not has_room(len(first) + len(rest), room):
            first = [unit for unit in first if unit in here]
            rest = [unit for unit in rest if unit in here]
        return fill_tile(first, rest, room)

    def stand(self, scene: Scene, tallies: SideLines) -> CounterLayout:
        """Return the positions of all counters."""
        spots: CounterPositions = {}
        for area in self.frames:
            here = {piece.id for piece in scene.board.pieces if piece.place == area}
            slots = self._slots(scene, area)
            spots |= {unit: spot for unit, spot in slots.items() if unit in here}
        off = tuple(piece for piece in scene.board.pieces if piece.id not in spots)
        if not self.margins:
            return CounterLayout(spots, (), off)
        labels: list[PlacedText] = []
        for side, frame in self.margin_frames.items():
            x, y = frame.x, frame.y + HEAD
            for words in tallies.get(side, ()):
                labels.append(PlacedText(PicturePoint(x, y + 9), words, "told"))
                y += LINE
            y += LINE / 2 if tallies.get(side) else 0
            groups = group_pieces([p for p in off if p.side == side], self.narrators.fate)
            room = PictureFrame(x, y, frame.width, frame.y + frame.height - y)
            laid = fit_groups(groups, room, apart=True)
            spots |= laid.spots
            labels += laid.labels
        return CounterLayout(spots, tuple(labels))

    def margin(self, side: str) -> float:
        """Return the width of a side's margin."""
        return self.margin_frames[side].width if self.margins else self.width

    def ghosts(self, scene: Scene) -> CounterPositions:
        """Return the previous positions of moved and lost units."""
        found: CounterPositions = {}
        for ghost in scene.marks.ghosts:
            if ghost.place in self.frames:
                slots = self._slots(scene, ghost.place)
                if ghost.unit in slots:
                    found[ghost.unit] = slots[ghost.unit]
        return found

    def noted(self, board: Board) -> str:
        """Draw the notes of each area at its foot, in small frames."""
        parts = []
        for area, notes in board.notes.items():
            if area not in self.frames or not notes:
                continue
            items = [self.narrators.label(note) for note in notes]
            chips = {
                each.language: self._chips(area, [words[each.language] for words in items])
                for each in self.narrators.every
            }
            parts.append(render_languages(chips))
        return "".join(parts)

    def _chips(self, area: str, notes: list[str]) -> str:
        drawn = ""
        for chip, note in self._place_chips(area, notes):
            x, y, wide, high = chip
            drawn += element("rect", cls="note", x=x, y=y, width=wide, height=high, rx=3)
            drawn += texts(x + wide / 2, y + 11.2, {"": note}, "note-text")
        return drawn

    def _place_chips(self, area: str, notes: list[str]) -> Iterator[tuple[PictureFrame, str]]:
        """Yield the frames of the notes of an area that fit, with their texts."""
        frame = self.frames[area]
        x, y = frame.x + PAD, frame.y + frame.height - FOOT + 1
        for note in notes:
            wide = measure_text(note, NOTE) + 9
            if x + wide > frame.x + frame.width - 2:
                break
            yield PictureFrame(x, y, wide, 15), note
            x += wide + 4

    def centre(self, place: str) -> PicturePoint | None:
        """Return the middle of an area, or None."""
        return self._room(place).centre if place in self.frames else None

    # ---- arrows -----------------------------------------------------------------------------

    def obstacles(self, board: Board, spots: CounterPositions) -> tuple[PictureFrame, ...]:
        """Return the rectangles of the counters, names and notes on the areas."""
        counters = (
            PictureFrame(x - form.width / 2, y - form.height / 2, form.width, form.height)
            for x, y, form in spots.values()
        )
        heads = (
            PictureFrame(
                frame.x,
                frame.y,
                self._head_width(area),
                HEAD - AIR + LINE * (len(self.links.get(area, "-")) - 1),
            )
            for area, frame in self.frames.items()
        )
        feet = (
            chip
            for area, notes in board.notes.items()
            if area in self.frames
            for each in self.narrators.every
            for chip, _ in self._place_chips(area, [each.label(note) for note in notes])
        )
        return *counters, *heads, *feet

    def _head_width(self, area: str) -> float:
        """Return the width of the title of an area."""
        names = [each.name("place", area) for each in self.narrators.every]
        name = max((measure_text(name, NAME) for name in names), default=0.0)
        links = max((_measure_links(row) + 7 for row in self.links.get(area, ())), default=0.0)
        wide = PAD + measure_text(area, TITLE) + 7 + links + name
        return min(wide, self.frames[area].width - 2 * CELL)

    def trace(
        self, places: Sequence[str], obstacles: Sequence[PictureFrame]
    ) -> list[list[PicturePoint]]:
        """Return the line of an arrow from area to area, around names, notes and counters."""
        if any(place not in self.frames for place in places):
            return []
        way = self._route(places, None, None, obstacles)
        return [list(way)] if len(way) > 1 else super().trace(places, obstacles)

    def lead(
        self, places: Sequence[str], start: PicturePoint, end: PicturePoint,
        obstacles: Sequence[PictureFrame],
    ) -> tuple[PicturePoint, ...]:  # fmt: skip
        """Return the way of a unit from area to area; none if there is no room for it."""
        others = [each for each in obstacles if not (each.has(start) or each.has(end))]
        line = [start.towards(end, at / SAMPLES) for at in range(SAMPLES + 1)]
        if len(places) < 3 and not any(each.has(point) for each in others for point in line):
            return ()
        way = self._route(places, start, end, obstacles)
        return way if len(way) > 1 else ()

    def _route(
        self, places: Sequence[str], start: PicturePoint | None, end: PicturePoint | None,
        obstacles: Sequence[PictureFrame],
    ) -> tuple[PicturePoint, ...]:  # fmt: skip
        """Return the corners of a route from area to area."""
        boxes = {
            area: TileBox(*_cell(PicturePoint(x, y)), *_cell(PicturePoint(x + wide, y + high)))
            for area, (x, y, wide, high) in self.frames.items()
        }
        taken = [frame.inset(-AIR) for frame in obstacles]

        @cache
        def is_free(cell: Cell) -> bool:
            point = PicturePoint(cell[0] * CELL, cell[1] * CELL)
            return not any(each.has(point) for each in taken)

        def find_near(point: PicturePoint | None, area: str) -> Cell | None:
            """Return the free cell of an area that is nearest to a point."""
            if point is None:
                return None
            free = filter(is_free, list_inner(boxes[area]))
            return min(
                free, default=None,
                key=lambda cell: point.distance(PicturePoint(cell[0] * CELL, cell[1] * CELL)),
            )  # fmt: skip

        cells = find_route(
            RouteMap(boxes, is_free, self.plan.closed), places, find_near(start, places[0]),
            find_near(end, places[-1]), CELL * CELL,
        )  # fmt: skip
        ways = find_ways(cells)
        return tuple(
            PicturePoint(x * CELL, y * CELL)
            for at, (x, y) in enumerate(cells)
            if not 0 < at < len(cells) - 1 or ways[at] != ways[at - 1]
        )

    def frame(self, place: str) -> str:
        """Return the edge of an area as a path, or an empty text."""
        if place not in self.frames:
            return ""
        return self.frames[place].inset(2).outline


def _measure_links(row: str) -> float:
    """Return the width of references to areas; their sign is wide, and they are bold."""
    return measure_text(row, NAME) * 1.1 + NAME / 2


def _cell(point: PicturePoint) -> Cell:
    """Return the cell of the routes of arrows that is nearest to a point."""
    return round(point.x / CELL), round(point.y / CELL)


def _choose_fitting(names: tuple[str, ...], room: float) -> str:
    """Return the first name that fits, or else the beginning of the last one."""
    known = [name for name in names if name]
    for name in known:
        if measure_text(name, NAME) <= room:
            return name
    cut = known[-1] if known else ""
    while cut and measure_text(f"{cut}{MORE}", NAME) > room:
        cut = cut[:-1].rstrip()
    return f"{cut}{MORE}" if cut else ""


def _rect(frame: PictureFrame, cls: str) -> str:
    x, y, width, height = frame
    return element("rect", cls=cls, x=x, y=y, width=width, height=height)
