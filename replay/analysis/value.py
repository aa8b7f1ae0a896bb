"""The value of a position: the expected score of the first side, between 0 and 1.

The score of a finished game is 1, 0 or 0.5 for a draw; in games whose result is often the same, it
is graded by the margin. The value is learned from games between programs (`replay/training/`). It
is a small network over the features of the position: each feature has a weight in some columns, and
the columns are summed. The first columns count directly, with weights that change through the game;
each of the others counts where its sum is positive. It depends on public facts only.
"""

from __future__ import annotations

import os
from collections.abc import Hashable
from functools import lru_cache
from hashlib import sha256
from math import exp, log
from operator import add, mul
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from senpu.logs.inputs import read_file
from senpu.notation.user_folders import data_folder
from senpu.replay.core.features import Features, Keys
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.spec.data import DataError
from senpu.spec.loader import Spec
from senpu.spec.value_files import (
    LINEAR,
    THIRDS,
    Network,
    Reliability,
    ValueFile,
    decode_value,
    read_shipped_value,
)

KEPT = 4096
"""The number of cached sums of groups of keys."""
UNKNOWN = 0.25
"""The share of features without a weight above which a report warns."""
MOST = 30.0
"""The largest argument of the logistic function."""
PERCENT = "percent"
"""The unit of scores that are win probabilities."""

Row = tuple[float, ...]


def squash(number: float) -> float:
    """Return the logistic function of a number."""
    return 1 / (1 + exp(-max(-MOST, min(number, MOST))))


def interpolate(time: float) -> Row:
    """Return the weights of the linear columns at a time of the game, from 0 to 1."""
    at = time * (LINEAR - 1)
    return tuple(max(0.0, 1 - abs(at - knot)) for knot in range(LINEAR))


class KeyRows(dict[Hashable, Row]):
    """The columns of the keys at one place of a group, made when they are first needed."""

    def __init__(self, features: Features[Any], network: Network, group: int, number: int) -> None:
        super().__init__()
        self._features, self._network = features, network
        self._place = group, number

    def __missing__(self, key: Hashable) -> Row:
        weights, total = self._network.weights, [0.0] * len(self._network.bias)
        for name, amount in self._features.name(*self._place, key):
            if name in weights:
                total = [a + amount * b for a, b in zip(total, weights[name], strict=True)]
        row = self[key] = tuple(total)
        return row


class TimeWeights(NamedTuple):
    """The weights of the columns at a time of the game."""

    start: float
    """The logit without any feature."""
    knots: Row
    """The weights of the linear columns."""
    shifts: Row
    """The additions to the other columns."""
    outputs: Row
    """The weights of the other columns where they are positive."""


class NetworkReader:
    """A network, ready to evaluate positions of one rule set."""

    def __init__(self, rules: AnyRules, network: Network) -> None:
        self.features = rules.features
        self.network = network
        self._rows: dict[int, list[KeyRows]] = {}
        """The columns of keys, by group and number."""
        self._times: dict[float, TimeWeights] = {}
        # The groups of one side rarely change while the other side moves.
        self._sum = lru_cache(KEPT)(self._sum_group)

    def _sum_group(self, group: int, keys: Keys) -> Row:
        if not keys:
            return (0.0,) * len(self.network.bias)
        rows = self._rows.setdefault(group, [])
        while len(rows) < len(keys):
            rows.append(KeyRows(self.features, self.network, group, len(rows)))
        found = [row[key] for row, key in zip(rows, keys, strict=False)]
        return tuple(map(sum, zip(*found, strict=True)))

    def _find_time(self, time: float) -> TimeWeights:
        """Return the weights of the columns at a time of the game."""
        found = self._times.get(time)
        if found is None:
            knots, network = interpolate(time), self.network
            shifts, outputs = (
                tuple(sum(map(mul, knots, column)) for column in zip(*rows, strict=True))
                for rows in (network.shifts, network.outputs)
            )
            start = sum(map(mul, knots, network.bias))
            shifts = tuple(map(add, shifts, network.bias[LINEAR:]))
            found = self._times[time] = TimeWeights(start, knots, shifts, outputs)
        return found

    def evaluate(self, state: State) -> float:
        """Return the logit of the expected score of a position."""
        total_group, features = self._sum, self.features
        sums = [total_group(group, keys) for group, keys in enumerate(features.read(state))]
        total = list(map(sum, zip(*sums, strict=True)))
        start, knots, shifts, outputs = self._find_time(features.measure_time(state))
        logit: float = start + sum(map(mul, knots, total))
        for more, shift, output in zip(total[LINEAR:], shifts, outputs, strict=True):
            if more + shift > 0:
                logit += (more + shift) * output
        return logit


