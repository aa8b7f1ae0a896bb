"""Measure the learned values in games that no value was trained on (`tests.bench.heldout`).

`make` plays the games of a rule set and keeps them in `heldout/`: the programs of both sides and
their shares of random events are drawn, up to a fifth of the events are random, and everything
follows from the seed. `check` predicts their results from sampled decisions with both networks of
the value; with `--write`, it writes `heldout/figures.json` and the table of the page.
"""

from __future__ import annotations

import argparse
import bz2
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import log
from pathlib import Path
from random import Random
from statistics import fmean, median, pvariance
from time import perf_counter

import msgspec

from senpu.notation.events import Event
from senpu.notation.messages import SOURCE
from senpu.notation.play import parse_line
from senpu.notation.writer import format_event
from senpu.replay.analysis.executors import map_in_order, open_executor
from senpu.replay.analysis.lookahead import rank_events
from senpu.replay.analysis.playouts import MOST_EVENTS
from senpu.replay.analysis.value import NetworkReader, PositionValue, read_value
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.training.games import is_learned
from senpu.spec.value_files import THIRDS, decode_value, read_shipped_value
from tests.bench.opponents.programs import find_program
from tests.figures import read_rows, write_block, write_rows

FOLDER = Path(__file__).with_name("heldout")
FIGURES = FOLDER / "figures.json"
PAGE = "win-probability"
BEGIN = "<!-- held out: python -m tests.bench.heldout check --write -->"
END = "<!-- end of held out -->"
HEAD = {
    "en": "| rule set | value | games | won by each side | R² | log-loss of the score"
    " | of the win | calibration error by third | µs in use | µs cold |",
    "ja": "| ルールセット | 評価値 | 対局 | 各陣営の勝ち | R² | 得点の対数損失 | 勝敗の対数損失 |"
    " 時期ごとの較正の誤差 | 使用時のµs | 初回のµs |",
}
SHARE = {"en": "{side} {share:.0f}%", "ja": "{side}{share:.0f}%"}
COMMA = {"en": ", ", "ja": "、"}
PROGRAMS = ("one-ply",) * 4 + ("greedy",) * 3 + ("brisk",) * 2 + ("random",)
"""The programs from which each side's is drawn."""
NOISE = 0.2
"""The largest share of random events of a side."""
GAMES = 300
MOST_SHARE = 0.75
"""The largest share of games that one side wins."""
MOST_TRIES = 4
"""The largest number of games to play for each game that is kept."""
SAMPLES = 24
"""The largest number of sampled decisions of a game."""
BINS = 5
"""The number of classes of predictions in each third of the game."""
TIMED = 60
"""The number of decisions that are ranked to time evaluations."""


class HeldOutGame(msgspec.Struct, frozen=True):
    """A game: the program and the share of random events of each side, and the events."""

    programs: tuple[str, ...]
    noise: tuple[float, ...]
    events: tuple[str, ...]
    winner: str
    """The side that won; empty for a draw or a game without an end."""


class HeldOutSet(msgspec.Struct, frozen=True):
    """The games of a rule set, and how they were made."""

    game: str
    data: str
    """The digest of the data set."""
    command: str
    value: str
    """The digest of the value by which `one-ply` played."""
    games: tuple[HeldOutGame, ...]


class Sample(msgspec.Struct, frozen=True):
    """A position before a decision, and the result of its game."""

    state: State
    score: float
    win: float


class Prediction(msgspec.Struct, frozen=True):
    """Decisions in a third of the game with about the same predicted win probability."""

    third: int
    positions: int
    predicted: float
    observed: float


class Figures(msgspec.Struct, frozen=True):
    """The result of `check` for a network of a rule set."""

    game: str
    network: int
    digest: str
    games: int
    positions: int
    wins: tuple[float, ...]
    """The share of games that each side won."""
    r2: float
    """The explained variance of the score; of the margin, where scores are margins."""
    log_loss: float
    """The mean logarithmic loss of the score."""
    win_log_loss: float
    """The mean logarithmic loss of the win probability."""
    used: float
    """Microseconds per evaluation in the order in which `rank_events` evaluates positions."""
    cold: float
    """Microseconds per evaluation of positions of different games."""
    reliability: tuple[Prediction, ...]


