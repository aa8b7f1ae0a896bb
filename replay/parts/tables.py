"""Combat results tables: columns by a difference (or by odds), rows by a die. Knows no game."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from senpu.spec.data import TableError


class Results(NamedTuple):
    """A table of results. A column serves its own number and those up to the next column's; the
    first one serves everything below it, the last one everything above."""

    lowest: tuple[int, ...]
    """The lowest number that each column serves, rising."""
    columns: tuple[tuple[str, ...], ...]
    """The results of each column, by the die from 1 on."""


def results_table(columns: Mapping[str, Sequence[str]], faces: int = 6) -> Results:
    """A table from its columns by their lowest number, as data write them (`-2`, `0`, `3`).
    Raises TableError for a column without a number or with another count of results."""
    numbered: dict[int, tuple[str, ...]] = {}
    for name, results in columns.items():
        if len(results) != faces:
            raise TableError("badColumn", column=name, results=len(results), expected=faces)
        try:
            numbered[int(name)] = tuple(results)
        except ValueError:
            raise TableError("badColumnName", column=name) from None
    lowest = tuple(sorted(numbered))
    return Results(lowest, tuple(numbered[number] for number in lowest))


def column_of(table: Results, number: int) -> int:
    """Which column serves a number.

    >>> table = results_table({"-1": ["A"], "2": ["B"]}, faces=1)
    >>> [column_of(table, number) for number in (-7, -1, 1, 2, 30)]
    [0, 0, 0, 1, 1]
    """
    return max(0, bisect_right(table.lowest, number) - 1)


def results_of(table: Results, number: int) -> tuple[str, ...]:
    """The results for a number, by the die from 1 on."""
    return table.columns[column_of(table, number)]


def chances(results: Sequence[str]) -> dict[str, int]:
    """How many faces of the die give each result, in the order of the die."""
    counts: dict[str, int] = {}
    for result in results:
        counts[result] = counts.get(result, 0) + 1
    return counts


def shares(results: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Return the probability of each result of a column, in the order of the die."""
    return tuple((result, count / len(results)) for result, count in chances(results).items())


def heading(table: Results, number: int) -> str:
    """Return the heading of the column that serves a number.

    >>> table = results_table({"-1": ["A"], "0": ["B"], "2": ["C"]}, faces=1)
    >>> [heading(table, number) for number in (-7, 1, 30)]
    ['-1', '0', '+2']
    """
    column = table.lowest[column_of(table, number)]
    return f"{column:+}" if column else "0"
