"""Playouts: many games from a position, played by one program on all sides.

A playout ends at its horizon, the end of a turn, where the value of the position is its score; or
at the end of the game. What a side does not know is dealt again for each playout.

Chance is corrected as in GNU Backgammon: at each roll, the value of the position after the roll
minus its exact expectation over all outcomes is the luck of the first side, and the score of the
playout is reduced by it. Luck is 0 on average with any value, so the mean stays unbiased; the
better the value, the smaller the variance. Chance with very many outcomes, such as the deal of a
hand, is not corrected.

Results are repeatable: playout number n of a position depends on the seed, on n and on the position
only. Playouts of one number use the same random numbers in every position, so that two positions
can be compared playout by playout.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.logs.inputs import Source
from senpu.notation.events import Event
from senpu.replay.analysis.confidence import GameResults
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.lookahead import Memo, expect_outcomes, expect_score
from senpu.replay.analysis.players import find_player
from senpu.replay.analysis.value import PositionValue, open_value
from senpu.replay.core.registry import open_rules, replace_values
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.spec.ranges import Draw, draw_values

MOST_EVENTS = 10_000
"""A game with more events than this counts as unfinished."""
GAMES_PER_PIECE = 10
"""The number of games in one piece of work."""


class RulesSource(msgspec.Struct, frozen=True):
    """The rule set and data of an evaluation, as arguments of `open_rules` for a worker."""

    ident: str
    options: tuple[str, ...]
    digest: str
    version: int
    folder: Path | None = None
    data_file: Source | None = None
    draw: Draw | None = None
    """The data set that is drawn from the ranges of these data; None for these data."""

    def open(self) -> AnyRules:
        """Return the rules.

        Raises:
            UnknownGameError: No rule set has this id.
            UnknownDataError: No data have this digest.
            DataError: The data are malformed.
        """
        return _open_rules(self)


@lru_cache(maxsize=4)
def _open_rules(ground: RulesSource) -> AnyRules:
    if ground.draw is not None:
        rules = replace(ground, draw=None).open()
        return replace_values(rules, draw_values(rules.spec, ground.draw).values)
    return open_rules(
        ground.ident, ground.options, ground.digest, ground.folder, ground.data_file, ground.version
    )


def get_rules_source(
    rules: AnyRules, near: Path | None = None, named: Source | None = None
) -> RulesSource:
    """Return the rule set and data of open rules.

    Args:
        rules: The rules.
        near: The folder of the log.
        named: The file of data that the user chose, if any.

    Returns:
        The rule set and data.
    """
    spec = rules.spec
    digest = spec.values.digest()
    return RulesSource(spec.id, spec.options, digest, spec.edition.rules, near, named)


Measure = Literal["score", "wins"]
"""The measure of a playout: the score, or the win probability. They differ if scores are margins.
"""


class PlayoutMethod(msgspec.Struct, frozen=True):
    """The method of playouts."""

    program: str = "one-ply"
    """The program that plays all sides."""
    games: int = 100
    seed: int = 1
    first: int = 0
    """The number of the first game: games of other numbers are different games."""
    horizon: int = 2
    """The number of turn ends up to which a playout is played; 0 for the end of the game. The end
    of the turn of `PlayoutStart.state` is the first."""
    value: int = 1
    """The number of the value of positions: 1 or 2."""
    measure: Measure = "score"


class PlayoutStart(NamedTuple):
    """The start of playouts."""

    state: State
    side: str = ""
    """The side in whose view the position is played; empty for a view of everything."""
    event: Event | None = None
    """A canonical event that begins each game, after hidden parts are dealt again. Its luck is not
    corrected."""


Winner = str | None
"""The winner of a game: a side's id, empty for a draw, None for an unfinished game."""


# ---- many positions -------------------------------------------------------------------------


