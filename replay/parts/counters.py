"""Units by number, in the order of the game's file, and stacks of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from senpu.replay.core.rules import IllegalEventError, Tally
from senpu.spec.data import DataError
from senpu.spec.loader import Spec

T = TypeVar("T")

UnitGroup = tuple[int, ...]
"""Units by number, in the game's order."""


KEPT_GROUPS = 4096


def set_values(column: tuple[T, ...], units: Iterable[int], value: T) -> tuple[T, ...]:
    """Return a column of a state, an entry for each unit, with one value for some units."""
    entries = list(column)
    for k in units:
        entries[k] = value
    return tuple(entries)


def find_numbers(unit: Mapping[str, int], idents: Iterable[str]) -> UnitGroup:
    """Return named units by number, in the game's order; -1 for each unknown one."""
    return tuple(sorted([unit.get(ident, -1) for ident in idents]))


def parse_group(
    refuse: Callable[..., IllegalEventError],
    unit: Mapping[str, int],
    idents: tuple[str, ...],
    number: str,
    twice: str,
) -> UnitGroup:
    """Return named units by number, in the game's order.

    Args:
        refuse: The function that makes a rejection.
        unit: The number of each unit.
        idents: The units.
        number: The key of the rule for an unknown unit.
        twice: The key of the rule for a repeated unit.

    Returns:
        The units.

    Raises:
        IllegalEventError: A unit is unknown (unknownUnit) or repeated (unitTwice).
    """
    for ident in idents:
        if ident not in unit:
            raise refuse("unknownUnit", number, unit=ident)
    group = find_numbers(unit, idents)
    if len(set(group)) < len(group):
        raise refuse("unitTwice", twice, units=idents)
    return group


def build_name_lister(names: Sequence[str]) -> Callable[[UnitGroup], tuple[str, ...]]:
    """Return the function that returns the names of units. It keeps its newest results."""

    @lru_cache(KEPT_GROUPS)
    def list_names(units: UnitGroup) -> tuple[str, ...]:
        return tuple([names[k] for k in units])

    return list_names


def count_units(side: str, label: str, names: tuple[str, ...], derived: bool = False) -> Tally:
    """Return the count of some names with the names: the units lost, the cards in hand."""
    return Tally(side, label, len(names), units=names, derived=derived)


class UnitOwners(NamedTuple):
    """The sides of the units."""

    side: tuple[str, ...]
    """The side of each unit."""
    units: dict[str, tuple[int, ...]]
    """The units of each side."""
    span: dict[str, slice]
    """The units of each side as a slice."""


def find_owners(spec: Spec) -> UnitOwners:
    """Return the sides of the units of a game.

    Returns:
        The sides.

    Raises:
        DataError: The units of a side are not adjacent in the file.
    """
    side = tuple(unit.side for unit in spec.units)
    own = {
        one.id: tuple(k for k, other in enumerate(side) if other == one.id) for one in spec.sides
    }
    span = {one: slice(mine[0], mine[-1] + 1) for one, mine in own.items()}
    if any(len(mine) != mine[-1] + 1 - mine[0] for mine in own.values()):
        raise DataError("scatteredUnits", game=spec.id)
    return UnitOwners(side, own, span)


def read_kinds(spec: Spec, units: Iterable[str]) -> tuple[str, ...]:
    """Return the kind of each unit.

    Returns:
        The ids of the kinds.

    Raises:
        DataError: A unit has no kind, or an unknown one.
    """
    read_choices(spec, "kinds", (kind.id for kind in spec.game.kind))
    return read_column(spec, units, "kinds")


def check_kind_count(spec: Spec, kinds: Sequence[str], kind: str, needed: int) -> None:
    """Check that the roster has the number of units of a kind that the rules need.

    Raises:
        DataError: It has another number.
    """
    if (found := kinds.count(kind)) != needed:
        raise DataError("unitCount", game=spec.id, kind=kind, n=found, needed=needed)


def read_choices(spec: Spec, name: str, among: Iterable[str]) -> dict[str, str]:
    """Return a table whose values are words of a list.

    Returns:
        The table.

    Raises:
        DataError: A value is not in the list.
    """
    known = tuple(among)
    table = spec.values.table(name)
    for key, word in table.items():
        if word not in known:
            raise DataError("unknownWord", game=spec.id, key=f"{name}.{key}", word=word, have=known)
    return table


def read_column(spec: Spec, keys: Iterable[str], name: str) -> tuple[Any, ...]:
    """Return the value of a table of the data for each key.

    Returns:
        The values.

    Raises:
        DataError: The table has no value for a key.
    """
    keys, table = tuple(keys), spec.values.table(name)
    if missing := [key for key in keys if key not in table]:
        raise DataError("missingValue", game=spec.id, key=f"{name}.{missing[0]}")
    return tuple(table[key] for key in keys)


class UnitStack(NamedTuple):
    """The units of one side in one hex."""

    place: int
    units: UnitGroup


def find_units(own: UnitGroup, where: tuple[int, ...], h: int) -> UnitGroup:
    """Return the units of a side that are in a hex."""
    return tuple([k for k in own if where[k] == h])


def group_by_hex(units: UnitGroup, where: tuple[int, ...]) -> tuple[UnitStack, ...]:
    """Return units by hex, in the order of their first one."""
    found: dict[int, list[int]] = {}
    for k in units:
        found.setdefault(where[k], []).append(k)
    return tuple([UnitStack(place, tuple(group)) for place, group in found.items()])
