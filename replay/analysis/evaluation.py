"""Win probabilities of positions, estimated by playouts: many games from each position to the end.

Two copies of one program play these games. What a side does not know is dealt again for each game.
Results are repeatable: game number n of a position depends on the seed, on n and on the position
only. Games of one number start with the same random numbers in every position, so that two
positions can be compared game by game.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from senpu.logs.inputs import Source
from senpu.notation.events import Event
from senpu.replay.analysis.confidence import GameResults
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.players import find_player
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


class PlayoutMethod(msgspec.Struct, frozen=True):
    """The method by which positions are evaluated."""

    program: str = "one-ply"
    """The program that plays all sides."""
    games: int = 100
    seed: int = 1
    first: int = 0
    """The number of the first game: games of other numbers are different games."""


class PlayoutStart(NamedTuple):
    """The start of playouts."""

    state: State
    side: str = ""
    """The side in whose view the position is played; empty for a view of everything."""
    event: Event | None = None
    """A canonical event that begins each game, after hidden parts are dealt again."""


Winner = str | None
"""The winner of a game: a side's id, empty for a draw, None for an unfinished game."""


# ---- many positions -------------------------------------------------------------------------


def run_playouts(
    ground: RulesSource,
    positions: Iterable[PlayoutStart],
    method: PlayoutMethod,
    executor: Executor,
    jobs: int | None = None,
) -> Iterator[tuple[Winner, ...]]:
    """Yield the winners of the games from each position, in the order of the positions.

    A position at which the game is over has one game.

    Args:
        ground: The rule set and data.
        positions: The positions.
        method: The method.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.

    Yields:
        The winners of the games of one position, by the numbers of the games.

    Raises:
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    find_player(method.program)
    every = map_in_order(executor, play_piece, split_work(ground, positions, method), jobs)
    for _, found in groupby(every, key=lambda piece: piece[0]):
        yield tuple(winner for _, winners in found for winner in winners)


PlayoutPiece = tuple[RulesSource, PlayoutMethod, int, PlayoutStart, range]


def split_work(
    ground: RulesSource, positions: Iterable[PlayoutStart], method: PlayoutMethod
) -> Iterator[PlayoutPiece]:
    """Yield the pieces of work for some positions, for `play_out`."""
    for number, position in enumerate(positions):
        games = method.games if position.state.decision is not None else 1
        last = method.first + games
        for at in range(method.first, last, GAMES_PER_PIECE):
            yield ground, method, number, position, range(at, min(at + GAMES_PER_PIECE, last))


def play_piece(piece: PlayoutPiece) -> tuple[int, list[Winner]]:
    """Return the number of a position and the winners of some of its games; runs in a worker."""
    ground, method, number, position, games = piece
    return number, play_games(ground.open(), position, method, games)


# ---- one position ---------------------------------------------------------------------------


def play_games(
    rules: AnyRules, position: PlayoutStart, method: PlayoutMethod, games: Iterable[int]
) -> list[Winner]:
    """Return the winners of the games of these numbers from a position."""
    return [
        None if state.outcome is None else state.outcome.winner
        for state in finish_games(rules, position, method, games)
    ]


def finish_games(
    rules: AnyRules, position: PlayoutStart, method: PlayoutMethod, games: Iterable[int]
) -> Iterator[State]:
    """Yield the last states of the games of these numbers from a position."""
    choose = find_player(method.program)
    for game in games:
        state, dice = position.state, Random(f"{method.seed}/{game}")
        if position.side and state.decision is not None:
            state = rules.sample_hidden(state, position.side, dice)
        if position.event is not None:
            state = rules.apply(state, position.event)[0]
        for _ in range(MOST_EVENTS):
            if state.decision is None:
                break
            chance = state.decision.side == CHANCE
            event = rules.sample(state, dice) if chance else choose(rules, state, dice)
            state = rules.apply(state, event)[0]
        yield state


def count_results(rules: AnyRules, winners: Iterable[Winner]) -> GameResults:
    """Return the results of games with these winners."""
    won = list(winners)
    wins = tuple(won.count(side.id) for side in rules.spec.sides)
    return GameResults(len(won), wins, won.count(""), won.count(None))
