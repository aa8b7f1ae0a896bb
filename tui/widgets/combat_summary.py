"""A combat in one row, for screens without room for its panel."""

from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import GameLine
from senpu.tui.boards.combat_account import find_account
from senpu.tui.boards.scene import Scene
from senpu.tui.widgets.combat_panel import AccountPainter
from senpu.tui.widgets.painting import Look, Row

LEAST = 16
"""Minimum cells for the dice."""
NARROW = 34
"""The width in cells for which result and totals are abbreviated."""


def render_summary(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int
) -> Row | None:
    """Return the result, the totals and the dice of a combat, or None without combat."""
    account = find_account(scene, timeline, narrator)
    if account is None:
        return None
    painter = AccountPainter(account, narrator, look, NARROW)
    row = Row(look)
    for each in (*painter.result(1), *painter.totals()):
        if not row.width or row.width + 1 + each.width <= width:
            row.add(" " if row.width else "").append(each)
    if width - row.width > LEAST:
        painter = AccountPainter(account, narrator, look, width - row.width)
        row.add(" ").append(painter.rolled()[0])
    return row
