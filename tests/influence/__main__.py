"""The command `python -m tests.influence [--sets N] [--games N] [--write] [GAME …]`."""

import argparse
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import tomli_w

from senpu.replay.analysis.drivers import find_drivers
from senpu.replay.analysis.executors import open_executor
from senpu.replay.analysis.playouts import PlayoutMethod, get_rules_source
from senpu.replay.analysis.uncertainty import (
    DrawnStart,
    compute_side_spread,
    draw_sets,
    play_sets,
    score_end,
)
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.spec.influence import (
    FILE,
    SCORE,
    WINS,
    Influence,
    InfluenceFile,
    InfluenceTable,
    read_influence,
)
from senpu.spec.loader import SPEC
from tests.influence.page import write_page

OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {"russojapanese": ((), ("naval",))}
"""The options that need further values, by game."""


def measure(ident: str, options: tuple[str, ...], given: argparse.Namespace) -> InfluenceTable:
    """Return the influence of the unknown values of a rule set."""
    rules = open_rules(ident, options)
    sets = draw_sets(rules.spec, given.sets, given.seed)
    method = PlayoutMethod(given.program, given.games, given.seed)
    with open_executor(jobs=given.jobs) as hands:
        outcomes = play_sets(
            get_rules_source(rules), sets, [(DrawnStart(), method)], hands, given.jobs
        )
    side = rules.spec.sides[0].id
    spread = compute_side_spread(sets, outcomes, side)
    name = WINS if spread.measure is spread.wins else SCORE
    means = [
        sum(score_end(end, side) if name == WINS else float(end.score or 0) for end in ends or ())
        / given.games
        for ends in outcomes[0].ends
    ]
    drivers = find_drivers(sets.unknowns, sets.choices, means, len(sets.unknowns))
    values = [
        Influence(
            each.unknown.id, each.low, each.high, round(each.effect, 4),
            (round(each.interval.low, 4), round(each.interval.high, 4)),
        )
        for each in drivers if each.is_significant
    ]  # fmt: skip
    values.sort(key=lambda each: -abs(each.effect))
    return InfluenceTable(ident, options, name, round(spread.measure.mean, 4), tuple(values))


def list_games(named: list[str]) -> Iterator[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """Yield each game with its rule sets and options."""
    games = dict.fromkeys(ident.partition("/")[0] for ident in list_rule_sets())
    for game in named or games:
        idents = [ident for ident in list_rule_sets() if ident.partition("/")[0] == game]
        yield game, [(ident, each) for ident in idents for each in OPTIONS.get(game, ((),))]


def main() -> int:
    """Measure, print, and write the files if that is requested."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.influence",
        description="Measure the influence of the unknown values. Takes about ten minutes.",
    )
    parser.add_argument("--sets", type=int, default=1000, help="data sets to draw (default: 1000)")
    parser.add_argument("--games", type=int, default=2, help="games on each, 2 or more")
    parser.add_argument("--program", default="one-ply")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument(
        "--write", action="store_true",
        help="write spec/<game>/influence.toml and the tables of the page data-files",
    )  # fmt: skip
    parser.add_argument("game", nargs="*", help="games (default: all)")
    given = parser.parse_args()
    for game, rule_sets in list_games(given.game):
        tables = []
        for ident, options in rule_sets:
            begin = monotonic()
            tables.append(measure(ident, options, given))
            print(ident, *options, f"{monotonic() - begin:.0f} s", tables[-1], flush=True)
        date = datetime.now(UTC).date().isoformat()
        found = InfluenceFile(
            date, given.sets, given.games, given.program, given.seed, tuple(tables)
        )
        if given.write:
            plain: dict[str, Any] = msgspec.to_builtins(found)
            head = "# Written by `python -m tests.influence --write`.\n"
            path = Path(SPEC / game / FILE)
            path.write_text(head + tomli_w.dumps(plain), "utf-8", newline="\n")
    if given.write:
        read_influence.cache_clear()
        write_page()
    return 0


if __name__ == "__main__":
    sys.exit(main())
