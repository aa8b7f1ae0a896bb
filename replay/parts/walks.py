"""How a walk over hexes is written: of all walks with one effect, the shortest, and among those
the one whose hexes come first in the grid's order. Knows no game: what is open is asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from senpu.replay.parts.hexes import Grid, Reached, Walk, Ways

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
        effect, with their marks; nothing if they are too many to keep."""
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
        is asked only where the alternatives are too many to look at."""
        before = self.before(start, walk)
        if before == ():
            return walk
        marks = self.marks(walk) & news
        if before is None:
            return reach()[walk[-1], marks]
        return next((way for other, way in before if other & news == marks and is_open(way)), walk)
