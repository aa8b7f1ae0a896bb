"""Codecs for the fields of a position text: numbers, flags, units, places, cards and records.

A codec writes a value as words and reads it; see :class:`senpu.replay.core.position_format.Codec`.
All but flags and records write exactly one word, so that a record can contain them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic, TypeVar

import msgspec

from senpu.notation.position_text import FieldWords, PositionError
from senpu.replay.core.position_format import Codec, PositionUnit, read_number

T = TypeVar("T")


class NumberCodec:
    """A number from 0, or from `least` (which may be negative)."""

    choices: tuple[str, ...] = ()

    def __init__(self, most: int = 10**9, least: int = 0) -> None:
        self.most, self.least = most, least

    def write(self, value: int) -> Iterator[str]:
        """Yield the number."""
        yield str(value)

    def read(self, words: FieldWords) -> int:
        """Return the next number. Raises PositionError."""
        text = words.peek()
        if self.least < 0 and text[:1] == "-" and text[1:].isdecimal() and len(text) < 10:
            words.take()
            value = int(text)
            return value if self.least <= value < 0 and str(value) == text else words.fail(back=1)
        value = read_number(words, self.most)
        return value if value >= self.least else words.fail(back=1)


class FlagCodec:
    """A flag, which is true if its field is there."""

    choices: tuple[str, ...] = ()

    def write(self, value: bool) -> Iterator[str]:
        """Yield nothing: the key of the field is enough."""
        del value
        return iter(())

    def read(self, words: FieldWords) -> bool:
        """Return true."""
        del words
        return True


class ChoiceCodec(Generic[T]):
    """A choice from a few values, each with a word."""

    def __init__(self, values: Mapping[str, T] | Sequence[str]) -> None:
        self.values: dict[str, Any] = (
            dict(values) if isinstance(values, Mapping) else {word: word for word in values}
        )
        self.choices = tuple(self.values)
        self._words = {value: word for word, value in self.values.items()}

    def write(self, value: T) -> Iterator[str]:
        """Yield the word of a value."""
        yield self._words[value]

    def read(self, words: FieldWords) -> T:
        """Return the value of the next word. Raises PositionError."""
        word = words.take()
        found: T = self.values[word] if word in self.values else words.fail(self.choices, back=1)
        return found


NONE = "none"
"""The word of an empty list in a record."""


class ListCodec(Generic[T]):
    """A list of named things, joined with `+`; each at most once unless `repeats`.

    Args:
        names: The name of each thing, by its value.
        repeats: Whether a thing may occur twice.
        is_sorted: Whether the values are in rising order.
        empty: The word of an empty list.
    """

    def __init__(
        self,
        names: Mapping[T, str],
        repeats: bool = False,
        is_sorted: bool = False,
        empty: str = NONE,
    ) -> None:
        self._names = dict(names)
        self._empty = empty
        self._values = {name: value for value, name in names.items()}
        self.repeats, self.is_sorted = repeats, is_sorted
        self.choices = tuple(self._values)

    def write(self, value: Sequence[T]) -> Iterator[str]:
        """Yield the list."""
        yield "+".join([self._names[each] for each in value]) or self._empty

    def read(self, words: FieldWords) -> tuple[T, ...]:
        """Return the next list. Raises PositionError."""
        text = words.take()
        if text == self._empty:
            return ()
        found = []
        for name in text.split("+"):
            if name not in self._values:
                words.fail(self.choices, back=1, part=name)
            found.append(self._values[name])
        if not self.repeats and len(set(found)) < len(found):
            words.fail(back=1)
        if self.is_sorted and found != sorted(found):  # type: ignore[type-var]
            words.fail(back=1)
        return tuple(found)


def make_unit_list(units: Sequence[str], empty: str = NONE) -> ListCodec[int]:
    """Return the codec of units by number, in the game's order."""
    return ListCodec(dict(enumerate(units)), is_sorted=True, empty=empty)


