"""Moves along lines (railways, roads), which cost nothing: where they lead, and what shuts them.

:func:`shut` is the only statement of what shuts a hex. Rejections and searches call it. The module
knows no game: a game gives a :class:`Lines`.
"""

from collections.abc import Collection, Sequence

import msgspec

from senpu.replay.parts.hexes import NOWHERE, Walk

HELD, BARRED, FULL = 4, 8, 16
"""Why a hex is shut, besides `zones.ZONE` (1) and `zones.ENEMY_THERE` (2): the enemy has marked it,
the rules bar it, friendly units fill it."""


class Lines(msgspec.Struct, frozen=True, gc=False):
    """All that decides how far a unit moves along lines."""

    ways: Sequence[Collection[int]]
    """For each hex, the hexes to which a line leads from it."""
    field: bytes
    """For each hex what the enemy means for it, as :class:`zones.Zones` gives it."""
    mark: Sequence[int]
    """For each hex a bit if it remembers the side that entered it, else 0."""
    hostile: int
    """The marks of the enemy."""
    full: frozenset[int] = frozenset()
    """The hexes that friendly units fill."""
    barred: int = NOWHERE
    """A hex that no unit may enter in this way."""


def shut(lines: Lines, h: int) -> int:
    """Return why no unit may enter a hex along a line: the sum of the reasons, or 0."""
    return (
        lines.field[h]
        | (HELD if lines.mark[h] & lines.hostile else 0)
        | (BARRED if h == lines.barred else 0)
        | (FULL if h in lines.full else 0)
    )


def goals(lines: Lines, start: int, sought: int = NOWHERE) -> list[int]:
    """Return the hexes to which lines lead. If one hex is sought, search no further than it."""
    ways = lines.ways
    found = {start}
    queue = [start]
    for here in queue:
        for h in ways[here]:
            if h not in found and not shut(lines, h):
                found.add(h)
                queue.append(h)
                if h == sought:
                    return [h]
    found.discard(start)
    return sorted(found)


def gap(lines: Lines, start: int, path: Walk) -> int:
    """Return how many steps of a path are along lines into hexes that are not shut."""
    here = start
    for done, h in enumerate(path):
        if h not in lines.ways[here] or shut(lines, h):
            return done
        here = h
    return len(path)


def shortest(ways: Sequence[Collection[int]], start: int, goal: int) -> Walk:
    """Return the shortest path along lines, shut or not; the goal alone if no line leads there."""
    came = {start: start}
    queue = [start]
    for here in queue:
        for h in ways[here]:
            if h not in came:
                came[h] = here
                queue.append(h)
    path = [goal]
    while came.get(path[0], start) != start:
        path.insert(0, came[path[0]])
    return tuple(path)
