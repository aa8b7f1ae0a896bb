"""The panels of a player by their names, and which of them stand below or beside a map of areas
where none was asked for.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.widgets import blocks, reasons
from tui.widgets.panels import Block, Filling
from tui.widgets.remarks import remark_block
from tui.widgets.verdict import verdict_block

if TYPE_CHECKING:
    from tui.screens.player import PlayerScreen

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


def block_of(screen: "PlayerScreen", name: str, width: int) -> Block:
    """The panel of that name for the position that a player shows."""
    scene, course, narrator, look = screen.scene, screen.course, screen.narrator, screen.look
    if name == "why":
        return reasons.why_block(scene, course, narrator, look, width)
    if name == "strength":
        return blocks.strength_block(scene, narrator, look, width)
    if name == "remark":
        tree, faults = screen.notebook.tree, screen.notebook.faults
        return remark_block(course, tree, scene.number, faults, narrator, look, width)
    if name == "legal":
        return reasons.legal_block(scene, course, narrator, look, width)
    return verdict_block(screen.judging.seen(), look, width, screen.timeline.rules)
