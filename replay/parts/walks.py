"""Walks over hexes: which are legal, how far they lead, and how they are written.

:func:`follow` is the only statement of what stops or bars a unit. Rejections, searches and
completions call it. Of all walks with one effect, the canonical one is the shortest, and among
these the first in the grid's order. The module knows no game: a game gives a :class:`Ground`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from senpu.replay.parts.hexes import NOWHERE, Grid, Reached, Step, Walk, Ways, spread
from senpu.replay.parts.zones import ENEMY_THERE

WHOLE = 0
"""In place of a cost: the crossing takes a whole allowance."""

# Why a unit stops in the hex that it enters. If there are several reasons, the lowest number is
# reported.
ROUGH, IN_ZONE, MARSH, CROSSING, GOAL = -1, -2, -3, -4, -5

# Why a unit cannot make a step, unless it had to stop before.
NO_SIDE, OCCUPIED, ZONE_TO_ZONE, CROWDED, LATE_CROSSING, TOO_FAR = -11, -12, -13, -14, -15, -16

Entry = tuple[int, int]
"""The cost of entering a hex from another, or WHOLE; why a unit stops there, or 0."""


class Ground(msgspec.Struct, frozen=True, gc=False):
    """All that decides how far a unit walks."""

    entries: Sequence[Mapping[int, Entry]]
    """For each hex, the hexes that units may enter from it, in the grid's order."""
    field: bytes
    """For each hex what the enemy means for it, as :class:`zones.Zones` gives it."""
    allowance: int
    others: tuple[int, ...] = ()
    """The hexes of the side's other units."""
    room: int = 1
    """How many of them fill a hex."""
    goal: int = NOWHERE
    """A hex in which each walk ends."""


def follow(ground: Ground, here: int, left: int, walk: Walk) -> tuple[int, int]:
    """Return how many steps of a walk from `here` are legal. If all are, return also what is left
    of the allowance, or why the unit stops at the end, from ROUGH to GOAL. Else return also why
    the next step is illegal: why the unit stopped before it, or a number from NO_SIDE on.

    `left` is the second number that an earlier part of the walk returned; the allowance at first.
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


class Marked(NamedTuple):
    """A walk and the memory that it may leave."""

    marks: int
    walk: Walk


class Walks:
    """The walks of a map, by what is looked up of them again and again.

    `mark` gives for each hex a bit if it remembers who entered it, else 0. A start below 0 is a
    place off the map from which one enters at a given hex: the first one of the walk.
    """

    def __init__(self, grid: Grid, mark: Sequence[int]) -> None:
        self.grid, self.mark = grid, mark
        self._ways = Ways(grid)
        self._walks: dict[tuple[str, ...], Walk | None] = {}
        self._paths: dict[Walk, tuple[str, ...]] = {}
        self._before: dict[tuple[int, Walk], tuple[Marked, ...] | None] = {}

    def of(self, path: tuple[str, ...]) -> Walk | None:
        """A path by its hexes' numbers; nothing if one is no hex of the map."""
        found = self._walks.get(path, ())
        if found == ():
            known = all(ident in self.grid.index for ident in path)
            found = self._walks[path] = self.grid.named(path) if known else None
        return found

    def path(self, walk: Walk) -> tuple[str, ...]:
        """A walk as it is written."""
        found = self._paths.get(walk)
        if found is None:
            found = self._paths[walk] = self.grid.ids_of(walk)
            self._walks[found] = walk
        return found

    def marks(self, walk: Walk) -> int:
        """The memory that entering hexes may leave."""
        marks = 0
        for h in walk:
            marks |= self.mark[h]
        return marks

    def before(self, start: int, walk: Walk) -> tuple[Marked, ...] | None:
        """The walks with the goal of `walk` that would be written rather than it, if they had its
        effect, with their marks; nothing if they are too many to keep.
        """
        key = (start, walk)
        found = self._before.get(key, ())
        if found == () and key not in self._before:
            ways = self._listed(start, walk)
            found = None
            if ways is not None:
                found = tuple([Marked(self.marks(way), way) for way in ways])
            self._before[key] = found
        return found

    def _listed(self, start: int, walk: Walk) -> tuple[Walk, ...] | None:
        if start < 0:
            first, rest = walk[:1], walk[1:]
            if not rest:
                return ()
            if rest[-1] == first[0]:
                return (first,)
            ways = self._listed(first[0], rest)
            return None if ways is None else tuple((*first, *way) for way in ways)
        straight = len(walk) == self.grid.distance(start, walk[-1])
        return self._ways.before(start, walk) if straight or len(walk) <= MOST_KEPT else None

    def written(
        self,
        start: int,
        walk: Walk,
        news: int,
        is_open: Callable[[Walk], bool],
        reach: Callable[[], Mapping[Reached, Walk]],
    ) -> Walk:
        """The walk that stands for an open one. `news` are the marks that would be new, `is_open`
        tells whether another walk is, and `reach` what :func:`hexes.spread` finds from `start`: it
        is asked only where the alternatives are too many to look at.
        """
        before = self.before(start, walk)
        if before == ():
            return walk
        marks = self.marks(walk) & news
        if before is None:
            return reach()[walk[-1], marks]
        return next((way for other, way in before if other & news == marks and is_open(way)), walk)


