"""The forms of the tables of a game: which keys and values each table accepts.

A game states them in `spec/<game>/forms.toml`, one line per table:

    points = { key = "unit", value = "number", least = 0, most = 9 }

Checks of an owner's file, guided entry and generated data sets read the same forms.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from senpu.notation.lexer import PLACE, UNIT
from senpu.notation.messages import Message
from senpu.spec.data import KINDS, PROVENANCES, ROSTER, TILE, Value

KeyForm = Literal["unit", "place", "pair", "kind", "hex", "number", "word"]
ValueForm = Literal[
    "truth", "number", "numbers", "word", "words", "side", "kind", "place", "location",
    "hexes", "hexsides", "line", "tile", "same",
]  # fmt: skip


class TableForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys and values that a table accepts."""

    key: KeyForm = "word"
    """The meaning of a key: a unit, an area (`place`), a pair of areas, a kind of units, a hex, a
    number, or another word."""
    value: ValueForm = "same"
    """The meaning of a value; `location` is a place, hex or box, `same` has the type of the shipped
    value."""
    least: int = 0
    """The lowest number."""
    most: int | None = None
    """The highest number, if there is one."""
    count: int = 0
    """The number of members of a list; 0 for any."""
    among: tuple[str, ...] = ()
    """The words that a value may have; empty for any."""
    only: tuple[str, ...] = ()
    """The kinds of units that have a value; empty for all."""
    optional: bool = False
    """True if a unit, kind or area may lack a value."""
    closed: bool = False
    """True if only the shipped keys are accepted."""
    ranges: dict[str, tuple[int, int]] = {}
    """The lowest and the highest number of keys that differ from the table."""
    words: dict[str, tuple[str, ...]] = {}
    """The words of keys whose value is one of these words."""
    one: tuple[str, ...] = ()
    """Keys whose list has exactly one entry."""
    some: tuple[str, ...] = ()
    """Keys whose list is not empty."""
    land: tuple[str, ...] = ()
    """Keys whose hexes are not water; `*` for every key."""
    used: bool = False
    """True if the table has an entry, other than `false`."""
    distinct: tuple[str, ...] = ()
    """Keys that all have different values."""
    entries: str = ""
    """The pattern of a list of words, joined by spaces; empty for any."""

    def select(self, key: str) -> "TableForm":
        """Return the form of the value of a key."""
        least, most = self.ranges.get(key, (self.least, self.most))
        count = 1 if key in self.one else self.count
        some = (key,) if key in self.some else ()
        land = (key,) if not {key, "*"}.isdisjoint(self.land) else ()
        form = replace(
            self, least=least, most=most, count=count, some=some, land=land, ranges={}, one=(),
            words={},
        )  # fmt: skip
        return replace(form, value="word", among=self.words[key]) if key in self.words else form


COMMON_FORMS = {
    ROSTER: TableForm("unit", "side"),
    TILE: TableForm("place", "tile", used=True),
    KINDS: TableForm("unit", "kind"),
}
"""The forms of the tables that each game may have."""

LISTS = frozenset(("numbers", "words", "hexes", "hexsides", "line", "tile"))
"""The forms of values that are lists."""
WATER = frozenset(("sea", "lake"))
"""The terrain that is not land."""
HEX = re.compile(r"\d{4}")
HEXSIDE = re.compile(r"\d{4}-\d{4}")


class FormScope(msgspec.Struct, frozen=True):
    """The ids that keys and values of a data set may name."""

    units: Mapping[str, str]
    """The side of each unit in the roster."""
    kind: Mapping[str, str]
    """The kind of each unit that has one."""
    places: frozenset[str]
    """The areas, or the hexes of the map."""
    boxes: frozenset[str]
    sides: tuple[str, ...]
    kinds: tuple[str, ...]
    terrain: Mapping[str, str] = {}
    """The terrain of each hex."""


def has_key(form: TableForm, key: str, scope: FormScope) -> bool:
    """Return whether a key names something that the data set has."""
    match form.key:
        case "unit":
            held = key in scope.units
            return held and (not form.only or scope.kind.get(key) in form.only)
        case "place" | "hex":
            return key in scope.places
        case "pair":
            return all(each in scope.places for each in key.split("-"))
        case "kind":
            return key in scope.kinds
    return True


