"""The value of a position: the expected score of the first side, between 0 and 1.

The score of a finished game is 1, 0 or 0.5 for a draw; in games whose result is often the same, it
is graded by the margin. The value is learned from games between programs (`replay/training/`). It
is a small network over the features of the position: each feature has a weight in some columns, and
the columns are summed. The first columns count directly, with weights that change through the game;
each of the others counts where its sum is positive. It depends on public facts only.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from math import exp, fsum, log
from operator import add, getitem, mul
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

import msgspec

from senpu.logs.inputs import read_file
from senpu.notation.user_folders import data_folder
from senpu.replay.core.features import Feature, Features, Keys
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
ONE = 1 << 24
"""The number 1 in packed columns."""
ZERO = 1 << 63
"""The addition to each column by which no sum is below 0."""
LARGEST = float(1 << 26)
"""The largest column of a key: the sum of 8,000 keys does not overflow."""
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


class ColumnPacker:
    """Packs the columns of a row into one number, with 64 bits for each.

    Such numbers are added at once and exactly: a sum does not depend on the order of its rows.
    """

    def __init__(self, columns: int) -> None:
        self._form = Struct(f"<{columns}Q")
        self.zero = int.from_bytes(self._form.pack(*[ZERO] * columns), "little")
        """The number that moves each column by `ZERO`, so that none is below 0."""

    def pack(self, columns: Sequence[float]) -> int:
        """Return the packed columns: multiples of 1 / `ONE`."""
        if max(columns, default=0) > LARGEST or min(columns, default=0) < -LARGEST:
            columns = [max(-LARGEST, min(each, LARGEST)) for each in columns]
        moved = self._form.pack(*[round(each * ONE) + ZERO for each in columns])
        return int.from_bytes(moved, "little") - self.zero

    def unpack(self, packed: int) -> tuple[int, ...]:
        """Return the columns, moved by `ZERO`, of a sum that contains `zero`."""
        return self._form.unpack(packed.to_bytes(self._form.size, "little"))


class FeatureRows(dict[tuple[Feature, ...], int]):
    """The packed sums of the columns of some features, made when they are first needed."""

    def __init__(self, network: Network, packer: ColumnPacker) -> None:
        super().__init__()
        self._weights, self._packer = network.weights, packer

    def __missing__(self, features: tuple[Feature, ...]) -> int:
        weights = self._weights
        known = [(amount, weights[name]) for name, amount in features if name in weights]
        amounts = [amount for amount, _ in known]
        columns = zip(*[row for _, row in known], strict=True)
        total = [fsum(map(mul, amounts, column)) for column in columns]
        packed = self[features] = self._packer.pack(total) if known else 0
        return packed


class KeyRows(dict[Hashable, int]):
    """The packed columns of the keys at one place of a group, made when they are first needed."""

    def __init__(self, features: Features[Any], rows: FeatureRows, group: int, number: int) -> None:
        super().__init__()
        self._features, self._rows = features, rows
        self._place = group, number

    def __missing__(self, key: Hashable) -> int:
        # Units of one kind have equal features.
        row = self[key] = self._rows[tuple(self._features.name(*self._place, key))]
        return row


class TimeWeights(NamedTuple):
    """The weights of the columns at a time of the game."""

    start: int
    """The packed columns without any feature, moved by `ZERO`."""
    outputs: Row
    """The weights of the columns."""


class NetworkReader:
    """A network, ready to evaluate positions of one rule set."""

    def __init__(self, rules: AnyRules, network: Network) -> None:
        self.features = rules.features
        self.network = network
        columns = len(network.bias)
        self._packer = ColumnPacker(columns)
        self._feature_rows = FeatureRows(network, self._packer)
        self._rows: dict[int, list[KeyRows]] = {}
        """The columns of keys, by group and number."""
        self._times: dict[float, TimeWeights] = {}
        self._least = (0,) * LINEAR + (ZERO,) * (columns - LINEAR)
        """The numbers above which the columns count: the linear ones always do."""
        # The groups of one side rarely change while the other side moves.
        self._sum = lru_cache(KEPT)(self._sum_group)

    def _sum_group(self, group: int, keys: Keys) -> int:
        rows = self._rows.setdefault(group, [])
        while len(rows) < len(keys):
            rows.append(KeyRows(self.features, self._feature_rows, group, len(rows)))
        return sum(map(getitem, rows, keys))

    def _find_time(self, time: float) -> TimeWeights:
        """Return the weights of the columns at a time of the game."""
        found = self._times.get(time)
        if found is None:
            knots, network = interpolate(time), self.network
            shifts, outputs = (
                tuple(fsum(map(mul, knots, column)) for column in zip(*rows, strict=True))
                for rows in (network.shifts, network.outputs)
            )
            moved = [*network.bias[:LINEAR], *map(add, network.bias[LINEAR:], shifts)]
            start = self._packer.zero + self._packer.pack(moved)
            weights = tuple(each / ONE for each in (*knots, *outputs))
            found = self._times[time] = TimeWeights(start, weights)
        return found

    def evaluate(self, state: State) -> float:
        """Return the logit of the expected score of a position."""
        features = self.features
        start, outputs = self._find_time(features.measure_time(state))
        total = sum(map(self._sum, count(), features.read(state)), start)
        columns = self._packer.unpack(total)
        logit = 0.0
        for column, least, output in zip(columns, self._least, outputs, strict=True):
            if column > least:
                logit += (column - ZERO) * output
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
