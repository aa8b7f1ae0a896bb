"""The provenance of the data (printed, inferred, placeholder), and details of a unit or area."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from rich.cells import cell_len

from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import name_data_set
from senpu.replay.core.rules import Piece
from senpu.spec.data import PROVENANCES, ROSTER, TILE, WEAK_PROVENANCES, count_facts
from senpu.tui.boards.scene import Scene
from senpu.tui.render.data_sets import name_values
from senpu.tui.render.influence_report import (
    describe_influence,
    describe_measure,
    list_influential,
)
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.uncertainty_report import name_unknown
from senpu.tui.widgets.clicks import ObjectClicked, ObjectHovered
from senpu.tui.widgets.painting import Look, Row, wrap_cells
from senpu.tui.widgets.panels import Block, measure_labels

SHOWN_FIELDS = {"points": "full", "enters": "turn"}
"""Tables whose numbers a piece of the board shows, and their field."""


MOST_INFLUENTIAL = 5
"""The number of influential values in the details."""
DIGITS = 12
"""The first digits of a digest."""


def find_tables(narrator: Narrator, provenance: str) -> dict[str, int]:
    """Return the names of the tables with values of a provenance, and the number of values."""
    found: dict[str, int] = {}
    for name, table in narrator.spec.values.tables.items():
        count = sum(
            count_facts(value.value) for value in table.values() if value.provenance == provenance
        )
        if count and name != TILE:
            found[narrator.table(name)] = count
    return found


def find_name_tables(narrator: Narrator, provenance: str) -> dict[str, int]:
    """Return the names of the tables with names of a provenance, and the number of names."""
    found: dict[str, int] = {}
    for key in ("unit_name", "place_name"):
        blocks = narrator.spec.name_blocks(key)
        count = sum(len(block.ids) for block in blocks if block.provenance == provenance)
        if count:
            found[narrator.table(key)] = count
    return found


def describe_sign(narrator: Narrator, look: Look) -> str:
    """Return the text of the header's sign: the number of values with the weakest provenance.

    It is empty if all are from the rulebook or follow from it.
    """
    counts = narrator.spec.values.count_by_provenance()
    for provenance in reversed(WEAK_PROVENANCES):
        if count := counts[provenance]:
            return look.word(f"sign_{provenance}", n=count)
    return ""


def render_sources(
    scene: Scene, narrator: Narrator, look: Look, pointed: ObjectClicked | None, width: int
) -> Block:
    """Return the provenance of all values; first of the unit or place that is pointed at."""
    texts: list[tuple[str, str, str]] = []
    if pointed is not None:
        is_unit = pointed.kind == "unit"
        name = narrator.unit(pointed.ident) if is_unit else narrator.place(pointed.ident)
        texts.append((name, "text", "b"))
        texts += [(f"  {line}", "text", "") for line in _describe_sources(narrator, look, pointed)]
    data = name_data_set(narrator.spec)
    name = name_values(data, look.language)
    digest = look.word("data_digest", name=name, digest=data.values.digest()[:DIGITS])
    texts.append((digest, "text", "b"))
    if data.file is not None and not data.title:
        texts.append((make_printable(str(data.file)), "dim", ""))
    texts += _list_influential(narrator, look)
    if describe_sign(narrator, look):
        texts.append((look.word("sources_sign"), "note", ""))
    for provenance in reversed(PROVENANCES):
        found = find_tables(narrator, provenance) | find_name_tables(narrator, provenance)
        names = look.word("and").join(f"{name} {count}" for name, count in found.items())
        if names:
            label = look.word("values_are", provenance=look.word(provenance), names=names)
            texts.append((label, "text" if provenance in WEAK_PROVENANCES else "dim", ""))
    ident = narrator.spec.id.partition("/")[0]
    texts.append((look.word("sources_list", game=ident), "faint", ""))
    rows = [
        Row(look).add(" " + line, role, how)
        for text, role, how in texts
        for line in wrap_cells(text, width - 3)
    ]
    return Block(look.word("sources"), rows)


def _list_influential(narrator: Narrator, look: Look) -> Iterator[tuple[str, str, str]]:
    """Yield the unknown values that decide games most, with their influence."""
    found = list_influential(narrator, MOST_INFLUENTIAL)
    if found:
        game = narrator.spec.game.game
        title = look.word("sources_influence", measure=describe_measure(narrator), game=game)
        yield title, "note", ""
    for number, (unknown, influence) in enumerate(found, 1):
        provenance = look.word(unknown.find_provenance(narrator.spec.values))
        effect = describe_influence(influence, narrator)
        parts = (name_unknown(unknown, narrator), provenance, effect)
        yield f"{number}. {look.word('and').join(parts)}", "text", ""


def _describe_sources(narrator: Narrator, look: Look, pointed: ObjectClicked) -> Iterator[str]:
    """Yield the tables with values of a unit or place, by provenance."""
    named: dict[str, list[str]] = {}
    for name, table in narrator.spec.values.tables.items():
        if pointed.ident in table:
            provenance = table[pointed.ident].provenance
            named.setdefault(provenance, []).append(narrator.table(name))
    if block := narrator.spec.name_block(pointed.ident):
        named.setdefault(block.provenance, []).insert(0, look.word("name"))
    for provenance, names in named.items():
        listed = look.word("and").join(names)
        yield look.word("values_are", provenance=look.word(provenance), names=listed)


def render_provenance(counts: dict[str, int], look: Look, width: int) -> Iterator[Row]:
    """Return the number of values by provenance, with bars."""
    most = max(max(counts.values()), 1)
    start = measure_labels(map(look.word, counts)) + 2
    room = max(min(width - start - 7, 30), 1)
    for provenance, count in counts.items():
        role = {"inferred": "dim", "placeholder": "note"}.get(provenance, "text")
        row = Row(look).add(" " + look.word(provenance), role).pad_to(start)
        row.add(f"{count:>4}  ", role)
        yield row.add(look.signs.full * -(-count * room // most), role)


def describe_object(
    scene: Scene,
    narrator: Narrator,
    look: Look,
    pointed: ObjectClicked | ObjectHovered | None,
    near: tuple[str, ...],
) -> str:
    """Return the details of the selected unit or area; `near` are the adjacent areas."""
    if pointed is None:
        return ""
    if pointed.kind == "unit":
        return describe_unit(scene, narrator, look, pointed.ident)
    return describe_area(scene, narrator, look, pointed.ident, near)


def describe_unit(scene: Scene, narrator: Narrator, look: Look, ident: str) -> str:
    """Return a unit in a line: side, values, place."""
    piece = next((each for each in scene.board.pieces if each.id == ident), None)
    if piece is None:
        return ""
    parts = [narrator.side(piece.side)]
    if piece.reduced:
        parts.append(look.word("row_reduced"))
    if piece.full and piece.place:
        points = look.word("points_of", count=piece.points, of=piece.full)
        parts.append(points + _mark(narrator, "points", ident))
    shown = {name: getattr(piece, what) for name, what in SHOWN_FIELDS.items()}
    parts += _values(narrator, ident, shown)
    if piece.place:
        parts.append(narrator.place(piece.place))
    elif piece.fate == "due":
        parts.append(look.word("due_on", n=piece.turn) + _mark(narrator, "enters", ident))
    elif piece.fate:
        parts.append(narrator.label(piece.fate))
    name = narrator.unit(ident) + _mark(narrator, ROSTER, ident)
    return f"{name}{look.word('colon')}{look.word('and').join(parts)}"


def _mark(narrator: Narrator, table: str, key: str) -> str:
    """Return the sign of doubt of a value; "" if it is printed, or if there is no such value."""
    value = narrator.spec.values.tables.get(table, {}).get(key)
    return "" if value is None else mark_doubt(value.provenance)


def describe_area(
    scene: Scene, narrator: Narrator, look: Look, ident: str, near: Iterable[str]
) -> str:
    """Return an area in a line: neighbours, units by name, values."""
    neighbours = " ".join(near)
    parts = [look.word("adjacent", places=neighbours)] if neighbours else []
    here = tuple(piece.id for piece in scene.board.pieces if piece.place == ident)
    parts += [look.word("and").join(map(narrator.unit, here))] if here else []
    notes = scene.board.notes.get(ident, ())
    parts += map(narrator.label, notes)
    parts += _values(narrator, ident, dict.fromkeys(notes, True))
    return f"{narrator.place(ident)}{look.word('colon')}{look.word('and').join(parts)}"


def _values(narrator: Narrator, ident: str, shown: Mapping[str, int]) -> list[str]:
    """Return a unit's or area's values, least certain first."""
    tables = narrator.spec.values.tables
    found = [
        (name, table[ident])
        for name, table in tables.items()
        if ident in table and name not in (ROSTER, TILE)
    ]
    found.sort(key=lambda pair: (isinstance(pair[1].value, str),
                                 -PROVENANCES.index(pair[1].provenance)))  # fmt: skip
    values: list[str] = []
    for name, held in found:
        value, mark = held.value, _mark(narrator, name, ident)
        text = "/".join(map(str, value)) if isinstance(value, list) else str(value)
        if isinstance(value, bool):
            if value and name not in shown:
                values.append(f"{narrator.table(name)}{mark}")
        elif isinstance(value, str):
            word = narrator.value(name, text)
            if word.casefold() not in narrator.unit_name(ident).casefold():
                values.append(f"{word}{mark}")
        elif name not in shown or shown[name] != value:
            values.append(f"{narrator.table(name)} {text}{mark}")
    return values


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
    return Block(look.word("strength"), rows)
