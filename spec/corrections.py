"""An owner's file over the shipped values: merged, checked against the forms, completed.

An empty word, or an empty list where a list cannot be empty, removes an entry. Shipped values of a
unit, area or hex that the owner removed are dropped; values in the owner's file must name what the
data set has.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from senpu.notation.messages import Message
from senpu.spec.data import (
    KINDS,
    ROSTER,
    TERRAIN,
    TILE,
    DataError,
    Names,
    Tables,
    Value,
    Values,
    check_editions,
    find_game,
    format_value,
    list_blocks,
    read_blocks,
    read_name_blocks,
)
from senpu.spec.forms import (
    COMMON_FORMS,
    KEY_SHAPES,
    FormScope,
    TableForm,
    describe_form,
    find_accepted,
    find_expected,
    has_key,
    infer_form,
    is_key,
    keep_members,
    limit_provenance,
    list_needed,
)
from senpu.spec.loader import (
    SPEC,
    convert_value,
    list_set_files,
    read_folder,
    read_shipped_names,
    read_toml,
)
from senpu.spec.normal_form import find_absent, normalize, turn_pair
from senpu.spec.stagger import GRID, SHIFTED, drop_unchanged, follow_stagger, is_in_grid

CARRIERS = (ROSTER, TILE, TERRAIN)
"""The tables of the units, areas and hexes that the data set has."""


class DataRules(msgspec.Struct, frozen=True):
    """The forms of a game's tables, and the ids that every data set of the game has."""

    forms: Mapping[str, TableForm]
    editions: tuple[str, ...]
    sides: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    boxes: frozenset[str] = frozenset()
    kept_rows: str = ""
    folder: Path = SPEC

    def find_names(self) -> Names:
        """Return the shipped names in the form of an owner's file."""
        return read_shipped_names(self.folder)

    def find_sets(self) -> Iterator[Tables]:
        """Yield the values of the other shipped data sets."""
        for name, edition in product(list_set_files(self.folder), self.editions):
            if (values := read_shipped_set(self.folder, name, edition)) is not None:
                yield values.tables

    def follow(self, shipped: Values, own: Values) -> Values:
        """Return shipped values in the stagger of an owner's values."""
        shifted = own.tables.get(GRID, {}).get(SHIFTED)
        value = shifted and shifted.value
        return follow_stagger(shipped, value, self.forms, self.kept_rows, self.find_names)

    def make_scope(self, tables: Tables) -> FormScope:
        """Return the ids that keys and values of a data set may name."""
        places = {*tables.get(TILE, {}), *tables.get(TERRAIN, {})}
        return FormScope(
            {key: str(each.value) for key, each in tables.get(ROSTER, {}).items()},
            {key: str(each.value) for key, each in tables.get(KINDS, {}).items()},
            frozenset(places),
            self.boxes,
            self.sides,
            self.kinds,
            {key: str(each.value) for key, each in tables.get(TERRAIN, {}).items()},
        )


@cache
def read_data_rules(path: Path) -> DataRules:
    """Return the rules for the data sets of a game: its tables as in `forms.toml`, else inferred.

    Raises:
        DataError: A file is invalid.
    """
    folder, file = read_folder(path), path / "forms.toml"
    stated: dict[str, TableForm] = dict(COMMON_FORMS)
    if file.exists():
        stated |= convert_value(read_toml(file), dict[str, TableForm], f"{path.name}/forms.toml")
    found: dict[str, list[Any]] = {}
    for each in folder.values.values():
        for name, table in each.tables.items():
            found.setdefault(name, []).extend(value.value for value in table.values())
    order = [name for name in dict.fromkeys((*stated, *found)) if name in found]
    game = folder.game
    return DataRules(
        {name: stated.get(name) or infer_form(found[name]) for name in order},
        tuple(game.edition),
        tuple(side.id for side in game.side),
        tuple(kind.id for kind in game.kind),
        frozenset(box.place for box in game.box if box.place),
        game.kept_rows,
        path,
    )


@cache
def read_shipped_set(path: Path, name: str, edition: str) -> Values | None:
    """Return the values of a shipped data set for an edition; None if it is for another one.

    Args:
        path: The folder of the game.
        name: The name of the set's file without `.toml`.
        edition: The edition.

    Raises:
        DataError: The file is invalid.
    """
    file = list_set_files(path)[name]
    raw, folder = read_toml(file), read_folder(path)
    if find_game(raw, file) not in (folder.game.game, f"{folder.game.game}/{edition}"):
        return None
    shipped = folder.values[edition]
    return read_own_values(raw, str(file), shipped, read_data_rules(path), edition)


