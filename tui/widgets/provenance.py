"""The provenance of the data (printed, inferred, placeholder), and details of a unit or area."""

from collections.abc import Callable, Iterable, Iterator

from rich.cells import cell_len

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import CHANCE, Piece
from senpu.spec.data import PRINTED_PROVENANCES, PROVENANCES
from senpu.spec.loader import NAME_BLOCKS
from senpu.tui.boards.scene import Scene
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import Block, measure_labels

SHOWN_FIELDS = {"points": "full", "enters": "turn"}
"""Tables whose numbers a piece of the board shows, and their field."""


def describe_weak_values(narrator: Narrator, look: Look) -> str:
    """Return the tables of map and counters that are not from printed or published sources."""
    spec = narrator.spec
    known = {unit.id for unit in spec.game.unit} | {area.id for area in spec.game.area}
    found: dict[str, list[str]] = {}
    for name, table in spec.values.tables.items():
        if not any(key.partition("-")[0] in known for key in table):
            continue
        for standing in {value.provenance for value in table.values()} - {
            *PRINTED_PROVENANCES,
            "derived",
        }:
            found.setdefault(standing, []).append(describe_table(narrator, name))
    add_weak_names(found, narrator)
    return look.word("semicolon").join(
        look.word(
            "values_are",
            provenance=look.word(standing),
            names=look.word("and").join(found[standing]),
        )
        for standing in reversed(PROVENANCES)
        if standing in found
    )


def add_weak_names(found: dict[str, list[str]], narrator: Narrator) -> None:
    """Add the names of units and places that are not from printed or published sources."""
    game = narrator.spec.game
    for key, blocks in zip(NAME_BLOCKS, (game.unit_name, game.place_name), strict=True):
        for provenance in dict.fromkeys(block.provenance for block in blocks):
            if provenance not in (*PRINTED_PROVENANCES, "derived"):
                found.setdefault(provenance, []).append(describe_table(narrator, key))


def describe_table(narrator: Narrator, name: str) -> str:
    """Return the name of a data table (`table_points`), if the game's texts have one."""
    label = f"table_{name}"
    text = narrator.label(label)
    return name.replace("_", " ") if text == label else text


