"""What a map of hexes always shows, from the tables of a game's data (`spec/hexes.md`).

Knows no drawing and no position. A table that a game does not have is an empty one.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from senpu.replay.parts.hexes import NOWHERE, Across, Grid, across, along, connected
from senpu.spec.loader import Box, Spec, Text, Tile

SIDES = ("impassable", "water_side", "river", "major_river")
"""The tables of sides, the one drawn over the others last."""
TABLES = ("grid", "terrain", "coast", *SIDES, "rail", "road", "place")
"""The tables that are the map."""
PLACES = (("city", "@"), ("key", "@"), ("supply", "S"), ("port", "p"), ("town", "o"))
"""The kinds of places that have a sign; a town's gives way to the others."""
SUPPLY = "supply_"
"""Before the side, the list of its sources of supply."""
WATER = frozenset(("sea", "lake"))


class Chart(NamedTuple):
    """A map by the numbers of its hexes in the grid."""

    grid: Grid
    terrain: tuple[str, ...]
    sides: tuple[tuple[str, Across], ...]
    """By their table, in the order of SIDES."""
    barred: tuple[frozenset[int], ...]
    """The neighbours across a side that is drawn in any way."""
    rail: Across
    road: Across
    signs: tuple[str, ...]
    """What stands at each hex: `@`, `p`, `@p`, `o` or nothing."""
    kinds: tuple[tuple[str, ...], ...]
    """What each hex is, of what has a sign: `city`, `port`, `supply_china` …"""
    owners: dict[int, str]
    """Of sources of supply: the side that has it."""
    names: dict[int, tuple[Text, Text]]
    """Of named hexes: the name, and the short one."""
    boxes: tuple[Box, ...]
    """Where pieces off the map stand."""
    legend: Tile
    """Where there is room for the legend; empty where there is none."""

    def route(self, start: int, goal: int) -> tuple[int, ...]:
        """The hexes from one to another: at once if they touch, else along the rails; only the
        two where there is no such way."""
        if goal in self.grid.near[start]:
            return (start, goal)
        before: dict[int, int] = {}

        def steps(here: int) -> Iterable[int]:
            for other in self.rail[here]:
                before.setdefault(other, here)
            return self.rail[here]

        if goal not in connected(start, steps):
            return (start, goal)
        way = [goal]
        while way[-1] != start:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    def way(self, one: int, other: int) -> int:
        """The direction of a neighbour; -1 if the two do not touch."""
        near = self.grid.near[one]
        return near.index(other) if other in near and other != NOWHERE else -1


def chart_of(spec: Spec) -> Chart:
    """The map of a game's data. Raises ValueError or DataError where the data are at odds."""

    def table(name: str) -> dict[str, Any]:
        return spec.values.table(name) if name in spec.values.tables else {}

    terrain = spec.values.table("terrain")
    grid = Grid(spec.values.table("grid"), terrain)
    sides = tuple((name, across(grid, table(name))) for name in SIDES)
    every = range(len(grid.ids))
    kinds = _kinds(grid, table("place"))
    return Chart(
        grid,
        tuple(str(terrain[ident]) for ident in grid.ids),
        sides,
        tuple(frozenset().union(*(found[n] for _, found in sides)) for n in every),
        along(grid, table("rail")),
        along(grid, table("road")),
        tuple(_sign(each) for each in kinds),
        kinds,
        {n: kind.removeprefix(SUPPLY) for n in every for kind in kinds[n] if SUPPLY in kind},
        {
            grid.index[site.id]: (site.name, site.short or site.name)
            for site in spec.game.site
            if site.id in grid.index
        },
        tuple(box for box in spec.game.box if not box.switch or spec.switch.get(box.switch)),
        spec.game.legend,
    )


def sort_of(name: str) -> str:
    """The kind of place that a list of the table `place` is of: `southern_port` is of ports,
    `supply_china` of sources of supply."""
    for kind, _ in PLACES:
        if name == kind or name.endswith(f"_{kind}"):
            return kind
    return "supply" if name.startswith(SUPPLY) else name


def _kinds(grid: Grid, places: dict[str, Any]) -> tuple[tuple[str, ...], ...]:
    """What each hex is, in the order of PLACES."""
    order = [kind for kind, _ in PLACES]
    found: list[set[str]] = [set() for _ in grid.ids]
    for name, hexes in places.items():
        sort = sort_of(name)
        if sort in order:
            for number in grid.named(hexes):
                found[number].add(name if sort == "supply" else sort)
    return tuple(tuple(sorted(each, key=lambda name: order.index(sort_of(name)))) for each in found)


def _sign(kinds: tuple[str, ...]) -> str:
    sorts = [sort_of(kind) for kind in kinds]
    signs = list(dict.fromkeys(sign for name, sign in PLACES if name in sorts))
    return "".join(signs if len(signs) < 2 else [sign for sign in signs if sign != "o"])


def links(lines: Across) -> Iterable[tuple[int, int]]:
    """Each link of some lines once."""
    for number, others in enumerate(lines):
        yield from ((number, other) for other in others if other > number)


def steps(walk: Iterable[int]) -> Iterable[tuple[int, int]]:
    """The pairs of hexes that a walk goes through."""
    return pairwise(walk)