def list_needed(form: TableForm, scope: FormScope) -> list[str]:
    """Return the units, areas or kinds of which a table must have a value."""
    if form.optional or form.key not in ("unit", "place", "kind"):
        return []
    used = sorted(set(scope.kind.values()))
    keys = {"unit": [*scope.units], "place": sorted(scope.places), "kind": used}[form.key]
    return [key for key in keys if has_key(form, key, scope)]


def keep_members(form: TableForm, value: Any, scope: FormScope) -> Any:
    """Return a shipped value without the hexes and hexsides that the data set does not have.

    Of a line, the longest part remains.
    """
    if form.value not in ("hexes", "hexsides", "line"):
        return value
    if form.value == "line":
        return find_longest(each if each in scope.places else "" for each in value)
    return [each for each in value if all(part in scope.places for part in each.split("-"))]


def find_longest(line: Iterable[str]) -> list[str]:
    """Return the longest part of a line between gaps, which are empty; the first of equal ones."""
    parts: list[list[str]] = [[]]
    for ident in line:
        if ident:
            parts[-1].append(ident)
        else:
            parts.append([])
    return max(parts, key=len)


def limit_provenance(
    tables: Mapping[str, Mapping[str, Value]],
    forms: Mapping[str, TableForm],
    printed: Iterable[str] = (),
) -> dict[str, dict[str, Value]]:
    """Return values that are no more certain than the unit or place that carries them.

    A unit is as certain as its entry in the roster, an area as its tile. A hex that alone is a list
    of the table `place` is as certain as that list, for what begins there.

    Args:
        tables: The values as stated.
        forms: The forms of the tables.
        printed: The areas whose ids the rulebook has.
    """
    places = {key: each for key, each in tables.get(TILE, {}).items() if key not in {*printed}}
    spots = {
        each.value[0]: each for each in tables.get("place", {}).values() if len(each.value) == 1
    }
    found: dict[str, dict[str, Value]] = {}
    for name, table in tables.items():
        form = forms[name]
        found[name] = limited = dict(table)
        if name in (ROSTER, TILE):
            continue
        by_key = {"unit": tables.get(ROSTER, {}), "place": places, "pair": places}.get(form.key, {})
        by_value = {"place": places, "location": places | spots}.get(form.value, {})
        for key, value in table.items():
            parts = key.split("-") if form.key == "pair" else (key,)
            carriers = [by_key[each].provenance for each in parts if each in by_key]
            if isinstance(value.value, str) and value.value in by_value:
                carriers.append(by_value[value.value].provenance)
            weakest = max((value.provenance, *carriers), key=PROVENANCES.index)
            if weakest != value.provenance:
                limited[key] = Value(value.value, weakest, value.source)
    return found


def is_key(form: TableForm, key: str) -> bool:
    """Return whether a key has the shape of its form."""
    shape = {"unit": UNIT, "place": PLACE, "hex": HEX.pattern, "number": r"-?\d{1,3}"}
    return re.fullmatch(shape.get(form.key, ".*"), key) is not None


def find_expected(
    form: TableForm, key: str, value: Any, scope: FormScope, known: Value | None
) -> Message | None:
    """Return what a table accepts in place of the value of a key, or None if it accepts the value.

    Args:
        form: The form of the table.
        key: The key.
        value: The value.
        scope: The ids of the data set.
        known: The shipped value, if there is one.
    """
    form = form.select(key)
    words = find_accepted(form, scope)
    if form.value == "same":
        form = infer_form([known.value] if known else [])
    members = value if isinstance(value, list) else []
    match form.value:
        case "truth":
            good = isinstance(value, bool)
        case "number":
            good = fits_range(form, value)
        case "numbers" | "tile":
            count = form.count or len(members)
            if form.value == "tile":
                count = 4 if len(members) == 4 else 2
            good = isinstance(value, list) and len(members) == count > 0
            good = good and all(fits_range(form, each) for each in members)
            good = good and (form.value != "tile" or 0 not in members[2:])
        case "hexes" | "line" | "hexsides":
            shape = HEXSIDE if form.value == "hexsides" else HEX
            good = isinstance(value, list) and all(
                isinstance(each, str) and shape.fullmatch(each) for each in members
            )
            good = good and scope.places.issuperset(p for each in members for p in each.split("-"))
            good = good and _fits_count(form, members)
        case "words":
            good = isinstance(value, list) and all(isinstance(each, str) for each in members)
            good = good and _fits_count(form, members)
            good = good and (not words or set(members) <= set(words))
            good = good and (not form.entries or _match_entries(form, members))
        case _:
            good = isinstance(value, str) and value != "" and (not words or value in words)
    named = (members if isinstance(value, list) else [value]) if good and form.land else ()
    dry = WATER.isdisjoint(scope.terrain.get(each, "") for each in named)
    return None if good and dry else describe_form(form, words)


