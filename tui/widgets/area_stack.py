"""How the counters of one area are packed in its tile: in columns, the first side from the top
left, the others from the bottom right; shortened or counted where there is too little room.

Knows sizes and names of units alone, neither screen nor position.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

NOMINAL = 4
"""How many counters a tile should hold with air between them."""
AIR = 2
"""Blank columns between counters, at most."""


class Form(msgspec.Struct, frozen=True):
    """A way to draw a counter, by its size; the cell before it is kept for a sign."""

    width: int
    rows: int

    def columns(self, wide: int) -> int:
        return wide // (self.width + 1)


class Stack(msgspec.Struct, frozen=True):
    """The counters of a tile: where each stands, from the tile's first inner cell."""

    form: Form
    spots: dict[str, tuple[int, int]]
    named: bool
    """Whether the first row is left to the area's name."""
    hidden: int = 0
    """How many found no room, and where their number may stand."""
    more: tuple[int, int] = (0, 0)


def holds(form: Form, wide: int, high: int, gap: int = 0) -> int:
    """How many counters find room."""
    return form.columns(wide) * ((high + gap) // (form.rows + gap))


def stacked(
    first: Sequence[str],
    others: Sequence[str],
    here: frozenset[str],
    forms: Sequence[Form],
    brief: Form,
    room: tuple[int, int],
    name: bool,
) -> Stack:
    """The counters of both sides in so many columns and rows. The last column stays blank where
    the tile still holds enough. Units that are no longer `here`
    keep their slots only where that crowds nobody out; what finds no room in any of the
    `forms` is drawn `brief`, and then counted. With a `name`, a row is left free if it can be.
    """
    wide, high = room
    pad = int(holds(forms[-1], wide - 1, high) >= NOMINAL)
    wide, room = wide - pad, (wide - pad, high)
    stay = [unit for unit in first if unit in here], [unit for unit in others if unit in here]
    for left, right in ((first, others), stay):
        count = len(left) + len(right)
        for form in forms:
            for above in (1, 0) if name else (0,):
                for gap in (1, 0):
                    wanted = max(count, NOMINAL) if gap else count
                    if holds(form, wide, high - above, gap) >= wanted:
                        return _placed(left, right, form, room, above, gap)
    left, right = stay
    hidden = len(left) + len(right) - holds(brief, wide, high)
    if hidden <= 0:
        return _placed(left, right, brief, room, 0, 0)
    hidden += 1  # the slot of the number itself
    kept = max(len(left) + len(right) - hidden, 0)
    left, right = left[:kept], right[: max(kept - len(left), 0)]
    stack = _placed([*left, ""], right, brief, room, 0, 0)
    more = stack.spots.pop("")
    return replace(stack, hidden=hidden, more=more)


def _placed(
    first: Sequence[str],
    others: Sequence[str],
    form: Form,
    room: tuple[int, int],
    above: int,
    gap: int,
) -> Stack:
    wide, high = room
    columns = max(form.columns(wide), 1)
    slack = max(wide - columns * (form.width + 1), 0)
    across = form.width + 1 + min(slack // columns, AIR)
    down = form.rows + gap
    deep = max((high - above + gap) // down, 1)
    spots = {}
    for at, unit in enumerate(first):
        column, row = divmod(at, deep)
        spots[unit] = (1 + column * across, above + row * down)
    for at, unit in enumerate(reversed(others)):
        column, row = divmod(at, deep)
        spots[unit] = (wide - form.width - column * across, high + gap - (row + 1) * down)
    return Stack(form, spots, bool(above))
