"""Measure whether reviews keep their promises: `python -m tests.bench.review`.

Games of mixed programs with random events (`heldout.py`) are reviewed twice, with different seeds.
After each error that a review names, 1,000 new playouts compare the event that was played with the
better one. The reviews of each game are kept in `review.json`; with `--write`, the table of
`spec/en/reference/review-method.md` is made from them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import inf, sqrt
from pathlib import Path
from statistics import fmean, median, variance
from time import process_time
from typing import NamedTuple

import msgspec

from senpu.logs.record import record_from
from senpu.notation.messages import SOURCE
from senpu.replay.analysis.confirmation import Pair, confirm_review, make_pair
from senpu.replay.analysis.executors import SerialExecutor, map_in_order, open_executor
from senpu.replay.analysis.playouts import get_rules_source
from senpu.replay.analysis.review import Review, ReviewedDecision, ReviewMethod, review_values
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.recording.headers import format_header
from senpu.replay.recording.log_writing import Drafter
from senpu.tui.jobs.review import open_values
from tests.bench.heldout import HeldOutGame, parse_event
from tests.bench.horizons import GAMES_SEED, play, play_out
from tests.figures import read_rows, write_block, write_rows

FIGURES = Path(__file__).with_name("review.json")
PAGE = "review-method"
BEGIN = "<!-- measured: python -m tests.bench.review --write -->"
END = "<!-- end of measured -->"
TEXTS = {
    "en": (
        "| rule set | games | suspected | named | positive | size / loss | in both reviews |"
        " CPU quick | CPU full | playouts per error | they end |",
        "{:.1f} s", "after {} turns", "with the game", ", ",
    ),
    "ja": (
        "| ルールセット | 対局 | 疑い | 悪手 | 損失あり | 大きさ／損失 | 両方の検討 |"
        " CPU（簡易） | CPU（通常） | 1件のプレイアウト | 終わり |",
        "{:.1f}秒", "{}ターン後", "終局", "、",
    ),
}  # fmt: skip
"""The head of the table, the seconds, the ends of the playouts, and the sign between them."""
SEEDS = (1, 2)
"""The seeds of the two reviews of a game."""
PAIRS = 500
"""Half of the playouts that check an error: the number after each of the two events."""


class Loss(msgspec.Struct, frozen=True):
    """The mean loss of pairs of playouts, and its standard error."""

    mean: float
    deviation: float


class CheckedError(msgspec.Struct, frozen=True):
    """A suspected error, and the playouts that checked it."""

    number: int
    error: float
    """The error by values."""
    second: float | None
    """The error by the second value."""
    sizes: tuple[float, ...]
    """The size in each review."""
    losses: tuple[float, ...]
    """The mean loss in the playouts of each review."""
    pairs: tuple[int, ...]
    named: tuple[bool, ...]
    """True for each review that names it."""
    found: tuple[Loss, ...] = ()
    """The loss in the playouts that checked it, if they end after one turn end, two and so on;
    the last one is where they ended. Empty if it was not checked."""

    @property
    def loss(self) -> float:
        """The loss in the playouts that checked it."""
        return self.found[-1].mean


class CheckedGame(msgspec.Struct, frozen=True):
    """Two reviews of a game with different seeds, and the playouts that check their errors."""

    game: str
    number: int
    value: str
    """The digest of the value."""
    seed: int
    """The seed of the games."""
    programs: tuple[str, ...]
    noise: tuple[float, ...]
    decisions: int
    quick: float
    """The seconds of CPU of the quick form."""
    full: float
    """The seconds of CPU of the full form, the mean of both reviews."""
    horizon: int
    """The number of turn ends of a playout of the review."""
    turns: int
    """The number of turn ends of a playout that checks; 0 for the end of the game."""
    playouts: int
    """The number of playouts that check an error."""
    problems: tuple[str, ...]
    errors: tuple[CheckedError, ...]


class Figures(msgspec.Struct, frozen=True):
    """The figures of some reviewed games."""

    named: int
    """The number of times that a review named an error."""
    positive: float
    """The share of them with a loss above 0 in the playouts that checked it."""
    ratio: float
    """The mean size divided by the mean loss in the playouts."""
    shared: float
    """The share of them that the other review names too."""
    suspected: int


def make_timeline(rules: AnyRules, game: HeldOutGame) -> Timeline:
    """Return the timeline of a log with the events of a game."""
    reducer = Reducer(rules)
    drafter = Drafter(rules, reducer, None)
    for text in game.events:
        reducer.accept_event(rules.canon(reducer.state, parse_event(text)))
    draft = drafter.finish()
    timeline = open_timeline(record_from(format_header(rules, {}) + draft.text))
    timeline.extend()
    assert timeline.fault is None, timeline.fault
    return timeline


class Task(NamedTuple):
    """A game to review twice, and how to check the errors that a review names."""

    ident: str
    seed: int
    number: int
    turns: int
    pairs: int
    checks_all: bool
    """True if errors that no review names are checked, too."""


def check_game(task: Task) -> CheckedGame:
    """Review a game twice, and check its errors; runs in a worker."""
    ident, seed, number, turns, pairs, checks_all = task
    rules = open_rules(ident)
    game = play(ident, seed, number)
    timeline = make_timeline(rules, game)
    value, second = open_values(rules)
    ground = get_rules_source(rules)
    start = process_time()
    quick = review_values(timeline, value, second)
    between = process_time()
    reviews = [
        confirm_review(
            msgspec.structs.replace(quick, method=ReviewMethod(seed=each)), timeline, ground,
            SerialExecutor(), 1,
        )
        for each in SEEDS
    ]  # fmt: skip
    end = process_time()
    errors = []
    for decision in quick.list_suspects():
        found = compare(reviews, decision)
        if checks_all or any(found.named):
            losses = check(rules, make_pair(rules, timeline, decision), turns, pairs)
            found = msgspec.structs.replace(found, found=losses)
        errors.append(found)
    return CheckedGame(
        ident, number, value.digest, seed, game.programs, game.noise,
        sum(each.is_unforced for each in quick.decisions), round(between - start, 2),
        round(between - start + (end - between) / len(SEEDS), 2), reviews[0].horizon, turns,
        2 * pairs, reviews[0].discrimination.problems, tuple(errors),
    )  # fmt: skip


def check(rules: AnyRules, pair: Pair, turns: int, pairs: int) -> tuple[Loss, ...]:
    """Return the loss by an error in playouts, if they end after one turn end, two and so on.

    Args:
        rules: The rule set.
        pair: The starts of the playouts.
        turns: The number of turn ends; 0 for the end of the game, after two others.
        pairs: The number of pairs of playouts.
    """
    ends = tuple(range(1, turns + 1)) or (1, 2, inf)
    sign = 1 if pair.decision.side == rules.spec.sides[0].id else -1
    losses = []
    for number in range(pairs):
        one, two = (play_out(rules, each, number, ends) for each in (pair.better, pair.played))
        losses.append([sign * (a - b) for a, b in zip(one.scores, two.scores, strict=True)])
    return tuple(
        Loss(round(fmean(each), 4), round(sqrt(variance(each) / pairs), 4))
        for each in zip(*losses, strict=True)
    )


def compare(reviews: Sequence[Review], suspect: ReviewedDecision) -> CheckedError:
    """Return what the reviews found about a suspected error."""
    found = [
        each for review in reviews for each in review.decisions if each.number == suspect.number
    ]
    results = [each.confirmation for each in found]
    second = suspect.second_error
    return CheckedError(
        suspect.number, round(suspect.error, 4), None if second is None else round(second, 4),
        tuple(round(each.size, 4) for each in found),
        tuple(round(each.loss, 4) if each else 0.0 for each in results),
        tuple(each.games if each else 0 for each in results),
        tuple(bool(each.glyph) for each in found),
    )  # fmt: skip


def summarize(games: Sequence[CheckedGame]) -> Figures:
    """Return the figures of games."""
    errors = [error for game in games for error in game.errors]
    named = [
        (size, error)
        for error in errors
        for size, is_named in zip(error.sizes, error.named, strict=True)
        if is_named
    ]
    if not named:
        return Figures(0, 1.0, 1.0, 1.0, len(errors))
    losses = [error.loss for _, error in named]
    mean = fmean(losses)
    return Figures(
        len(named),
        fmean(each > 0 for each in losses),
        fmean(size for size, _ in named) / mean if mean > 0 else float("inf"),
        fmean(all(error.named) for _, error in named),
        len(errors),
    )


def render(games: Sequence[CheckedGame], language: str) -> Iterator[str]:
    """Yield the lines of the table."""
    head, seconds, after, whole, comma = TEXTS[language]
    yield ""
    yield head
    yield "| --- |" + " ---: |" * 9 + " --- |"
    for ident in list_rule_sets():
        own = [each for each in games if each.game == ident]
        if not own:
            continue
        found = summarize(own)
        shares = (
            (f"{found.positive * 100:.0f}%", f"{found.ratio:.2f}", f"{found.shared * 100:.0f}%")
            if found.named
            else ("–",) * 3
        )
        ends = sorted({each.turns for each in own})
        cells = (
            f"`{ident}`", str(len(own)), str(found.suspected), str(found.named), *shares,
            seconds.format(median(each.quick for each in own)),
            seconds.format(median(each.full for each in own)),
            str(min(each.playouts for each in own)),
            comma.join(after.format(turns) if turns else whole for turns in ends),
        )  # fmt: skip
        yield "| " + " | ".join(cells) + " |"
    yield ""


def add_game(made: CheckedGame) -> None:
    """Keep a reviewed game, in place of the same game."""
    found = {
        (each.game, each.seed, each.number): each
        for each in [*read_rows(FIGURES, CheckedGame), made]
    }
    order = list_rule_sets()
    games = sorted(
        found.values(), key=lambda each: (order.index(each.game), each.seed, each.number)
    )
    write_rows(FIGURES, games)


def write_page(games: Sequence[CheckedGame]) -> None:
    """Write the table of the page."""
    write_block(PAGE, BEGIN, END, lambda language: render(games, language))


def main() -> None:
    """Review games, print the figures, and write them if that is requested."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.review")
    parser.add_argument("games", nargs="*", metavar="GAME", help="rule sets (default: all)")
    parser.add_argument("-n", "--games", dest="count", type=int, default=2, help="of a rule set")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", type=int, default=GAMES_SEED, help="of the games")
    parser.add_argument("--turns", type=int, default=0, help="turn ends of a playout that checks")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of playouts for an error")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--all", action="store_true", help="check errors that are not named, too")
    parser.add_argument("--write", action="store_true", help="write the figures and the page")
    given = parser.parse_args()
    kept: list[CheckedGame] = []
    tasks = [
        Task(ident, given.seed, number, given.turns, given.pairs, given.all)
        for number in range(given.first, given.first + given.count)
        for ident in given.games or list_rule_sets()
    ]
    with open_executor(jobs=given.jobs) as hands:
        for made in map_in_order(hands, check_game, tasks, given.jobs):
            print(msgspec.json.encode(made).decode(), flush=True)
            kept.append(made)
            if given.write:
                add_game(made)
    print("\n".join(render(kept, SOURCE)), flush=True)
    if given.write:
        write_page(read_rows(FIGURES, CheckedGame))


if __name__ == "__main__":
    main()