def _fits_count(form: TableForm, members: list[Any]) -> bool:
    """Return whether a list has the number of entries that a form asks for."""
    return len(members) == form.count if form.count else bool(members) or not form.some


def _match_entries(form: TableForm, members: list[str]) -> bool:
    return re.fullmatch(form.entries, " ".join(members)) is not None


def find_accepted(form: TableForm, scope: FormScope) -> tuple[str, ...]:
    """Return the words that a table accepts; empty for any."""
    match form.value:
        case "side":
            return scope.sides
        case "kind":
            return form.among or scope.kinds
        case "place":
            return tuple(sorted(scope.places))
        case "location":
            return (*sorted(scope.boxes), *sorted(scope.places))
    return form.among


def fits_range(form: TableForm, number: Any) -> bool:
    """Return whether a value is a number in the range of a table."""
    return (
        type(number) is int
        and form.least <= number
        and (form.most is None or number <= form.most)
    )  # fmt: skip


MOST_WORDS = 24
"""The most words that a message lists."""


def describe_form(form: TableForm, words: tuple[str, ...] = ()) -> Message:
    """Return the description of what a table accepts."""
    if form.land:
        plain = describe_form(replace(form, land=()), words)
        return Message("errors.formLand", {"each": plain})
    if form.value == "tile":
        return Message("errors.formTile")
    if form.entries:
        return Message("errors.formEntries")
    each = _describe_member(form, words)
    if form.value not in LISTS:
        return each
    if form.count:
        return Message("errors.formList", {"n": form.count, "each": each})
    if form.some or form.value == "numbers":
        return Message("errors.formFilledList", {"each": each})
    return Message("errors.formAnyList", {"each": each})


def _describe_member(form: TableForm, words: tuple[str, ...]) -> Message:
    """Return the description of a value, or of a member of a list."""
    match form.value:
        case "truth":
            return Message("errors.formTruth")
        case "number" | "numbers":
            if form.most is None:
                return Message("errors.formLeast", {"least": form.least})
            if form.most == form.least:
                return Message("errors.formOnly", {"n": form.least})
            return Message("errors.formRange", {"least": form.least, "most": form.most})
        case "hexes" | "line":
            return Message("errors.formHex")
        case "hexsides":
            return Message("errors.formHexside")
        case "location":
            return Message("errors.formLocation")
        case "place" if len(words) > MOST_WORDS:
            return Message("errors.formPlace")
    if words and len(words) <= MOST_WORDS:
        return Message("errors.formAmong", {"have": words})
    return Message("errors.formWord")


KEY_SHAPES = {
    "unit": "errors.keyUnit", "place": "errors.keyArea", "hex": "errors.keyHex",
    "number": "errors.keyNumber",
}  # fmt: skip
"""The descriptions of keys, by their form."""


def infer_form(values: Iterable[Any]) -> TableForm:
    """Return the form of a table that states none, from its shipped values."""
    found = list(values)
    flat = [each for value in found for each in (value if isinstance(value, list) else [value])]
    least = min((each for each in flat if type(each) is int), default=0)
    plain = TableForm(least=min(least, 0))
    names = {_name_value(value) for value in found} or {"word"}
    if len(names) > 1:
        return plain
    counts = {len(value) for value in found if isinstance(value, list)}
    count = counts.pop() if names == {"numbers"} and len(counts) == 1 else 0
    return replace(plain, value=names.pop(), count=count)


def _name_value(value: Any) -> ValueForm:
    if isinstance(value, list):
        return "numbers" if value and all(type(each) is int for each in value) else "words"
    return "truth" if isinstance(value, bool) else "number" if isinstance(value, int) else "word"
