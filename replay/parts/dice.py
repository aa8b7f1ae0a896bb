"""Chances of plain six-sided dice, as whole numbers of equally likely rolls: no rounding."""

from functools import cache
from itertools import product

TWO_DICE = 36
"""How many rolls of two dice there are."""


@cache
def rolls_of_two(need: int) -> int:
    """How many of the 36 rolls of two dice add up to `need` or more.

    >>> rolls_of_two(7)
    21
    >>> rolls_of_two(13)
    0
    """
    return sum(first + second >= need for first, second in product(range(1, 7), repeat=2))
