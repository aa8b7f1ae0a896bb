"""The normal form of an owner's values: the same content has one digest, and the same play.

An owner can write the same river with its hexsides in another order, a railway from its other end,
or a pair that is not adjacent as `false` or not at all. The normal form is that in which the
default, or a shipped data set with the same table, is written; otherwise lists are sorted.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from senpu.spec.data import Tables, Value, sort_naturally
from senpu.spec.forms import TableForm

Table = Mapping[str, Value]
ABSENT: dict[str, Any] = {"truth": False, "number": 0}
"""The values that mean the same as no entry, by the form of a table where entries are optional."""
LEAST_HEXES = 2
"""The fewest hexes of a line."""


def is_nothing(form: TableForm, key: str, value: Any) -> bool:
    """Return whether a value means the same as no entry.

    That is `false` for a pair, `false` or 0 where an entry is optional, a list without hexsides,
    and a line of fewer than two hexes, in a table that accepts any keys.

    Args:
        form: The form of the table.
        key: The key of the value.
        value: The value.
    """
    if form.closed:
        return False
    if form.value in ("hexsides", "line"):
        return len(value) < (LEAST_HEXES if form.value == "line" else 1)
    if not (form.optional or form.key == "pair") or form.value not in ABSENT:
        return False
    return form.select(key).least <= 0 and not value


def turn_pair(pair: str) -> str:
    """Return the key of a pair with its areas in order: `F-H` for `H-F`."""
    return "-".join(sorted(pair.split("-"), key=sort_naturally))


def respell(form: TableForm, value: Any, known: Any = None) -> Any:
    """Return the normal form of a value.

    Args:
        form: The form of the table.
        value: The value.
        known: The value of the default, which replaces a value with the same content.
    """
    if known is not None:
        found = respell(form, value)
        return known if found == respell(form, known) else found
    match form.value:
        case "hexes":
            return sorted(set(value))
        case "hexsides":
            return sorted({"-".join(sorted(side.split("-"))) for side in value})
        case "line":
            return min(value, value[::-1])
        case "tile":
            return value[:2] if value[2:] == [1, 1] else value
    return value


def normalize(
    tables: Tables,
    own: Tables,
    base: Tables,
    forms: Mapping[str, TableForm],
    has_entry: Callable[[str, str], bool],
    find_sets: Callable[[], Iterable[Tables]],
) -> Tables:
    """Return the values of a data set in their normal form.

    Args:
        tables: The values.
        own: The values that the owner's file states.
        base: The values that it corrects.
        forms: The forms of the tables.
        has_entry: Whether the data set can have an entry, by its table and key.
        find_sets: A function that returns the values of the shipped data sets.

    Returns:
        The values. Entries have the order of `base`, then the order of their keys.
    """
    found: Tables = {}
    for name, table in tables.items():
        old = base.get(name, {})
        if table == old and name not in own:
            found[name] = table
            continue
        form = forms[name]
        made = _normalize_table(form, table, own.get(name, {}), old, partial(has_entry, name))
        plain = _find_content(form, made)
        if plain != _find_content(form, old):
            for each in find_sets():
                if plain == _find_content(form, each.get(name, {})):
                    made = _take_form(made, own.get(name, {}), each[name])
                    break
        found[name] = made
    return found


def _normalize_table(
    form: TableForm, table: Table, own: Table, base: Table, has_key: Callable[[str], bool]
) -> dict[str, Value]:
    """Return a table in its normal form.

    An entry of the base that is not there is `false` or 0; an empty list is there only if the base
    has it too.
    """
    found: dict[str, Value] = {}
    for key in [*base, *sorted(table.keys() - base.keys(), key=sort_naturally)]:
        value, known = table.get(key), base.get(key)
        if value is None:
            value = _restore(form, key, own.get(key), known) if has_key(key) else None
        if value is None:
            continue
        spelled = respell(form, value.value, known and known.value)
        is_listed = known is not None and (form.value in ABSENT or known.value == spelled)
        if is_listed or not is_nothing(form, key, spelled):
            same = spelled == value.value
            found[key] = value if same else Value(spelled, value.provenance, value.source)
    return found


def _restore(form: TableForm, key: str, own: Value | None, known: Value | None) -> Value | None:
    """Return the value that means no entry for an entry that the owner removed."""
    if own is None or known is None:
        return None
    value = ABSENT.get(form.value, [])
    return Value(value, own.provenance, own.source) if is_nothing(form, key, value) else None


def _find_content(form: TableForm, table: Table) -> dict[str, Any]:
    """Return what a table states, in any words."""
    return {
        key: respell(form, each.value)
        for key, each in table.items()
        if not is_nothing(form, key, each.value)
    }


def _take_form(table: Table, own: Table, known: Table) -> dict[str, Value]:
    """Return a table in the form of another one with the same content."""
    found = {}
    for key, each in known.items():
        held = table.get(key) or own.get(key) or each
        found[key] = Value(each.value, held.provenance, held.source)
    return found


def find_absent(own: Tables, tables: Tables, absent: Tables) -> Tables:
    """Return the entries that the owner's file or the values it corrects state not to exist."""
    found: Tables = {}
    for each in (absent, own):
        for name, table in each.items():
            for key, value in table.items():
                if key not in tables.get(name, {}):
                    found.setdefault(name, {})[key] = value
    return found
