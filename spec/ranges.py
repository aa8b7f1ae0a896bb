"""The plausible values of each unknown value, and data sets drawn from them.

`ranges.toml` of a game has three kinds of blocks (`spec/en/reference/data-files.md`, "Ranges"):
`[[range]]` lists the values of some keys of a table, `[[alternative]]` the states of values that
depend on each other, and `[[fixed]]` gives the reason why a value is not drawn. Each block has its
argument, `why`.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from senpu.spec.corrections import correct_values, read_data_rules
from senpu.spec.data import (
    PROVENANCES,
    ROSTER,
    TERRAIN,
    TILE,
    DataError,
    Value,
    Values,
    format_value,
)
from senpu.spec.forms import HEX, has_key, keep_members
from senpu.spec.loader import Spec, convert_value, read_folder, read_toml
from senpu.spec.stagger import GRID, SHIFTED, find_move, renumber

FILE = "ranges.toml"
WEAK = frozenset(PROVENANCES[-2:])
"""The provenances of values that a block of `ranges.toml` must name."""
CERTAIN = PROVENANCES[0]
"""A value with this provenance in the data set of a game is not drawn."""
NEW = "inferred"
"""The provenance of a value that the shipped data do not have, such as a further neighbour."""

Key = tuple[str, str]
"""A table and a key."""
Tables = dict[str, dict[str, Any]]


class RangeBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some keys of a table with their plausible values, in order."""

    id: str
    table: str
    keys: tuple[str, ...]
    why: str
    values: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    each: bool = False
    """True if each key is drawn by itself; else all have the same value."""
    edition: str = ""
    switch: str = ""
    """The switch of the rule set without which the values have no effect."""


class ChoiceBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state of an alternative: complete values, and members that lists have or lack."""

    label: str
    """The name in reports, in any language: numbers and signs."""
    why: str = ""
    weight: int = 1
    values: Tables = {}
    add: Tables = {}
    drop: Tables = {}


class AlternativeBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values that depend on each other, in the states that are plausible."""

    id: str
    why: str
    choice: tuple[ChoiceBlock, ...]
    leading: str = ""
    """The value from which the others follow, such as `place.port`; its provenance counts."""
    edition: str = ""
    switch: str = ""


class FixedBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Unknown values that are not drawn; without keys, all others of the table."""

    table: str
    why: str
    keys: tuple[str, ...] = ()
    edition: str = ""


Block = TypeVar("Block", RangeBlock, FixedBlock)


class RangesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `ranges.toml`."""

    range: tuple[RangeBlock, ...] = ()
    alternative: tuple[AlternativeBlock, ...] = ()
    fixed: tuple[FixedBlock, ...] = ()


class Unknown(msgspec.Struct, frozen=True):
    """A value, or a group of values, that is drawn as one."""

    id: str
    """The id of its block; of one key of a block, also the key: `terrain_west.1204`."""
    choices: tuple[ChoiceBlock, ...]
    is_ordered: bool
    """True if the choices rise from the least to the most."""
    keys: tuple[Key, ...]
    """The values that it changes."""
    why: str
    leading: Key | None = None
    """The value from which the others follow, if there is one."""

    @property
    def block(self) -> str:
        """Return the id of its block, under which `names.toml` has its name."""
        return self.id.partition(".")[0]

    @property
    def part(self) -> str:
        """Return the key of its block that it is; empty if it is the whole block."""
        return self.id.partition(".")[2]

    def find_provenance(self, values: Values) -> str:
        """Return the provenance of its leading value, else the weakest of its values."""
        keys = self.keys if self.leading is None else (self.leading,)
        there = [key for key in keys if key[1] in values.tables.get(key[0], {})]
        return values.weakest_provenance(there) if there else NEW

    def find_current(self, spec: Spec) -> str:
        """Return the label of the choice that a data set has; empty if it has none of them."""
        return next((each.label for each in self.choices if _has_choice(spec, each)), "")


class Draw(msgspec.Struct, frozen=True):
    """The request for a data set: the arguments of `draw_values`."""

    seed: int
    keeps_roster: bool = False
    """True if no unit is added or removed, since a position has the units of the data."""


