"""The winning chances of positions, by simulation: each is played to the end many times over.

How well that tells what the position is worth depends on who plays: the shares are those of games
between two of the same program from there on. What the side that looks on may not know is dealt
anew for each of these games. Repeatable: game number n of a position depends on the seed, on n and
on the position, and not on who plays it, in which order, or how many there are. Games of one number
begin from the same random numbers, whatever the position: where two are compared, game by game,
equal positions differ in nothing.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from senpu.notation.events import Event
from senpu.replay.analysis.confidence import Tally
from senpu.replay.analysis.executors import in_order
from senpu.replay.analysis.players import player
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import CHANCE, AnyRules, State

LONGEST = 10_000
"""A game that is not over after so many events counts as one that goes on."""
PIECE = 10
"""How many games are played as one piece of work."""


class Ground(msgspec.Struct, frozen=True):
    """Under which rules, so that another program can open them too (see `open_rules`)."""

    ident: str
    options: tuple[str, ...]
    digest: str
    version: int
    near: Path | None = None
    named: Path | None = None

    def open(self) -> AnyRules:
        """The rules themselves. Raises UnknownGameError, UnknownDataError, DataError."""
        return _opened(self)


@lru_cache(maxsize=4)
def _opened(ground: Ground) -> AnyRules:
    return open_rules(
        ground.ident, ground.options, ground.digest, ground.near, ground.named, ground.version
    )


def ground_of(rules: AnyRules, near: Path | None = None, named: Path | None = None) -> Ground:
    """What rules at hand are: `near` is the folder of their log, `named` the file of data that was
    asked for, if one was.
    """
    spec = rules.spec
    digest = spec.values.digest()
    return Ground(spec.id, spec.options, digest, spec.edition.rules, near, named)


class Method(msgspec.Struct, frozen=True):
    """How positions are judged."""

    program: str = "brisk"
    """Who plays them out, on all sides."""
    games: int = 100
    seed: int = 1
    first: int = 0
    """The number of the first game: games of other numbers are others."""


class Position(NamedTuple):
    """What is played on from."""

    state: State
    side: str = ""
    """Through whose eyes: one side's, or those of everybody, who sees all."""
    event: Event | None = None
    """A canonical event with which the games begin: what may not be known is dealt before it."""


Winner = str | None
"""Of a game: a side's id, empty for a draw; nothing if it did not end."""


# ---- many positions -------------------------------------------------------------------------


def playouts(
    ground: Ground,
    positions: Iterable[Position],
    method: Method,
    executor: Executor,
    jobs: int | None = None,
) -> Iterator[tuple[Winner, ...]]:
    """Who won the games that were played on from each position, by their numbers, in the order of
    the positions. Where the game is over there is one game. Raises UnknownPlayerError,
    ExecutorError.
    """
    player(method.program)
    every = in_order(executor, play_out, pieces(ground, positions, method), jobs)
    for _, found in groupby(every, key=lambda piece: piece[0]):
        yield tuple(winner for _, winners in found for winner in winners)


Piece = tuple[Ground, Method, int, Position, range]


def pieces(ground: Ground, positions: Iterable[Position], method: Method) -> Iterator[Piece]:
    """The work that there is with some positions, for `play_out`."""
    for number, position in enumerate(positions):
        games = method.games if position.state.decision is not None else 1
        last = method.first + games
        for at in range(method.first, last, PIECE):
            yield ground, method, number, position, range(at, min(at + PIECE, last))


def play_out(piece: Piece) -> tuple[int, list[Winner]]:
    """Who won some of the games from a position; with its number. Work for another program."""
    ground, method, number, position, games = piece
    return number, winners(ground.open(), position, method, games)


# ---- one position ---------------------------------------------------------------------------


def winners(
    rules: AnyRules, position: Position, method: Method, games: Iterable[int]
) -> list[Winner]:
    """Who wins the games of these numbers that are played on from a position."""
    choose = player(method.program)
    won: list[Winner] = []
    for game in games:
        state, dice = position.state, Random(f"{method.seed}/{game}")
        if position.side and state.decision is not None:
            state = rules.sample_hidden(state, position.side, dice)
        if position.event is not None:
            state = rules.apply(state, position.event)[0]
        for _ in range(LONGEST):
            if state.decision is None:
                break
            chance = state.decision.side == CHANCE
            event = rules.sample(state, dice) if chance else choose(rules, state, dice)
            state = rules.apply(state, event)[0]
        won.append(None if state.outcome is None else state.outcome.winner)
    return won


def tally(rules: AnyRules, winners: Iterable[Winner]) -> Tally:
    """How games ended of which the winners are known."""
    won = list(winners)
    wins = tuple(won.count(side.id) for side in rules.spec.sides)
    return Tally(len(won), wins, won.count(""), won.count(None))
