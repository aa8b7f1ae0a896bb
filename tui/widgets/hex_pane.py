"""What stands beside a map of hexes: the score, the hex looked at, the legend."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len

from replay.narration import Narrator
from replay.rules import Tally
from tui.widgets.counters import brackets
from tui.widgets.hex_chart import PLACES, Chart
from tui.widgets.hex_ground import TEXTURE, WEIGHTS
from tui.widgets.hex_pens import Pen
from tui.widgets.hex_words import counter, ground_words, place_words, zone_words
from tui.widgets.painting import Look, Row
from tui.widgets.panels import Block
from tui.widgets.scene import Scene
from tui.widgets.sidelines import due_pieces, tally_words

GROUNDS = ("clear", "rough", "woods", "marsh", "lake", "sea")


class Said(NamedTuple):
    """A piece of text that is not broken."""

    text: str
    role: str = "text"
    how: str = ""
    on: str = ""


def flowing(look: Look, pieces: Iterable[Iterable[Said]], width: int, indent: int) -> list[Row]:
    """Groups of pieces one after the other, in as many rows as they need."""
    room = width - 1 - len(look.signs.more)
    rows = [Row(look).add(" ")]
    for group in pieces:
        group = list(group)
        size = sum(cell_len(piece.text) for piece in group)
        row = rows[-1]
        if row.width > indent + 1 and row.width + size > room:
            row = Row(look).add(" " * (indent + 1))
            rows.append(row)
        for text, role, how, on in group:
            row.add(look.clip(text, max(width - row.width, 0)), role, how, on)
        row.add("  ")
    return rows


def held(block: Block, rows: int, look: Look) -> Block:
    """A block in exactly so many rows, so that what stands below it stays in its place."""
    kept = block.rows[:rows]
    return block._replace(rows=kept + [Row(look)] * (rows - len(kept)))


# ---- score ----------------------------------------------------------------------------------


def score_block(
    scene: Scene, chart: Chart, narrator: Narrator, look: Look, width: int, room: int
) -> Block:
    """Each side's lines beside the map: points, places held, support, who is due or lost; always
    in so many rows."""
    each: list[list[Row]] = []
    for at, side in enumerate(narrator.spec.sides):
        groups = [[Said(narrator.side(side.id), f"side{at}", "b")]]
        for tally in sorted(scene.board.tallies, key=lambda tally: not tally.of):
            if tally.side == side.id and (tally.units or tally.words or tally.of or tally.count):
                groups += _tally(scene, chart, narrator, look, tally, at)
        each.append(flowing(look, groups, width, 2))
    while sum(map(len, each)) > room and max(map(len, each)) > 1:
        longest = max(each, key=len)
        del longest[-1]
        longest[-1].add(look.signs.more, "dim")
    rows = [row for found in each for row in found][:room]
    return Block(look.word("score"), rows + [Row(look)] * (room - len(rows)))


def _tally(
    scene: Scene, chart: Chart, narrator: Narrator, look: Look, tally: Tally, at: int
) -> list[list[Said]]:
    label = Said(narrator.label(tally.label) + " ", "dim")
    left, right = brackets(at)
    if tally.units and all(unit in chart.grid.index for unit in tally.units):
        names = [place_words(narrator, unit).partition(" ")[2] or unit for unit in tally.units]
        said = [[Said(f"{left}{name}{right}", f"side{at}", "b")] for name in names]
        return [[label, *said[0]], *said[1:]]
    if tally.label == "due" and tally.units:
        due = due_pieces(scene, tally.side)
        turns = sorted({piece.turn for piece in due})
        said = [
            [Said(f"T{turn} ", "dim"), Said(" ".join(p.id for p in due if p.turn == turn))]
            for turn in turns
        ]
        return [[label, *said[0]], *said[1:]] if said else []
    if tally.of:
        count = look.word("of", count=tally.count, of=tally.of)
        return [[label, Said(count, "text", "b")]]
    role = f"side{at}" if tally.units else "text"
    return [[label, Said(tally_words(tally, narrator, look), role)]]


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
    groups: list[tuple[Said, str]] = []
    for ground in GROUNDS:
        if ground in chart.terrain:
            on = f"hex-{ground}" if pen.filled else ""
            swatch = Said(f" {TEXTURE.get(ground, ' ')} ", "dim", "", on)
            groups.append((swatch, narrator.label(ground)))
    for name, sides in chart.sides:
        if any(sides):
            line = Said(pen.sample(WEIGHTS[name]), f"hex-{name}")
            groups.append((line, look.word(f"map_{name}")))
    if any(chart.rail):
        groups.append((Said(pen.rail.level + pen.rail.rising, "hex-rail"), look.word("map_rail")))
    if any(chart.road):
        groups.append((Said(pen.road.level * 2, "hex-road"), look.word("map_road")))
    groups.append((Said(f"{pen.path.level}>", "now", "b"), look.word("map_path")))
    for kind, sign in PLACES:
        if any(kind in kinds for kinds in chart.kinds):
            groups.append((Said(sign, "text", "b"), narrator.label(kind)))
    for at, side in enumerate(narrator.spec.sides):
        left, right = brackets(at)
        sample = Said(f"{left}3-3{right}", f"side{at}-text", "b", f"side{at}")
        groups.append((sample, narrator.side(side.id)))
    said = [[shown, Said(f" {words}", "dim")] for shown, words in groups]
    return Block(look.word("legend"), flowing(look, said, width, 0))
