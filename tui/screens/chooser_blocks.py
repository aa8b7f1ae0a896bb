"""The blocks of a chooser below its lists: the place at the cursor, and the hands of cards."""

from typing import TYPE_CHECKING

from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.hex_legend import describe_hex
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.hex_score import has_cards, render_cards
from senpu.tui.widgets.painting import Row
from senpu.tui.widgets.panels import render_title
from senpu.tui.widgets.provenance import describe_object

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player

LEAST, TALL = 10, 22
"""The rows between which a chooser also shows the hands: a taller one has the score below it."""


def describe_place(screen: "Player", place: str) -> str:
    """Describe a place of the map and the units there."""
    board, scene, narrator, look = screen.map, screen.scene, screen.narrator, screen.look
    if isinstance(board, HexMap):
        return describe_hex(scene, board.chart, narrator, look, place)
    pointed = ObjectClicked("area", place)
    return describe_object(scene, narrator, look, pointed, board.near.get(place, ()))


def render_hands(screen: "Player", width: int, height: int) -> list[Row]:
    """Return the hands of cards for a low chooser, or no rows."""
    board, look = screen.scene.board, screen.look
    if not has_cards(board) or not LEAST <= height < TALL:
        return []
    block = render_cards(board, screen.narrator, look, width - 1, 2)
    return [Row(look), render_title(look, block, width - 2), *block.rows]