def read_own_values(
    raw: dict[str, Any],
    file: str,
    shipped: Values,
    rules: DataRules,
    edition: str,
) -> Values:
    """Return the shipped values of an edition, corrected by a user's data file.

    The file of a shipped data set has the normal form.

    Args:
        raw: The content of the file.
        file: The name of the file, for errors.
        shipped: The shipped values.
        rules: The forms of the game.
        edition: The edition.

    Returns:
        The values.

    Raises:
        DataError: The file is invalid.
    """
    blocks = list_blocks(raw, file)
    check_editions(blocks, rules.editions)
    if "/" in str(raw.get("game", "")):
        for _, name, block in blocks:
            if block.get("edition", edition) != edition:
                given = format_value(block["edition"])
                raise DataError(
                    "otherEdition", file=file, table=name, edition=given, game=raw["game"]
                )
    own = read_blocks(blocks, edition)
    names = read_name_blocks(blocks, edition)
    is_normal = Path(file) in list_set_files(rules.folder).values()
    return correct_values(shipped, Values(own.tables, names), rules, file, is_normal)


def list_limited(raw: dict[str, Any], values: Values, edition: str) -> list[str]:
    """Return the values that a valid data file states as more certain than their unit or area.

    Args:
        raw: The content of the file.
        values: The values that were read from it.
        edition: The edition.
    """
    return [
        f"{name}.{key}"
        for name, table in read_blocks(list_blocks(raw, ""), edition).tables.items()
        for key, value in table.items()
        if key in values.tables[name] and values.tables[name][key].provenance != value.provenance
    ]


def correct_values(
    shipped: Values, own: Values, rules: DataRules, file: str, is_normal: bool = False
) -> Values:
    """Return `shipped` with the values of `own` in place of its values, in their normal form.

    Args:
        shipped: The values to correct.
        own: The values and names of the owner.
        rules: The forms of the game.
        file: The name of the owner's file, for errors.
        is_normal: Whether the values have their normal form, which another file can take over.

    Raises:
        DataError: A table, key or value of `own` is invalid, or a unit lacks a value.
    """
    followed = rules.follow(shipped, own)
    is_turned = followed is not shipped
    if is_turned:
        own = drop_unchanged(own, shipped, rules.find_names())
        shipped = followed
    own = Values(_turn_pairs(own.tables, shipped.tables, rules.forms, file), own.names)
    tables: Tables = {name: dict(table) for name, table in shipped.tables.items()}
    removed: set[str] = set()
    for name, table in own.tables.items():
        if name not in tables:
            raise DataError("unknownTable", file=file, table=name, have=tuple(tables))
        for key, value in table.items():
            known = shipped.tables[name]
            _check_key(rules.forms[name], name, key, known, file)
            if name == GRID:  # decides which hexes there are
                scope = rules.make_scope(shipped.tables)
                _check_value(rules.forms[name], name, key, value.value, scope, known, file)
            if removes_entry(rules.forms[name], value.value):
                _check_removed(rules, name, key, (shipped, own.tables), file)
                tables[name].pop(key, None)
                removed |= {key} if name in CARRIERS else set()
            else:
                tables[name][key] = value
    _drop_hexes(tables, own.tables, file)
    scope = rules.make_scope(tables)
    for name, table in own.tables.items():
        form = rules.forms[name]
        for key, value in table.items():
            if key not in tables[name] or not removed.isdisjoint((key, *key.split("-"))):
                continue
            if not has_key(form, key, scope):
                ident, fields = _describe_stray(form, key, scope)
                raise DataError(ident, file=file, key=f"{name}.{key}", **fields)
            _check_value(form, name, key, value.value, scope, shipped.tables[name], file)
    kept = {
        name: dict(_keep_values(table, own.tables.get(name, {}), rules.forms[name], scope))
        for name, table in tables.items()
    }
    _check_complete(kept, rules, scope, file)
    _check_kept(kept, own.tables, rules, scope, file)
    if not is_normal:
        sets = tuple if is_turned else rules.find_sets
        kept = normalize(
            kept, own.tables, shipped.tables, rules.forms,
            lambda name, key: has_key(rules.forms[name], key, scope), sets,
        )  # fmt: skip
    _check_tables(kept, rules, file)
    _check_names(own.names, rules, scope, removed, file)
    limited = limit_provenance(kept, rules.forms, shipped.known.get(TILE, {}))
    names = _join_names(shipped.names, own.names)
    absent = find_absent(own.tables, kept, shipped.absent)
    return Values(limited, names, shipped.known, absent)


