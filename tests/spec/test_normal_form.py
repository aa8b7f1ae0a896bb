"""The same content has the same digest and order of values, in any words of a file."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from senpu.replay.core.registry import list_shipped_sets
from senpu.spec.corrections import read_data_rules
from senpu.spec.data import TILE, DataError, Tables, Value
from senpu.spec.forms import TableForm
from senpu.spec.loader import list_set_files
from tests.data_sets import SHIPPED, merge, open_folder, shake
from tests.games.laws import sized


def reword_value(form: TableForm, value: Any, random: Random) -> Any:
    """Return a value in other words."""
    if form.value in ("hexes", "hexsides"):
        value = random.sample(value, len(value))
        if form.value == "hexsides" and random.random() < 0.5:
            value = ["-".join(side.split("-")[::-1]) for side in value]
    elif form.value == "line" and random.random() < 0.5:
        value = value[::-1]
    elif form.value == "tile" and len(value) == 2:
        value = [*value, 1, 1]
    elif form.key == "pair" or form.optional:
        nothing = {"truth": (False, ""), "number": (0, "")}.get(form.value, ())
        if value in nothing and form.least <= 0:
            value = random.choice(nothing)
    return value


def list_nothings(ident: str, held: Tables, random: Random) -> Iterator[tuple[str, str, Any]]:
    """Yield entries that state what the values state anyway, or that something does not exist."""
    folder, shipped = open_folder(ident)
    for name, form in read_data_rules(folder.path).forms.items():
        table = shipped.tables[name]
        if form.value in ("hexsides", "line") and not form.closed:
            yield name, "another", []
        if form.key == "pair":
            pairs = ["-".join(pair) for pair in combinations(sorted(shipped.tables[TILE]), 2)]
            (pair,) = random.sample([each for each in pairs if each not in table], 1)
            yield name, pair, random.choice((False, ""))
        for key in random.sample(list(held[name]), min(len(held[name]), 2)):
            yield name, key, held[name][key].value


def reword(ident: str, own: Tables, held: Tables, random: Random) -> Tables:
    """Return an owner's values in other words and another order.

    Args:
        ident: The rule set.
        own: The values.
        held: The data set that they make.
        random: The source of random numbers.
    """
    folder, shipped = open_folder(ident)
    found: Tables = {}
    removed = {
        key for table in own.values() for key, each in table.items() if each.value in ("", [])
    }
    for name, key, value in list_nothings(ident, held, random):
        if key not in own.get(name, {}) and removed.isdisjoint((key, *key.split("-"))):
            found.setdefault(name, {})[key] = Value(value, "stated", "another source")
    for name in random.sample(list(own), len(own)):
        form, table = read_data_rules(folder.path).forms[name], found.setdefault(name, {})
        for key in random.sample(list(own[name]), len(own[name])):
            old = own[name][key]
            is_new = form.key == "pair" and key not in shipped.tables[name]
            if is_new and random.random() < 0.5:
                key = "-".join(key.split("-")[::-1])
            value = reword_value(form.select(key), old.value, random)
            table[key] = Value(value, old.provenance, old.source)
    return found


@pytest.mark.parametrize("ident", SHIPPED)
def test_other_words_for_the_same_content_give_the_same_values_in_the_same_order(
    ident: str,
) -> None:
    read = 0
    for seed in range(sized(25, 300)):
        random = Random(seed)
        own = shake(ident, random, 1 + seed % 4)
        try:
            values = merge(ident, own)
        except DataError:
            continue
        read += 1
        other = merge(ident, reword(ident, own, values.tables, random))
        assert other.digest() == values.digest(), seed
        for name in values.tables:
            rows, others = (list(each.table(name).items()) for each in (values, other))
            assert rows == others, (seed, name)
    assert read > sized(5, 60)


@pytest.mark.parametrize("ident", SHIPPED)
def test_a_shipped_data_set_in_other_words_has_its_digest(ident: str) -> None:
    folder, shipped = open_folder(ident)
    sets = {each.name: each.values for each in list_shipped_sets(ident)}
    assert sets.keys() == {"", *list_set_files(folder.path)}
    for values in sets.values():
        removed = {
            name: {key: Value("" if not isinstance(each.value, list) else [], "printed", "")
                   for key, each in table.items() if key not in values.tables[name]}
            for name, table in shipped.tables.items()
        }  # fmt: skip
        whole = {name: {**removed[name], **table} for name, table in values.tables.items()}
        other = reword(ident, whole, values.tables, Random(1))
        assert merge(ident, other).digest() == values.digest()
