"""Changes of a side's win probability in a game, with their errors.

A change is a weighted sum of win probabilities of positions. For a decision these are the positions
after it and before it. For a roll they are the actual result and all possible results, each with
its exact probability. Games of one number start with the same random numbers, so each number gives
one value of the change; the error follows from their differences (`confidence.py`).
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from itertools import islice

from msgspec.structs import replace

from senpu.replay.analysis.playouts import (
    PlayoutMethod,
    PlayoutStart,
    RulesSource,
    run_playouts,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State

Weights = dict[PlayoutStart, float]
"""Positions, and the weight of the win probability of each."""

ROLLS = 250
"""Up to this many outcomes of a roll are evaluated."""
FEW = 12
"""Up to this many positions after a roll are evaluated one by one."""


def skip_forced(rules: AnyRules, state: State) -> State:
    """Return the state at the next choice or roll.

    Events that are the only legal ones change no win probability.

    Returns:
        The state.
    """
    while (decision := state.decision) is not None and decision.side != CHANCE:
        answers = [*islice(rules.legal(state), 2)]
        if len(answers) != 1:
            break
        state = rules.apply(state, answers[0])[0]
    return state


def find_deciding_states(rules: AnyRules, state: State) -> dict[State, float]:
    """Return the states that determine the win probability of a state, with their weights.

    Before a roll with few different results these are the results with their exact probabilities;
    else it is the state itself.

    Returns:
        The states and their weights, whose sum is 1.
    """
    state = skip_forced(rules, state)
    if state.decision is None or state.decision.side != CHANCE:
        return {state: 1.0}
    outcomes = [*islice(rules.outcomes(state), ROLLS + 1)]
    if len(outcomes) > ROLLS:
        return {state: 1.0}
    found: dict[State, float] = {}
    for event, chance in outcomes:
        after = skip_forced(rules, rules.apply(state, event)[0])
        found[after] = found.get(after, 0.0) + chance
    return found if len(found) <= FEW else {state: 1.0}


def weigh_change(before: dict[State, float], after: dict[State, float], side: str = "") -> Weights:
    """Return the weights of the change between two states, in a side's view if one is given."""
    weights: Weights = {}
    for states, sign in ((after, 1), (before, -1)):
        for state, weight in states.items():
            position = PlayoutStart(state, side)
            weights[position] = weights.get(position, 0.0) + sign * weight
    return {position: weight for position, weight in weights.items() if abs(weight) > 1e-9}


def add_weights(several: Iterable[Weights]) -> Weights:
    """Return the sum of changes."""
    total: Weights = {}
    for weights in several:
        for position, weight in weights.items():
            total[position] = total.get(position, 0.0) + weight
    return total


class PlayoutGames:
    """PlayoutGames from positions, played on demand."""

    def __init__(
        self,
        ground: RulesSource,
        method: PlayoutMethod,
        executor: Executor,
        jobs: int | None = None,
        progress: Callable[[int, int], None] = lambda done, of: None,
    ) -> None:
        """Prepare games; nothing is played yet.

        Args:
            ground: The rule set and data.
            method: The program, the seed and the number of the first game.
            executor: The executor of the work.
            jobs: The number of workers, if it is not the number of cores.
            progress: Is called with the number of finished games and of all games.
        """
        self._ground, self._method = ground, method
        self.first = method.first
        self._executor, self._jobs, self._progress = executor, jobs, progress
        self._scores: dict[PlayoutStart, list[float]] = {}

    def ensure_games(self, positions: Iterable[PlayoutStart], games: int) -> None:
        """Play games from each position until it has a number of games.

        Raises:
            ExecutorError: A worker was lost.
        """
        missing: dict[int, list[PlayoutStart]] = {}
        for position in dict.fromkeys(positions):
            there = len(self._scores.get(position, ()))
            if there < (games if position.state.decision is not None else 1):
                missing.setdefault(there, []).append(position)
        done, of = 0, sum((games - there) * len(found) for there, found in missing.items())
        for there, found in missing.items():
            method = replace(self._method, first=self.first + there, games=games - there)
            every = run_playouts(self._ground, found, method, self._executor, self._jobs)
            for position, scores in zip(found, every, strict=True):
                self._scores.setdefault(position, []).extend(scores)
                done += games - there
                self._progress(done, of)

    def list_scores(self, position: PlayoutStart, side: str, games: int) -> list[float]:
        """Return the score of a side in each game."""
        scores = self._scores[position][:games]
        if side != self._ground.open().spec.sides[0].id:
            scores = [1 - score for score in scores]
        return scores if position.state.decision is not None else scores * games

    def list_changes(self, weights: Weights, side: str, games: int) -> list[float]:
        """Return a change for a side in each of some games."""
        total = [0.0] * games
        for position, weight in weights.items():
            scores = self.list_scores(position, side, games)
            total = [a + weight * b for a, b in zip(total, scores, strict=True)]
        return total

    def find_mean_change(self, weights: Weights, side: str, games: int) -> float:
        """Return the mean of a change for a side."""
        return sum(self.list_changes(weights, side, games)) / games
