"""`senpu play`: games between programs, as logs."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import Any

from logs.journal import create
from replay.inscription import header
from replay.players import PLAYERS, game, player
from replay.reducer import Reducer
from replay.registry import find_ruleset, open_rules
from replay.rules import Rules
from replay.scribe import Scribe
from tui.commands.arguments import BadLog, add_data, add_sides, side_choices


def prepare(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("-o", dest="out", type=Path, required=True, metavar="FILE|DIR")
    parser.add_argument("-n", dest="count", type=int, metavar="N", help="N games into a folder")
    add_sides(parser, "PROGRAM")
    parser.add_argument("--seed", type=int, help="the same seed gives the same game")
    parser.add_argument("--option", action="append", default=[], help="another reading of a rule")
    add_data(parser)
    parser.epilog = f"Programs: {', '.join(PLAYERS)} (default: random)."
    return play


def play(given: Namespace) -> int:
    """One game into a file, or many into a folder."""
    ident = find_ruleset(given.game)
    rules = open_rules(ident, tuple(given.option), named=given.data)
    chosen = side_choices(given, rules)
    names = {side.id: chosen.get(side.id, "random") for side in rules.spec.sides}
    for name in names.values():
        player(name)  # before any folder is made
    seed = SystemRandom().randrange(10**9) if given.seed is None else given.seed
    if given.count is None:
        ending = write(rules, names, seed, given.out)
        print(f"{given.out}: {ending} (seed {seed})")
        return 0
    if given.count < 1:
        raise BadLog("-n takes a number of games, 1 or more")
    given.out.mkdir(parents=True, exist_ok=True)
    digits = len(str(given.count))
    endings: dict[str, int] = {}
    for number in range(given.count):
        path = given.out / f"{number + 1:0{digits}}.senpu"
        ending = write(rules, names, seed + number, path)
        endings[ending] = endings.get(ending, 0) + 1
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {given.count}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for ending, count in sorted(endings.items()):
        print(f"{count:>6}  {ending}")
    return 0


def write(rules: Rules[Any], names: dict[str, str], seed: int, path: Path) -> str:
    """Play a game and write its log. Returns its ending."""
    reducer = Reducer(rules)
    scribe = Scribe(rules, reducer, None)
    for _, event in game(rules, {side: player(name) for side, name in names.items()}, seed):
        reducer.take(event)
    draft = scribe.finish()
    assert reducer.state.outcome is not None
    ending = reducer.state.outcome.ending
    fields: dict[str, str | None] = {side.capitalize(): name for side, name in names.items()}
    fields["Program"] = f"senpu play, seed {seed}"
    create(path, f"{header(rules, fields)}{draft.text}End: {ending}\n")
    return ending


PREPARE = {"play": prepare}
