"""An owner's file during entry: its values and names, kept consistent, and its text.

The file has only what the owner entered, and values that entered values require. These have the
provenance placeholder until they are entered too, so that the file is complete after each answer.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from senpu.spec.corrections import DataRules, removes_entry
from senpu.spec.data import (
    COPY,
    KINDS,
    ROSTER,
    TERRAIN,
    TILE,
    DataError,
    Names,
    Tables,
    Value,
    Values,
    dump_values,
    find_game,
    list_blocks,
    read_blocks,
    read_name_blocks,
)
from senpu.spec.forms import (
    LISTS,
    FormScope,
    TableForm,
    find_accepted,
    find_expected,
    has_key,
    keep_members,
    list_needed,
)
from senpu.spec.stagger import GRID, is_in_grid, renumber

PENDING = ("placeholder", "not entered yet")
"""The provenance and the source of a value that the file needs and the owner has not entered."""
LEFT = "not on my copy"
"""The source of a value that the owner cannot read off; the shipped source follows it."""
PLACED = frozenset(("place", "location", "hexes", "hexsides", "line"))
"""The forms of values that name places."""


def is_unanswered(value: Value) -> bool:
    """Return whether a value waits for the owner's answer."""
    return (value.provenance, value.source) == PENDING


class OwnerFile(NamedTuple):
    """The values and names of an owner's file."""

    game: str
    """The game or the rule set that the file names."""
    tables: Tables
    names: Names


def read_owner_file(raw: dict[str, Any], file: str) -> OwnerFile:
    """Return the values and names of a file without comments.

    Args:
        raw: The content of the file.
        file: The name of the file, for errors.

    Raises:
        DataError: The file is not a data file, or has blocks for one edition only.
    """
    game = find_game(raw, Path(file))
    blocks = list_blocks(raw, file)
    for _, name, block in blocks:
        if "edition" in block:
            raise DataError("editionBlock", file=file, table=name)
    return OwnerFile(game, read_blocks(blocks).tables, read_name_blocks(blocks))


def copy_file(own: OwnerFile) -> OwnerFile:
    """Return a copy of an owner's values, which later changes leave as is."""
    tables = {name: dict(table) for name, table in own.tables.items()}
    return OwnerFile(own.game, tables, {name: dict(table) for name, table in own.names.items()})


def rename_source(own: OwnerFile, old: str, new: str) -> tuple[OwnerFile, int]:
    """Return an owner's values with another source in place of one, and their number."""
    made, changed = copy_file(own), 0
    for table in made.tables.values():
        for key, value in table.items():
            if value.source == old:
                table[key], changed = replace(value, source=new), changed + 1
    for names in made.names.values():
        for named, value in names.items():
            if value.source == old:
                names[named], changed = replace(value, source=new), changed + 1
    return made, changed


def restagger(own: OwnerFile, values: Values, rules: DataRules) -> OwnerFile:
    """Return an owner's values in the other stagger of a map of hexes.

    Args:
        own: The values; the caller replaces the value `shifted` of the grid.
        values: The whole data set before.
        rules: The rules of the game's data.
    """
    if not rules.kept_rows:
        return own
    entered = Values(own.tables, own.names)
    made = renumber(entered, rules.forms, rules.kept_rows, values.table(GRID))
    names = {
        name: {key: each for key, each in table.items() if each.value}
        for name, table in made.names.items()
    }
    return OwnerFile(own.game, made.tables, names)


def format_data_file(values: Values, game: str, copy: str = "") -> Iterator[str]:
    """Yield the text of a data file, a block at a time, with the name of the owner's copy."""
    import tomli_w  # most commands write no data file

    for name, entry in dump_values(values, game).items():
        if not isinstance(entry, list):
            yield tomli_w.dumps({name: entry})
            if copy and name == "game":
                yield tomli_w.dumps({COPY: copy})
            continue
        for block in entry:
            yield f"\n[[{name}]]\n{tomli_w.dumps(block)}"


def settle(own: Tables, shipped: Values, rules: DataRules) -> None:
    """Make the values of an owner consistent, in place.

    Drop values of units and places that are gone, and members of lists that the map no longer has.
    Add as pending values what a new unit or area needs, copied from a similar one, and a place
    for what was at a place that is gone.
    """
    _drop_healed(own, shipped, rules)
    for _ in range(len(own) + 3):  # a new value may require another one
        if not _settle_once(own, shipped, rules):
            return


def _drop_healed(own: Tables, shipped: Values, rules: DataRules) -> None:
    """Remove pending values in place of shipped values that are possible again."""
    merged = merge_values(own, shipped, rules)
    scope = rules.make_scope(merged)
    for name, table in own.items():
        form = rules.forms[name]
        for key, value in [*table.items()]:
            known = shipped.tables[name].get(key)
            if (
                known is not None
                and is_unanswered(value)
                and has_key(form, key, scope)
                and keep_members(form, known.value, scope) == known.value
                and find_expected(form, key, known.value, scope, known) is None
            ):
                del table[key]


