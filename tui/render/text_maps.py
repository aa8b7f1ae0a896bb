"""Maps of areas and of hexes as plain text."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from senpu.notation.faults import text_width
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board, Piece
from senpu.replay.parts.hexes import NOWHERE, HexGrid
from senpu.spec.loader import Spec
from senpu.tui.boards.area_edges import (
    WallWords,
    explain_edges,
    list_closed_cells,
    list_linked_corners,
)
from senpu.tui.boards.area_tiling import (
    CounterShape,
    TileBox,
    TilePlan,
    TileSizes,
    build_map_plan,
    compute_lines,
    count_slots,
    wrap_links,
)
from senpu.tui.boards.hex_boxes import compute_inner, compute_rect, find_pieces, lay_out_rows
from senpu.tui.boards.hex_chart import PLACES, SUPPLY, WATER, Chart, build_chart, find_kind
from senpu.tui.boards.signs import Signs, enclose
from senpu.tui.render.text_layout import get_text, split_map

WIDE, HIGH = 6, 3
"""Columns and rows of a hex; its slanted row is shared with the hexes above, its right edge with
the one to the east."""
UPPER, LOWER = ".-'''-.", "''-.-''"
"""The upper edges of a hex, and the lower ones of the last row."""
SIDES = {"impassable": "%", "river": "=", "water_side": ":", "major_river": "#"}
"""The sign of each kind of side, by its table; the later ones are drawn over the others."""
UPRIGHT = {"=": "!"}
"""The sign of an upright side, if it differs from the sign of a slanted side."""
GROUND = {"rough": "^", "woods": "&", "marsh": '"'}
CITY = "C"
GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")
RAIL, ROAD = "- / \\", "."


class TextCanvas:
    """A sheet of characters; wide letters take two columns."""

    def __init__(self, wide: int, high: int) -> None:
        self.rows = [[" "] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str) -> None:
        """Write a text at a place."""
        row = self.rows[y]
        for sign in text:
            row[x] = sign
            if text_width(sign) == 2:
                row[x + 1] = ""
            x += text_width(sign)

    def blank(self, x: int, y: int) -> bool:
        """Return whether a place is empty."""
        return self.rows[y][x] == " "

    def text(self) -> list[str]:
        """Return the rows."""
        return ["".join(row).rstrip() for row in self.rows]


def find_corner(grid: HexGrid, number: int) -> tuple[int, int]:
    """Return where the drawing of a hex begins: its left edge and its slanted row."""
    row, column = grid.at[number]
    return WIDE * column + WIDE // 2 * grid.shift(row), HIGH * row


def plan_map(
    spec: Spec, board: Board, narrator: Narrator, marked: Collection[str] = ()
) -> list[str]:
    """Return the map with its counters, then the hexes with more counters than can be drawn.

    The signs `>` and `<` enclose the marked hexes.
    """
    drawn = build_chart(spec)
    grid = drawn.grid
    columns, rows_down = drawn.extent
    sheet = TextCanvas(WIDE * columns + WIDE // 2 + 1, HIGH * rows_down + 1)
    for x, y, sign in _list_terrain(drawn):
        sheet.put(x, y, sign)
    sides = {side.id: at for at, side in enumerate(spec.sides)}
    units: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        if piece.place in grid.index:
            units.setdefault(piece.place, []).append(piece)
    crowds = []
    for number, ident in enumerate(grid.ids):
        x, y = find_corner(grid, number)
        here = units.get(ident, [])
        name = drawn.names[number][1][narrator.language] if number in drawn.names else ident
        if drawn.terrain[number] in WATER:
            name = ""
        rows = [enclose(piece.id, sides[piece.side]) for piece in here]
        if len(rows) > 2:
            crowds.append(f"{ident}: {' '.join(piece.id for piece in here)}")
            rows[1:] = [enclose(f"+{len(here) - 1}", sides[here[0].side])]
        if len(rows) < 2:
            sheet.put(x + 1, y + 1, name)
        rows = rows or [_choose_sign(drawn, number, board, sides)]
        for line, text in enumerate(reversed(rows)):
            sheet.put(x + 1 + max(0, 5 - len(text)) // 2, y + 2 - line, text)
    for x, y in (find_corner(grid, grid.index[each]) for each in marked if each in grid.index):
        sheet.put(x, y + 1, ">")
        sheet.put(x + WIDE, y + 1, "<")
    _make_boxes(sheet, drawn, board, narrator, sides)
    legend = map("  ".join, explain_map(spec, drawn, narrator))
    return [*split_map(sheet.text()), *crowds, *filter(None, legend)]


def explain_map(spec: Spec, drawn: Chart, narrator: Narrator) -> Iterator[list[str]]:
    """Yield the signs that a map has with their meanings: of lines, places and ground."""
    word = partial(get_text, narrator.language)
    samples = {unit.side: unit.id for unit in reversed(spec.units)}
    yield [
        *(f"{enclose(samples[side.id], at)} {narrator.side(side.id)}"
          for at, side in enumerate(spec.sides)),
        *([f"{RAIL} {word('map_rail')}"] if any(drawn.rail) else []),
        *([f"{ROAD} {word('map_road')}"] if any(drawn.road) else []),
    ]  # fmt: skip
    kinds = {kind for kinds in drawn.kinds for kind in kinds}
    sides = [side.id for side in spec.sides]
    places = []
    for sort, sign in PLACES:
        for kind in sorted(kind for kind in kinds if find_kind(kind) == sort):
            owner = kind.removeprefix(SUPPLY)
            at = sides.index(owner) if owner in sides else -1
            shown = CITY if sort == "city" else sign
            places.append(f"{enclose(shown, at)} {narrator.label(kind)}")
    yield places
    grounds: dict[str, list[str]] = {}
    for ground in GROUNDS:
        if ground in drawn.terrain:
            sign = GROUND.get(ground, "~" if ground in WATER else "")
            grounds.setdefault(sign, []).append(narrator.label(ground))
    yield [
        *(f"{sign} {narrator.label('comma').join(words)}"
          for sign, words in grounds.items() if sign),
        *(f"{' '.join(dict.fromkeys((sign, UPRIGHT.get(sign, sign))))} {word(f'map_{name}')}"
          for name, sign in SIDES.items() if any(dict(drawn.sides)[name])),
    ]  # fmt: skip


def _choose_sign(drawn: Chart, number: int, board: Board, sides: dict[str, int]) -> str:
    """Return the sign of an empty hex, in the brackets of the side that controls it."""
    sign = CITY if "city" in drawn.kinds[number] else drawn.signs[number]
    holder = board.control.get(drawn.grid.ids[number]) or drawn.owners.get(number)
    return enclose(sign, sides[holder]) if sign and holder else sign


def _make_boxes(
    sheet: TextCanvas, drawn: Chart, board: Board, narrator: Narrator, sides: dict[str, int]
) -> None:  # fmt: skip
    """Draw the boxes off the map, where it has no hexes, with their units."""
    for box in drawn.boxes:
        x, y, width, height = compute_rect(box.tile, WIDE, HIGH)
        for row in (y, y + height - 1):
            sheet.put(x, row, f"+{'-' * (width - 2)}+")
        sheet.put(x + 1, y, f"- {narrator.name('box', box.id)} ")
        for row in range(y + 1, y + height - 1):
            sheet.put(x, row, "|")
            sheet.put(x + width - 1, row, "|")
        room = compute_inner(compute_rect(box.tile, WIDE, HIGH), 1)
        here = find_pieces(box, board.pieces)
        size = (room.width, room.height)
        for row, tokens in enumerate(lay_out_rows(here, sides, size, _format_ident, False), room.y):
            for token in tokens:
                sheet.put(room.x + token.at, row, token.text + token.many)


def _format_ident(piece: Piece) -> str:
    return piece.id


def _list_terrain(drawn: Chart) -> Iterable[tuple[int, int, str]]:
    """Yield the fixed signs, bottom layer first: outlines, sides, roads, rails, terrain."""
    grid = drawn.grid
    every = range(len(grid.ids))
    yield from _draw_outlines(grid)
    for name, sign in SIDES.items():
        sides = dict(drawn.sides)[name]
        for number in every:
            yield from _list_hexsides(grid, number, sides[number], sign)
    for number in every:
        yield from _draw_roads(drawn, number)
    for number in every:
        yield from _draw_rails(drawn, number)
    for number in every:
        x, y = find_corner(grid, number)
        if ground := GROUND.get(drawn.terrain[number]):
            yield x + 5, y + 2, ground
        elif drawn.terrain[number] in WATER:
            yield x + 2, y + 1, "~"
            yield x + 4, y + 2, "~"


def _draw_outlines(grid: HexGrid) -> Iterable[tuple[int, int, str]]:
    for number in range(len(grid.ids)):
        x, y = find_corner(grid, number)
        if grid.neighbours[number][2] == NOWHERE or grid.neighbours[number][3] == NOWHERE:
            yield x, y + HIGH, LOWER
    for number in range(len(grid.ids)):
        x, y = find_corner(grid, number)
        yield x, y, UPPER
        for row in (y + 1, y + 2):
            yield x, row, "|"
            yield x + WIDE, row, "|"


def _list_hexsides(
    grid: HexGrid, number: int, others: frozenset[int], sign: str
) -> Iterable[tuple[int, int, str]]:
    """Yield the upper and the east sides of a hex that belong to a kind.

    The other sides belong to its neighbours.

    Yields:
        The column, the row and the sign.
    """
    x, y = find_corner(grid, number)
    north_east, east, _, _, _, north_west = grid.neighbours[number]
    if north_west in others:
        yield x, y, sign * 4
    if north_east in others:
        yield x + 3, y, sign * 4
    if east in others:
        yield x + WIDE, y + 1, UPRIGHT.get(sign, sign)
        yield x + WIDE, y + 2, UPRIGHT.get(sign, sign)


def _draw_rails(drawn: Chart, number: int) -> Iterable[tuple[int, int, str]]:
    """Yield the line from a hex to its neighbours east and south; it passes under rivers."""
    links = drawn.rail[number]
    if not links:
        return
    x, y = find_corner(drawn.grid, number)
    _, east, south_east, south_west, _, _ = drawn.grid.neighbours[number]
    wet = drawn.bordering[number]
    if east in links:
        yield x + 3, y + 2, "---"
        yield x + 7, y + 2, "--"
        if east not in wet:
            yield x + 6, y + 2, "-"
    for other, step, sign in ((south_east, 1, "\\"), (south_west, -1, "/")):
        if other in links:
            if other not in wet:
                yield x + 3 + step, y + 3, sign
            yield x + 3 + 2 * step, y + 4, sign
    ways = {drawn.grid.neighbours[number].index(other) for other in links}
    straight = {frozenset((1, 4)): "-", frozenset((2, 5)): "\\", frozenset((0, 3)): "/"}
    yield x + 3, y + 2, straight.get(frozenset(ways), "+")


def _draw_roads(drawn: Chart, number: int) -> Iterable[tuple[int, int, str]]:
    """Yield the same for a road, in dots that do not touch the outlines."""
    links = drawn.road[number]
    if not links:
        return
    x, y = find_corner(drawn.grid, number)
    _, east, south_east, south_west, _, _ = drawn.grid.neighbours[number]
    yield x + 3, y + 2, "."
    if east in links:
        yield x + 5, y + 2, "."
        yield x + 7, y + 2, "."
    for other, step in ((south_east, 1), (south_west, -1)):
        if other in links:
            if other not in drawn.bordering[number]:
                yield x + 3 + step, y + 3, "."
            yield x + 3 + 2 * step, y + 4, "."


EVEN = 13, 5
"""Columns and rows of a tile, its right and lower border left out, if all have the same size."""
LEAST = 11, 3
"""The size of the smallest tile, if tiles are rectangles."""


def draw_map(spec: Spec, board: Board, narrator: Narrator, pen: Signs) -> list[str]:
    """Return the map as a plan: areas with an open edge or with a link are adjacent."""
    plan = build_map_plan(spec)
    width, height = TileSizes(plan, *(EVEN if plan.is_even else LEAST), pen.linked).least
    xs, ys = compute_lines(plan.columns, width - 1), compute_lines(plan.rows, height - 1)
    boxes = {
        area: TileBox(xs[box.left], ys[box.top], xs[box.right], ys[box.bottom])
        for area, box in plan.tiles.items()
    }
    sheet = TextCanvas(width, height)
    draw_walls(sheet, plan, boxes, pen)
    first = spec.sides[0].id
    pointed = any(piece.full for piece in board.pieces)
    for area, box in boxes.items():
        wall, rows = wrap_links(plan, area, pen.linked, box.wide)
        notes = [narrator.label(note) for note in board.notes.get(area, ())]
        words = WallWords(plan, boxes, area)
        draw_title(sheet, box, [area, *filter(None, (wall, *notes))], words)
        for row, text in enumerate(rows, box.top + 1):
            sheet.put(box.left + 2, row, text)
        room = box._replace(top=box.top + len(rows))
        here = [piece for piece in board.pieces if piece.place == area]
        texts = [format_counter(piece, piece.side == first, pen, pointed) for piece in here]
        form, high = CounterShape(max(map(len, texts), default=1), 1), room.high - 1
        if len(here) > count_slots(form, room.wide - 1, high) and not pointed:
            brief = [format_counter(piece, piece.side == first, None, pointed) for piece in here]
            size = CounterShape(max(map(len, brief)), 1)
            if count_slots(size, room.wide - 1, high) >= len(here):
                texts, form = brief, size
        if (more := len(here) - count_slots(form, room.wide - 1, high)) > 0:
            # The data of the user may allow larger stacks.
            sheet.put(room.left + 2, room.bottom - 1, narrator.label("more", n=more + 1))
            del here[-more - 1 :]
        left = [text for text, piece in zip(texts, here, strict=False) if piece.side == first]
        right = [text for text, piece in zip(texts, here, strict=False) if piece.side != first]
        place_counters(sheet, room, left, right, form)
    edges = "  ".join(f"{sign} {words}" for sign, words in explain_edges(plan, narrator, pen))
    return [*split_map(sheet.text()), *filter(None, [edges])]


def draw_walls(sheet: TextCanvas, plan: TilePlan, boxes: Mapping[str, TileBox], pen: Signs) -> None:
    """Draw the boxes with joints where they touch, closed edges, and corners that link areas."""
    arms: dict[tuple[int, int], list[int]] = {}
    for box in boxes.values():
        for y in (box.top, box.bottom):
            for x in range(box.left, box.right):
                arms.setdefault((x, y), [0] * 4)[1] = 1
                arms.setdefault((x + 1, y), [0] * 4)[3] = 1
        for x in (box.left, box.right):
            for y in range(box.top, box.bottom):
                arms.setdefault((x, y), [0] * 4)[2] = 1
                arms.setdefault((x, y + 1), [0] * 4)[0] = 1
    for (x, y), (up, right, down, left) in arms.items():
        sheet.put(x, y, pen.joint((up, right, down, left)))
    for x, y, level in list_closed_cells(plan, boxes):
        sheet.put(x, y, pen.closed[not level])
    for x, y, way in list_linked_corners(plan, boxes):
        sheet.put(x, y, pen.corners[way])


def draw_title(sheet: TextCanvas, box: TileBox, texts: Sequence[str], words: WallWords) -> None:
    """Write the title of an area into its top wall: its number, and links and notes that fit."""
    shown, whole = list[str](), 1
    for text in texts:
        if whole + text_width(text) < box.wide:
            shown.append(text)
            whole += text_width(text) + 1
    at = box.left + (3 if whole <= box.wide - 2 else 2)
    for text in shown:
        size = text_width(text)
        x = words.find_place(at, size, box.right)
        if x >= 0:
            for blank in words.list_blanks(x, size):
                if blank < box.right:
                    sheet.put(blank, box.top, " ")
            sheet.put(x, box.top, text)
            at = x + size + 1


def place_counters(
    sheet: TextCanvas, box: TileBox, left: list[str], right: list[str], form: CounterShape
) -> None:
    """Draw the counters in columns: the first side from the left wall, the others at the right."""
    high, columns = box.high - 1, max(form.columns(box.wide - 1), 1)
    unused = columns - (len(left) + len(right) + high - 1) // high
    for at, text in enumerate(left):
        column, row = divmod(at, high)
        sheet.put(box.left + 2 + column * (form.width + 1), box.top + 1 + row, text)
    for at, text in enumerate(right, len(left) + max(unused, 0) * high):
        column, row = divmod(at, high)
        x = box.right - 1 - form.width - (columns - 1 - column) * (form.width + 1)
        sheet.put(x, box.top + 1 + row, text)


def format_counter(piece: Piece, square: bool, pen: Signs | None, pointed: bool = True) -> str:
    """Return a unit as text: `[i3/:. ]` or `(c1 2-1)`.

    Returns:
        The id, a stripe if the unit is reduced, the points left and spent, or the strength; without
        a pen only the id.
    """
    inside = piece.id
    if pen is not None:
        points = pen.full * piece.points + pen.spent * (piece.full - piece.points)
        last = points.ljust(3) if pointed else piece.strength.rjust(3)
        inside += f"{'/' if piece.reduced else ' '}{last}"
    return f"[{inside}]" if square else f"({inside})"