# ---- making -----------------------------------------------------------------------------------

Piece = tuple[str, bytes, int, int]
"""The rule set, the content of the file of the value, the seed, and the number of the game."""


@lru_cache(4)
def open_file(rules: AnyRules, content: bytes) -> PositionValue:
    """Return the first value of a file."""
    return PositionValue(rules, decode_value(content, "", rules.spec))


def play_game(piece: Piece) -> HeldOutGame:
    """Play a game; runs in a worker."""
    ident, content, seed, number = piece
    rules = open_rules(ident)
    value = open_file(rules, content)
    dice = Random(f"heldout/{seed}/{number}")
    sides = [side.id for side in rules.spec.sides]
    programs = {side: dice.choice(PROGRAMS) for side in sides}
    noise = {side: round(dice.uniform(0, NOISE), 3) for side in sides}
    state = rules.first_position()
    events: list[str] = []
    while (decision := state.decision) is not None and len(events) < MOST_EVENTS:
        side = decision.side
        if side == CHANCE or dice.random() < noise[side]:
            event = rules.sample(state, dice)
        else:
            event = find_program(programs[side], value)(rules, state, dice)
        events.append(format_event(event))
        state = rules.apply(state, event)[0]
    winner = state.outcome.winner if state.outcome else ""
    return HeldOutGame(tuple(programs.values()), tuple(noise.values()), tuple(events), winner)


def name_file(ident: str) -> Path:
    """Return the file of the games of a rule set."""
    return FOLDER / f"{ident.replace('/', '-')}.json.bz2"


def make_set(ident: str, content: bytes, games: int, seed: int, jobs: int) -> HeldOutSet:
    """Play the games of a rule set.

    A game that is won by a side with three quarters of the games is left out, so that each of two
    sides wins a quarter at least.
    """
    rules = open_rules(ident)
    pieces = [(ident, content, seed, number) for number in range(MOST_TRIES * games)]
    played: list[HeldOutGame] = []
    won: Counter[str] = Counter()
    with open_executor(jobs=jobs) as hands:
        for game in map_in_order(hands, play_game, pieces, jobs):
            if not game.winner or won[game.winner] < games * MOST_SHARE:
                won[game.winner] += 1
                played.append(game)
            if len(played) == games:
                break
    command = f"python -m tests.bench.heldout make {ident} -n {games} --seed {seed}"
    digest = open_file(rules, content).digest
    return HeldOutSet(ident, rules.spec.values.digest(), command, digest, tuple(played))


def pack(made: HeldOutSet) -> bytes:
    """Return the content of a file."""
    return bz2.compress(msgspec.json.encode(made))


def unpack(content: bytes) -> HeldOutSet:
    """Return the games in the content of a file."""
    return msgspec.json.decode(bz2.decompress(content), type=HeldOutSet)


# ---- reading ----------------------------------------------------------------------------------


def parse_event(text: str) -> Event:
    """Return the event that a text states."""
    play, faults = parse_line(1, text)
    (event,) = play.items
    assert not faults, text
    return event  # type: ignore[return-value]  # a text of `format_event` is an event


def replay(rules: AnyRules, game: HeldOutGame) -> Iterator[State]:
    """Yield the positions of a game."""
    state = rules.first_position()
    yield state
    for text in game.events:
        state = rules.apply(state, rules.canon(state, parse_event(text)))[0]
        yield state


def find_samples(rules: AnyRules, made: HeldOutSet) -> tuple[list[list[Sample]], list[str]]:
    """Return sampled decisions of each finished game, and the winners."""
    referee, found, winners = PositionValue(rules, None), [], []
    for number, game in enumerate(made.games):
        *states, last = replay(rules, game)
        if last.outcome is None:
            continue
        winners.append(last.outcome.winner)
        score, win = referee.score_outcome(last), referee.win_probability(last)
        decisions = [state for state in states if is_learned(rules, state)]
        chosen = Random(number).sample(decisions, min(SAMPLES, len(decisions)))
        found.append([Sample(state, score, win) for state in chosen])
    return found, winners


