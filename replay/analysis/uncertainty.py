"""Results on data sets that are drawn from the ranges of the unknown values.

The same seed gives the same data sets and the same games, on any machine and in any order. Each
data set has its own games, so that the sampling errors of two data sets are independent.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.notation.events import Event
from senpu.notation.faults import Error
from senpu.notation.position_text import (
    PositionError,
    PositionField,
    PositionText,
    parse_position_text,
)
from senpu.replay.analysis.confidence import Interval, wilson_interval
from senpu.replay.analysis.drivers import Spread, compute_spread
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.players import derive_seed, find_player
from senpu.replay.analysis.playouts import (
    GAMES_PER_PIECE,
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    Winner,
    finish_games,
)
from senpu.replay.core.position_checks import check_position
from senpu.replay.core.positions import format_position
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.replay.core.states import State
from senpu.spec.loader import Spec
from senpu.spec.ranges import Draw, Unknown, draw_values, list_unknowns

SATURATED = 0.1
"""Below this mean win rate of a side, the final score measures a game instead."""
UNKNOWN_MEMBER = "positionUnknown"
"""The fault of a word that a field of a position text cannot have."""
SCORES: dict[Winner, float] = {"": 0.5, None: 0.5}
"""The score of a game without a winner."""


class UncertaintyError(Error):
    """No value of the data is unknown, or too few data sets have the position."""


class DrawnSets(msgspec.Struct, frozen=True):
    """Data sets drawn from the ranges of a rule set."""

    seed: int
    unknowns: tuple[Unknown, ...]
    draws: tuple[Draw, ...]
    """The arguments of `draw_values`."""
    choices: tuple[dict[str, int], ...]


class DrawnStart(NamedTuple):
    """A position in all data sets, as a text: states of two data sets are not comparable."""

    text: str = ""
    """The position text; empty for the start of the game."""
    side: str = ""
    """The side whose view the start of the game is."""
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
        low, score = min(self.wins.mean, 1 - self.wins.mean), self.score
        return score if score and low < SATURATED and score.low < score.high else self.wins


def draw_sets(spec: Spec, count: int, seed: int, keeps_roster: bool = False) -> DrawnSets:
    """Return data sets drawn from the ranges of a rule set.

    Args:
        spec: The rule set, with the data whose unknown values are drawn.
        count: The number of data sets.
        seed: The seed.
        keeps_roster: True for results from a position, which has the units of the data.

    Returns:
        The data sets.

    Raises:
        UncertaintyError: No value of the data is unknown.
    """
    unknowns = list_unknowns(spec, keeps_roster)
    if not unknowns:
        raise UncertaintyError("noUnknownValue", game=spec.id)
    draws = tuple(Draw(derive_seed(seed, number), keeps_roster) for number in range(1, count + 1))
    choices = tuple(draw_values(spec, each).choices for each in draws)
    return DrawnSets(seed, unknowns, draws, choices)


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
    start = rules.start()
    if state is None or state == (rules.view(start, side) if side else start):
        return DrawnStart("", side, event)
    return DrawnStart(format_position(rules, state, side), side, event)


def open_drawn_start(rules: AnyRules, start: DrawnStart) -> PlayoutStart | None:
    """Return a start on the data set of the rules; None if the data set does not have it.

    Members of a list that name nothing in the data set are left out: the control of a hex that is
    not a port there. Units and places are not left out.
    """
    side = start.side
    if not start.text:
        state = rules.start()
        state = rules.view(state, side) if side else state
    else:
        found = _read_position(rules, parse_position_text(start.text))
        if found is None:
            return None
        state = found
    if start.event is None or state.decision is None:
        return PlayoutStart(state, side)
    try:
        return PlayoutStart(state, side, rules.canon(state, start.event))
    except IllegalEventError:
        return None


def _read_position(rules: AnyRules, parts: PositionText) -> Any:
    """Return the state of a position text on the data set of the rules, or None."""
    parts = replace(parts, data="")
    while True:
        try:
            return check_position(parts, rules).state
        except PositionError as error:
            fields = tuple(_drop_member(parts.fields, error))
            if error.fault != UNKNOWN_MEMBER or fields == parts.fields:
                return None
        parts = replace(parts, fields=fields)


def _drop_member(fields: Iterable[PositionField], error: PositionError) -> Iterator[PositionField]:
    """Yield the fields of a position without the member that an error names."""
    name, text = (error.message.fields.get(key) for key in ("name", "text"))
    for field in fields:
        words = ["+".join(part for part in word.split("+") if part != text) for word in field.words]
        if field.key != name:
            yield field
        elif any(words):
            yield PositionField(field.key, tuple(filter(None, words)))


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
    done, of = 0, len(sets.draws) * sum(method.games for _, method in starts)
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
    for number, draw in enumerate(sets.draws):
        drawn = replace(ground, draw=draw)
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
    spread = compute_set_spread(sets, wins, 1.0)
    # A few equal data sets do not prove that all are equal.
    games = spread.sets * spread.games
    all_games = wilson_interval(spread.mean * games, games)
    low, high = min(spread.interval.low, all_games.low), max(spread.interval.high, all_games.high)
    spread = replace(spread, interval=Interval(max(low, 0.0), min(high, 1.0)))
    score = None
    if not any(end.score is None for each in found for ends in each.ends for end in ends or ()):
        score = compute_set_spread(sets, _merge_starts(found, lambda end: float(end.score or 0)))
    return SideSpread(side, len(sets.draws), wins.count(None), spread, score)


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


def compute_set_spread(
    sets: DrawnSets,
    results: Sequence[Sequence[float] | None],
    most: float = inf,
    is_exact: bool = False,
) -> Spread:
    """Return the spread of results, one list for each data set that has them.

    Args:
        sets: The data sets.
        results: The results on each data set.
        most: The most that a result can change.
        is_exact: True if the results are exact: not from games.

    Returns:
        The spread.

    Raises:
        UncertaintyError: Fewer than two data sets have results.
    """
    there = [number for number, each in enumerate(results) if each]
    if len(there) < 2:
        raise UncertaintyError("tooFewDataSets", n=len(there), of=len(results))
    choices = [sets.choices[number] for number in there]
    found: list[Any] = [results[number] for number in there]
    return compute_spread(sets.unknowns, choices, found, most, is_exact)


def open_sets(ground: RulesSource, sets: DrawnSets) -> Iterator[AnyRules]:
    """Yield the rules on each data set."""
    for draw in sets.draws:
        yield replace(ground, draw=draw).open()
