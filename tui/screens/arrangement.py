"""The regions of the parts of the player's screen, for every terminal size.

The map takes the larger share; further height is given to the list first. Lines that can be
empty keep their place, so that nothing moves from one step to the next.
"""

from collections.abc import Callable, Sequence

import msgspec
from textual.geometry import Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

WIDE, TALL = 150, 38
"""The size from which the list is next to the map, over the whole height."""
MEDIUM = 116
"""The width from which panels are next to the list."""
LIST_WIDTH = 43
PANEL_HEIGHT = 9
LEAST_LIST = 4
TALL_LIST = 28
"""The height in rows from which a list gives some rows to the chooser."""
WIN_PROBABILITY_ROWS = ((47, 3), (16, 2), (9, 1))
"""Pairs of a screen height and the rows of the win probability from that height on."""
SHARED_WIDTH, SHARED_HEIGHT = 100, 20
"""The size from which the chooser leaves room for panels."""


class MapSizes(msgspec.Struct, frozen=True):
    """The sizes that a map can have."""

    least: tuple[int, int]
    """The width and height of the smallest plan; (0, 0) for a register."""
    height_for: Callable[[int, int], int]
    """Returns the rows of the map for a width and the rows available."""


class Arrangement(msgspec.Struct, frozen=True):
    """The region of each part that is shown."""

    regions: dict[str, Region]
    note: str = ""
    """`map` if there is no room for the plan of the map."""


def arrange_areas(width: int, height: int, needs: MapSizes, panel: bool) -> Arrangement:
    """Arrange the parts of a screen of areas; `panel` is whether a panel is open."""
    if width < 24 or height < 6:
        return Arrangement({"header": Region(0, 0, width, min(1, height))}, "map")
    if width >= WIDE and height >= TALL and width - LIST_WIDTH - 2 >= needs.least[0]:
        return Arrangement(_arrange_wide(width, height, needs))
    return _arrange_stacked(width, height, needs, panel)