class DrawnValues(msgspec.Struct, frozen=True):
    """A data set that was drawn."""

    values: Values
    choices: dict[str, int]
    """The number of the choice of each unknown value, by its id."""


def list_blocks(folder: str) -> list[RangeBlock | AlternativeBlock]:
    """Return the blocks of values that are drawn. Raises DataError."""
    found = read_ranges(folder)
    return [*found.range, *found.alternative]


@cache
def read_ranges(folder: str) -> RangesFile:
    """Return the ranges of a game; without a file, none.

    Raises:
        DataError: The file is invalid.
    """
    path = Path(folder) / FILE
    if not path.exists():
        return RangesFile()
    name = f"{path.parent.name}/{FILE}"
    found = convert_value(read_toml(path), RangesFile, name)
    for block in found.range:
        is_span = block.least is not None and block.most is not None and block.least < block.most
        if is_span == (len(block.values) > 1) or not block.keys:
            raise DataError("badRange", file=name, key=block.id)
    for group in found.alternative:
        keys = {".".join(key) for each in group.choice for key in _list_keys(each)}
        if group.leading and group.leading not in keys:
            raise DataError("badLeading", file=name, key=group.id, have=tuple(sorted(keys)))
        if len(group.choice) < 2 or min(each.weight for each in group.choice) < 1:
            raise DataError("badAlternative", file=name, key=group.id)
    return found


def list_unknowns(spec: Spec, keeps_roster: bool = False) -> tuple[Unknown, ...]:
    """Return the unknown values of a rule set: alternatives first, each in the order of the file.

    A range counts after an alternative that gives a further unit its usual values. A value that
    the data set has as `printed` is known: it is left out.

    Args:
        spec: The rule set, with its data set.
        keeps_roster: True to leave out the choices of units.

    Returns:
        The unknown values.
    """
    values, found = spec.values, _find_ranges(spec)
    unknowns: list[Unknown] = []
    for group in found.alternative:
        keys = tuple(dict.fromkeys(key for each in group.choice for key in _list_keys(each)))
        if _applies(spec, group) and not any(_is_certain(values, key) for key in keys):
            leading = next((key for key in keys if ".".join(key) == group.leading), None)
            unknowns.append(Unknown(group.id, group.choice, False, keys, group.why, leading))
    for block in found.range:
        if _applies(spec, block):
            unknowns += _list_range(block, values)
    return tuple(
        unknown
        for unknown in unknowns
        if not (keeps_roster and any(name == ROSTER for name, _ in unknown.keys))
    )


def _find_ranges(spec: Spec) -> RangesFile:
    """Return the ranges of a game in the hex numbers of a data set."""
    shipped = read_folder(Path(spec.folder)).values[spec.id.partition("/")[2]]
    grids = (each.tables.get(GRID, {}).get(SHIFTED) for each in (shipped, spec.values))
    one, other = (each and each.value for each in grids)
    return read_ranges(spec.folder) if one == other else _renumber_ranges(spec.folder)


@cache
def _renumber_ranges(folder: str) -> RangesFile:
    """Return the ranges of a game in the other stagger of its map.

    See `spec/en/reference/hexes.md`.
    """
    found, content = read_ranges(folder), read_folder(Path(folder))
    kept, forms = content.game.kept_rows, read_data_rules(Path(folder)).forms
    shipped = next(iter(content.values.values()))
    grid, hexes = shipped.table(GRID), shipped.tables[TERRAIN]
    if not kept:
        return found
    move = find_move(grid, kept)

    def turn(tables: Tables) -> Tables:
        """Return values with the other numbers."""
        values = {
            name: {key: Value(value, NEW, "") for key, value in table.items()}
            for name, table in tables.items()
        }
        moved = renumber(Values(values), forms, kept, grid)
        return {name: moved.table(name) for name in tables}

    def turn_range(block: Block) -> Block:
        """Return a range, or a block without one, with the other numbers."""
        keys = (move(key) if key in hexes else key for key in block.keys)
        return replace(block, keys=tuple(filter(None, keys)))

    def turn_choice(choice: ChoiceBlock) -> ChoiceBlock:
        """Return a choice with the other numbers."""
        label = HEX.sub(lambda m: move(m[0]) if m[0] in hexes else m[0], choice.label)
        parts = {name: turn(getattr(choice, name)) for name in ("values", "add", "drop")}
        return replace(choice, label=label, **parts)

    alternatives = (
        replace(each, choice=tuple(map(turn_choice, each.choice))) for each in found.alternative
    )
    return RangesFile(
        tuple(map(turn_range, found.range)),
        tuple(alternatives),
        tuple(map(turn_range, found.fixed)),
    )


