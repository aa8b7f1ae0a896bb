"""`senpu match`: how strong programs are against each other, and which side wins between them."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

import msgspec

from replay.evaluation import ground_of
from replay.executors import executor, worth_having
from replay.players import PROGRAMS, spelled
from replay.registry import find_ruleset, open_rules
from replay.rules import Rules
from replay.strength import BATCH, Score, Table, play_each
from tui.commands.arguments import BadLog, add_data, add_jobs, add_json, add_language
from tui.commands.progress import Progress
from tui.strength_told import tables

USUAL = ("random", "brisk", "greedy")


def prepare(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "programs", nargs="*", metavar="PROGRAM",
        help=f"those that play (default: {' '.join(USUAL)})",
    )  # fmt: skip
    parser.add_argument(
        "-n", dest="count", type=int, default=20, metavar="N",
        help="games of each pairing of programs and sides (default: 20)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same games")
    parser.add_argument("--option", action="append", default=[], help="another reading of a rule")
    add_json(parser)
    add_data(parser)
    add_jobs(parser)
    add_language(parser)
    parser.epilog = f"Programs: {', '.join(map(spelled, PROGRAMS))}."
    return match


def match(given: Namespace) -> int:
    """Every program against every other and itself, on each side."""
    if given.count < 1:
        raise BadLog("-n takes a number of games, 1 or more")
    ident = find_ruleset(given.game)
    data = given.data and given.data.absolute()
    rules = open_rules(ident, tuple(given.option), named=data)
    programs = tuple(dict.fromkeys(map(spelled, given.programs or USUAL)))
    of = given.count * len(programs) ** len(rules.spec.sides)
    jobs = worth_having(given.jobs, -(-of // BATCH))
    progress = Progress("games")
    with progress, executor(jobs=jobs) as hands:
        ground = ground_of(rules, named=data)
        found = play_each(ground, programs, given.count, given.seed, hands, jobs, progress)
    if given.json:
        print(msgspec.json.encode(told(rules, found, given)).decode())
    else:
        print("\n".join(tables(rules.spec, found, given.count, given.seed, given.lang)))
    return 0


def told(rules: Rules[Any], table: Table, given: Namespace) -> dict[str, Any]:
    """The same as an object; `spec/json.md` lists the keys."""
    return {
        "game": rules.spec.id,
        "data": f"sha256:{rules.spec.values.digest()}",
        "options": list(rules.spec.options),
        "games": given.count,
        "seed": given.seed,
        "programs": [
            {
                "program": one, **_score(table.overall(one)),
                "against": [
                    {"program": other, **_score(table.between(one, other))}
                    for other in table.programs if other != one
                ],
            }
            for one in table.ranked()
        ],
        "sides": list(table.sides),
        "pairings": [
            {
                "players": list(names), "wins": list(tally.wins),
                "draws": tally.draws, "games": tally.games,
            }
            for names, tally in table.tallies.items()
        ],
        "even": [{"side": side, **_score(table.even(at))} for at, side in enumerate(table.sides)],
    }  # fmt: skip


def _score(score: Score) -> dict[str, Any]:
    return {"points": score.points, "games": score.games, "interval": list(score.interval)}


PREPARE = {"match": prepare}
