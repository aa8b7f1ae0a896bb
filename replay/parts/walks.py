"""Walks over hexes: which are legal, how far they lead, and their canonical form.

:func:`follow` is the only definition of what stops or blocks a unit. Rejections, searches and
completions call it. Of all walks with one effect, the canonical one is the shortest; among the
shortest, the first in the grid's order. The module knows no game: a game gives a
:class:`WalkConditions`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from random import Random
from typing import NamedTuple

import msgspec

from senpu.replay.parts.hexes import (
    NOWHERE,
    GridWalks,
    HexGrid,
    Walk,
    WalkEffect,
    WalkStep,
    search_walks,
)
from senpu.replay.parts.zones import ENEMY_THERE

WHOLE = 0
"""In place of a cost: the step takes a whole allowance."""

# Why a unit stops in the hex that it enters. If there are several reasons, the lowest number is
# reported.
ROUGH, IN_ZONE, MARSH, CROSSING, GOAL = -1, -2, -3, -4, -5

# Why a unit cannot make a step, unless it had to stop before.
NO_SIDE, OCCUPIED, ZONE_TO_ZONE, CROWDED, LATE_CROSSING, TOO_FAR = -11, -12, -13, -14, -15, -16

EntryCost = tuple[int, int]
"""The cost of entering a hex from another, or WHOLE; why a unit stops there, or 0."""


class WalkConditions(msgspec.Struct, frozen=True, gc=False):
    """The facts that determine how far a unit walks."""

    entries: Sequence[Mapping[int, EntryCost]]
    """For each hex, the hexes that units may enter from it, in the grid's order."""
    field: bytes
    """For each hex the presence of the enemy, from :class:`zones.Zones`."""
    allowance: int
    others: tuple[int, ...] = ()
    """The hexes of the side's other units."""
    room: int = 1
    """The number of units that fill a hex."""
    goal: int = NOWHERE
    """A hex in which each walk ends."""


def follow(ground: WalkConditions, here: int, left: int, walk: Walk) -> tuple[int, int]:
    """Return how many steps of a walk are legal, and why it ends.

    Args:
        ground: The facts.
        here: The hex at which the walk begins.
        left: The allowance, or the second number that was returned for an earlier part of the walk.
        walk: The walk.

    Returns:
        The number of legal steps. If all are legal, also the rest of the allowance, or the reason
        why the unit stops at the end (ROUGH to GOAL). Else also the reason why the next step is
        illegal: why the unit stopped before it, or a number from NO_SIDE on.
    """
    entries, field, others, goal = ground.entries, ground.field, ground.others, ground.goal
    done = 0
    for h in walk:
        entry = entries[here].get(h)
        if entry is None:
            return done, NO_SIDE
        if left < 0:
            return done, left
        cost, stop = entry
        met = field[h]
        if met:
            if met == ENEMY_THERE:
                return done, OCCUPIED
            if here >= 0 and field[here]:
                return done, ZONE_TO_ZONE
            if stop > IN_ZONE:
                stop = IN_ZONE
        if others and others.count(h) >= ground.room:
            return done, CROWDED
        if cost == WHOLE:
            if not left or left < ground.allowance:
                return done, LATE_CROSSING
        else:
            left -= cost
            if left < 0:
                return done, TOO_FAR
        if h == goal:
            stop = GOAL
        if stop:
            left = stop
        here = h
        done += 1
    return done, left


MOST_KEPT = 3
"""The longest roundabout walk whose alternatives are kept."""


class MarkedWalk(NamedTuple):
    """A walk and the memory that it may leave."""

    marks: int
    walk: Walk


class WalkForms(NamedTuple):
    """The memory that a walk may leave, and the walks that precede it with the same goal.

    If one of these has the same effect, it is the canonical form. None if they are too many to
    keep.
    """

    marks: int
    preceding: tuple[MarkedWalk, ...] | None