def _applies(spec: Spec, block: RangeBlock | AlternativeBlock) -> bool:
    edition = spec.id.partition("/")[2]
    return block.edition in ("", edition) and spec.switch.get(block.switch, True)


def _is_certain(values: Values, key: Key) -> bool:
    """Return whether a value is printed, or is absent from a copy that states this.

    A copy states that an entry is absent by itself, by an empty roster or tile, or if all
    entries of its table, or all its pairs of both areas, are printed.
    """
    name, entry = key
    tables, absent = values.tables, values.absent
    parts = set(entry.split("-"))
    if value := tables.get(name, {}).get(entry) or absent.get(name, {}).get(entry):
        return value.provenance == CERTAIN
    removed = absent.get(ROSTER, {}) | absent.get(TILE, {})
    if any(each in removed and removed[each].provenance == CERTAIN for each in parts):
        return True
    if len(parts) == 2:
        pairs = [(set(pair.split("-")), each) for pair, each in tables.get(name, {}).items()]
        near = [(pair & parts, each) for pair, each in pairs if pair & parts]
        is_certain = all(each.provenance == CERTAIN for _, each in near)
        return is_certain and set().union(*(part for part, _ in near)) == parts
    held = tables.get(name, {}).values()
    return bool(held) and all(each.provenance == CERTAIN for each in held)


def _list_range(block: RangeBlock, values: Values) -> Iterator[Unknown]:
    """Yield a block as one unknown value, or one for each of its keys."""
    table = values.tables.get(block.table, {})
    open_keys = [key for key in block.keys if not _is_certain(values, (block.table, key))]
    there = [key for key in open_keys if key in table]
    # A unit that is not in the roster of the data may be in a roster that is drawn.
    keys = there if block.each or not there else open_keys
    drawn = block.values
    if block.least is not None and block.most is not None:
        drawn = tuple(range(block.least, block.most + 1))
    for group in ([key] for key in keys) if block.each else [keys] if keys else []:
        choices = tuple(
            ChoiceBlock(_format_label(value), values={block.table: dict.fromkeys(group, value)})
            for value in drawn
        )
        ident = f"{block.id}.{group[0]}" if block.each else block.id
        is_ordered = not any(isinstance(value, str | bool) for value in drawn)
        yield Unknown(
            ident, choices, is_ordered, tuple((block.table, key) for key in group), block.why
        )


def _format_label(value: Any) -> str:
    if isinstance(value, list):
        return "/".join(map(str, value))
    return value if isinstance(value, str) else format_value(value)


def _list_keys(choice: ChoiceBlock) -> Iterator[Key]:
    for tables in (choice.values, choice.add, choice.drop):
        for name, table in tables.items():
            yield from ((name, key) for key in table)


def draw_values(spec: Spec, draw: Draw) -> DrawnValues:
    """Return a data set in which each unknown value is drawn from its plausible values.

    Each unknown value has its own stream of random numbers, by the seed and its id (Python's
    Mersenne twister). So the same seed gives the same data set on any machine, and a new range in
    the file does not change the values drawn for the others.

    Args:
        spec: The rule set, with the data set whose unknown values are drawn.
        draw: The seed, and whether the units stay.

    Returns:
        The data set, and the choices that made it.
    """
    chosen: dict[str, int] = {}
    own: Tables = {}
    for unknown in list_unknowns(spec, draw.keeps_roster):
        weights = [each.weight for each in unknown.choices]
        dice = Random(f"{draw.seed}/{unknown.id}")
        (number,) = dice.choices(range(len(weights)), weights)
        chosen[unknown.id] = number
        for name, key, value in list_assignments(spec.values, unknown.choices[number], own):
            own.setdefault(name, {})[key] = value
    return DrawnValues(_correct_values(spec, own), chosen)