def _settle_once(own: Tables, shipped: Values, rules: DataRules) -> bool:
    """Apply each correction that the values need now. Return whether anything changed."""
    for key in [*own.get(TERRAIN, {})]:
        if not is_in_grid(key, shipped.tables[GRID] | own.get(GRID, {})):
            del own[TERRAIN][key]
    tables = merge_values(own, shipped, rules)
    scope = rules.make_scope(tables)
    changed = False
    for name, table in own.items():
        form = rules.forms[name]
        for key, value in list(table.items()):
            if key not in tables[name]:  # a removal, or an entry that the owner's copy lacks
                is_known = key in shipped.tables[name] or form.key == "hex"
                if not is_known and not has_key(form, key, scope):
                    del table[key]
                continue
            if not has_key(form, key, scope):
                del table[key]
                changed = True
            elif (kept := keep_members(form, value.value, scope)) != value.value:
                table[key] = replace(value, value=kept)
                changed = True
    for name, form in rules.forms.items():
        for key in list_needed(form, scope) if name in tables else ():
            if key not in tables[name]:
                made = _make_pending(name, key, (tables, shipped.tables), scope, form)
                own.setdefault(name, {})[key] = Value(made, *PENDING)
                changed = True
        for key, value in [*tables.get(name, {}).items()] if form.value in PLACED else ():
            kept = keep_members(form, value.value, scope)
            lost = has_key(form, key, scope) and find_expected(form, key, kept, scope, value)
            if lost and scope.places:
                held = tables[name] | own.get(name, {})
                taken = {str(each.value) for each in held.values()}
                made = _find_possible(form, key, kept, scope, taken)
                own.setdefault(name, {})[key] = Value(made, *PENDING)
                changed = True
    return changed


def _find_possible(
    form: TableForm, key: str, old: Any, scope: FormScope, taken: set[str]
) -> Any:  # fmt: skip
    """Return a value for a key whose value is no longer possible.

    It is the rest of a list, else the first place that the table accepts, if possible one that is
    not `taken`.
    """
    if isinstance(old, list):
        rest = [each for each in old if find_expected(form, key, [each], scope, None) is None]
        if rest and find_expected(form, key, rest, scope, None) is None:
            return rest
    listed = sorted(scope.places, key=lambda place: (place in taken, place))
    for place in listed:
        value = [place] if form.value in LISTS else place
        if find_expected(form, key, value, scope, None) is None:
            return value
    return [listed[0]] if form.value in LISTS else listed[0]


def merge_values(own: Tables, shipped: Values, rules: DataRules) -> Tables:
    """Return the shipped values with the owner's in place of theirs; unchecked."""
    tables: Tables = {name: dict(table) for name, table in shipped.tables.items()}
    grid = tables.get(GRID, {}) | own.get(GRID, {})
    if GRID in own:
        hexes = tables[TERRAIN].items()
        tables[TERRAIN] = {key: value for key, value in hexes if is_in_grid(key, grid)}
    for name, table in own.items():
        for key, value in table.items():
            if removes_entry(rules.forms[name], value.value):
                tables[name].pop(key, None)
            else:
                tables[name][key] = value
    return tables


def _make_pending(
    name: str, key: str, known: tuple[Tables, Tables], scope: FormScope, form: TableForm
) -> Any:
    """Return a value for a new unit or area: of a similar unit, else the first that is accepted.

    Args:
        name: The table.
        key: The unit or area.
        known: The values in effect and the shipped ones; a similar unit may be in these alone.
        scope: The ids of the data set.
        form: The form of the table.
    """
    tables, shipped = known
    if name == TILE:
        taken = [each.value for each in tables[TILE].values()]
        return [0, max((tile[1] + (tile[3:] or [1])[0] for tile in taken), default=0)]
    if form.key == "unit":
        for donor in find_similar(key, tables, shipped):
            for table in (tables[name], shipped[name]):
                if donor in table:
                    return table[donor].value
    if words := find_accepted(form, scope):
        return [words[0]] * form.count if form.value in LISTS else words[0]
    if form.value == "truth":
        return False
    return [form.least] * max(form.count, 1) if form.value in LISTS else form.least


def find_similar(unit: str, tables: Tables, shipped: Tables) -> list[str]:
    """Return the other units, first units of the side, with the same kind and the same letters."""
    letters = unit.rstrip("0123456789")
    sides = shipped[ROSTER] | tables[ROSTER]
    kinds = shipped.get(KINDS, {}) | tables.get(KINDS, {})

    def rank(other: str) -> tuple[bool, bool, bool]:
        return (
            sides[other].value != sides[unit].value,
            unit in kinds and (other not in kinds or kinds[other].value != kinds[unit].value),
            other.rstrip("0123456789") != letters,
        )

    return sorted((each for each in sides if each != unit), key=rank)