def run_playouts(
    ground: RulesSource,
    positions: Iterable[PlayoutStart],
    method: PlayoutMethod,
    executor: Executor,
    jobs: int | None = None,
) -> Iterator[tuple[float, ...]]:
    """Yield the scores of the playouts from each position, in the order of the positions.

    A position at which the game is over has one playout.

    Args:
        ground: The rule set and data.
        positions: The positions.
        method: The method.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.

    Yields:
        The scores of the first side, corrected for luck, by the numbers of the playouts. A
        corrected score can be below 0 or above 1.

    Raises:
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    find_player(method.program)
    every = map_in_order(executor, play_piece, split_work(ground, positions, method), jobs)
    for _, found in groupby(every, key=lambda piece: piece[0]):
        yield tuple(score for _, scores in found for score in scores)


PlayoutPiece = tuple[RulesSource, PlayoutMethod, int, PlayoutStart, range]


def split_work(
    ground: RulesSource, positions: Iterable[PlayoutStart], method: PlayoutMethod
) -> Iterator[PlayoutPiece]:
    """Yield the pieces of work for some positions, for `play_piece`."""
    for number, position in enumerate(positions):
        games = method.games if position.state.decision is not None else 1
        last = method.first + games
        for at in range(method.first, last, GAMES_PER_PIECE):
            yield ground, method, number, position, range(at, min(at + GAMES_PER_PIECE, last))


def play_piece(piece: PlayoutPiece) -> tuple[int, list[float]]:
    """Return the number of a position and the scores of some of its playouts; runs in a worker."""
    ground, method, number, position, games = piece
    return number, play_games(ground.open(), position, method, games)


# ---- one position ---------------------------------------------------------------------------


def play_games(
    rules: AnyRules, position: PlayoutStart, method: PlayoutMethod, games: Iterable[int]
) -> list[float]:
    """Return the scores of the playouts of these numbers from a position."""
    return [Playout(rules, position, method, game).run() for game in games]


def finish_games(
    rules: AnyRules, position: PlayoutStart, method: PlayoutMethod, games: Iterable[int]
) -> Iterator[State]:
    """Yield the last states of the games of these numbers, played to the end without a value."""
    whole = replace(method, horizon=0)
    for game in games:
        playout = Playout(rules, position, whole, game)
        playout.play(corrects_luck=False)
        yield playout.state


class Playout:
    """A game from a position."""

    def __init__(
        self, rules: AnyRules, position: PlayoutStart, method: PlayoutMethod, game: int
    ) -> None:
        self.rules, self.method = rules, method
        self.state, self.luck = position.state, 0.0
        """The luck of the first side so far."""
        self._dice = Random(f"{method.seed}/{game}")
        self._choices = Random(f"{method.seed}/{game}/choices")
        self._value = find_value(rules, method.measure, method.value)
        self.last: float = position.state.turn + method.horizon - 1
        """The last turn that is played, unless the horizon is the end of the game."""
        if position.side and self.state.decision is not None:
            self.state = rules.sample_hidden(self.state, position.side, self._dice)
        if position.event is not None:
            self.state = rules.apply(self.state, position.event)[0]

    def run(self) -> float:
        """Play, and return the score of the first side, corrected for luck."""
        self.play()
        return self._value.score(self.state) - self.luck

    def play(self, corrects_luck: bool = True) -> None:
        """Play up to the horizon or the end of the game."""
        rules, choose = self.rules, find_player(self.method.program, self.method.value)
        for _ in range(MOST_EVENTS):
            decision = self.state.decision
            if decision is None or self._is_at_horizon():
                break
            if decision.side != CHANCE:
                event = choose(rules, self.state, self._choices)
                self.state = rules.apply(self.state, event)[0]
                continue
            before, event = self.state, rules.sample(self.state, self._dice)
            self.state = rules.apply(before, event)[0]
            if corrects_luck:
                self.luck += measure_luck(rules, self._value, before, self.state) or 0.0

    def _is_at_horizon(self) -> bool:
        """Return whether the last turn has ended, and no activation is interrupted."""
        decision = self.state.decision
        assert decision is not None
        is_later = bool(self.method.horizon) and self.state.turn > self.last
        return is_later and decision.kind not in self.rules.continuing_kinds


class WinValue(PositionValue):
    """A value whose scores are win probabilities."""

    def __init__(self, value: PositionValue) -> None:
        self.rules, self.first = value.rules, value.first
        self._value = value

    def score(self, state: State) -> float:
        """Return the win probability of the first side, or its result in a finished game."""
        return self._value.win_probability(state)


def find_value(rules: AnyRules, measure: Measure, number: int = 1) -> PositionValue:
    """Return the value of a number whose scores are the measure of playouts."""
    value = open_value(rules, number)
    return value if measure == "score" else WinValue(value)


def measure_luck(
    rules: AnyRules, value: PositionValue, state: State, after: State, memo: Memo | None = None
) -> float | None:
    """Return the luck of the first side in a roll: the score after it minus the expected score.

    Both are expected one activation ahead (`lookahead.py`).

    Args:
        rules: The rules.
        value: The value of positions.
        state: The position before the roll.
        after: The position after it.
        memo: The scores that are already known; new ones are added.

    Returns:
        The luck, whose expectation is exactly 0; None if there are too many outcomes.
    """
    memo = {} if memo is None else memo
    outcomes = expect_outcomes(rules, value, state, memo)
    if not outcomes:
        return None
    expected = sum(chance * score for score, chance in outcomes)
    return expect_score(rules, value, after, value.first, memo) - expected


def count_results(rules: AnyRules, winners: Iterable[Winner]) -> GameResults:
    """Return the results of games with these winners."""
    won = list(winners)
    wins = tuple(won.count(side.id) for side in rules.spec.sides)
    return GameResults(len(won), wins, won.count(""), won.count(None))
