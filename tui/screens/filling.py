"""Which panels stand below or beside a map of areas, where none was asked for."""

from collections.abc import Callable

from tui.widgets.panels import Block, Filling

BESIDE = ("why", "strength", "remark")
"""The panels shown where there is room and none was asked for."""
SHARES = (48, 34, 36)
"""How they share a width."""
ROOM_FOR_LEGAL = 30
"""From so many rows on, what may be done stands below why."""


def filled(block: Callable[[str, int], Block], width: int, height: int) -> Filling:
    """Those that have room; `block` makes one of a name and a width."""
    if width < 70:
        return Filling([[block(name, width) for name in BESIDE]], (1,))
    shares = SHARES if width >= 90 else (1, 1)
    total = sum(shares)
    columns = [
        [block(name, width * share // total)] for name, share in zip(BESIDE, shares, strict=False)
    ]
    if height >= ROOM_FOR_LEGAL:
        columns[0].append(block("legal", width * shares[0] // total))
    return Filling(columns, shares)
