"""Results on data sets that are drawn from the ranges of the unknown values.

The same seed gives the same data sets and the same games, on any machine and in any order. Each
data set has its own games, so that the sampling errors of two data sets are independent.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.notation.position_text import PositionError, parse_position_text
from senpu.replay.analysis.confidence import Interval
from senpu.replay.analysis.drivers import Spread, compute_spread
from senpu.replay.analysis.evaluation import (
    GAMES_PER_PIECE,
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    Winner,
    finish_games,
)
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.players import derive_seed, find_player
from senpu.replay.core.position_checks import check_position
from senpu.replay.core.positions import format_position
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import State
from senpu.spec.loader import Spec
from senpu.spec.ranges import Unknown, draw_values, list_unknowns

SATURATED = 0.05
"""Below this mean win rate of a side, the final score measures a game instead."""
SCORES: dict[Winner, float] = {"": 0.5, None: 0.5}
"""The score of a game without a winner."""


class UncertaintyError(Error):
    """No value of the data is unknown, or too few data sets have the position."""


class DrawnSets(msgspec.Struct, frozen=True):
    """Data sets drawn from the ranges of a rule set."""

    seed: int
    unknowns: tuple[Unknown, ...]
    seeds: tuple[int, ...]
    """The seed of each data set for `draw_values`."""
    choices: tuple[dict[str, int], ...]


class DrawnStart(NamedTuple):
    """A position in all data sets, as a text: states of two data sets are not comparable."""

    text: str = ""
    """The position text; empty for the start of the game."""
    event: Event | None = None
    """A canonical event that begins each game."""


class GameEnd(NamedTuple):
    """The end of a game."""

    winner: Winner
    score: int | None


class Outcomes(NamedTuple):
    """The ends of the games from one start in each data set."""

    ends: tuple[tuple[GameEnd, ...] | None, ...]
    """None for a data set that does not have the position or the event."""


class SideSpread(msgspec.Struct, frozen=True):
    """The results of a side over the data sets."""

    side: str
    sets: int
    """The number of data sets that were drawn."""
    excluded: int
    """The number of data sets that do not have the position."""
    wins: Spread
    score: Spread | None
    """The final score (`Rules.score_tally`); None if the game has none."""

    @property
    def measure(self) -> Spread:
        """Return the spread whose drivers count: the score, if one side nearly always wins."""
        low = min(self.wins.mean, 1 - self.wins.mean)
        return self.score if self.score is not None and low < SATURATED else self.wins


def draw_sets(spec: Spec, count: int, seed: int) -> DrawnSets:
    """Return data sets drawn from the ranges of a rule set.

    Args:
        spec: The rule set, with the data whose unknown values are drawn.
        count: The number of data sets.
        seed: The seed.

    Returns:
        The data sets.

    Raises:
        UncertaintyError: No value of the data is unknown.
    """
    unknowns = list_unknowns(spec)
    if not unknowns:
        raise UncertaintyError("noUnknownValue", game=spec.id)
    seeds = tuple(derive_seed(seed, number) for number in range(1, count + 1))
    choices = tuple(draw_values(spec, each).choices for each in seeds)
    return DrawnSets(seed, unknowns, seeds, choices)


def make_drawn_start(
    rules: AnyRules, state: State | None, side: str = "", event: Event | None = None
) -> DrawnStart:
    """Return a position as a start in all data sets.

    Args:
        rules: The rules of the position.
        state: The position; None for the start of the game.
        side: The side whose view it is; empty for a whole position.
        event: A canonical event that begins each game.

    Returns:
        The start.
    """
    if state is None:
        return DrawnStart("", event)
    return DrawnStart(format_position(rules, state, side), event)


def open_drawn_start(rules: AnyRules, start: DrawnStart) -> PlayoutStart | None:
    """Return a start on the data set of the rules; None if the data set does not have it."""
    if not start.text:
        state, side = rules.start(), ""
    else:
        try:
            parts = replace(parse_position_text(start.text), data="")
            reading = check_position(parts, rules)
        except PositionError:
            return None
        state, side = reading.state, reading.side
    if start.event is None or state.decision is None:
        return PlayoutStart(state, side)
    try:
        return PlayoutStart(state, side, rules.canon(state, start.event))
    except IllegalEventError:
        return None


# ---- games on all data sets -------------------------------------------------------------------


class DrawnPiece(NamedTuple):
    """A piece of work: some games from one start on one data set."""

    ground: RulesSource
    number: tuple[int, int]
    """The numbers of the data set and of the start."""
    start: DrawnStart
    method: PlayoutMethod
    games: range


def play_sets(
    ground: RulesSource,
    sets: DrawnSets,
    starts: Sequence[tuple[DrawnStart, PlayoutMethod]],
    executor: Executor,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Outcomes]:
    """Play games from some starts on each data set.

    Args:
        ground: The rule set and data.
        sets: The data sets.
        starts: The starts, each with the program and the number of games on one data set.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of finished games and of all games.

    Returns:
        The ends of the games, for each start.

    Raises:
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    for _, method in starts:
        find_player(method.program)
    found: list[list[tuple[GameEnd, ...] | None]] = [[] for _ in starts]
    done, of = 0, len(sets.seeds) * sum(method.games for _, method in starts)
    every = map_in_order(executor, play_drawn_piece, _split_sets(ground, sets, starts), jobs)
    for (_, at), pieces in groupby(every, key=lambda piece: piece[0]):
        ends: list[GameEnd] | None = []
        for _, played, games in pieces:
            ends = None if ends is None or played is None else ends + played
            done += games
            progress(done, of)
        found[at].append(None if ends is None else tuple(ends))
    return [Outcomes(tuple(each)) for each in found]


