"""Which blocks stand in the pane beside a map of hexes, and how many rows each has.

Rows depend on the size of the pane and on what kind of moment it is, never on what the blocks say,
so that little moves from one step to the next.
"""

from collections.abc import Callable, Iterable

from tui.screens.beside import PANE
from tui.widgets.hex_pane import held
from tui.widgets.painting import Look
from tui.widgets.panels import Block, Filling

TALL = 20
"""A pane of so many rows is tall."""
Maker = Callable[[int], Block]
"""A block in so many rows."""

FIGHT = (
    ("main", 7), ("score", 2), ("cards", 2), ("main", 9), ("cards", 3), ("score", 3),
    ("cards", 5), ("score", 5), ("looked", 3), ("score", 6), ("main", 12), ("score", 8),
    ("cards", 7),
)  # fmt: skip
"""With cards: what grows to how many rows, as long as there is room, the most needed first."""
QUIET = (
    ("score", 4), ("cards", 3), ("score", 6), ("looked", 3), ("cards", 5), ("score", 8),
)  # fmt: skip
"""The same where a low pane has nothing to reckon."""
LOOKING = (("looked", 3), ("score", 4), ("cards", 2), ("score", 6), ("cards", 5))
"""And where somebody looks at a hex then."""
COLUMNS = (("main", "looked"), ("score", "cards"))
"""Of a pane with room for two."""


def rows_of(plan: Iterable[tuple[str, int]], height: int) -> dict[str, int]:
    """The rows of each block in a pane of some height; each has a title, and a blank row between
    it and the next."""
    rows: dict[str, int] = {}
    left = height + 1
    for name, wanted in plan:
        more = wanted - rows.get(name, -2)
        more = min(more, left) if name in rows else more
        if 0 < more <= left:
            rows[name] = rows.get(name, -2) + more
            left -= more
    return rows


def with_cards(
    makers: dict[str, Maker], look: Look, width: int, height: int, quiet: bool, looking: bool
) -> Filling:
    """The pane of a game with cards. `quiet` is whether there is nothing to reckon, `looking`
    whether somebody looks at a hex."""
    legend = [makers["legend"](0)] if "legend" in makers else []
    if width >= 2 * PANE:
        wanted = {"main": 12, "looked": 3, "score": 6, "cards": 7}
        columns = [
            [held(makers[name](wanted[name]), wanted[name], look) for name in column]
            for column in COLUMNS
        ]
        columns[1] += legend
        return Filling([fitting(column, height) for column in columns], (1, 1))
    low = height < TALL and quiet
    plan = (LOOKING if looking else QUIET) if low else FIGHT
    rows = rows_of(plan, height)
    order = ("looked", "score", "cards") if low else ("main", "score", "cards", "looked")
    blocks = [held(makers[name](rows[name]), rows[name], look) for name in order if name in rows]
    return Filling([fitting([*blocks, *legend], height)], (1,))


def without_cards(
    makers: dict[str, Maker], look: Look, width: int, height: int, quiet: bool
) -> Filling:
    """The pane of other games."""
    looked = makers["looked"](3)
    legend = [makers["legend"](0)] if "legend" in makers else []
    if height < TALL and quiet:
        return Filling([fitting([looked, makers["score"](height - 6)], height)], (1,))
    rows = 7 if height < TALL else 11 if height >= 28 else 9
    main = held(makers["main"](rows), rows, look)
    if height < TALL:
        return Filling([fitting([main, makers["score"](2)], height)], (1,))
    if width >= 2 * PANE:
        columns = ([main, looked], [makers["score"](9), *legend])
        return Filling([fitting(column, height) for column in columns], (1, 1))
    score = makers["score"](8 if height >= 36 else 7)
    return Filling([fitting([main, score, looked, *legend], height)], (1,))


def fitting(blocks: list[Block], height: int) -> list[Block]:
    """The first of some blocks, as many as find room."""
    while len(blocks) > 1 and sum(len(block.rows) + 2 for block in blocks) - 1 > height:
        blocks.pop()
    return blocks