def _turn_pairs(
    own: Tables, shipped: Tables, forms: Mapping[str, TableForm], file: str
) -> Tables:  # fmt: skip
    """Return an owner's values with the areas of each new pair in order. Raises DataError."""
    found: Tables = {}
    for name, table in own.items():
        found[name] = turned = {}
        is_pair = name in forms and forms[name].key == "pair"
        known = shipped.get(name, {})
        for key, value in table.items():
            is_new = is_pair and key not in known and "-".join(key.split("-")[::-1]) not in known
            pair = turn_pair(key) if is_new else key
            if pair in turned:
                raise DataError("valueTwice", file=file, key=f"{name}.{key}")
            turned[pair] = value
    return found


def _check_value(
    form: TableForm, name: str, key: str, given: Any, scope: FormScope,
    shipped: Mapping[str, Value], file: str,
) -> None:  # fmt: skip
    """Check the value of a key of an owner's file against its form."""
    expected = find_expected(form, key, given, scope, shipped.get(key))
    if expected is not None:
        raise DataError(
            "wrongValue", file=file, key=f"{name}.{key}", given=format_value(given),
            expected=expected,
        )  # fmt: skip


def _check_tables(tables: Tables, rules: DataRules, file: str) -> None:
    """Check the tables that need an entry, and those whose keys differ in their values."""
    for name, table in tables.items():
        form = rules.forms[name]
        values = [each.value for each in table.values()]
        if form.used and not any(each is not False for each in values):
            what = "true" if form.value == "truth" else describe_form(form)
            raise DataError("unusedTable", file=file, table=name, expected=what)
        first: dict[str, str] = {}
        for key in form.distinct:
            value = str(table[key].value)
            if (other := first.setdefault(value, key)) != key:
                raise DataError(
                    "equalValues", file=file, key=f"{name}.{key}", value=value,
                    other=f"{name}.{other}",
                )  # fmt: skip


def _check_names(
    own: Names, rules: DataRules, scope: FormScope, removed: set[str], file: str
) -> None:
    """Check that an owner's names are for units, places and cards of the data set or the game."""
    for table, names in own.items():
        shipped = {ident for _, ident in rules.find_names().get(table, {})}
        have = {"unit_name": scope.units.keys(), "card_name": ()}
        known = {*have.get(table, (*scope.places, *scope.boxes)), *shipped, *removed}
        for _, ident in names:
            if ident not in known:
                raise DataError("strayName", file=file, key=f"{table}.{ident}")


def _drop_hexes(tables: Tables, own: Tables, file: str) -> None:
    """Remove the shipped hexes outside a grid that the owner made smaller."""
    grid, terrain = tables.get(GRID, {}), tables.get(TERRAIN, {})
    is_valid = all(type(each.value) is int for key, each in grid.items() if key != SHIFTED)
    if own.get(GRID) and is_valid:  # else the check of the values reports it
        left, right = grid["left"].value, grid["right"].value
        if left > right:
            key = "right" if "right" in own[GRID] else "left"
            raise DataError("turnedGrid", file=file, key=f"{GRID}.{key}", left=left, right=right)
        kept = own.get(TERRAIN, {})
        for ident in [each for each in terrain if each not in kept]:
            if not is_in_grid(ident, grid):
                del terrain[ident]


def removes_entry(form: TableForm, value: Any) -> bool:
    """Return whether a value removes an entry: an empty word, or an empty list of a fixed size."""
    if form.closed:
        return False
    is_whole = form.value in ("tile", "numbers") or (form.value == "words" and form.count > 0)
    return value == "" or (value == [] and is_whole)


def _check_removed(
    rules: DataRules, name: str, key: str, known: tuple[Values, Tables], file: str
) -> None:  # fmt: skip
    """Check that an entry to remove exists, or that its units and places do.

    An owner may state that a unit has no value, that two areas are not adjacent, or that a place of
    the grid has no hex.

    Raises:
        DataError: There is nothing to remove.
    """
    shipped, own = known
    if name == TERRAIN:
        grid = own.get(GRID, {}).items()
        bounds = {key: value for key, value in grid if type(value.value) is int}
        if is_in_grid(key, shipped.tables[GRID] | bounds):
            return
    form = rules.forms[name]
    had = (shipped.tables, shipped.known, shipped.absent)
    is_carrier, has_places = name in CARRIERS, form.key in ("unit", "place", "pair", "hex")
    if any(key in each.get(name, {}) for each in had) or not (is_carrier or has_places):
        return
    tables, there = ([name], had) if is_carrier else (CARRIERS, (*had, own))
    named = {ident for each in there for table in tables for ident in each.get(table, {})}
    if not named.issuperset(key.split("-") if form.key == "pair" else [key]):
        raise DataError("nothingToRemove", file=file, key=f"{name}.{key}")