# ---- measuring --------------------------------------------------------------------------------


def explain(predicted: Sequence[float], observed: Sequence[float]) -> float:
    """Return the explained variance, 1 at most; 0 if all results are equal."""
    error = fmean((p - o) ** 2 for p, o in zip(predicted, observed, strict=True))
    variance = pvariance(observed)
    return 1 - error / variance if variance else 0.0


def compute_log_loss(predicted: Sequence[float], observed: Sequence[float]) -> float:
    """Return the mean logarithmic loss."""
    return -fmean(
        o * log(max(p, 1e-6)) + (1 - o) * log(max(1 - p, 1e-6))
        for p, o in zip(predicted, observed, strict=True)
    )


def tabulate(rules: AnyRules, samples: list[Sample], wins: list[float]) -> Iterator[Prediction]:
    """Yield predicted and observed win probabilities by third of the game."""
    rows: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for sample, win in zip(samples, wins, strict=True):
        third = min(int(rules.features.measure_time(sample.state) * THIRDS), THIRDS - 1)
        place = third, min(int(win * BINS), BINS - 1)
        rows.setdefault(place, []).append((win, sample.win))
    for (third, _), row in sorted(rows.items()):
        predicted, observed = (round(fmean(each), 4) for each in zip(*row, strict=True))
        yield Prediction(third + 1, len(row), predicted, observed)


class RecordingValue(PositionValue):
    """A value that keeps the positions that it evaluates."""

    evaluated: list[State]

    def score(self, state: State) -> float:
        self.evaluated.append(state)
        return super().score(state)


def time_each(score: Callable[[State], float], states: Sequence[State]) -> float:
    """Return the microseconds per evaluation."""
    start = perf_counter()
    for state in states:
        score(state)
    return (perf_counter() - start) / max(len(states), 1) * 1e6


def open_fresh(rules: AnyRules, value: PositionValue) -> NetworkReader:
    """Return a reader of a value without anything in its caches."""
    assert value.network is not None
    reader = NetworkReader(rules, value.network)
    reader.features = rules.make_features()
    return reader


def time_used(rules: AnyRules, value: PositionValue, states: list[State], number: int) -> float:
    """Return the median microseconds per evaluation among the events of a decision."""
    recorder, reader = RecordingValue(rules, value.file, number), open_fresh(rules, value)
    found = []
    for state in states:
        recorder.evaluated = []
        rank_events(rules, recorder, state)
        open_states = [each for each in recorder.evaluated if each.outcome is None]
        found.append(time_each(reader.evaluate, open_states))
    return median(found)


def check_network(
    rules: AnyRules, games: list[list[Sample]], winners: list[str], value: PositionValue,
    number: int,
) -> Figures:  # fmt: skip
    """Return the figures of a network."""
    samples = [sample for game in games for sample in game]
    scores = [value.score(sample.state) for sample in samples]
    wins = [value.win_probability(sample.state) for sample in samples]
    mixed = Random(1).sample([sample.state for sample in samples], len(samples))
    half = len(mixed) // 2
    fresh = open_fresh(rules, value)
    time_each(fresh.evaluate, mixed[:half])  # keys get their rows
    return Figures(
        rules.spec.id, number, value.digest, len(games), len(samples),
        tuple(
            round(sum(each == side.id for each in winners) / len(winners), 4)
            for side in rules.spec.sides
        ),
        round(explain(scores, [each.score for each in samples]), 4),
        round(compute_log_loss(scores, [each.score for each in samples]), 4),
        round(compute_log_loss(wins, [each.win for each in samples]), 4),
        round(time_used(rules, value, mixed[:TIMED], number), 1),
        round(time_each(fresh.evaluate, mixed[half:]), 1),
        tuple(tabulate(rules, samples, wins)),
    )  # fmt: skip