def render_provenance(counts: dict[str, int], look: Look, width: int) -> Iterator[Row]:
    """Return the number of values by provenance, with bars."""
    most = max(max(counts.values()), 1)
    start = measure_labels(map(look.word, counts)) + 2
    room = max(min(width - start - 7, 30), 1)
    for standing, count in counts.items():
        role = {"inferred": "dim", "placeholder": "note"}.get(standing, "text")
        row = Row(look).add(" " + look.word(standing), role).pad_to(start)
        row.add(f"{count:>4}  ", role)
        yield row.add(look.signs.full * -(-count * room // most), role)


def describe_object(
    scene: Scene,
    narrator: Narrator,
    look: Look,
    pointed: ObjectClicked | None,
    near: tuple[str, ...],
) -> str:
    """Return the details of the selected unit or area; `near` are the adjacent areas."""
    if pointed is None:
        return ""
    if pointed.kind == "unit":
        return describe_unit(scene, narrator, look, pointed.ident)
    return describe_area(scene, narrator, look, pointed.ident, near)


def describe_unit(scene: Scene, narrator: Narrator, look: Look, ident: str) -> str:
    """Return a unit in a line: side, values, place, and their provenance."""
    piece = next((each for each in scene.board.pieces if each.id == ident), None)
    if piece is None:
        return ""
    parts = [narrator.side(piece.side)]
    if piece.reduced:
        parts.append(look.word("row_reduced"))
    if piece.full and piece.place:
        parts.append(look.word("points_of", count=piece.points, of=piece.full))
    shown = {name: getattr(piece, what) for name, what in SHOWN_FIELDS.items()}
    values, standings = _values(narrator, look, ident, shown)
    parts += values
    if piece.place:
        parts.append(narrator.place(piece.place))
    elif piece.fate == "due":
        parts.append(look.word("due_on", n=piece.turn))
    elif piece.fate:
        parts.append(narrator.label(piece.fate))
    head = f"{narrator.unit(ident)}{look.word('colon')}{look.word('and').join(parts)}"
    return look.word("semicolon").join((head, *standings))


def describe_area(
    scene: Scene, narrator: Narrator, look: Look, ident: str, near: Iterable[str]
) -> str:
    """Return an area in a line: neighbours, units, and the provenance of its values."""
    neighbours = " ".join(near)
    parts = [look.word("adjacent", places=neighbours)] if neighbours else []
    here = [piece.id for piece in scene.board.pieces if piece.place == ident]
    parts += [" ".join(here)] if here else []
    parts += [narrator.label(note) for note in scene.board.notes.get(ident, ())]
    values, standings = _values(narrator, look, ident, {})
    parts += values
    head = f"{narrator.place(ident)}{look.word('colon')}{look.word('and').join(parts)}"
    return look.word("semicolon").join((head, *standings))


def _values(
    narrator: Narrator, look: Look, ident: str, shown: dict[str, int]
) -> tuple[list[str], list[str]]:
    """Return a unit's or area's values, least certain first, and ids by provenance."""
    tables = narrator.spec.values.tables
    found = [(name, table[ident]) for name, table in tables.items() if ident in table]
    found.sort(key=lambda pair: (isinstance(pair[1].value, str),
                                 -PROVENANCES.index(pair[1].provenance)))  # fmt: skip
    values: list[str] = []
    standings: dict[str, list[str]] = {}
    for name, held in found:
        value, named = held.value, describe_table(narrator, name)
        text = "/".join(map(str, value)) if isinstance(value, list) else str(value)
        if name not in shown or shown[name] != value:
            values.append(
                narrator.value(name, text) if isinstance(value, str) else f"{named} {text}"
            )
        standings.setdefault(look.word(held.provenance), []).append(named)
    if block := narrator.spec.name_block(ident):
        standings.setdefault(look.word(block.provenance), []).insert(0, look.word("name"))
    return values, [
        look.word("values_are", provenance=how, names=look.word("and").join(names))
        for how, names in standings.items()
    ]


def render_strength(scene: Scene, narrator: Narrator, look: Look, width: int) -> Block:
    """Return the units on the map, reduced units and points per side."""
    sides = narrator.spec.sides
    table: dict[str, Callable[[Piece], int]] = {
        "units_on_map": lambda p: bool(p.place),
        "reduced_units": lambda p: bool(p.place) and p.reduced,
        "points_left": lambda p: p.points if p.place else 0,
        "units_to_enter": lambda p: p.fate == "due",
        "eliminated_units": lambda p: p.fate == "lost",
    }
    if not any(piece.full for piece in scene.board.pieces):
        del table["points_left"]
    labels = [look.word(name) for name in table]
    start = measure_labels(labels) + 3
    pitch = max((measure_labels(narrator.side(side.id) for side in sides)) + 2, 7)
    pitch = min(pitch, max((width - start) // max(len(sides), 1), 4))
    head = Row(look)
    for at, side in enumerate(sides):
        name = narrator.side(side.id)
        name = name if cell_len(name) < pitch else side.letter
        head.pad_to(start + (at + 1) * pitch - cell_len(name)).add(name, f"side{at}")
    rows = [head]
    for label, count in zip(labels, table.values(), strict=True):
        row = Row(look).add(" " + label, "dim")
        for at, side in enumerate(sides):
            number = str(sum(count(p) for p in scene.board.pieces if p.side == side.id))
            row.pad_to(start + (at + 1) * pitch - len(number)).add(number)
        rows.append(row)
    rows += [
        Row(look).add(" " + t, "note")
        for t in wrap_cells(describe_weak_values(narrator, look), width - 3)
    ]
    return Block(look.word("strength"), rows)


def find_actor_role(narrator: Narrator, side: str) -> str:
    """Return the role of a side; plain text for chance."""
    if side == CHANCE:
        return "text"
    at = next((n for n, each in enumerate(narrator.spec.sides) if each.id == side), -1)
    return f"side{at}" if at >= 0 else "text"
