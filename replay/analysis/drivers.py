"""The spread of a result over drawn data sets, and the unknown values that drive it.

Two errors are kept apart. The sampling error comes from few games: it falls with more games. The
spread between data sets comes from unknown values: more games do not reduce it.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import erfc, inf, sqrt

import msgspec
from msgspec.structs import replace

from senpu.replay.analysis.confidence import (
    Interval,
    Z,
    student_probability,
    student_quantile,
)
from senpu.spec.ranges import Unknown

DRIVERS = 3
"""The number of drivers of a report."""
LEVEL = 0.05
"""Below this probability, an effect is not chance."""
LEAST_SETS = 4
"""The least number of data sets for a correlation."""


class Driver(msgspec.Struct, frozen=True):
    """An unknown value, and how a result depends on it."""

    unknown: Unknown
    low: str
    """The label of the choice that is compared; empty for all other choices."""
    high: str
    """The label of the choice to which `effect` leads."""
    effect: float
    """The change of the result from `low` to `high`."""
    interval: Interval
    probability: float
    """The probability that the largest of all correlations is so large by chance."""

    @property
    def is_significant(self) -> bool:
        """Return whether the effect is distinguishable from chance."""
        return self.probability < LEVEL


class Spread(msgspec.Struct, frozen=True):
    """A result in several data sets."""

    sets: int
    """The number of data sets that have a result."""
    games: int
    """The number of games in each; 0 for an exact result."""
    mean: float
    interval: Interval
    """The 95% confidence interval of the mean over all plausible data sets."""
    low: float
    high: float
    """The lowest and the highest result of a data set."""
    sampling_error: float
    """The half of the 95% confidence interval of the result of one data set: the error of few
    games."""
    deviation: float
    """The standard deviation between data sets without the sampling error: ignorance of values."""
    probability: float
    """The probability that data sets without a difference differ as much by sampling error."""
    drivers: tuple[Driver, ...]

    @property
    def is_significant(self) -> bool:
        """Return whether the data sets differ by more than the sampling error."""
        return self.probability < LEVEL


def compute_spread(
    unknowns: Sequence[Unknown],
    choices: Sequence[Mapping[str, int]],
    results: Sequence[Sequence[float]],
    most: float = inf,
    is_exact: bool = False,
) -> Spread:
    """Return the spread of results over data sets.

    Args:
        unknowns: The unknown values.
        choices: The choices of each data set.
        results: The results of the games on each data set, or one exact result.
        most: The most that a result can change.
        is_exact: True if the results are exact: not from games.

    Returns:
        The spread.
    """
    sets, games = len(results), len(results[0])
    means = [sum(each) / len(each) for each in results]
    mean = sum(means) / sets
    square = sum((each - mean) ** 2 for each in means) / max(sets - 1, 1)
    error = 0.0 if is_exact else _estimate_variance(results, means) / games
    half = student_quantile(max(sets - 1, 1)) * sqrt(max(square, error) / sets)
    probability = _compare_variances(square, error, sets - 1)
    drivers = tuple(
        replace(
            driver,
            interval=Interval(
                max(driver.interval.low, min(driver.effect, -most)),
                min(driver.interval.high, max(driver.effect, most)),
            ),
            # No value drives a difference that the games do not show.
            probability=max(driver.probability, probability),
        )
        for driver in find_drivers(unknowns, choices, means, error=error)
    )
    return Spread(
        sets, 0 if is_exact else games, mean, Interval(mean - half, mean + half),
        min(means), max(means), Z * sqrt(error), sqrt(max(square - error, 0.0)),
        probability, drivers,
    )  # fmt: skip


def _estimate_variance(results: Sequence[Sequence[float]], means: Sequence[float]) -> float:
    """Return the variance of the games on one data set.

    As in the interval of A. Agresti and B. A. Coull (1998), `Z` squared games are added, half of
    them with the highest and half with the lowest result: a few equal games do not prove that all
    are equal. Results differ by at least 1.
    """
    numbers = [number for each in results for number in each]
    span = max(max(numbers) - min(numbers), 1.0)
    within = sum((x - m) ** 2 for each, m in zip(results, means, strict=True) for x in each)
    freedom = len(numbers) - len(results)
    return (within + Z * Z * span * span / 4) / (freedom + Z * Z)


def _compare_variances(square: float, error: float, freedom: int) -> float:
    """Return the probability that an error alone gives at least a variance between data sets.

    The variance has a chi-square distribution, here by the cube root of E. B. Wilson and M. M.
    Hilferty (1931).
    """
    if not freedom or square <= 0:
        return 1.0
    if error <= 0:
        return 0.0
    part = 2 / (9 * freedom)
    return erfc((((square / error) ** (1 / 3)) - 1 + part) / sqrt(2 * part)) / 2


# ---- drivers ----------------------------------------------------------------------------------


class Contrast(msgspec.Struct, frozen=True):
    """A comparison of choices of an unknown value: a number for each data set."""

    unknown: Unknown
    low: str
    high: str
    shape: tuple[float, ...]
    """The numbers, moved and scaled so that their sum is 0 and the sum of their squares 1."""
    scale: float
    """The square root of the sum of squares before; 1 is the way from `low` to `high`."""


def find_drivers(
    unknowns: Sequence[Unknown],
    choices: Sequence[Mapping[str, int]],
    means: Sequence[float],
    most: int = DRIVERS,
    error: float = 0.0,
) -> Iterator[Driver]:
    """Yield the unknown values that drive a result most, one after the other.

    The first has the largest correlation with the results. Its part is taken off the results
    before the next one is found. The confidence interval of an effect is by Student's t; the
    probability is for the largest of all correlations (Z. Sidak), since the largest of many is
    often large by chance.

    Args:
        unknowns: The unknown values.
        choices: The choices of each data set.
        means: The result in each data set.
        most: The most values to yield.
        error: The variance of a result by sampling error; 0 for exact results.

    Yields:
        The drivers.
    """
    sets = len(means)
    contrasts = [x for unknown in unknowns for x in _list_contrasts(unknown, choices)]
    mean = sum(means) / max(sets, 1)
    rest = [each - mean for each in means]
    for used in range(most if sets >= LEAST_SETS else 0):
        length = sqrt(sum(each * each for each in rest))
        if not contrasts or (length < 1e-9 and not error):
            return
        found = [sum(map(_multiply, x.shape, rest)) for x in contrasts]
        at = max(range(len(found)), key=lambda k: abs(found[k]))
        best, part = contrasts[at], found[at]
        yield _make_driver(
            best,
            part,
            _find_deviation(length, part, sets - used, error),
            len(contrasts),
            sets - used,
        )
        rest = [each - part * x for each, x in zip(rest, best.shape, strict=True)]
        contrasts = [x for x in contrasts if x.unknown.id != best.unknown.id]


def _multiply(one: float, other: float) -> float:
    return one * other


def _find_deviation(length: float, part: float, free: int, error: float) -> float:
    """Return the standard deviation of the results that an effect leaves.

    One data set is added of which the effect explains nothing: a few data sets that fit do not
    prove that all fit.
    """
    rest = max(length * length - part * part, 0.0)
    return sqrt(max((rest + length * length / free) / (free - 1), error))


def _make_driver(best: Contrast, part: float, deviation: float, tried: int, free: int) -> Driver:
    """Return a driver; `free` is the number of data sets without one for each earlier driver."""
    half = student_quantile(free - 1) * deviation
    single = student_probability(part / deviation, free - 1)
    low, high = ((part + sign * half) / best.scale for sign in (-1, 1))
    return Driver(
        best.unknown, best.low, best.high, part / best.scale, Interval(low, high),
        1 - (1 - single) ** tried,
    )  # fmt: skip


def _list_contrasts(unknown: Unknown, choices: Sequence[Mapping[str, int]]) -> Iterator[Contrast]:
    """Yield the comparisons of an unknown value: from least to most, or each with the others."""
    drawn = [each[unknown.id] for each in choices]
    labels, last = [each.label for each in unknown.choices], len(unknown.choices) - 1
    if unknown.is_ordered or last == 1:
        rows = [(labels[0], labels[-1], [number / last for number in drawn])]
    else:
        rows = [
            ("", label, [float(number == at) for number in drawn])
            for at, label in enumerate(labels)
        ]
    for low, high, numbers in rows:
        mean = sum(numbers) / len(numbers)
        scale = sqrt(sum((number - mean) ** 2 for number in numbers))
        if scale > 0:
            shape = tuple((number - mean) / scale for number in numbers)
            yield Contrast(unknown, low, high, shape, scale)