def check_set(made: HeldOutSet, path: Path | None) -> Iterator[Figures]:
    """Yield the figures of both networks for the games of a rule set."""
    rules = open_rules(made.game)
    assert made.data == rules.spec.values.digest(), "the games are of other data"
    games, winners = find_samples(rules, made)
    file = decode_value(path.read_bytes(), str(path)) if path else read_value(rules.spec)
    for number in range(1, len(file.networks) + 1) if file else ():
        yield check_network(rules, games, winners, PositionValue(rules, file, number), number)


# ---- output -----------------------------------------------------------------------------------


def find_calibration_error(figures: Figures, third: int) -> float:
    """Return the mean difference between predicted and observed win probabilities in a third."""
    rows = [each for each in figures.reliability if each.third == third]
    count = sum(each.positions for each in rows)
    return sum(abs(row.predicted - row.observed) * row.positions for row in rows) / max(count, 1)


def render(figures: Sequence[Figures], language: str) -> Iterator[str]:
    """Yield the rows of the table in Markdown."""
    yield ""
    yield HEAD[language]
    yield "| --- | ---: | ---: | --- | ---: | ---: | ---: | --- | ---: | ---: |"
    for each in figures:
        spec = open_rules(each.game).spec
        wins = COMMA[language].join(
            SHARE[language].format(side=spec.name(language, "side", side.id), share=share * 100)
            for side, share in zip(spec.sides, each.wins, strict=True)
        )
        errors = " / ".join(
            f"{find_calibration_error(each, third) * 100:.0f}%" for third in range(1, THIRDS + 1)
        )
        yield (
            f"| `{each.game}` | {each.network} | {each.games} | {wins} | {each.r2:.3f}"
            f" | {each.log_loss:.3f} | {each.win_log_loss:.3f} | {errors} | {each.used:.0f}"
            f" | {each.cold:.0f} |"
        )
    yield ""


def write_figures(figures: Sequence[Figures]) -> None:
    """Write the figures, and the table of the page."""
    found = {(each.game, each.network): each for each in figures}
    kept = read_rows(FIGURES, Figures)
    found = {(each.game, each.network): each for each in kept} | found
    order = list_rule_sets()
    ranked = sorted(found.values(), key=lambda each: (order.index(each.game), each.network))
    write_rows(FIGURES, ranked)
    write_block(PAGE, BEGIN, END, lambda language: render(ranked, language))


def run_make(given: argparse.Namespace) -> None:
    """Make and write the games."""
    FOLDER.mkdir(exist_ok=True)
    for ident in given.games or list_rule_sets():
        shipped = read_shipped_value(open_rules(ident).spec)
        content = given.value.read_bytes() if given.value else msgspec.json.encode(shipped)
        made = make_set(ident, content, given.count, given.seed, given.jobs)
        content = pack(made)
        name_file(ident).write_bytes(content)
        print(ident, len(made.games), "games,", len(content), "bytes", flush=True)


def run_check(given: argparse.Namespace) -> None:
    """Print the figures, and write them if that is requested."""
    figures: list[Figures] = []
    for ident in given.games or list_rule_sets():
        if name_file(ident).exists():
            figures += check_set(unpack(name_file(ident).read_bytes()), given.value)
    print("\n".join(render(figures, SOURCE)))
    if given.write:
        write_figures(figures)


def main() -> None:
    """Make or check the games."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.heldout")
    parser.add_argument("action", choices=("make", "check"))
    parser.add_argument("games", nargs="*", metavar="GAME", help="rule sets (default: all)")
    parser.add_argument("--value", type=Path, help="a value (default: the shipped one)")
    parser.add_argument("-n", dest="count", type=int, default=GAMES, help="games of a rule set")
    parser.add_argument("--seed", type=int, default=1932)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--write", action="store_true", help="write the figures and the page")
    given = parser.parse_args()
    (run_make if given.action == "make" else run_check)(given)


if __name__ == "__main__":
    main()
