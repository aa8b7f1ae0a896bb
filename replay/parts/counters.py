"""The counters of a game: their numbers, in the order of its file, and stacks of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from senpu.replay.core.rules import IllegalEventError, Tally
from senpu.spec.data import DataError
from senpu.spec.loader import Spec

T = TypeVar("T")

Group = tuple[int, ...]
"""Units by number, in the game's order."""


def changed(column: tuple[T, ...], units: Iterable[int], value: T) -> tuple[T, ...]:
    """Return a column of a state, an entry for each unit, with one value for some units."""
    entries = list(column)
    for k in units:
        entries[k] = value
    return tuple(entries)


def numbers_of(unit: Mapping[str, int], idents: Iterable[str]) -> Group:
    """Return named units by number, in the game's order; -1 for each unknown one."""
    return tuple(sorted([unit.get(ident, -1) for ident in idents]))


def parse_group(
    refuse: Callable[..., IllegalEventError],
    unit: Mapping[str, int],
    idents: tuple[str, ...],
    number: str,
    twice: str,
) -> Group:
    """Return named units by number, in the game's order. `number` and `twice` are the keys of the
    rules that the rejections name.

    Raises IllegalEventError (unknownUnit, unitTwice).
    """
    for ident in idents:
        if ident not in unit:
            raise refuse("unknownUnit", number, unit=ident)
    group = numbers_of(unit, idents)
    if len(set(group)) < len(group):
        raise refuse("unitTwice", twice, units=idents)
    return group


def tally_of(side: str, label: str, names: tuple[str, ...]) -> Tally:
    """Return the count of some names with the names: the units lost, the cards in hand."""
    return Tally(side, label, len(names), units=names)


def total_value(values: Iterable[Sequence[float]], where: Group) -> float:
    """Return the sum of the values of units by where they are: the first value of a unit is for
    each hex, and a place off the map is its index from the end.
    """
    return sum([each[0] if h >= 0 else each[h] for each, h in zip(values, where, strict=True)])


class Owners(NamedTuple):
    """Whose the counters are."""

    side: tuple[str, ...]
    """Of each counter."""
    own: dict[str, tuple[int, ...]]
    """The counters of each side."""
    span: dict[str, slice]
    """The same as a slice, for whatever is kept a counter each."""


def owners(spec: Spec) -> Owners:
    """Raises DataError if the counters of a side do not stand together."""
    side = tuple(unit.side for unit in spec.game.unit)
    own = {
        one.id: tuple(k for k, other in enumerate(side) if other == one.id) for one in spec.sides
    }
    span = {one: slice(mine[0], mine[-1] + 1) for one, mine in own.items()}
    if any(len(mine) != mine[-1] + 1 - mine[0] for mine in own.values()):
        raise DataError("scatteredUnits", game=spec.id)
    return Owners(side, own, span)


def kinds(spec: Spec, units: Iterable[str]) -> tuple[str, ...]:
    """What sort each unit is of. Raises DataError for one that the game has not."""
    chosen(spec, "kinds", (kind.id for kind in spec.game.kind))
    return column(spec, units, "kinds")


def chosen(spec: Spec, name: str, among: Iterable[str]) -> dict[str, str]:
    """A table whose values are words of a list. Raises DataError."""
    known = tuple(among)
    table = spec.values.table(name)
    for key, word in table.items():
        if word not in known:
            raise DataError("unknownWord", game=spec.id, key=f"{name}.{key}", word=word, have=known)
    return table


def column(spec: Spec, keys: Iterable[str], name: str) -> tuple[Any, ...]:
    """What a table of the data has for each key. Raises DataError for the first that is missing."""
    keys, table = tuple(keys), spec.values.table(name)
    if missing := [key for key in keys if key not in table]:
        raise DataError("missingValue", game=spec.id, key=f"{name}.{missing[0]}")
    return tuple(table[key] for key in keys)


class Stack(NamedTuple):
    """The units of one side in one hex."""

    place: int
    units: Group


def standing(own: Group, where: tuple[int, ...], h: int) -> Group:
    """Return those of a side's units that are in a hex."""
    return tuple([k for k in own if where[k] == h])


def stacks(units: Group, where: tuple[int, ...]) -> tuple[Stack, ...]:
    """Return units by hex, in the order of their first one."""
    found: dict[int, list[int]] = {}
    for k in units:
        found.setdefault(where[k], []).append(k)
    return tuple([Stack(place, tuple(group)) for place, group in found.items()])
