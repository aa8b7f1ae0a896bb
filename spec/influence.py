"""The influence of the unknown values on games, measured on drawn data sets.

`python -m tests.influence --write` writes `influence.toml` of each game and the tables in
`spec/en/reference/data-files.md`.
"""

from functools import cache
from pathlib import Path

import msgspec

from senpu.spec.loader import Spec, convert_value, read_toml
from senpu.spec.ranges import Unknown, list_unknowns

FILE = "influence.toml"
WINS, SCORE = "wins", "score"
"""The measures: the win rate of the first side, or the final count of `Rules.score_tally`."""


class Influence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The change of the measure by an unknown value."""

    id: str
    low: str
    """The label of the choice that is compared; empty for all others."""
    high: str
    effect: float
    """The change from `low` to `high`; of a win rate, a share from -1 to 1."""
    interval: tuple[float, float]
    """The 95% confidence interval."""


class InfluenceTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The unknown values of a rule set whose influence is distinguishable from chance."""

    id: str
    options: tuple[str, ...]
    measure: str
    mean: float
    """The mean of the measure over all data sets."""
    value: tuple[Influence, ...] = ()
    """The most influential first."""


class InfluenceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `influence.toml`."""

    date: str
    sets: int
    games: int
    """The number of games on each data set."""
    program: str
    seed: int
    rule_set: tuple[InfluenceTable, ...]


@cache
def read_influence(folder: str) -> InfluenceFile | None:
    """Return the influence of the unknown values of a game; None if it was never measured.

    Raises:
        DataError: The file is invalid.
    """
    path = Path(folder) / FILE
    if not path.exists():
        return None
    return convert_value(read_toml(path), InfluenceFile, f"{path.parent.name}/{FILE}")


def find_table(spec: Spec) -> InfluenceTable | None:
    """Return the influence of a rule set with its options, else without options."""
    found = read_influence(spec.folder)
    tables = [table for table in found.rule_set if table.id == spec.id] if found else []
    return next(
        (table for options in (spec.options, ()) for table in tables if table.options == options),
        None,
    )


def rank_unknowns(spec: Spec) -> list[tuple[Unknown, Influence | None]]:
    """Return the unknown values of a data set with their influence, the most influential first."""
    table = find_table(spec)
    measured = {each.id: each for each in table.value} if table else {}
    order = list(measured)
    unknowns = list_unknowns(spec)
    ranked = sorted(
        unknowns, key=lambda each: order.index(each.id) if each.id in measured else len(order)
    )
    return [(each, measured.get(each.id)) for each in ranked]
