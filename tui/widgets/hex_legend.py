"""The signs and colours of a map of hexes, as far as it has them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.tui.widgets.hex_boxes import rect_of
from senpu.tui.widgets.hex_chart import PLACES, SUPPLY, Chart, sort_of
from senpu.tui.widgets.hex_geometry import Geometry
from senpu.tui.widgets.hex_ground import TEXTURE, WEIGHTS
from senpu.tui.widgets.hex_pens import Pen
from senpu.tui.widgets.hex_sheet import Sheet
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.signs import brackets


class Said(NamedTuple):
    """A piece of text that is not broken."""

    text: str
    role: str = "text"
    how: str = ""
    on: str = ""


Group = Iterable[Said]
"""Pieces that stay together."""


def flowing(look: Look, groups: Iterable[Group], width: int, indent: int) -> list[Row]:
    """Groups of pieces in rows of some width, the rows after the first further in."""
    room = width - 1 - len(look.signs.more)
    rows = [Row(look).add(" ")]
    begun = False  # whether a group stands in the last row
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


def in_columns(groups: Iterable[Group], width: int) -> list[list[tuple[int, Said]]]:
    """Groups in columns that stand below each other, as many as find room: rows of pieces, each
    with the cell at which it begins."""
    every = [list(group) for group in groups]
    sizes = [sum(cell_len(piece.text) for piece in group) for group in every]
    rows: list[list[tuple[int, Said]]] = []
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


def legend_groups(chart: Chart, narrator: Narrator, look: Look, pen: Pen) -> list[list[Said]]:
    """Each sign with what it stands for."""
    return [
        [shown, Said(f" {words}", "dim")] for shown, words in _signs(chart, narrator, look, pen)
    ]


def _signs(
    chart: Chart, narrator: Narrator, look: Look, pen: Pen
) -> Iterator[tuple[Said, str]]:  # fmt: skip
    for ground in GROUNDS:
        if ground in chart.terrain:
            on = f"hex-{ground}" if pen.filled else ""
            yield Said(f" {TEXTURE.get(ground, ' ')} ", "dim", "", on), narrator.label(ground)
    for name, across in chart.sides:
        if any(across):
            yield Said(pen.sample(WEIGHTS[name]), f"hex-{name}"), look.word(f"map_{name}")
    if any(chart.rail):
        yield Said(pen.rail.level + pen.rail.rising, "hex-rail"), look.word("map_rail")
    if any(chart.road):
        yield Said(pen.road.level * 2, "hex-road"), look.word("map_road")
    yield Said(f"{pen.path.level}>", "now", "b"), look.word("map_path")
    sides = [side.id for side in narrator.spec.sides]
    for sort, sign in PLACES:
        for kind in sorted({k for kinds in chart.kinds for k in kinds if sort_of(k) == sort}):
            owner = kind.removeprefix(SUPPLY)
            at = sides.index(owner) if owner in sides else -1
            left, right = brackets(at) if at >= 0 else ("", "")
            role = f"side{at}" if at >= 0 else "text"
            yield Said(f"{left}{sign}{right}", role, "b"), narrator.label(kind)
    for at, side in enumerate(narrator.spec.sides):
        left, right = brackets(at)
        sample = Said(f"{left}3-3{right}", f"side{at}-text", "b", f"side{at}")
        yield sample, narrator.side(side.id)


def draw_boxes(sheet: Sheet, chart: Chart, geometry: Geometry, pen: Pen) -> None:
    """The boxes, empty and without names."""
    for box in chart.boxes:
        pen.box(sheet, rect_of(box.tile, geometry.wide, geometry.high))


def draw_legend(
    sheet: Sheet, chart: Chart, geometry: Geometry, pen: Pen, narrator: Narrator, look: Look
) -> bool:
    """The legend, if the map leaves room for all of it; whether it does."""
    if not chart.legend:
        return False
    rect = rect_of(chart.legend, geometry.wide, geometry.high)
    rows = in_columns(legend_groups(chart, narrator, look, pen), rect.width - 1)
    wide = max((at + cell_len(said.text) for row in rows for at, said in row), default=0)
    if len(rows) > rect.height or wide > rect.width:
        return False
    for y, row in enumerate(rows, rect.y):
        for at, said in row:
            back = said.on or None
            sheet.put(rect.x + 1 + at, y, said.text, said.role, said.how, back)
    return True
