"""Closed edges and links of a plan of areas: their cells, and room for words in a wall."""

from collections.abc import Collection, Iterator, Mapping

from senpu.replay.core.narration import Narrator
from senpu.tui.boards.area_tiling import DOWN, UP, TileBox, TilePlan, find_border, find_corner
from senpu.tui.boards.signs import Signs


def list_closed_cells(
    plan: TilePlan, boxes: Mapping[str, TileBox]
) -> Iterator[tuple[int, int, bool]]:
    """Yield the cells of the closed edges between placed tiles, and whether they are level."""
    for one, other in plan.closed:
        border = find_border(boxes[one], boxes[other])
        assert border is not None
        box, level = boxes[one], border.way in (UP, DOWN)
        fixed = (box.top, box.right, box.bottom, box.left)[border.way]
        for at in range(border.start + 1, border.end):
            yield (at, fixed, True) if level else (fixed, at, False)


def list_linked_corners(
    plan: TilePlan, boxes: Mapping[str, TileBox]
) -> Iterator[tuple[int, int, int]]:
    """Yield the corners through which placed tiles are linked.

    Yields:
        The column, the row and the sign: 0 for a link down to the right, 1 up, 2 for both.
    """
    found: dict[tuple[int, int], set[bool]] = {}
    for one, others in plan.links.items():
        for other in others:
            if (corner := find_corner(boxes[one], boxes[other])) is not None:
                x, y, falls = corner
                found.setdefault((x, y), set()).add(falls)
    for (x, y), ways in found.items():
        yield x, y, 2 if len(ways) > 1 else 0 if True in ways else 1


def _list_closed_spans(
    plan: TilePlan, boxes: Mapping[str, TileBox], area: str
) -> list[tuple[int, int]]:
    """Return the columns of the closed edges in the top wall of a placed tile."""
    borders = (
        find_border(boxes[area], boxes[pair[area == pair[0]]])
        for pair in plan.closed
        if area in pair
    )
    return [(b.start + 1, b.end) for b in borders if b is not None and b.way == UP]


class WallWords:
    """The words in the top wall of a placed tile; of each closed edge a cell stays visible."""

    def __init__(self, plan: TilePlan, boxes: Mapping[str, TileBox], area: str) -> None:
        self.start = boxes[area].left + 1
        self._closed = [set(range(*span)) for span in _list_closed_spans(plan, boxes, area)]

    def find_place(self, at: int, size: int, stop: int) -> int:
        """Return the first column for a word; the next words get a free column after it.

        Args:
            at: The least column.
            size: The cells of the word.
            stop: The column after the last one.

        Returns:
            The column, or -1 without room.
        """
        for x in range(at, stop - size + 1):
            if self._take(range(x, x + size)):
                return x
        return -1

    def list_blanks(self, x: int, size: int) -> list[int]:
        """Return the columns around a placed word that can be cleared."""
        return [at for at in (x - 1, x + size) if at >= self.start and self._take((at,))]

    def _take(self, columns: Collection[int]) -> bool:
        """Cover columns, unless a closed edge would be hidden."""
        left = [span - set(columns) for span in self._closed]
        if not all(after for span, after in zip(self._closed, left, strict=True) if span):
            return False
        self._closed = left
        return True


def explain_edges(plan: TilePlan, narrator: Narrator, signs: Signs) -> Iterator[tuple[str, str]]:
    """Yield the signs of closed edges and of links with their meanings, if the plan has any."""
    if plan.closed:
        yield "".join(signs.closed), narrator.label("closed_edge")
    if plan.links:
        other = next(iter(plan.links.values()))[0]
        yield f"{signs.linked}{other}", narrator.label("linked_area", place=other)