def _split_sets(
    ground: RulesSource, sets: DrawnSets, starts: Sequence[tuple[DrawnStart, PlayoutMethod]]
) -> Iterator[DrawnPiece]:
    for number, seed in enumerate(sets.seeds):
        drawn = replace(ground, draw=seed)
        for at, (start, method) in enumerate(starts):
            # Games of two starts begin with the same random numbers, games of two sets do not.
            own = replace(method, seed=derive_seed(method.seed, number))
            last = own.first + own.games
            for game in range(own.first, last, GAMES_PER_PIECE):
                games = range(game, min(game + GAMES_PER_PIECE, last))
                yield DrawnPiece(drawn, (number, at), start, own, games)


def play_drawn_piece(piece: DrawnPiece) -> tuple[tuple[int, int], list[GameEnd] | None, int]:
    """Return the number of a piece, the ends of its games, and their number; runs in a worker."""
    rules = piece.ground.open()
    start = open_drawn_start(rules, piece.start)
    if start is None:
        return piece.number, None, len(piece.games)
    ends = [
        GameEnd(None if state.outcome is None else state.outcome.winner, rules.count_score(state))
        for state in finish_games(rules, start, piece.method, piece.games)
    ]
    return piece.number, ends, len(piece.games)


# ---- spreads ----------------------------------------------------------------------------------


def score_end(end: GameEnd, side: str) -> float:
    """Return the score of a side in a game: 1 won, 0 lost, 0.5 without a winner."""
    return 1.0 if end.winner == side else SCORES.get(end.winner, 0.0)


def compute_side_spread(sets: DrawnSets, outcomes: Iterable[Outcomes], side: str) -> SideSpread:
    """Return the spread of a side's results, over all games of some starts.

    Args:
        sets: The data sets.
        outcomes: The ends of the games of each start.
        side: The side.

    Returns:
        The spread.

    Raises:
        UncertaintyError: Fewer than two data sets have the position.
    """
    found = list(outcomes)
    wins = _merge_starts(found, lambda end: score_end(end, side))
    spread = compute_set_spread(sets, wins)
    low, high = spread.interval
    spread = replace(spread, interval=Interval(max(low, 0.0), min(high, 1.0)))
    score = None
    if not any(end.score is None for each in found for ends in each.ends for end in ends or ()):
        score = compute_set_spread(sets, _merge_starts(found, lambda end: float(end.score or 0)))
    return SideSpread(side, len(sets.seeds), wins.count(None), spread, score)


def _merge_starts(
    outcomes: Sequence[Outcomes], measure: Callable[[GameEnd], float]
) -> list[list[float] | None]:
    """Return the results of all starts for each data set; None if it lacks a start.

    Starts with other means, such as other programs, are moved to the common mean: the difference
    between two programs is not a sampling error.
    """
    results = [[ends and [*map(measure, ends)] for ends in each.ends] for each in outcomes]
    flat = [[number for each in every for number in each or ()] for every in results]
    means = [sum(each) / max(len(each), 1) for each in flat]
    common = sum(map(sum, flat)) / max(sum(map(len, flat)), 1)
    moved: list[list[float] | None] = []
    for every in zip(*results, strict=True):
        numbers: list[float] = []
        for mean, each in zip(means, every, strict=True):
            numbers += [number - mean + common for number in each or ()]
        moved.append(None if None in every else numbers)
    return moved


def compute_set_spread(sets: DrawnSets, results: Sequence[Sequence[float] | None]) -> Spread:
    """Return the spread of results, one list for each data set that has them.

    Raises:
        UncertaintyError: Fewer than two data sets have results.
    """
    there = [number for number, each in enumerate(results) if each]
    if len(there) < 2:
        raise UncertaintyError("tooFewDataSets", n=len(there), of=len(results))
    choices = [sets.choices[number] for number in there]
    found: list[Any] = [results[number] for number in there]
    return compute_spread(sets.unknowns, choices, found)


def open_sets(ground: RulesSource, sets: DrawnSets) -> Iterator[AnyRules]:
    """Yield the rules on each data set."""
    for seed in sets.seeds:
        yield replace(ground, draw=seed).open()
