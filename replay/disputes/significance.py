"""How surprising counts are: the chi-square and the runs test, and what a sample could have shown.

Closed forms and series, in plain floating point; good to about ten digits for samples of any size
that people roll. Knows no dice and no logs, and says nothing of why something is surprising.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

TINY = 1e-15
ROUNDS = 10_000
LEVEL = 0.05
"""How seldom a test may call good dice bad."""
POWER = 0.8
"""How often it is to find the bias that it is said to find."""
EXACT = 400
"""Up to so many throws the runs are counted exactly; beyond, the normal curve serves."""


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x), the regularised upper incomplete gamma function, for a > 0: by the series for small
    x, else by Lentz's continued fraction (Abramowitz and Stegun, 6.5.29 and 6.5.31).

    >>> round(upper_gamma(1, 2), 6) == round(math.exp(-2), 6)
    True
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, ROUNDS):
            term *= x / (a + n)
            total += term
            if term < total * TINY:
                break
        return max(0.0, 1 - scale * total)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, ROUNDS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        fraction *= c * d
        if abs(c * d - 1) < TINY:
            break
    return min(1.0, scale * fraction)


def chi_square(counts: Sequence[int]) -> tuple[float, float]:
    """The statistic against equal chances, and how likely a greater one is (Pearson, 1900)."""
    expected = sum(counts) / len(counts)
    if not expected:
        return 0.0, 1.0
    value = sum((count - expected) ** 2 for count in counts) / expected
    return value, upper_gamma((len(counts) - 1) / 2, value / 2)


def runs(high: Sequence[bool]) -> tuple[int, float, float]:
    """How many runs there are in a sequence of two kinds, how many were to be expected, and how
    likely a number as far off is (Wald and Wolfowitz, 1940)."""
    first, second = sum(high), len(high) - sum(high)
    found = sum(one != other for one, other in pairwise(high)) + bool(high)
    if not first or not second:
        return found, float(found), 1.0
    every = first + second
    mean = 1 + 2 * first * second / every
    if every <= EXACT:
        off = abs(found - mean) - 1e-9
        ways = (
            _ways(first, second, count) for count in range(2, every + 1) if abs(count - mean) >= off
        )
        return found, mean, min(1.0, sum(ways) / math.comb(every, first))
    spread = math.sqrt((mean - 1) * (mean - 2) / (every - 1))
    return found, mean, math.erfc(abs(found - mean) / spread / math.sqrt(2))


def _ways(first: int, second: int, count: int) -> int:
    """In how many orders things of two kinds make so many runs."""
    half, odd = divmod(count, 2)

    def cut(things: int, parts: int) -> int:
        return math.comb(things - 1, parts - 1) if parts else 0

    if odd:
        return cut(first, half + 1) * cut(second, half) + cut(first, half) * cut(second, half + 1)
    return 2 * cut(first, half) * cut(second, half)


# ---- what a sample could have shown ---------------------------------------------------------


@cache
def threshold(free: int, level: float = LEVEL) -> float:
    """The chi-square that good dice pass with that chance, by halving."""
    low, high = 0.0, 1000.0 + 10 * free
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if upper_gamma(free / 2, middle / 2) > level else (low, middle)
    return high


def passed(free: int, noncentral: float, value: float) -> float:
    """How likely a noncentral chi-square is greater than a value: Poisson's mixture of central
    ones."""
    half, total, weight = noncentral / 2, 0.0, math.exp(-noncentral / 2)
    for n in range(ROUNDS):
        total += weight * upper_gamma(free / 2 + n, value / 2)
        weight *= half / (n + 1)
        if n > half and weight < TINY:
            break
    return total


@cache
def needed(faces: int) -> float:
    """The noncentrality that is found so often as POWER says."""
    low, high = 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        found = passed(faces - 1, middle, threshold(faces - 1)) >= POWER
        low, high = (low, middle) if found else (middle, high)
    return high


def least_bias(count: int, faces: int) -> float | None:
    """The least chance of one face, all others being alike, that so many dice would have shown in
    four of five such samples; nothing, if they could have shown none.

    With chance 1/k + d for one face the noncentrality is n d^2 k^2 / (k - 1).
    """
    if not count:
        return None
    more = math.sqrt(needed(faces) * (faces - 1) / count) / faces
    return 1 / faces + more if more < 1 - 1 / faces else None
