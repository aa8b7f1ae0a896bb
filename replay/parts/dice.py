"""Chances of plain six-sided dice, exactly."""

from functools import cache
from itertools import product


@cache
def at_least_two_dice(need: int) -> float:
    """The chance that two dice add up to `need` or more.

    >>> round(at_least_two_dice(7), 4)
    0.5833
    """
    rolls = [first + second for first, second in product(range(1, 7), repeat=2)]
    return sum(total >= need for total in rolls) / len(rolls)
