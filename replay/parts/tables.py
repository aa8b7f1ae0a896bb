"""Combat results tables: columns by a difference or a combat ratio, rows by a die.

The module knows no game.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from senpu.spec.data import TableError


class ResultsTable(NamedTuple):
    """A table of results.

    A column is for its own number and those up to the next column. The first one is also for every
    lower number, and the last one for every higher number.
    """

    lowest: tuple[int, ...]
    """The lowest number of each column, ascending."""
    columns: tuple[tuple[str, ...], ...]
    """The results of each column, by the die from 1 on."""


def read_results_table(
    columns: Mapping[str, Sequence[str]], known: Collection[str], faces: int = 6
) -> ResultsTable:
    """Return a table from its columns by their lowest number, as in data (`-2`, `0`, `3`).

    Args:
        columns: The results of each column.
        known: The results of the game.
        faces: The number of results in a column.

    Returns:
        The table.

    Raises:
        TableError: A column has no number or a wrong number of results, or a result is unknown.
    """
    numbered: dict[int, tuple[str, ...]] = {}
    for name, results in columns.items():
        if len(results) != faces:
            raise TableError("badColumn", column=name, results=len(results), expected=faces)
        try:
            numbered[int(name)] = tuple(results)
        except ValueError:
            raise TableError("badColumnName", column=name) from None
    if unknown := {result for column in numbered.values() for result in column}.difference(known):
        raise TableError("unknownResult", result=min(unknown), have=tuple(sorted(known)))
    lowest = tuple(sorted(numbered))
    return ResultsTable(lowest, tuple(numbered[number] for number in lowest))


def find_column(table: ResultsTable, number: int) -> int:
    """Return the index of the column for a number.

    >>> table = read_results_table({"-1": ["A"], "2": ["B"]}, "AB", faces=1)
    >>> [find_column(table, number) for number in (-7, -1, 1, 2, 30)]
    [0, 0, 0, 1, 1]

    Returns:
        The index.
    """
    return max(0, bisect_right(table.lowest, number) - 1)


def find_column_number(table: ResultsTable, number: int) -> int:
    """Return the lowest number of the column for a number.

    >>> table = read_results_table({"-1": ["A"], "2": ["B"]}, "AB", faces=1)
    >>> [find_column_number(table, number) for number in (-7, 1, 30)]
    [-1, -1, 2]

    Returns:
        The lowest number.
    """
    return table.lowest[find_column(table, number)]


def find_results(table: ResultsTable, number: int) -> tuple[str, ...]:
    """Return the results for a number, by the die from 1."""
    return table.columns[find_column(table, number)]


def count_faces(results: Sequence[str]) -> dict[str, int]:
    """Return the number of faces of the die for each result, in the order of the die."""
    counts: dict[str, int] = {}
    for result in results:
        counts[result] = counts.get(result, 0) + 1
    return counts


def find_probabilities(results: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Return the probability of each result of a column, in the order of the die."""
    return tuple((result, count / len(results)) for result, count in count_faces(results).items())


def format_heading(table: ResultsTable, number: int) -> str:
    """Return the heading of the column for a number.

    >>> table = read_results_table({"-1": ["A"], "0": ["B"], "2": ["C"]}, "ABC", faces=1)
    >>> [format_heading(table, number) for number in (-7, 1, 30)]
    ['-1', '0', '+2']

    Returns:
        The heading.
    """
    column = find_column_number(table, number)
    return f"{column:+}" if column else "0"