class PositionValue:
    """The value of the positions of a rule set with its data.

    Attributes:
        unit: `percent`, or the label of the tally by which the game is graded.
        size: The number of units in one point of score: 100 %, or 8 victory points.
        digest: The first 16 hexadecimal digits of the SHA-256 of the weights; empty if no value was
            learned: then each position counts one half.
        trained_on: The digest of the data set of the games from which it was learned.
        reliability: Predicted and observed win probabilities in other games.
    """

    def __init__(self, rules: AnyRules, file: ValueFile | None, number: int = 1) -> None:
        self.rules = rules
        self.first: str = rules.spec.sides[0].id
        self.file = file
        self.network = file.networks[min(number, len(file.networks)) - 1] if file else None
        self._reader = NetworkReader(rules, self.network) if self.network else None
        self.margin = margin = file.margin if file else rules.spec.edition.training.margin
        self.unit = rules.score_tally[1] if margin else PERCENT
        self.size = float(margin.size) if margin else 100.0
        self.digest = find_digest(self.network) if self.network else ""
        self.trained_on = file.record.data if file else ""
        self.reliability = self.network.reliability if self.network else ()

    @property
    def is_for(self) -> bool:
        """Return whether it was learned on the data set of these rules."""
        return self.trained_on == self.rules.spec.values.digest()

    def score(self, state: State) -> float:
        """Return the expected score of the first side, or its score in a finished game."""
        if state.outcome is not None:
            return self.score_outcome(state)
        return squash(self._reader.evaluate(state)) if self._reader else 0.5

    def score_outcome(self, state: State) -> float:
        """Return the score of the first side in a finished game."""
        outcome, margin = state.outcome, self.margin
        assert outcome is not None, "the game is over"
        if margin and (count := self.rules.count_margin(state)) is not None:
            points = min(max(count, margin.low), margin.high) - margin.low
            share = (points + margin.win * (outcome.winner == self.first)) / margin.size
            return float(min(max(share, 0.0), 1.0))
        return self._score_winner(outcome.winner)

    def _score_winner(self, winner: str) -> float:
        """Return 1 if the first side won, 0.5 for a draw."""
        return 0.5 if not winner else float(winner == self.first)

    def win_probability(self, state: State) -> float:
        """Return the calibrated win probability of the first side; a draw counts half."""
        if state.outcome is not None:
            return self._score_winner(state.outcome.winner)
        if self._reader is None or self.network is None:
            return 0.5
        return calibrate(self.network, self._reader.features.measure_time(state), self.score(state))

    def find_reliability(self, state: State) -> Reliability | None:
        """Return the test of positions like this one: in its third, with about its win probability.

        Returns:
            The row of the table of reliability, or None if the table has none for the third.
        """
        third = 1 + min(int(self.rules.features.measure_time(state) * THIRDS), THIRDS - 1)
        share = self.win_probability(state)
        rows = [each for each in self.reliability if each.third == third]
        return min(rows, key=lambda each: abs(each.predicted - share), default=None)

    def count_unknown_features(self, state: State) -> tuple[int, int]:
        """Return how many features of a position have no weight, and how many it has.

        Data with other units or places have features that the value was not trained on.
        """
        if self.network is None:
            return 0, 0
        features = self.rules.features
        names = {
            name
            for group, keys in enumerate(features.read(state))
            for number, key in enumerate(keys)
            for name, _ in features.name(group, number, key)
        }
        return len(names - self.network.weights.keys()), len(names)

    def expect_margin(self, state: State) -> float | None:
        """Return the expected margin of `count_margin`; None if scores are win probabilities."""
        margin = self.margin
        if margin is None:
            return None
        points = margin.low + self.score(state) * margin.size
        return points - margin.win * self.win_probability(state)


def calibrate(network: Network, time: float, score: float) -> float:
    """Return the win probability for an expected score, by the calibration of its time."""
    score = min(max(score, 1e-6), 1 - 1e-6)
    at = min(int(time * len(network.calibration)), len(network.calibration) - 1)
    shift, slope = network.calibration[at]
    return squash(shift + slope * log(score / (1 - score)))


def find_digest(network: Network) -> str:
    """Return the digest of a network: 16 hexadecimal digits."""
    return sha256(msgspec.json.encode(network, order="deterministic")).hexdigest()[:16]


@lru_cache(16)
def open_value(rules: AnyRules, number: int = 1) -> PositionValue:
    """Return the value for a rule set and its data.

    Args:
        rules: The rule set.
        number: 1 for the value by which programs play; 2 for another one of about the same
            strength, learned from two thirds of the same games: one third is in common.

    Returns:
        The value.

    Raises:
        DataError: The file of the value is malformed.
    """
    return PositionValue(rules, read_value(rules.spec), number)


def name_own_value(spec: Spec) -> Path:
    """Return the file of the value that a user trains for a rule set and its data set."""
    name = f"{spec.id.replace('/', '-')}-{spec.values.digest()[:16]}.json"
    return data_folder() / "values" / name


def read_value(spec: Spec) -> ValueFile | None:
    """Return the value for a rule set: the user's own one for its data set, else the shipped one.

    Raises:
        DataError: The file is malformed, or cannot be read.
    """
    own = name_own_value(spec)
    if not os.path.lexists(own):  # a broken link is not a missing file
        return read_shipped_value(spec)
    try:
        content = read_file(own)
    except OSError as error:
        raise DataError("fileSystem", path=own, why=error) from None
    return decode_value(content, str(own), spec)