def _arrange_wide(width: int, height: int, needs: MapSizes) -> dict[str, Region]:
    extra = max(width - 160, 0)
    listed = min(LIST_WIDTH + extra // 2, 96)
    left = width - listed - 2
    free = height - 4 - 4 - 6 - 1
    mapped = needs.height_for(left, max(free - PANEL_HEIGHT, needs.least[1]))
    panels = max(free - mapped, 0)
    y = 2
    regions = {"header": Region(0, 0, width, 1), "map": Region(1, y, left, mapped)}
    y += mapped + 1
    regions["sentences"] = Region(0, y, left, 4)
    regions["panels"] = Region(0, y + 5, left, max(panels - 1, 0))
    regions["list"] = Region(left + 1 + (left + 1 + listed < width), 2, listed, height - 3 - 6)
    regions["track"] = Region(0, height - 7, width, 6)
    regions["footer"] = Region(0, height - 1, width, 1)
    return regions


def _arrange_stacked(width: int, height: int, needs: MapSizes, panel: bool) -> Arrangement:
    """Arrange header, map, sentences, list and panels, track and keys, top to bottom."""
    sentence_rows = 2 if height < 36 else 4
    tracked = 2 if height >= 11 else 0
    if height >= 44:
        tracked = 6
    fixed = 2 + sentence_rows + tracked
    least_width, least_height = needs.least
    free = height - fixed
    note = ""
    if least_width and width >= least_width and free >= least_height + LEAST_LIST:
        # Beyond what the list needs, a third of the height is the map's.
        most = max(least_height, min(free - 12, least_height + max(free - least_height - 12, 0)))
        mapped = min(needs.height_for(width, most), free - LEAST_LIST)
    else:
        note = "map" if least_width else ""
        mapped = min(needs.height_for(width, free), max(free - 6, 0))
        mapped = mapped if mapped >= 3 else 0
    below = free - mapped
    y = 1
    regions = {"header": Region(0, 0, width, 1)}
    if mapped:
        regions["map"] = Region(0, y, width, mapped)
    y += mapped
    regions["sentences"] = Region(0, y, width, sentence_rows)
    y += sentence_rows
    if width >= MEDIUM:
        listed = width - max(width * 2 // 5, 40) - 1
        regions["list"] = Region(0, y, listed, below)
        regions["panels"] = Region(listed + 1, y, width - listed - 1, below)
    elif panel and below < 2 * LEAST_LIST + PANEL_HEIGHT:
        regions["panels"] = Region(0, y, width, below)
    else:
        panels = PANEL_HEIGHT if panel or below >= 30 else 0
        regions["list"] = Region(0, y, width, below - panels)
        if panels:
            regions["panels"] = Region(0, y + below - panels, width, panels)
    if tracked:
        regions["track"] = Region(0, height - 1 - tracked, width, tracked)
    regions["footer"] = Region(0, height - 1, width, 1)
    return Arrangement(regions, note)


def add_entry_parts(regions: dict[str, Region], choosing: bool, label: int) -> dict[str, Region]:
    """Make room for the chooser and for a prompt after `label`, if these are open."""
    regions = add_chooser(regions) if choosing else regions
    return add_prompt(regions, label) if label else regions


def add_chooser(regions: dict[str, Region]) -> dict[str, Region]:
    """Make room for the chooser: in the pane of the list, or else among the panels."""
    listed = regions.get("list", Region(0, 0, 0, 0))
    x, y, width, height = regions.get("panels", Region(0, 0, 0, 0))
    if listed.height and y == listed.bottom and abs(x - listed.x) <= 1:
        pane = Region(listed.x, listed.y, listed.width, listed.height + height)
        regions = {name: region for name, region in regions.items() if name != "panels"}
    else:
        pane = listed
    if pane.height >= TALL_LIST:
        upper = max(pane.height // 7, LEAST_LIST + 1)
        lower = Region(pane.x, pane.y + upper, pane.width, pane.height - upper)
        return regions | {"list": pane._replace(height=upper), "chooser": lower}
    if pane is not listed:
        rest = {name: region for name, region in regions.items() if name != "list"}
        return rest | {"chooser": pane}
    if width >= SHARED_WIDTH:
        half = width // 2
        return regions | {
            "chooser": Region(x, y, half, height),
            "panels": Region(x + half, y, width - half, height),
        }
    if height >= SHARED_HEIGHT:
        upper = height * 3 // 5
        return regions | {
            "chooser": Region(x, y, width, upper),
            "panels": Region(x, y + upper, width, height - upper),
        }
    rest = {name: region for name, region in regions.items() if name != "panels"}
    return rest | {"chooser": Region(x, y, width, height)}


def add_prompt(regions: dict[str, Region], label: int) -> dict[str, Region]:
    """Divide the last line between a label of `label` cells and the prompt."""
    last = regions.get("footer")
    if last is None:
        return regions
    x, y, width, height = last
    label = min(label + 2, width // 2)
    prompt = Region(x + label, y, width - label, height)
    return regions | {"footer": Region(x, y, label, height), "prompt": prompt}


def count_win_probability_rows(height: int) -> int:
    """Return the rows of the win probability (bar and graph) for a screen height."""
    return next((rows for least, rows in WIN_PROBABILITY_ROWS if height >= least), 0)


def add_win_probability(regions: dict[str, Region], rows: int) -> dict[str, Region]:
    """Add a bar above the track, and rows for a graph in the track.

    Args:
        regions: The regions of a screen that is lower by `rows`.
        rows: The rows of the bar and the graph together.

    Returns:
        The regions of the whole screen.
    """
    last = regions.get("footer")
    if not rows or last is None:
        return regions
    regions = regions | {"footer": last.translate((0, rows))}
    track = regions.get("track")
    if track is None:
        return regions | {"chances": Region(0, last.y, last.width, rows)}
    x, y, width, height = track
    return regions | {
        "chances": Region(x, y, width, 1),
        "track": Region(x, y + 1, width, height + rows - 1),
    }


class PartsLayout(Layout):
    """A layout that places each child by its name or id; a child without a region is hidden."""

    name = "parts"

    def __init__(self, arrangement: Callable[[Size], dict[str, Region]]) -> None:
        self.arrangement = arrangement

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return the placement of each child."""
        regions = self.arrangement(size)
        nowhere = Region(0, 0, 0, 0)
        return [
            WidgetPlacement(
                regions.get(child.name or child.id or "", nowhere),
                child.styles.offset.resolve(size, size),
                child.styles.margin,
                child,
            )
            for child in children
        ]


NARROW, ROOM, PANE, WIDEST = 30, 34, 42, 96
"""The cells of a pane: least on a narrow screen, least on others, usual, most."""
LEAST_PANE_SIZE = (74, 20)
"""The size below which the list is under the map."""
LEAST_ROWS = 3


def arrange_hexes(
    width: int, height: int, sizes: Sequence[tuple[int, int]], panel: bool, spare: int = 0
) -> Arrangement:
    """Arrange the parts of a screen of hexes.

    Args:
        width: The columns of the screen.
        height: The rows of the screen.
        sizes: The columns and rows of the whole map, largest first.
        panel: Whether a panel is open.
        spare: The rows that the map can lack and keep its width.

    Returns:
        The region of each part.
    """
    if width < 24 or height < 6:
        return Arrangement({"header": Region(0, 0, width, min(1, height))}, "map")
    regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
    sentence_rows = 4 if height + spare >= 54 else 2
    tracked = 6 if height + spare >= 60 else 2 if height >= 16 else 1 if height >= 9 else 0
    least = ROOM if width >= 100 else NARROW
    room = height + spare - 2 - sentence_rows
    if tracked == 2 and _find_largest(width, room - 1, sizes, least) > _find_largest(
        width, room - 2, sizes, least
    ):
        tracked = 1  # the row that the whole map needs
    free = height - 2 - sentence_rows - tracked
    regions["sentences"] = Region(0, 1 + free, width, sentence_rows)
    if tracked:
        regions["track"] = Region(0, 1 + free + sentence_rows, width, tracked)
    if width < LEAST_PANE_SIZE[0] or height < LEAST_PANE_SIZE[1]:
        return Arrangement(regions | _arrange_below(width, free, panel))
    mapped = _find_largest(width, free + spare, sizes, least)
    mapped = mapped or width - max(NARROW, min(PANE, width * 3 // 8)) - 1
    mapped = max(mapped, width - WIDEST - 1)
    regions["map"] = Region(0, 1, mapped, free)
    left, pane = mapped + 1, width - mapped - 1
    below = 20 if pane >= 2 * PANE + 3 else free * 8 // 11
    listed = max(free - below, 6)
    regions["list"] = Region(left, 1, pane, listed)
    regions["panels"] = Region(left - 1, 1 + listed, pane + 1, free - listed)
    return Arrangement(regions)


def _find_largest(width: int, free: int, sizes: Sequence[tuple[int, int]], pane: int) -> int:
    """Return the columns of the largest whole map that leaves room for a pane, or 0."""
    fitting = (
        columns for columns, rows in sizes if columns + 1 + pane <= width and rows - 1 <= free
    )
    return next(fitting, 0)


def _arrange_below(width: int, free: int, panel: bool) -> dict[str, Region]:
    """Arrange the map over the list, or over the open panel."""
    below = min(PANEL_HEIGHT, free) if panel else max(free // 3, min(LEAST_ROWS, free))
    mapped = free - below if free - below >= LEAST_ROWS else 0
    below = free - mapped
    regions = {"map": Region(0, 1, width, mapped)} if mapped else {}
    return regions | {"panels" if panel else "list": Region(0, 1 + mapped, width, below)}
