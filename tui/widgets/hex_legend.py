"""The legend of a map of hexes, and the panels about a hex and a unit."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Piece
from senpu.tui.boards.hex_boxes import compute_rect, find_pieces
from senpu.tui.boards.hex_chart import PLACES, SUPPLY, Chart, Geometry, find_kind
from senpu.tui.boards.scene import Scene, find_side
from senpu.tui.boards.signs import enclose
from senpu.tui.widgets.hex_pens import TEXTURE, WEIGHTS, HexPen
from senpu.tui.widgets.hex_sheet import CellSheet
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block


class TextPiece(NamedTuple):
    """A piece of text that is not broken."""

    text: str
    role: str = "text"
    how: str = ""
    on: str = ""


Group = Iterable[TextPiece]
"""Pieces that stay together."""


def flow_groups(look: Look, groups: Iterable[Group], width: int, indent: int) -> list[Row]:
    """Return groups of pieces in rows of a width, with the following rows indented."""
    room = width - 1 - len(look.signs.more)
    rows = [Row(look).add(" ")]
    begun = False  # whether a group is in the last row
    for group in groups:
        group = list(group)
        size = sum(cell_len(piece.text) for piece in group)
        row = rows[-1]
        gap = "  " if begun else ""
        if row.width + len(gap) > indent + 1 and row.width + len(gap) + size > room:
            row, gap = Row(look).add(" " * (indent + 1)), ""
            rows.append(row)
        row.add(gap)
        for text, role, how, on in group:
            row.add(look.clip(text, max(width - row.width, 0)), role, how, on)
        begun = True
    return rows


def arrange_columns(groups: Iterable[Group], width: int) -> list[list[tuple[int, TextPiece]]]:
    """Return groups in columns, as many as fit: rows of pieces with their first cells."""
    every = [list(group) for group in groups]
    sizes = [sum(cell_len(piece.text) for piece in group) for group in every]
    rows: list[list[tuple[int, TextPiece]]] = []
    for across in range(len(every), 0, -1):
        down = -(-len(every) // across)
        columns = [range(at, min(at + down, len(every))) for at in range(0, len(every), down)]
        widths = [max(sizes[n] for n in column) for column in columns]
        if sum(widths) + 2 * (len(columns) - 1) > width and across > 1:
            continue
        rows = [[] for _ in range(down)]
        x = 0
        for column, size in zip(columns, widths, strict=True):
            for row, n in zip(rows, column, strict=False):
                at = x
                for piece in every[n]:
                    row.append((at, piece))
                    at += cell_len(piece.text)
            x += size + 2
        break
    return rows


GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")


def build_legend(
    chart: Chart, narrator: Narrator, look: Look, pen: HexPen
) -> list[list[TextPiece]]:
    """Return each sign with its meaning."""
    return [
        [shown, TextPiece(f" {words}", "dim")]
        for shown, words in _signs(chart, narrator, look, pen)
    ]


def _signs(
    chart: Chart, narrator: Narrator, look: Look, pen: HexPen
) -> Iterator[tuple[TextPiece, str]]:  # fmt: skip
    for ground in GROUNDS:
        if ground in chart.terrain:
            on = f"hex-{ground}" if pen.filled else ""
            yield TextPiece(f" {TEXTURE.get(ground, ' ')} ", "dim", "", on), narrator.label(ground)
    for name, across in chart.sides:
        if any(across):
            yield TextPiece(pen.sample(WEIGHTS[name]), f"hex-{name}"), look.word(f"map_{name}")
    if any(chart.rail):
        yield TextPiece(pen.rail.level + pen.rail.ascending, "hex-rail"), look.word("map_rail")
    if any(chart.road):
        yield TextPiece(pen.road.level * 2, "hex-road"), look.word("map_road")
    yield TextPiece(f"{pen.path.level}>", "now", "b"), look.word("map_path")
    sides = [side.id for side in narrator.spec.sides]
    for sort, sign in PLACES:
        for kind in sorted({k for kinds in chart.kinds for k in kinds if find_kind(k) == sort}):
            owner = kind.removeprefix(SUPPLY)
            at = sides.index(owner) if owner in sides else -1
            role = f"side{at}" if at >= 0 else "text"
            yield TextPiece(enclose(sign, at), role, "b"), narrator.label(kind)
    for at, side in enumerate(narrator.spec.sides):
        sample = TextPiece(enclose("3-3", at), f"side{at}-text", "b", f"side{at}")
        yield sample, narrator.side(side.id)


def draw_boxes(sheet: CellSheet, chart: Chart, geometry: Geometry, pen: HexPen) -> None:
    """Draw the boxes, empty and without names."""
    for box in chart.boxes:
        pen.box(sheet, compute_rect(box.tile, geometry.wide, geometry.high))


def draw_legend(
    sheet: CellSheet, chart: Chart, geometry: Geometry, pen: HexPen, narrator: Narrator, look: Look
) -> bool:
    """Draw the legend and return whether the map has room for all of it."""
    if not chart.legend:
        return False
    rect = compute_rect(chart.legend, geometry.wide, geometry.high)
    rows = arrange_columns(build_legend(chart, narrator, look, pen), rect.width - 1)
    wide = max((at + cell_len(label.text) for row in rows for at, label in row), default=0)
    if len(rows) > rect.height or wide > rect.width:
        return False
    for y, row in enumerate(rows, rect.y):
        for at, text in row:
            back = text.on or None
            sheet.put(rect.x + 1 + at, y, text.text, text.role, text.how, back)
    return True


def add_counter(row: Row, piece: Piece, narrator: Narrator) -> Row:
    """Add a counter as on the map: `[3-4]`, `(2-3)`."""
    at = find_side(narrator, piece.side)
    return row.add(enclose(piece.strength or piece.id, at), f"side{at}-text", "b", f"side{at}")


def describe_ground(chart: Chart, number: int, narrator: Narrator, look: Look) -> list[str]:
    """Return the terrain of a hex: its places, ground and lines."""
    words = [narrator.label(kind) for kind in chart.kinds[number]]
    words.append(narrator.label(chart.terrain[number]))
    words += [look.word("map_coast")] if number in chart.coast else []
    words += [look.word("map_rail")] if chart.rail[number] else []
    words += [look.word("map_road")] if chart.road[number] else []
    return words


def describe_zones(scene: Scene, narrator: Narrator, look: Look, place: str) -> list[str]:
    """Return the sides with a zone of control in a hex."""
    return [
        look.word("zone_of", side=narrator.side(side))
        for side, places in scene.board.zones.items()
        if place in places
    ]


def describe_hex(scene: Scene, chart: Chart, narrator: Narrator, look: Look, place: str) -> str:
    """Return a hex in a line: terrain, holder, units, zones; of a box, its units."""
    if place not in chart.grid.index:
        boxes = [box for box in chart.boxes if box.place == place]
        pieces = (p for box in boxes for p in find_pieces(box, scene.board.pieces))
        here = look.word("and").join(narrator.unit(piece.id) for piece in pieces)
        return f"{narrator.place(place)}{look.word('colon')}{here or narrator.label('none')}"
    number = chart.grid.index[place]
    parts = describe_ground(chart, number, narrator, look)
    held = [note for note in scene.board.notes.get(place, ()) if note not in chart.kinds[number]]
    parts += [narrator.label(note) for note in held]
    parts += [narrator.unit(piece.id) for piece in scene.board.pieces if piece.place == place]
    parts += describe_zones(scene, narrator, look, place)
    texts = look.word("and").join(filter(None, parts))
    return narrator.place(place) + look.word("colon") + texts


# ---- the selected hex -----------------------------------------------------------------------


def render_hex(
    scene: Scene,
    chart: Chart,
    narrator: Narrator,
    look: Look,
    width: int,
    place: str,
    room: int,
) -> Block:
    """Return the panel of a hex in `room` rows: its ground, its units by name, its zones."""
    number = chart.grid.index[place]
    words = describe_ground(chart, number, narrator, look)
    notes = [n for n in scene.board.notes.get(place, ()) if n not in chart.kinds[number]]
    words += [*map(narrator.label, notes), *describe_zones(scene, narrator, look, place)]
    rows = []
    for piece in scene.board.pieces:
        if piece.place == place:
            row = add_counter(Row(look).add(" "), piece, narrator).add(" ")
            rows.append(row.add(look.clip(narrator.unit(piece.id), width - row.width - 1)))
    if len(rows) > room - 1 > 0:
        more = look.word("more", n=len(rows) - room + 2)
        rows = [*rows[: room - 2], Row(look).add(f" {more}", "dim")]
    ground = look.clip(look.word("and").join(words), width - 2)
    rows.append(Row(look).add(f" {ground}", "dim"))
    title = look.word("under_cursor")
    return Block(narrator.place(place), rows, "text", title)


# ---- legend ---------------------------------------------------------------------------------


def render_legend(
    chart: Chart, narrator: Narrator, look: Look, width: int, pen: HexPen, has_gaps: bool
) -> Block:
    """Return the panel with the signs and colours of this map, and of gaps if the log has any."""
    groups = build_legend(chart, narrator, look, pen)
    if has_gaps:
        sign = TextPiece(look.signs.gap, "now", "b")
        groups.append([sign, TextPiece(f" {look.word('marks_gap')}", "dim")])
    return Block(look.word("legend"), flow_groups(look, groups, width, 0))
