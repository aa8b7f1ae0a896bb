"""Random choice for the programs."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def choose_one(options: Sequence[T], random: Random) -> T:
    """Return a random option, faster than `random.choice`, with negligible bias for few options."""
    return options[int(random.random() * len(options))]


def walk_randomly(
    adjacent: Sequence[Sequence[int]], start: int, length: int, random: Random
) -> tuple[int, ...]:
    """Return the hexes of a random walk, fewer than `length` if it reaches a dead end.

    Args:
        adjacent: The adjacent hexes of each hex.
        start: The first hex, which is not part of the result.
        length: The number of steps.
        random: The random source.

    Returns:
        The hexes in order.
    """
    here, chance = start, random.random
    walk: list[int] = []
    for _ in range(length):
        around = adjacent[here]
        if not around:
            break
        here = around[int(chance() * len(around))]
        walk.append(here)
    return tuple(walk)


def choose_some(options: Iterable[T], size: int, random: Random) -> list[T]:
    """Return `size` random options in their order; for few, it is faster than `random.sample`."""
    chosen, chance = list(options), random.random
    for left in range(len(chosen), size, -1):
        del chosen[int(chance() * left)]
    return chosen
