"""The shipped values of a map of hexes in its other stagger: the same mosaic with other numbers.

The rows whose numbers are printed keep them. Each hex of the other rows gets the number of the next
column, so that all hexes keep their neighbours (`spec/en/reference/hexes.md`).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from senpu.spec.data import Names, Value, Values
from senpu.spec.forms import HEX, TableForm, find_longest
from senpu.spec.normal_form import is_nothing

GRID, SHIFTED = "grid", "shifted"
PARITIES = ("even", "odd")
PLACE_NAMES = ("place_name", "short_name")

MoveHex = Callable[[str], str]
"""A function that returns the new number of a hex, or "" if it falls off the map."""


def find_move(grid: Mapping[str, Any], kept: str) -> MoveHex:
    """Return the function that renumbers the hexes of a grid for its other stagger.

    >>> move = find_move({"left": 1, "right": 13, "shifted": "even"}, "even")
    >>> move("0612"), move("0713"), move("0701")
    ('0612', '0712', '')

    Args:
        grid: The values of the table `grid`.
        kept: The rows that keep their numbers: `even` or `odd`.
    """
    step = -1 if grid[SHIFTED] == kept else 1

    def move(ident: str) -> str:
        row, column = int(ident[:2]), int(ident[2:])
        if PARITIES[row % 2] != kept:
            column += step
        return f"{row:02}{column:02}" if grid["left"] <= column <= grid["right"] else ""

    return move


def renumber(
    values: Values, forms: Mapping[str, TableForm], kept: str, grid: Mapping[str, Any] | None = None
) -> Values:
    """Return values, with their names of places, in the other stagger of their grid.

    The caller replaces the value `shifted` of the grid. A hex that falls off is
    no longer a key, a member of a list or an end of a hexside; of a line, the longest part remains,
    if it has two hexes or more.
    A value that is one hex gets the outermost hex of its row instead.

    Args:
        values: The values.
        forms: The forms of their tables.
        kept: The rows that keep their numbers: `even` or `odd`.
        grid: The grid in which the values are numbered; by default the table of the values. An
            owner's values may have none.
    """
    grid = grid or values.table(GRID)
    move = find_move(grid, kept)
    tables = {
        name: dict(_renumber_table(table, forms[name], move, grid))
        for name, table in values.tables.items()
    }
    names = {
        name: _renumber_names(table, move) if name in PLACE_NAMES else table
        for name, table in values.names.items()
    }
    return Values(tables, names, values.known)


def _renumber_table(
    table: Mapping[str, Value], form: TableForm, move: MoveHex, grid: Mapping[str, Any]
) -> Iterable[tuple[str, Value]]:
    """Yield the entries of a table that stay on the map."""
    for key, value in table.items():
        moved = move(key) if form.key in ("hex", "place") and HEX.fullmatch(key) else key
        if moved:
            members = _renumber_value(value.value, form, move, grid)
            if not is_nothing(form, key, members) or is_nothing(form, key, value.value):
                yield moved, Value(members, value.provenance, value.source)


def _renumber_value(value: Any, form: TableForm, move: MoveHex, grid: Mapping[str, Any]) -> Any:
    match form.value:
        case "hexes":
            return [moved for moved in map(move, value) if moved]
        case "hexsides":
            sides = [tuple(map(move, side.split("-"))) for side in value]
            return ["-".join(side) for side in sides if all(side)]
        case "line":
            return find_longest(map(move, value))
        case "place" | "location" if HEX.fullmatch(value):
            left, right = (f"{value[:2]}{grid[end]:02}" for end in ("left", "right"))
            return move(value) or (left if value == left else right)
    return value


def _renumber_names(
    names: Mapping[tuple[str, str], Value], move: MoveHex
) -> dict[tuple[str, str], Value]:
    """Return names with the new numbers; an old number without a name has an empty one."""
    found = {key: Value("", value.provenance, value.source) for key, value in names.items()}
    for (language, ident), value in names.items():
        if moved := move(ident) if HEX.fullmatch(ident) else ident:
            found[language, moved] = value
    return found


def follow_stagger(
    values: Values, shifted: Any, forms: Mapping[str, TableForm], kept: str,
    find_names: Callable[[], Names],
) -> Values:  # fmt: skip
    """Return values in the stagger that an owner's file states.

    Args:
        values: The values.
        shifted: The owner's value of `shifted`; None without one.
        forms: The forms of their tables.
        kept: The rows that keep their numbers; empty if the game does not renumber.
        find_names: A function that returns the names of the game in the form of an owner's file.
    """
    grid = values.tables.get(GRID, {})
    if not kept or shifted not in PARITIES or grid[SHIFTED].value == shifted:
        return values
    shipped = find_names()
    names = {key: shipped.get(key, {}) | values.names.get(key, {}) for key in PLACE_NAMES}
    return renumber(Values(values.tables, {**values.names, **names}, values.known), forms, kept)


def drop_unchanged(own: Values, shipped: Values, names: Names) -> Values:
    """Return an owner's values without entries of an export that the owner did not change.

    They have the value, provenance and source of the shipped entry, and so its numbers too.

    Args:
        own: The owner's values.
        shipped: The shipped values.
        names: The shipped names.
    """
    tables = {
        name: _find_changed(table, shipped.tables.get(name, {}))
        for name, table in own.tables.items()
    }
    changed = {name: _find_changed(table, names.get(name, {})) for name, table in own.names.items()}
    return Values(tables, {name: table for name, table in changed.items() if table})


K = TypeVar("K")


def _find_changed(table: Mapping[K, Value], shipped: Mapping[K, Value]) -> dict[K, Value]:
    return {key: value for key, value in table.items() if shipped.get(key) != value}


def list_fallen(values: Values, kept: str) -> list[str]:
    """Return the hexes of a map that have no number in its other stagger."""
    move = find_move(values.table(GRID), kept)
    return [ident for ident in values.tables["terrain"] if not move(ident)]


def is_in_grid(ident: str, grid: Mapping[str, Value]) -> bool:
    """Return whether the number of a hex is within the rows and columns of a grid."""
    top, bottom, left, right = (int(grid[key].value) for key in ("top", "bottom", "left", "right"))
    row, column = int(ident[:2]), int(ident[2:])
    return min(top, bottom) <= row <= max(top, bottom) and left <= column <= right
