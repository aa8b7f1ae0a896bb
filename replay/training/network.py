"""Fit a network to the samples of games: Adam on the logarithmic loss, in numpy and scipy."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from senpu.replay.core.features import Features
from senpu.replay.training.games import Sample
from senpu.spec.value_files import LINEAR, THIRDS, Network, Reliability

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Array = NDArray[Any]

DIGITS = 4
"""The number of significant digits of a weight in a file."""
TEST = 10
"""Every tenth game is for the test."""
NETWORKS = 2
"""The number of networks, each of which is learned from two thirds of the games."""
BINS = 10
"""The number of classes of predictions in a table of reliability, for each third of the game."""


class FitMethod(NamedTuple):
    """The size of a network and the way to fit it."""

    hidden: int = 16
    """The number of columns that count where they are positive."""
    epochs: int = 12
    batch: int = 4096
    """The number of positions of a step."""
    rate: float = 0.01
    """The largest size of a step; it falls as a cosine."""
    gentle: float = 0.4
    """The factor of the steps if they start from another network."""
    decay: float = 3e-4
    """The weight of the sum of squares of the weights."""
    least: int = 20
    """A feature that occurs in fewer positions has no weight."""
    seed: int = 1


class Positions(NamedTuple):
    """Samples as matrices."""

    matrix: csr_matrix
    """A row for each position, a column for each feature."""
    times: Array
    scores: Array
    wins: Array
    games: Array
    """The number of the game of each position."""


class FeatureIndex:
    """The columns of features by their names."""

    def __init__(self, features: Features[Any]) -> None:
        self.features = features
        self.columns: dict[str, int] = {}
        self._entries: dict[tuple[int, int, Hashable], list[tuple[int, float]]] = {}

    def _find_entries(self, group: int, number: int, key: Hashable) -> list[tuple[int, float]]:
        place = group, number, key
        if place not in self._entries:
            self._entries[place] = [
                (self.columns.setdefault(name, len(self.columns)), amount)
                for name, amount in self.features.name(group, number, key)
            ]
        return self._entries[place]

    def add_names(self, names: Iterable[str]) -> None:
        """Give columns to features by their names."""
        for name in names:
            self.columns.setdefault(name, len(self.columns))

    def build(self, games: Sequence[Sequence[Sample]]) -> Positions:
        """Return the samples of some games as matrices."""
        import numpy as np
        from scipy.sparse import csr_matrix

        starts, columns, amounts = [0], [], []
        samples = [(at, sample) for at, game in enumerate(games) for sample in game]
        for _, sample in samples:
            for group, keys in enumerate(sample.groups):
                for number, key in enumerate(keys):
                    for column, amount in self._find_entries(group, number, key):
                        columns.append(column)
                        amounts.append(amount)
            starts.append(len(columns))
        matrix = csr_matrix(
            (np.array(amounts, np.float32), np.array(columns, np.int32), starts),
            shape=(len(samples), len(self.columns)),
        )
        matrix.sum_duplicates()
        return Positions(
            matrix,
            np.array([sample.time for _, sample in samples], np.float32),
            np.array([sample.score for _, sample in samples], np.float32),
            np.array([sample.win for _, sample in samples], np.float32),
            np.array([at for at, _ in samples], np.int32),
        )


def join_positions(several: Sequence[Positions], columns: int) -> Positions:
    """Return the positions of several generations, whose matrices may lack the last columns."""
    import numpy as np
    from scipy.sparse import vstack

    for each in several:
        each.matrix.resize((each.matrix.shape[0], columns))
    shifts = np.cumsum([0, *(int(each.games.max()) + 1 for each in several[:-1])])
    return Positions(
        vstack([each.matrix for each in several], "csr"),
        np.concatenate([each.times for each in several]),
        np.concatenate([each.scores for each in several]),
        np.concatenate([each.wins for each in several]),
        np.concatenate([each.games + shift for each, shift in zip(several, shifts, strict=True)]),
    )


def select(positions: Positions, chosen: Any) -> Positions:
    """Return some of the positions."""
    return Positions(*(each[chosen] for each in positions))


class NetworkFit:
    """The arrays of a network while it is fitted."""

    def __init__(self, names: Sequence[str], method: FitMethod, start: Network | None) -> None:
        """Prepare the arrays: from another network, or at random.

        Args:
            names: The names of the features.
            method: The size of the network.
            start: A network whose weights are the first ones; features that it lacks have none.
        """
        import numpy as np

        self.random = np.random.default_rng(method.seed)
        if start is not None:
            nothing = (0.0,) * len(start.bias)
            rows = [start.weights.get(name, nothing) for name in names]
            self.weights, self.bias, self.shifts, self.outputs = (
                np.array(each, np.float32)
                for each in (rows, start.bias, start.shifts, start.outputs)
            )
            return
        hidden, random = method.hidden, self.random
        weights = np.zeros((len(names), LINEAR + hidden), np.float32)
        weights[:, LINEAR:] = random.normal(0, 0.05, (len(names), hidden))
        self.weights = weights
        self.bias = np.zeros(LINEAR + hidden, np.float32)
        self.shifts = random.normal(0, 0.1, (LINEAR, hidden)).astype(np.float32)
        self.outputs = random.normal(0, 0.3, (LINEAR, hidden)).astype(np.float32)

    def arrays(self) -> tuple[Array, ...]:
        """Return the arrays that are fitted."""
        return self.weights, self.bias, self.shifts, self.outputs

    def predict(self, positions: Positions) -> Array:
        """Return the predicted scores."""
        return squash(self._forward(positions.matrix, weigh_times(positions.times))[-1])

    def _forward(self, matrix: csr_matrix, knots: Array) -> tuple[Array, ...]:
        import numpy as np

        sums = matrix @ self.weights + self.bias
        inner = sums[:, LINEAR:] + knots @ self.shifts
        outputs = knots @ self.outputs
        active = np.maximum(inner, 0)
        return active, outputs, (sums[:, :LINEAR] * knots).sum(1) + (active * outputs).sum(1)

    def find_gradients(self, positions: Positions, decay: float) -> tuple[Array, ...]:
        """Return the gradients of the loss in some positions, for each of the arrays."""
        import numpy as np

        knots = weigh_times(positions.times)
        active, outputs, logits = self._forward(positions.matrix, knots)
        error = ((squash(logits) - positions.scores) / len(logits))[:, None]
        inner = error * outputs * (active > 0)
        columns = np.concatenate([error * knots, inner], axis=1)
        return (
            positions.matrix.T @ columns + decay * self.weights,
            columns.sum(0),
            knots.T @ inner,
            knots.T @ (error * active) + decay * self.outputs,
        )


def weigh_times(times: Array) -> Array:
    """Return the weights of the linear columns at some times."""
    import numpy as np

    knots = np.linspace(0, 1, LINEAR, dtype=np.float32)
    found: Array = np.maximum(0, 1 - np.abs(times[:, None] - knots) * (LINEAR - 1))
    return found


def squash(logits: Array) -> Array:
    """Return the logistic function."""
    import numpy as np

    found: Array = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    return found


def fit_network(
    positions: Positions, names: Sequence[str], method: FitMethod, start: Network | None = None
) -> NetworkFit:
    """Return a network that is fitted to some positions.

    The steps are by D. Kingma and J. Ba, Adam: A method for stochastic optimization (2015).

    Args:
        positions: The positions.
        names: The names of their features.
        method: The size and the steps.
        start: The network from which the steps start; None for random weights.

    Returns:
        The network.
    """
    import numpy as np

    network = NetworkFit(names, method, start)
    first = [np.zeros_like(array) for array in network.arrays()]
    second = [np.zeros_like(array) for array in network.arrays()]
    largest = method.rate * (method.gentle if start else 1)
    count, step = positions.matrix.shape[0], 0
    for epoch in range(method.epochs):
        order = network.random.permutation(count)
        rate = largest * (0.05 + 0.475 * (1 + np.cos(np.pi * epoch / method.epochs)))
        for at in range(0, count, method.batch):
            step += 1
            some = select(positions, order[at : at + method.batch])
            gradients = network.find_gradients(some, method.decay)
            for array, gradient, mean, square in zip(
                network.arrays(), gradients, first, second, strict=True
            ):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient * gradient - square)
                array -= (
                    rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                )
    return network


class FittedNetworks(NamedTuple):
    """The networks of a value."""

    networks: tuple[Network, ...]
    fit: dict[str, float]
    """The fit of the first one in the games for the test."""
    positions: int
    """The number of positions in the other games."""


def fit_networks(
    positions: Positions,
    columns: Iterable[str],
    method: FitMethod,
    starts: Sequence[Network] = (),
) -> FittedNetworks:
    """Return the networks that are fitted to some positions.

    Args:
        positions: The positions.
        columns: The names of all features, in the order of the columns.
        method: The size and the steps; each network has the next seed.
        starts: The networks from which the steps start; none for random weights. Their features
            are kept, however seldom they occur.

    Returns:
        The networks, with their calibration and reliability.
    """
    import numpy as np

    is_test = positions.games % TEST == 0
    learned, test = select(positions, ~is_test), select(positions, is_test)
    counts = np.asarray((learned.matrix != 0).sum(0)).ravel()
    known = {name for network in starts for name in network.weights}
    kept = [
        (at, name) for at, name in enumerate(columns) if counts[at] >= method.least or name in known
    ]
    numbers, names = [at for at, _ in kept], [name for _, name in kept]
    learned = learned._replace(matrix=learned.matrix[:, numbers])
    test = test._replace(matrix=test.matrix[:, numbers])
    fitted = [
        fit_network(
            select(learned, learned.games % (NETWORKS + 1) != which),
            names,
            method._replace(seed=method.seed + which),
            starts[which % len(starts)] if starts else None,
        )
        for which in range(NETWORKS)
    ]
    return FittedNetworks(
        tuple(export_network(each, names, test) for each in fitted),
        measure_fit(fitted[0].predict(test), test.scores),
        len(learned.times),
    )


def measure_fit(predicted: Array, observed: Array) -> dict[str, float]:
    """Return the explained variance and the logarithmic loss of predictions."""
    import numpy as np

    sure = np.clip(predicted, 1e-6, 1 - 1e-6)
    loss = -(observed * np.log(sure) + (1 - observed) * np.log(1 - sure)).mean()
    variance = float(observed.var())
    explained = 1 - ((predicted - observed) ** 2).mean() / variance if variance else 0.0
    return {"r2": round(float(explained), 4), "log_loss": round(float(loss), 4)}


def find_thirds(times: Array) -> Array:
    """Return the third of the game of each time: 0, 1 or 2."""
    import numpy as np

    found: Array = np.minimum((times * THIRDS).astype(np.int32), THIRDS - 1)
    return found


def calibrate(scores: Array, positions: Positions) -> tuple[tuple[float, float], ...]:
    """Return the shift and the slope from the logit of scores to the logit of wins, by third.

    They are found by Newton's method on the logarithmic loss (J. Platt, 1999).
    """
    import numpy as np

    logits, found = find_logits(scores), []
    for third in range(THIRDS):
        chosen = find_thirds(positions.times) == third
        wins = positions.wins[chosen].astype(np.float64)
        table = np.stack([np.ones(len(wins)), logits[chosen]], axis=1).astype(np.float64)
        weights = np.array([0.0, 1.0])
        for _ in range(30):
            sure = squash(table @ weights)
            slope = table.T @ (sure - wins) + 0.1 * (weights - np.array([0.0, 1.0]))
            curve = (table * (sure * (1 - sure))[:, None]).T @ table + 0.1 * np.eye(2)
            weights = weights - np.linalg.solve(curve, slope)
        found.append((round(float(weights[0]), 4), round(float(weights[1]), 4)))
    return tuple(found)


def tabulate_reliability(wins: Array, positions: Positions) -> tuple[Reliability, ...]:
    """Return the table of reliability of predicted win probabilities."""
    import numpy as np

    thirds, bins = (
        find_thirds(positions.times),
        np.minimum((wins * BINS).astype(np.int32), BINS - 1),
    )
    found = []
    for third in range(THIRDS):
        for at in range(BINS):
            chosen = (thirds == third) & (bins == at)
            if count := int(chosen.sum()):
                predicted, observed = (
                    float(wins[chosen].mean()),
                    float(positions.wins[chosen].mean()),
                )
                found.append(Reliability(third + 1, count, round(predicted, 4), round(observed, 4)))
    return tuple(found)


def round_row(row: Iterable[float]) -> tuple[float, ...]:
    """Return weights with the number of digits of a file."""
    return tuple(float(f"{float(each):.{DIGITS}g}") for each in row)


def export_network(network: NetworkFit, names: Sequence[str], test: Positions) -> Network:
    """Return a network as data, with its calibration and reliability in games for the test.

    The calibration is fitted to one half of these games, and the reliability is for the other half.
    """
    import numpy as np

    numbers = {game: at for at, game in enumerate(np.unique(test.games).tolist())}
    is_first = np.array([numbers[game] % 2 == 0 for game in test.games.tolist()])
    one, other = select(test, is_first), select(test, ~is_first)
    calibration = calibrate(network.predict(one), one)
    shift, slope = np.array(calibration)[find_thirds(other.times)].T
    wins = squash(shift + slope * find_logits(network.predict(other)))
    return Network(
        {name: round_row(row) for name, row in zip(names, network.weights, strict=True)},
        round_row(network.bias),
        tuple(map(round_row, network.shifts)),
        tuple(map(round_row, network.outputs)),
        calibration,
        tabulate_reliability(wins, other),
    )


def find_logits(scores: Array) -> Array:
    """Return the logits of scores."""
    import numpy as np

    sure = np.clip(scores, 1e-6, 1 - 1e-6)
    found: Array = np.log(sure / (1 - sure))
    return found
