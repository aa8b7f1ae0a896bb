"""Where the parts of the player's screen stand for a map that needs the height: the map at the
left, everything else of the position in a pane at its right, sentences and track below both.

The pane and the map never change places from one step to the next.
"""

from collections.abc import Sequence

from textual.geometry import Region

from tui.screens.arrangement import PANEL_HEIGHT, Arrangement

NARROW, ROOM, PANE, WIDEST = 30, 34, 42, 96
"""The cells of a pane: at least on a narrow screen and on others, comfortably, at most."""
BESIDE = (74, 20)
"""Below this size the list goes under the map."""
LEAST_LIST = 3


def beside(
    width: int, height: int, sizes: Sequence[tuple[int, int]], panel: bool, spare: int = 0
) -> Arrangement:
    """The parts of a screen of that size; `sizes` are those of the whole map, largest first, and
    `panel` is whether one was asked for by key. The map may lack `spare` rows and stay as wide."""
    if width < 24 or height < 6:
        return Arrangement({"header": Region(0, 0, width, min(1, height))}, "map")
    regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
    told = 4 if height + spare >= 54 else 2
    tracked = 6 if height + spare >= 60 else 2 if height >= 16 else 1 if height >= 9 else 0
    least = ROOM if width >= 100 else NARROW
    room = height + spare - 2 - told
    if tracked == 2 and _largest(width, room - 1, sizes, least) > _largest(
        width, room - 2, sizes, least
    ):
        tracked = 1  # the row that the whole map needs
    free = height - 2 - told - tracked
    regions["sentences"] = Region(0, 1 + free, width, told)
    if tracked:
        regions["track"] = Region(0, 1 + free + told, width, tracked)
    if width < BESIDE[0] or height < BESIDE[1]:
        return Arrangement(regions | _below(width, free, panel))
    mapped = _largest(width, free + spare, sizes, least)
    mapped = mapped or width - max(NARROW, min(PANE, width * 3 // 8)) - 1
    mapped = max(mapped, width - WIDEST - 1)
    regions["map"] = Region(0, 1, mapped, free)
    left, pane = mapped + 1, width - mapped - 1
    below = 20 if pane >= 2 * PANE + 3 else free * 8 // 11
    listed = max(free - below, 6)
    regions["list"] = Region(left, 1, pane, listed)
    regions["panels"] = Region(left - 1, 1 + listed, pane + 1, free - listed)
    return Arrangement(regions)


def _largest(width: int, free: int, sizes: Sequence[tuple[int, int]], pane: int) -> int:
    """The columns of the largest whole map that leaves room for a pane; 0 if none does."""
    fitting = (
        columns for columns, rows in sizes if columns + 1 + pane <= width and rows - 1 <= free
    )
    return next(fitting, 0)


def _below(width: int, free: int, panel: bool) -> dict[str, Region]:
    """Map over list, or over the panel asked for."""
    below = min(PANEL_HEIGHT, free) if panel else max(free // 3, min(LEAST_LIST, free))
    mapped = free - below if free - below >= LEAST_LIST else 0
    below = free - mapped
    regions = {"map": Region(0, 1, width, mapped)} if mapped else {}
    return regions | {"panels" if panel else "list": Region(0, 1 + mapped, width, below)}
