"""Entries that an answer of guided entry would remove without naming them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from senpu.spec.data import ROSTER, TILE, Tables, Value
from senpu.spec.forms import HEX, TableForm
from senpu.spec.owner_files import PLACED, OwnerFile, is_unanswered
from senpu.spec.stagger import GRID
from senpu.tui.jobs.data_questions import Question

Entered = tuple[Question, Mapping[str, Value]]
"""A question, and the values that an answer gives it, by key."""
MAKES_ROOM = (GRID, TILE, ROSTER)
"""The tables whose answers remove values of other tables."""


def list_losses(
    entered: Iterable[Entered], own: Tables, before: Tables, after: Tables, named: set[str]
) -> list[str]:
    """Return the entries that an answer removes without naming them.

    They are members of its list, and values of other tables.

    Args:
        entered: The values of the answer.
        own: The owner's values before.
        before: All values before.
        after: All values after.
        named: The members that the answer removes by name.
    """
    given, implied = set[tuple[str, str]](), {*named}
    lost: list[str] = []
    own_lost: list[str] = []
    makes_room = False
    for question, values in entered:
        makes_room |= question.table in MAKES_ROOM
        for key, value in values.items():
            given.add((question.table, key))
            old = before.get(question.table, {}).get(key)
            if question.shape == "value":
                lost += _find_gone(old.value if old else None, value.value, named)
                continue
            member = _name_member(question, key)
            if old is not None and old.value and not value.value:
                implied.add(member)
                if question.shape in ("roster", "links", "places") and member not in named:
                    lost.append(member)
    for name, table in before.items():
        for key, value in table.items():
            held = own.get(name, {}).get(key)
            is_own = held is not None
            is_pending = held is not None and is_unanswered(held)
            if (name, key) in given or is_pending or not (is_own or makes_room):
                continue
            now = after[name].get(key)
            found = _find_lost(f"{name}.{key}", value.value, now and now.value, implied)
            (own_lost if is_own else lost).extend(found)
    return [*own_lost, *lost]


def _name_member(question: Question, key: str) -> str:
    """Return the member of a question that a key is about: of links the other area."""
    parts = key.split("-")
    if question.shape != "links" or len(parts) != 2:
        return key
    return parts[1] if parts[0] == question.key else parts[0]


def _find_gone(old: Any, new: Any, named: set[str]) -> Iterator[str]:
    """Yield the hexes and hexsides of a list that the new one lacks."""
    if isinstance(old, list) and isinstance(new, list):
        for each in old:
            is_placed = isinstance(each, str) and HEX.fullmatch(each.partition("-")[0])
            if is_placed and each not in new and each not in named:
                yield each


def _find_lost(name: str, old: Any, new: Any, implied: set[str]) -> Iterator[str]:
    """Yield the names of a value, or of members of a list, that are gone."""
    if new == old or not implied.isdisjoint(name.partition(".")[2].split("-")):
        return
    if isinstance(old, list) and isinstance(new, list) and old and isinstance(old[0], str):
        for each in old:
            if each not in new and implied.isdisjoint(each.split("-")):
                yield f"{name} {each}"
    elif old not in implied if isinstance(old, str) else True:
        yield name


def count_placed(own: OwnerFile, forms: Mapping[str, TableForm]) -> tuple[int, str]:
    """Return the number of an owner's values that name hexes, and one of them."""
    found = [
        f"{name}.{key}"
        for name, table in own.tables.items()
        for key, value in table.items()
        if not is_unanswered(value)
        and (forms[name].key == "hex" or (forms[name].value in PLACED and value.value))
    ]
    found += [
        f"{name}.{language}.{key}"
        for name, table in own.names.items()
        for language, key in table
        if HEX.fullmatch(key)
    ]
    return len(found), found[0] if found else ""
