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
"""The size from which the list of a game on areas is next to the map, over the whole height."""
SPLIT = 96
"""The width from which the list of a stacked screen leaves room for combat next to it."""
LIST_WIDTH = 43
PANEL_HEIGHT = 9
LOWER = 11
"""The rows of combat and notes under a wide map of areas."""
LEAST_LIST = 4
LEAST_PANEL = 14
"""The rows below which an open panel takes the whole screen."""
WIN_PROBABILITY_ROWS = ((47, 3), (16, 2), (9, 1))
"""Pairs of a screen height and the rows of the win probability from that height on."""


class OpenParts(msgspec.Struct, frozen=True):
    """The parts of a screen that are not always there."""

    panel: str = ""
    """The open panel."""
    panel_rows: int = 0
    """The rows of the open panel."""
    entry: bool = False
    """True if a chooser is open."""
    notes: bool = True
    """True if the reading pane is unfolded."""
    cards: bool = False
    """True if the game has cards."""


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


def arrange_areas(width: int, height: int, needs: MapSizes, parts: OpenParts) -> Arrangement:
    """Arrange the parts of a screen of areas."""
    if width < 24 or height < 6:
        return Arrangement({"header": Region(0, 0, width, min(1, height))}, "map")
    if width >= WIDE and height >= TALL and width - LIST_WIDTH - 2 >= needs.least[0]:
        arranged = Arrangement(_arrange_wide(width, height, needs, parts))
    else:
        arranged = _arrange_stacked(width, height, needs, parts)
    return open_panel(arranged, width, height, parts)


NOWHERE = Region(0, 0, 0, 0)


def open_panel(arranged: Arrangement, width: int, height: int, parts: OpenParts) -> Arrangement:
    """Return the arrangement with the open panel, which has room for its rows if possible.

    It takes the region of panels, or else also the list and the notes below a map, or else the
    whole screen. The reading pane opens over the whole screen.
    """
    regions = arranged.regions
    if not parts.panel:
        return arranged
    if parts.panel != "comments":
        panels = regions.get("panels", NOWHERE)
        found = [regions[name] for name in ("list", "notes", "panels") if name in regions]
        lower = Region.from_union(found) if found else NOWHERE
        for room in (panels, lower):
            others = {name: region for name, region in regions.items() if not region.overlaps(room)}
            if room.height >= min(parts.panel_rows, LEAST_PANEL) and "sentences" in others:
                return Arrangement(others | {"panels": room}, arranged.note)
    kept = {part: regions[part] for part in ("header", "footer") if part in regions}
    name = "notes" if parts.panel == "comments" else "panels"
    return Arrangement(kept | {name: Region(0, 1, width, height - 2)})


