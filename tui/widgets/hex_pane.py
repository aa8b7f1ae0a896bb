"""What stands beside a map of hexes: the hex looked at, the legend."""

from msgspec.structs import replace

from replay.narration import Narrator
from tui.widgets.hex_chart import Chart
from tui.widgets.hex_flow import Said, flowing
from tui.widgets.hex_legend import legend_groups
from tui.widgets.hex_pens import Pen
from tui.widgets.hex_words import counter, ground_words, place_words, zone_words
from tui.widgets.painting import Look, Row
from tui.widgets.panels import Block
from tui.widgets.scene import Scene


def held(block: Block, rows: int, look: Look) -> Block:
    """A block in exactly so many rows, so that what stands below it stays in its place."""
    kept = block.rows[:rows]
    return replace(block, rows=kept + [Row(look)] * (rows - len(kept)))


# ---- the hex looked at ----------------------------------------------------------------------


def hex_block(
    scene: Scene, chart: Chart, narrator: Narrator, look: Look, width: int, place: str
) -> Block:
    """A hex: what it is and who holds it; who stands there and whose zones lie on it."""
    if place not in chart.grid.index:
        rows = [Row(look).add(" " + look.word("no_hex"), "faint"), Row(look), Row(look)]
        return Block(look.word("hex"), rows)
    number = chart.grid.index[place]
    words = ground_words(chart, number, narrator, look)
    groups = [[Said(word)] for word in words]
    notes = [n for n in scene.board.notes.get(place, ()) if n not in chart.kinds[number]]
    groups += [[Said(narrator.label(note), "dim")] for note in notes]
    rows = flowing(look, groups, width, 0)[:1]
    row = Row(look).add(" ")
    for piece in scene.board.pieces:
        if piece.place == place and row.width < width - 10:
            counter(row, piece, narrator).add(f" {piece.id}  ")
    rows.append(row)
    zones = zone_words(scene, narrator, look, place) or [look.word("zone_none")]
    rows.append(Row(look).add(" " + look.clip(look.word("and").join(zones), width - 2), "dim"))
    return Block(place_words(narrator, place), rows)


# ---- legend ---------------------------------------------------------------------------------


def legend_block(chart: Chart, narrator: Narrator, look: Look, width: int, pen: Pen) -> Block:
    """The signs and colours of the map, as far as this map has them."""
    groups = legend_groups(chart, narrator, look, pen)
    return Block(look.word("legend"), flowing(look, groups, width, 0))
