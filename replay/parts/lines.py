"""Moves along lines (railways, roads), which cost nothing: where they lead, and what closes them.

:func:`find_block_reasons` is the only definition of what closes a hex. Rejections and searches
call it. The module knows no game: a game gives a :class:`LineNetwork`.
"""

from collections.abc import Collection, Sequence

import msgspec

from senpu.replay.parts.hexes import NOWHERE, Walk

HELD, CLOSED, FULL = 4, 8, 16
"""Reasons why a hex is closed, in addition to `zones.ZONE` (1) and `zones.ENEMY_THERE` (2).

The enemy has marked it, a rule closes it, friendly units fill it.
"""


class LineNetwork(msgspec.Struct, frozen=True, gc=False):
    """The facts that determine how far a unit moves along lines."""

    ways: Sequence[Collection[int]]
    """For each hex, the hexes to which a line leads."""
    field: bytes
    """For each hex the presence of the enemy, from :class:`zones.Zones`."""
    mark: Sequence[int]
    """For each hex a bit if the hex records the side that entered it, else 0."""
    hostile: int
    """The marks of the enemy."""
    full: frozenset[int] = frozenset()
    """The hexes that friendly units fill."""
    closed_hex: int = NOWHERE
    """A hex that no unit may enter along a line."""


def find_block_reasons(lines: LineNetwork, h: int) -> int:
    """Return why no unit may enter a hex along a line: the sum of the reasons, or 0."""
    return (
        lines.field[h]
        | (HELD if lines.mark[h] & lines.hostile else 0)
        | (CLOSED if h == lines.closed_hex else 0)
        | (FULL if h in lines.full else 0)
    )


def find_goals(lines: LineNetwork, start: int, sought: int = NOWHERE) -> list[int]:
    """Return the hexes to which lines lead; stop at the hex `sought`."""
    ways = lines.ways
    met = {start}
    reached = [start]
    for here in reached:
        for h in ways[here]:
            if h not in met:
                met.add(h)
                if not find_block_reasons(lines, h):
                    reached.append(h)
                    if h == sought:
                        return [h]
    return sorted(reached[1:])


def count_open_steps(lines: LineNetwork, start: int, path: Walk) -> int:
    """Return how many steps of a path are along lines into hexes that are not closed."""
    here = start
    for done, h in enumerate(path):
        if h not in lines.ways[here] or find_block_reasons(lines, h):
            return done
        here = h
    return len(path)


def find_shortest_path(ways: Sequence[Collection[int]], start: int, goal: int) -> Walk:
    """Return the shortest path along lines, closed or not; only the goal if no line leads there."""
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