class Walks:
    """A cache of the walks of a map.

    `mark` gives for each hex a bit if the hex records the side that entered it, else 0. A start
    below 0 is a place off the map; the first hex of such a walk is given.
    """

    def __init__(self, grid: HexGrid, mark: Sequence[int]) -> None:
        self.grid, self.mark = grid, mark
        self._ways = GridWalks(grid)
        self.find_walk = cache(self._find_walk)
        self.list_ids = cache(grid.list_ids)
        self.find_marks = cache(self._find_marks)
        self.find_forms = cache(self._find_forms)

    def _find_walk(self, path: tuple[str, ...]) -> Walk | None:
        """Return a path as indices of hexes, or None if a hex is not on the map."""
        index = self.grid.index
        return self.grid.find_hexes(path) if all(ident in index for ident in path) else None

    def _find_marks(self, walk: Walk) -> int:
        """Return the marks that entering the hexes can leave."""
        return reduce(or_, [self.mark[h] for h in walk], 0)

    def _find_forms(self, start: int, walk: Walk) -> WalkForms:
        """Return what decides whether a walk is in canonical form."""
        ways = self._list_walks(start, walk)
        if ways is not None:
            preceding = tuple([MarkedWalk(self.find_marks(way), way) for way in ways])
            return WalkForms(self.find_marks(walk), preceding)
        return WalkForms(self.find_marks(walk), None)

    def _list_walks(self, start: int, walk: Walk) -> tuple[Walk, ...] | None:
        if start < 0:
            first, rest = walk[:1], walk[1:]
            if not rest:
                return ()
            if rest[-1] == first[0]:
                return (first,)
            ways = self._list_walks(first[0], rest)
            return None if ways is None else tuple((*first, *way) for way in ways)
        straight = len(walk) == self.grid.distance(start, walk[-1])
        return (
            self._ways.list_preceding(start, walk) if straight or len(walk) <= MOST_KEPT else None
        )


def find_walks(
    walks: Walks, ground: WalkConditions, start: int, news: int
) -> dict[WalkEffect, Walk]:
    """Return every effect of a legal walk, with the walk in canonical form.

    Args:
        walks: The walks of the map.
        ground: The facts.
        start: The hex at which walks begin.
        news: The marks that would be new.

    Returns:
        The walks, by effect.
    """
    mark, entries = walks.mark, ground.entries

    def steps(here: int, left: int) -> Iterator[WalkStep]:
        for h in entries[here]:
            done, after = follow(ground, here, left, (h,))
            if done:
                yield h, max(after, 0), mark[h] & news

    found = search_walks(start, ground.allowance, steps)
    found.pop((start, 0), None)
    return found


class IllegalWalk(NamedTuple):
    """The reason why a walk is illegal."""

    done: int
    """The number of its legal steps."""
    reason: int
    """The number from :func:`follow`; 0 if the walk has no effect."""


def resolve(
    walks: Walks, ground: WalkConditions, start: int, news: int, walk: Walk
) -> Walk | IllegalWalk:
    """Return the canonical form of a walk, which may be a goal alone, or why it is illegal."""
    done, reason = follow(ground, start, ground.allowance, walk)
    if done == len(walk):
        return canonicalize(walks, ground, start, news, walk) or IllegalWalk(done, 0)
    found = complete_walk(walks, ground, start, news, walk[0]) if len(walk) == 1 else None
    return found or IllegalWalk(done, reason)


def complete_walk(
    walks: Walks, ground: WalkConditions, start: int, news: int, goal: int
) -> Walk | None:
    """Return the canonical walk to a goal, the first of the shortest, or None."""
    found = find_walks(walks, ground, start, news)
    return next((walk for (h, _), walk in found.items() if h == goal), None)


def canonicalize(
    walks: Walks, ground: WalkConditions, start: int, news: int, walk: Walk
) -> Walk | None:
    """Return the canonical form of a legal walk; None if the walk has no effect."""
    if len(walk) == 1:
        return walk
    marks, before = walks.find_forms(start, walk)
    marks &= news
    if walk[-1] == start and not marks:
        return None
    if before is None:
        return find_walks(walks, ground, start, news)[walk[-1], marks]
    for other, way in before:
        if other & news == marks and follow(ground, start, ground.allowance, way)[0] == len(way):
            return way
    return walk


def draw_part(
    walks: Walks, ground: WalkConditions, start: int, news: int, walk: Walk, random: Random
) -> Walk | None:
    """Return the legal first part of a random walk, or less of it, in canonical form.

    Returns:
        The walk, or None if no step is legal or the part has no effect: it returns to its start.
    """
    part, _ = follow(ground, start, ground.allowance, walk)
    if not part:
        return None
    if part > 1 and random.random() < 0.25:
        part = 1 + int(random.random() * part)
    return canonicalize(walks, ground, start, news, walk[:part])
