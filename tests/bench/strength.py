"""Measure the strength of the programs against fixed opponents: `python -m tests.bench.strength`.

Each game is played twice with the same seed, once on each side. The figures of each pairing are
kept in `strength.json`; with `--write`, the tables of the page `programs` are made from
them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from time import monotonic

import msgspec

from senpu.replay.analysis.confidence import Interval, wilson_interval
from senpu.replay.analysis.executors import map_in_order, open_executor
from senpu.replay.analysis.players import derive_seed, find_player, generate_game
from senpu.replay.core.registry import list_rule_sets, open_rules
from tests.bench.opponents.programs import find_opponent
from tests.figures import read_rows, write_block, write_rows

FIGURES = Path(__file__).with_name("strength.json")
PAGE = "programs"
BEGIN, END = "<!-- strength -->", "<!-- end of strength -->"
HEADS = {
    "en": ("program", "opponent", "points in %", "as {side}", "games"),
    "ja": ("プログラム", "相手", "得点（%）", "{side}", "対局"),
}
"""The heads of the columns: the second but last is repeated for each side."""


class Pairing(msgspec.Struct, frozen=True):
    """The result of a program against an opponent."""

    game: str
    program: str
    opponent: str
    games: int
    """The number of games on each side."""
    points: tuple[float, ...]
    """The points of the program on each side, in the rule set's order."""
    seed: int
    date: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.game, self.program, self.opponent

    def share(self, at: int | None = None) -> tuple[float, Interval]:
        """Return the points per game on one side or all, with the Wilson interval."""
        points = sum(self.points) if at is None else self.points[at]
        games = self.games * (len(self.points) if at is None else 1)
        return points / games, wilson_interval(points, games)


Piece = tuple[str, str, str, int, int]
"""The game, the program, the opponent, the side of the program, and the seed."""


def play(piece: Piece) -> float:
    """Play a game and return the points of the program; runs in a worker."""
    ident, program, opponent, at, seed = piece
    rules = open_rules(ident)
    players = {side.id: find_opponent(opponent) for side in rules.spec.sides}
    side = rules.spec.sides[at].id
    players[side] = find_player(program)
    *_, (state, event) = generate_game(rules, players, seed)
    outcome = rules.apply(state, event)[0].outcome
    assert outcome is not None
    return float(outcome.winner == side) if outcome.winner else 0.5


def measure(
    idents: list[str], programs: list[str], opponents: list[str], games: int, seed: int, jobs: int
) -> Iterator[Pairing]:
    """Play the games of each pairing and yield its result."""
    date = datetime.now(UTC).date().isoformat()
    with open_executor(jobs=jobs) as hands:
        for ident, program, opponent in product(idents, programs, opponents):
            sides = range(len(open_rules(ident).spec.sides))
            seeds = [derive_seed(seed, number) for number in range(games)]
            pieces = [(ident, program, opponent, at, each) for each in seeds for at in sides]
            points = [*map_in_order(hands, play, pieces, jobs)]
            by_side = tuple(sum(points[at :: len(sides)]) for at in sides)
            yield Pairing(ident, program, opponent, games, by_side, seed, date)


def format_share(found: tuple[float, Interval]) -> str:
    """Return the points in % with their interval: `68 (61-74)`."""
    share, (low, high) = found
    return f"{share * 100:.0f} ({low * 100:.0f}–{high * 100:.0f})"


def render(figures: list[Pairing], language: str) -> Iterator[str]:
    """Yield the rows of the tables in Markdown, by rule set."""
    *heads, of_side, games = HEADS[language]
    for ident in dict.fromkeys(each.game for each in figures):
        spec = open_rules(ident).spec
        found = [each for each in figures if each.game == ident]
        sides = [spec.name(language, "side", side.id) for side in spec.sides]
        yield from ("", f"### {spec.title(language)}", "")
        columns = (*heads, *(of_side.format(side=side) for side in sides), games)
        yield "| " + " | ".join(columns) + " |"
        yield "| --- | --- |" + " ---: |" * (len(sides) + 2)
        for each in found:
            shares = [format_share(each.share(at)) for at in (None, *range(len(sides)))]
            cells = (f"`{each.program}`", f"`{each.opponent}`", *shares)
            yield "| " + " | ".join((*cells, str(each.games * len(sides)))) + " |"
    yield ""


def read_figures() -> dict[tuple[str, str, str], Pairing]:
    """Return the figures that are kept, by pairing."""
    return {each.key: each for each in read_rows(FIGURES, Pairing)}


def write_figures(figures: dict[tuple[str, str, str], Pairing]) -> None:
    """Write the figures and the tables of the page."""
    order = list_rule_sets()
    kept = sorted(figures.values(), key=lambda each: (order.index(each.game), each.key))
    write_rows(FIGURES, kept)
    write_block(PAGE, BEGIN, END, lambda language: render(kept, language))


def main() -> int:
    """Measure, print, and write the figures if that is requested."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.strength",
        description="Play programs against fixed opponents. Opponents: random, one-ply, and the "
        "frozen brisk, greedy and tree:N.",
    )
    parser.add_argument("game", nargs="*", help="rule sets (default: all)")
    parser.add_argument("--programs", nargs="+", default=["one-ply"], metavar="PROGRAM")
    parser.add_argument("--against", nargs="+", default=["greedy"], metavar="OPPONENT")
    parser.add_argument("-n", dest="games", type=int, default=50, help="games on each side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--write", action="store_true", help="write strength.json and the page")
    given = parser.parse_args()
    idents = given.game or list_rule_sets()
    figures = read_figures()
    begin = monotonic()
    for each in measure(idents, given.programs, given.against, given.games, given.seed, given.jobs):
        figures[each.key] = each
        sides = " / ".join(format_share(each.share(at)) for at in range(len(each.points)))
        print(
            *each.key, format_share(each.share()), f"by side {sides}",
            f"{monotonic() - begin:.0f} s", flush=True,
        )  # fmt: skip
        if given.write:
            write_figures(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
