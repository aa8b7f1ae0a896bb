"""Train a value over generations: games by the last value, a new value from the games, and again.

Everything follows from the seed, with any number of workers.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from typing import NamedTuple

import msgspec

from senpu.notation.extras import format_install
from senpu.notation.faults import Error
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.players import choose_best
from senpu.replay.analysis.playouts import MOST_EVENTS, RulesSource
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from senpu.replay.training.games import (
    GamesPiece,
    open_networks,
    play_training_games,
)
from senpu.replay.training.network import (
    NETWORKS,
    TEST,
    FeatureIndex,
    FitMethod,
    Positions,
    fit_networks,
    join_positions,
)
from senpu.spec.game_file import TrainingPlan
from senpu.spec.value_files import FORM, TrainingRecord, ValueFile, decode_value

PIECE = 8
"""The number of games in one piece of work."""
LEAST_GAMES = 2 * TEST
"""A generation has at least this many games that end."""
PACKAGES = ("numpy", "scipy")
"""The packages of `senpu[train]`."""


class TrainingError(Error):
    """A value cannot be trained."""


class Recipe(NamedTuple):
    """The amounts of play and learning."""

    games: int = 1200
    """The number of games of a generation."""
    generations: int = 3
    """The largest number of generations."""
    window: int = 8
    """The number of the last generations whose games are learned from."""
    matches: int = 100
    """The number of games of a generation against the last one, on both sides together."""
    patience: int = 2
    """The number of generations in a row without a gain after which training ends."""
    seed: int = 1
    fit: FitMethod = FitMethod()


USUAL = Recipe()
"""The amounts if a rule set names no others."""


def make_recipe(
    plan: TrainingPlan, seed: int, games: int | None = None, generations: int | None = None
) -> Recipe:
    """Return the recipe for a rule set.

    Args:
        plan: How the recipe of the rule set differs from the usual one.
        seed: The seed.
        games: The number of games of a generation, in place of the number of the plan.
        generations: The largest number of generations, in place of the number of the plan.

    Returns:
        The recipe.
    """
    usual = Recipe()
    games = games or plan.games or usual.games
    return usual._replace(
        games=games,
        matches=min(usual.matches, games),
        generations=generations or plan.generations or usual.generations,
        seed=seed,
        fit=usual.fit._replace(hidden=plan.hidden or usual.fit.hidden),
    )


def check_packages() -> None:
    """Check that the packages for training are installed. Raises TrainingError."""
    # They are not imported yet: workers start before their threads do.
    if missing := tuple(name for name in PACKAGES if find_spec(name) is None):
        raise TrainingError("noTraining", names=missing, install=format_install("train"))


def list_versions() -> dict[str, str]:
    """Return the versions of Python and of the packages, for a record."""
    return {"python": platform.python_version(), **{each: version(each) for each in PACKAGES}}


class Generation(NamedTuple):
    """A generation, for the report."""

    number: int
    """The first one is 0."""
    games: int
    """The number of all games up to now."""
    fit: dict[str, float]
    points: tuple[float, float]
    """The points in % against the last value, as the first and as the second side."""
    is_kept: bool
    """True if its value replaces the last one."""


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
    by_side = {side.id: value for side, value in zip(rules.spec.sides, values, strict=True)}
    found = []
    for number in piece.numbers:
        dice, state = Random(f"{piece.seed}/{number}"), rules.first_position()
        for _ in range(MOST_EVENTS):
            decision = state.decision
            if decision is None:
                break
            event = (
                rules.sample(state, dice)
                if decision.side == CHANCE
                else choose_best(rules, by_side[decision.side], state, dice)
            )
            state = rules.apply(state, event)[0]
        winner = state.outcome.winner if state.outcome else ""
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
        *,
        progress: Callable[[int, int, int], None] = lambda number, done, of: None,
    ) -> None:
        """Prepare a training.

        Args:
            source: The rule set and data.
            recipe: How much is played and learned.
            executor: The executor of the work.
            jobs: The number of workers, if it is not the number of cores.
            start: The content of the file of the value for the first games; empty for none.
            progress: Is called with the number of the generation, the number of its finished games
                and of all its games, those against the last value included.
        """
        self.source, self.recipe, self._start = source, recipe, start
        self._executor, self._jobs, self._progress = executor, jobs, progress
        self.rules: AnyRules = source.open()
        self._index = FeatureIndex(self.rules.features)
        self._first = decode_value(start, "") if start else None
        """The value from whose networks each fit starts."""
        if self._first:
            self._index.add_names(self._first.networks[0].weights)
        self._window: list[Positions] = []
        self.file: ValueFile | None = None
        """The best value up to now."""
        self.games = 0
        """The number of games that were learned from."""
        self._balance = 0.5
        """The share of the last matches that the first side won."""
        self._done = 0
        """The number of finished games of this generation."""

    def run(self, command: str = "") -> Iterator[Generation]:
        """Yield the generations; `file` is the value of the best one.

        Args:
            command: The command line for the record.

        Yields:
            The generations.

        Raises:
            TrainingError: Too few games end.
            ExecutorError: A worker was lost.
        """
        recipe, last, idle = self.recipe, self._start, 0
        players = [last]
        if last:
            self._balance = self._match(0, last, last)
        for number in range(recipe.generations):
            self._play(number, players)
            file, fit = self._fit(number, command)
            found = msgspec.json.encode(file)
            points = self._compare(number, found, last)
            is_kept = sum(points) / 2 > 50 or self._is_needed()
            if is_kept:
                players = [found, found, last, self._start]
                last, self.file, idle = found, file, 0
            else:
                players, idle = [last, found, self._start], idle + 1
            yield Generation(number, self.games, fit, points, is_kept)
            if idle >= recipe.patience:
                return

    def _is_needed(self) -> bool:
        """Return whether there is no value yet that was learned on these data."""
        if self.file is not None or self._first is None:
            return self.file is None
        return self._first.record.data != self.rules.spec.values.digest()

    def _report(self, number: int, more: int) -> None:
        recipe = self.recipe
        self._done += more
        self._progress(number, self._done, recipe.games + 2 * (recipe.matches // 2))

    def _play(self, number: int, files: list[bytes]) -> None:
        """Play the games of a generation between values of these files."""
        recipe, games, self._done = self.recipe, [], 0
        self._report(number, 0)
        pieces = (
            GamesPiece(self.source, tuple(files), f"{recipe.seed}/{number}", numbers, self._balance)
            for numbers in _split(recipe.games)
        )
        for found in map_in_order(self._executor, play_training_games, pieces, self._jobs):
            games += [game for game in found if game]
            self._report(number, len(found))
        if len(games) < LEAST_GAMES:
            raise TrainingError(
                "trainingGames", n=len(games), of=recipe.games, least=LEAST_GAMES
            )  # fmt: skip
        self.games += len(games)
        self._window = [*self._window, self._index.build(games)][-recipe.window :]

    def _fit(self, number: int, command: str) -> tuple[ValueFile, dict[str, float]]:
        """Return the value that is learned from the games of the last generations, and its fit."""
        recipe, spec = self.recipe, self.rules.spec
        found = fit_networks(
            join_positions(self._window, len(self._index.columns)),
            self._index.columns,
            recipe.fit._replace(seed=recipe.seed * 1000 + number * NETWORKS),
            self._first.networks if self._first else (),
        )
        record = TrainingRecord(
            command=command,
            data=spec.values.digest(),
            games=self.games,
            positions=found.positions,
            generations=number + 1,
            versions=list_versions(),
            fit=found.fit,
            start=sha256(self._start).hexdigest()[:16] if self._start else "",
        )
        margin = spec.edition.training.margin
        return ValueFile(FORM, spec.id, record, found.networks, margin), found.fit

    def _compare(self, number: int, found: bytes, last: bytes) -> tuple[float, float]:
        """Return the points in % of a new value against the last one, on each side."""
        one, other = self._match(number, found, last), self._match(number, last, found)
        self._balance = (one + other) / 2
        return 100 * one, 100 - 100 * other

    def _match(self, number: int, first: bytes, second: bytes) -> float:
        """Return the share of games between two values that the first side wins."""
        pieces = (
            MatchPiece(self.source, first, second, f"{self.recipe.seed}/{number}/match", numbers)
            for numbers in _split(self.recipe.matches // 2)
        )
        wins: list[float] = []
        for some in map_in_order(self._executor, play_match, pieces, self._jobs):
            wins += some
            self._report(number, len(some))
        return sum(wins) / max(len(wins), 1)


def _split(count: int) -> Iterator[range]:
    """Yield the numbers of games in pieces of work."""
    for at in range(0, count, PIECE):
        yield range(at, min(at + PIECE, count))
