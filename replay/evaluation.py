"""The winning chances of positions, by simulation: each is played to the end many times over.

How well that tells what the position is worth depends on who plays: the shares are those of games
between two of the same program from there on. What the side that looks on may not know is dealt
anew for each of these games. Repeatable: game number n of a position depends on the seed, on n and
on the position, and not on who plays it, in which order, or how many there are.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from replay.certainty import Tally
from replay.executors import in_order
from replay.players import player
from replay.registry import open_rules
from replay.rules import CHANCE, Rules, State
from replay.settle import play

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

    def open(self) -> Rules[Any]:
        """The rules themselves. Raises UnknownGame, UnknownData, DataError."""
        return _opened(self)


@lru_cache(maxsize=4)
def _opened(ground: Ground) -> Rules[Any]:
    return open_rules(
        ground.ident, ground.options, ground.digest, ground.near, ground.named, ground.version
    )


def ground_of(rules: Rules[Any], near: Path | None = None, named: Path | None = None) -> Ground:
    """What rules at hand are: `near` is the folder of their log, `named` the file of data that was
    asked for, if one was."""
    spec = rules.spec
    digest = spec.values.digest()
    return Ground(spec.id, spec.options, digest, spec.edition.rules, near, named)


class Method(msgspec.Struct, frozen=True):
    """How positions are judged."""

    program: str = "brisk"
    """Who plays them out, on all sides."""
    games: int = 100
    seed: int = 1
    side: str = ""
    """Through whose eyes: one side's, or those of everybody, who sees all."""


def evaluations(
    ground: Ground,
    states: Iterable[State],
    method: Method,
    executor: Executor,
    jobs: int | None = None,
) -> Iterator[Tally]:
    """How the games went that were played on from each position, in their order. Raises
    UnknownPlayer, NoExecutor."""
    player(method.program)
    every = in_order(executor, play_out, _pieces(ground, states, method), jobs)
    for _, found in groupby(every, key=lambda piece: piece[0]):
        yield added(tally for _, tally in found)


Piece = tuple[Ground, Method, int, State, range]


def _pieces(ground: Ground, states: Iterable[State], method: Method) -> Iterator[Piece]:
    for number, state in enumerate(states):
        last = method.games if state.ask is not None else 1  # what is over needs no playing
        for at in range(0, last, PIECE):
            yield ground, method, number, state, range(at, min(at + PIECE, last))


def play_out(piece: Piece) -> tuple[int, Tally]:
    """Some of the games played on from a position; with its number. Work for another program."""
    ground, method, number, state, games = piece
    return number, played(ground.open(), state, method, games)


def played(rules: Rules[Any], state: State, method: Method, games: Iterable[int]) -> Tally:
    """How the games of these numbers go from a position."""
    sides = [side.id for side in rules.spec.sides]
    wins, draws, open_ = [0] * len(sides), 0, 0
    results = [result(rules, state, method, game) for game in games]
    for winner in results:
        if winner is None:
            open_ += 1
        elif not winner:
            draws += 1
        else:
            wins[sides.index(winner)] += 1
    return Tally(len(results), tuple(wins), draws, open_)


def result(rules: Rules[Any], state: State, method: Method, game: int) -> str | None:
    """Who wins one of the games: a side's id, empty for a draw; nothing if it does not end."""
    dice, choose = Random(f"{method.seed}/{game}"), player(method.program)
    if method.side:
        state = rules.suppose(state, method.side, dice)
    for _ in range(LONGEST):
        if state.outcome is not None:
            return state.outcome.winner
        assert state.ask is not None
        chance = state.ask.of == CHANCE
        event = rules.sample(state, dice) if chance else choose(rules, state, dice)
        state = play(rules, state, event, [])
    return None


def added(tallies: Iterable[Tally]) -> Tally:
    """The games of all of them."""
    games, wins, draws, open_ = 0, list[int](), 0, 0
    for each in tallies:
        games, draws, open_ = games + each.games, draws + each.draws, open_ + each.open
        wins = [a + b for a, b in zip(wins or [0] * len(each.wins), each.wins, strict=True)]
    return Tally(games, tuple(wins), draws, open_)
