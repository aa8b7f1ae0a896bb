"""Strength of programs against each other, and the win rates of sides between them.

Every program plays each program, itself included, on each side, with the same random numbers for
each pairing. The result is repeatable for a seed, with any number of workers.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import product

import msgspec

from senpu.replay.analysis.confidence import GameResults, Interval, wilson_interval
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.players import EventChooser, derive_seed, find_player, generate_game
from senpu.replay.analysis.playouts import RulesSource, count_results
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State

BATCH = 4
"""The number of games in one piece of work."""

Pairing = tuple[str, ...]
"""A program for each side, in the rule set's order."""


class Score(msgspec.Struct, frozen=True):
    """The points of some games: 1 for a win, half for a draw."""

    points: float = 0.0
    games: int = 0

    @property
    def share(self) -> float:
        """The points per game, from 0 to 1."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """The Wilson interval, with draws as halves: slightly too wide with many draws."""
        return wilson_interval(self.points, self.games)

    def __add__(self, other: "Score") -> "Score":
        return Score(self.points + other.points, self.games + other.games)


class StrengthTable(msgspec.Struct, frozen=True):
    """The results of all pairings."""

    programs: Pairing
    sides: tuple[str, ...]
    tallies: dict[Pairing, GameResults]

    def score_pair(self, one: str, other: str, side: int | None = None) -> Score:
        """Return the score of a program against another, on all sides or on one."""
        found = Score()
        for names, ended in self.tallies.items():
            for at, name in enumerate(names):
                rest = (*names[:at], *names[at + 1 :])
                if one != other and name == one and rest == (other,) * len(rest):
                    found += _score(ended, at) if side in (None, at) else Score()
        return found

    def score_overall(self, one: str, side: int | None = None) -> Score:
        """Return the score of a program against all others, on all sides or on one."""
        return sum((self.score_pair(one, other, side) for other in self.programs), Score())

    def rank_programs(self) -> list[str]:
        """Return the programs, the strongest first."""
        return sorted(self.programs, key=lambda name: -self.score_overall(name).share)

    def score_side(self, side: int, names: Pairing) -> Score:
        """Return the score of a side in a pairing."""
        return _score(self.tallies[names], side)

    def score_self_play(self, side: int) -> Score:
        """Return the score of a side in games of programs against themselves."""
        pairings = (names for names in self.tallies if len({*names}) == 1)
        return sum((self.score_side(side, names) for names in pairings), Score())


def _score(ended: GameResults, side: int) -> Score:
    return Score(ended.wins[side] + ended.draws / 2, ended.ended)


PairingPiece = tuple[RulesSource, Pairing, int, range, State | None]


def play_pairings(
    ground: RulesSource,
    programs: Sequence[str],
    games: int,
    seed: int,
    executor: Executor,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    start: State | None = None,
) -> StrengthTable:
    """Play the games of each pairing.

    Args:
        ground: The rule set and data.
        programs: The names of the programs.
        games: The number of games of each pairing.
        seed: The seed of all games.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of finished games and of all games.
        start: The position from which the games start; None for the usual start.

    Returns:
        The results.

    Raises:
        UnknownPlayerError: No program has the name.
        ExecutorError: A worker was lost.
    """
    sides = tuple(side.id for side in ground.open().spec.sides)
    names = tuple(dict.fromkeys(programs))
    for name in names:
        find_player(name)
    pairings = list(product(names, repeat=len(sides)))
    won: dict[Pairing, list[str]] = {pairing: [] for pairing in pairings}
    pieces = _pieces(ground, pairings, games, seed, start)
    for done, (pairing, winners) in enumerate(
        map_in_order(executor, play_pairing, pieces, jobs), 1
    ):
        won[pairing] += winners
        progress(done * BATCH, -(-games // BATCH) * BATCH * len(pairings))
    tallies = {pairing: count_results(ground.open(), winners) for pairing, winners in won.items()}
    return StrengthTable(names, sides, tallies)


def _pieces(
    ground: RulesSource, pairings: list[Pairing], games: int, seed: int, start: State | None
) -> Iterator[PairingPiece]:
    for pairing in pairings:
        for at in range(0, games, BATCH):
            yield ground, pairing, seed, range(at, min(at + BATCH, games)), start


def play_pairing(piece: PairingPiece) -> tuple[Pairing, list[str]]:
    """Play some games of a pairing and return their winners ('' for a draw); runs in a worker."""
    ground, names, seed, numbers, start = piece
    rules = ground.open().start_from(start)
    players = {
        side.id: find_player(name) for side, name in zip(rules.spec.sides, names, strict=True)
    }
    return names, [_winner(rules, players, derive_seed(seed, number)) for number in numbers]


def _winner(rules: AnyRules, players: dict[str, EventChooser], seed: int) -> str:
    *_, (state, event) = generate_game(rules, players, seed)
    outcome = rules.apply(state, event)[0].outcome
    assert outcome is not None
    winner: str = outcome.winner
    return winner
