"""A map of areas as a picture: adjacent tiles, or boxes joined by lines if tiles cannot be laid."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from senpu.notation.messages import SOURCE
from senpu.replay.core.rules import Board
from senpu.tui.boards.area_routes import (
    Cell,
    RouteMap,
    find_route,
    find_ways,
    list_inner,
)
from senpu.tui.boards.area_tiling import TileBox, TilePlan, build_box, build_plan, read_neighbours
from senpu.tui.boards.scene import Scene
from senpu.tui.pictures.captions import Narrators
from senpu.tui.pictures.elements import (
    LETTERS,
    PictureFrame,
    PicturePoint,
    Words,
    element,
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
APART = 0.16
"""The free share of a box if lines join the boxes."""
HEAD, FOOT, PAD = 28.0, 20.0, 8.0
"""In a tile: room for its name, for its notes, and around its counters."""
TITLE, NAME, NOTE = 17.0, LETTERS, LETTERS
"""Font sizes."""
LINE = 16.0
"""The distance between lines of text."""
CELL, AIR = 10.0, 3.0
"""The distance between the cells on which arrows are routed, and between arrows and obstacles."""
SAMPLES = 40
"""The number of parts of a straight line that are tested for obstacles."""


class AreaMapPicture(PictureMap):
    """A picture of a map of areas."""

    def __init__(self, narrators: Narrators) -> None:
        super().__init__(narrators)
        game = self.spec.game
        self.near = read_neighbours(self.spec)
        self.plan: TilePlan | None = build_plan(self.spec.areas, self.near, game.margin)
        boxes = {area.id: build_box(area.tile) for area in self.spec.areas}
        margin_boxes = {margin.side: build_box(margin.tile) for margin in game.margin}
        shown = TilePlan(
            max(box.right for box in (*boxes.values(), *margin_boxes.values())),
            max(box.bottom for box in (*boxes.values(), *margin_boxes.values())),
            boxes,
            margin_boxes,
        )
        wide, high = EVEN if shown.is_even else MIDDLING
        self.across, self.down = wide / shown.middling[0], high / shown.middling[1]
        self.width, self.height = shown.columns * self.across, shown.rows * self.down
        gap = 0.0 if self.plan else APART
        self.frames = {area: self._frame(box, gap) for area, box in boxes.items()}
        self.margin_frames = {
            side: self._frame(box, 0).inset(PAD) for side, box in margin_boxes.items()
        }
        self.margins = self.margin_frames.keys() >= self.sides.keys()

    def _frame(self, box: TileBox, gap: float) -> PictureFrame:
        wide, high = box.wide * self.across, box.high * self.down
        return PictureFrame(
            box.left * self.across + wide * gap / 2, box.top * self.down + high * gap / 2,
            wide * (1 - gap), high * (1 - gap),
        )  # fmt: skip

    # ---- what never changes -----------------------------------------------------------------

    def ground(self) -> str:
        """Return the map without a position."""
        parts = []
        if self.plan is None:
            parts += [
                element(
                    "path",
                    cls="join",
                    d=format_path([self.frames[a].centre, self.frames[b].centre]),
                )
                for a, b in combinations(self.frames, 2)
                if b in self.near[a]
            ]
        parts += [_rect(frame, "tile") for frame in self.frames.values()]
        parts += [_rect(frame, "wall") for frame in self.frames.values()]
        parts += [self._title(area) for area in self.frames]
        if self.margins:
            parts += [self._heading(side) for side in self.sides]
        return "".join(parts)

    def _title(self, area: str) -> str:
        frame = self.frames[area]
        x, y = frame.x + PAD, frame.y + 20
        after = x + measure_text(area, TITLE) + 7
        room = frame.x + frame.width - PAD - after
        text: Words = {}
        if self.spec.name(SOURCE, "place", area):
            text = self.narrators.translate(
                lambda each: _choose_fitting(
                    (each.name("place", area), each.name("short", area)), room
                )
            )
        return element("text", area, cls="area", x=x, y=y) + (
            texts(after, y, text, "area-name") if text else ""
        )

    def _heading(self, side: str) -> str:
        frame, at = self.margin_frames[side], self.sides[side]
        text = self.narrators.side(side)
        name = texts(frame.x + 18, frame.y + 14, text, f"side-name side{at}")
        return render_badge(at, 12, f"side{at}", frame.x + 6, frame.y + 9) + name

    # ---- positions --------------------------------------------------------------------------

    def _room(self, area: str) -> PictureFrame:
        frame = self.frames[area]
        return PictureFrame(
            frame.x + PAD, frame.y + HEAD, frame.width - 2 * PAD, frame.height - HEAD - FOOT
        )

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
            PictureFrame(frame.x, frame.y, self._head_width(area), HEAD - AIR)
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
        return min(PAD + measure_text(area, TITLE) + 7 + name, self.frames[area].width - 2 * CELL)

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
        if self.plan is None:
            return ()
        boxes = {
            area: TileBox(*_cell(PicturePoint(x, y)), *_cell(PicturePoint(x + wide, y + high)))
            for area, (x, y, wide, high) in self.frames.items()
        }
        taken = [frame.inset(-AIR) for frame in obstacles]

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
            RouteMap(boxes, is_free), places, find_near(start, places[0]),
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


def _cell(point: PicturePoint) -> Cell:
    """Return the cell of the routes of arrows that is nearest to a point."""
    return round(point.x / CELL), round(point.y / CELL)


def _choose_fitting(names: tuple[str, ...], room: float) -> str:
    """Return the first name that fits."""
    return next((name for name in names if name and measure_text(name, NAME) <= room), "")


def _rect(frame: PictureFrame, cls: str) -> str:
    x, y, width, height = frame
    return element("rect", cls=cls, x=x, y=y, width=width, height=height)