def _correct_values(spec: Spec, own: Tables) -> Values:
    """Return the data of a rule set with other values, except of missing units and places."""
    rules, values = read_data_rules(Path(spec.folder)), spec.values
    tables: dict[str, dict[str, Value]] = {}
    for name, table in own.items():
        held = values.tables[name]
        for key, value in table.items():
            if value == "" and key not in held:
                continue
            old = held.get(key, Value(value, NEW, ""))
            tables.setdefault(name, {})[key] = Value(value, old.provenance, old.source)
    # A roster that was drawn, or an owner's map, may lack what the ranges name.
    scope = rules.make_scope({
        name: {key: value for key, value in {**table, **tables.get(name, {})}.items()
               if value.value != ""}
        for name, table in values.tables.items()
    })  # fmt: skip
    there = {
        name: {
            key: Value(keep_members(form, each.value, scope), each.provenance, each.source)
            for key, each in table.items()
            if each.value == "" or has_key(form, key, scope)
        }
        for name, table in tables.items()
        for form in [rules.forms[name]]
    }
    return correct_values(values, Values(there), rules, FILE)


def _has_choice(spec: Spec, choice: ChoiceBlock) -> bool:
    """Return whether a data set has the values of a choice; a missing value is false or empty."""
    rules, values = read_data_rules(Path(spec.folder)), spec.values
    scope = rules.make_scope(values.tables)
    for name, key, value in list_assignments(values, choice, {}):
        held = values.tables[name].get(key)
        if not (name == ROSTER or has_key(rules.forms[name], key, scope)):
            continue  # of a unit that is not in the roster
        if (held.value or None if held else None) != (value or None):
            return False
    return True


def list_assignments(
    values: Values, choice: ChoiceBlock, own: Tables
) -> Iterator[tuple[str, str, Any]]:
    """Yield the tables, keys and values of a choice.

    Args:
        values: The data set.
        choice: The choice.
        own: The values that other choices have assigned before.

    Yields:
        The table, the key and the value.
    """
    for name, table in choice.values.items():
        yield from ((name, key, value) for key, value in table.items())
    lists = [
        (name, key)
        for tables in (choice.add, choice.drop)
        for name, table in tables.items()
        for key in table
    ]
    for name, key in dict.fromkeys(lists):
        add, drop = (tables.get(name, {}).get(key, []) for tables in (choice.add, choice.drop))
        there = values.tables[name].get(key)
        held = own.get(name, {}).get(key, there.value if there else [])
        kept = [member for member in held if member not in drop]
        yield name, key, kept + [member for member in add if member not in kept]


def list_fixed(spec: Spec) -> list[FixedBlock]:
    """Return the blocks of unknown values that are not drawn, with the keys that are unknown."""
    found: list[FixedBlock] = []
    blocks = [
        each for each in _find_ranges(spec).fixed if each.edition in ("", spec.id.partition("/")[2])
    ]
    for block in blocks:
        table = spec.values.tables.get(block.table, {})
        weak = {key for key, value in table.items() if value.provenance in WEAK}
        keys = tuple(key for key in block.keys if key in weak)
        others = weak.difference(*(each.keys for each in blocks if each.table == block.table))
        if keys or (others and not block.keys):
            found.append(replace(block, keys=keys))
    return found


def find_uncovered(spec: Spec) -> list[Key]:
    """Return the inferred and placeholder values that no block of `ranges.toml` names.

    Tiles are left out: they are the drawing of the map, which no rule uses.
    """
    found, edition = read_ranges(spec.folder), spec.id.partition("/")[2]
    covered = {(block.table, key) for block in found.range for key in block.keys}
    covered |= {
        key for block in found.alternative for each in block.choice for key in _list_keys(each)
    }
    whole = set()
    for block in found.fixed:
        if block.edition in ("", edition):
            covered |= {(block.table, key) for key in block.keys}
            whole |= {block.table} if not block.keys else set()
    return [
        (name, key)
        for name, table in spec.values.tables.items()
        for key, value in table.items()
        if value.provenance in WEAK and name not in (TILE, *whole) and (name, key) not in covered
    ]