class SeriesCodec(Generic[T]):
    """Values of one codec, joined with `+`."""

    choices: tuple[str, ...] = ()

    def __init__(self, codec: Codec[T]) -> None:
        self.codec = codec

    def write(self, value: Sequence[T]) -> Iterator[str]:
        """Yield the values."""
        yield "+".join([next(iter(self.codec.write(each))) for each in value]) or NONE

    def read(self, words: FieldWords) -> tuple[T, ...]:
        """Return the next values. Raises PositionError."""
        text = words.take()
        if text == NONE:
            return ()
        return tuple([self.codec.read(words.make_part(part)) for part in text.split("+")])


class BitsCodec:
    """A set of named things, as a number with a bit for each.

    Neighbours in a chain are written as a run: `0512-0515` is all from the first to the last. A run
    has at least three members.

    Args:
        names: The names in the order of their bits, or the number of the bit of each name.
        chains: Names that follow one another, each in one chain at most; by default all names in
            their order. Names that are in no chain are written last, and in no run.
    """

    def __init__(
        self,
        names: Sequence[str] | Mapping[str, int],
        chains: Sequence[Sequence[str]] | None = None,
    ) -> None:
        bits = names if isinstance(names, Mapping) else {name: k for k, name in enumerate(names)}
        links = [tuple(bits)] if chains is None else [tuple(chain) for chain in chains]
        linked = {name for chain in links for name in chain}
        links += [(name,) for name in bits if name not in linked]
        self._chains = [[(name, 1 << bits[name]) for name in chain] for chain in links]
        self._at = {name: (n, k) for n, chain in enumerate(links) for k, name in enumerate(chain)}
        self.choices = tuple(self._at)

    def write(self, value: int) -> Iterator[str]:
        """Yield the set."""
        yield "+".join(self._write_runs(value)) or NONE

    def _write_runs(self, value: int) -> Iterator[str]:
        for chain in self._chains:
            for is_in, group in groupby(chain, lambda each: value & each[1] != 0):
                if is_in:
                    run = [name for name, _ in group]
                    yield from [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run

    def read(self, words: FieldWords) -> int:
        """Return the next set. Raises PositionError."""
        text, found = words.take(), 0
        if text == NONE:
            return 0
        for part in text.split("+"):
            first, dash, last = part.partition("-")
            low, high = self._at.get(first), self._at.get(last if dash else first)
            if low is None or high is None or low[0] != high[0] or low > high:
                words.fail(self.choices, back=1, part=part)
            mask = sum([bit for _, bit in self._chains[low[0]][low[1] : high[1] + 1]])
            if found & mask:
                words.fail(back=1, part=part)
            found |= mask
        return found


class PairCodec:
    """A value for each of two sides, the first side's first: `3/4`."""

    choices: tuple[str, ...] = ()

    def __init__(self, codec: Codec[Any]) -> None:
        self.codec = codec

    def write(self, value: tuple[Any, Any]) -> Iterator[str]:
        """Yield both values."""
        yield "/".join([next(iter(self.codec.write(each))) for each in value])

    def read(self, words: FieldWords) -> tuple[Any, Any]:
        """Return the next pair. Raises PositionError."""
        parts = words.take().split("/")
        if len(parts) != 2 or not all(parts):
            words.fail(back=1)
        found = [self.codec.read(words.make_part(part)) for part in parts]
        return found[0], found[1]


class RecordPart(msgspec.Struct, frozen=True):
    """A part of a record."""

    label: str
    """The word before the value; empty for parts that are always written first."""
    attribute: str
    codec: Codec[Any]
    usual: Any = None
    """The value that is left out; the default of the attribute if it is None."""


class RecordCodec(Generic[T]):
    """A record of the state, such as a combat: `japan units i3+i4 against k1 at D`.

    Parts with the usual value are left out. Parts without a label come first and are always
    written.
    """

    choices: tuple[str, ...] = ()

    def __init__(self, make: Callable[..., T], parts: Sequence[RecordPart]) -> None:
        self._make, self.parts = make, tuple(parts)
        self.defaults = {
            each.name: each.default
            for each in msgspec.structs.fields(make)  # type: ignore[arg-type]
            if each.default is not msgspec.NODEFAULT
        }
        self.defaults |= {part.attribute: part.usual for part in parts if part.usual is not None}

    def write(self, value: T) -> Iterator[str]:
        """Yield the words of the record."""
        for part in self.parts:
            found = getattr(value, part.attribute)
            if part.label:
                if part.attribute in self.defaults and found == self.defaults[part.attribute]:
                    continue
                yield part.label
            yield from part.codec.write(found)

    def read(self, words: FieldWords) -> T:
        """Return the next record. Raises PositionError."""
        values = {}
        for part in self.parts:
            if not part.label or words.take_label(part.label):
                values[part.attribute] = part.codec.read(words)
            elif part.attribute not in self.defaults:
                words.fail((part.label,))
            else:
                values[part.attribute] = self.defaults[part.attribute]
        return self._make(**values)


class UnitColumns:
    """The places of units as a column of the state, with columns for steps and points.

    Args:
        units: The ids of the units, in the game's order.
        places: The value of the column for each key of a place, in canonical order; keys of places
            off the map are in lower case.
        column: The attribute with the places.
        reduced: The attribute with a flag for reduced units; empty if there is none.
        points: The attribute with the points; empty if there is none.
        full: The points of each unit without `=N`.
        off_map: For places off the map whose units have no suffix, whether they are reduced; they
            have no points.
    """

    def __init__(
        self,
        units: Sequence[str],
        places: Mapping[str, Any],
        column: str,
        reduced: str = "",
        points: str = "",
        full: Sequence[int] = (),
        off_map: Mapping[str, bool] | None = None,
    ) -> None:
        self._off_map = dict(off_map or {})
        self.units, self.places = tuple(units), tuple(places)
        self.attributes = tuple(filter(None, (column, reduced, points)))
        self._values = dict(places)
        self._keys = {value: key for key, value in places.items()}
        self._column, self._reduced, self._points, self._full = column, reduced, points, tuple(full)
        self.has_reduced = bool(reduced)
        self.usual_points: Mapping[str, int] = (
            dict(zip(self.units, full, strict=True)) if points else {}
        )
        self.bare_places = frozenset(self._off_map)

    def write(self, state: Any) -> Mapping[str, Sequence[str]]:
        """Return the units at each place, with their suffixes."""
        found: dict[str, list[str]] = {}
        reduced = getattr(state, self._reduced) if self._reduced else ()
        points = getattr(state, self._points) if self._points else ()
        for k, at in enumerate(getattr(state, self._column)):
            text, key = self.units[k], self._keys[at]
            if key in self._off_map:
                found.setdefault(key, []).append(text)
                continue
            if reduced and reduced[k]:
                text += "-"
            if points and points[k] != self._full[k]:
                text += f"={points[k]}"
            found.setdefault(key, []).append(text)
        return found

    def read(self, found: Mapping[str, PositionUnit]) -> Mapping[str, Any]:
        """Return the columns. Raises PositionError."""
        where, reduced, points = [], [], []
        for k, ident in enumerate(self.units):
            unit = found[ident]
            suffix = unit.suffix
            is_reduced = bool(self._reduced) and suffix.startswith("-")
            rest = suffix[is_reduced:]
            where.append(self._values[unit.place])
            is_off_map = unit.place in self._off_map
            reduced.append(self._off_map.get(unit.place, is_reduced))
            points.append(self._full[k] if self._full and not is_off_map else 0)
            if rest or (is_off_map and suffix):
                number = rest[1:]
                if is_off_map or not self._points or rest[0] != "=" or not _is_small_number(number):
                    column = unit.column + len(ident)
                    key = "suffixOff" if is_off_map else "suffix"
                    raise PositionError("positionUnknown", column, key, text=suffix)
                points[-1] = int(number)
        columns = {self._column: tuple(where)}
        if self._reduced:
            columns[self._reduced] = tuple(reduced)
        if self._points:
            columns[self._points] = tuple(points)
        return columns


def _is_small_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 4 and str(int(text)) == text
