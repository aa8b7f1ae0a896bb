"""How much a side's winning chance changes in a game, and how sure that is.

A change is the chances of some positions, each counted with a weight: of a decision, the position
after it against the one before; of a roll, what came against all that could have come, each with
its exact chance. Since games of one number begin from the same random numbers, every number gives
the change once, and from how these differ comes the error (see `certainty.py`).
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from itertools import islice

from msgspec.structs import replace

from senpu.replay.analysis.evaluation import Ground, Method, Position, Winner, playouts
from senpu.replay.core.rules import CHANCE, AnyRules, State

Weights = dict[Position, float]
"""Positions, and how much the chance of each counts."""

ROLLS = 250
"""Of more outcomes than that, not all are looked at."""
FEW = 12
"""So many positions after a roll are played on from one by one; of more, some come by chance."""
SCORES: dict[Winner, float] = {"": 0.5, None: 0.5}
"""What a game is worth that nobody won."""


def forced(rules: AnyRules, state: State) -> State:
    """The position once somebody has a choice, or chance decides: what has only one answer comes
    anyway, and changes no chance.
    """
    while (decision := state.decision) is not None and decision.side != CHANCE:
        answers = [*islice(rules.legal(state), 2)]
        if len(answers) != 1:
            break
        state = rules.apply(state, answers[0])[0]
    return state


def spread(rules: AnyRules, state: State) -> dict[State, float]:
    """The positions that decide the chance of one, with what each counts: before a roll of which
    few different things can come, these with their exact chances; else the position itself.
    """
    state = forced(rules, state)
    if state.decision is None or state.decision.side != CHANCE:
        return {state: 1.0}
    outcomes = [*islice(rules.outcomes(state), ROLLS + 1)]
    if len(outcomes) > ROLLS:
        return {state: 1.0}
    found: dict[State, float] = {}
    for event, chance in outcomes:
        after = forced(rules, rules.apply(state, event)[0])
        found[after] = found.get(after, 0.0) + chance
    return found if len(found) <= FEW else {state: 1.0}


def change(before: dict[State, float], after: dict[State, float], side: str = "") -> Weights:
    """What has changed, through the eyes of a side or of everybody; nothing where nothing can
    have.
    """
    weights: Weights = {}
    for states, sign in ((after, 1), (before, -1)):
        for state, weight in states.items():
            position = Position(state, side)
            weights[position] = weights.get(position, 0.0) + sign * weight
    return {position: weight for position, weight in weights.items() if abs(weight) > 1e-9}


def added(several: Iterable[Weights]) -> Weights:
    """All these changes together."""
    total: Weights = {}
    for weights in several:
        for position, weight in weights.items():
            total[position] = total.get(position, 0.0) + weight
    return total


class Games:
    """The games that were played on from positions: more of them as they are asked for."""

    def __init__(
        self,
        ground: Ground,
        method: Method,
        executor: Executor,
        jobs: int | None = None,
        heard: Callable[[int, int], None] = lambda done, of: None,
    ) -> None:
        """Of the `method` count the program, the seed and the number of the first game. `heard` is
        told how many games are played of how many that are asked for at once.
        """
        self._ground, self._method = ground, method
        self.first = method.first
        self._executor, self._jobs, self._heard = executor, jobs, heard
        self._won: dict[Position, list[Winner]] = {}

    def have(self, positions: Iterable[Position], games: int) -> None:
        """See to it that so many games were played on from each. Raises ExecutorError."""
        missing: dict[int, list[Position]] = {}
        for position in dict.fromkeys(positions):
            there = len(self._won.get(position, ()))
            if there < (games if position.state.decision is not None else 1):
                missing.setdefault(there, []).append(position)
        done, of = 0, sum((games - there) * len(found) for there, found in missing.items())
        for there, found in missing.items():
            method = replace(self._method, first=self.first + there, games=games - there)
            every = playouts(self._ground, found, method, self._executor, self._jobs)
            for position, won in zip(found, every, strict=True):
                self._won.setdefault(position, []).extend(won)
                done += games - there
                self._heard(done, of)

    def scores(self, position: Position, side: str, games: int) -> list[float]:
        """How each game ended for a side: 1 won, 0 lost, a half for what nobody won."""
        won = self._won[position]
        scores = [1.0 if each == side else SCORES.get(each, 0.0) for each in won[:games]]
        return scores if position.state.decision is not None else scores * games

    def changes(self, weights: Weights, side: str, games: int) -> list[float]:
        """A change for a side, as each of so many games has it."""
        total = [0.0] * games
        for position, weight in weights.items():
            scores = self.scores(position, side, games)
            total = [a + weight * b for a, b in zip(total, scores, strict=True)]
        return total

    def mean(self, weights: Weights, side: str, games: int) -> float:
        """A change for a side."""
        return sum(self.changes(weights, side, games)) / games