def _check_key(
    form: TableForm, name: str, key: str, shipped: Mapping[str, Value], file: str
) -> None:
    first, joint, second = key.partition("-")
    if form.key in ("pair", "word") and joint and first and first != second:
        pair = f"{second}-{first}"
        if pair in shipped:
            raise DataError("turnedPair", file=file, table=name, given=key, pair=pair)
    if form.closed and key not in shipped:
        raise DataError("unknownTableKey", file=file, table=name, key=key, have=tuple(shipped))
    if not is_key(form, key):
        expected = Message(KEY_SHAPES.get(form.key, "errors.formWord"))
        raise DataError("badKeyShape", file=file, key=f"{name}.{key}", expected=expected)


def _describe_stray(form: TableForm, key: str, scope: FormScope) -> tuple[str, dict[str, Any]]:
    """Return the id and the fields of the error for a key that names nothing in the data set."""
    if form.key == "kind":
        return "strayKind", {"kind": key, "have": scope.kinds}
    if form.key != "unit":
        place = next(each for each in key.split("-") if each not in scope.places)
        return "strayPlace", {"place": place}
    if key not in scope.units:
        return "strayUnit", {"unit": key}
    return "wrongUnitKind", {"unit": key, "kind": scope.kind.get(key, ""), "have": form.only}


def _keep_values(
    table: Mapping[str, Value], own: Mapping[str, Value], form: TableForm, scope: FormScope
) -> Iterator[tuple[str, Value]]:
    """Yield the values of a table that still name something."""
    for key, value in table.items():
        if has_key(form, key, scope):
            members = value.value if key in own else keep_members(form, value.value, scope)
            same = members == value.value
            yield key, value if same else Value(members, value.provenance, value.source)


def _check_complete(tables: Tables, rules: DataRules, scope: FormScope, file: str) -> None:
    """Check that each side has a unit, and that each unit and area has its values."""
    if tables.get(ROSTER) is not None:
        for side in rules.sides:
            if side not in scope.units.values():
                raise DataError("sideWithoutUnits", file=file, side=side)
    for name, table in tables.items():
        form = rules.forms[name]
        for key in list_needed(form, scope):
            if key not in table:
                expected = describe_form(form.select(key), find_accepted(form, scope))
                raise DataError(
                    "incompleteValues",
                    file=file,
                    key=f"{name}.{key}",
                    expected=expected,
                )


def _check_kept(
    tables: Tables, own: Tables, rules: DataRules, scope: FormScope, file: str
) -> None:  # fmt: skip
    """Check the shipped values that name a hex, which the owner may have removed."""
    for name, table in tables.items():
        form = rules.forms[name]
        if form.value not in ("hexes", "place", "location"):
            continue
        for key, value in table.items():
            if key in own.get(name, {}):
                continue
            expected = find_expected(form, key, value.value, scope, value)
            if expected is not None:
                raise DataError("lostPlaces", file=file, key=f"{name}.{key}", expected=expected)


def _join_names(shipped: Names, own: Names) -> Names:
    """Return the names of an owner's file over the names of the data set that it corrects."""
    return {table: shipped.get(table, {}) | own.get(table, {}) for table in {**shipped, **own}}


class Change(NamedTuple):
    """An entry in which a data set differs from the shipped one."""

    name: str
    """`points.i1`; of a name with its language: `unit_name.en.i1`."""
    old: Value | None
    """None for a new entry."""
    new: Value | None
    """None for an entry that was removed."""


def list_changes(shipped: Values, own: Values) -> list[Change]:
    """Return the values and names in which a data set differs from the shipped one.

    Values of units, areas and hexes that were removed go without saying.

    Args:
        shipped: The shipped values, with the shipped names.
        own: The values and names of an owner.
    """
    changes: list[Change] = []
    lost = {
        key for name in CARRIERS for key in shipped.tables.get(name, {})
        if key not in own.tables.get(name, {})
    }  # fmt: skip
    for name, table in shipped.tables.items():
        is_carrier = name in CARRIERS
        old = {key: each for key, each in table.items()
               if is_carrier or lost.isdisjoint((key, *key.split("-")))}  # fmt: skip
        _compare(changes, f"{name}.", old, own.tables.get(name, {}))
    for name, names in own.names.items():
        old = {".".join(key): value for key, value in shipped.names.get(name, {}).items()}
        new = {".".join(key): value for key, value in names.items()}
        new = {key: value for key, value in new.items() if value.value or key in old}  # no name
        _compare(changes, f"{name}.", {key: old[key] for key in new if key in old}, new)
    return changes


def _compare(
    changes: list[Change], prefix: str, old: Mapping[str, Value], new: Mapping[str, Value]
) -> None:
    for key in {**old, **new}:
        before, after = old.get(key), new.get(key)
        if before is None or after is None or before.value != after.value:
            changes.append(Change(prefix + key, before, after))
