"""Choosing at random, for programs that play."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def choose_one(options: Sequence[T], random: Random) -> T:
    """As `random.choice`, several times as fast; of few options, without a bias that matters."""
    return options[int(random.random() * len(options))]


def walk_randomly(
    beside: Sequence[Sequence[int]], start: int, length: int, random: Random
) -> tuple[int, ...]:
    """So many steps from a hex, each to any of those `beside` it; fewer where there is none."""
    here, walk = start, list[int]()
    for _ in range(length):
        around = beside[here]
        if not around:
            break
        here = around[int(random.random() * len(around))]
        walk.append(here)
    return tuple(walk)


def choose_some(options: Iterable[T], size: int, random: Random) -> list[T]:
    """So many of the options, in their order, any as likely as the others; likewise faster than
    `random.sample` where there are few.
    """
    chosen = list(options)
    while len(chosen) > size:
        del chosen[int(random.random() * len(chosen))]
    return chosen