def reach(walks: Walks, ground: Ground, start: int, news: int) -> dict[Reached, Walk]:
    """Return every effect of a legal walk, with the walk in canonical form. `news` are the marks
    that would be new.
    """
    mark, entries = walks.mark, ground.entries

    def steps(here: int, left: int) -> Iterator[Step]:
        for h in entries[here]:
            done, after = follow(ground, here, left, (h,))
            if done:
                yield h, max(after, 0), mark[h] & news

    found = spread(start, ground.allowance, steps)
    found.pop((start, 0), None)
    return found


class Illegal(NamedTuple):
    """Why a walk is illegal."""

    done: int
    """How many of its first steps are legal."""
    reason: int
    """As :func:`follow` returns it; 0 if the walk has no effect."""


def resolve(walks: Walks, ground: Ground, start: int, news: int, walk: Walk) -> Walk | Illegal:
    """Return the canonical form of a walk, which may be a goal alone, or why it is illegal."""
    done, reason = follow(ground, start, ground.allowance, walk)
    if done == len(walk):
        return canonical(walks, ground, start, news, walk) or Illegal(done, 0)
    found = completed(walks, ground, start, news, walk[0]) if len(walk) == 1 else None
    return found or Illegal(done, reason)


def completed(walks: Walks, ground: Ground, start: int, news: int, goal: int) -> Walk | None:
    """Return the walk meant by a move that names its goal alone: the first of the shortest."""
    found = reach(walks, ground, start, news)
    return next((walk for (h, _), walk in found.items() if h == goal), None)


def canonical(walks: Walks, ground: Ground, start: int, news: int, walk: Walk) -> Walk | None:
    """Return the canonical form of a legal walk; None if the walk has no effect."""
    if walk[-1] == start and not walks.marks(walk) & news:
        return None
    return walks.written(
        start, walk, news,
        lambda way: follow(ground, start, ground.allowance, way)[0] == len(way),
        lambda: reach(walks, ground, start, news),
    )  # fmt: skip


def random_part(
    walks: Walks, ground: Ground, start: int, news: int, walk: Walk, random: Random
) -> Walk | None:
    """Return the legal first part of a random walk, or less of it, in canonical form. None if no
    step is legal or the part has no effect: a way round to where it began.
    """
    part, _ = follow(ground, start, ground.allowance, walk)
    if not part:
        return None
    if part > 1 and random.random() < 0.25:
        part = 1 + int(random.random() * part)
    return canonical(walks, ground, start, news, walk[:part])
