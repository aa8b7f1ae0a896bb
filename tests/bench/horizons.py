"""Measure how far playouts must go: `python -m tests.bench.horizons`.

Positions of other games (`heldout.py`) are played out to the end of the game. At each turn end on
the way, the value would be the result of a shorter playout: the difference between the two is the
error of ending there. The figures are kept in `horizons.json`; with `--write`, the table of
the page `win-probability` is made from them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, variance
from time import process_time

import msgspec

from senpu.notation.messages import SOURCE
from senpu.replay.analysis.playouts import Playout, PlayoutMethod, PlayoutStart
from senpu.replay.analysis.value import open_value
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.spec.value_files import read_shipped_value
from tests.bench.heldout import HeldOutGame, play_game, replay
from tests.figures import read_rows, write_block, write_rows

FIGURES = Path(__file__).with_name("horizons.json")
PAGE = "win-probability"
BEGIN = "<!-- horizons: python -m tests.bench.horizons --write -->"
END = "<!-- end of horizons -->"
HEAD = {
    "en": "| rule set | positions | at once | 1 turn end | 2 | 3 | 100 playouts: 1 turn end | 2 | 3"
    " | whole game | ms of CPU: 1 turn end | 2 | 3 | whole game |",
    "ja": "| ルールセット | 局面 | すぐに | ターンの終わり1回 | 2 | 3 | プレイアウト100回：1回"
    " | 2 | 3 | 終局まで | CPUのms：1回 | 2 | 3 | 終局まで |",
}
TURNS = 3
"""The largest number of turn ends that is compared with the end of the game."""
SEED = 1894
"""The seed of the playouts."""
GAMES_SEED = 2026


class Horizon(msgspec.Struct, frozen=True):
    """The error of playouts that end after some turns."""

    turns: int
    """The number of turn ends: 0 for the value at once, -1 for the end of the game."""
    error: float
    """The root mean square of the difference from playouts to the end, without their own errors."""
    deviation: float
    """The standard deviation of a playout."""
    seconds: float
    """Seconds of CPU per playout."""

    def combine(self, playouts: int) -> float:
        """Return the error of the mean of some playouts."""
        return sqrt(self.error**2 + self.deviation**2 / playouts)


class Figures(msgspec.Struct, frozen=True):
    """The figures of a rule set."""

    game: str
    value: str
    """The digest of the value."""
    positions: int
    playouts: int
    """The number of playouts of each position."""
    horizons: tuple[Horizon, ...]


class Result(msgspec.Struct, frozen=True):
    """The results of a playout at each horizon, and the seconds up to it."""

    scores: tuple[float, ...]
    seconds: tuple[float, ...]


def play(ident: str, seed: int, number: int) -> HeldOutGame:
    """Return a game of mixed programs."""
    content = msgspec.json.encode(read_shipped_value(open_rules(ident).spec))
    return play_game((ident, content, seed, number))


def draw_positions(rules: AnyRules, games: int, positions: int) -> Iterator[State]:
    """Yield decisions of games of mixed programs, between activations."""
    for number in range(games):
        found = [
            state
            for state in replay(rules, play(rules.spec.id, GAMES_SEED, number))
            if state.decision is not None
            and state.decision.side != CHANCE
            and state.decision.kind not in rules.continuing_kinds
        ]
        # One position from each part of the game.
        for part in range(positions):
            own = found[part * len(found) // positions : (part + 1) * len(found) // positions]
            yield Random(f"{number}/{part}").choice(own)


def play_out(rules: AnyRules, begin: PlayoutStart, game: int, ends: Sequence[float]) -> Result:
    """Return the results of a playout that ends after each of some numbers of turn ends."""
    start = process_time()
    playout = Playout(rules, begin, PlayoutMethod(seed=SEED, horizon=1), game)
    scores, seconds = [], []
    for turns in ends:
        playout.last = begin.state.turn + turns - 1
        scores.append(playout.run())
        seconds.append(process_time() - start)
    return Result(tuple(scores), tuple(seconds))


def find_start(rules: AnyRules, state: State) -> PlayoutStart:
    """Return the start of playouts of a position."""
    side = state.decision.side if state.decision and rules.has_hidden_parts else ""
    return PlayoutStart(rules.view(state, side) if side else state, side)


def measure(ident: str, games: int, positions: int, playouts: int) -> Figures:
    """Return the figures of a rule set."""
    rules = open_rules(ident)
    value = open_value(rules)
    states = [*draw_positions(rules, games, positions)]
    ends = (*range(1, TURNS + 1), inf)
    starts = [find_start(rules, state) for state in states]
    results = [[play_out(rules, each, game, ends) for game in range(playouts)] for each in starts]
    found = []
    for at, turns in enumerate((0, *range(1, TURNS + 1), -1)):
        squares, variances, seconds = [], [], []
        for state, own in zip(states, results, strict=True):
            whole = [each.scores[-1] for each in own]
            ours = [each.scores[at - 1] for each in own] if at else [value.score(state)] * playouts
            differences = [one - two for one, two in zip(ours, whole, strict=True)]
            squares.append(fmean(differences) ** 2 - variance(differences) / playouts)
            variances.append(variance(ours))
            seconds.append(fmean(each.seconds[at - 1] for each in own) if at else 0.0)
        error = sqrt(max(fmean(squares), 0.0))
        deviation, mean = sqrt(fmean(variances)), fmean(seconds)
        found.append(Horizon(turns, round(error, 4), round(deviation, 4), round(mean, 4)))
    return Figures(ident, value.digest, len(states), playouts, tuple(found))


def render(figures: Sequence[Figures], language: str) -> Iterator[str]:
    """Yield the lines of the table."""
    yield ""
    yield HEAD[language]
    yield "| --- |" + " ---: |" * 13
    for each in figures:
        cells = [f"`{each.game}`", str(each.positions)]
        cells += [f"{found.error * 100:.0f}" for found in each.horizons[:-1]]
        cells += [f"{found.combine(100) * 100:.0f}" for found in each.horizons[1:]]
        cells += [f"{found.seconds * 1000:.0f}" for found in each.horizons[1:]]
        yield "| " + " | ".join(cells) + " |"
    yield ""


def write_figures(made: Figures) -> None:
    """Write the figures of a rule set, and the table of the page."""
    found = {made.game: made}
    found = {each.game: each for each in read_rows(FIGURES, Figures)} | found
    order = list_rule_sets()
    figures = sorted(found.values(), key=lambda each: order.index(each.game))
    write_rows(FIGURES, figures)
    write_block(PAGE, BEGIN, END, lambda language: render(figures, language))


def main() -> None:
    """Measure, print, and write the figures if that is requested."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.horizons")
    parser.add_argument("games", nargs="*", metavar="GAME", help="rule sets (default: all)")
    parser.add_argument("-n", dest="count", type=int, default=4, help="games of a rule set")
    parser.add_argument("--positions", type=int, default=3, help="positions of a game")
    parser.add_argument("--playouts", type=int, default=32, help="of a position")
    parser.add_argument("--write", action="store_true", help="write the figures and the page")
    given = parser.parse_args()
    for ident in given.games or list_rule_sets():
        made = measure(ident, given.count, given.positions, given.playouts)
        print("\n".join(render([made], SOURCE)), flush=True)
        if given.write:
            write_figures(made)


if __name__ == "__main__":
    main()
