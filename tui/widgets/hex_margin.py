"""What a map of hexes shows where it has no hexes, whatever the position: boxes and legend."""

from rich.cells import cell_len

from replay.narration import Narrator
from tui.widgets.hex_boxes import rect_of
from tui.widgets.hex_chart import Chart
from tui.widgets.hex_flow import in_columns
from tui.widgets.hex_geometry import Geometry
from tui.widgets.hex_legend import legend_groups
from tui.widgets.hex_pens import Pen
from tui.widgets.hex_sheet import Sheet
from tui.widgets.painting import Look


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