def _arrange_wide(width: int, height: int, needs: MapSizes, parts: OpenParts) -> dict[str, Region]:
    """Arrange the map over combat and notes, with the list next to them."""
    extra = max(width - 160, 0)
    listed = min(LIST_WIDTH + extra // 2, 96)
    left = width - listed - 2
    free = height - 2 - 3 - 1 - 6 - 1
    mapped = needs.height_for(left, max(free - LOWER, needs.least[1]))
    lower = max(free - mapped, 0)
    y = 2
    regions = {"header": Region(0, 0, width, 1), "map": Region(1, y, left, mapped)}
    y += mapped
    regions["sentences"] = Region(0, y, left, 4)
    y += 4
    if parts.panel or not parts.notes:
        regions["panels"] = Region(0, y, left, max(lower - 1, 0))
    else:
        half = left // 2
        regions["panels"] = Region(0, y, half, max(lower - 1, 0))
        regions["notes"] = Region(half + 1, y, left - half - 1, max(lower - 1, 0))
    x = left + 1 + (left + 1 + listed < width)
    rows = height - 2 - 6
    if parts.entry:
        upper = max(rows // 7, LEAST_LIST + 1)
        regions["list"] = Region(x, 1, listed, upper)
        regions["chooser"] = Region(x, 1 + upper, listed, rows - upper)
    else:
        regions["list"] = Region(x, 1, listed, rows)
    regions["track"] = Region(0, height - 7, width, 6)
    regions["footer"] = Region(0, height - 1, width, 1)
    return regions


def _count_sentence_rows(height: int) -> int:
    return 2 if height < 30 else 3 if height < 44 else 4


def _count_track_rows(height: int) -> int:
    return 0 if height < 11 else 1 if height < 28 else 2 if height < 44 else 6


def _arrange_stacked(width: int, height: int, needs: MapSizes, parts: OpenParts) -> Arrangement:
    """Arrange header, map, sentences, list, notes, track and keys, top to bottom."""
    sentence_rows, tracked = _count_sentence_rows(height), _count_track_rows(height)
    least_width, least_height = needs.least
    free = height - 2 - sentence_rows - tracked
    note = ""
    if least_width and width >= least_width and free >= least_height + LEAST_LIST:
        mapped = min(needs.height_for(width, max(least_height, free - 14)), free - LEAST_LIST)
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
    regions |= _arrange_lower(Region(0, y, width, below), parts)
    if tracked:
        regions["track"] = Region(0, height - 1 - tracked, width, tracked)
    regions["footer"] = Region(0, height - 1, width, 1)
    return Arrangement(regions, note)


def _arrange_lower(room: Region, parts: OpenParts, combat: bool = True) -> dict[str, Region]:
    """Arrange list, combat and notes below a map, or the chooser.

    Args:
        room: The region of all.
        parts: The open parts.
        combat: Whether the combat belongs there.

    Returns:
        The region of each part.
    """
    x, y, width, height = room
    if parts.entry and (width < SPLIT or height < PANEL_HEIGHT):
        return {"chooser": room}
    regions: dict[str, Region] = {}
    if combat and width >= SPLIT and height >= 7:
        listed = width - max(width * 2 // 5, LIST_WIDTH) - 1
        right = Region(x + listed + 1, y, width - listed - 1, height)
        regions["chooser" if parts.entry else "panels"] = right
        width = listed
    elif combat and height >= 24:
        height -= PANEL_HEIGHT
        regions["panels"] = Region(x, y + height, width, PANEL_HEIGHT)
    noted = 0
    if parts.notes:
        noted = 0 if height <= LEAST_LIST else 1 if height < 7 else max(height // 3, 3)
    if noted:
        regions["notes"] = Region(x, y + height - noted, width, noted)
    regions["list"] = Region(x, y, width, height - noted)
    return regions


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


def add_rows(regions: dict[str, Region], rows: int, marks: int = 0) -> dict[str, Region]:
    """Add a bar above the track, and rows for a graph and for marks in the track.

    Args:
        regions: The regions of a screen that is lower by `rows` and `marks`.
        rows: The rows of the bar and the graph of the win probability together.
        marks: The rows of the marks of a review.

    Returns:
        The regions of the whole screen.
    """
    last = regions.get("footer")
    if not rows + marks or last is None:
        return regions
    regions = regions | {"footer": last.translate((0, rows + marks))}
    track = regions.get("track")
    if track is None:
        return regions | {"chances": Region(0, last.y, last.width, rows)}
    x, y, width, height = track
    bar = min(rows, 1)
    return regions | {
        "chances": Region(x, y, width, bar),
        "track": Region(x, y + bar, width, height + rows + marks - bar),
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
COLUMN = (116, 34)
"""The size from which the list of a game on hexes is in the pane."""
LEAST_PANE_SIZE = (74, 20)
"""The size below which the list is under the map and nothing next to it."""
LEAST_ROWS = 3
SCORE_ROWS, CARD_ROWS = 4, 11
"""The rows of the score, without and with cards, in a high pane."""


def arrange_hexes(
    width: int, height: int, sizes: Sequence[tuple[int, int]], parts: OpenParts, spare: int = 0
) -> Arrangement:
    """Arrange the parts of a screen of hexes.

    Args:
        width: The columns of the screen.
        height: The rows of the screen.
        sizes: The columns and rows of the whole map, largest first.
        parts: The open parts.
        spare: The rows that the map can lack and keep its width.

    Returns:
        The region of each part.
    """
    if width < 24 or height < 6:
        return Arrangement({"header": Region(0, 0, width, min(1, height))}, "map")
    regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
    is_column = width >= COLUMN[0] and height + spare >= COLUMN[1]
    sentence_rows = 4 if height + spare >= 54 else 2
    tracked = 6 if height + spare >= 60 else 2 if height >= 28 else 1 if height >= 9 else 0
    least = ROOM if width >= 100 else NARROW
    room = height + spare - 2 - sentence_rows
    if tracked == 2 and _find_largest(width, room - 1, sizes, least) > _find_largest(
        width, room - 2, sizes, least
    ):
        tracked = 1  # the row that the whole map needs
    free = height - 2 - sentence_rows - tracked
    if tracked:
        regions["track"] = Region(0, height - 1 - tracked, width, tracked)
    if width < LEAST_PANE_SIZE[0] or height < LEAST_PANE_SIZE[1]:
        regions["sentences"] = Region(0, 1 + free, width, sentence_rows)
        regions |= _arrange_below(width, free, parts)
        return open_panel(Arrangement(regions), width, height, parts)
    listed = 0
    if not is_column and not parts.entry:
        listed = (LEAST_LIST if height < 28 else LEAST_LIST + 1) + parts.notes * (
            1 if height < 28 else 2
        )
        free -= listed
    mapped = _find_largest(width, free + spare, sizes, least)
    mapped = mapped or width - max(NARROW, min(PANE, width * 3 // 8)) - 1
    mapped = max(mapped, width - WIDEST - 1)
    regions["map"] = Region(0, 1, mapped, free)
    regions["sentences"] = Region(0, 1 + free, width, sentence_rows)
    if listed:
        lower = Region(0, 1 + free + sentence_rows, width, listed)
        regions |= _arrange_lower(lower, parts, combat=False)
    pane = Region(mapped, 1, width - mapped, free)
    regions |= _arrange_column(pane, parts) if is_column else _arrange_pane(pane, parts)
    return open_panel(Arrangement(regions), width, height, parts)


def _arrange_column(pane: Region, parts: OpenParts) -> dict[str, Region]:
    """Arrange list, combat, notes and score over each other; panels have a margin of a cell."""
    x, y, width, height = pane
    scored = min(CARD_ROWS if parts.cards else SCORE_ROWS, height // 4)
    rest = height - scored
    regions = {"score": Region(x, y + rest, width, scored)}
    if parts.entry:
        listed = min(6, rest // 4)
        regions["chooser"] = Region(x, y + listed, width, rest - listed)
    else:
        noted = max(rest // 5, 4) if parts.notes else 0
        fought = rest * 17 // 40
        listed = rest - noted - fought
        regions["panels"] = Region(x, y + listed, width, fought)
        if parts.panel:
            regions = {"panels": Region(x, y + listed, width, height - listed)}
        elif noted:
            regions["notes"] = Region(x + 1, y + listed + fought, width - 1, noted)
    return regions | {"list": Region(x + 1, y, width - 1, listed)}


def _arrange_pane(pane: Region, parts: OpenParts) -> dict[str, Region]:
    """Arrange combat and score next to a low map, or the chooser."""
    x, y, width, height = pane
    if parts.entry or parts.panel:
        return {"chooser" if parts.entry else "panels": pane}
    scored = max(7, min(CARD_ROWS, height * 2 // 5)) if parts.cards else SCORE_ROWS + 2
    scored = min(scored, height // 2)
    upper = Region(x, y, width, height - scored)
    return {"panels": upper, "score": Region(x, y + height - scored, width, scored)}


def _find_largest(width: int, free: int, sizes: Sequence[tuple[int, int]], pane: int) -> int:
    """Return the columns of the largest whole map that leaves room for a pane, or 0."""
    fitting = (
        columns for columns, rows in sizes if columns + 1 + pane <= width and rows - 1 <= free
    )
    return next(fitting, 0)


def _arrange_below(width: int, free: int, parts: OpenParts) -> dict[str, Region]:
    """Arrange the map over the list, or over the chooser."""
    below = min(PANEL_HEIGHT, free) if parts.entry else max(free // 3, min(LEAST_ROWS, free))
    mapped = free - below if free - below >= LEAST_ROWS else 0
    below = free - mapped
    regions = {"map": Region(0, 1, width, mapped)} if mapped else {}
    return regions | {"chooser" if parts.entry else "list": Region(0, 1 + mapped, width, below)}


EDITOR_PANE = 56
"""The usual cells of the lists next to a map of hexes that does not fit."""
STATUS = ((34, 5), (18, 3), (10, 2))
"""Pairs of a screen height and the rows of the status of a draft from that height on."""
PANE_STATUS = 9
"""The rows of the status below the lists."""


def arrange_editor(
    width: int,
    height: int,
    least: tuple[int, int],
    height_for: Callable[[int, int], int],
    sizes: Sequence[tuple[int, int]],
) -> Arrangement:
    """Arrange the map, the status and the lists of the editor of positions.

    Args:
        width: The columns of the screen.
        height: The rows of the screen.
        least: The columns and rows of the smallest plan; (0, 0) if the map has none.
        height_for: Returns the rows of the map for a width and the rows available.
        sizes: The columns and rows of the whole map of hexes, largest first; empty for areas.

    Returns:
        The region of each part.
    """
    if width < 24 or height < 6:
        return Arrangement({"header": Region(0, 0, width, min(1, height))}, "map")
    regions = {"header": Region(0, 0, width, 1), "footer": Region(0, height - 1, width, 1)}
    status = next((rows for from_height, rows in STATUS if height >= from_height), 1)
    if sizes and width >= LEAST_PANE_SIZE[0] and height >= LEAST_PANE_SIZE[1]:
        return Arrangement(regions | _arrange_hex_editor(width, height, status, sizes))
    free = height - 2 - status
    if not sizes and width >= WIDE and height >= TALL and width - LIST_WIDTH - 2 >= least[0]:
        pane = LIST_WIDTH + 2 + max(width - 160, 0) // 2
        left = width - pane
        mapped = height_for(left, free)
        regions["map"] = Region(0, 1, left, mapped)
        regions["sentences"] = Region(0, 1 + mapped, left, height - 2 - mapped)
        regions["chooser"] = Region(left, 1, pane, height - 2)
        return Arrangement(regions)
    wanted = max(least[1], LEAST_ROWS) if width >= least[0] else LEAST_ROWS
    most = max(free - LEAST_LIST, 0)
    mapped = min(height_for(width, max(wanted, free - 14)), most)
    mapped = mapped if mapped >= LEAST_ROWS else 0
    regions["map"] = Region(0, 1, width, mapped)
    regions["sentences"] = Region(0, 1 + mapped, width, status)
    regions["chooser"] = Region(0, 1 + mapped + status, width, free - mapped)
    return Arrangement(regions)


def _arrange_hex_editor(
    width: int, height: int, status: int, sizes: Sequence[tuple[int, int]]
) -> dict[str, Region]:
    """Arrange the editor with the lists next to a map of hexes.

    The status is below the lists if they are wide, so that the map has the whole height.

    Returns:
        The region of each part.
    """
    is_tall = width >= COLUMN[0] and height >= COLUMN[1]
    rows = height - 2
    free = rows if is_tall else rows - status
    least = PANE if is_tall else NARROW
    usual = max(least, min(EDITOR_PANE, width * 3 // 8))
    mapped = _find_largest(width, free, sizes, least) or width - usual
    mapped = max(mapped, width - WIDEST)
    pane = width - mapped
    lists = rows - PANE_STATUS if is_tall else free
    under = Region(mapped, 1 + lists, pane, PANE_STATUS)
    return {
        "map": Region(0, 1, mapped, free),
        "chooser": Region(mapped, 1, pane, lists),
        "sentences": under if is_tall else Region(0, 1 + free, width, status),
    }
