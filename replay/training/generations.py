"""Train a value over generations: games by the last value, a new value from the games, and again.

Everything follows from the seed, with any number of workers.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from importlib.metadata import version
from random import Random
from typing import NamedTuple

import msgspec

from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.playouts import RulesSource
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from senpu.replay.training.games import (
    GamesPiece,
    choose_best,
    open_networks,
    play_training_games,
)
from senpu.replay.training.network import (
    FeatureIndex,
    FitMethod,
    Positions,
    export_network,
    fit_network,
    join_positions,
    measure_fit,
    select,
)
from senpu.spec.value_files import FORM, MarginScale, TrainingRecord, ValueFile

PIECE = 8
"""The number of games in one piece of work."""
TEST = 10
"""One game in so many is for the test."""
NETWORKS = 2


class Recipe(NamedTuple):
    """How much is played and learned."""

    games: int = 3000
    """The number of games of a generation."""
    generations: int = 12
    """The largest number of generations."""
    window: int = 4
    """The number of the last generations whose games are learned from."""
    matches: int = 200
    """The number of games of a generation against the last one, on both sides together."""
    patience: int = 2
    """Training ends after so many generations in a row that gained nothing."""
    seed: int = 1
    fit: FitMethod = FitMethod()


class Generation(NamedTuple):
    """A generation, for the report."""

    number: int
    games: int
    fit: dict[str, float]
    points: tuple[float, float]
    """The points in 100 against the last generation, as the first and as the second side."""


class MatchPiece(NamedTuple):
    """Some games between two values, as a piece of work."""

    source: RulesSource
    first: bytes
    second: bytes
    seed: str
    numbers: range


def play_match(piece: MatchPiece) -> list[float]:
    """Return the win of the first side in some games between two values; runs in a worker."""
    rules = piece.source.open()
    values = [open_networks(rules, content)[0] for content in (piece.first, piece.second)]
    found = []
    for number in piece.numbers:
        dice, state = Random(f"{piece.seed}/{number}"), rules.first_position()
        by_side = {side.id: value for side, value in zip(rules.spec.sides, values, strict=True)}
        while (decision := state.decision) is not None:
            event = (
                rules.sample(state, dice)
                if decision.side == CHANCE
                else choose_best(rules, by_side[decision.side], state, dice)
            )
            state = rules.apply(state, event)[0]
        assert state.outcome is not None
        winner = state.outcome.winner
        found.append(0.5 if not winner else float(winner == rules.spec.sides[0].id))
    return found


class Training:
    """The training of the value of one rule set."""

    def __init__(
        self,
        source: RulesSource,
        recipe: Recipe,
        executor: Executor,
        jobs: int | None = None,
        start: bytes = b"",
        margin: MarginScale | None = None,
        progress: Callable[[int, int, int], None] = lambda generation, done, of: None,
    ) -> None:
        """Prepare a training.

        Args:
            source: The rule set and data.
            recipe: How much is played and learned.
            executor: The executor of the work.
            jobs: The number of workers, if it is not the number of cores.
            start: The content of the file of the value for the first games; empty for none.
            margin: The scale of the score, if it is not the win probability.
            progress: Is called with the generation and the number of finished games and of all.
        """
        self.source, self.recipe, self.margin = source, recipe, margin
        self._start = start
        self._executor, self._jobs, self._progress = executor, jobs, progress
        self.rules: AnyRules = source.open()
        self._index = FeatureIndex(self.rules.features)
        self._window: list[Positions] = []
        self.file: ValueFile | None = None
        self.games = 0

    def run(self, command: str = "") -> Iterator[Generation]:
        """Yield the generations; `file` is the value of the best one."""
        recipe, content, idle = self.recipe, self._start, 0
        kept = [content]
        for number in range(recipe.generations):
            self._play(number, kept)
            file, fit = self._fit(number, command)
            found = msgspec.json.encode(file)
            points = self._compare(found, content, number)
            if sum(points) / 2 > 50 or not number:
                kept, content, self.file, idle = [found, found, content], found, file, 0
            else:
                kept, idle = [content, found], idle + 1
            yield Generation(number, self.games, fit, points)
            if idle >= recipe.patience:
                return

    def _play(self, number: int, files: list[bytes]) -> None:
        recipe = self.recipe
        pieces = (
            GamesPiece(
                self.source, tuple(files), f"{recipe.seed}/{number}",
                range(at, min(at + PIECE, recipe.games)), self.margin,
            )
            for at in range(0, recipe.games, PIECE)
        )  # fmt: skip
        games = []
        for found in map_in_order(self._executor, play_training_games, pieces, self._jobs):
            games += [game for game in found if game]
            self._progress(number, len(games), recipe.games)
        self.games += len(games)
        self._window = [*self._window, self._index.build(games)][-recipe.window :]

    def _fit(self, number: int, command: str) -> tuple[ValueFile, dict[str, float]]:
        import numpy as np

        recipe = self.recipe
        positions = join_positions(self._window, len(self._index.columns))
        is_test = positions.games % TEST == 0
        learned, test = select(positions, ~is_test), select(positions, is_test)
        counts = np.asarray((learned.matrix != 0).sum(0)).ravel()
        kept = np.flatnonzero(counts >= recipe.fit.least)
        names = [list(self._index.columns)[at] for at in kept]
        learned = learned._replace(matrix=learned.matrix[:, kept])
        test = test._replace(matrix=test.matrix[:, kept])
        networks, fits = [], []
        for which in range(NETWORKS):
            own = select(learned, learned.games % NETWORKS == which)
            method = recipe.fit._replace(seed=recipe.seed * 1000 + number * NETWORKS + which)
            network = fit_network(own, method)
            networks.append(export_network(network, names, test))
            fits.append(measure_fit(network.predict(test), test.scores))
        versions = {name: version(name) for name in ("numpy", "scipy")}
        record = TrainingRecord(
            command, self.rules.spec.values.digest(), self.games, len(learned.times), number + 1,
            {"python": platform.python_version(), **versions}, fits[0],
        )  # fmt: skip
        file = ValueFile(FORM, self.rules.spec.id, record, tuple(networks), self.margin)
        return file, fits[0]

    def _compare(self, found: bytes, last: bytes, number: int) -> tuple[float, float]:
        """Return the points in 100 of a new value against the last one, on each side."""
        recipe, half = self.recipe, self.recipe.matches // 2
        points = []
        for pair in ((found, last), (last, found)):
            pieces = (
                MatchPiece(
                    self.source,
                    *pair,
                    f"{recipe.seed}/{number}/match",
                    range(at, min(at + PIECE, half)),
                )
                for at in range(0, half, PIECE)
            )
            won = [
                win
                for wins in map_in_order(self._executor, play_match, pieces, self._jobs)
                for win in wins
            ]
            points.append(100 * sum(won) / max(len(won), 1))
        return points[0], 100 - points[1]
