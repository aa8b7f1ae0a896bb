"""A hex and a counter in words and in a row of text."""

from msgspec.structs import replace

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Piece
from senpu.spec.data import SOUND, STANDINGS
from senpu.tui.widgets.hex_boxes import standing
from senpu.tui.widgets.hex_chart import TABLES, Chart
from senpu.tui.widgets.hex_legend import Said, flowing, legend_groups
from senpu.tui.widgets.hex_pens import Pen
from senpu.tui.widgets.painting import Look, Row
from senpu.tui.widgets.panels import Block
from senpu.tui.widgets.provenance import table_name
from senpu.tui.widgets.scene import Scene
from senpu.tui.widgets.signs import brackets


def side_at(narrator: Narrator, side: str) -> int:
    """Which side it is, in the order of the data."""
    return next((at for at, each in enumerate(narrator.spec.sides) if each.id == side), 0)


def counter(row: Row, piece: Piece, narrator: Narrator) -> Row:
    """A counter as it stands on the map: `[3-4]`, `(2-3)`."""
    at = side_at(narrator, piece.side)
    left, right = brackets(at)
    return row.add(f"{left}{piece.strength or piece.id}{right}", f"side{at}-text", "b", f"side{at}")


def place_words(narrator: Narrator, place: str) -> str:
    """`0612 Shanghai`, or the number alone."""
    for site in narrator.spec.game.site:
        if site.id == place:
            return f"{place} {site.name[narrator.language]}"
    return place


def ground_words(chart: Chart, number: int, narrator: Narrator, look: Look) -> list[str]:
    """What a hex is: its places, its ground and how that is known, its lines."""
    words = [narrator.label(kind) for kind in chart.kinds[number]]
    value = narrator.spec.values.tables["terrain"][chart.grid.ids[number]]
    known = "" if value.standing in SOUND else f" ({look.word(value.standing)})"
    words.append(narrator.label(chart.terrain[number]) + known)
    words += [look.word("map_rail")] if chart.rail[number] else []
    words += [look.word("map_road")] if chart.road[number] else []
    return words


def zone_words(scene: Scene, narrator: Narrator, look: Look, place: str) -> list[str]:
    """Whose zones lie on a hex."""
    return [
        look.word("zone_of", side=narrator.side(side))
        for side, places in scene.board.zones.items()
        if place in places
    ]


def hex_details(scene: Scene, chart: Chart, narrator: Narrator, look: Look, place: str) -> str:
    """A hex in a line: what it is, who holds it, who is there, whose zones lie on it, and how
    its ground is known. Of a box beside the map, who is in it."""
    if place not in chart.grid.index:
        boxes = [box for box in chart.boxes if box.place == place]
        here = " ".join(p.id for box in boxes for p in standing(box, scene.board.pieces))
        return f"{narrator.place(place)}: {here or narrator.label('none')}"
    number = chart.grid.index[place]
    parts = ground_words(chart, number, narrator, look)
    held = [note for note in scene.board.notes.get(place, ()) if note not in chart.kinds[number]]
    parts += [narrator.label(note) for note in held]
    parts += [" ".join(p.id for p in scene.board.pieces if p.place == place)]
    parts += zone_words(scene, narrator, look, place)
    return f"{place_words(narrator, place)}: {look.word('and').join(filter(None, parts))}"


def weak_tables(narrator: Narrator, look: Look) -> str:
    """Which numbers of map and counters are neither printed nor stated, in a line."""
    units = {unit.id for unit in narrator.spec.game.unit}
    found: dict[str, list[str]] = {}
    for name, table in narrator.spec.values.tables.items():
        if name not in TABLES and not units & table.keys():
            continue
        for known in {value.standing for value in table.values() if value.value != []}:
            if known not in (*SOUND, "derived"):
                found.setdefault(known, []).append(table_name(narrator, name))
    return "; ".join(
        look.word("values_are", standing=look.word(standing), names=", ".join(found[standing]))
        for standing in reversed(STANDINGS)
        if standing in found
    )


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
